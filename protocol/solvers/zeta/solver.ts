import { TWO_PI } from "../../math/constants.js";
import { log } from "../../math/index.js";
import type { JsonObject } from "../../ports.js";
import { exact, formula, remainder } from "../reading.js";
import { badInput, notConverged, stopIf, tooLarge } from "../refusal.js";
import {
  defineSolver,
  type Field,
  type Inputs,
  type Progress,
  type SolverResult,
  type StopSignal,
} from "../solver.js";
import { LISTED_MAX, zetaCard } from "./card.js";
import { Certifier, COUNTED_GRAM, type Stretch } from "./certify.js";
import { maclaurinTerms } from "./maclaurin.js";
import { zeroIn } from "./refine.js";
import { SampledZ } from "./samples.js";
import { BOUNDS_FROM, HardyZ, SIEGEL_FROM } from "./z.js";

type ZetaInputs = Inputs<typeof zetaCard.inputs>;

/** Samples around one stretch; samples and sums for each zero of a list. */
const EVALUATIONS = 160;
const EVALUATIONS_PER_ZERO = 7;
/** Stretches reach so far beyond what is asked for, at most. */
const BEYOND = 700;
/**
 * Sharp values that one answer takes besides, and terms of a sample down where one formula gives
 * all of them.
 */
const SHARP = 4;
const LOW_TERMS = 100;
/** Bytes for each term: its logarithm, its weight and its angles. */
const TERM_BYTES = 320;
/** Points of the curve shown beside a zero. */
const CURVE_POINTS = 129;
const NO_CLAIM = "Counted and verified where it says so; it proves nothing about zeros elsewhere.";

/** Above the height of zero `n`, by the main term of the count. */
function heightOfIndex(n: number): number {
  let u = n + 10;
  for (let i = 0; i < 60; i += 1) {
    const l = log(u);
    const next = u - (u * (l - 1) - (n + 2)) / l;
    if (Math.abs(next - u) <= 1e-12 * u) break;
    u = next;
  }
  return Math.max(TWO_PI * u, 14);
}

/** Zeros up to T, roughly. */
function roughCount(t: number): number {
  const u = Math.max(t / TWO_PI, 3);
  return Math.max(0, u * (log(u) - 1) + 1);
}

/** Below a height, what a stretch about it reaches, as a rule. */
function spreadAt(height: number): number {
  return height < 530 ? 8 : 40 / log(height / TWO_PI);
}

function heightOf({ from = 0, index, to = 0, T }: ZetaInputs): number {
  if (index !== undefined) return heightOfIndex(index);
  return T ?? Math.max(from, to);
}

export const zeta = defineSolver({
  card: zetaCard,
  work: ({ from, index, T, to }) => {
    const height = heightOf({ from, index, T, to });
    const terms = Math.ceil(Math.sqrt(height / TWO_PI));
    const zeros = (low: number, high: number): number =>
      Math.max(0, Math.ceil(roughCount(high) - roughCount(low)));
    const isList = index === undefined && from !== undefined && to !== undefined;
    const listed = isList ? zeros(from, to) : 0;
    const samples =
      terms * (EVALUATIONS + EVALUATIONS_PER_ZERO * listed) +
      (height < BOUNDS_FROM ? EVALUATIONS * LOW_TERMS : 0);
    const sharp = SHARP + (isList ? zeros(from, Math.min(to, SIEGEL_FROM)) : 0);
    const lowest = isList ? from : height;
    return (
      BigInt(samples) +
      (lowest < SIEGEL_FROM ? BigInt(sharp * maclaurinTerms(Math.min(height, SIEGEL_FROM))) : 0n)
    );
  },
  memory: (inputs) =>
    2_097_152 + TERM_BYTES * Math.ceil(Math.sqrt(heightOf(inputs) / TWO_PI)) + 512 * LISTED_MAX,
  run,
});

