import { expect } from "chai";
import * as fc from "fast-check";
import {
  BOOL,
  CEL_STEPS_MAX,
  CelError,
  DYN,
  FUNCTION_NAMES,
  STRING,
  checkExpression,
  compileExpression,
  double,
  list,
  parseExpression,
  struct,
  typeText,
} from "../../../protocol/cel/index.js";
import type { CelNode, CelScope, CelValue } from "../../../protocol/cel/index.js";
import { parseUnit } from "../../../protocol/units/index.js";
import { runs } from "../../kit/runs.js";

const SEED = 24_601;

function unit(text: string) {
  const read = parseUnit(text);
  if (!read.ok) throw new Error(read.message);
  return double(read.dimension);
}

const SCOPE = {
  params: struct({ limit: unit("K"), band: unit("K"), tau: unit("s"), name: STRING }),
  input: struct({ q: unit("W/m^2"), on: BOOL, area: unit("m^2"), some: list(unit("K"), 20) }),
  ctx: struct({ n: double("unknown") }),
  all: list(unit("K")),
  any: DYN,
};

function read(text: string): CelNode {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(`${text}: ${JSON.stringify(parsed.problems)}`);
  return parsed.ast;
}

function value(text: string, scope: CelScope = {}): CelValue {
  return compileExpression(read(text))(scope);
}

function failure(text: string, scope: CelScope = {}): readonly [code: string, position: number] {
  try {
    value(text, scope);
  } catch (error) {
    if (error instanceof CelError) return [error.code, error.position];
    throw error;
  }
  throw new Error(`${text} has a value`);
}

function problems(text: string): readonly string[] {
  const parsed = parseExpression(text);
  const found = parsed.ok ? checkExpression(parsed.ast, SCOPE).problems : parsed.problems;
  return found.map(({ code, position }) => `${code}@${position}`);
}

