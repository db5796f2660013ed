/** Exponents, contraction and states of the Lorenz system. */
import { ULP } from "../../math/constants.js";
import { compensatedSum } from "../../math/sum.js";
import {
  MARCH_STEPS_MAX,
  marchOf,
  refined,
  statedStepError,
  stepLength,
  stepsOf,
  Trace,
  type March,
} from "../marching.js";
import { numericalUncertainty } from "../gate.js";
import { badInput, exploded, SolverMissing, stopIf, tooLarge } from "../refusal.js";
import {
  defineSolver,
  type Assumed,
  type ErrorEstimate,
  type Field,
  type Inputs,
  type Invariant,
  type Progress,
  type Quantity,
  type SolverResult,
} from "../solver.js";
import { packFloats, unpackFloats } from "../state.js";
import { SAMPLING_BOUND } from "../../limits.js";
import { AVERAGE_TIME_MAX, chaosCard } from "./card.js";
import { advance, growthOf, startTangent, type Parameters, type Tangent } from "./lorenz.js";
import { kaplanYorke, spectrumOf, type Spectrum } from "./spectrum.js";
import { TaylorLorenz } from "./taylor.js";

type Given = Inputs<(typeof chaosCard)["inputs"]>;

/** Time units of one block of an average: many times the memory of the flow. */
const BLOCK_TIME = 64;
const BLOCKS_MIN = 64;
/** Error bars are also taken over this many long blocks, so that memory between blocks counts. */
const LONG_BLOCKS = 32;
const TRANSIENT = 100;
const SPECTRUM_TIME = 1_024;
/** Beside the exponent of a stated time the frame is a glance. */
const GLANCE_TIME = 32;
/** The contraction holds to this part, in percent: the frame is integrated finely enough for it. */
const CONTRACTION_BOUND_PCT = 1e-4;
const SAMPLED_STEPS = 20_000;
/** Steps of one open average: about a minute. */
const AVERAGE_STEPS_MAX = 2_500_000_000;
const TAYLOR_ORDER = 26;
const STATE_FLOATS = 9;

/** A power of two below the time in which anything changes by a small part. */
function stepFor({ beta, rho, sigma }: Parameters, part: number): number {
  const want = part / (sigma + 1 + beta + rho);
  let h = 1;
  while (h > want) h /= 2;
  return h;
}

function expected({ beta, sigma }: Parameters): number {
  return -(sigma + 1 + beta);
}

/** Size below which an exponent counts as zero: a twentieth of the contraction. */
function scaleOf(given: Given): number {
  return -expected(given) / 20;
}

function initialOf(given: Given): readonly number[] {
  if (given.initial === undefined)
    throw new SolverMissing("initial", ["initial", "x0"], "the start is missing");
  return given.initial;
}

function requireEnd(given: Given): number {
  if (given.t_end === undefined)
    throw new SolverMissing(
      "t_end",
      ["t_end", "t_max"],
      "the state is asked for at t_end, which is missing",
    );
  return given.t_end;
}

function plannedSteps(given: Given): number {
  const asked = given.quantity ?? "lambda1";
  if (asked === "contraction") return (3 * SPECTRUM_TIME) / (given.dt ?? stepFor(given, 0.1));
  if (asked === "state") return (3 * (given.t_end ?? 1)) / (given.dt ?? stepFor(given, 0.5));
  return given.t_end === undefined
    ? 200_000 / (given.dt ?? stepFor(given, 0.5))
    : (3 * given.t_end) / (given.dt ?? stepFor(given, 0.25));
}

export const chaos = defineSolver({
  card: chaosCard,
  work: (given) =>
    BigInt(
      Math.ceil(Math.min(1e15, plannedSteps(given) * (given.quantity === "state" ? 2_000 : 60))),
    ),
  memory: (given) => {
    const steps = plannedSteps(given);
    const most = given.t_end === undefined ? AVERAGE_TIME_MAX * 1_024 : MARCH_STEPS_MAX;
    if (!(steps <= most)) throw tooLarge("steps", steps, most);
    return 1 << 22;
  },
  run(given, stop, progress): SolverResult {
    const poll = (): void => stopIf(stop);
    poll();
    progress(0, 1);
    const asked = given.quantity ?? "lambda1";
    if (asked === "state") return stateAt(given, poll, progress);
    if (asked === "contraction") return contraction(given, poll, progress);
    return given.t_end === undefined
      ? average(given, poll, progress)
      : finiteTime(given, given.t_end, poll, progress);
  },
});

