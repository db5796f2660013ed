/** Every kind of statement that is not one number, however it is spelt. */
import { expect } from "chai";
import { REFUSAL_KINDS } from "../../../../protocol/equations/reading/ast.js";
import type { Classified } from "../../../../protocol/equations/reading/ast.js";
import { classifyText } from "../../../../protocol/equations/classify/classify.js";
import { KINDS } from "./refusedKinds.js";

const NONE: ReadonlySet<string> = new Set();
const REFUSED_MIN = 6;
const OTHER_MIN = 3;
/** Decided where there are numbers, units or a search; a size beyond the limits is no spelling. */
const DECIDED_LATER: readonly string[] = [
  "dimension-mismatch",
  "domain-error",
  "precision-loss",
  "divergent",
  "no-solution",
  "budget",
  "solve-for",
];
/** A qualifier after them is part of what is wrong, or of a limit. */
const WITHOUT_QUALIFIER: ReadonlySet<string> = new Set([
  "empty",
  "syntax",
  "limit",
  "distribution",
]);

function read(text: string): Classified {
  return classifyText(text, { declared: NONE });
}

function described(form: Classified): string {
  return form.kind === "refused" ? `${form.refusal.kind}: ${form.refusal.message}` : form.kind;
}

function isRefusedAs(kind: string, text: string): void {
  const form = read(text);
  if (form.kind !== "refused" || form.refusal.kind !== kind)
    throw new Error(`${JSON.stringify(text)} is ${described(form)}, not ${kind}`);
  const { span, message } = form.refusal;
  expect(message, text).to.match(/^[^\n]+\.$/);
  expect(span, text).to.not.equal(undefined);
  expect(span!.start, text).to.be.at.least(0);
  expect(span!.end, text).to.be.at.least(span!.start).and.at.most(text.length);
  if (kind !== "empty" && kind !== "syntax") expect(span!.end, text).to.be.above(span!.start);
}

describe("equations: kinds that are refused, in hostile spellings", () => {
  it("has a table for every kind that the form of a statement decides", () => {
    expect(Object.keys(KINDS).sort()).to.deep.equal(
      REFUSAL_KINDS.filter((kind) => !DECIDED_LATER.includes(kind)).sort(),
    );
    for (const [kind, { refused, other }] of Object.entries(KINDS)) {
      expect(new Set(refused).size, kind).to.equal(refused.length).and.to.be.at.least(REFUSED_MIN);
      expect(new Set(other).size, kind).to.equal(other.length).and.to.be.at.least(OTHER_MIN);
    }
  });

  for (const [kind, { refused, other }] of Object.entries(KINDS)) {
    it(`${kind}: ${refused.length} spellings, and ${other.length} that only look like one`, () => {
      for (const text of refused) isRefusedAs(kind, text);
      for (const text of other) {
        const form = read(text);
        expect(
          form.kind === "refused" ? form.refusal.kind : "",
          `${text} is ${described(form)}`,
        ).to.not.equal(kind);
      }
    });

    it(`${kind}: with other spaces around and a condition after it`, () => {
      for (const text of refused) {
        isRefusedAs(kind, `  ${text}\u00a0\n`);
        if (!WITHOUT_QUALIFIER.has(kind)) isRefusedAs(kind, `${text} for n > 1`);
      }
    });
  }
});
