import { expect } from "chai";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import type { NameFact } from "../../../protocol/names/nameSet.js";
import { NameSet } from "../../../protocol/names/nameSet.js";
import { commitHash } from "../../../protocol/names/work.js";
import { NameBook } from "../../../node/names/nameBook.js";
import { claimOf, commitOf, hashOf, holderOf, idOf, seenByAll, setOf, WITNESSES } from "./cast.js";

const SALT = "5a".repeat(32);
/** The first calcond of a window of 1,200. */
const START = 3_000_000;

/** Linear congruential, Numerical Recipes: the same order in every run. */
function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  let state = seed;
  return items
    .map((item) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return [item, state] as const;
    })
    .sort(([, a], [, b]) => a - b)
    .map(([item]) => item);
}

function flood(count: number, calcond: number, by = "somebody"): readonly NameFact[] {
  return Array.from({ length: count }, (_, i) => commitOf(idOf(`junk ${by} ${i}`), calcond, by));
}

describe("names: commitments of one node", () => {
  const h = commitHash(nodeCrypto, { author: idOf("ann"), name: "newton", salt: SALT });
  const claim = claimOf("ann", { claimed: START + 100, salt: SALT });
  const rival = claimOf("bob", { claimed: START + 50 });
  const said = [
    claim,
    ...seenByAll(claim.id, START + 100),
    rival,
    ...seenByAll(rival.id, START + 50),
  ];

  it("count up to 256 in a window of 1,200 calconds, whatever the order in which they come", () => {
    const late = commitOf(h, START + 20);
    const facts = [
      ...flood(255, START),
      ...flood(255, START + 10, "another"),
      late,
      ...seenByAll(late.id, START + 20),
      ...said,
    ];
    const full = [...facts, ...flood(1, START + 5)];
    expect(holderOf(setOf(facts))).to.equal(idOf("ann"));
    expect(holderOf(setOf(full))).to.equal(idOf("bob"));
    for (let seed = 1; seed <= 20; seed += 1) {
      const set = setOf(shuffled(full, seed));
      expect([hashOf(set), set.size]).to.deep.equal([hashOf(setOf(full)), setOf(full).size]);
      expect(set.commitsOf(idOf("somebody"), START)).to.equal(256);
      expect(set.has(late.id)).to.equal(false);
    }
  });

  it("move the holder when an earlier one pushes the last out", () => {
    const late = commitOf(h, START + 20);
    const book = new NameBook(nodeCrypto, { node: WITNESSES[0]!, witnesses: WITNESSES });
    for (const fact of [...flood(255, START), late, ...seenByAll(late.id, START + 20), ...said])
      book.add(fact, START);
    expect(book.history("newton")?.tenures.at(-1)?.claim.id).to.equal(claim.id);
    const [pusher] = flood(1, START + 5);
    expect(book.add(pusher!, START)).to.deep.equal({
      subject: "newton",
      lost: claim.id,
      holder: rival.id,
    });
  });

  it("of other nodes and of the next window are counted apart", () => {
    const set = setOf(flood(300, START));
    expect(set.size).to.equal(256);
    const [next, other] = [commitOf(h, START + 1_200), commitOf(h, START, "another")];
    expect([set.takesCommit(next), set.takesCommit(other)]).to.deep.equal([true, true]);
    expect(set.takesCommit(commitOf(h, START + 1))).to.equal(false);
    expect(set.add(next)).to.deep.equal([]);
    expect(set.size).to.equal(257);
  });

  it("leave nothing behind where there are no witnesses", () => {
    const set = new NameSet(nodeCrypto, []);
    for (const fact of flood(300, START)) {
      set.add(fact);
      set.sawFirst(fact.id, "me", START);
    }
    const over = flood(300, START).filter(({ id }) => !set.has(id));
    expect(over.every(({ id }) => set.sights(id).size === 0)).to.equal(true);
    expect(set.size).to.equal(256);
  });
});
