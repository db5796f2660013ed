import { placing } from "../fields/placed.js";
import { PI } from "../../math/constants.js";
import {
  pencilCount,
  pencilEigenpair,
  type Eigenpair,
  type SymmetricBanded,
} from "../../math/eigen/bandedPencil.js";
import { climb, LADDER_DOUBLINGS_MAX, type Climbed } from "../ladder.js";
import { badInput, noSolution, stopIf } from "../refusal.js";
import {
  defineSolver,
  type Assumed,
  type Field,
  type Progress,
  type Quantity,
  type SolverResult,
  type StopSignal,
} from "../solver.js";
import { placeRounding } from "../layering.js";
import { withHidden } from "../fields/unseen.js";
import { numericalUncertainty } from "../gate.js";
import { onStated } from "../stated.js";
import { bucklingCard, ELEMENTS_MAX } from "./card.js";
import {
  assemble,
  bentWithin,
  columnOf,
  nodesOf,
  type BucklingInputs,
  type Column,
  type Pencil,
} from "./column.js";

const FIRST_ELEMENTS = 8;
const MODES = 3;
const FORMAL_ORDER = 4;
/** Dimensionless load beyond which nothing buckles that a column could be. */
const LOAD_MAX = 1e14;
const FACTORISATIONS = 24;
/** Part of a load that the arithmetic takes at least. */
const ROUNDING = 1e-13;

interface Run {
  readonly level: number;
  readonly pair: Eigenpair;
  readonly nodes: Float64Array;
  readonly pencil: Pencil;
  readonly loads: SymmetricBanded;
  readonly stiffness: SymmetricBanded;
}

function firstElements({ elements, modes = MODES }: BucklingInputs): number {
  return elements ?? Math.max(FIRST_ELEMENTS, 4 * modes);
}

/** A stiff foundation buckles in many short waves: three elements to each at the first level. */
function startFor(inputs: BucklingInputs, { foundation }: Column): number {
  const waves = Math.sqrt(Math.sqrt(foundation)) / PI;
  return Math.min(ELEMENTS_MAX / 2, Math.max(firstElements(inputs), Math.ceil(3 * waves)));
}

export const buckling = defineSolver({
  card: bucklingCard,
  refused: placing(({ EI, I, length = 1 }: BucklingInputs) => ({
    given: { EI, I },
    over: { x: [0, length] },
  })),
  work: (inputs) =>
    BigInt(firstElements(inputs) * 7 * FACTORISATIONS * (inputs.modes ?? MODES) * 20),
  memory: (inputs) =>
    Math.min(2 * ELEMENTS_MAX, firstElements(inputs) * 32) * 8 * 64 + 64 * 32 * 64 * 8 * 8,
  run,
});

function run(inputs: BucklingInputs, stop: StopSignal, progress: Progress): SolverResult {
  const { elements, loading = "end", selfWeight = 0 } = inputs;
  if (loading === "self-weight" && selfWeight > 0) {
    throw badInput(
      "/selfWeight",
      "with loading: self-weight the weight is the unknown; it cannot be stated as well",
    );
  }
  const column = columnOf(inputs);
  const toForce = column.reference / (column.length * column.length);
  const carried = (selfWeight * column.length) / toForce;
  const start = startFor(inputs, column);
  let doublings = 2;
  while (doublings < LADDER_DOUBLINGS_MAX && start << (doublings + 1) <= 2 * ELEMENTS_MAX)
    doublings += 1;
  const mesh = (level: number): Omit<Run, "pair"> => {
    const nodes = nodesOf(column, elements ?? start, level);
    const pencil = assemble(column, nodes);
    const loads = loading === "end" ? pencil.topLoad : pencil.spreadLoad;
    const stiffness = carried === 0 ? pencil.bending : underWeight(pencil, carried, toForce);
    return { level, nodes, pencil, loads, stiffness };
  };
  // The load of one mesh is near that of the next.
  let near = 1;
  const at = (_: number, level: number, error?: number): { value: number; run: Run } => {
    stopIf(stop);
    progress(Math.min(level, 6), 7, level, error);
    const system = mesh(level);
    const pair = critical(system.stiffness, system.loads, near, column);
    near = pair.value;
    return { value: pair.value * toForce, run: { ...system, pair } };
  };
  const rounding = ({ pair }: Run): number => pair.rounding;
  const options = { formalOrder: FORMAL_ORDER, scale: 0, at, rounding };
  const climbed =
    elements === undefined
      ? climb({ ...options, start, doublings })
      : onStated({ ...options, resolution: elements });
  const { nodes } = climbed.run;
  const { breaks, inner } = column;
  const places = inner.length === 0 ? [] : [...breaks, ...inner].toSorted((a, b) => a - b);
  const inPieces = placeRounding([0, 1], Float64Array.from(places));
  const doubt = column.hidden?.(nodes);
  const error =
    doubt === undefined
      ? climbed.error
      : withHidden(
          climbed.error,
          [{ name: inputs.EI === undefined ? "I" : "EI", ...doubt }],
          nodes.length,
        );
  const within = bentWithin(column, climbed.run.pair.value);
  const known = { ...error, relative: error.relative + inPieces + within };
  return answer(inputs, column, { ...climbed, error: known }, toForce, mesh);
}

