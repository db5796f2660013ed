/** Rows around the example of an operator: near it, far from it, and where it has no value. */
import * as fc from "fast-check";
import type { DrawnRows } from "./sameAsSingles.js";

/** As many inputs as any operator has share these by turns. */
const CELLS = 5;
const ROWS_MAX = 6;

const near = fc.double({ min: 0.5, max: 2, noNaN: true });
const far = fc
  .tuple(fc.double({ min: 1, max: 10, noNaN: true }), fc.integer({ min: -12, max: 12 }))
  .map(([x, e]) => x * Number(`1e${e}`));
const odd = fc.constantFrom(0, 1, -1, -0.5, 2, 1e-200, 1e200);

export const drawnRows: fc.Arbitrary<DrawnRows> = fc.record({
  cells: fc.array(
    fc.array(
      fc.oneof(
        { weight: 6, arbitrary: near },
        { weight: 2, arbitrary: far },
        { weight: 1, arbitrary: odd },
      ),
      { minLength: CELLS, maxLength: CELLS },
    ),
    { minLength: 2, maxLength: ROWS_MAX },
  ),
  uncertain: fc.array(fc.double({ min: 0, max: 0.2, noNaN: true }), { maxLength: 3 }),
});
