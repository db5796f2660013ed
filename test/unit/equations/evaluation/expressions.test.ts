/**
 * Held against mpmath at 80 digits: test/vectors/equations, written by
 * scripts/equations/vectors.py.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { FUNCTION_RULES } from "../../../../protocol/equations/evaluation/functions.js";
import { evaluateUnnamed } from "../../../../protocol/equations/index.js";
import type { SymbolRequest } from "../../../../protocol/equations/index.js";
import {
  absolute,
  compare,
  decimalFraction,
  doubleFraction,
  fraction,
  minus,
  times,
} from "./trees.js";
import type { Fraction } from "./trees.js";
import { sample } from "../../../kit/runs.js";

interface TextbookRow {
  id: string;
  equation: string;
  symbols: Record<string, SymbolRequest>;
  inputs: Record<string, number>;
  unit: string;
  value: string;
}
interface Vectors {
  expressions: readonly [string, number, number, number, string | null][];
  slopes: readonly [string, number, string, [number, number | null][]][];
  textbook: readonly TextbookRow[];
}

function vectors<K extends keyof Vectors>(name: K): Vectors[K] {
  const text = readFileSync(
    join(process.cwd(), "test", "vectors", "equations", `${name}.json`),
    "utf8",
  );
  // The script that writes the files fixes their shape.
  // eslint-disable-next-line typescript/no-unsafe-type-assertion
  return (JSON.parse(text) as { rows: Vectors[K] }).rows;
}

/** A decimal with any number of digits. */
function exactDecimal(text: string): Fraction {
  const parts = /^(-?)(\d+)\.(\d*)(?:e([+-]?\d+))?$/.exec(text);
  if (parts === null) throw new RangeError(text);
  const digits = BigInt(parts[2]! + parts[3]!) * (parts[1] === "-" ? -1n : 1n);
  const shift = Number(parts[4] ?? "0") - parts[3]!.length;
  return shift >= 0
    ? fraction(digits * 10n ** BigInt(shift))
    : fraction(digits, 10n ** BigInt(-shift));
}

const GATE = fraction(1n, 10_000n);
/** The table has 45 digits. */
const TABLE = fraction(1n, 10n ** 44n);

describe("equations: expressions with functions against mpmath", () => {
  const rows = sample(vectors("expressions"), 3);

  it(`lets nothing wrong pass in ${rows.length} random expressions`, () => {
    let passed = 0;
    let tight = 0;
    for (const [equation, x, y, z, exact] of rows) {
      const outcome = evaluateUnnamed({ equation, inputs: { x, y, z } });
      const context = `${equation} x=${x} y=${y} z=${z}: ${exact} ${JSON.stringify(outcome)}`;
      if (outcome.status !== "value") {
        expect(outcome.status, context).to.equal("refused");
        continue;
      }
      passed += 1;
      if (exact === null) throw new Error(`a value where there is none: ${context}`);
      const truth = exactDecimal(exact);
      const error = absolute(minus(doubleFraction(outcome.value), truth));
      const allowed = doubleFraction(outcome.absoluteBound);
      const slack = times(TABLE, absolute(truth));
      expect(compare(minus(error, slack), allowed), context).to.be.at.most(0);
      if (outcome.value === 0) continue;
      expect(
        compare(error, times(GATE, absolute(doubleFraction(outcome.value)))),
        context,
      ).to.be.at.most(0);
      if (outcome.relativeBound < 1e-12) tight += 1;
    }
    expect(passed, "answered").to.be.greaterThan(rows.length * 0.6);
    expect(tight, "answered with a bound below 1e-12").to.be.greaterThan(rows.length * 0.5);
  });
});

describe("equations: slopes and remainders of every function", () => {
  const rows = vectors("slopes");

  it("have the slope mpmath finds", () => {
    for (const [fn, x, slope] of rows) {
      const rule = FUNCTION_RULES.get(fn);
      if (rule === undefined || rule.arity !== 1)
        throw new Error(`${fn} has no rule of one argument`);
      const expected = Number(slope);
      const got = rule.slope(x, rule.value(x));
      expect(Math.abs(got - expected), `${fn}'(${x}) = ${slope}, not ${got}`).to.be.at.most(
        1e-13 * Math.abs(expected) + 1e-14 * Math.abs(rule.value(x)) + 1e-300,
      );
    }
  });

  it("bound what the slope leaves out, or claim nothing", () => {
    let finite = 0;
    for (const [fn, x, , remainders] of rows) {
      const rule = FUNCTION_RULES.get(fn)!;
      if (rule.arity !== 1) continue;
      for (const [reach, remainder] of remainders) {
        const bound = rule.bend(x, rule.value(x), reach);
        if (remainder === null)
          expect(
            bound === Number.POSITIVE_INFINITY || fn === "gamma",
            `${fn} at ${x} +- ${reach}`,
          ).to.equal(true);
        else expect(bound, `${fn} at ${x} +- ${reach}`).to.be.at.least(remainder * (1 - 1e-12));
        if (Number.isFinite(bound)) finite += 1;
      }
    }
    expect(finite).to.be.greaterThan(rows.length * 3);
  });
});

describe("equations: textbook values", () => {
  for (const { id, equation, symbols, inputs, unit, value } of vectors("textbook")) {
    it(`${id}: ${equation}`, () => {
      const outcome = evaluateUnnamed({ equation, symbols, inputs });
      if (outcome.status !== "value") throw new Error(JSON.stringify(outcome));
      expect(
        Math.abs(outcome.value - Number(value)) / Math.abs(Number(value)),
        `${outcome.value} against ${value}`,
      ).to.be.at.most(1e-14);
      expect(outcome.unit).to.equal(unit);
      const error = absolute(minus(doubleFraction(outcome.value), exactDecimal(value)));
      expect(outcome.absoluteBound).to.be.at.most(1e-12 * Math.abs(outcome.value));
      expect(
        compare(error, doubleFraction(outcome.absoluteBound)),
        `${outcome.value} against ${value}`,
      ).to.be.at.most(0);
    });
  }

  it("reads a decimal as it was written", () => {
    expect(decimalFraction(0.1)).to.deep.equal(fraction(1n, 10n));
  });
});
