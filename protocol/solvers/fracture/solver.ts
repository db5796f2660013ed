import type { z } from "zod";
import { cos, sin } from "../../math/index.js";
import type { JsonValue } from "../../ports.js";
import { exact, remainder } from "../reading.js";
import { badInput, noSolution, SolverMissing, stopIf, tooLarge } from "../refusal.js";
import {
  defineSolver,
  type Assumed,
  type Field,
  type Progress,
  type Quantity,
  type SolverResult,
  type StopSignal,
} from "../solver.js";
import { packFloats, unpackFloats } from "../state.js";
import { Cracking, breakThrough, type Break, type Breaking } from "./breaking.js";
import { fractureCard, FACTOR_COST_MAX, NODES_MAX } from "./card.js";
import { bandOf, latticeOf, systemOf, type Lattice } from "./lattice.js";

type FractureInputs = z.output<typeof fractureCard.inputs>;

const ROOT3 = Math.sqrt(3);

/**
 * Part by which solutions of the lattice's equations and those by sparse factors were seen to
 * differ, 5e-9, and as much again: the change of one more refinement does not show it.
 */
const SOLUTION_PART = 1e-8;

export const fracture = defineSolver({
  card: fractureCard,
  work: ({ mode, nx = 2, ny = 3 }) => {
    if (mode === "bar") return BigInt(8 * nx);
    const band = bandOf({ nx, ny });
    return BigInt(2 * nx * ny) * BigInt(band * band + 8 * nx * band);
  },
  memory: ({ mode, nx = 2, ny = 3 }) =>
    mode === "bar"
      ? nx * 64
      : 2 * nx * ny * (bandOf({ nx, ny }) + 1) * 16 +
        Math.min(3e8, 2 * nx * ny * 8 * 4 * nx) +
        nx * ny * 400,
  run: (inputs, stop, progress) => {
    const { ny } = inputs;
    if (inputs.E !== undefined && inputs.k !== undefined)
      throw badInput("/k", "give E or k, not both");
    stopIf(stop);
    if (inputs.mode === "bar") {
      if (ny !== undefined) throw badInput("/ny", "a bar has no rows: leave ny out");
      return bar(inputs);
    }
    if (ny === undefined) throw new SolverMissing("ny", ["ny"], "The number of rows is absent.");
    return lattice(inputs, ny, stop, progress);
  },
});

function bondStiffness({ E, k }: FractureInputs): number {
  return k ?? (E! * ROOT3) / 2;
}