describe("cel", () => {
  it("computes with doubles: whole numbers are doubles, too", () => {
    expect(value("1 + 2 * 3 - 7 / 2")).to.equal(3.5);
    expect(value("x * 2 == 1", { x: 0.5 })).to.equal(true);
    expect(value("-2.5e-1")).to.equal(-0.25);
    expect(value("0x10 + .5")).to.equal(16.5);
    expect(value("size('a\\u00e9\\U0001F600') + size([1, 2]) + size({'a': 1})")).to.equal(6);
    expect(value("double('1.5e3') + double(2)")).to.equal(1502);
  });

  // mpmath 1.3 with 50 digits, rounded to the nearest double.
  const functions: readonly (readonly [string, number])[] = [
    ["exp(1.5)", 4.4816890703380645],
    ["ln(7.0)", 1.9459101490553132],
    ["log10(1000.0)", 3],
    ["sqrt(3.0)", 1.7320508075688772],
    ["pow(5.0, 0.5)", 2.23606797749979],
    ["sin(1.0)", 0.8414709848078965],
    ["cos(1.0)", 0.5403023058681398],
    ["hypot(3.0, 4.0)", 5],
    ["min(3.0, 1.0, 2.0)", 1],
    ["max(3.0, 1.0)", 3],
    ["clamp(7.0, 0.0, 5.0)", 5],
    ["abs(-3.0) + floor(1.7) + ceil(1.2)", 6],
  ];
  for (const [text, wanted] of functions) {
    it(`${text} is ${wanted}`, () => expect(value(text)).to.equal(wanted));
  }

  it("has no value where a result is not finite", () => {
    expect(failure("1.0 / 0.0")).to.deep.equal(["NON_FINITE", 4]);
    expect(failure("x * x", { x: 1e300 })).to.deep.equal(["NON_FINITE", 2]);
    expect(failure("sqrt(-1.0)")).to.deep.equal(["NON_FINITE", 0]);
    expect(failure("ln(0.0)")).to.deep.equal(["NON_FINITE", 0]);
    expect(failure("clamp(1.0, 3.0, 2.0)")).to.deep.equal(["NON_FINITE", 0]);
    expect(failure("double('0x10')")).to.deep.equal(["NON_FINITE", 0]);
  });

  it("lets a side that decides outweigh an error of the other, as CEL does", () => {
    for (const text of [
      "1 / 0 > 1 || true",
      "true || 1 / 0 > 1",
      "!(1 / 0 > 1 && false)",
      "[0, 1].exists(x, 1 / x == 1)",
      "![0, 1].all(x, 1 / x == 2)",
    ]) {
      expect(value(text), text).to.equal(true);
    }
    for (const text of ["1 / 0 > 1 || false", "1 / 0 > 1 && true", "[0, 1].all(x, 1 / x == 1)"]) {
      expect(failure(text)[0], text).to.equal("NON_FINITE");
    }
  });

  it("reads own members only", () => {
    const scope: CelScope = { m: JSON.parse('{"a":1,"__proto__":2}') };
    expect(value("m.a + m.__proto__", scope)).to.equal(3);
    expect(value("has(m.constructor) || has({}.toString) || 'valueOf' in m", scope)).to.equal(
      false,
    );
    for (const text of ["m.constructor", "m['toString']", "toString", "{}.__proto__"]) {
      expect(failure(text, scope)[0], text).to.match(/NO_SUCH_(FIELD|NAME)/);
    }
    expect(value("{'__proto__': 1.0}.__proto__")).to.equal(1);
  });

  it("orders texts by code points, and lists by nothing", () => {
    expect(value("'\\uFFFD' < '\\U0001F600'")).to.equal(true);
    expect(failure("[1] < [2]")[0]).to.equal("NO_SUCH_OVERLOAD");
  });

  it("checks names, types and units, all at once", () => {
    expect(problems("params.limt > input.q && nix || floor(input.on) > 'a'")).to.deep.equal([
      "UNKNOWN_FIELD@7",
      "UNKNOWN_NAME@25",
      "WRONG_TYPE@44",
      "WRONG_TYPE@48",
    ]);
    expect(problems("params.limit - params.band >= 300.0")).to.deep.equal([]);
    expect(problems("input.q * input.area > params.limit")).to.deep.equal(["WRONG_UNIT@21"]);
    expect(problems("params.limit + params.tau > 0.0")).to.deep.equal(["WRONG_UNIT@13"]);
    expect(problems("exp(params.tau)")).to.deep.equal(["WRONG_UNIT@11"]);
    expect(problems("exp(-params.tau / 3.0)")).to.deep.equal(["WRONG_UNIT@16"]);
    expect(problems("exp(params.tau / params.tau)")).to.deep.equal([]);
    expect(problems("min(params.tau, params.limit)")).to.deep.equal(["WRONG_UNIT@0"]);
    expect(problems("ctx.n + params.tau > params.limit / 2.0")).to.deep.equal(["WRONG_UNIT@19"]);
    expect(problems("params.name.startsWith('a') ? 1.0 : 'b'")).to.deep.equal(["WRONG_TYPE@28"]);
  });

  it("derives units through products, roots, powers and lists", () => {
    const typed = (text: string): string => {
      const { type, problems } = checkExpression(read(text), SCOPE);
      expect(problems, text).to.deep.equal([]);
      return typeText(type);
    };
    expect(typed("input.q * input.area")).to.equal("a number in W");
    expect(typed("2.0 * sqrt(input.area)")).to.equal("a number in m");
    expect(typed("pow(input.area, 3.0 / 2.0)")).to.equal("a number in m^3");
    expect(typed("1.0 / params.tau")).to.equal("a number in 1/s");
    expect(typed("input.some.filter(t, t > params.limit).map(t, t / params.tau)[0]")).to.equal(
      "a number in K/s",
    );
    expect(typed("true ? 1.0 : params.limit")).to.equal("a number in K");
  });

  it("refuses what CEL has and programs have not, at its place", () => {
    for (const [text, wanted] of [
      ["timestamp('2026-01-01T00:00:00Z').getHours() > 1", "UNKNOWN_FUNCTION@0"],
      ["'a'.matches('(a+)+b')", "UNKNOWN_FUNCTION@4"],
      ["int(1e30) > 1", "UNKNOWN_FUNCTION@0"],
      ["7 % 2", "SYNTAX@2"],
      ["1u", "NOT_IN_SUBSET@1"],
      ["b'a'", "NOT_IN_SUBSET@0"],
      ["google.protobuf.Value{}", "NOT_IN_SUBSET@21"],
      ["'a' + 'b'", "WRONG_TYPE@0"],
      ["1e400", "SYNTAX@0"],
      ["9007199254740993", "SYNTAX@0"],
      ["'\\uD800'", "SYNTAX@1"],
      ["a.b(", "SYNTAX@4"],
      ["", "SYNTAX@0"],
      ["1 = 2", "SYNTAX@2"],
      ["all.all(1, true)", "SYNTAX@4"],
    ] as const) {
      expect(problems(text)[0], text).to.equal(wanted);
    }
  });

  it("bounds length, parts, depth and steps", () => {
    expect(problems(`1${" ".repeat(32_768)}`)).to.deep.equal(["TOO_LONG@32768"]);
    expect(problems(Array(1_001).fill("1").join("+"))).to.deep.equal(["TOO_MANY_NODES@1999"]);
    expect(problems(`${"(".repeat(60)}1${")".repeat(60)}`)).to.deep.equal(["TOO_DEEP@50"]);
    expect(problems("-".repeat(60))).to.deep.equal(["TOO_DEEP@50"]);
    const nested = "all.all(a, all.all(b, a <= b))";
    expect(problems(nested)).to.deep.equal(["TOO_MANY_STEPS@4"]);
    expect(problems("input.some.all(a, input.some.all(b, a <= b))")).to.deep.equal([]);
    const long = Array<number>(1_000).fill(1);
    expect(failure(nested, { all: long })).to.deep.equal(["TOO_MANY_STEPS", 15]);
    expect(failure("all.all(x, true)", { all: [...long, 1] })).to.deep.equal(["OUT_OF_RANGE", 4]);
  });

  it("survives any text: problems with a place, or a tree that checks and runs", () => {
    const words = [
      ...FUNCTION_NAMES,
      ..."params limit input q some ctx n all any ( ) [ ] { } , . ? : == && || ! - + * / in 1.0 2 'a'".split(
        " ",
      ),
    ];
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(fc.constantFrom(...words), { maxLength: 24 }).map((all) => all.join(" ")),
    );
    const scope: CelScope = {
      params: { limit: 1, band: 2, tau: 3, name: "n" },
      input: { q: 1, on: true, area: 2, some: [1, 2] },
      ctx: { n: 0 },
      all: [3, 1],
      any: { deep: [null] },
    };
    fc.assert(
      fc.property(texts, (text) => {
        const parsed = parseExpression(text);
        if (!parsed.ok) {
          expect(parsed.problems[0]?.position).to.be.within(0, text.length);
          return;
        }
        const { steps, problems } = checkExpression(parsed.ast, SCOPE);
        expect(steps).to.be.greaterThan(0);
        let thrown: CelError | null = null;
        try {
          compileExpression(parsed.ast)(scope);
        } catch (error) {
          if (!(error instanceof CelError)) throw error;
          thrown = error;
        }
        // What checks cleanly fails by its values alone, never by a name or a type.
        const isClean = problems.length === 0 && !text.includes("any");
        if (isClean && thrown !== null) {
          expect(["NON_FINITE", "OUT_OF_RANGE", "NO_SUCH_FIELD"]).to.include(thrown.code);
        }
        expect(steps > CEL_STEPS_MAX).to.equal(
          problems.some(({ code }) => code === "TOO_MANY_STEPS"),
        );
      }),
      { seed: SEED, numRuns: runs(300, 20_000) },
    );
  });
});
