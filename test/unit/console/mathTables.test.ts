/** Tables that the page computes, beside those that the engine carries. */
import { expect } from "chai";
import * as circular from "../../../api/console/engine/circularTables.js";
import * as others from "../../../api/console/engine/mathTables.js";
import { ARCSINE_CELLS } from "../../../protocol/math/fast/arcsineTable.js";
import { ARCTANGENT_CELLS } from "../../../protocol/math/fast/arctangentTable.js";
import { INVERSE_TURN, SINES } from "../../../protocol/math/fast/circularTable.js";
import { POWERS } from "../../../protocol/math/fast/exponentialTable.js";
import { CELLS } from "../../../protocol/math/fast/logarithmTable.js";

describe("tables of the fast functions in the page", () => {
  const computed: Readonly<Record<string, Float64Array>> = { ...circular, ...others };
  const tables = { ARCSINE_CELLS, ARCTANGENT_CELLS, CELLS, INVERSE_TURN, POWERS, SINES };
  for (const [name, table] of Object.entries(tables)) {
    it(`has every bit of ${name}`, () => {
      const found = computed[name]!;
      expect(found.length).to.equal(table.length);
      table.forEach(
        (value, i) => expect(Object.is(found[i], value), `${i}: ${found[i]}`).to.be.true,
      );
    });
  }
});
