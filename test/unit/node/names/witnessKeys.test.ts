/** Witnesses of names whose keys end: they stay the witnesses that they were. */
import { expect } from "chai";
import { Successions } from "../../../../node/runtime/identity/successions.js";
import type { AcceptedEvent } from "../../../../protocol/mesh/judgement.js";
import type { Entry, RangeOptions } from "../../../../storage/kv/kv.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import { SeededRandom } from "../../../../scripts/sim/random.js";
import { accepted, bench, claimBody, keyOf, settled, START, turn } from "./namesBench.js";

const SEED = "witness keys 20261128";
const ROUNDS = 25;
/** Four witnesses; the key of each is followed by the one that is ten further. */
const WITNESSES = [21, 22, 23, 24];
const QUORUM = 3;

function seen(by: number, claim: AcceptedEvent, at: number, seq = 1): AcceptedEvent {
  return accepted(by, "name.seen", { claim: claim.id, seen: at }, at, seq);
}

function ended(n: number, by: "rotation" | "revocation", size: number) {
  return { key: keyOf(n), successor: keyOf(n + 10), by, size } as const;
}

describe("witnesses of names whose keys end", () => {
  const witnesses = WITNESSES.map(keyOf);
  const claim = accepted(2, "name.claim", claimBody(2, "newton", START), START);

  for (const by of ["rotation", "revocation"] as const)
    it(`go on under the next key, and the ended one counts no further: ${by}`, async () => {
      const successions = new Successions();
      const node = await bench({ witnesses, successions });
      const { names } = node;
      const sights = () => Object.fromEntries(names.book.set.sights(claim.id));
      await node.hear(claim);
      await node.hear(seen(21, claim, START + 1, 4));
      await node.hear(seen(32, claim, START + 2));
      await node.hear(seen(23, claim, START + 3, 9));
      expect(sights()).to.deep.equal({ [keyOf(21)]: START + 1, [keyOf(23)]: START + 3 });
      for (const n of [21, 22, 23]) successions.note(ended(n, by, 5));
      await names.idle();
      // What stood before the end stands, what came behind it does not, and the next key is the same witness.
      expect(sights()).to.deep.equal({ [keyOf(21)]: START + 1, [keyOf(22)]: START + 2 });
      expect(names.book.set.isWitnessed(claim.id)).to.equal(false);
      await node.hear(seen(33, claim, START + 4));
      expect(Object.keys(sights())).to.have.lengthOf(QUORUM);
      expect(names.book.set.isWitnessed(claim.id)).to.equal(true);
      // Two keys of one witness are one witness, and what is said later of the two counts.
      await node.hear(seen(31, claim, START + 7));
      expect(sights()[keyOf(21)]).to.equal(START + 7);
      expect(Object.keys(sights())).to.have.lengthOf(QUORUM);
      // A key that follows none of theirs is nobody's.
      await node.hear(seen(48, claim, START + 1));
      expect(Object.keys(sights())).to.have.lengthOf(QUORUM);
    });

  it(`end in one state, whatever comes first, the ends or the words (seed ${SEED})`, async () => {
    const random = new SeededRandom(SEED);
    const states = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const ends = WITNESSES.filter(() => random.chance(0.6)).map((n) =>
        ended(n, random.chance(0.5) ? "rotation" : "revocation", 1 + random.int(6)),
      );
      const words = Array.from({ length: 12 }, () => {
        const by = random.pick(WITNESSES) + (random.chance(0.5) ? 10 : 0);
        return seen(by, claim, START + random.int(90), random.int(9));
      });
      const hashes = new Set<string>();
      for (let order = 0; order < 3; order += 1) {
        const successions = new Successions();
        const node = await bench({ witnesses, successions });
        const events = random.shuffled<AcceptedEvent | (typeof ends)[number]>([
          claim,
          ...words,
          ...ends,
        ]);
        for (const one of events) {
          if ("by" in one) successions.note(one);
          else await node.hear(one);
        }
        await node.names.idle();
        hashes.add(node.names.book.stateHash());
        // After a start the ends are known before the mesh is there, or with it.
        const again = new Successions();
        const begun = await bench({ witnesses, successions: again, kv: node.kv });
        for (const one of ends) again.note(one);
        await begun.names.idle();
        hashes.add(begun.names.book.stateHash());
      }
      expect([...hashes], `round ${round}`).to.have.lengthOf(1);
      for (const hash of hashes) states.add(hash);
    }
    expect(states.size).to.be.greaterThan(ROUNDS / 2);
  });

  it("say once more nothing that they said under the key before, and what they still owe", async () => {
    const other = accepted(3, "name.claim", claimBody(3, "kepler", START), START);
    const node = await bench({ witnesses, earlier: [21] });
    const { kv, names, said, time } = node;
    expect(names.isWitness).to.equal(true);
    await node.hear(claim);
    await settled(() => said.length === 1);
    time.calcond += 5;
    const begun = await bench({ witnesses, earlier: [21], kv, size: 2 });
    await begun.hear(seen(21, other, START + 2));
    await begun.hear(other);
    for (let i = 0; i < 20; i += 1) await turn();
    expect(begun.said).to.deep.equal([]);
    // The statement stood behind the end of its key: the witness makes it again, with its first sight.
    const successions = new Successions();
    const last = await bench({ witnesses, earlier: [21], kv, size: 2, successions });
    successions.note({ key: keyOf(21), successor: keyOf(1), by: "revocation", size: 1 });
    await settled(() => last.said.length === 1);
    expect(last.said[0]!.event.body).to.deep.equal({ claim: other.id, seen: START });
    for (let i = 0; i < 20; i += 1) await turn();
    expect(last.said).to.have.lengthOf(1);
  });

  it("are no more than they were where a node that is none had other keys", async () => {
    const node = await bench({ witnesses, earlier: [5, 6] });
    const { names, said } = node;
    await node.hear(claim);
    for (let i = 0; i < 20; i += 1) await turn();
    expect([names.isWitness, said.length]).to.deep.equal([false, 0]);
  });

  it("ends of other keys read nothing again, but where something of theirs counted", async () => {
    const successions = new Successions();
    const kv = new ReadDisk();
    const node = await bench({ witnesses, successions, kv });
    await node.hear(claim);
    await node.hear(accepted(3, "name.claim", claimBody(3, "kepler", START), START, 7));
    const before = kv.ranges;
    for (let n = 50; n < 150; n += 1) {
      successions.note({ ...ended(n, "rotation", 5), successor: keyOf(n + 100) });
      node.names.disown(keyOf(n + 100), 0);
    }
    // All that it said stands before its end.
    successions.note(ended(3, "rotation", 8));
    await node.names.idle();
    expect(kv.ranges).to.equal(before);
    expect(node.names.book.subjects()).to.have.lengthOf(2);
    successions.note(ended(2, "revocation", 1));
    await node.names.idle();
    expect(kv.ranges).to.be.greaterThan(before);
    expect(node.names.book.set.has(claim.id)).to.equal(false);
  });
});

/** Counts what is read in order. */
class ReadDisk extends MemoryStore {
  ranges = 0;

  override range(options: RangeOptions): AsyncIterable<Entry> {
    this.ranges += 1;
    return super.range(options);
  }
}