/** Bonds in a row; the one in the middle is notched to a part of its section. */
function bar(inputs: FractureInputs): SolverResult {
  const { break_strain: breakStrain, notch = 0, nx: bonds, spacing = 1, strain } = inputs;
  if (notch >= 1)
    throw badInput("/notch", "the notch of a bar is the part of one section that is gone, below 1");
  const weak = Math.floor(bonds! / 2);
  // E A / spacing of a section one spacing high and 1 m thick; the lattice's factor is not a bar's.
  const stiffness = inputs.k ?? inputs.E!;
  // One force runs through all: the elongations of a unit force, summed from the fixed end.
  const place = new Float64Array(bonds! + 1);
  let lost = 0;
  for (let b = 0; b < bonds!; b += 1) {
    const term = 1 / (b === weak ? 1 - notch : 1) - lost;
    place[b + 1] = place[b]! + term;
    lost = place[b + 1]! - place[b]! - term;
  }
  const worst = 1 / (1 - notch);
  const value = (breakStrain! * (place[bonds!]! / bonds!)) / worst;
  const propagated = strain! >= value;
  const scale = propagated ? 0 : (strain! * bonds! * spacing) / place[bonds!]!;
  const data = place.map((p) => p * scale);
  const force = stiffness * scale;
  let residual = 0;
  for (let b = 0; b < bonds!; b += 1) {
    if (propagated) break;
    const pulled = stiffness * (b === weak ? 1 - notch : 1) * (data[b + 1]! - data[b]!);
    residual = Math.max(residual, Math.abs(pulled / force - 1));
  }
  const tip = (weak + 0.5) * spacing;
  const relative = residual + bonds! * 1.2e-16;
  return {
    value,
    unit: "1",
    equations: [
      `k_b (u_(b+1) - u_b) = F in ${bonds!} bonds, k = ${stiffness} N/m, bond ${weak} weakened to ${1 - notch}`,
      `a bond breaks at strain ${breakStrain!}; ${strain!} is applied`,
    ],
    outputs: {
      force: { value: force, unit: "N", uncertainty: relative * force },
      stiffness: {
        value: stiffness / place[bonds!]!,
        unit: "N/m",
        uncertainty: (relative * stiffness) / place[bonds!]!,
      },
    },
    named: {
      criticalStrain: value,
      propagated,
      spannedDomain: propagated,
      crackPath: propagated ? [[tip, 0]] : [],
      crackLengthAlongPath: 0,
      maxDeflection: 0,
      crackTipX: propagated ? tip : null,
      brokenBonds: propagated ? 1 : 0,
    },
    fields: [
      {
        name: "displacement",
        unit: "m",
        shape: [data.length],
        data,
        axes: [{ name: "x", unit: "m", n: data.length, start: 0, step: spacing }],
      },
    ],
    invariants: [
      {
        name: "force along the bar",
        first: force,
        last: force,
        driftPct: 100 * residual,
        boundPct: 1e-6,
      },
    ],
    error: { relative, scale: 0, method: "rounding", levels: [] },
    state: { broken: packFloats(propagated ? Float64Array.of(weak) : new Float64Array(0)) },
    assumed: spacingAssumed(inputs),
    notes: [],
  };
}

function spacingAssumed({ spacing }: FractureInputs): Assumed[] {
  return spacing === undefined
    ? [{ name: "spacing", value: 1, unit: "m", why: "lengths are in spacings of the lattice" }]
    : [];
}

interface Applied {
  readonly notchLength: number;
  readonly notchY: number;
  readonly angle: number;
}

function notchOf(
  { angle = 0, notch = 0, notchY }: FractureInputs,
  nx: number,
  ny: number,
): Applied {
  const height = ((ny - 1) * ROOT3) / 2;
  const width = nx - 0.5;
  const notchLength = notch < 1 ? notch * width : notch;
  if (notchLength >= width) {
    throw noSolution(
      `the notch is as long as the lattice is wide, ${width} spacings: nothing is left to break.`,
      { notch: notchLength, width },
    );
  }
  // Between two rows: exactly on a row the notch would pass through nodes.
  const middle = ((Math.floor((ny - 1) / 2) + 0.5) * ROOT3) / 2;
  return {
    notchLength,
    notchY: notchY === undefined ? Math.min(middle, height - ROOT3 / 4) : notchY * height,
    angle,
  };
}

function lattice(
  inputs: FractureInputs,
  ny: number,
  stop: StopSignal,
  progress: Progress,
): SolverResult {
  const nx = inputs.nx!;
  if (nx * ny > NODES_MAX) throw tooLarge("nodes of the lattice", nx * ny, NODES_MAX);
  const band = bandOf({ nx, ny });
  if (2 * nx * ny * band * band > FACTOR_COST_MAX)
    throw tooLarge("operations of the factor", 2 * nx * ny * band * band, FACTOR_COST_MAX);
  const applied = notchOf(inputs, nx, ny);
  const lattice = latticeOf(nx, ny, {
    length: applied.notchLength,
    y: applied.notchY,
    angle: applied.angle,
  });
  const recall = recallOf(inputs, lattice);
  const crack = new Cracking(lattice, systemOf(lattice));
  const run = breakThrough(crack, inputs.break_strain!, recall, stop, (done) =>
    progress(Math.min(done, 4 * nx), 4 * nx + 1),
  );
  let value = 0;
  for (const { strain } of run.breaks) value = Math.max(value, strain);
  const count = brokenAt(run.breaks, inputs.strain!);
  return answer(inputs, lattice, run, applied, value, count);
}

