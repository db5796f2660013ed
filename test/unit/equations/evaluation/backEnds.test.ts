import { expect } from "chai";
import { FUNCTION_RULES } from "../../../../protocol/equations/evaluation/functions.js";
import {
  canGenerate,
  closures,
  generate,
} from "../../../../protocol/equations/evaluation/valueFunction.js";
import { lower } from "../../../../protocol/equations/lowering/lower.js";
import { Tape } from "../../../../protocol/equations/evaluation/tape.js";
import type { Expr } from "../../../../protocol/equations/reading/ast.js";
import { generator } from "../../../kit/generator.js";
import { bin, call, name, neg, num } from "./trees.js";
import { runs } from "../../../kit/runs.js";

const SEED = 20_260_801;
const TREES = runs(800, 10_000);
const SLOTS = 4;
/** Slow or steep functions grow trees beyond any double; the rest meet each other at random. */
const UNARY = [...FUNCTION_RULES.values()]
  .filter((rule) => rule.arity === 1)
  .map((rule) => rule.name);
const BINARY = [...FUNCTION_RULES.values()]
  .filter((rule) => rule.arity === 2)
  .map((rule) => rule.name);
const QUICK = [...FUNCTION_RULES.values()].filter((rule) => rule.loose !== true);
const QUICK_UNARY = QUICK.filter((rule) => rule.arity === 1).map((rule) => rule.name);
const QUICK_BINARY = QUICK.filter((rule) => rule.arity === 2).map((rule) => rule.name);
const EVALUATIONS_PER_TREE = 10;
const LITERALS = [0, 1, 2, 0.5, 3, 10, 0.1, 1e-9, 6.02e23, 1.5];

/** Trees with sums, products and integrals in them, of functions that are quick. */
function wholeTree(random: () => number, depth: number, index: number): Expr {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const inner = (): Expr => wholeTree(random, depth - 1, index + 1);
  if (depth === 0 || random() < 0.15) {
    const kind = random();
    return kind < 0.15 && index > 0
      ? name(`b${Math.floor(random() * index)}`)
      : kind < 0.75
        ? name(`x${Math.floor(random() * SLOTS)}`)
        : num(pick(LITERALS));
  }
  const kind = random();
  if (kind < 0.5) return bin(pick(["+", "-", "*", "/"] as const), inner(), inner());
  if (kind < 0.6) return neg(inner());
  if (kind < 0.7) return bin("^", inner(), num(Math.floor(random() * 7)));
  if (kind < 0.84) return call(pick(QUICK_UNARY), inner());
  if (kind < 0.92) return call(pick(QUICK_BINARY), inner(), inner());
  const span = { start: 0, end: 1 };
  if (kind < 0.98) {
    return {
      type: kind < 0.95 ? "sum" : "product",
      body: inner(),
      span,
      indices: [{ name: `b${index}`, from: num(1), to: num(1 + Math.floor(random() * 3)) }],
    };
  }
  return {
    type: "integral",
    variable: `b${index}`,
    from: num(0),
    to: num(1),
    body: wholeTree(random, 1, index + 1),
    span,
  };
}

/** Indices and variables that no sum around binds are slots as well. */
const bindAll = (n: string) => ({
  kind: "slot" as const,
  slot: n.startsWith("b") ? SLOTS - 1 : Number(n.slice(1)),
});

function randomTree(random: () => number, depth: number): Expr {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  if (depth === 0 || random() < 0.15)
    return random() < 0.7 ? name(`x${Math.floor(random() * SLOTS)}`) : num(pick(LITERALS));
  const kind = random();
  if (kind < 0.55)
    return bin(
      pick(["+", "-", "*", "/"] as const),
      randomTree(random, depth - 1),
      randomTree(random, depth - 1),
    );
  if (kind < 0.65) return neg(randomTree(random, depth - 1));
  if (kind < 0.78) return bin("^", randomTree(random, depth - 1), num(Math.floor(random() * 7)));
  // Special functions take a millisecond each.
  const isQuick = random() < 0.95;
  if (kind < 0.93) return call(pick(isQuick ? QUICK_UNARY : UNARY), randomTree(random, depth - 1));
  return call(
    pick(isQuick ? QUICK_BINARY : BINARY),
    randomTree(random, depth - 1),
    randomTree(random, depth - 1),
  );
}

const bind = (n: string) => ({ kind: "slot" as const, slot: Number(n.slice(1)) });

describe("equations: the two back ends and the judged run", () => {
  it("may generate code here", () => {
    expect(canGenerate()).to.equal(true);
  });

  it(`give the same bits in ${TREES * EVALUATIONS_PER_TREE} evaluations, sums and integrals among them`, () => {
    const random = generator(SEED);
    let numbers = 0;
    for (let i = 0; i < TREES; i += 1) {
      const root = lower(wholeTree(random, 1 + (i % 4), 0), bindAll);
      const [generated, walked] = [generate(root), closures(root)];
      for (let k = 0; k < EVALUATIONS_PER_TREE; k += 1) {
        const slots = Float64Array.from({ length: SLOTS }, () => (random() - 0.3) * 10);
        const value = generated(slots);
        expect(
          Object.is(value, walked(slots)),
          `seed ${SEED}, tree ${i}, evaluation ${k}`,
        ).to.equal(true);
        if (Number.isFinite(value)) numbers += 1;
        if (k > 0) continue;
        const tape = new Tape(root, SLOTS);
        tape.value.set(slots);
        const judged = tape.forward() + 0;
        // What passes through an infinity is refused, and a sum refuses at once.
        expect(
          Object.is(judged, value) || !tape.finite,
          `seed ${SEED}, tree ${i}: ${judged} ${value}`,
        ).to.equal(true);
      }
    }
    expect(numbers).to.be.greaterThan((TREES * EVALUATIONS_PER_TREE) / 3);
  });

  it(`give the same bits on ${TREES} random trees`, () => {
    const random = generator(SEED);
    let numbers = 0;
    for (let i = 0; i < TREES; i += 1) {
      const root = lower(randomTree(random, 1 + (i % 4)), bind);
      const slots = Float64Array.from(
        { length: SLOTS },
        () => (random() - 0.3) * 10 * (random() < 0.2 ? 1e8 : 1),
      );
      const generated = generate(root)(slots);
      const walked = closures(root)(slots);
      const tape = new Tape(root, SLOTS);
      tape.value.set(slots);
      const judged = tape.forward() + 0;
      expect(
        Object.is(walked, generated) && Object.is(judged, generated),
        `seed ${SEED}, tree ${i}: ${generated} ${walked} ${judged}`,
      ).to.equal(true);
      expect(Object.is(generated, -0)).to.equal(false);
      if (Number.isFinite(generated)) numbers += 1;
    }
    // Otherwise the comparison would be one of NaN with NaN.
    expect(numbers).to.be.greaterThan(TREES / 2);
  });

  it("turn a negative zero into zero", () => {
    const root = lower(neg(name("x0")), bind);
    expect(Object.is(generate(root)(new Float64Array([0])), 0)).to.equal(true);
    expect(Object.is(closures(root)(new Float64Array([0])), 0)).to.equal(true);
  });

  it("keep request text out of the generated source", () => {
    const hostile = "x0); throw new Error('run'); (";
    const root = lower(bin("+", name(hostile), num(1)), () => ({ kind: "slot", slot: 0 }));
    const evaluate = generate(root);
    expect(evaluate(new Float64Array([2]))).to.equal(3);
    expect(evaluate.toString()).not.to.contain("throw");
  });
});
