/** Tables that are made at their first use, or row by row before: each row once, in order. */
import { expect } from "chai";
import { fromInteger } from "../../../protocol/math/ball/ball.js";
import { lazyTable, makeTables } from "../../../protocol/math/pair/lazyTable.js";

const ROWS = 5;

describe("math: tables made at their first use", () => {
  it("are whole at their first use, however many rows were made before", () => {
    for (let before = 0; before <= ROWS; before += 1) {
      for (const _ of makeTables()) continue;
      const rowsMade: number[] = [];
      const table = lazyTable(ROWS, (i) => {
        rowsMade.push(i);
        return fromInteger(10 * i);
      });
      const rows = makeTables();
      for (let i = 0; i < before; i += 1) rows.next();
      expect(rowsMade.length, `${before} rows before`).to.equal(before);
      // Pairs: the high part, then what is left.
      expect([...table()]).to.deep.equal([0, 0, 10, 0, 20, 0, 30, 0, 40, 0]);
      expect([...table()].length).to.equal(2 * ROWS);
      expect(rowsMade).to.deep.equal([0, 1, 2, 3, 4]);
      expect([...makeTables()]).to.have.length(0);
    }
  });
});