/**
 * Breaks that the applied strain has brought about: each needs its own strain and that of all
 * before it.
 */
function brokenAt(breaks: readonly Break[], strain: number): number {
  let k = 0;
  while (k < breaks.length && breaks[k]!.strain <= strain * (1 + 1e-12)) k += 1;
  return k;
}

function recallOf({ initialState }: FractureInputs, { bondA, cut }: Lattice): number[] {
  if (initialState === undefined) return [];
  const count = initialState["count"];
  if (typeof count !== "number" || !Number.isInteger(count) || count < 0 || count > bondA.length) {
    throw badInput("/initialState/count", "count is the number of broken bonds");
  }
  const bonds = [...unpackFloats(initialState["broken"], count, "/initialState/broken")];
  const seen = new Set<number>();
  for (const bond of bonds) {
    if (
      !Number.isInteger(bond) ||
      bond < 0 ||
      bond >= bondA.length ||
      cut[bond] === 1 ||
      seen.has(bond)
    ) {
      throw badInput(
        "/initialState/broken",
        `${bond} is no bond of this lattice that could have been broken`,
      );
    }
    seen.add(bond);
  }
  return bonds;
}

type Point = readonly [number, number];

/** Mouth and tip of the notch, then the broken bonds by their middles from left to right. */
function pathOf(
  lattice: Lattice,
  { angle, notchLength, notchY }: Applied,
  bonds: readonly number[],
): { readonly path: readonly Point[]; readonly tip: Point } {
  const [c, s] = direction(angle);
  const tip: Point = [notchLength * c, notchY + notchLength * s];
  const middles = bonds.map((b): Point => [
    0.5 * (lattice.x[lattice.bondA[b]!]! + lattice.x[lattice.bondB[b]!]!),
    0.5 * (lattice.y[lattice.bondA[b]!]! + lattice.y[lattice.bondB[b]!]!),
  ]);
  middles.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  return { path: [[0, notchY], ...(notchLength > 0 ? [tip] : []), ...middles], tip };
}

function direction(angle: number): Point {
  return [cos(angle), sin(angle)];
}