const EQUATIONS = ({ beta, rho, sigma }: Parameters): string[] => [
  `dx/dt = ${sigma} (y - x)`,
  `dy/dt = x (${rho} - z) - y`,
  `dz/dt = x y - ${beta} z`,
];

function fieldsOf(trace: Trace): Field[] {
  return trace.fields({ name: "t", unit: "1" }, ["x", "1"], ["y", "1"], ["z", "1"]);
}

function volumeInvariant(given: Given, { exponents }: Spectrum): Invariant {
  const sum = exponents[0] + exponents[1] + exponents[2];
  const exact = expected(given);
  return {
    name: "sum of the measured exponents",
    first: exact,
    last: sum,
    driftPct: 100 * Math.abs((sum - exact) / exact),
    boundPct: CONTRACTION_BOUND_PCT,
  };
}

function spectrumOutputs({
  contraction: rate,
  doubts,
  exponents,
}: Spectrum): SolverResult["outputs"] {
  const quantity = (value: number, uncertainty: number): Quantity =>
    Number.isFinite(uncertainty)
      ? { value, unit: "1", uncertainty }
      : { value, unit: "1", uncertainty: Math.abs(value) };
  const sum = exponents[0] + exponents[1] + exponents[2];
  const [first, second, third] = doubts;
  return {
    lambda1_frame: quantity(exponents[0], first),
    lambda2: quantity(exponents[1], second),
    lambda3: quantity(exponents[2], third),
    contraction: quantity(rate, Math.max(Math.abs(rate - sum), CONTRACTION_PART * Math.abs(rate))),
    kaplan_yorke_dimension: quantity(
      kaplanYorke(exponents),
      Math.min(3, (first + second + third) / Math.abs(exponents[2])),
    ),
  };
}

/** Part of the contraction that the steps of the frame leave. */
const CONTRACTION_PART = 1e-7;

/** The frame, short and fine beside a long average. */
function frame(given: Given, start: readonly number[], time: number, poll: () => void): Spectrum {
  const h = stepFor(given, 0.1);
  return spectrumOf(given, start, h, time / h, poll);
}

/** An average long enough for its own error bar. */
function average(given: Given, poll: () => void, progress: Progress): SolverResult {
  const dt = given.dt ?? stepFor(given, 0.5);
  const initial = initialOf(given);
  const tangent = startTangent(initial);
  const transient = given.transient ?? TRANSIENT;
  const blockSteps = Math.ceil(BLOCK_TIME / dt);
  for (let t = 0; t < transient; t += BLOCK_TIME) {
    poll();
    advance(tangent, given, dt, blockSteps);
  }
  const blocks: number[] = [];
  let before = growthOf(tangent);
  let standard = Number.POSITIVE_INFINITY;
  let mean = 0;
  const most = Math.max(
    BLOCKS_MIN,
    Math.floor(Math.min(AVERAGE_TIME_MAX / BLOCK_TIME, AVERAGE_STEPS_MAX / blockSteps)),
  );
  while (blocks.length < most) {
    poll();
    advance(tangent, given, dt, blockSteps);
    const now = growthOf(tangent);
    if (!Number.isFinite(now)) throw exploded(tangent.steps, "the vector");
    blocks.push((now - before) / (blockSteps * dt));
    before = now;
    if (blocks.length >= BLOCKS_MIN && blocks.length % BLOCKS_MIN === 0) {
      ({ mean, standard } = barOf(blocks));
      const scale = Math.max(Math.abs(mean), scaleOf(given));
      progress((0.9 * blocks.length) / most, 1, 0, standard / scale);
      if (3.2 * standard <= SAMPLING_BOUND * scale) break;
    }
  }
  const spectrum = frame(given, initial, SPECTRUM_TIME, poll);
  const bias = biasOf(given, tangent, dt);
  progress(1, 1);
  const size = Math.max(Math.abs(mean), scaleOf(given));
  const t = blocks.length * blockSteps * dt;
  return {
    value: mean,
    unit: "1",
    equations: EQUATIONS(given),
    outputs: {
      lambda1: {
        value: mean,
        unit: "1",
        uncertainty: Math.sqrt(standard * standard + bias * bias),
      },
      ...spectrumOutputs(spectrum),
      averaged_time: { value: t, unit: "1", uncertainty: 0 },
      block_deviation: {
        value: standard * Math.sqrt(blocks.length),
        unit: "1",
        uncertainty: 0.75 * standard,
      },
    },
    named: {},
    fields: fieldsOf(spectrum.trace),
    invariants: [volumeInvariant(given, spectrum)],
    error: {
      relative: standard / size,
      scale: scaleOf(given),
      method: "sampling",
      systematic: Math.abs(bias) / size,
      levels: halvesOf(blocks),
    },
    assumed: [
      ...assumedStep(given, dt),
      ...(given.transient === undefined
        ? [
            {
              name: "transient",
              value: TRANSIENT,
              unit: "1",
              why: "the average begins on the attractor",
            },
          ]
        : []),
    ],
    notes: [
      `Average over ${t} time units in ${blocks.length} blocks; a stated t_end gives the ` +
        "exponent of that finite time instead.",
    ],
  };
}

