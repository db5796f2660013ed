/** The p-n junction: from a body to meshes, and from its carriers to an answer. */
import type { z } from "zod";
import { log } from "../../math/index.js";
import { constantsBySymbol } from "../../units/index.js";
import { measureOrClimb } from "../fields/levels.js";
import type { Rung } from "../ladder.js";
import {
  formula as closedForm,
  remainder,
  widened,
  type Reading,
  type Readings,
} from "../reading.js";
import { badInput, noSolution, SolverMissing, stopIf } from "../refusal.js";
import type { Assumed, Progress, SolverResult, StopSignal } from "../solver.js";
import { JUNCTION_CELLS_MAX, type deviceCard } from "./card.js";
import {
  biased,
  carried,
  current,
  equilibrium,
  extents,
  gradingOf,
  junctionMesh,
  NEWTON_TOLERANCE,
  neutral,
  type Carriers,
  type Doping,
  type Grading,
  type JunctionMesh,
} from "./junction.js";

export type DeviceInputs = z.output<typeof deviceCard.inputs>;

interface Problem {
  readonly doping: Doping;
  readonly thermal: number;
  readonly eps: number;
  readonly bias: number;
  readonly lp: number;
  readonly ln: number;
  readonly finest: number;
  readonly mirrored: boolean;
  readonly cells: number | null;
  readonly assumed: readonly Assumed[];
}

interface Run {
  readonly mesh: JunctionMesh;
  readonly rest: Carriers;
  readonly under: Carriers;
}

/** Cells of one side on the first level; the grading is made for them. */
const CELLS = 128;
const DOUBLINGS = 4;
const BYTES_PER_POINT = 400;
const K_B = constantsBySymbol.get("k_B")!.value;
const Q = constantsBySymbol.get("q_e")!.value;
const { uncertainty: EPS_0_UNCERTAINTY, value: EPS_0 } = constantsBySymbol.get("eps_0")!;
/** Lengths go with the root of the permittivity, fields and currents with its inverse. */
const ROOT_EPS = EPS_0_UNCERTAINTY / (2 * EPS_0);

/** Any doping input says that a junction is meant. */
export function isJunction({ Na, Nd, dim, n_i: ni }: DeviceInputs): boolean {
  return (
    dim === 1 || (dim === undefined && (Na !== undefined || Nd !== undefined || ni !== undefined))
  );
}

function need(
  value: number | undefined,
  name: string,
  accepts: readonly string[],
  what: string,
): number {
  if (value === undefined) throw new SolverMissing(name, accepts, `give ${name}, ${what}`);
  return value;
}

function problemOf(inputs: DeviceInputs): Problem {
  const assumed: Assumed[] = [];
  const na = need(inputs.Na, "Na", ["Na", "Na_cm3"], "the acceptors of the p side");
  const nd = need(inputs.Nd, "Nd", ["Nd", "Nd_cm3"], "the donors of the n side");
  const ni = need(inputs.n_i, "n_i", ["n_i", "ni", "ni_cm3"], "the intrinsic carrier density");
  const temperature = need(inputs.T, "T", ["T", "temperature"], "the temperature");
  const eps =
    need(inputs.eps_r, "eps_r", ["eps_r", "permittivity"], "the relative permittivity") * EPS_0;
  const thermal = (K_B * temperature) / Q;
  const doping = { na, nd, ni, screening: (eps * thermal) / Q };
  const bias = inputs.bias ?? 0;
  const ends = neutral(doping);
  if (ends.n - ends.p < bias / thermal) {
    throw noSolution(
      `a bias of ${bias} V is above the built-in voltage of about ` +
        `${(ends.n - ends.p) * thermal} V: no barrier is left.`,
      { bias },
    );
  }
  const wide = extents(doping, bias / thermal);
  const { lp, ln } =
    inputs.length === undefined
      ? { lp: wide.p, ln: wide.n }
      : { lp: inputs.length / 2, ln: inputs.length / 2 };
  if (inputs.length === undefined)
    assumed.push({
      name: "length",
      value: lp + ln,
      unit: "m",
      why: "past the depleted zone by thirty screening lengths",
    });
  if (inputs.bias === undefined)
    assumed.push({ name: "bias", value: 0, unit: "V", why: "equilibrium unless a bias is given" });
  if (inputs.probe !== undefined)
    throw badInput(
      "/probe",
      "the junction answers its built-in voltage; the potential is in its field",
    );
  return {
    doping,
    thermal,
    eps,
    bias,
    lp,
    ln,
    finest: wide.finest,
    mirrored: inputs.order === "np",
    cells: clamped(inputs, assumed),
    assumed,
  };
}

