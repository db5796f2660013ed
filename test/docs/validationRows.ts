/**
 * Rows of the tables that solvers are held against, each with what the page says of it. Rows of a
 * solver whose code and references are those of its last run are looked up in the page, which has
 * what it answered; the long form runs all.
 */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { lineHead } from "../../scripts/solvers/rows.js";
import {
  lineOf,
  rowsOf,
  runRow,
  validatedSolvers,
  Validation,
} from "../../scripts/solvers/validation.js";
import { isLong } from "../kit/runs.js";

/**
 * @param long whether those are checked that take longer than a test of the short suite may, or all
 * others
 */
export function checkRows(long: boolean): void {
  const page = readFileSync("docs/validation.md", "utf8");
  let validation: Validation;
  before(async () => {
    validation = await Validation.read();
  });

  for (const id of validatedSolvers()) {
    for (const row of rowsOf(id)) {
      if ((row.long === true) !== long) continue;
      it(`${id}, as the page says: ${row.case}`, async () => {
        if (!isLong && validation.isKnown(id)) {
          expect(validation.partOf(id)).to.contain(`\n${lineHead(row)} `);
          return;
        }
        const outcome = await runRow(id, row);
        expect(outcome.ok, outcome.shown).to.equal(true);
        expect(page).to.contain(lineOf(outcome));
      });
    }
  }
}
