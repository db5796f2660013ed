import { NO_FIELDS, placing } from "../fields/placed.js";
import { measureOrClimb } from "../fields/levels.js";
import { climb, LADDER_DOUBLINGS_MAX, type Climbed } from "../ladder.js";
import { exact, formula, remainder, widened, type Readings } from "../reading.js";
import { SolverMissing, tooLarge } from "../refusal.js";
import {
  defineSolver,
  type Assumed,
  type Field,
  type Progress,
  type Quantity,
  type SolverResult,
  type StopSignal,
} from "../solver.js";
import { withHidden } from "../fields/unseen.js";
import { onStated } from "../stated.js";
import { ELEMENTS_MAX, feaCard, STATED_MAX, type QUANTITIES } from "./card.js";
import { bodyOf, hiddenIn, type Body, type FeaInputs } from "./mesh.js";
import {
  centreStresses,
  displacementAt,
  solveMesh,
  stressesAt,
  type Between,
  type Solution,
} from "./solve.js";

const FIRST_ACROSS = 4;
/** Nearly incompressible bodies: the corners of a clamped end need more. */
const FIRST_ACROSS_STIFF = 8;
const FIRST_ALONG_MAX = 512;
const FORMAL_ORDER = 2;
/**
 * Elements of the shorter direction from which coarser meshes are still fine enough to measure a
 * stated one by.
 */
const COARSENED_MIN = 16;
/** Products of all levels in the iterations that a mesh takes. */
const PRODUCTS = 160n;

type Asked = (typeof QUANTITIES)[number];
interface Run {
  readonly solution: Solution;
  readonly centres: Float64Array;
}

function firstMesh({ H, L, mesh, nu, plane }: FeaInputs): readonly [number, number] {
  if (mesh !== undefined) return [mesh[0], mesh[1]];
  if (L === undefined || H === undefined) return [8, 8];
  const across = plane === "strain" && nu! > 0.4 ? FIRST_ACROSS_STIFF : FIRST_ACROSS;
  const along = Math.min(
    Math.max(Math.round(across * Math.max(L / H, H / L)), across),
    FIRST_ALONG_MAX,
  );
  return L >= H ? [along, across] : [across, along];
}

function doublings([nx, ny]: readonly [number, number]): number {
  let k = 0;
  while (k < LADDER_DOUBLINGS_MAX && nx * ny * (1 << (2 * (k + 1))) <= ELEMENTS_MAX) k += 1;
  return k;
}

function finest(inputs: FeaInputs): number {
  const [nx, ny] = firstMesh(inputs);
  const isClimbed = inputs.mesh === undefined || Math.min(nx, ny) < COARSENED_MIN;
  return nx * ny * (isClimbed ? 1 << (2 * doublings([nx, ny])) : 4);
}

export const fea = defineSolver({
  card: feaCard,
  refused: placing((inputs: FeaInputs) => {
    if (inputs.geometry === undefined) return NO_FIELDS;
    const { x, y } = bodyOf(inputs);
    const [xs, ys] = [x, y].map((of) => [of(0, 0), of(1, 0), of(0, 1), of(1, 1)]);
    return {
      given: { loads: inputs.loads },
      over: {
        x: [Math.min(...xs!), Math.max(...xs!)],
        y: [Math.min(...ys!), Math.max(...ys!)],
      },
    };
  }),
  work: (inputs) => {
    const [nx, ny] = firstMesh(inputs);
    const isCoarse = Math.min(nx, ny) < COARSENED_MIN;
    return BigInt(nx * ny) * (inputs.mesh === undefined || isCoarse ? 21n : 5n) * PRODUCTS * 8n;
  },
  // Each element may have a stiffness of its own, and all levels together a third more.
  memory: (inputs) =>
    finest(inputs) * (inputs.geometry === undefined ? 8 * 34 : 8 * (64 * 1.5 + 40)) + 8e7,
  run,
});