function run(inputs: ZetaInputs, stop: StopSignal, progress: Progress): SolverResult {
  const { from, index, T, to } = inputs;
  stopIf(stop);
  const modes = [
    index !== undefined,
    T !== undefined,
    from !== undefined || to !== undefined,
  ].filter(Boolean).length;
  if (modes > 1) throw badInput("", "give index, or T, or from and to: one question at a time");
  const poll = (): void => stopIf(stop);
  // A stretch is enlarged a little beyond what is asked for.
  const height = heightOf(inputs);
  const lowest = index === undefined && T === undefined ? (from ?? 0) : height;
  const z = new HardyZ(1.001 * height + BEYOND, poll);
  const samples = new SampledZ(z, lowest - spreadAt(lowest), height, poll);
  const means: Means = {
    z,
    samples,
    certifier: new Certifier(z, poll, COUNTED_GRAM, samples),
    poll,
  };
  progress(1, 4);
  if (index !== undefined) return zeroOf(index, means, progress);
  return T !== undefined ? countTo(T, means, progress) : listOf(from!, to!, means, progress);
}

interface Means {
  readonly z: HardyZ;
  readonly samples: SampledZ;
  readonly certifier: Certifier;
  readonly poll: () => void;
}

/** The proven statement, in words. */
function certificateOf({
  blocks,
  exceptions,
  from,
  guardsAbove,
  guardsBelow,
  high,
  low,
  to,
}: Stretch): JsonObject {
  return {
    from: low,
    to: high,
    zerosBelowFrom: from + 1,
    zerosBelowTo: to + 1,
    blocks,
    exceptions,
    guardsBelow,
    guardsAbove,
    text:
      `${to - from} zeros between the Gram points ${from} and ${to}, as many sign changes of Z: ` +
      "all of them are on the " +
      "critical line, and simple",
  };
}

function common(
  z: HardyZ,
  stretch: Stretch,
): Pick<SolverResult, "unit" | "invariants" | "assumed" | "notes"> & {
  readonly costs: SolverResult["outputs"];
} {
  return {
    unit: "1",
    invariants: [],
    assumed: [],
    costs: {
      evaluations: exact(z.evaluations),
      terms: exact(z.terms),
      bad_gram_points: exact(stretch.badPoints),
    },
    notes: [
      NO_CLAIM,
      "Signs rest on bounds of the remainder and of rounding, not on interval arithmetic.",
    ],
  };
}

function zeroOf(
  index: number,
  { certifier, poll, samples, z }: Means,
  progress: Progress,
): SolverResult {
  const stretch = certifier.certify(index - 2, index - 1);
  progress(2, 4);
  // The stretch may begin at a zero above the one asked for, or end below it, where Gram's law
  // fails.
  let held = stretch;
  for (let more = 2; index <= held.from + 1 || index > held.to + 1; more += 2) {
    if (more > 40)
      throw notConverged("gate", `zero ${index} was not found between the Gram points about it`, {
        index,
      });
    held = certifier.certify(index - 2 - more, index - 1 + more);
  }
  const bracket = held.brackets[index - held.from - 2]!;
  const { error, slope, slopeError, t } = zeroIn(z, samples, bracket, poll);
  progress(3, 4);
  const width = bracket.right - bracket.left;
  const shown = [Math.max(bracket.left - width, 9), bracket.right + width] as const;
  const fromGram = certifier.point(index - 2);
  const { costs, ...rest } = common(z, held);
  return {
    ...rest,
    value: t,
    equations: [
      `Z(t) = exp(i theta(t)) zeta(1/2 + i t) = 0, zero number ${index}`,
      `Z(t) = 2 sum n^(-1/2) cos(theta(t) - t ln n) + R(t), n <= ${Math.floor(Math.sqrt(t / TWO_PI))}, R by C0 to C4`,
    ],
    outputs: {
      ...costs,
      gram_point: formula(fromGram.t, "1"),
      slope: { value: slope, unit: "1", uncertainty: slopeError },
      bracket: exact(width),
      ordinate_error: remainder(error),
      curve_error: remainder(Math.max(samples.errorAt(shown[0]), samples.errorAt(shown[1]))),
    },
    named: { index, certificate: certificateOf(held) },
    fields: [curve(samples, shown)],
    error: { relative: error / t, scale: 0, method: "certificate", levels: [] },
  };
}