/** The weight is part of what the column must bear before any load comes on its top. */
function underWeight(
  { bending, spreadLoad }: Pencil,
  carried: number,
  toForce: number,
): SymmetricBanded {
  const data = Float64Array.from(bending.data);
  for (let i = 0; i < data.length; i += 1) data[i]! -= carried * spreadLoad.data[i]!;
  const left = { ...bending, data };
  if (pencilCount(left, left, 0) > 0) {
    const own = pencilEigenpair(bending, spreadLoad, 0, 1, LOAD_MAX);
    throw noSolution("the column buckles under its own weight before any load is put on it.", {
      weight: carried * toForce,
      critical_weight: own === null ? null : own.value * toForce,
    });
  }
  return left;
}

function critical(
  stiffness: SymmetricBanded,
  loads: SymmetricBanded,
  near: number,
  column: Column,
): Eigenpair {
  const pair = pencilEigenpair(stiffness, loads, 0, near, LOAD_MAX);
  if (pair === null || pair.value < 1e-9) {
    throw noSolution(
      pair === null && !isMechanism(stiffness)
        ? "no finite load makes this column buckle."
        : `between ${column.start} and ${column.end} ends nothing keeps the column straight: it ` +
            "moves under no load at all.",
      {},
    );
  }
  return pair;
}

function isMechanism(stiffness: SymmetricBanded): boolean {
  const eye = { ...stiffness, data: new Float64Array(stiffness.data.length) };
  for (let i = 0; i < stiffness.n; i += 1) eye.data[i * (stiffness.band + 1)] = 1;
  return pencilCount(stiffness, eye, 1e-9) > 0;
}

/**
 * Deflections at the nodes and at the middle of every element, largest magnitude 1 and positive.
 */
function shapeOf(
  { nodes, pair, pencil }: Run,
  length: number,
): { readonly x: Float64Array; readonly w: Float64Array } {
  const count = 2 * nodes.length - 1;
  const x = new Float64Array(count);
  const w = new Float64Array(count);
  const value = (dof: number): number =>
    pencil.index[dof]! < 0 ? 0 : pair.vector[pencil.index[dof]!]!;
  for (let i = 0; i < nodes.length; i += 1) {
    x[2 * i] = nodes[i]! * length;
    w[2 * i] = value(2 * i);
    if (i + 1 === nodes.length) continue;
    const h = nodes[i + 1]! - nodes[i]!;
    x[2 * i + 1] = (nodes[i]! + 0.5 * h) * length;
    w[2 * i + 1] =
      0.5 * (value(2 * i) + value(2 * i + 2)) + 0.125 * h * (value(2 * i + 1) - value(2 * i + 3));
  }
  let largest = 0;
  for (let i = 0; i < count; i += 1) if (Math.abs(w[i]!) > Math.abs(largest)) largest = w[i]!;
  for (let i = 0; i < count; i += 1) w[i]! /= largest;
  return { x, w };
}

/**
 * Euler's load where one exists: a uniform column with one of four pairs of ends and nothing else.
 */
function closedForm(
  inputs: BucklingInputs,
  { end, reference, length, start, uniform }: Column,
): number | null {
  if (
    !uniform ||
    (inputs.selfWeight ?? 0) > 0 ||
    inputs.springs !== undefined ||
    (inputs.foundation ?? 0) > 0 ||
    inputs.loading === "self-weight"
  )
    return null;
  const factors: Readonly<Record<string, number>> = {
    "pinned-pinned": PI,
    "fixed-fixed": 2 * PI,
    "fixed-free": PI / 2,
    "free-fixed": PI / 2,
    "fixed-pinned": 4.493409457909064,
    "pinned-fixed": 4.493409457909064,
    "fixed-guided": PI,
    "guided-fixed": PI,
    "pinned-guided": PI / 2,
    "guided-pinned": PI / 2,
  };
  const k = factors[`${start}-${end}`];
  return k === undefined ? null : (k * k * reference) / (length * length);
}

