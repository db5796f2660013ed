/** Each solver against references of others, and the table that shows it. */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { solverCards } from "../../../protocol/solvers/cards.js";
import { rowsOf, runRow, tableText, validatedSolvers, type Outcome } from "../../../scripts/solvers/validation.js";

/** Public references a solver is held against, beside the case that has no answer. */
const REFERENCES_MIN = 3;

describe("solvers: references", () => {
  it("has at least three references and one question without an answer for every solver", () => {
    expect(validatedSolvers()).to.deep.equal(solverCards.map(({ id }) => id).sort());
    for (const { id } of solverCards) {
      const rows = rowsOf(id);
      expect(rows.filter((row) => "refusal" in row).length, `${id}: refusals`).to.be.at.least(1);
      expect(rows.filter((row) => "source" in row && row.source.length > 0).length, `${id}: references`)
        .to.be.at.least(REFERENCES_MIN);
    }
  });

  for (const id of validatedSolvers()) {
    it(`${id} gives what others give, and the page says so`, async () => {
      const page = readFileSync("docs/validation.md", "utf8");
      for (const row of rowsOf(id)) {
        if (row.long === true) continue;
        const outcome = await runRow(id, row);
        expect(outcome.ok, `${row.case}: ${outcome.told}`).to.equal(true);
        const [line] = linesOf(id, outcome);
        expect(page, row.case).to.contain(line);
      }
    });
  }
});

function linesOf(id: string, outcome: Outcome): string[] {
  return tableText(new Map([[id, [outcome]]])).split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| Case"));
}