function clamped({ nx }: DeviceInputs, assumed: Assumed[]): number | null {
  if (nx === undefined || nx <= JUNCTION_CELLS_MAX) return nx ?? null;
  assumed.push({
    name: "nx",
    value: JUNCTION_CELLS_MAX,
    unit: "1",
    why: `${nx} cells were asked for; the mesh is clamped`,
  });
  return JUNCTION_CELLS_MAX;
}

function junctionMemory(inputs: DeviceInputs): number {
  return 2 * (problemOf(inputs).cells ?? CELLS << DOUBLINGS) * BYTES_PER_POINT;
}

function junctionWork(inputs: DeviceInputs): bigint {
  const { bias, cells } = problemOf(inputs);
  return BigInt((cells ?? CELLS * 7) * (bias === 0 ? 2_000 : 40_000));
}

/** @param coarser  the mesh before, whose potentials are a start for this one */
function solveOn(
  { bias, doping, thermal }: Problem,
  grading: Grading,
  cells: number,
  coarser: Run | null,
  stop: StopSignal,
): Rung<Run> {
  stopIf(stop);
  const mesh = junctionMesh(doping, grading, cells);
  const rest = equilibrium(
    doping,
    mesh,
    stop,
    coarser === null ? undefined : carried(coarser.rest.psi, cells),
  );
  const under = bias === 0 ? rest : biased(mesh, rest, bias / thermal, stop);
  return {
    run: { mesh, rest, under },
    value: thermal * (rest.psi[rest.psi.length - 1]! - rest.psi[0]!),
  };
}

/**
 * Where majority carriers of a side have fallen to half its doping, linearly between points; NaN
 * where they have not.
 */
function edgeOf(x: Float64Array, density: Float64Array, half: number): number {
  for (let i = 0; i + 1 < x.length; i += 1) {
    const [a, b] = [density[i]! - half, density[i + 1]! - half];
    if (a >= 0 !== b >= 0) return Math.abs(x[i]! + ((x[i + 1]! - x[i]!) * a) / (a - b));
  }
  return Number.NaN;
}

/** The charge that is left over, and all that is positive, per elementary charge. */
function chargeOf({ mesh: { charge, volume, x }, rest }: Run): { net: number; positive: number } {
  let [net, positive] = [0, 0];
  for (let i = 0; i < x.length; i += 1) {
    const own = charge[i]! - volume[i]! * (rest.n[i]! - rest.p[i]!);
    net += own;
    positive += Math.max(0, own);
  }
  return { net, positive };
}

function readingsOf(problem: Problem, run: Run, inputs: DeviceInputs): Readings {
  const { mesh, under } = run;
  const {
    bias,
    doping: { na, nd, ni },
    eps,
    thermal,
  } = problem;
  const { x } = mesh;
  const { net, positive } = chargeOf(run);
  let field = 0;
  const middle = (x.length - 1) / 2;
  for (let i = 1; i <= middle; i += 1) {
    // The slope over an interval, brought to its inner end by the charge of half of it: second
    // order at the kink too.
    const h = x[i]! - x[i - 1]!;
    const bend = (under.n[i]! - under.p[i]! + na) / problem.doping.screening;
    field = Math.max(field, Math.abs((under.psi[i]! - under.psi[i - 1]!) / h + (h / 2) * bend));
  }
  const formula = thermal * (log(na / ni) + log(nd / ni));
  const barrier = Math.max(0, formula - bias);
  const screened = (value: number, unit: string): Reading => ({
    value,
    unit,
    physical: ROOT_EPS * Math.abs(value),
  });
  const width = Math.sqrt((2 * eps * barrier * (1 / na + 1 / nd)) / Q);
  const depletion = Math.sqrt((2 * Q * barrier * na * nd) / (eps * (na + nd)));
  const [wp, wn] = [edgeOf(x, under.p, na / 2), edgeOf(x, under.n, nd / 2)];
  const mobile = bias !== 0 && inputs.mu_n !== undefined && inputs.mu_p !== undefined;
  return {
    built_in_voltage_formula: closedForm(formula, "V"),
    junction_voltage: { value: thermal * (under.psi[x.length - 1]! - under.psi[0]!), unit: "V" },
    field_max: screened(field * thermal, "V/m"),
    depletion_width_formula: closedForm(width, "m", ROOT_EPS * width),
    depletion_field_formula: closedForm(depletion, "V/m", ROOT_EPS * depletion),
    net_charge: remainder(Q * net, "C/m^2"),
    space_charge: screened(Q * positive, "C/m^2"),
    ...(wp === wp ? { depletion_p: screened(wp, "m") } : {}),
    ...(wn === wn ? { depletion_n: screened(wn, "m") } : {}),
    ...(mobile
      ? {
          current_density: screened(
            Q *
              thermal *
              (inputs.mu_n! * current(mesh, under, under.n, 1) +
                inputs.mu_p! * current(mesh, under, under.p, -1)),
            "A/m^2",
          ),
        }
      : {}),
  };
}

