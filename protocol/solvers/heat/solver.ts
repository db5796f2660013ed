import { placing } from "../fields/placed.js";
import { checkedPoints } from "../execute.js";
import { Drift } from "../fields/drift.js";
import { pointsOfLevels, probeField } from "../fields/probe.js";
import { cellsAlong, lengthAxis } from "../fields/rectangle.js";
import type { Taken } from "../fields/hidden.js";
import { isBroken, onNodes } from "../fields/nodal.js";
import { evenPoints } from "../fields/sampler.js";
import { stepsOfPieces } from "../fields/timePieces.js";
import { hiddenOnSides, shownField, withHidden, withUnseen } from "../fields/unseen.js";
import { LIMIT_SLACK } from "../gate.js";
import {
  badInput,
  exploded,
  noSolution,
  notConverged,
  stopIf,
  tooLarge,
  unstableStep,
} from "../refusal.js";
import type { Climbed } from "../ladder.js";
import { defineMarch, inSteps, type MarchAnswer, type Steps, type Watch } from "../march.js";
import { exact, formula, remainder, type Quantities, type Readings } from "../reading.js";
import {
  defineSolver,
  type ErrorEstimate,
  type Invariant,
  type StopSignal,
  type TimeLevels,
} from "../solver.js";
import { packFloats } from "../state.js";
import { heatCard } from "./card.js";
import { DENSE_CELLS_MAX, implicitSolver, isDense, sideSource, TrBdf2 } from "./implicit.js";
import { DAMPED_STEPS, Plate, type Content } from "./plate.js";
import {
  explicitSteps,
  heatProblem,
  meshOf,
  type HeatInputs,
  type HeatProblem,
} from "./problem.js";
import { boundaryText } from "./sides.js";

/** Cells of the first level. */
const PLATE_CELLS = 16;
const BAR_CELLS = 64;
/**
 * alpha dt (1/dx^2 + 1/dy^2) of explicit steps that are chosen here, and the limit of stability.
 */
const EXPLICIT_NUMBER = 0.25;
const EXPLICIT_MAX = 0.5;
const DOUBLINGS = 5;
const EXPLICIT_DOUBLINGS = 4;
const BYTES_PER_POINT = 88;
const BAR_DOUBLINGS_MORE = 1;
/** Part of the scale that the initial field may hide between the points, averaged. */
const HIDDEN_MAX = 1e-4;

interface Mesh extends Steps {
  readonly nx: number;
  readonly ny: number;
  /** Steps of each piece of the time. */
  readonly inPieces?: readonly number[];
}

/** Steps of the first level in a piece of the time. */
const PIECE_STEPS = 16;
/** The same of a time in many pieces. */
const FEW_STEPS = 4;
const MANY_PIECES = 32;
/** Cells that heat gets across, at least, after a jump in the data. */
const CELLS_CROSSED = 2;
/** Part of the last change that an extrapolate is not known to, where data jump. */
const UNEVEN_PART = 1 / 256;
/** The same of a steady plate, whose first levels are coarse: what is read between nodes differs more. */
const STEADY_PART = 0.25;

/** With the first level of the ladder whose points show the initial field. */
interface Problem extends HeatProblem {
  readonly first: number;
}

interface Run {
  readonly plate: Plate;
  readonly mesh: Mesh;
  readonly invariants: readonly Invariant[];
  readonly excess: number;
  readonly timeLevels: TimeLevels | null;
  readonly t0: number;
  readonly stepsDone: number;
}

/**
 * The mesh of a level: cells by the sides' proportion, steps with the cells (their square for
 * explicit steps).
 */
