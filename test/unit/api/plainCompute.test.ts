/** The quick look at a compute request agrees with the schema it spares. */
import { expect } from "chai";
import * as fc from "fast-check";
import { compute } from "../../../api/contract/compute/compute.js";
import { isPlainCompute } from "../../../api/contract/compute/plainCompute.js";
import { runs } from "../../kit/runs.js";

const SEED = 20_261_121;
const RUNS = runs(750, 3_000);

const name = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("KO42", "NM21", "m1", "r") },
  { weight: 1, arbitrary: fc.string({ maxLength: 140 }) },
);
const number = fc.oneof(
  { weight: 8, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 1, arbitrary: fc.constantFrom(NaN, Infinity, -Infinity) },
);
const odd = fc.oneof(fc.jsonValue(), fc.constant(undefined)) as fc.Arbitrary<unknown>;
const mostly = (usual: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: odd });

const request = fc.record(
  {
    operators: mostly(fc.array(mostly(name), { maxLength: 6 })),
    inputs: mostly(fc.dictionary(name, mostly(number), { maxKeys: 6, noNullPrototype: true })),
    domain: mostly(name),
    visibility: mostly(fc.constantFrom("private", "record", "shared", "public")),
    uncertainties: mostly(fc.dictionary(name, number, { noNullPrototype: true })),
  },
  { requiredKeys: ["operators", "inputs"], noNullPrototype: true },
);

describe("plain compute requests", () => {
  it(`are all accepted by the schema, unchanged (seed ${SEED})`, () => {
    let plain = 0;
    fc.assert(
      fc.property(fc.oneof(request, odd), (value) => {
        if (!isPlainCompute(value)) return;
        plain += 1;
        const parsed = compute.input.safeParse(value);
        expect(parsed.success).to.equal(true);
        expect(parsed.data).to.deep.equal(value);
      }),
      { seed: SEED, numRuns: RUNS },
    );
    expect(plain).to.be.greaterThan(RUNS / 100);
  });

  it("leave what is past a limit to the schema", () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`x${i}`, 1]));
    const long = "x".repeat(10_000);
    for (const value of [
      { operators: ["NM21"], inputs: many },
      { operators: ["NM21"], inputs: { [long]: 1 } },
      { operators: [], inputs: {} },
      { operators: [long], inputs: {} },
      { operators: [""], inputs: {} },
      { operators: Array.from({ length: 10_000 }, () => "NM21"), inputs: {} },
      { operators: ["NM21"], inputs: {}, domain: long },
    ]) {
      expect(compute.input.safeParse(value).success).to.equal(false);
      expect(isPlainCompute(value)).to.equal(false);
    }
  });

  it("take the everyday request", () => {
    expect(
      isPlainCompute({
        operators: ["KO42", "NM21"],
        inputs: { m1: 1, r: 2 },
        domain: "x",
        visibility: "shared",
      }),
    ).to.equal(true);
  });
});
