/** What a node keeps of moves that it has heard of: within its bounds, whatever keys end. */
import { expect } from "chai";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { Successions } from "../../../../node/runtime/identity/successions.js";
import { HeardMoves } from "../../../../node/transfers/heard.js";
import { originLeft } from "../../../../node/transfers/originShare.js";
import { createEvent, NO_HASH } from "../../../../protocol/seal/event.js";
import type { JsonObject } from "../../../../protocol/ports.js";
import type { StoredEvent } from "../../../../storage/repositories/spine.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import { Store } from "../../../../storage/store.js";

const NET = "00c0ffee";
const HERE = "aa".repeat(32);
/** Events of one author that wait, at most. */
const WAITING = 2_000;
const BURNS = 2_300;
const seedOf = (n: number): Uint8Array => new Uint8Array(32).fill(n);
const keyOf = (n: number): string =>
  Buffer.from(nodeCrypto.ed25519PublicKey(seedOf(n))).toString("hex");

/** A burn that was said under key 2 or 3, of an order that names key 1. */
function burn(author: number, seq: number): StoredEvent {
  const body: JsonObject = {
    facts: [{ engine_version: "x", precision_actual: 0, precision_bound: 0, value: 3 }],
    order: {
      destination: HERE,
      expires: 9_000,
      from: "ada",
      net: NET,
      nonce: `heard-${author}-${seq}`,
      origin: keyOf(1),
      to: "eve",
      tokens: [{ token_id: nodeCrypto.sha256Hex(`${author} ${seq}`), version: 0 }],
    },
    owner: "0".repeat(64),
    sig: "0".repeat(128),
  };
  const { bodyText, event, headerText, id } = createEvent(
    nodeCrypto,
    { seed: seedOf(author), publicKey: keyOf(author) },
    {
      net: NET,
      kind: "xfer.burn",
      seq,
      prev: seq === 0 ? NO_HASH : "1".repeat(64),
      calcond: 5,
      body,
    },
  );
  const { author: key, body_hash: bodyHash } = event.header;
  return { author: key, body: bodyText, bodyHash, header: headerText, id, seq, sig: event.sig };
}

/** A node that holds spines of others, and what it was asked for of them. */
function bench(spines: ReadonlyMap<string, readonly StoredEvent[]>) {
  const store = new Store(new MemoryStore());
  const reads = new Map<string, number>();
  Object.assign(store.spine, {
    tip: async (author: string) => ({ seq: (spines.get(author)?.length ?? 0) - 1 }),
    range: async (author: string, from: number, count: number) => {
      reads.set(author, (reads.get(author) ?? 0) + 1);
      return (spines.get(author) ?? []).slice(from, from + count);
    },
  });
  const successions = new Successions();
  const time = { calcond: 10 };
  const heard = new HeardMoves({
    crypto: nodeCrypto,
    store,
    publicKey: HERE,
    earlierKeys: [],
    successions,
    deadlines: { reckon: () => time.calcond },
    destinationOf: () => null,
  });
  return { heard, reads, store, successions, time };
}

describe("moves that a node has heard of", () => {
  const spine = Array.from({ length: BURNS }, (_, at) => burn(2, at));
  const ended = { key: keyOf(1), successor: keyOf(2), by: "rotation", size: 1 } as const;

  it("are read from a successor's spine as far as there is room, and all of them in the end", async () => {
    const { heard, store, successions, time } = bench(new Map([[keyOf(2), spine]]));
    successions.note(ended);
    time.calcond += 1;
    const acted = new Set<string>();
    for (let rounds = 0; heard.isFollowing || heard.size > 0; rounds += 1) {
      expect(rounds).to.be.lessThan(5);
      await heard.readFollowing();
      expect(heard.size).to.be.at.most(WAITING);
      let kept = 0;
      for await (const _one of store.transfers.allHeard()) kept += 1;
      expect(kept).to.equal(heard.size);
      for (const [order] of heard.incoming()) {
        await store.write(heard.forgetOps(order));
        heard.forget(order);
        acted.add(order);
      }
    }
    expect(acted.size).to.equal(BURNS);
    expect(await store.transfers.isFollowed(keyOf(1))).to.equal(true);
  });

  it("are read once from each spine, however many keys of its node have ended", async () => {
    const keys = 12;
    const spines = new Map(
      Array.from({ length: keys }, (_, n) => [keyOf(n + 2), [burn(n + 2, 0)]] as const),
    );
    const { heard, reads, successions, time } = bench(spines);
    for (let n = 1; n <= keys; n += 1)
      successions.note({ ...ended, key: keyOf(n), successor: keyOf(n + 1) });
    time.calcond += 1;
    await heard.readFollowing();
    expect(heard.size).to.equal(keys);
    expect(heard.isFollowing).to.equal(false);
    expect([...reads.values()]).to.deep.equal(Array.from({ length: keys }, () => 1));
  });
});

describe("what one node may send here in all", () => {
  it("leaves room to the next one, however many have taken all they may", () => {
    // In Python: f += (2**52 - f) // 16, a hundred times, then (2**52 - f) // 16.
    let counted = 0;
    expect(originLeft({ came: 0, counted })).to.equal(281_474_976_710_656);
    for (let liars = 0; liars < 100; liars += 1) {
      const came = originLeft({ came: 0, counted });
      counted += came;
      expect(originLeft({ came, counted })).to.equal(0);
    }
    expect(originLeft({ came: 0, counted })).to.equal(443_167_018_612);
  });
});