function levelMesh(problem: HeatProblem, level: number): Mesh {
  const { isBar, isHalfSpace, lx, ly, scheme, steady, tEnd } = problem;
  const factor = 1 << level;
  const base = isBar ? BAR_CELLS : PLATE_CELLS;
  const [columns, rows] = isBar ? [base, 0] : cellsAlong(base, lx, ly);
  const [nx, ny] = [columns * factor, rows * factor];
  if (steady) return { nx, ny, steps: 0, dt: 0 };
  const context = { lx, ly, alpha: problem.alpha, tEnd, isBar, steady, from: null };
  const isExplicit = scheme === "explicit";
  const first = isExplicit
    ? explicitSteps(context, nx / factor, ny / factor, EXPLICIT_NUMBER)
    : base * (isHalfSpace ? 1 : 2);
  const { pieces } = problem.time;
  const least = pieces.length > MANY_PIECES ? FEW_STEPS : PIECE_STEPS;
  const inPieces = stepsOfPieces(pieces, first, least).map(
    (steps) => steps * (isExplicit ? factor * factor : factor),
  );
  const steps = inPieces.reduce((all, some) => all + some, 0);
  return { nx, ny, steps, dt: tEnd / steps, inPieces };
}

/** Whether whole solutions expand a full matrix of eigenvectors along x. */
function isFull({ isBar, scheme, sides, steady }: HeatProblem): boolean {
  return !isBar && (steady || scheme === "tr-bdf2") && isDense(sides);
}

function doublingsOf(problem: HeatProblem): number {
  if (problem.scheme === "explicit" && !problem.steady) return EXPLICIT_DOUBLINGS;
  let doublings = DOUBLINGS;
  while (isFull(problem) && doublings > 2 && levelMesh(problem, doublings).nx > DENSE_CELLS_MAX)
    doublings -= 1;
  return doublings;
}

function pointsOf({ isBar }: HeatProblem, { nx, ny }: Mesh): number {
  return (nx + 1) * (isBar ? 1 : ny + 1);
}

/**
 * Least and greatest temperature that initial state and sides allow; null where a flux may exceed
 * them.
 */
function dataRange(
  { initial, isBar, sides, tEnd, time: { pieces } }: HeatProblem,
  plate: Plate,
  u: Float64Array,
): [number, number] | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const take = (value: number): void => {
    low = Math.min(low, value);
    high = Math.max(high, value);
  };
  u.forEach(take);
  const { xs, ys } = plate.mesh;
  for (const side of isBar ? [sides.left, sides.right] : Object.values(sides)) {
    if (!side.fixed && side.film === 0) {
      if (side.text !== "insulated") return null;
      continue;
    }
    const value = side.held ? initial : side.value;
    const times = side.value.varies("t") ? 64 : 0;
    const even = Array.from({ length: times + 1 }, (_, n) =>
      times === 0 ? 0 : (tEnd * n) / times,
    );
    const beside = pieces.length > 1 ? pieces.flatMap(({ high, low }) => [low, high]) : [];
    for (const t of [...even, ...beside]) {
      const alongX = side.name === "bottom" || side.name === "top";
      for (const place of plate.placesAlong(side.name)) {
        const x = alongX ? place : side.name === "left" ? xs[0]! : xs[xs.length - 1]!;
        const y = alongX ? (side.name === "bottom" ? ys[0]! : ys[ys.length - 1]!) : place;
        take(value.at(x, y, t) / (side.fixed ? 1 : side.film));
      }
    }
  }
  return [low, high];
}

function spreadOf(range: [number, number] | null, u: Float64Array): number {
  const [low, high] = range ?? [
    u.reduce((a, b) => Math.min(a, b)),
    u.reduce((a, b) => Math.max(a, b)),
  ];
  return high - low;
}

