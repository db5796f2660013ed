/** How far references lie from what the solvers answer, in uncertainties that the answers state. */
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { REFERENCE_NOTES } from "../../scripts/solvers/referenceDigits.js";
import type { Row } from "../../scripts/solvers/rows.js";
import {
  comparedRows,
  RATIO_MAX,
  uncertaintyTable,
} from "../../scripts/solvers/uncertaintyTable.js";
import {
  partText,
  rowsOf,
  validatedSolvers,
  Validation,
} from "../../scripts/solvers/validation.js";

describe("docs: true error over stated uncertainty", () => {
  let validation: Validation;
  before(async () => {
    validation = await Validation.read();
  });

  it("stands in the page as its lines give it", () => {
    const parts = new Map(validatedSolvers().map((id) => [id, validation.partOf(id)]));
    expect(readFileSync("docs/validation.md", "utf8")).to.contain(uncertaintyTable(parts, rowsOf));
  });

  for (const id of validatedSolvers()) {
    it(`is at most ${RATIO_MAX} for every reference of ${id}`, () => {
      for (const { differs, ratio, row } of comparedRows(id, validation.partOf(id), rowsOf(id)))
        if (differs === null) expect(ratio, row.case).to.be.at.most(RATIO_MAX);
    });
  }

  it("compares with the larger of the uncertainty and half of the last digit", () => {
    const row: Row = { case: "NAFEMS T3", body: {}, at: "value", expected: 36.6, source: "" };
    const line = "| NAFEMS T3 | 36.6  | 36.63 | 0 | 1 | 1.00e-3 |  |";
    const part = partText("heat", [line]);
    // 0.03 by half of 0.1, and by the uncertainty where no digits are noted.
    expect(comparedRows("heat", part, [row])[0]!.ratio).to.be.closeTo(0.6, 1e-9);
    expect(comparedRows("heat", part, [row])[0]!.digits).to.equal(3);
    expect(comparedRows("wave", part, [row])[0]!.ratio).to.be.closeTo(30, 1e-6);
  });

  it("notes only rows that there are", () => {
    for (const [id, notes] of Object.entries(REFERENCE_NOTES))
      expect(rowsOf(id).map((row) => row.case)).to.include.members(Object.keys(notes));
  });
});
