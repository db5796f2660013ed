import { expect } from "chai";
import type { Expr } from "../../../../protocol/equations/reading/ast.js";
import { isExactDecimal } from "../../../../protocol/equations/reading/bindExact.js";
import { generator } from "../../../kit/generator.js";
import {
  absolute,
  bin,
  compare,
  compileTree,
  decimalFraction,
  doubleFraction,
  exactValue,
  minus,
  name,
  neg,
  num,
  times,
  fraction,
} from "./trees.js";
import { runs } from "../../../kit/runs.js";

const SEED = 77_700_777;
const RUNS = runs(2_000, 20_000);
const NAMES = ["x", "y", "z"] as const;
const BOUND = fraction(1n, 10_000n);

/** Trees that cancel: close neighbours, tiny beside huge, squares of differences. */
function cancellingTree(random: () => number, depth: number): Expr {
  const leaf = (): Expr =>
    random() < 0.75
      ? name(NAMES[Math.floor(random() * 3)]!)
      : num([1, 2, 0.1, 1e16, 3e-17, 1e8][Math.floor(random() * 6)]!);
  if (depth === 0) return leaf();
  const next = (): Expr => cancellingTree(random, depth - 1);
  const kind = random();
  if (kind < 0.4) return bin("-", next(), next());
  if (kind < 0.55) return bin("+", next(), next());
  if (kind < 0.7) return bin("*", next(), next());
  if (kind < 0.8) return bin("/", next(), next());
  if (kind < 0.92) return bin("^", next(), num(2 + Math.floor(random() * 2)));
  return neg(next());
}

function inputsFor(random: () => number): Record<string, number> {
  const x = Number((random() * 10).toPrecision(1 + Math.floor(random() * 12)));
  const y =
    random() < 0.5
      ? Number((x * (1 + (random() - 0.5) * 1e-9)).toPrecision(12))
      : Number((random() * 1e6).toPrecision(5));
  const z =
    random() < 0.5 ? Number((x + y).toPrecision(15)) : Number((random() * 1e-6).toPrecision(4));
  return { x, y, z };
}

describe("equations: the precision gate", () => {
  it(`lets nothing wrong pass: ${RUNS} cancelling expressions against exact fractions`, () => {
    const random = generator(SEED);
    let passed = 0;
    let refused = 0;
    for (let i = 0; i < RUNS; i += 1) {
      const tree = cancellingTree(random, 1 + (i % 4));
      const inputs = inputsFor(random);
      const outcome = compileTree(tree, NAMES).evaluate(inputs);
      if (outcome.status !== "value") {
        refused += 1;
        continue;
      }
      passed += 1;
      const exact = exactValue(tree, (n) => decimalFraction(inputs[n]!));
      const context = JSON.stringify({ seed: SEED, i, inputs, outcome });
      expect(exact, context).not.to.equal(null);
      const error = absolute(minus(doubleFraction(outcome.value), exact!));
      expect(compare(error, doubleFraction(outcome.absoluteBound)), context).to.be.at.most(0);
      if (outcome.value !== 0)
        expect(
          compare(error, times(BOUND, absolute(doubleFraction(outcome.value)))),
          context,
        ).to.be.at.most(0);
    }
    expect(passed, "passed").to.be.greaterThan(RUNS / 4);
    expect(refused, "refused").to.be.greaterThan(RUNS / 50);
  });

  it("sees what the gradient cannot: (1 + x) - x with x = 1e20", () => {
    const tree = bin("-", bin("+", num(1), name("x")), name("x"));
    const outcome = compileTree(tree, ["x"]).evaluate({ x: 1e20 });
    expect(outcome).to.deep.include({ status: "refused" });
    expect(outcome.status === "refused" && outcome.refusal.kind).to.equal("precision-loss");
  });

  it("sees what a slope of zero hides: ((x - 0.3) 1e17)^2 + 1e-30", () => {
    const tree = bin(
      "+",
      bin("^", bin("*", bin("-", name("x"), num(0.3)), num(1e17)), num(2)),
      num(1e-30),
    );
    const outcome = compileTree(tree, ["x"]).evaluate({ x: 0.3 });
    expect(outcome.status === "refused" && outcome.refusal.kind).to.equal("precision-loss");
  });

  it("knows that x - x has no error, and that balanced forces are an answer", () => {
    const same = compileTree(bin("-", name("x"), name("x")), ["x"]).evaluate({ x: 0.1 });
    expect(same).to.deep.include({ status: "value", value: 0, absoluteBound: 0 });
    const balance = bin("-", bin("*", name("x"), num(2)), bin("*", name("y"), num(4)));
    const outcome = compileTree(balance, ["x", "y"]).evaluate({ x: 0.2, y: 0.1 });
    expect(outcome).to.deep.include({ status: "value", value: 0 });
    const exponential = compileTree(
      bin("-", { type: "call", fn: "exp", args: [name("x")], span: { start: 0, end: 1 } }, num(1)),
      ["x"],
    );
    expect(exponential.evaluate({ x: 0 })).to.deep.include({
      status: "value",
      value: 0,
      absoluteBound: 0,
    });
  });

  it("refuses a zero that rounding made: 0.1 + 0.2 - 0.3 and (1/3 + x) - 1/3", () => {
    const sum = compileTree(bin("-", bin("+", name("x"), name("y")), num(0.3)), [
      "x",
      "y",
    ]).evaluate({ x: 0.1, y: 0.2 });
    expect(sum.status === "refused" && sum.refusal.kind).to.equal("precision-loss");
    const third = bin("/", num(1), num(3));
    const lost = compileTree(bin("-", bin("+", third, name("x")), third), ["x"]).evaluate({
      x: 1e-30,
    });
    expect(lost.status === "refused" && lost.refusal.kind).to.equal("precision-loss");
  });

  it("names the sum that cancels", () => {
    const outcome = compileTree(bin("*", bin("-", name("x"), name("y")), name("x")), [
      "x",
      "y",
    ]).evaluate({ x: 1.000000000000001, y: 1.000000000000002 });
    expect(outcome.status).to.equal("refused");
    if (outcome.status !== "refused") return;
    expect(outcome.refusal.kind).to.equal("precision-loss");
    expect(outcome.refusal.message).to.contain("x - y");
  });

  it("takes a number as exact only when its shortest decimal is the double", () => {
    const random = generator(SEED + 1);
    const exact = [
      0,
      1,
      5,
      0.25,
      0.5,
      1e15,
      1e20,
      1e22,
      3.0517578125e-5,
      2 ** 60 + 2 ** 20,
      123456.75,
      9007199254740991,
    ];
    const inexact = [0.1, 5.9722e24, 6.6743e-11, 1e23, 3.844e-8, 1e300, 2 ** 70, 5e-324];
    for (const x of exact)
      expect(isExactDecimal(x), String(x)).to.equal(
        compare(decimalFraction(x), doubleFraction(x)) === 0,
      );
    for (const x of inexact) expect(isExactDecimal(x), String(x)).to.equal(false);
    for (let i = 0; i < 20_000; i += 1) {
      const x = (random() - 0.5) * 10 ** Math.floor(random() * 60 - 20);
      const y = Math.round(x * 1024) / 1024;
      // Few digits and many zeros: exact up to the power at which 53 bits are full.
      const z = Number(`${Math.floor(random() * 1e6)}e${Math.floor(random() * 28)}`);
      for (const value of [x, y, z]) {
        expect(isExactDecimal(value), `seed ${SEED + 1}: ${value}`).to.equal(
          compare(decimalFraction(value), doubleFraction(value)) === 0,
        );
      }
    }
  });
});
