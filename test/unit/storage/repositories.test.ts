import { expect } from "chai";
import { buckets } from "../../../storage/records/buckets.js";
import { MemoryStore } from "../../../scripts/stores/memory.js";
import type { EnvelopeChain, EnvelopeRecord } from "../../../storage/records/records.js";
import { windowValue } from "../../../storage/records/records.js";
import type { StoredEvent } from "../../../storage/repositories/spine.js";
import { Store } from "../../../storage/store.js";
import { del, keyBytes, put, scan } from "../../../storage/kv/table.js";
import { rejection } from "./keyValueSuite.js";

const AUTHOR = "a1".repeat(32);
const OTHER = "a2".repeat(32);

function event(author: string, seq: number): StoredEvent {
  const id = `${author.slice(0, 4)}${seq.toString(16).padStart(60, "0")}`;
  return {
    author,
    seq,
    id,
    header: `{"seq":${seq},"text":"ü"}`,
    sig: "5a".repeat(64),
    bodyHash: id.split("").reverse().join(""),
    body: `{"count":${seq}}`,
  };
}

async function append(store: Store, ...events: StoredEvent[]): Promise<void> {
  for (const e of events) {
    const tip = { seq: e.seq, id: e.id, calcond: 7, edge: ["0f".repeat(32)] };
    await store.write(store.spine.appendOps(e, tip));
  }
}

function envelope(n: number, account: string): EnvelopeRecord {
  return {
    id: n.toString(16).padStart(64, "0"),
    account,
    visibility: n % 2 === 0 ? "private" : "shared",
    text: `{"n":${n},"unit":"Ω m"}`,
  };
}

function chain(count: number): EnvelopeChain {
  return { count, last: count.toString(16).padStart(64, "0"), calcond: 9, ns: "7000000000" };
}

describe("spine repository", () => {
  it("returns events by place, id and range, with bodies, in order", async () => {
    const store = new Store(new MemoryStore());
    const events = Array.from({ length: 300 }, (_, seq) => event(AUTHOR, seq));
    await append(store, ...events, event(OTHER, 0));
    expect(await store.spine.event(AUTHOR, 255)).to.deep.equal(events[255]);
    expect(await store.spine.event(AUTHOR, 300)).to.equal(undefined);
    expect(await store.spine.byId(events[256]!.id)).to.deep.equal(events[256]);
    expect(await store.spine.has(events[1]!.id)).to.equal(true);
    expect(await store.spine.has("00".repeat(32))).to.equal(false);
    expect(await store.spine.range(AUTHOR, 254, 4)).to.deep.equal(events.slice(254, 258));
    expect(await store.spine.range(AUTHOR, 298, 10)).to.deep.equal(events.slice(298));
    expect(await store.spine.authors()).to.deep.equal([AUTHOR, OTHER]);
    expect((await store.spine.tip(AUTHOR))?.seq).to.equal(299);
    expect(await store.spine.firstHole(AUTHOR)).to.equal(null);
  });

  it("returns ids by number, and events that wait until they are dropped", async () => {
    const store = new Store(new MemoryStore());
    const events = [0, 1, 2].map((seq) => event(AUTHOR, seq));
    await append(store, ...events);
    expect(await store.spine.idsAt(AUTHOR, [2, 7, 0])).to.deep.equal([
      events[2]!.id,
      null,
      events[0]!.id,
    ]);
    expect(await store.spine.idsAt(OTHER, [0])).to.deep.equal([null]);
    await store.write([
      ...store.spine.detachedOps(OTHER, 5, "five"),
      ...store.spine.detachedOps(AUTHOR, 9, "nine"),
      ...store.spine.detachedOps(AUTHOR, 4, "four"),
    ]);
    expect(await store.spine.detached(2)).to.deep.equal(["four", "nine"]);
    await store.write(store.spine.dropDetachedOps(AUTHOR, 4));
    expect(await store.spine.detached(9)).to.deep.equal(["nine", "five"]);
  });

  it("keeps proofs under their names", async () => {
    const store = new Store(new MemoryStore());
    const proof = { accused: AUTHOR, seq: 3, calcond: 9, body: "{}", said: false };
    await store.write(store.evidence.putOps("0c".repeat(32), proof));
    expect(await store.evidence.get("0c".repeat(32))).to.deep.equal(proof);
    expect(await store.evidence.get("0d".repeat(32))).to.equal(undefined);
    expect(await store.evidence.list()).to.deep.equal([["0c".repeat(32), proof]]);
  });

  it("gives a null body once it is gone, and keeps the header", async () => {
    const store = new Store(new MemoryStore());
    const e = event(AUTHOR, 0);
    await append(store, e);
    await store.kv.batch([del(buckets.body, e.bodyHash)], { sync: true });
    expect(await store.spine.event(AUTHOR, 0)).to.deep.equal({ ...e, body: null });
  });

  it("finds the first hole, in the middle and at the end", async () => {
    const store = new Store(new MemoryStore());
    await append(store, ...[0, 1, 2, 3].map((seq) => event(AUTHOR, seq)));
    await store.kv.batch([del(buckets.ev, [AUTHOR, 3])], { sync: true });
    expect(await store.spine.firstHole(AUTHOR)).to.equal(3);
    await store.kv.batch([del(buckets.ev, [AUTHOR, 1])], { sync: true });
    expect(await store.spine.firstHole(AUTHOR)).to.equal(1);
    expect(await store.spine.firstHole(OTHER)).to.equal(null);
  });

  it("refuses a tip that is not the event", () => {
    const store = new Store(new MemoryStore());
    const tip = { seq: 1, id: event(AUTHOR, 0).id, calcond: 7, edge: [] };
    expect(() => store.spine.appendOps(event(AUTHOR, 0), tip)).to.throw("the tip must be");
  });
});

