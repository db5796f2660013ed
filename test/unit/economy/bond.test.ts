/** Which verdict withholds a bond (S5.6, D7), and what its node signs. */
import { expect } from "chai";
import {
  attestationBytes,
  BOND_ENVELOPES,
  BOND_TAIL_CALCONDS,
  slashRefusal,
  type BondStanding,
  type ChallengeVerdict,
} from "../../../protocol/economy/bond.js";

const UPHELD: ChallengeVerdict = {
  outcome: "upheld",
  token_id: "ab",
  reexecuted: { engine_version: "1", value_bits: "00", calcond: 9 },
  openedCalcond: 100,
};
const BONDED: BondStanding = { state: "bonded", heldUntilCalcond: null };

describe("economy: a bond", () => {
  it("is of 1,000 envelopes, and can be withheld for an hour behind its release", () => {
    expect(BOND_ENVELOPES).to.equal(1_000);
    // The calconds of 777,000,777 ns that begin within 3,600 s, less one: 4,633.
    expect((BOND_TAIL_CALCONDS * 777_000_777) / 1e9).to.be.within(3_598, 3_600);
  });

  it("is lost by a result that was computed again and is wrong, up to the end of its tail", () => {
    expect(slashRefusal(BONDED, UPHELD)).to.equal(null);
    for (const [heldUntilCalcond, isLost] of [
      [99, false],
      [100, true],
      [101, true],
    ] as const) {
      const why = slashRefusal({ state: "released", heldUntilCalcond }, UPHELD);
      expect(why === null, String(heldUntilCalcond)).to.equal(isLost);
      if (!isLost) expect(why).to.include("after the released bond");
    }
  });

  it("is kept by every other verdict, with the reason", () => {
    expect(slashRefusal(BONDED, { ...UPHELD, reexecuted: null })).to.include("not computed again");
    for (const outcome of ["rejected", "not_reproducible"] as const)
      expect(slashRefusal(BONDED, { ...UPHELD, outcome })).to.include(outcome);
    for (const state of ["ended", "slashed"] as const)
      expect(slashRefusal({ state, heldUntilCalcond: null }, UPHELD)).to.equal(
        `the bond is ${state}`,
      );
  });

  it("is attested by a tag, a zero byte, and canonical JSON", () => {
    const bytes = attestationBytes({
      sinceCalcond: 5,
      node: "nn",
      listHash: "hh",
      count: 1_000,
      bond: 2,
      account: "ann",
    });
    expect(Buffer.from(bytes).toString("latin1")).to.equal(
      'calc-bond/1\0{"account":"ann","bond":2,"count":1000,"listHash":"hh","node":"nn","sinceCalcond":5}',
    );
  });
});
