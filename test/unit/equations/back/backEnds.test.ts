import { expect } from "chai";
import { FUNCTION_RULES } from "../../../../protocol/equations/compileFunctions.js";
import { canGenerate, closures, generate } from "../../../../protocol/equations/compile.js";
import { lower } from "../../../../protocol/equations/compileLower.js";
import { Tape } from "../../../../protocol/equations/gateTape.js";
import type { Expr } from "../../../../protocol/equations/ast.js";
import { bin, call, generator, name, neg, num } from "./trees.js";

const SEED = 20_260_801;
const TREES = 10_000;
const SLOTS = 4;
/** Slow or steep functions grow trees beyond any double; the rest meet each other at random. */
const UNARY = [...FUNCTION_RULES.values()].filter((rule) => rule.arity === 1).map((rule) =>
  rule.name);
const BINARY = [...FUNCTION_RULES.values()].filter((rule) => rule.arity === 2).map((rule) =>
  rule.name);
const LITERALS = [0, 1, 2, 0.5, 3, 10, 0.1, 1e-9, 6.02e23, 1.5];

function randomTree(random: () => number, depth: number): Expr {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  if (depth === 0 || random() < 0.15) return random() < 0.7 ?
    name(`x${Math.floor(random() * SLOTS)}`) : num(pick(LITERALS));
  const kind = random();
  if (kind < 0.55) return bin(pick(["+", "-", "*", "/"] as const), randomTree(random, depth - 1),
    randomTree(random, depth - 1));
  if (kind < 0.65) return neg(randomTree(random, depth - 1));
  if (kind < 0.78) return bin("^", randomTree(random, depth - 1), num(Math.floor(random() * 7)));
  if (kind < 0.93) return call(pick(UNARY), randomTree(random, depth - 1));
  return call(pick(BINARY), randomTree(random, depth - 1), randomTree(random, depth - 1));
}

const bind = (n: string) => ({ kind: "slot" as const, slot: Number(n.slice(1)) });

describe("equations: the two back ends and the judged run", () => {
  it("may generate code here", () => {
    expect(canGenerate()).to.equal(true);
  });

  it(`give the same bits on ${TREES} random trees`, () => {
    const random = generator(SEED);
    let numbers = 0;
    for (let i = 0; i < TREES; i += 1) {
      const root = lower(randomTree(random, 1 + (i % 4)), bind);
      const slots = Float64Array.from({ length: SLOTS },
        () => (random() - 0.3) * 10 * (random() < 0.2 ? 1e8 : 1));
      const generated = generate(root)(slots);
      const walked = closures(root)(slots);
      const tape = new Tape(root, SLOTS);
      tape.value.set(slots);
      const judged = tape.forward() + 0;
      expect(Object.is(walked, generated) && Object.is(judged, generated),
        `seed ${SEED}, tree ${i}: ${generated} ${walked} ${judged}`)
        .to.equal(true);
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
    const made = generate(root);
    expect(made(new Float64Array([2]))).to.equal(3);
    expect(made.toString()).not.to.contain("throw");
  });
});