function answer(
  inputs: FractureInputs,
  lattice: Lattice,
  run: Breaking,
  applied: Applied,
  value: number,
  count: number,
): SolverResult {
  const { spacing = 1, strain } = inputs;
  const stiffness = bondStiffness(inputs);
  const bonds = run.breaks.slice(0, count).map(({ bond }) => bond);
  const { path, tip } = pathOf(lattice, applied, bonds);
  const spanned = count === run.breaks.length;
  const [c, s] = direction(applied.angle);
  let length = 0,
    deflection = 0,
    reach = tip[0];
  const first = applied.notchLength > 0 ? 1 : 0;
  path.forEach((point, k) => {
    if (k <= first) return;
    const before = path[k - 1]!;
    length += Math.sqrt(
      (point[0] - before[0]) * (point[0] - before[0]) +
        (point[1] - before[1]) * (point[1] - before[1]),
    );
    deflection = Math.max(deflection, Math.abs(-s * point[0] + c * (point[1] - applied.notchY)));
    reach = Math.max(reach, point[0]);
  });
  // The displacement field at the applied strain, by the same breaks in the same order.
  const state = new Cracking(lattice, systemOf(lattice));
  for (const bond of bonds) state.breakBond(bond);
  state.refine();
  const force = stiffness * spacing * state.forces().top * strain!;
  const relative = Math.max(run.refined, SOLUTION_PART);
  const known = (number: number, unit: string): Quantity => ({
    value: number,
    unit,
    uncertainty: relative * Math.abs(number),
  });
  // What holds once the crack spans ought to be nothing; before, equilibrium is solved to a part of
  // the force that the whole lattice would bear.
  const whole = stiffness * spacing * run.reactions[0]! * strain!;
  const pull = spanned
    ? remainder(force, "N")
    : {
        value: force,
        unit: "N",
        uncertainty: relative * Math.max(Math.abs(force), Math.abs(whole)),
      };
  const across = lattice.width * spacing;
  const crackPath: JsonValue =
    bonds.length === 0 && applied.notchLength === 0
      ? []
      : path.map(([x, y]) => [x * spacing, y * spacing]);
  return {
    value,
    unit: "1",
    equations: [
      `SUM_bonds k (e . (u_b - u_a)) e = 0 at every free node, ${lattice.nx} x ${lattice.ny} nodes, k ` +
        `= ${stiffness} N/m, grips apart by strain x ${lattice.height * spacing} m`,
      `the most strained bond breaks at strain ${inputs.break_strain!}; ${strain!} is applied`,
    ],
    outputs: {
      criticalStrain: known(value, "1"),
      first_break_strain: known(run.breaks[0]?.strain ?? 0, "1"),
      force: pull,
      stress: {
        value: pull.value / across,
        unit: "N/m",
        uncertainty: pull.uncertainty / across,
      },
      modulus: known((stiffness * run.reactions[0]!) / lattice.width, "N/m"),
      broken_bonds: exact(count),
      breaks_to_span: exact(run.breaks.length),
    },
    named: {
      criticalStrain: value,
      propagated: count > 0,
      spannedDomain: spanned,
      crackPath,
      crackLengthAlongPath: length * spacing,
      maxDeflection: deflection * spacing,
      crackTipX: reach * spacing,
      brokenBonds: count,
    },
    fields: fieldsOf(lattice, state, strain!, spacing),
    state: { count, broken: packFloats(Float64Array.from(bonds)) },
    invariants: [
      {
        name: "equilibrium residual",
        first: 0,
        last: run.residual,
        driftPct: 100 * run.residual,
        boundPct: 1e-3,
      },
      {
        name: "reactions of the grips balance",
        first: 0,
        last: run.imbalance,
        driftPct: 100 * run.imbalance,
        boundPct: 1e-3,
      },
    ],
    error: {
      relative,
      scale: 0,
      method: "residual",
      // Bonds that break one after the other are no levels of a resolution.
      levels: [],
    },
    assumed: [
      ...spacingAssumed(inputs),
      ...(inputs.angle === undefined
        ? [{ name: "angle", value: 0, unit: "rad", why: "the notch runs along x" }]
        : []),
      ...(inputs.notchY === undefined
        ? [
            {
              name: "notchY",
              value: applied.notchY / lattice.height,
              unit: "1",
              why: "between the two middle rows",
            },
          ]
        : []),
    ],
    notes: spanned
      ? ["The reaction of the grips, not the connection of nodes, tells that the crack spans."]
      : [],
  };
}

function fieldsOf(lattice: Lattice, state: Cracking, strain: number, spacing: number): Field[] {
  const { height, nx, ny } = lattice;
  const axes = [
    { name: "row", unit: "m", n: ny, start: 0, step: (ROOT3 / 2) * spacing },
    { name: "column", unit: "m", n: nx, start: 0, step: spacing },
  ];
  const ux = new Float64Array(nx * ny);
  const uy = new Float64Array(nx * ny);
  for (let node = 0; node < nx * ny; node += 1) {
    const p = state.system.unknowns[node]!;
    ux[node] = p < 0 ? 0 : state.u[p]! * strain * spacing;
    uy[node] =
      p < 0
        ? node >= nx * (ny - 1)
          ? height * strain * spacing
          : 0
        : state.u[p + 1]! * strain * spacing;
  }
  return [
    { name: "uy", unit: "m", shape: [ny, nx], data: uy, axes },
    { name: "ux", unit: "m", shape: [ny, nx], data: ux, axes },
  ];
}