function march(problem: HeatProblem, mesh: Mesh, watch: Watch): Run {
  const { alpha, from, scheme } = problem;
  const grid = meshOf(problem, mesh.nx, mesh.ny);
  const u =
    from !== null && from.nx === mesh.nx && from.ny === mesh.ny
      ? from.u.slice()
      : onNodes(problem.initial, grid.xs, grid.ys, 0, "/initial").data;
  const plate = new Plate(grid, problem.sides, alpha, u);
  const sameClock = from !== null && from.dt === mesh.dt;
  const t0 = from === null ? 0 : sameClock ? from.t0 : from.t0 + from.steps * from.dt;
  const done = sameClock ? from.steps : 0;
  const stretches =
    problem.stated === null
      ? stretchesOf(problem, mesh)
      : [
          {
            ...WHOLE,
            from: t0,
            offset: done,
            steps: mesh.steps,
            dt: mesh.dt,
            damps: from === null,
          },
        ];
  plate.readBetween(stretches[0]!.low, stretches[0]!.high);
  if (from === null) plate.fix(t0);
  const range = dataRange(problem, plate, u);
  const balance = new Drift();
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const sample = (step: number, content: Content): void => {
    if (content.heat - content.heat !== 0) throw exploded(step, "the temperature");
    balance.sample(content.heat - plate.inflow);
    if (step > 0) {
      low = Math.min(low, content.low);
      high = Math.max(high, content.high);
    }
  };
  sample(0, plate.content());
  // A full matrix of eigenvectors along x takes so many times what a point does.
  const points = u.length * (isFull(problem) ? mesh.nx : 1);
  const way = { points, steps: mesh.steps, tau: stretches.at(-1)!.dt / problem.tEnd };
  const level = (): Float64Array => plate.u.slice();
  const steps = takenIn(plate, scheme, stretches);
  const timeLevels = inSteps(way, watch, level, (n) => {
    sample(n + 1, steps() ?? plate.content());
  });
  const spread = spreadOf(range, plate.u);
  const excess =
    range === null || spread === 0 ? 0 : Math.max(0, high - range[1], range[0] - low) / spread;
  const area = problem.lx * (problem.isBar ? 1 : problem.ly);
  const largest = Math.max(
    Math.abs(range?.[0] ?? low),
    Math.abs(range?.[1] ?? high),
    Math.abs(low),
    Math.abs(high),
  );
  return {
    plate,
    mesh,
    excess,
    // The time of a run in pieces is no whole number of one step.
    ...(stretches.length === 1
      ? { t0, stepsDone: done + mesh.steps }
      : { t0: problem.tEnd, stepsDone: 0 }),
    invariants: [balance.invariant("heat balance", largest * area)],
    timeLevels,
  };
}

interface Stretch {
  readonly from: number;
  /** Steps before its first one, counted from `from`. */
  readonly offset: number;
  readonly steps: number;
  readonly dt: number;
  /** Sides are read between these times. */
  readonly low: number;
  readonly high: number;
  /** Whether the data jump where it begins: its first steps damp, then. */
  readonly damps: boolean;
}

const WHOLE = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };

/** The steps between the times at which the sides jump or bend. */
function stretchesOf({ time: { pieces } }: HeatProblem, mesh: Mesh): readonly Stretch[] {
  if (pieces.length === 1)
    return [{ ...WHOLE, from: 0, offset: 0, steps: mesh.steps, dt: mesh.dt, damps: true }];
  return pieces.map(({ from, high, jumps, low, to }, i) => {
    const steps = mesh.inPieces![i]!;
    return { from, offset: 0, steps, dt: (to - from) / steps, low, high, damps: i === 0 || jumps };
  });
}

/** @returns takes the next step; what the plate holds after it, where the step knows that */
function takenIn(
  plate: Plate,
  scheme: HeatProblem["scheme"],
  stretches: readonly Stretch[],
): () => Content | null {
  let [at, k] = [0, 0];
  const trOf = ({ dt }: Stretch): TrBdf2 | null =>
    scheme === "tr-bdf2" ? new TrBdf2(plate, dt) : null;
  let trBdf2 = trOf(stretches[0]!);
  return () => {
    if (k === stretches[at]!.steps) {
      [at, k] = [at + 1, 0];
      trBdf2 = trOf(stretches[at]!);
      plate.readBetween(stretches[at]!.low, stretches[at]!.high);
      plate.fix(stretches[at]!.from);
    }
    const { damps, dt, from, offset } = stretches[at]!;
    const t = from + (offset + k) * dt;
    k += 1;
    if (trBdf2 !== null) trBdf2.step(t);
    else if (scheme === "explicit") return plate.explicitStep(t, dt);
    else if (damps && k <= DAMPED_STEPS) {
      plate.sweep(t, dt / 2, true);
      plate.sweep(t + dt / 2, dt / 2, true);
    } else plate.sweep(t, dt, false);
    return null;
  };
}