describe("envelope repository", () => {
  it("keeps a window as one record and finds each receipt in it", async () => {
    const store = new Store(new MemoryStore());
    const window = Array.from({ length: 256 }, (_, i) =>
      envelope(i, i % 3 === 0 ? "alice" : "bob"),
    );
    const operations = store.envelopes.windowOps(17, window, chain(256));
    const prefixes = operations.map(({ key }) => key[0]);
    expect(prefixes.filter((number) => number === buckets.env.number)).to.have.length(1);
    await store.write(operations);
    expect(await store.envelopes.window(17)).to.deep.equal(window);
    expect(await store.envelopes.chain()).to.deep.equal(chain(256));
    for (const index of [0, 1, 255]) {
      const found = await store.envelopes.byId(window[index]!.id);
      expect(found).to.deep.equal({ window: 17, index, envelope: window[index], siblings: window });
    }
    expect(await store.envelopes.byId("ff".repeat(32))).to.equal(undefined);
  });

  it("lists an account's envelopes newest first, and nobody else's", async () => {
    const store = new Store(new MemoryStore());
    await store.write(store.envelopes.windowOps(1, [envelope(1, "a"), envelope(2, "b")], chain(2)));
    const later = [envelope(3, "a"), envelope(4, "ab"), envelope(5, "a")];
    await store.write(store.envelopes.windowOps(300, later, chain(5)));
    expect((await store.envelopes.ofAccount("a", 10)).map(({ text }) => text)).to.deep.equal(
      [5, 3, 1].map((n) => envelope(n, "a").text),
    );
    expect(await store.envelopes.ofAccount("a", 2)).to.have.length(2);
    const windows: number[] = [];
    for await (const [window, held] of store.envelopes.windowsFrom(2, 5)) {
      windows.push(window, held.length);
    }
    expect(windows).to.deep.equal([300, 3]);
    expect(await store.envelopes.ofAccount("c", 2)).to.deep.equal([]);
  });

  it("reports an index that points beside its window", async () => {
    const store = new Store(new MemoryStore());
    const id = envelope(1, "a").id;
    await store.write([put(buckets.rcpt, id, { window: 5, index: 0 })]);
    expect((await rejection(store.envelopes.byId(id))).message).to.equal(
      `record ${id} of bucket rcpt is damaged: its window does not hold it`,
    );
  });

  it("refuses bytes that are no window", () => {
    const encoded = windowValue.encode([envelope(1, "a")]);
    expect(() => windowValue.decode(encoded.subarray(0, encoded.length - 1))).to.throw(RangeError);
    const longer = Buffer.concat([encoded, Buffer.of(0)]);
    expect(() => windowValue.decode(longer)).to.throw("bytes after the last");
    expect(() => windowValue.encode([{ ...envelope(1, "a"), id: "zz" }])).to.throw(RangeError);
  });
});

