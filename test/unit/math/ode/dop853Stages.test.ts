import { expect } from "chai";
import {
  ARGUMENTS,
  errorFive,
  errorThree,
  stepSlope,
} from "../../../../protocol/math/ode/dop853Stages.js";
import {
  ERROR_3,
  ERROR_5,
  STAGES,
  type SparseRow,
} from "../../../../protocol/math/ode/dop853Tableau.js";
import { Philox } from "../../../../protocol/math/random/philox.js";

const SIZE = 7;
const H = 0.37;

/** The sum of a row in its order, by a loop. */
function summed({ at, weight }: SparseRow, k: readonly Float64Array[], i: number): number {
  let sum = 0;
  for (let j = 0; j < at.length; j += 1) sum += weight[j]! * k[at[j]!]![i]!;
  return sum;
}

describe("sums of the Dormand and Prince pair, written out", () => {
  const random = new Philox(853);
  const values = (): Float64Array =>
    Float64Array.from({ length: SIZE }, () => 2 * random.uniform() - 1);
  const k = Array.from({ length: 16 }, values);
  const y = values();
  const out = new Float64Array(SIZE);

  it("give the bits of a loop over the rows of the tableau", () => {
    for (let s = 1; s < 12; s += 1) {
      ARGUMENTS[s]!({ k, y }, H, out);
      for (let i = 0; i < SIZE; i += 1)
        expect(out[i]).to.equal(y[i]! + H * summed(STAGES[s]!, k, i));
    }
    for (const [sum, row] of [
      [stepSlope, STAGES[12]!],
      [errorFive, ERROR_5],
      [errorThree, ERROR_3],
    ] as const) {
      sum(k, out);
      for (let i = 0; i < SIZE; i += 1) expect(out[i]).to.equal(summed(row, k, i));
    }
  });
});