function settle(problem: HeatProblem, mesh: Mesh, stop: StopSignal): Run {
  stopIf(stop);
  const grid = meshOf(problem, mesh.nx, mesh.ny);
  const u = new Float64Array(pointsOf(problem, mesh));
  const plate = new Plate(grid, problem.sides, 1, u);
  const source = new Float64Array(u.length);
  sideSource(plate, 0, source);
  plate.fix(0);
  for (let at = 0; at < u.length; at += 1) u[at] = u[at]! + source[at]!;
  try {
    implicitSolver(plate, 0)(u);
  } catch (error) {
    if (error instanceof RangeError) throw undetermined();
    throw error;
  }
  const edges = plate.edges(0);
  const inX = plate.flowX(u, edges);
  const inY = plate.flowY(u, edges);
  const range = dataRange(problem, plate, u);
  const spread = spreadOf(range, u);
  const size = Math.max(Math.abs(inX), Math.abs(inY), spread);
  const balance: Invariant = {
    name: "heat balance",
    first: 0,
    last: inX + inY,
    driftPct: inX + inY === 0 ? 0 : (100 * Math.abs(inX + inY)) / size,
    boundPct: 1e-6,
  };
  return { plate, mesh, invariants: [balance], excess: 0, timeLevels: null, t0: 0, stepsDone: 0 };
}

function undetermined(): Error {
  return noSolution(
    "no side fixes the temperature: a steady state is determined only up to a constant, or does not exist.",
  );
}

function checkSolvable(problem: HeatProblem): void {
  const { isBar, sides, steady } = problem;
  const all = isBar ? [sides.left, sides.right] : Object.values(sides);
  if (steady && all.every(({ film, fixed }) => !fixed && film === 0)) throw undetermined();
  if (steady && all.some(({ value }) => value.varies("t")))
    throw badInput("/boundary", "a steady state needs sides that do not change with t");
  if (problem.from !== null && problem.isHalfSpace)
    throw badInput("/initialState", "a half space is computed whole");
}

function checkStable(problem: HeatProblem, { dt, nx, ny }: Mesh): void {
  if (problem.scheme !== "explicit" || problem.steady) return;
  const rate =
    problem.alpha *
    ((nx / problem.lx) * (nx / problem.lx) +
      (problem.isBar ? 0 : (ny / problem.ly) * (ny / problem.ly)));
  if (!(dt * rate <= EXPLICIT_MAX * (1 + LIMIT_SLACK))) {
    throw unstableStep(
      "r = alpha dt (1/dx^2 + 1/dy^2)",
      dt * rate,
      EXPLICIT_MAX,
      EXPLICIT_MAX / rate,
    );
  }
}

function partOf({ isBar, scheme, steady, tEnd }: HeatProblem, stated: Mesh, part: number): Mesh {
  const nx = Math.max(2, Math.round(stated.nx * part));
  const ny = isBar ? 0 : Math.max(2, Math.round(stated.ny * part));
  if (steady) return { nx, ny, steps: 0, dt: 0 };
  const steps = Math.max(1, Math.ceil(stated.steps * (scheme === "explicit" ? part * part : part)));
  return { nx, ny, steps, dt: tEnd / steps };
}

function memoryOf(problem: HeatProblem, mesh: Mesh): number {
  const points = checkedPoints("points of the field", pointsOf(problem, mesh));
  const full = isFull(problem);
  if (full && mesh.nx > DENSE_CELLS_MAX)
    throw tooLarge("cells along x with these sides", mesh.nx, DENSE_CELLS_MAX);
  return points * BYTES_PER_POINT + (full ? 32 * mesh.nx * mesh.nx : 0);
}

function ready(problem: HeatProblem): Problem & { readonly scale: number } {
  checkSolvable(problem);
  if (problem.stated !== null) checkStable(problem, problem.stated);
  const scale = scaleOf(problem);
  const first = problem.stated === null ? firstSeen(problem, scale) : 0;
  return { ...problem, scale, first };
}

function valueOf(problem: HeatProblem, { mesh, plate }: Run): number {
  const [x, y] = problem.probe;
  const { hx, hy, ys } = plate.mesh;
  const points = pointsOfLevels(hasBreaks(problem));
  return probeField(plate.u, mesh.nx + 1, ys.length, x / hx, y / hy, false, points);
}