/** Mean and standard error: the larger of those of short and of long blocks. */
function barOf(blocks: readonly number[]): { readonly mean: number; readonly standard: number } {
  const mean = compensatedSum(blocks) / blocks.length;
  const perLong = Math.floor(blocks.length / LONG_BLOCKS);
  const long = Array.from(
    { length: LONG_BLOCKS },
    (_, k) => compensatedSum(blocks.slice(k * perLong, (k + 1) * perLong)) / perLong,
  );
  return { mean, standard: Math.max(errorOf(blocks), errorOf(long)) };
}

function errorOf(values: readonly number[]): number {
  const n = values.length;
  const mean = compensatedSum(values) / n;
  return Math.sqrt(
    compensatedSum(values.map((value) => (value - mean) * (value - mean))) / (n * (n - 1)),
  );
}

function halvesOf(blocks: readonly number[]): ErrorEstimate["levels"] {
  const levels = [];
  for (
    let n = Math.ceil(blocks.length / 4);
    n <= blocks.length;
    n = n === blocks.length ? n + 1 : Math.min(2 * n, blocks.length)
  ) {
    levels.push({ resolution: n * BLOCK_TIME, value: compensatedSum(blocks.slice(0, n)) / n });
  }
  return levels;
}

/**
 * What the step does to the growth of the vector: each step against two halves, from the same
 * points of the orbit.
 */
function biasOf(given: Given, tangent: Tangent, dt: number): number {
  const growth = (
    from: Tangent,
    h: number,
    count: number,
  ): { readonly log: number; readonly end: Tangent } => {
    const end = { at: from.at.slice(), sum: from.sum, steps: from.steps };
    const start = growthOf(end);
    advance(end, given, h, count);
    return { log: growthOf(end) - start, end };
  };
  let at = tangent;
  let sum = 0;
  for (let i = 0; i < SAMPLED_STEPS; i += 1) {
    const whole = growth(at, dt, 1);
    sum += whole.log - growth(at, dt / 2, 2).log;
    at = whole.end;
  }
  return (sum * (16 / 15)) / (SAMPLED_STEPS * dt);
}

function assumedStep(given: Given, dt: number): Assumed[] {
  return given.dt === undefined
    ? [{ name: "dt", value: dt, unit: "1", why: "a small part of the fastest rate" }]
    : [];
}

interface Finite {
  readonly tangent: Tangent;
  readonly t: number;
  readonly exponent: number;
  readonly trace: Trace;
}

