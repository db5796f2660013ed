import { expect } from "chai";
import { classifyText, statedKind } from "../../../../protocol/equations/classify/classify.js";
import { printStatement } from "../../../../protocol/equations/reading/print.js";
import { FORMS } from "./textbookForms.js";
import { PHYSICS } from "./textbookPhysics.js";
import { bare, read, setOf } from "./trees.js";

const REFUSED_IN_READING: ReadonlySet<string> = new Set([
  "ambiguous-function",
  "overflow",
  "underflow",
]);

describe("equations: what an equation is taken for", () => {
  for (const [text, taken, declared] of [...PHYSICS, ...FORMS]) {
    it(`${text} is ${taken}`, () => {
      const form = classifyText(text, { declared: setOf(declared ?? "") });
      expect(
        form.kind === "refused" ? form.refusal.kind : `${statedKind(form)} ${form.subject}`,
      ).to.equal(taken);
    });
  }

  it("prints each of them so that it reads back as the same statement", () => {
    const readable = [...PHYSICS, ...FORMS].filter(([, taken]) => !REFUSED_IN_READING.has(taken));
    for (const [text, , names] of readable) {
      const declared = setOf(names ?? "");
      const statement = read(text, declared);
      const printed = printStatement(statement);
      expect(bare(read(printed, declared).clauses), `${text} -> ${printed}`).to.deep.equal(
        bare(statement.clauses),
      );
    }
  });
});
