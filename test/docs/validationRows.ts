/** Rows of the tables that solvers are held against, each with what the page says of it. */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import {
  rowsOf,
  runRow,
  tableText,
  validatedSolvers,
  type Outcome,
} from "../../scripts/solvers/validation.js";

/**
 * @param long whether those are checked that take longer than a test of the short suite may, or all
 * others
 */
export function checkRows(long: boolean): void {
  for (const id of validatedSolvers()) {
    for (const row of rowsOf(id)) {
      if ((row.long === true) !== long) continue;
      it(`${id}, as the page says: ${row.case}`, async () => {
        const outcome = await runRow(id, row);
        expect(outcome.ok, outcome.told).to.equal(true);
        const [line] = linesOf(id, outcome);
        expect(readFileSync("docs/validation.md", "utf8")).to.contain(line);
      });
    }
  }
}

function linesOf(id: string, outcome: Outcome): string[] {
  return tableText(new Map([[id, [outcome]]]))
    .split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("| Case"));
}