function finiteRun(
  given: Given,
  from: { readonly tangent: Tangent; readonly t: number },
  march: March,
  poll: () => void,
): Finite {
  const tangent = { at: from.tangent.at.slice(), sum: from.tangent.sum, steps: from.tangent.steps };
  const steps = stepsOf(march);
  const trace = new Trace(3);
  trace.take(0, from.t, false, tangent.at[0]!, tangent.at[1]!, tangent.at[2]!);
  let { t } = from;
  for (let i = 0; i < steps; i += 1) {
    if (i % 4_096 === 0) poll();
    const h = stepLength(march, i);
    advance(tangent, given, h, 1);
    t = i < march.parts * march.whole ? from.t + (i + 1) * h : t + h;
    trace.take(i + 1, t, i + 1 === steps, tangent.at[0]!, tangent.at[1]!, tangent.at[2]!);
  }
  const growth = growthOf(tangent);
  if (!Number.isFinite(growth)) throw exploded(steps, "the vector");
  return { tangent, t, exponent: growth / t, trace };
}

/** The exponent of a stated time from the stated start, labelled as such. */
function finiteTime(
  given: Given,
  length: number,
  poll: () => void,
  progress: Progress,
): SolverResult {
  const dt = given.dt ?? stepFor(given, 0.25);
  const from = startOf(given, dt, poll);
  const march = marchOf(length, dt);
  if (stepsOf(march) > MARCH_STEPS_MAX) throw tooLarge("steps", stepsOf(march), MARCH_STEPS_MAX);
  const run = finiteRun(given, from, march, poll);
  progress(1, 4);
  const finer = finiteRun(given, from, refined(march, 2), poll);
  progress(3, 4);
  const spectrum = frame(
    given,
    given.initial ?? [...run.tangent.at.subarray(0, 3)],
    GLANCE_TIME,
    poll,
  );
  progress(1, 1);
  const { at, steps, sum } = run.tangent;
  const error = statedStepError(run.exponent, finer.exponent, stepsOf(march), 4, scaleOf(given));
  return {
    value: run.exponent,
    unit: "1",
    equations: EQUATIONS(given),
    outputs: {
      lambda1: {
        value: run.exponent,
        unit: "1",
        uncertainty: numericalUncertainty(error, run.exponent),
      },
      ...spectrumOutputs(spectrum),
      averaged_time: { value: run.t, unit: "1", uncertainty: 0 },
      ...places(at, finer.tangent.at),
    },
    named: { finiteTime: true },
    fields: fieldsOf(run.trace),
    state: { run: packFloats(Float64Array.of(run.t, sum, steps, ...at)) },
    invariants: [volumeInvariant(given, spectrum)],
    error,
    assumed: assumedStep(given, dt),
    notes: [
      "This is the exponent of the stated finite time from the stated start; leave t_end out " +
        "for the average of the attractor.",
    ],
  };
}

/** A place with what another run along the same way differs by. */
function places(at: Float64Array, beside: Float64Array): Readonly<Record<string, Quantity>> {
  return Object.fromEntries(
    ["x", "y", "z"].map((name, i) => {
      const value = at[i]!;
      const uncertainty = Math.max(2 * Math.abs(value - beside[i]!), 2 * ULP * Math.abs(value));
      return [name, { value, unit: "1", uncertainty }];
    }),
  );
}

function startOf(
  given: Given,
  dt: number,
  poll: () => void,
): { readonly tangent: Tangent; readonly t: number } {
  if (given.initialState !== undefined) {
    const [t, sum, steps, ...at] = unpackFloats(
      given.initialState["run"],
      STATE_FLOATS,
      "/initialState/run",
    );
    if (!(t! > 0) || !Number.isInteger(steps))
      throw badInput("/initialState/run", "expected the state of an earlier answer");
    return { t: t!, tangent: { sum: sum!, steps: steps!, at: Float64Array.from(at) } };
  }
  const tangent = startTangent(initialOf(given));
  if (given.transient === undefined || given.transient === 0) return { tangent, t: 0 };
  const steps = Math.ceil(given.transient / dt);
  for (let done = 0; done < steps; done += 4_096) {
    poll();
    advance(tangent, given, dt, Math.min(4_096, steps - done));
  }
  return { t: 0, tangent: { at: tangent.at, sum: -growthOf({ ...tangent, sum: 0 }), steps: 0 } };
}

