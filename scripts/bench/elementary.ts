/** Elementary functions beside the engine's own, in turns, each inlined into a loop of its own. */
import { last } from "../../protocol/math/fast/settle.js";
import * as math from "../../protocol/math/index.js";
import type { Row } from "./report.js";

/** More than branch predictors remember from one pass to the next. */
const COUNT = 131_072;
const PASSES = 1;
const WARM_PASSES = 16;
const ROUNDS = 21;
const NS_PER_MS = 1e6;

type Interval = readonly [low: number, high: number];
type Evaluate = (x: number, y: number) => number;
type Loop = (evaluate: Evaluate, xs: Float64Array, ys: Float64Array, passes: number) => number;

const UNARY: readonly (readonly [name: string, evaluate: (x: number) => number, Interval])[] = [
  ["exp", math.exp, [-20, 20]],
  ["expm1", math.expm1, [-5, 5]],
  ["log", math.log, [0.01, 100]],
  ["log1p", math.log1p, [-0.9, 10]],
  ["log2", math.log2, [0.01, 100]],
  ["log10", math.log10, [0.01, 100]],
  ["cbrt", math.cbrt, [-100, 100]],
  ["sin", math.sin, [-30, 30]],
  ["cos", math.cos, [-30, 30]],
  ["tan", math.tan, [-30, 30]],
  ["asin", math.asin, [-1, 1]],
  ["acos", math.acos, [-1, 1]],
  ["atan", math.atan, [-10, 10]],
  ["sinh", math.sinh, [-10, 10]],
  ["cosh", math.cosh, [-10, 10]],
  ["tanh", math.tanh, [-4, 4]],
  ["asinh", math.asinh, [-30, 30]],
  ["acosh", math.acosh, [1, 30]],
  ["atanh", math.atanh, [-1, 1]],
  ["exp2", math.exp2, [-20, 20]],
  ["exp10", math.exp10, [-9, 9]],
  ["sinpi", math.sinpi, [-9, 9]],
  ["cospi", math.cospi, [-9, 9]],
  ["tanpi", math.tanpi, [-9, 9]],
  ["erf", math.erf, [-3, 3]],
  ["erfc", math.erfc, [-3, 9]],
  ["gamma", math.gamma, [-9, 30]],
  ["lgamma", math.lgamma, [-9, 90]],
];
const BINARY: readonly (readonly [name: string, Evaluate, Interval, Interval, peer?: string])[] = [
  ["pow", math.pow, [0.1, 10], [-8, 8]],
  ["powi", math.powi, [-9, 9], [3, 9], "pow"],
  ["hypot", math.hypot, [-10, 10], [-10, 10]],
  ["atan2", math.atan2, [-10, 10], [-10, 10]],
];

/** The text is unlike any other, so that the engine compiles it for this one callee. */
function loopOf(name: string, call: string): Loop {
  // The body is written here; nothing in it comes from outside.
  // eslint-disable-next-line no-new-func, typescript/no-implied-eval
  const loop: unknown = new Function(
    "evaluate",
    "xs",
    "ys",
    "passes",
    `/* ${name} */
    let sum = 0;
    for (let pass = 0; pass < passes; pass++) {
      for (let i = 0; i < xs.length; i++) sum += ${call};
    }
    return sum;`,
  );
  // eslint-disable-next-line typescript/no-unsafe-type-assertion
  return loop as Loop;
}

/** Evenly spread over the interval in an order that branch predictors cannot learn (xorshift). */
function spread([low, high]: Interval, seed: number): Float64Array {
  let state = seed;
  return Float64Array.from({ length: COUNT }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return low + ((high - low) * (state >>> 0)) / 4_294_967_296;
  });
}

function time(loop: Loop, evaluate: Evaluate, xs: Float64Array, ys: Float64Array): number {
  const begin = performance.now();
  const sum = loop(evaluate, xs, ys, PASSES);
  const elapsed = performance.now() - begin;
  if (Number.isNaN(sum)) throw new Error("a benchmark computed no number");
  return (elapsed * NS_PER_MS) / (PASSES * COUNT);
}

/** Part of the calls that the fast phase left to the next one, or was not asked for. */
function fallback(evaluate: Evaluate, xs: Float64Array, ys: Float64Array): number {
  let left = 0;
  for (let i = 0; i < COUNT; i++) {
    last.fill(Number.NaN);
    evaluate(xs[i]!, ys[i]!);
    const [hi, lo, error] = last;
    if (hi! + (lo! - error!) !== hi! + (lo! + error!)) left += 1;
  }
  return left / COUNT;
}

function rowOf(
  name: string,
  peer: string,
  evaluate: Evaluate,
  xs: Float64Array,
  ys: Float64Array,
  binary: boolean,
): Row {
  const operands = binary ? "(xs[i], ys[i])" : "(xs[i])";
  const own = loopOf(`own ${name}`, `evaluate${operands}`);
  const other = peer in Math ? loopOf(`engine ${name}`, `Math.${peer}${operands}`) : null;
  own(evaluate, xs, ys, WARM_PASSES);
  other?.(evaluate, xs, ys, WARM_PASSES);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(time(own, evaluate, xs, ys));
    if (other !== null) theirs.push(time(other, evaluate, xs, ys));
  }
  // What a busy machine adds is never negative: the least of the rounds is the nearest.
  const ns = Math.min(...ours);
  const peerNs = Math.min(...theirs);
  const left = `${(100 * fallback(evaluate, xs, ys)).toFixed(2)} % fall back`;
  if (other === null) return { name: `${name}: ${left}`, value: ns, unit: "ns" };
  return {
    name: `${name}: ${ns.toFixed(1)} ns, Math.${peer} ${peerNs.toFixed(1)} ns, ${left}`,
    value: ns / peerNs,
    unit: "ratio",
    target: "at most 4",
  };
}

/** A row a function: nanoseconds, the engine's, how often the fast phase does not decide. */
export function benchElementary(): readonly Row[] {
  const none = new Float64Array(COUNT);
  return [
    ...UNARY.map(([name, evaluate, x]) =>
      rowOf(name, name, (a) => evaluate(a), spread(x, 0x2545f491), none, false),
    ),
    ...BINARY.map(([name, evaluate, x, y, peer]) => {
      const ys = spread(y, 0x9e3779b9);
      return rowOf(
        name,
        peer ?? name,
        evaluate,
        spread(x, 0x2545f491),
        name === "powi" ? ys.map(Math.floor) : ys,
        true,
      );
    }),
  ];
}
