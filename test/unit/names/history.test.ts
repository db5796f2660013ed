import { expect } from "chai";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { stateAt, tieOf } from "../../../protocol/names/history.js";
import { commitHash } from "../../../protocol/names/work.js";
import {
  claimOf,
  commitOf,
  hashOf,
  history,
  holderOf,
  idOf,
  revokeOf,
  seenBy,
  seenByAll,
  setOf,
  updateOf,
  WITNESSES,
} from "./cast.js";

const GRACE = 3_335_904;
const SALT = "5a".repeat(32);

function hiddenBy(who: string): string {
  return commitHash(nodeCrypto, { author: idOf(who), name: "newton", salt: SALT });
}

describe("names: who holds one", () => {
  it("is pending until three of four witnesses spoke and 120 calconds have passed, then held", () => {
    const claim = claimOf("ann", { claimed: 1_000 });
    const set = setOf([claim]);
    expect(stateAt(set, history(set), 5_000)).to.equal("pending");
    expect(history(set).unseen).to.deep.equal([claim]);
    set.add(seenBy(0, claim.id, 1_001));
    expect(history(set).tenures).to.deep.equal([]);
    set.add(seenBy(1, claim.id, 1_004));
    expect(stateAt(set, history(set), 5_000)).to.equal("pending");
    set.add(seenBy(2, claim.id, 1_006));
    expect(history(set).tenures[0]).to.include({ sight: 1_004, effective: 1_004 });
    expect(stateAt(set, history(set), 1_123)).to.equal("pending");
    expect(stateAt(set, history(set), 1_124)).to.equal("held");
    expect(stateAt(setOf([]), history(setOf([])), 1_124)).to.equal("free");
  });

  it("orders by the second smallest of four sights, never before what was claimed", () => {
    const early = claimOf("ann", { claimed: 1_010 });
    const set = setOf([
      early,
      seenBy(0, early.id, 3),
      seenBy(1, early.id, 1_008),
      seenBy(2, early.id, 1_009),
    ]);
    expect(history(set).tenures[0]).to.include({ sight: 1_008, effective: 1_010 });
  });

  it("does not count a claim 121 calconds old or 3 ahead at first sight; 120 and 2 pass", () => {
    const age = (old: number): string | null => {
      const claim = claimOf("ann", { claimed: 1_000 });
      const set = setOf([claim, ...WITNESSES.map((_, n) => seenBy(n, claim.id, 1_000 + old))]);
      return history(set).refused[0]?.reason ?? null;
    };
    expect([120, 121, -2, -3].map(age)).to.deep.equal([null, "BACKDATED", null, "FUTURE_CALCOND"]);
  });

  it("takes the larger of two statements of one witness, and nobody else's", () => {
    const claim = claimOf("ann", { claimed: 1_000 });
    const facts = [
      claim,
      seenBy(0, claim.id, 1_000),
      seenBy(0, claim.id, 1_050),
      seenBy(1, claim.id, 1_020),
      { ...seenBy(2, claim.id, 1_001), author: idOf("no witness") },
    ];
    for (const order of [facts, [...facts].reverse()]) {
      expect(history(setOf(order)).tenures[0]?.sight).to.equal(1_050);
    }
  });

  it("of two claims of one calcond the smaller tie hash wins", () => {
    const [a, b] = [claimOf("ann", { claimed: 1_000 }), claimOf("bob", { claimed: 1_000 })];
    const set = setOf([a, b, ...seenByAll(a.id, 1_000), ...seenByAll(b.id, 1_000)]);
    const [first] = [a, b].sort((x, y) =>
      tieOf(nodeCrypto, x.id, "newton") < tieOf(nodeCrypto, y.id, "newton") ? -1 : 1,
    );
    expect(holderOf(set)).to.equal(first!.body.owner);
    expect(history(set).lost.length).to.equal(1);
  });

  it("a two-two split of the witnesses stays pending", () => {
    const [a, b] = [claimOf("ann", { claimed: 1_000 }), claimOf("bob", { claimed: 1_000 })];
    const set = setOf([
      a,
      b,
      seenBy(0, a.id, 1_000),
      seenBy(1, a.id, 1_001),
      seenBy(2, b.id, 1_000),
      seenBy(3, b.id, 1_001),
    ]);
    expect(stateAt(set, history(set), 900_000)).to.equal("pending");
  });

  it("an earlier claim that surfaces displaces the holder, and the other has lost to it", () => {
    const [late, early] = [claimOf("bob", { claimed: 1_500 }), claimOf("ann", { claimed: 1_000 })];
    const set = setOf([late, ...seenByAll(late.id, 1_500)]);
    expect(holderOf(set)).to.equal(idOf("bob"));
    for (const fact of [early, ...seenByAll(early.id, 1_000)]) set.add(fact);
    expect(holderOf(set)).to.equal(idOf("ann"));
    expect(history(set).lost).to.deep.equal([{ claim: late, effective: 1_501, to: early.id }]);
  });

  it("a commitment stands for its claim 2 to 1,200 calconds later, and no other key's", () => {
    const at = (after: number, by = "ann"): number | undefined => {
      const commit = commitOf(hiddenBy("ann"), 1_000);
      const claim = claimOf(by, { claimed: 1_000 + after, salt: SALT });
      const set = setOf([
        claim,
        ...seenByAll(claim.id, 1_000 + after),
        commit,
        ...seenByAll(commit.id, 1_000),
      ]);
      return history(set).tenures[0]?.effective;
    };
    expect([1, 2, 1_200, 1_201].map((after) => at(after))).to.deep.equal([
      1_002, 1_001, 1_001, 2_202,
    ]);
    expect(at(500, "bob")).to.equal(1_501);
  });

  it("a commitment that was back-dated itself does not count", () => {
    const commit = commitOf(hiddenBy("ann"), 500);
    const claim = claimOf("ann", { claimed: 1_000, salt: SALT });
    const set = setOf([claim, ...seenByAll(claim.id, 1_000), commit, ...seenByAll(commit.id, 990)]);
    expect(history(set).tenures[0]).to.include({ effective: 1_001, commit: null });
  });

  it("updates follow in sequence, from the owner alone, and renew", () => {
    const claim = claimOf("ann", { claimed: 1_000, expires: 10_000 });
    const first = updateOf("ann", claim.id, 1, {
      claimed: 2_000,
      expires: 20_000,
      records: { url: "https://one.example/" },
    });
    const second = updateOf("ann", claim.id, 2, { claimed: 15_000, expires: 30_000 });
    const foreign = updateOf("bob", claim.id, 1, { claimed: 1_500, expires: 99_000 });
    const gap = updateOf("ann", claim.id, 4, { claimed: 16_000, expires: 90_000 });
    const late = updateOf("ann", claim.id, 3, { claimed: 30_000, expires: 90_000 });
    const facts = [claim, first, second, foreign, gap, late];
    const set = setOf([
      ...facts,
      ...facts.flatMap(({ id, body }) => [...seenByAll(id, body.claimed)]),
    ]);
    expect(history(set).tenures[0]).to.include({ sequence: 2, expires: 30_000 });
    expect(history(set).tenures[0]?.changes).to.deep.equal([first, second]);
    expect(stateAt(set, history(set), 29_999)).to.equal("held");
    expect(stateAt(set, history(set), 30_000)).to.equal("expired");
  });

  it("of two changes with one number the earlier counts", () => {
    const claim = claimOf("ann", { claimed: 1_000 });
    const update = updateOf("ann", claim.id, 1, { claimed: 3_000, expires: 9_000 });
    const revoke = revokeOf("ann", claim.id, 1, 2_000);
    const facts = [claim, update, revoke];
    const set = setOf([
      ...facts,
      ...facts.flatMap(({ id, body }) => [...seenByAll(id, body.claimed)]),
    ]);
    expect(history(set).tenures[0]).to.include({ sequence: 1, revoked: 2_001 });
    expect(stateAt(set, history(set), 2_000)).to.equal("held");
    expect(stateAt(set, history(set), 2_001)).to.equal("revoked");
  });

  it("after a revocation anyone may claim, after an expiry for 30 days the holder alone", () => {
    const claim = claimOf("ann", { claimed: 1_000, expires: 10_000 });
    const base = [claim, ...seenByAll(claim.id, 1_000)];
    const takes = (
      who: string,
      claimed: number,
      more: readonly ReturnType<typeof revokeOf>[] = [],
    ): boolean => {
      const next = claimOf(who, { claimed });
      const set = setOf([
        ...base,
        next,
        ...seenByAll(next.id, claimed),
        ...more,
        ...more.flatMap(({ id, body }) => [...seenByAll(id, body.claimed)]),
      ]);
      return history(set).tenures.at(-1)?.claim.id === next.id;
    };
    expect(takes("bob", 9_990)).to.equal(false);
    expect(takes("bob", 10_000)).to.equal(false);
    expect(takes("ann", 10_000)).to.equal(true);
    expect(takes("bob", 10_000 + GRACE - 2)).to.equal(false);
    expect(takes("bob", 10_000 + GRACE)).to.equal(true);
    expect(takes("bob", 5_000, [revokeOf("ann", claim.id, 1, 4_000)])).to.equal(true);
    expect(takes("bob", 3_900, [revokeOf("ann", claim.id, 1, 4_000)])).to.equal(false);
  });

  it("without witnesses the node's own first sight decides", () => {
    const claim = claimOf("ann", { claimed: 1_000 });
    const set = setOf([claim], []);
    expect(history(set).unseen.length).to.equal(1);
    set.sawFirst(claim.id, "me", 1_005);
    set.sawFirst(claim.id, "me", 1_001);
    expect(history(set).tenures[0]).to.include({ sight: 1_005, effective: 1_005 });
    expect(stateAt(set, history(set), 1_125)).to.equal("held");
    const other = setOf([claim], []);
    other.sawFirst(claim.id, "other", 1_003);
    expect(hashOf(other)).to.equal(hashOf(set));
  });
});