/** Rate of log volume, measured on the frame at two steps. */
function contraction(given: Given, poll: () => void, progress: Progress): SolverResult {
  const dt = given.dt ?? stepFor(given, 0.1);
  const time = given.t_end ?? SPECTRUM_TIME / 8;
  const run = spectrumOf(given, initialOf(given), dt, time / dt, poll);
  progress(1, 3);
  const finer = spectrumOf(given, initialOf(given), dt / 2, (2 * time) / dt, poll);
  progress(1, 1);
  return {
    value: run.contraction,
    unit: "1",
    equations: EQUATIONS(given),
    outputs: {
      ...spectrumOutputs(run),
      divergence: {
        value: expected(given),
        unit: "1",
        uncertainty: 2 * ULP * Math.abs(expected(given)),
      },
    },
    named: {},
    fields: fieldsOf(run.trace),
    invariants: [volumeInvariant(given, run)],
    error: {
      ...statedStepError(run.contraction, finer.contraction, Math.ceil(time / dt), 4, 0),
      fixedByCaller: given.dt !== undefined,
    },
    assumed: [
      ...assumedStep(given, dt),
      ...(given.t_end === undefined
        ? [
            {
              name: "t_end",
              value: time,
              unit: "1",
              why: "every stretch of the orbit contracts alike",
            },
          ]
        : []),
    ],
    notes: ["divergence is that of the equations, -(sigma + 1 + beta), beside the measured value."],
  };
}

/** A state in double-double Taylor series, against one with half the step and another order. */
function stateAt(given: Given, poll: () => void, progress: Progress): SolverResult {
  if (given.initialState !== undefined)
    throw badInput("/initialState", "a state is computed from its start");
  const length = requireEnd(given);
  const initial = initialOf(given);
  const h = given.dt ?? stepFor(given, 0.5);
  const march = marchOf(length, h);
  const at = { x: 0, y: 1, z: 2 }[given.component ?? "x"];
  const go = (
    plan: March,
    order: number,
  ): { readonly end: Float64Array; readonly trace: Trace } => {
    const series = new TaylorLorenz(given, order);
    series.state.set(initial);
    const trace = new Trace(3);
    trace.take(0, 0, false, ...initial);
    const steps = stepsOf(plan);
    for (let i = 0; i < steps; i += 1) {
      if (i % 64 === 0) poll();
      series.step(stepLength(plan, i));
      if (!Number.isFinite(series.state[0]!)) throw exploded(i + 1, "x");
      trace.take(
        i + 1,
        Math.min(length, ((i + 1) * plan.dt) / plan.parts),
        i + 1 === steps,
        series.state[0]!,
        series.state[1]!,
        series.state[2]!,
      );
    }
    return { end: series.state, trace };
  };
  const coarse = go(march, TAYLOR_ORDER);
  progress(1, 3);
  const fine = go(refined(march, 2), TAYLOR_ORDER - 4);
  progress(1, 1);
  const size = Math.max(Math.abs(fine.end[0]!), Math.abs(fine.end[1]!), Math.abs(fine.end[2]!));
  const change = Math.abs(fine.end[at]! - coarse.end[at]!);
  return {
    value: fine.end[at]!,
    unit: "1",
    equations: EQUATIONS(given),
    outputs: places(fine.end, coarse.end),
    named: {},
    fields: fieldsOf(fine.trace),
    invariants: [],
    error: {
      relative: change === 0 ? 0 : change / Math.max(Math.abs(fine.end[at]!), 1e-3 * size),
      scale: 0,
      method: "step-halving",
      levels: [
        { resolution: stepsOf(march), value: coarse.end[at]! },
        { resolution: 2 * stepsOf(march), value: fine.end[at]! },
      ],
    },
    assumed: [
      ...assumedStep(given, h),
      ...(given.component === undefined
        ? [{ name: "component", value: "x", unit: "", why: "the first" }]
        : []),
    ],
    notes: [
      `Taylor series of orders ${TAYLOR_ORDER} and ${TAYLOR_ORDER - 4} in double-double; past ` +
        "the time where they part there is no value.",
    ],
  };
}
