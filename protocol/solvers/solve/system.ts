/**
 * A system of differential equations given as text, by order 8 on a mesh of its own and again with
 * every step halved.
 */
import { followMesh, integrate } from "../../math/ode/adaptive.js";
import { integrateStiff } from "../../math/ode/radau.js";
import type { Rhs } from "../../math/ode/rhs.js";
import { compileExpression } from "../expression.js";
import { Trace } from "../marching.js";
import { badInput, exploded, notConverged, SolverRefusal } from "../refusal.js";
import { RightSides, type Piece } from "./pieces.js";
import type { Field } from "../solver.js";

const RTOL = 1e-11;
const EXPLICIT_STEPS_MAX = 1_000_000;
/** Explicit steps from which on a system may count as stiff, and does after so many in a row. */
const STIFF_STEPS_MIN = 20_000;
const STIFF_STEPS = 15;
/** |h lambda| that a method of order 8 keeps below at these tolerances where nothing is stiff. */
const STIFFNESS_MAX = 0.6;
/** Tolerances of the two implicit runs whose difference is the error. */
const STIFF_RTOLS = [1e-8, 1e-10] as const;
const TRACED_MAX = 8;
const LEFT = /^\s*d\s*([A-Za-z_]\w*)\s*\/\s*d\s*t\s*$|^\s*([A-Za-z_]\w*)\s*'\s*$/u;

export interface SystemText {
  readonly equations: readonly string[];
  readonly initial: Readonly<Record<string, number>>;
  readonly t_end: number;
}

export interface Integrated {
  readonly names: readonly string[];
  readonly coarse: Float64Array;
  readonly fine: Float64Array;
  /** What the steps may have hidden, for each variable. */
  readonly hidden: Float64Array;
  /** Pieces between the jumps of the right-hand sides. */
  readonly pieces: number;
  readonly steps: number;
  /** Implicit steps were taken, for explicit ones would have been too many. */
  readonly stiff: boolean;
  readonly canonical: readonly string[];
  readonly fields: readonly Field[];
}

/**
 * @throws SolverRefusal INVALID_BODY for what cannot be read, DID_NOT_CONVERGE where the solution
 * ends early
 */
export function integrateSystem(
  system: SystemText,
  parameters: Readonly<Record<string, number>>,
  poll: () => void,
): Integrated {
  const given = Object.keys(parameters).sort();
  const lefts = system.equations.map((text, i) => {
    const equals = text.indexOf("=");
    const match = equals < 0 ? null : LEFT.exec(text.slice(0, equals));
    const name = match?.[1] ?? match?.[2];
    if (name === undefined)
      throw badInput(
        `/system/equations/${i}`,
        `expected "dx/dt = ..." or "x' = ...", not "${text}"`,
      );
    return { name, right: text.slice(equals + 1) };
  });
  const names = lefts.map(({ name }) => name);
  for (const [i, name] of names.entries()) {
    if (names.indexOf(name) !== i)
      throw badInput(`/system/equations/${i}`, `${name} has two equations`);
    if (name === "t" || given.includes(name))
      throw badInput(`/system/equations/${i}`, `${name} is not free to be a variable`);
    if (!Object.hasOwn(system.initial, name))
      throw badInput("/system/initial", `the start of ${name} is missing`);
  }
  for (const name of Object.keys(system.initial))
    if (!names.includes(name)) throw badInput(`/system/initial/${name}`, `${name} has no equation`);
  const rights = lefts.map(({ right }, i) =>
    compileExpression(right, ["t", ...names, ...given], `/system/equations/${i}`),
  );
  const slots = Float64Array.from([
    0,
    ...names.map(() => 0),
    ...given.map((name) => parameters[name]!),
  ]);
  const rhs: Rhs = (t, y, out) => {
    slots[0] = t;
    slots.set(y, 1);
    for (let i = 0; i < out.length; i += 1) out[i] = rights[i]!.value(slots);
  };
  const start = Float64Array.from(names, (name) => system.initial[name]!);
  const slope = new Float64Array(start.length);
  rhs(0, start, slope);
  if (slope.some((value) => !Number.isFinite(value)))
    throw badInput("/system/initial", "the equations have no value at the start");
  const sides = new RightSides(
    rights.map(({ root }) => root),
    slots,
    system.t_end,
    poll,
  );
  return marched({
    rhs,
    sides,
    y: start,
    names,
    tEnd: system.t_end,
    canonical: rights.map(({ canonical }, i) => `d${names[i]!}/dt = ${canonical}`),
    poll,
  });
}

interface March {
  readonly rhs: Rhs;
  readonly sides: RightSides;
  readonly y: Float64Array;
  readonly names: readonly string[];
  readonly tEnd: number;
  readonly canonical: readonly string[];
  readonly poll: () => void;
}

/** The right-hand sides as they are between the jumps at the ends of a piece. */
function within({ from, to }: Piece, rhs: Rhs): Rhs {
  return (t, y, out) => rhs(Math.min(Math.max(t, from), to), y, out);
}

/** What the width of the jump at the end of a piece leaves unknown. */
function countJump(march: March, k: number, y: Float64Array): void {
  const { rhs, sides } = march;
  const [piece, next] = [sides.pieces[k]!, sides.pieces[k + 1]];
  if (next === undefined) return;
  const [before, after] = [new Float64Array(y.length), new Float64Array(y.length)];
  rhs(piece.to, y, before);
  rhs(next.from, y, after);
  sides.jumpBetween(before, after, next.from - piece.to);
}

function admitted(
  sides: RightSides,
  { from, to }: Piece,
): (t: number, h: number, rangeOf: (i: number) => readonly [number, number]) => boolean {
  return (t, h, rangeOf) => sides.shows(Math.max(t, from), Math.min(t + h, to), h, rangeOf);
}