function curve(samples: SampledZ, [start, right]: readonly [number, number]): Field {
  const step = (right - start) / (CURVE_POINTS - 1);
  const data = new Float64Array(CURVE_POINTS);
  for (let i = 0; i < CURVE_POINTS; i += 1) data[i] = samples.at(start + i * step);
  return {
    name: "Z",
    unit: "1",
    shape: [CURVE_POINTS],
    data,
    axes: [{ name: "t", unit: "1", n: CURVE_POINTS, start, step }],
  };
}

/**
 * Zeros of a stretch at or below a height, whose sign there tells on which side the nearest lies.
 */
function below(height: number, { brackets }: Stretch, z: HardyZ): number {
  let count = 0;
  for (const { atLeft, left, right } of brackets) {
    if (right <= height) count += 1;
    else if (left < height) {
      const value = z.at(height);
      if (Math.abs(value) <= z.errorAt(height)) {
        throw notConverged(
          "gate",
          `Z(${height}) cannot be told from 0: the count there is not determined in double precision`,
          { height, Z: value, error: z.errorAt(height) },
        );
      }
      if (value * atLeft < 0) count += 1;
    }
  }
  return count;
}

function countTo(T: number, { certifier, z }: Means, progress: Progress): SolverResult {
  const first = certifier.point(-1).t;
  const index = T < first ? -1 : z.gramIndex(T);
  const stretch = certifier.certify(index, index + 1);
  progress(2, 4);
  const count = stretch.from + 1 + below(T, stretch, z);
  progress(3, 4);
  const smooth = T < first ? 0 : z.theta(T) / (TWO_PI / 2) + 1;
  const { costs, ...rest } = common(z, stretch);
  const known = T < first ? exact(0) : formula(smooth, "1");
  return {
    ...rest,
    value: count,
    equations: [`N(T) = theta(T)/pi + 1 + S(T), T = ${T}: zeros with 0 < ordinate <= T`],
    outputs: {
      ...costs,
      smooth_count: known,
      S: { value: T < first ? 0 : count - smooth, unit: "1", uncertainty: known.uncertainty },
    },
    named: { certificate: certificateOf(stretch) },
    fields: [],
    error: { relative: 0, scale: 1, method: "certificate", levels: [] },
  };
}

function listOf(
  from: number,
  to: number,
  { certifier, poll, samples, z }: Means,
  progress: Progress,
): SolverResult {
  if (!(to > from)) throw badInput("/to", `to = ${to} is not above from = ${from}`);
  const rough = roughCount(to) - roughCount(from);
  if (rough > LISTED_MAX) throw tooLarge("zeros of the list", Math.round(rough), LISTED_MAX);
  const first = certifier.point(-1).t;
  const at = (t: number): number => (t < first ? -1 : z.gramIndex(t));
  const stretch = certifier.certify(at(from), at(to) + 1);
  progress(2, 4);
  const lowest = from < first ? 0 : below(from, stretch, z);
  const count = below(to, stretch, z) - lowest;
  const zeros = new Float64Array(count);
  const errors = new Float64Array(count);
  let worst = 0;
  for (let i = 0; i < count; i += 1) {
    const { error, t } = zeroIn(z, samples, stretch.brackets[lowest + i]!, poll);
    zeros[i] = t;
    errors[i] = error;
    worst = Math.max(worst, error / t);
  }
  progress(3, 4);
  const index = stretch.from + 2 + lowest;
  const { costs, ...rest } = common(z, stretch);
  return {
    ...rest,
    value: count,
    equations: [`Z(t) = 0 for ${from} < t <= ${to}`],
    outputs: { ...costs, relative_error: remainder(worst) },
    named: {
      firstIndex: count === 0 ? null : index,
      zeros: [...zeros],
      uncertainties: [...errors],
      certificate: certificateOf(stretch),
    },
    fields:
      count === 0
        ? []
        : [
            {
              name: "ordinate",
              unit: "1",
              shape: [count],
              data: zeros,
              axes: [{ name: "index", unit: "1", n: count, start: index, step: 1 }],
            },
          ],
    error: { relative: worst, scale: 1, method: "certificate", levels: [] },
  };
}
