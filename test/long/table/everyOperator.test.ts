import { expect } from "chai";
import * as fc from "fast-check";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { drawnRows } from "../../unit/table/drawnRows.js";
import { drawnDiffers, gridDiffers, tableDiffers } from "../../unit/table/sameAsSingles.js";

const registry = builtinRegistry((text) => nodeCrypto.sha256Hex(text));
const VALUES = [0, 1, 2.5, -3, 1e-9, 7e6];

describe("tables of every operator", () => {
  it("are what the same computations alone give", () => {
    let looked = 0;
    for (const [at, { compiled, id }] of registry.entries.entries()) {
      if (compiled === null) continue;
      looked += 1;
      expect(tableDiffers(registry, id, VALUES, at), id).equal(null);
      const grid = { axes: 1 + (at % 4), from: at % 2 === 0 ? 0.1 : 250, pick: at };
      expect(gridDiffers(registry, id, grid), id).equal(null);
    }
    expect(looked).above(1_000);
  });

  it("are so with all inputs drawn at random, with uncertainties and without", () => {
    for (const { id } of registry.entries)
      fc.assert(
        fc.property(drawnRows, (rows) => {
          expect(drawnDiffers(registry, id, rows), id).equal(null);
        }),
        { numRuns: 20 },
      );
  });
});