function traceOf({ names, y }: March): { readonly trace: Trace; readonly traced: number } {
  const traced = Math.min(names.length, TRACED_MAX);
  const trace = new Trace(traced);
  trace.take(0, 0, false, ...y.subarray(0, traced));
  return { trace, traced };
}

function fieldsOf(trace: Trace, names: readonly string[], traced: number): readonly Field[] {
  return trace.fields(
    { name: "t", unit: "s" },
    ...names.slice(0, traced).map((name) => [name, ""] as const),
  );
}

/** Implicit steps where stability bounds the explicit ones, unless they are too many themselves. */
function marched(march: March): Integrated {
  const explicit = explicitly(march, true);
  if (explicit !== null) return explicit;
  try {
    return stiffly(march);
  } catch (error) {
    if (!(error instanceof SolverRefusal)) throw error;
    const again = explicitly(march, false);
    if (again === null) throw error;
    return again;
  }
}

/** @returns null where the system is stiff */
function explicitly(march: March, asksStiff: boolean): Integrated | null {
  const { canonical, names, poll, rhs, sides, tEnd, y } = march;
  const { trace, traced } = traceOf(march);
  const typical = y.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  let [coarse, fine] = [y, y];
  let t = 0;
  let steps = 0;
  let stiff = 0;
  sides.forgive();
  for (const [k, piece] of sides.pieces.entries()) {
    const bounded = within(piece, rhs);
    const shows = admitted(sides, piece);
    let slope: Float64Array | null = null;
    const run = integrate({
      rhs: bounded,
      t,
      y: coarse,
      tEnd: piece.end,
      rtol: RTOL,
      atol: new Float64Array(y.length).fill(1e-14 * typical),
      stepsMax: EXPLICIT_STEPS_MAX - steps,
      ...(sides.canHide ? { admits: (at, h) => shows(at.t, h, (i: number) => at.rangeOf(i)) } : {}),
      onStep: (at, own) => {
        if (own % 256 === 0) poll();
        if (sides.canHide) {
          if (slope !== null) sides.roundedTime(at.t, slope, at.slope);
          slope = Float64Array.from(at.slope);
        }
        trace.take(steps + own, at.t, at.t === tEnd, ...at.y.subarray(0, traced));
        if (!asksStiff || steps + own < STIFF_STEPS_MIN) return false;
        stiff = at.stiffness > STIFFNESS_MAX ? stiff + 1 : 0;
        return stiff >= STIFF_STEPS;
      },
    });
    if (run.status === "explosion") throw exploded(steps + run.mesh.length, "a variable");
    if (run.status === "collapsed") throw ended(run.method.t);
    if (run.status === "event") return null;
    if (run.status === "steps") throw tooLong(run.method.t, EXPLICIT_STEPS_MAX);
    const finer = followMesh({ rhs: bounded, t, y: fine }, run.mesh, 2, (_, own) => {
      if (own % 256 === 0) poll();
    });
    if (finer.status === "explosion") throw exploded(2 * (steps + run.mesh.length), "a variable");
    steps += run.mesh.length;
    t = piece.end;
    [coarse, fine] = [Float64Array.from(run.method.y), Float64Array.from(finer.method.y)];
    countJump(march, k, fine);
  }
  return {
    names,
    coarse,
    fine,
    hidden: sides.hidden,
    pieces: sides.pieces.length,
    steps,
    stiff: false,
    canonical,
    fields: fieldsOf(trace, names, traced),
  };
}

function ended(t: number): Error {
  return notConverged("budget", `the solution has no continuation past t = ${t}.`, { t });
}

function tooLong(t: number, steps: number): Error {
  return notConverged(
    "budget",
    `${steps} steps, the most that are taken, reached only t = ${t}: ask for a shorter time.`,
    { t, steps },
  );
}

/** By Radau IIA at two tolerances; the second gives the value. */
function stiffly(march: March): Integrated {
  const { canonical, names, poll, rhs, sides, tEnd, y } = march;
  const { trace, traced } = traceOf(march);
  // Components far below the others count by what they are, not by what the others are.
  const largest = y.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  const go = (rtol: number, keep: boolean): { y: Float64Array; steps: number } => {
    let at = y;
    let t = 0;
    let steps = 0;
    sides.forgive();
    for (const [k, piece] of sides.pieces.entries()) {
      const run = integrateStiff({
        rhs: within(piece, rhs),
        t,
        y: at,
        tEnd: piece.end,
        rtol,
        atol: new Float64Array(y.length).fill(1e-5 * rtol * largest),
        ...(sides.canHide ? { admits: admitted(sides, piece) } : {}),
        onStep: (now, values, own) => {
          if (own % 16 === 0) poll();
          if (keep) trace.take(steps + own, now, now === tEnd, ...values.subarray(0, traced));
        },
      });
      if (run.status === "steps") throw tooLong(run.t, run.steps);
      if (run.status !== "end") throw ended(run.t);
      [at, t] = [Float64Array.from(run.y), piece.end];
      steps += run.steps;
      countJump(march, k, at);
    }
    return { y: at, steps };
  };
  const [loose, tight] = STIFF_RTOLS;
  const coarse = go(loose, false);
  const fine = go(tight, true);
  if (fine.y.some((value) => !Number.isFinite(value))) throw exploded(fine.steps, "a variable");
  return {
    names,
    coarse: coarse.y,
    fine: fine.y,
    hidden: sides.hidden,
    pieces: sides.pieces.length,
    steps: fine.steps,
    stiff: true,
    canonical,
    fields: fieldsOf(trace, names, traced),
  };
}