function run(inputs: FeaInputs, stop: StopSignal, progress: Progress): SolverResult {
  for (const [name, value] of [
    ["E", inputs.E],
    ["nu", inputs.nu],
  ] as const) {
    if (value === undefined)
      throw new SolverMissing(name, [name], `${name} of the material is absent.`);
  }
  const first = firstMesh(inputs);
  if (first[0] * first[1] > STATED_MAX)
    throw tooLarge("elements of the mesh", first[0] * first[1], STATED_MAX);
  const body = bodyOf(inputs);
  const on = (
    nx: number,
    ny: number,
    level: number,
    error?: number,
  ): { value: number; run: Run } => {
    progress(Math.min(level, 6), 7, level, error);
    const solution = solveMesh(body, nx, ny, stop);
    const run = { solution, centres: centreStresses(solution, body) };
    return { value: valueOf(inputs, run), run: run };
  };
  const at = (_: number, level: number, error?: number): { value: number; run: Run } =>
    on(first[0] << level, first[1] << level, level, error);
  const readings = (run: Run): Readings => readingsOf(inputs, run);
  const options = { formalOrder: FORMAL_ORDER, isSingular: true, scale: 0, at, readings };
  const resolution = Math.max(...first);
  const climbed =
    inputs.mesh === undefined
      ? climb({ ...options, start: resolution, doublings: doublings(first) })
      : Math.min(...first) < COARSENED_MIN
        ? onStated({
            ...options,
            resolution,
            coarsest: resolution,
            finest: resolution << Math.max(doublings(first), 1),
          })
        : measureOrClimb(
            { ...options, start: resolution },
            {
              resolution,
              at: (part) =>
                on(
                  Math.round(first[0] * part),
                  Math.round(first[1] * part),
                  part === 1 ? 5 : part * 4,
                ),
            },
          );
  const { mesh } = climbed.run.solution;
  const error = withHidden(climbed.error, hiddenIn(body, mesh), mesh.nx * mesh.ny);
  const quantities = widened(climbed.quantities, error.relative - climbed.error.relative);
  return answer(inputs, body, { ...climbed, error, quantities });
}

function readingsOf(inputs: FeaInputs, { centres, solution }: Run): Readings {
  const [s, t] = probeOf(inputs);
  const [ux, uy] = displacementAt(solution, s, t, betweenOf(inputs));
  const [sxx, syy, sxy] = stressesAt(solution, centres, s, t);
  let peak = 0;
  for (let e = 0; e < centres.length; e += 3)
    peak = Math.max(peak, vonMises([centres[e]!, centres[e + 1]!, centres[e + 2]!]));
  return {
    ux: { value: ux, unit: "m" },
    uy: { value: uy, unit: "m" },
    sxx: { value: sxx, unit: "Pa" },
    syy: { value: syy, unit: "Pa" },
    sxy: { value: sxy, unit: "Pa" },
    vonMises_max: { value: peak, unit: "Pa" },
    strain_energy: { value: solution.energy, unit: "J" },
    reaction_x: { value: solution.reaction[0], unit: "N" },
    reaction_y: { value: solution.reaction[1], unit: "N" },
  };
}

function probeOf({ L, probe }: FeaInputs): readonly [number, number] {
  return probe ?? (L === undefined ? [0.5, 0.5] : [1, 0.5]);
}

/** A stated mesh is the problem: its elements say what lies between its nodes. */
function betweenOf({ mesh }: FeaInputs): Between {
  return mesh === undefined ? "cubic" : "elements";
}

function isStress(asked: Asked): boolean {
  return asked.startsWith("s") || asked === "vonMises";
}

/** Of plane stress; in plane strain the third stress is left to the caller. */
function vonMises([sxx, syy, sxy]: readonly [number, number, number]): number {
  return Math.sqrt(sxx * sxx - sxx * syy + syy * syy + 3 * sxy * sxy);
}

function valueOf(inputs: FeaInputs, { centres, solution }: Run): number {
  const { quantity = "deflection" } = inputs;
  const [s, t] = probeOf(inputs);
  if (isStress(quantity)) {
    const stress = stressesAt(solution, centres, s, t);
    if (quantity === "vonMises") return vonMises(stress);
    return stress[quantity === "sxx" ? 0 : quantity === "syy" ? 1 : 2];
  }
  const [ux, uy] = displacementAt(solution, s, t, betweenOf(inputs));
  if (quantity === "ux") return ux;
  if (quantity === "uy") return uy;
  return inputs.geometry === undefined ? -uy : Math.sqrt(ux * ux + uy * uy);
}

interface Beam {
  readonly bernoulli: number;
  readonly timoshenko: number;
}

/** Cantilever under an end load; in plane strain the plate modulus E / (1 - nu^2). */
function beamOf({ E, H, L, P, nu, plane, thickness = 1 }: FeaInputs): Beam | null {
  if (L === undefined || H === undefined || P === undefined) return null;
  const modulus = plane === "strain" ? E! / (1 - nu! * nu!) : E!;
  const inertia = (thickness * H * H * H) / 12;
  const bernoulli = (P * L * L * L) / (3 * modulus * inertia);
  const shear = (1.2 * P * L) / ((E! / (2 * (1 + nu!))) * H * thickness);
  return { bernoulli, timoshenko: bernoulli + shear };
}

