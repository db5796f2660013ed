/** The reader of quantities over many texts: none gives a number for a part of it. */
import * as fc from "fast-check";
import { isWholeReading, quantityTexts } from "../../kit/quantityTexts.js";

const SEED = 20_261_127;
const TEXTS = 500_000;

describe("protocol/units/quantity", () => {
  it(`never gives a number for a part of ${TEXTS} texts: seed ${SEED}`, () => {
    fc.assert(fc.property(quantityTexts, isWholeReading), { seed: SEED, numRuns: TEXTS });
  });
});
