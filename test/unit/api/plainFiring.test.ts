/** The quick look at a request to fire a contract agrees with the schema it spares. */
import { expect } from "chai";
import * as fc from "fast-check";
import { contractFire } from "../../../api/contract/contracts/contractFirings.js";
import { isPlainFiring } from "../../../api/contract/contracts/plainFiring.js";
import { runs } from "../../kit/runs.js";

const SEED = 20_261_129;
const RUNS = runs(750, 3_000);
const ID = "ct_mfrggzdfmztwq2lknnwg23tpoa";

const odd = fc.oneof(fc.jsonValue(), fc.constant(undefined)) as fc.Arbitrary<unknown>;
const mostly = (usual: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: odd });
const name = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom("v", "q", "open") },
  { weight: 1, arbitrary: fc.constantFrom("__proto__", "") },
  { weight: 1, arbitrary: fc.string({ maxLength: 70 }) },
);
const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const reading = fc.oneof(
  { weight: 8, arbitrary: fc.oneof(number, fc.boolean(), fc.string({ maxLength: 8 })) },
  { weight: 1, arbitrary: fc.constantFrom(NaN, Infinity, -Infinity) },
);
const request = fc.record(
  {
    id: mostly(fc.constantFrom(ID, ID, ID, "ct_1", `${ID}a`)),
    event: mostly(fc.constantFrom("reading", "tick", "a.b-c_9", "Reading", "")),
    data: mostly(fc.dictionary(name, mostly(reading), { maxKeys: 6, noNullPrototype: true })),
  },
  { requiredKeys: ["id", "data"], noNullPrototype: true },
);
const withMore = fc.tuple(request, odd).map(([value, other]) => ({ ...value, other }));

describe("plain requests to fire a contract", () => {
  it(`are all accepted by the schema, unchanged (seed ${SEED})`, () => {
    let plain = 0;
    fc.assert(
      fc.property(fc.oneof(request, request, withMore, odd), (value) => {
        if (!isPlainFiring(value)) return;
        plain += 1;
        const parsed = contractFire.input.safeParse(value);
        expect(parsed.success).to.equal(true);
        expect(parsed.data).to.deep.equal(value);
      }),
      { seed: SEED, numRuns: RUNS },
    );
    expect(plain).to.be.greaterThan(RUNS / 100);
  });

  it("leave what the schema refuses to the schema", () => {
    for (const value of [
      { id: "ct_1", data: { v: 1 } },
      { id: ID, event: "Reading", data: { v: 1 } },
      { id: ID, data: { ["x".repeat(65)]: 1 } },
      { id: ID, data: { "": 1 } },
      { id: ID, data: [1] },
      { id: ID, data: { v: 1 }, other: 1 },
    ]) {
      expect(contractFire.input.safeParse(value).success).to.equal(false);
      expect(isPlainFiring(value)).to.equal(false);
    }
  });

  it("take the everyday request", () => {
    expect(isPlainFiring({ id: ID, data: { v: 31.5, open: true, place: "north" } })).to.equal(true);
    expect(isPlainFiring({ id: ID, event: "reading", data: {} })).to.equal(true);
  });
});