/**
 * Where data jump, the factor of the error differs a little from mesh to mesh: extrapolates that
 * nearly agree do so by chance.
 */
function settled(problem: HeatProblem, { error, run }: Climbed<Run>): ErrorEstimate {
  const [before, last] = error.levels.slice(-2).map(({ value }) => value);
  if (!hasBreaks(problem) || before === undefined || last === undefined) return error;
  const of = hasShortPulse(problem, run.mesh) ? 1 : UNEVEN_PART;
  const part = of * Math.abs(last - before);
  const size = Math.max(Math.abs(last), error.scale);
  return part === 0 ? error : { ...error, relative: error.relative + part / size };
}

/** Whether a side of given temperature jumps twice before heat has crossed two cells. */
function hasShortPulse(problem: HeatProblem, { nx, ny }: Mesh): boolean {
  const { alpha, isBar, time } = problem;
  if (problem.stated !== null || !isDriven(problem)) return false;
  const { hx, hy } = meshOf(problem, nx, ny);
  const widest = CELLS_CROSSED * (isBar ? hx : Math.max(hx, hy));
  return time.pieces.some(
    ({ from, jumps, to }, i) =>
      jumps && i + 1 < time.pieces.length && alpha * (to - from) < widest * widest,
  );
}

/** Whether a side of given temperature, or its surroundings, change with time. */
function isDriven({ sides }: HeatProblem): boolean {
  return Object.values(sides).some(
    ({ film, fixed, value }) => (fixed || film > 0) && value.varies("t"),
  );
}

/** The estimate, widened by what sides and start hide between points and steps. */
function seen(problem: HeatProblem, { error, run }: Climbed<Run>): ErrorEstimate {
  const { initial, isBar, sides, stated, steady, tEnd, time } = problem;
  const { mesh, t0 } = run;
  const { xs, ys } = meshOf(problem, mesh.nx, mesh.ny);
  const start = stated === null ? 0 : t0;
  const ts = steady ? Float64Array.of(0) : evenPoints(mesh.steps, tEnd, start);
  const named = isBar ? [sides.left, sides.right] : Object.values(sides);
  const unresolved = named.filter(({ held }) => !held);
  const taken = time.isWhole ? "means" : "bare";
  const shown = withHidden(
    error,
    hiddenOnSides(unresolved, xs, ys, ts, taken),
    xs.length * ts.length,
  );
  if (steady) return shown;
  const field = shownField(
    "initial",
    initial,
    xs,
    ys,
    Float64Array.of(0),
    takenOf(problem, xs, ys),
  );
  return withUnseen(shown, [field], xs, ys);
}

function takenOf({ initial }: HeatProblem, xs: Float64Array, ys: Float64Array): Taken {
  return isBroken(initial, xs, ys) ? "means" : "values";
}

/**
 * The first level whose points show the initial field, and whose cells are no wider than heat gets
 * after a jump. @throws SolverRefusal where no level below the last three does
 */
function firstSeen(problem: HeatProblem, scale: number): number {
  const { initial, isBar, steady } = problem;
  if (steady) return 0;
  // A bar is cheap enough for a few doublings more.
  const last = doublingsOf(problem) + (isBar ? BAR_DOUBLINGS_MORE : -2);
  const jump = shortestAfterJump(problem);
  if (initial.hidden === undefined && jump === null) return 0;
  const reach = jump === null ? Number.POSITIVE_INFINITY : Math.sqrt(problem.alpha * jump.time);
  let isShown = false;
  for (let level = 0; level <= last; level += 1) {
    const mesh = levelMesh(problem, level);
    const { hx, hy, xs, ys } = meshOf(problem, mesh.nx, mesh.ny);
    const taken = takenOf(problem, xs, ys);
    isShown = (initial.hidden?.(xs, ys, Float64Array.of(0), taken) ?? 0) <= HIDDEN_MAX * scale;
    const widest = isBar ? hx : Math.max(hx, hy);
    if (isShown && CELLS_CROSSED * widest <= reach) return level;
  }
  if (isShown)
    throw notConverged(
      "gate",
      `heat gets ${reach} m far, less than two cells of every mesh that is tried, in the ` +
        `${jump!.time} s after ${jump!.what}: ask for a longer time or a smaller body.`,
    );
  throw notConverged(
    "gate",
    "the initial field has structure between the points of every mesh that is tried: state a " +
      "finer mesh, or a smoother field.",
  );
}