function answer(
  inputs: BucklingInputs,
  column: Column,
  { error, run: finest, value }: Climbed<Run>,
  toForce: number,
  mesh: (level: number) => Omit<Run, "pair">,
): SolverResult {
  const { length } = column;
  const loads: { mode: number; value: number; unit: string }[] = [];
  const outputs: Record<string, Quantity> = {};
  const modes = inputs.modes ?? MODES;
  // A stated mesh is compared with a finer one, the finest of a ladder with the one before it.
  const { level } = finest;
  const other = modes > 1 ? mesh(level === 0 ? 1 : level - 1) : null;
  const doubt = (k: number, load: number): number => {
    const beside =
      other === null ? null : pencilEigenpair(other.stiffness, other.loads, k, load, LOAD_MAX);
    const change = beside === null ? load : Math.abs(beside.value - load);
    return Math.max(change * (level === 0 ? 16 / 15 : 1 / 5), ROUNDING * load) * toForce;
  };
  for (let k = 0; k < modes; k += 1) {
    const pair =
      k === 0
        ? finest.pair
        : pencilEigenpair(finest.stiffness, finest.loads, k, finest.pair.value, LOAD_MAX);
    if (pair === null) break;
    const load = k === 0 ? value : pair.value * toForce;
    loads.push({ mode: k + 1, value: load, unit: "N" });
    const uncertainty = k === 0 ? numericalUncertainty(error, value) : doubt(k, pair.value);
    outputs[`P_${k + 1}`] = { value: load, unit: "N", uncertainty };
  }
  const { w, x } = shapeOf(finest, length);
  const exact = closedForm(inputs, column);
  if (exact !== null)
    outputs["euler_load"] = { value: exact, unit: "N", uncertainty: ROUNDING * exact };
  outputs["effective_length_factor"] = {
    value: (PI * Math.sqrt(column.reference / value)) / length,
    unit: "1",
    uncertainty:
      (Math.max(0.5 * error.relative, ROUNDING) * (PI * Math.sqrt(column.reference / value))) /
      length,
  };
  const field: Field = {
    name: "displacement_field",
    unit: "1",
    shape: [w.length],
    data: w,
    axes: [{ name: "x", unit: "m", n: w.length, values: [...x] }],
  };
  const shown = Array.from({ length: Math.min(w.length, 65) }, (_, i) =>
    Math.round((i * (w.length - 1)) / Math.min(w.length - 1, 64)),
  );
  return {
    value,
    unit: "N",
    equations: [
      `(EI w'')'' + (N w')'${column.foundation > 0 ? " + k w" : ""} = 0, 0 < x < ${length} m, ` +
        `${column.start} at x = 0, ${column.end} at x = ${length} m`,
      inputs.loading === "self-weight"
        ? "N(x) = W (1 - x/L), W the value"
        : `N(x) = P${(inputs.selfWeight ?? 0) > 0 ? ` + ${inputs.selfWeight!} N/m (L - x)` : ""}, P the value`,
    ],
    outputs,
    named: {
      displacement_field: shown.map((i) => [x[i]!, w[i]!]),
      critical_mode_shape: { x: shown.map((i) => x[i]!), w: shown.map((i) => w[i]!) },
      loads,
      ...(exact === null ? {} : { errorPct: 100 * Math.abs(value / exact - 1) }),
    },
    fields: [field],
    invariants: [
      {
        name: "residual of the eigenvector",
        first: 0,
        last: finest.pair.residual,
        driftPct: 100 * finest.pair.residual,
        boundPct: 1e-2,
      },
    ],
    error: { ...error, relative: error.relative + finest.pair.rounding },
    assumed: assumptions(inputs, error),
    notes: [],
  };
}

function assumptions(inputs: BucklingInputs, error: SolverResult["error"]): Assumed[] {
  const assumed: Assumed[] = [];
  if (inputs.elements === undefined) {
    assumed.push({
      name: "elements",
      value: error.levels.at(-1)!.resolution,
      unit: "1",
      why: "elements at which the gate passed",
    });
  }
  if (inputs.loading === undefined)
    assumed.push({ name: "loading", value: "end", unit: "", why: "the load acts on the top" });
  if (inputs.selfWeight === undefined)
    assumed.push({ name: "selfWeight", value: 0, unit: "N/m", why: "none was stated" });
  return assumed;
}
