/**
 * A posting sums to zero on each side in exact integers, also where a double would round on the
 * way.
 */
import { expect } from "chai";
import * as fc from "fast-check";
import { ledgerAccount, SIDES, type LedgerDelta } from "../../../protocol/economy/accounts.js";
import { postingFault } from "../../../protocol/economy/journal.js";
import { runs } from "../../kit/runs.js";

const SEED = 6_002;
const LAST_EXACT = Number.MAX_SAFE_INTEGER;
const NAMES = [
  "burn:credits",
  "free:ann",
  "held:ann",
  "house",
  "mint:credits",
  "mint:free",
  "mint:paid",
  "paid:ann",
  "paid:bob",
] as const;
const SIDE_NAMES = ["credits", "free-funded envelopes", "paid-funded envelopes"];

/** Whole numbers of any length. */
function expected(entries: readonly LedgerDelta[]): string | null {
  const sums = SIDES.map((kinds) =>
    entries.reduce(
      (sum, { account, delta }) =>
        (kinds as readonly string[]).includes(ledgerAccount(account)!.kind)
          ? sum + BigInt(delta)
          : sum,
      0n,
    ),
  );
  const open = sums.findIndex((sum) => sum !== 0n);
  return open < 0 ? null : `its ${SIDE_NAMES[open]} do not sum to zero`;
}

describe("economy: a posting", () => {
  it(`says of amounts up to the last exact one which side is open (seed ${SEED})`, () => {
    const amount = fc
      .oneof(
        fc.integer({ min: -3, max: 3 }),
        fc.constantFrom(LAST_EXACT, -LAST_EXACT, LAST_EXACT - 1, 1 - LAST_EXACT),
      )
      .filter((delta) => delta !== 0);
    const lines = fc
      .uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 })
      .chain((names) =>
        fc.tuple(
          ...[...names]
            .sort()
            .map((account) => amount.map((delta): LedgerDelta => ({ account, delta }))),
        ),
      );
    fc.assert(
      fc.property(lines, (entries) => {
        expect(postingFault(entries)).to.equal(expected(entries));
      }),
      { seed: SEED, numRuns: runs(750, 3_000) },
    );
  });

  it("sees one credit too many where doubles would lose it", () => {
    const [a, b] = [
      { account: "burn:credits", delta: LAST_EXACT },
      { account: "free:ann", delta: LAST_EXACT },
    ];
    const closing = (last: number): LedgerDelta[] => [
      a,
      b,
      { account: "mint:credits", delta: -LAST_EXACT },
      { account: "paid:ann", delta: last },
    ];
    expect(postingFault(closing(-LAST_EXACT))).to.equal(null);
    // 2^54 - 2 and 1 is no double.
    expect(
      postingFault([
        a,
        b,
        { account: "free:bob", delta: 1 },
        { account: "mint:credits", delta: -LAST_EXACT },
        { account: "paid:ann", delta: -LAST_EXACT },
      ]),
    ).to.equal("its credits do not sum to zero");
  });

  it("knows the accounts of users by what stands before the colon, and none without a user", () => {
    expect(ledgerAccount("free:ann")).to.deep.equal({ kind: "free", owner: "ann" });
    expect(ledgerAccount("held:a:b")).to.deep.equal({ kind: "held", owner: "a:b" });
    for (const name of ["free:", "held", "freeann", "mint:", "Free:ann", ""])
      expect(ledgerAccount(name), name).to.equal(null);
  });
});