function hasBreaks({ initial, isBar, lx, ly, sides, time }: HeatProblem): boolean {
  const [xs, ys] = [Float64Array.of(0, lx), isBar ? new Float64Array(1) : Float64Array.of(0, ly)];
  const isCut = time.pieces.length > 1 || !time.isWhole;
  return (
    isCut ||
    isBroken(initial, xs, ys) ||
    Object.values(sides).some(({ value }) => isBroken(value, xs, ys))
  );
}

/** The shortest time that heat has from a jump in the start, or at a side of given temperature, on. */
function shortestAfterJump(
  problem: HeatProblem,
): { readonly time: number; readonly what: string } | null {
  const { initial, isBar, lx, ly, tEnd, time } = problem;
  const ends = [Float64Array.of(0, lx), isBar ? new Float64Array(1) : Float64Array.of(0, ly)];
  const starts = isBroken(initial, ends[0]!, ends[1]!)
    ? [{ time: tEnd, what: "the initial field jumps or is steep" }]
    : [];
  // However short a pulse: what a mesh takes of it is its integral over time, as far as heat has time
  // to cross cells afterwards.
  const last = isDriven(problem) ? time.pieces.findLast(({ jumps }) => jumps) : undefined;
  const after =
    last === undefined
      ? []
      : [{ time: tEnd - last.from, what: `a side jumps at t = ${last.from} s` }];
  return [...starts, ...after].reduce<{ time: number; what: string } | null>(
    (least, one) => (least === null || one.time < least.time ? one : least),
    null,
  );
}

/** The spread of initial and boundary temperatures: of it, a temperature near zero is judged. */
function scaleOf(problem: HeatProblem): number {
  const mesh = levelMesh(problem, 0);
  const grid = meshOf(problem, mesh.nx, mesh.ny);
  const u = problem.steady
    ? new Float64Array(pointsOf(problem, mesh)).fill(Number.NaN)
    : onNodes(problem.initial, grid.xs, grid.ys, 0, "/initial").data;
  const known = u.filter((value) => value === value);
  const range = dataRange(problem, new Plate(grid, problem.sides, 1, u), known);
  if (range !== null && range[1] >= range[0]) return range[1] - range[0];
  let scale = known.length === 0 ? 0 : spreadOf(null, known);
  for (const { film, fixed, value } of Object.values(problem.sides)) {
    if (!fixed && film === 0)
      scale = Math.max(scale, Math.abs(value.at(problem.lx, problem.ly, 0)) * problem.lx);
  }
  return scale;
}

/** Means of a level, and what flows in through its sides. */
function readingsOf({ isBar, k }: HeatProblem, { mesh, plate, stepsDone, t0 }: Run): Readings {
  const { u } = plate;
  const n = mesh.nx + 1;
  let square = 0;
  let mean = 0;
  for (let j = 0; j <= plate.mesh.ny; j += 1) {
    const wy = isBar ? 1 : (j === 0 || j === plate.mesh.ny ? 0.5 : 1) / plate.mesh.ny;
    for (let i = 0; i < n; i += 1) {
      const weight = (wy * (i === 0 || i === mesh.nx ? 0.5 : 1)) / mesh.nx;
      mean += weight * u[j * n + i]!;
      square += weight * u[j * n + i]! * u[j * n + i]!;
    }
  }
  const edges = plate.edges(t0 + stepsDone * mesh.dt);
  const flux = (name: string, flow: number): Readings =>
    k === undefined ? {} : { [name]: { value: k * flow, unit: isBar ? "W/m^2" : "W/m" } };
  return {
    mean: { value: mean, unit: "K" },
    mean_square: { value: square, unit: "K^2" },
    ...flux("inflow_x", plate.flowX(u, edges)),
    ...(isBar ? {} : flux("inflow_y", plate.flowY(u, edges))),
  };
}