function fieldsOf({ centres, solution: { mesh, u } }: Run): Field[] {
  const { nx, ny } = mesh;
  const nodes = (nx + 1) * (ny + 1);
  const part = (pick: (i: number) => number, name: string): Field => {
    const data = new Float64Array(nodes);
    for (let i = 0; i < nodes; i += 1) data[i] = pick(i);
    return {
      name,
      unit: "m",
      shape: [nx + 1, ny + 1],
      data,
      axes: [
        { name: "s", unit: "1", n: nx + 1, start: 0, step: 1 / nx },
        { name: "t", unit: "1", n: ny + 1, start: 0, step: 1 / ny },
      ],
    };
  };
  const stress = new Float64Array(nx * ny);
  for (let e = 0; e < stress.length; e += 1)
    stress[e] = vonMises([centres[3 * e]!, centres[3 * e + 1]!, centres[3 * e + 2]!]);
  return [
    part(
      (i) => Math.sqrt(u[2 * i]! * u[2 * i]! + u[2 * i + 1]! * u[2 * i + 1]!),
      "displacement_field",
    ),
    part((i) => u[2 * i]!, "ux"),
    part((i) => u[2 * i + 1]!, "uy"),
    {
      name: "vonMises",
      unit: "Pa",
      shape: [nx, ny],
      data: stress,
      axes: [
        { name: "s", unit: "1", n: nx, start: 0.5 / nx, step: 1 / nx },
        { name: "t", unit: "1", n: ny, start: 0.5 / ny, step: 1 / ny },
      ],
    },
  ];
}

function answer(
  inputs: FeaInputs,
  body: Body,
  { error, quantities, run, value }: Climbed<Run>,
): SolverResult {
  const { solution } = run;
  const { mesh } = solution;
  const { quantity = "deflection" } = inputs;
  const [s, t] = probeOf(inputs);
  const beam = beamOf(inputs);
  const dof = mesh.held.reduce((count, held) => count + (held === 1 ? 0 : 1), 0);
  const outputs: Record<string, Quantity> = {
    ...quantities,
    residual: remainder(solution.residual),
    iterations: exact(solution.iterations),
  };
  if (beam !== null) {
    outputs["euler_bernoulli"] = formula(beam.bernoulli, "m");
    outputs["timoshenko"] = formula(beam.timoshenko, "m");
  }
  const ratio =
    beam === null || inputs.P === 0 ? null : -uyAtTip(solution, betweenOf(inputs)) / beam.bernoulli;
  return {
    value,
    unit: isStress(quantity) ? "Pa" : "m",
    equations: [
      `div sigma + b = 0, sigma = D eps(u), plane ${inputs.plane ?? "stress"}, E = ${inputs.E!} ` +
        `Pa, nu = ${inputs.nu!}, thickness ${body.thickness} m`,
      `${mesh.nx} x ${mesh.ny} bilinear elements, value = ${quantity} at (s, t) = (${s}, ${t})`,
    ],
    outputs,
    named: {
      elements: mesh.nx * mesh.ny,
      dof,
      mesh: [mesh.nx, mesh.ny],
      ...(ratio === null
        ? {}
        : {
            deflectionRatio: ratio,
            closedForm: "euler-bernoulli",
            timoshenkoRatio: (ratio * beam!.bernoulli) / beam!.timoshenko,
            slenderness: inputs.L! / inputs.H!,
            nu: inputs.nu!,
          }),
    },
    fields: fieldsOf(run),
    invariants: [
      {
        name: "equilibrium residual",
        first: 0,
        last: solution.residual,
        driftPct: 100 * solution.residual,
        boundPct: 1e-3,
      },
      {
        name: "reactions balance loads",
        first: 0,
        last: solution.imbalance,
        driftPct: 100 * solution.imbalance,
        boundPct: 1e-3,
      },
    ],
    error,
    assumed: assumptions(inputs, run),
    notes: [],
  };
}

function uyAtTip(solution: Solution, between: Between): number {
  return displacementAt(solution, 1, 0.5, between)[1];
}

function assumptions(inputs: FeaInputs, { solution: { mesh } }: Run): Assumed[] {
  const assumed: Assumed[] = [];
  if (inputs.mesh === undefined) {
    assumed.push({
      name: "mesh",
      value: [mesh.nx, mesh.ny],
      unit: "1",
      why: "the finest mesh of the ladder",
    });
  }
  if (inputs.thickness === undefined)
    assumed.push({
      name: "thickness",
      value: 1,
      unit: "m",
      why: "loads are those of one metre across the plane",
    });
  if (inputs.plane === undefined)
    assumed.push({
      name: "plane",
      value: "stress",
      unit: "",
      why: "a thin body, unless strain is stated",
    });
  if (inputs.probe === undefined)
    assumed.push({
      name: "probe",
      value: [...probeOf(inputs)],
      unit: "1",
      why: "the middle of the loaded end, or of the body",
    });
  if (inputs.quantity === undefined) {
    assumed.push({
      name: "quantity",
      value: "deflection",
      unit: "",
      why: "along the load for a cantilever, else the length of the displacement",
    });
  }
  return assumed;
}
