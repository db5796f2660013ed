import { expect } from "chai";
import { nodeCrypto } from "../../../../../node/runtime/crypto.js";
import { Holdings } from "../../../../../node/mesh/shards/holdings.js";
import { KnownPeers } from "../../../../../node/mesh/discovery/knownPeers.js";
import { ShardClaims } from "../../../../../node/mesh/shards/shardClaims.js";
import { canonicalize } from "../../../../../protocol/encoding/jcs.js";
import { createEvent } from "../../../../../protocol/seal/event.js";
import type { EncodedEvent } from "../../../../../protocol/seal/event.js";
import { shardMap, shardOf } from "../../../../../protocol/placement/shards.js";
import { MemoryStore } from "../../../../../scripts/stores/memory.js";
import { Store } from "../../../../../storage/store.js";
import { authorOf, contentId, NETWORK } from "../../../../kit/meshNode.js";
import { quiet } from "../../../../kit/logger.js";
import { settled, VirtualTime } from "../../../../kit/virtualTime.js";

const crypto = nodeCrypto;

function receipt(signer: number, name: string): readonly [id: string, text: string] {
  const text = canonicalize({ name, public_key: authorOf(signer).publicKey });
  return [contentId(text), text];
}

describe("what is kept for others", () => {
  it("has one root for the same receipts, whatever order they came in", async () => {
    const stores = [new Store(new MemoryStore()), new Store(new MemoryStore())];
    const [a, b] = stores.map((store) => new Holdings({ crypto, store }));
    const receipts = Array.from({ length: 40 }, (_, i) => receipt(1 + (i % 7), `r${i}`));
    for (const [id, text] of receipts) expect(await a!.keep(id, text)).to.equal(true);
    for (const [id, text] of [...receipts].reverse())
      expect(await b!.keep(id, text)).to.equal(true);
    const shards = Array.from({ length: 256 }, (_, shard) => shard);
    expect(await a!.rootOf(shards)).to.equal(await b!.rootOf(shards));
    const [id, text] = receipt(1, "one more");
    await a!.keep(id, text);
    expect(await a!.root(shardOf(crypto, id))).to.not.equal(await b!.root(shardOf(crypto, id)));
    expect(await b!.has(id)).to.equal(false);
    const again = new Holdings({ crypto, store: stores[0]! });
    await again.load();
    expect(again.kept).to.deep.equal(a!.kept);
    // RFC 6962: the hash of nothing, and 00 || leaf for one.
    const empty = shards.find((shard) => again.count(shard) === 0)!;
    expect(await again.root(empty)).to.equal(contentId(""));
    const [alone, only] = receipt(3, "alone");
    const fresh = new Holdings({ crypto, store: new Store(new MemoryStore()) });
    await fresh.keep(alone, only);
    expect(await fresh.root(shardOf(crypto, alone))).to.equal(
      crypto.sha256Hex(Buffer.concat([Buffer.alloc(1), Buffer.from(alone, "hex")])),
    );
  });

  it("stays within its bounds, of each signer too, and gives up only what is spare", async () => {
    const store = new Store(new MemoryStore());
    const holdings = new Holdings({ crypto, store }, { countMax: 16, bytesMax: 1e6 });
    const kept: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      const [id, text] = receipt(1, `greedy ${i}`);
      if (await holdings.keep(id, text)) kept.push(id);
    }
    expect(kept).to.have.length(4);
    for (let i = 0; i < 12; i += 1) {
      const [id, text] = receipt(2 + (i % 4), `r${i}`);
      expect(await holdings.keep(id, text)).to.equal(true);
      kept.push(id);
    }
    const [late, text] = receipt(8, "late");
    expect(await holdings.keep(late, text)).to.equal(false);
    const [first] = kept;
    holdings.setSpare([shardOf(crypto, first!)]);
    expect(await holdings.keep(late, text)).to.equal(true);
    expect(holdings.kept.count).to.be.at.most(16);
    expect(await store.blobs.get(late)).to.equal(text);
    for (const id of kept) {
      const isSpare = shardOf(crypto, id) === shardOf(crypto, first!);
      expect((await store.blobs.get(id)) === undefined).to.equal(isSpare);
    }
  });

  it("keeps a receipt once, however often it is asked to at the same time", async () => {
    const store = new Store(new MemoryStore());
    const holdings = new Holdings({ crypto, store });
    const [id, text] = receipt(1, "once");
    const answers = await Promise.all(Array.from({ length: 5 }, () => holdings.keep(id, text)));
    expect(answers).to.deep.equal([true, true, true, true, true]);
    expect(holdings.kept).to.deep.equal({ count: 1, bytes: Buffer.byteLength(text) });
    expect(await holdings.keep(...receipt(1, "two"))).to.equal(true);
    const own = contentId("own");
    await store.write(store.shards.ownOps(shardOf(crypto, own), own));
    holdings.setSpare(Array.from({ length: 256 }, (_, shard) => shard));
    expect(await store.shards.untold(9)).to.deep.equal([own]);
    expect(await holdings.has(own)).to.equal(true);
  });
});