function answer(
  problem: HeatProblem,
  run: Run,
  { quantities, value }: { readonly quantities: Quantities; readonly value: number },
): MarchAnswer {
  const { isBar, lx, ly, probe, sides, steady } = problem;
  const { excess, mesh, plate } = run;
  const u = plate.u.slice();
  const area = lx * (isBar ? 1 : ly);
  const n = mesh.nx + 1;
  const end = run.t0 + run.stepsDone * mesh.dt;
  return {
    unit: "K",
    equations: [
      steady
        ? `0 = d2T/dx2${isBar ? "" : " + d2T/dy2"}`
        : `dT/dt = ${problem.alpha} (d2T/dx2${isBar ? "" : " + d2T/dy2"}), T(0) = ${problem.initial.text}`,
      `on ${isBar ? `[0, ${lx}]` : `[0, ${lx}] x [0, ${ly}]`}; ` +
        boundaryText(isBar ? [sides.left, sides.right] : Object.values(sides)),
      `T(${isBar ? probe[0] : probe.join(", ")}${steady ? "" : `; t = ${end}`}) = ${value} K`,
    ],
    outputs: {
      ...quantities,
      maximum_principle_excess: remainder(excess),
      area: isBar ? exact(area, "m") : formula(area, "m^2"),
      steps: exact(mesh.steps),
    },
    named: {
      scheme: steady ? "direct" : problem.scheme,
      cells: isBar ? [mesh.nx] : [mesh.nx, mesh.ny],
      dt: mesh.dt,
    },
    fields: [
      {
        name: "temperature_field",
        unit: "K",
        shape: isBar ? [n] : [plate.mesh.ys.length, n],
        data: u,
        axes: [
          ...(isBar ? [] : [lengthAxis("y", plate.mesh.ys.length, plate.mesh.hy)]),
          lengthAxis("x", n, plate.mesh.hx),
        ],
      },
    ],
    ...(steady || problem.isHalfSpace
      ? {}
      : {
          state: {
            nx: mesh.nx,
            ny: mesh.ny,
            t0: run.t0,
            steps: run.stepsDone,
            dt: mesh.dt,
            u: packFloats(u),
          },
        }),
    invariants: [
      ...run.invariants,
      ...(problem.stated === null
        ? [
            {
              name: "maximum principle",
              first: 0,
              last: excess,
              driftPct: 100 * excess,
              boundPct: 0.1,
            },
          ]
        : []),
    ],
    notes:
      excess > 1e-3
        ? ["temperatures left the range of the data: the steps are long for jumps in it"]
        : [],
  };
}

export const heat = defineSolver({
  card: heatCard,
  refused: placing(({ boundary, initial, length, lx, ly, probe, t_end: tEnd = 0 }: HeatInputs) => {
    const far = 4 * Math.abs(typeof probe === "number" ? probe : (probe?.[0] ?? 0));
    const long = lx ?? length ?? far;
    return {
      given: { initial, boundary },
      over: { x: [0, long], y: [0, ly ?? long], t: [0, tEnd] },
    };
  }),
  ...defineMarch({
    order: 2,
    problemOf: (inputs: HeatInputs): Problem => ({
      ...heatProblem(inputs),
      first: 0,
    }),
    levelMesh: (problem: Problem, level) => levelMesh(problem, problem.first + level),
    partOf,
    resolutionOf: ({ nx }) => nx,
    doublingsOf: (problem: Problem) =>
      Math.max(problem.isBar ? 3 : 2, doublingsOf(problem) - problem.first),
    memoryOf,
    workOf: (problem, mesh) =>
      pointsOf(problem, mesh) * Math.max(1, mesh.steps) * (problem.steady ? 64 : 4),
    ready,
    march: (problem, mesh, watch) =>
      problem.steady ? settle(problem, mesh, watch.stop) : march(problem, mesh, watch),
    valueOf,
    readingsOf,
    jumpPartOf: (problem) => (problem.steady && hasBreaks(problem) ? STEADY_PART : 0),
    settled,
    seen,
    answer,
  }),
});