describe("account, key, meta, blob, peer and idempotency repositories", () => {
  it("find an account by name and by identity digest", async () => {
    const store = new Store(new MemoryStore());
    const account = {
      account: "acct-1",
      cid: "0c".repeat(16),
      publicKey: AUTHOR,
      plan: "free",
      createdCalcond: 3,
      visibility: "private",
    } as const;
    const own = { ...account, account: "operator", cid: null, publicKey: null };
    await store.write([...store.accounts.putOps(account), ...store.accounts.putOps(own)]);
    expect(await store.accounts.get("acct-1")).to.deep.equal(account);
    expect(await store.accounts.byCid(account.cid)).to.deep.equal(account);
    expect(await store.accounts.get("operator")).to.deep.equal(own);
    expect(await store.accounts.byCid("0d".repeat(16))).to.equal(undefined);
  });

  it("keep a key as its hash and prefix only, and revoke it", async () => {
    const memory = new MemoryStore();
    const store = new Store(memory);
    const secret = "calc_ak_9fTgZ2QkLmNoPqRsTuVwXyZ";
    const newKey = { account: "a", purpose: "master", createdCalcond: 4 } as const;
    await store.write(store.keys.addOps(secret, newKey));
    const found = (await store.keys.find(secret))!;
    // sha256 by coreutils: printf %s calc_ak_9fTgZ2QkLmNoPqRsTuVwXyZ | sha256sum
    expect(found).to.deep.equal({
      hash: "19daa7103a01b6aaecedb0a5e3b28fb94a23f8219eaa1f316fc67a3ff9718ee9",
      prefix: "calc_ak_9fTg",
      revokedCalcond: null,
      ...newKey,
    });
    const stored = [...memory.contents()].flatMap(([key, value]) => [
      key,
      Buffer.from(value).toString("latin1"),
    ]);
    expect(stored.join()).to.not.contain(secret.slice(12));
    await store.write(store.keys.revokeOps(found, 8));
    expect((await store.keys.find(secret))?.revokedCalcond).to.equal(8);
    expect(await store.keys.ofAccount("a")).to.deep.equal({
      keys: [{ ...found, revokedCalcond: 8 }],
      damaged: [],
    });
    expect(await store.keys.ofAccount("b")).to.deep.equal({ keys: [], damaged: [] });
    expect(await store.keys.find("calc_ak_other")).to.equal(undefined);
  });

  it("keep and drop named facts", async () => {
    const store = new Store(new MemoryStore());
    await store.write(store.meta.putOps("net", "aabbccdd"));
    expect(await store.meta.get("net")).to.equal("aabbccdd");
    await store.write(store.meta.delOps("net"));
    expect(await store.meta.get("net")).to.equal(undefined);
  });

  it("keep receipts of others, peers, announcements and given answers", async () => {
    const store = new Store(new MemoryStore());
    const name = { scope: "a key 1", fingerprint: AUTHOR };
    const answer = { status: 200, shape: null, body: "{}" };
    const peer = { addresses: ["/ip4/127.0.0.1/tcp/4001"], lastSeenCalcond: 2 };
    const node = { calcond: 2, id: OTHER, text: "{}" };
    await store.write([
      ...store.blobs.putOps(AUTHOR, '{"a":1}'),
      ...store.peers.putOps("12D3", peer),
      ...store.peers.announcementOps("node", AUTHOR, node),
      ...store.idempotency.putOps(5, [{ ...name, answer }]),
    ]);
    expect(await store.blobs.get(AUTHOR)).to.equal('{"a":1}');
    expect(await store.peers.list({ limit: 5 })).to.deep.equal([["12D3", peer]]);
    expect(await store.peers.announcement("node", AUTHOR)).to.deep.equal(node);
    expect(await store.peers.announcement("head", AUTHOR)).to.equal(undefined);
    expect(await store.peers.announcements("node", 5)).to.deep.equal([[AUTHOR, node]]);
    expect(await store.idempotency.find(name, 0)).to.deep.equal({ answer, isSame: true });
    const another = { ...name, fingerprint: OTHER };
    expect(await store.idempotency.find(another, 0)).to.deep.equal({ answer, isSame: false });
    expect(store.idempotency.find({ ...name, scope: "b key 1" }, 0)).to.equal(undefined);
  });

  it("keep answers that are written together in one record, by its age, and forget them with it", async () => {
    const raw = new MemoryStore();
    const store = new Store(raw);
    const body = JSON.stringify({ rows: Array.from({ length: 200 }, (_, i) => `ü ${i}`) });
    const place = { window: 7, index: 2, shape: ["value", "unit"], digest: "q83vq83vq83v" };
    const name = (key: number) => ({ scope: `a key ${key}`, fingerprint: AUTHOR });
    const given = (key: number) => ({
      ...name(key),
      answer: key === 2 ? place : { status: 200, shape: null, body },
    });
    await store.write([
      ...store.idempotency.putOps(5, [given(1), given(2)]),
      ...store.idempotency.putOps(6, [given(3)]),
    ]);
    const ages = async (): Promise<readonly number[]> => {
      const found: number[] = [];
      for await (const [[calcond]] of scan(store.kv, buckets.answers)) found.push(calcond);
      return found;
    };
    expect(await ages()).to.deep.equal([5, 6]);
    // As another start of the program finds them.
    const { idempotency } = new Store(raw);
    expect(idempotency.isLoaded).to.equal(false);
    expect(await idempotency.load(0)).to.deep.equal([]);
    expect(await idempotency.find(name(1), 0)).to.deep.include({
      answer: { status: 200, shape: null, body },
    });
    expect(await idempotency.find(name(2), 0)).to.deep.include({ answer: place });
    expect(idempotency.find(name(2), 6)).to.equal(undefined);
    expect(idempotency.find(name(4), 0)).to.equal(undefined);
    const { count, operations, reached } = await store.idempotency.sweepOps(0, 6, 10);
    expect([count, reached]).to.deep.equal([1, 5]);
    await store.write(operations);
    expect(await ages()).to.deep.equal([6]);
    expect(await idempotency.find(name(1), 0)).to.equal(undefined);
    for await (const [key] of scan(store.kv, buckets.answers)) {
      const damaged = { key: keyBytes(buckets.answers, key), value: Buffer.of(1) };
      await store.kv.batch([{ type: "put", ...damaged }], { sync: true });
    }
    expect(await rejection(idempotency.find(name(3), 0)!)).to.include({
      code: "RECORD_CORRUPT",
      bucket: "answers",
    });
    expect(await new Store(raw).idempotency.load(0)).to.have.length(1);
  });

  it("name a record whose members are not those of its bucket", async () => {
    const store = new Store(new MemoryStore());
    const key = keyBytes(buckets.tip, AUTHOR);
    await store.kv.batch([{ type: "put", key, value: Buffer.from('{"seq":1}') }], { sync: true });
    expect(await rejection(store.spine.tip(AUTHOR))).to.include({
      code: "RECORD_CORRUPT",
      bucket: "tip",
      key: AUTHOR,
    });
  });

  it("list what they keep under names of the store's own", async () => {
    const store = new Store(new MemoryStore());
    const [low, high] = ["0".repeat(64), "f".repeat(64)];
    for (const id of [high, AUTHOR, low]) {
      await store.write(store.market.wrongOps(id));
      await store.write(store.transfers.cameFromOps(id, 3));
    }
    expect(await store.market.wrongJobs()).to.deep.equal([low, AUTHOR, high]);
    expect(await store.transfers.cameFromAll()).to.deep.equal(
      [low, AUTHOR, high].map((key) => [key, 3]),
    );
    await store.write(store.market.forgetWrongOps(AUTHOR));
    expect(await store.market.wrongJobs()).to.deep.equal([low, high]);
  });
});