function runJunction(inputs: DeviceInputs, stop: StopSignal, progress: Progress): SolverResult {
  const problem = problemOf(inputs);
  const { bias, cells, doping, mirrored, thermal } = problem;
  const grading = gradingOf(
    problem.lp,
    problem.ln,
    problem.finest,
    Math.min(cells ?? CELLS, CELLS),
  );
  let coarser: Run | null = null;
  const rung = (n: number, done: number): Rung<Run> => {
    const solution = solveOn(problem, grading, n, coarser, stop);
    coarser = solution.run;
    progress(done, DOUBLINGS + 2);
    return solution;
  };
  const { error, quantities, run, value } = measureOrClimb<Run>(
    {
      start: CELLS,
      formalOrder: 2,
      scale: thermal,
      doublings: DOUBLINGS,
      at: (n, level) => rung(n, level + 1),
      readings: (solution) => readingsOf(problem, solution, inputs),
    },
    cells === null
      ? null
      : {
          resolution: cells,
          at: (part) => rung(Math.max(4, Math.round(cells * part)), part === 1 ? 3 : part * 4),
        },
  );
  progress(1, 1);
  const { net, positive } = chargeOf(run);
  const imbalance = positive === 0 ? 0 : Math.abs(net) / positive;
  const { x } = run.mesh;
  const { n, p, psi } = run.under;
  const turn = (data: Float64Array, factor: number): Float64Array => {
    const scaled = data.map((entry) => entry * factor);
    return mirrored ? scaled.reverse() : scaled;
  };
  const places = turn(x, mirrored ? -1 : 1);
  const axes = [{ name: "x", unit: "m", n: x.length, values: [...places] }];
  const shape = [x.length];
  const base = psi[0]!;
  return {
    value,
    unit: "V",
    equations: [
      `${problem.eps} phi'' = -q (p - n + N), N = -${doping.na} for the p side, ${doping.nd} for the n side`,
      `n p = ${doping.ni}^2, V_T = k T / q = ${thermal} V; phi' = 0 at both ends`,
      `phi(n end) - phi(p end) = ${value} V`,
    ],
    outputs: widened(quantities, NEWTON_TOLERANCE),
    named: {
      scheme: bias === 0 ? "newton" : "gummel",
      order: mirrored ? "np" : "pn",
      bias,
      cells: [x.length - 1],
    },
    fields: [
      {
        name: "potential",
        unit: "V",
        shape,
        data: turn(
          psi.map((entry) => entry - base),
          thermal,
        ),
        axes,
      },
      { name: "electrons", unit: "1/m^3", shape, data: turn(n, 1), axes },
      { name: "holes", unit: "1/m^3", shape, data: turn(p, 1), axes },
    ],
    invariants: [
      {
        name: "charge neutrality",
        first: 0,
        last: imbalance,
        driftPct: 100 * imbalance,
        boundPct: 1e-4,
      },
    ],
    // What the last Newton step may have left, whether or not meshes agree.
    error: {
      ...error,
      relative: error.relative + NEWTON_TOLERANCE,
    },
    assumed: problem.assumed,
    notes: [
      "Boltzmann carriers and full ionisation; no recombination, so a current under bias is that of a short diode",
      "formulas of the depletion approximation stand beside the solved field and are not the value",
    ],
  };
}

export const junction = { memory: junctionMemory, work: junctionWork, run: runJunction };
