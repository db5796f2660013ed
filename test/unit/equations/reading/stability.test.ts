import { expect } from "chai";
import * as fc from "fast-check";
import type { BinaryOp, Expr } from "../../../../protocol/equations/reading/ast.js";
import { classifyText } from "../../../../protocol/equations/classify/classify.js";
import { substituteDefinitions } from "../../../../protocol/equations/reading/definitions.js";
import { FUNCTIONS } from "../../../../protocol/equations/reading/functions.js";
import { parseStatement } from "../../../../protocol/equations/reading/parse.js";
import { printExpr, printStatement } from "../../../../protocol/equations/reading/print.js";
import { FORMS } from "./textbookForms.js";
import { PHYSICS } from "./textbookPhysics.js";
import { bare, readExpr, setOf } from "./trees.js";
import { runs } from "../../../kit/runs.js";

const SEED = 1_287_042;
const TREES = runs(300, 3_000);
const MUTATIONS = runs(500, 6_000);
const span = { start: 0, end: 0 };
const declared = setOf("a b x_1 lambda_x v' m T");
const TEXTS = [...PHYSICS, ...FORMS].map(([text]) => text);

const OPERATORS: readonly BinaryOp[] = ["+", "-", "*", "/", "^"];
const leaf: fc.Arbitrary<Expr> = fc.oneof(
  fc.constantFrom(...declared).map((name): Expr => ({ type: "name", name, span })),
  fc
    .constantFrom("0", "1", "2.5", "6.022e23", "1e-9")
    .map((text): Expr => ({ type: "number", value: Number(text), text, span })),
);
const callable = [...FUNCTIONS.values()].filter(({ arityMin }) => arityMin <= 2);

const tree = fc.letrec<{ expr: Expr }>((tie) => ({
  expr: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    leaf,
    fc
      .record({ op: fc.constantFrom("-" as const, "+" as const), arg: tie("expr") })
      .map((parts): Expr => ({ type: "unary", ...parts, span })),
    fc
      .record({
        op: fc.constantFrom(...OPERATORS),
        left: tie("expr"),
        right: tie("expr"),
        implicit: fc.boolean(),
      })
      .map(({ implicit, ...parts }): Expr => ({
        type: "binary",
        ...parts,
        ...(implicit && parts.op === "*" ? { implicit } : {}),
        span,
      })),
    fc
      .record({ info: fc.constantFrom(...callable), a: tie("expr"), b: tie("expr") })
      .map(({ info, a, b }): Expr => ({
        type: "call",
        fn: info.name,
        args: info.arityMin === 1 ? [a] : [a, b],
        span,
      })),
    fc
      .record({
        type: fc.constantFrom("sum" as const, "product" as const),
        from: tie("expr"),
        to: tie("expr"),
        body: tie("expr"),
        kind: fc.nat(2),
      })
      .map(({ type, from, to, body, kind }): Expr => ({
        type,
        body,
        span,
        indices: [
          kind === 0
            ? { name: "k" }
            : kind === 1
              ? { name: "k", from, to }
              : { name: "j", relation: { op: "!=", other: "i" } },
        ],
      })),
    fc
      .record({ from: tie("expr"), to: tie("expr"), body: tie("expr"), bounded: fc.boolean() })
      .map(({ from, to, body, bounded }): Expr => ({
        type: "integral",
        variable: "u",
        ...(bounded ? { from, to } : {}),
        body,
        span,
      })),
    fc
      .record({ of: tie("expr"), order: fc.integer({ min: 1, max: 3 }), partial: fc.boolean() })
      .map((parts): Expr => ({ type: "derivative", variable: "x", ...parts, span })),
    fc.constantFrom<Expr>(
      { type: "braket", bra: "phi", ket: "psi", span },
      { type: "braket", bra: "psi", operator: "H", ket: "psi", span },
    ),
  ),
})).expr;

describe("equations: printing and reading", () => {
  it("reads every printed tree back as the same tree", () => {
    fc.assert(
      fc.property(tree, (expr) => {
        const printed = printExpr(expr);
        expect(bare(readExpr(printed, declared)), printed).to.deep.equal(bare(expr));
      }),
      { seed: SEED, numRuns: TREES },
    );
  });

  const mutated = fc
    .record({
      text: fc.constantFrom(...TEXTS),
      edits: fc.array(
        fc.record({
          at: fc.nat(200),
          drop: fc.nat(2),
          put: fc.oneof(
            fc.string({ maxLength: 3 }),
            fc.string({ unit: "binary", maxLength: 2 }),
            fc.constantFrom(
              "^",
              "(",
              ")",
              "|",
              "<a|",
              "|b>",
              "INT ",
              "SUM_",
              "dx",
              "/dt",
              "lim_{x->0}",
              "sin^2 ",
              "√",
              "²",
              "₁",
              "∂",
              "∇",
              ";",
              "e^-",
            ),
          ),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    })
    .map(({ text, edits }) =>
      edits.reduce((result, { at, drop, put }) => {
        const cut = at % (result.length + 1);
        return result.slice(0, cut) + put + result.slice(cut + drop);
      }, text),
    );

  it("reads or refuses any mutated equation, with a span inside the text and a sentence", () => {
    fc.assert(
      fc.property(mutated, (text) => {
        const inputs = setOf("a b x m");
        const form = classifyText(text, { declared: inputs, inputs });
        if (form.kind !== "refused") {
          const written = substituteDefinitions(form);
          expect("message" in written || written.kind === form.kind).to.equal(true);
          return;
        }
        const { message, span: place } = form.refusal;
        expect(message).to.match(/^[^\n]*[.]$/su);
        expect(place, text).not.to.equal(undefined);
        expect(place!.start, text).to.be.within(0, text.length);
        expect(place!.end, text).to.be.within(place!.start, text.length);
      }),
      { seed: SEED, numRuns: MUTATIONS },
    );
  });

  it("prints whatever it has read as text that it prints the same again", () => {
    fc.assert(
      fc.property(mutated, (text) => {
        const first = parseStatement(text, { declared: new Set() });
        if (!first.ok) return;
        const printed = printStatement(first.statement);
        const second = parseStatement(printed, { declared: new Set() });
        expect(
          second.ok ? printStatement(second.statement) : second.refusal.message,
          text,
        ).to.equal(printed);
      }),
      { seed: SEED, numRuns: MUTATIONS },
    );
  });

  it("refuses bytes that are no equation", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const parsed = parseStatement(text, { declared: new Set() });
        if (!parsed.ok) expect(parsed.refusal.span!.end).to.be.at.most(text.length);
      }),
      { seed: SEED, numRuns: MUTATIONS },
    );
  });
});
