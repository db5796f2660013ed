/** What the conformance tests of CEL say (cel-spec 0.25.1, by @bufbuild/cel-spec), and cel-js. */
import { tests } from "@bufbuild/cel-spec/testdata/conformance.js";
import { evaluate } from "@marcbachmann/cel-js";
import { expect } from "chai";
import * as fc from "fast-check";
import {
  CelError,
  checkExpression,
  compileExpression,
  double,
  list,
  parseExpression,
} from "../../../protocol/cel/index.js";
import { runs } from "../../kit/runs.js";

const SEED = 7_431;

/** Where programs differ from CEL on purpose, by the name of the test. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  not_eq_double_nan: "a result that is no finite number is an error",
  not_ne_double_nan: "a result that is no finite number is an error",
  ne_double_nan: "a result that is no finite number is an error",
  divide_zero: "a result that is no finite number is an error",
  fp_overflow_positive: "a result that is no finite number is an error",
  fp_overflow_negative: "a result that is no finite number is an error",
  int64_overflow_mul_positive: "whole numbers are doubles",
  int64_overflow_mul_negative: "whole numbers are doubles",
  negative_zero: "whole numbers are doubles",
};

interface Suite {
  readonly suites?: readonly Suite[];
  readonly tests?: readonly { readonly original: Readonly<Record<string, unknown>> }[];
}

function casesOf({ suites = [], tests = [] }: Suite): readonly Readonly<Record<string, unknown>>[] {
  return [...suites.flatMap(casesOf), ...tests.map(({ original }) => original)];
}

/** The JSON value of a value of cel-spec; undefined for kinds that programs do not have. */
function valueOf(wanted: unknown): unknown {
  const [[kind, value] = ["", null]] = Object.entries<unknown>(Object(wanted));
  if (kind === "int64Value" || kind === "uint64Value" || kind === "doubleValue")
    return Number(value);
  if (kind === "boolValue" || kind === "stringValue") return value;
  if (kind === "nullValue") return null;
  const members: {
    values?: readonly unknown[];
    entries?: readonly { readonly key: unknown; readonly value: unknown }[];
  } = Object(value);
  const { values = [], entries = [] } = members;
  if (kind === "listValue") return values.map(valueOf);
  if (kind !== "mapValue") return undefined;
  return Object.fromEntries(entries.map((entry) => [valueOf(entry.key), valueOf(entry.value)]));
}

describe("cel: conformance", () => {
  it("gives what cel-spec says wherever an expression is in the subset", () => {
    const suite: Suite = Object(tests);
    const differing: string[] = [];
    let agreeing = 0;
    for (const { name, expr, bindings, container, typeEnv, evalError, value } of casesOf(suite)) {
      if ((bindings ?? container ?? typeEnv) !== undefined) continue;
      if (evalError === undefined && value === undefined) continue;
      const parsed = parseExpression(String(expr));
      if (!parsed.ok || checkExpression(parsed.ast, {}).problems.length > 0) continue;
      let got: unknown;
      try {
        got = compileExpression(parsed.ast)({});
      } catch (error) {
        if (!(error instanceof CelError)) throw error;
        got = "an error";
      }
      const wanted = evalError === undefined ? valueOf(value) : "an error";
      try {
        expect(got).to.deep.equal(wanted);
        agreeing++;
      } catch {
        differing.push(String(name));
      }
    }
    expect(differing.sort()).to.deep.equal(Object.keys(DIFFERENCES).sort());
    expect(agreeing).to.be.greaterThan(390);
  });

  const leaf = fc.oneof(
    fc.constantFrom("x", "y", "z"),
    fc.integer({ min: -99, max: 99 }).map((n) => (n < 0 ? `(-${-n / 4})` : `${n / 4}`)),
  );
  /** With a point: to cel-js a whole number is an integer, which is not added to a double. */
  const { number, condition } = fc.letrec<{ number: string; condition: string }>((tie) => ({
    number: fc.oneof(
      { maxDepth: 4, depthIdentifier: "n" },
      leaf.map((text) => (/[a-z.]/.test(text) ? text : text.replace(/\d+/, "$&.0"))),
      fc
        .tuple(tie("number"), fc.constantFrom("+", "-", "*"), tie("number"))
        .map(([a, op, b]) => `(${a} ${op} ${b})`),
      fc
        .tuple(tie("number"), fc.constantFrom("3.0", "-8.0", "0.7"))
        .map(([a, b]) => `(${a} / ${b})`),
      fc
        .tuple(tie("condition"), tie("number"), tie("number"))
        .map(([c, a, b]) => `(${c} ? ${a} : ${b})`),
      tie("number").map((a) => `(-${a})`),
    ),
    condition: fc.oneof(
      { maxDepth: 4, depthIdentifier: "n" },
      fc
        .tuple(tie("number"), fc.constantFrom("<", "<=", ">", ">=", "==", "!="), tie("number"))
        .map(([a, op, b]) => `(${a} ${op} ${b})`),
      fc
        .tuple(tie("condition"), fc.constantFrom("&&", "||"), tie("condition"))
        .map(([a, op, b]) => `(${a} ${op} ${b})`),
      fc
        .tuple(fc.constantFrom("all", "exists", "exists_one"), tie("number"))
        .map(([macro, a]) => `l.${macro}(x, x >= ${a})`),
      fc
        .tuple(fc.constantFrom("<", ">"), tie("number"))
        .map(([op, a]) => `(double(size(l.filter(i, i ${op} ${a}))) == 2.0)`),
      tie("number").map((a) => `(${a} in l.map(i, i * 2.0))`),
      tie("condition").map((a) => `(!${a})`),
    ),
  }));

  it("gives the bits of cel-js on doubles", () => {
    const numbers = fc.integer({ min: -40, max: 40 }).map((n) => n / 8);
    const scopes = fc.record({
      x: numbers,
      y: numbers,
      z: numbers,
      l: fc.array(numbers, { maxLength: 5 }),
    });
    const pure = double("unknown");
    fc.assert(
      fc.property(fc.oneof(number, condition), scopes, (text, scope) => {
        const parsed = parseExpression(text);
        if (!parsed.ok) throw new Error(`${text}: ${JSON.stringify(parsed.problems)}`);
        const types = { x: pure, y: pure, z: pure, l: list(pure, 5) };
        expect(checkExpression(parsed.ast, types).problems, text).to.deep.equal([]);
        const wanted: unknown = evaluate(text, scope);
        expect(Object.is(compileExpression(parsed.ast)(scope), wanted), text).to.equal(true);
      }),
      { seed: SEED, numRuns: runs(200, 5_000) },
    );
  });
});
