/**
 * Whether an expression is one constant on a box by its operations, as a clamp is at its end, and
 * not by rounding, as `cos(x)` is beside its crest.
 */
import type { Node } from "../../equations/evaluation/node.js";
import { IntervalRun } from "../../equations/integrals/interval.js";

type BoxTest = (low: Float64Array, high: Float64Array) => boolean;
type Range = (low: Float64Array, high: Float64Array) => readonly [from: number, to: number];

const STEPS: ReadonlySet<string> = new Set(["floor", "ceil", "sign", "heaviside"]);

export function restingOn(node: Node): BoxTest {
  switch (node.op) {
    case "constant":
      return () => true;
    case "slot":
      return (low, high) => low[node.slot] === high[node.slot];
    case "many":
      return () => false;
    case "neg":
    case "powi":
      return restingOn(node.a);
    case "call1": {
      if (!STEPS.has(node.rule.name)) return restingOn(node.a);
      const range = rangeOf(node);
      return (low, high) => isOne(range(low, high));
    }
    case "mul":
      return productRests(node.a, node.b);
    case "call2":
      if (node.rule.name === "max") return higherRests(node.a, node.b, 1);
      if (node.rule.name === "min") return higherRests(node.a, node.b, -1);
      return both(node.a, node.b);
    default:
      return both(node.a, node.b);
  }
}

function rangeOf(node: Node): Range {
  const run = new IntervalRun(node);
  return (low, high) => {
    run.isCoarseOn(low, high);
    return run.range;
  };
}

function isOne([from, to]: readonly [number, number]): boolean {
  return from === to;
}

function both(a: Node, b: Node): BoxTest {
  const [first, second] = [restingOn(a), restingOn(b)];
  return (low, high) => first(low, high) && second(low, high);
}

/** Nought times anything, too. */
function productRests(a: Node, b: Node): BoxTest {
  const tests = [a, b].map((node) => ({ rests: restingOn(node), range: rangeOf(node) }));
  return (low, high) => {
    const resting = tests.filter(({ rests }) => rests(low, high));
    return resting.length === 2 || resting.some(({ range }) => isNought(range(low, high)));
  };
}

function isNought([from, to]: readonly [number, number]): boolean {
  return from === 0 && to === 0;
}

/** @param sign 1 where the higher one of two counts, -1 where the lower one does */
function higherRests(a: Node, b: Node, sign: 1 | -1): BoxTest {
  const [first, second] = [a, b].map((node) => ({ rests: restingOn(node), range: rangeOf(node) }));
  return (low, high) => {
    const [rests, other] = [first!.rests(low, high), second!.rests(low, high)];
    if (rests && other) return true;
    if (!rests && !other) return false;
    const own = (rests ? first! : second!).range(low, high);
    const beside = (rests ? second! : first!).range(low, high);
    return sign === 1 ? own[0] > beside[1] : own[1] < beside[0];
  };
}
