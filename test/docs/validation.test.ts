/** Each solver against references of others, and the table that shows it. */
import { expect } from "chai";
import { solverCards } from "../../protocol/solvers/cards.js";
import { rowsOf, validatedSolvers } from "../../scripts/solvers/validation.js";
import { checkRows } from "./validationRows.js";

/** Public references a solver is held against, beside the case that has no answer. */
const REFERENCES_MIN = 3;

describe("solvers: references", () => {
  it("has at least three references and one question without an answer for every solver", () => {
    expect(validatedSolvers()).to.deep.equal(solverCards.map(({ id }) => id).sort());
    for (const { id } of solverCards) {
      const rows = rowsOf(id);
      expect(rows.filter((row) => "refusal" in row).length, `${id}: refusals`).to.be.at.least(1);
      expect(
        rows.filter((row) => "source" in row && row.source.length > 0).length,
        `${id}: references`,
      ).to.be.at.least(REFERENCES_MIN);
    }
  });

  checkRows(false);
});
