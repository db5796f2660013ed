/**
 * A system of differential equations given as text, by order 8 on a mesh of its own and again with
 * every step halved.
 */
import { followMesh, integrate } from "../../math/ode/adaptive.js";
import { integrateStiff, type RadauRun } from "../../math/ode/radau.js";
import type { Dop853 } from "../../math/ode/dop853.js";
import type { Rhs } from "../../math/ode/rhs.js";
import { compileExpression } from "../expression.js";
import { Trace } from "../marching.js";
import { badInput, exploded, notConverged } from "../refusal.js";
import type { Field } from "../solver.js";

const RTOL = 1e-11;
/** Explicit steps after which a system counts as stiff. */
const EXPLICIT_STEPS_MAX = 20_000;
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
  return marched(
    rhs,
    start,
    names,
    system.t_end,
    rights.map(({ canonical }, i) => `d${names[i]!}/dt = ${canonical}`),
    poll,
  );
}

function marched(
  rhs: Rhs,
  y: Float64Array,
  names: readonly string[],
  tEnd: number,
  canonical: readonly string[],
  poll: () => void,
): Integrated {
  const traced = Math.min(names.length, TRACED_MAX);
  const trace = new Trace(traced);
  trace.take(0, 0, false, ...y.subarray(0, traced));
  const typical = y.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  const watch = ({ t, y: at }: Dop853, steps: number): void => {
    if (steps % 256 === 0) poll();
    trace.take(steps, t, t === tEnd, ...at.subarray(0, traced));
  };
  const run = integrate({
    rhs,
    t: 0,
    y,
    tEnd,
    rtol: RTOL,
    atol: new Float64Array(y.length).fill(1e-14 * typical),
    stepsMax: EXPLICIT_STEPS_MAX,
    onStep: (method, steps) => watch(method, steps),
  });
  if (run.status === "explosion") throw exploded(run.mesh.length, "a variable");
  if (run.status === "collapsed") throw ended(run.method.t);
  if (run.status === "steps") return stiffly({ rhs, y, names, tEnd, canonical, poll });
  const fine = followMesh({ rhs, t: 0, y }, run.mesh, 2, (_, steps) => {
    if (steps % 256 === 0) poll();
  });
  if (fine.status === "explosion") throw exploded(2 * run.mesh.length, "a variable");
  return {
    names,
    coarse: run.method.y,
    fine: fine.method.y,
    steps: run.mesh.length,
    stiff: false,
    canonical,
    fields: trace.fields(
      { name: "t", unit: "s" },
      ...names.slice(0, traced).map((name) => [name, ""] as const),
    ),
  };
}

function ended(t: number): Error {
  return notConverged("budget", `the solution has no continuation past t = ${t}.`, { t });
}

interface Stiff {
  readonly rhs: Rhs;
  readonly y: Float64Array;
  readonly names: readonly string[];
  readonly tEnd: number;
  readonly canonical: readonly string[];
  readonly poll: () => void;
}

/** By Radau IIA at two tolerances; the second gives the value. */
function stiffly({ canonical, names, poll, rhs, tEnd, y }: Stiff): Integrated {
  const traced = Math.min(names.length, TRACED_MAX);
  const trace = new Trace(traced);
  trace.take(0, 0, false, ...y.subarray(0, traced));
  // Components far below the others count by what they are, not by what the others are.
  const largest = y.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  const go = (rtol: number, keep: boolean): RadauRun =>
    integrateStiff({
      rhs,
      t: 0,
      y,
      tEnd,
      rtol,
      atol: new Float64Array(y.length).fill(1e-5 * rtol * largest),
      onStep: (t, at, steps) => {
        if (steps % 16 === 0) poll();
        if (keep) trace.take(steps, t, t === tEnd, ...at.subarray(0, traced));
      },
    });
  const [loose, tight] = STIFF_RTOLS;
  const coarse = go(loose, false);
  const fine = go(tight, true);
  for (const { status, t } of [coarse, fine]) if (status !== "end") throw ended(t);
  if (fine.y.some((value) => !Number.isFinite(value))) throw exploded(fine.steps, "a variable");
  return {
    names,
    coarse: coarse.y,
    fine: fine.y,
    steps: fine.steps,
    stiff: true,
    canonical,
    fields: trace.fields(
      { name: "t", unit: "s" },
      ...names.slice(0, traced).map((name) => [name, ""] as const),
    ),
  };
}