describe("claims to shards", () => {
  let seq = 0;
  const say = (n: number, kind: string, calcond: number, shards: readonly number[]): EncodedEvent =>
    createEvent(crypto, authorOf(n), {
      net: NETWORK,
      kind,
      seq: (seq += 1),
      prev: "a".repeat(64),
      calcond,
      body: { epoch: 1, shards: shardMap(shards) },
    });
  const key = (n: number): string => authorOf(n).publicKey;

  it("count for three, the earlier seen first, then the lower id", async () => {
    const store = new Store(new MemoryStore());
    let now = 1_000;
    const claims = new ShardClaims({ store, calcond: () => now });
    await store.write(claims.effect(say(1, "shard.claim", 1_000, [5, 9])));
    now = 1_010;
    // Written early, seen late: it counts from when it was seen.
    await store.write(claims.effect(say(2, "shard.claim", 3, [5])));
    const tied = [say(3, "shard.claim", 1_005, [5]), say(4, "shard.claim", 1_010, [5])];
    for (const event of tied) await store.write(claims.effect(event));
    const byId = [2, 3, 4].map((n) => key(n));
    const claimants = claims.claimants(5, () => true);
    expect(claimants).to.have.length(3);
    expect(claimants[0]).to.equal(key(1));
    expect(byId).to.include.members(claimants.slice(1));
    expect(claims.claimants(5, (author) => author !== key(1))).to.have.members(byId);
    expect(claims.claimants(9, () => true)).to.deep.equal([key(1)]);
    const again = new ShardClaims({ store, calcond: () => 5_000 });
    await again.load();
    expect(again.claimants(5, () => true)).to.deep.equal(claimants);
  });

  it("keep their place when they are repeated, and end with a release", () => {
    const store = new Store(new MemoryStore());
    let now = 10;
    const claims = new ShardClaims({ store, calcond: () => now });
    claims.effect(say(1, "shard.claim", 10, [1, 2]));
    now = 20;
    claims.effect(say(2, "shard.claim", 20, [1]));
    now = 30;
    claims.effect(say(1, "shard.claim", 30, [1, 3]));
    expect(claims.shardsOf(key(1))).to.deep.equal([1, 3]);
    expect(claims.claimants(1, () => true)).to.deep.equal([key(1), key(2)]);
    const late = say(2, "shard.claim", 31, [7]);
    claims.effect(say(2, "shard.release", 40, [1]));
    expect(claims.effect(late)).to.deep.equal([]);
    expect(claims.claimants(1, () => true)).to.deep.equal([key(1)]);
    expect(claims.shardsOf(key(2))).to.deep.equal([]);
  });
});

describe("known peers", () => {
  const address = (block: number, host: number): string => `/ip4/10.${block}.0.${host}/tcp/1`;

  it("are bounded, best first, of as many networks as there are, and known after a restart", async () => {
    const store = new Store(new MemoryStore());
    const time = new VirtualTime();
    const known = new KnownPeers({ clock: time, store, log: quiet }, 6);
    await known.load();
    for (let host = 0; host < 5; host += 1) {
      known.learn(`crowd${host}`, [address(1, host)]);
      await time.pass(800);
    }
    known.learn("far", [address(2, 1)]);
    await time.pass(800);
    known.reached("crowd3");
    known.learn("v6", ["/ip6/2001:db8::1/tcp/1"]);
    await settled();
    expect(known.size).to.equal(6);
    const names = known.best(3).map(([peer]) => peer);
    expect(names).to.have.members(["crowd3", "far", "v6"]);
    expect(names[0]).to.equal("crowd3");
    expect(known.best(9).map(([peer]) => peer)).to.not.include("crowd0");
    known.learn("nowhere", []);
    known.reached("nobody");
    const again = new KnownPeers({ clock: time, store, log: quiet }, 6);
    await again.load();
    expect(again.best(9)).to.deep.equal(known.best(9));
    const fewer = new KnownPeers({ clock: time, store, log: quiet }, 2);
    await fewer.load();
    expect(await store.peers.list({ limit: 9 })).to.have.length(2);
  });

  it("that were met first stay, however many come later", async () => {
    const store = new Store(new MemoryStore());
    const time = new VirtualTime();
    const known = new KnownPeers({ clock: time, store, log: quiet }, 6);
    known.reached("first");
    known.learn("first", [address(1, 1)]);
    await time.pass(3_600_000);
    for (let host = 0; host < 50; host += 1) {
      await time.pass(800);
      known.reached(`late${host}`);
      known.learn(`late${host}`, [address(9, host)]);
    }
    expect(known.isLongKnown("first")).to.equal(true);
    expect(known.isLongKnownAt("10.1.0.1")).to.equal(true);
    expect(known.isLongKnownAt("10.9.0.1")).to.equal(false);
    expect(known.size).to.equal(6);
  });
});
