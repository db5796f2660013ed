/** Free credits: 128 a day (S9), a computation with an operator costs 3, KO42 alone 1. */
import { expect } from "chai";
import {
  COMPUTATION_CREDITS,
  DAILY_CREDITS,
  dailyLimitOf,
  daysFor,
  demoAccount,
  DEMO_DAILY_CREDITS,
  envelopesADay,
  LEAST_CREDITS,
  leastDaysFor,
} from "../../../protocol/economy/freeCredits.js";

/** Day after day: claimed first, then spent. */
function daysUntil(envelopes: number, free: number, isClaimed: boolean): number {
  let credits = free + (isClaimed ? 0 : 128);
  // Today's claim, where it is still to come, makes today the first day.
  if (free >= envelopes) return 0;
  for (let day = 0; ; day += 1) {
    if (credits >= envelopes) return day;
    credits += 128;
  }
}

describe("economy: free credits", () => {
  it("are as the specification has them", () => {
    expect([DAILY_CREDITS, COMPUTATION_CREDITS, LEAST_CREDITS]).to.deep.equal([128, 3, 1]);
    // S9: 3 credits a computation and 128 a day make about 42.7 envelopes a day.
    expect(envelopesADay(3)).to.equal(42.7);
    expect([envelopesADay(1), envelopesADay(5), envelopesADay(6)]).to.deep.equal([128, 25.6, 21.3]);
  });

  it("take so many days for so many envelopes, rounded up", () => {
    // 3 n/128 in tenths, upwards: 1,000 envelopes of a bond take 23.4375 days.
    const expected = [
      [-1, 0],
      [0, 0],
      [1, 0.1],
      [42, 1],
      [43, 1.1],
      [128, 3],
      [1_000, 23.5],
    ] as const;
    for (const [envelopes, days] of expected) expect(daysFor(envelopes)).to.equal(days);
  });

  it("are there after as many days as claims are missing", () => {
    for (const envelopes of [0, 1, 2, 127, 128, 129, 255, 256, 257, 1_000])
      for (const free of [0, 1, 127, 128, 129, 300])
        for (const isClaimed of [false, true])
          expect(
            leastDaysFor(envelopes, free, isClaimed),
            `${envelopes} with ${free}, ${isClaimed ? "claimed" : "not claimed"}`,
          ).to.equal(daysUntil(envelopes, free, isClaimed));
    expect(leastDaysFor(-5, 0, false)).to.equal(0);
  });

  it("limit what the account of a demo key spends in a day, and nobody else", () => {
    expect(dailyLimitOf(demoAccount("ab"))).to.equal(DEMO_DAILY_CREDITS);
    for (const account of ["operator", "demo", "xdemo_ab", ""])
      expect(dailyLimitOf(account)).to.equal(null);
  });
});
