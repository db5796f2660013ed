/** Bodies of others' old events behind what a quorum has witnessed: which go, and what still holds. */
import { expect } from "chai";
import * as fc from "fast-check";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { FollowedLogs } from "../../../../node/spine/followedLogs.js";
import { Forgetting, type ForgottenSpines } from "../../../../node/witness/forgetting.js";
import type { WitnessedSpine } from "../../../../node/witness/witnessedBook.js";
import { CALCOND_NS } from "../../../../protocol/limits.js";
import type { JsonObject } from "../../../../protocol/ports.js";
import { createEvent, NO_HASH, type Author } from "../../../../protocol/seal/event.js";
import type { EncodedEvent } from "../../../../protocol/seal/event.js";
import { merkleRoot, verifyInclusion } from "../../../../protocol/seal/merkle.js";
import type { Store } from "../../../../storage/store.js";
import { Cluster, expectHeld, storeOf } from "../../../kit/cluster.js";
import { quiet } from "../../../kit/logger.js";
import { authorOf, NETWORK } from "../../../kit/meshNode.js";
import { runs } from "../../../kit/runs.js";
import { keep } from "../../../kit/spines.js";

const OWN = authorOf(1);
const NOW = 2_400_000_000;
/** 86,400 s of 0.777000777 s each, rounded up. */
const DAY = 111_197;

interface Said {
  readonly kind: string;
  readonly body: JsonObject;
  /** Calconds before now. */
  readonly age: number;
}

function spineOf(author: Author, said: readonly Said[]): readonly EncodedEvent[] {
  const events: EncodedEvent[] = [];
  for (const [seq, { kind, body, age }] of said.entries()) {
    const prev = events.at(-1)?.id ?? NO_HASH;
    const draft = { net: NETWORK, kind, seq, prev, calcond: NOW - age, body };
    events.push(createEvent(nodeCrypto, author, draft));
  }
  return events;
}

function forgettingOf(
  store: Store,
  days: number,
  sizes: ReadonlyMap<string, number>,
  spine: ForgottenSpines = store.spine,
): Forgetting {
  const of = (author: string): WitnessedSpine | null => {
    const size = sizes.get(author);
    return size === undefined ? null : { size, seconds: 1, note: "", root: "" };
  };
  return new Forgetting(days, {
    store: { spine, write: (operations) => store.write(operations) },
    clock: { nowNs: () => BigInt(NOW) * CALCOND_NS + 1n },
    log: quiet,
    book: { of },
    ownKey: OWN.publicKey,
  });
}

const going = new AbortController().signal;

async function lacking(store: Store, { publicKey }: Author): Promise<readonly number[]> {
  const events = await store.spine.range(publicKey, 0, 1_000);
  return events.filter(({ body }) => body === null).map(({ seq }) => seq);
}

describe("forgetting behind a witnessed checkpoint", () => {
  const [a, b] = [authorOf(2), authorOf(3)];
  const digest = (n: number): JsonObject => ({ envelopes: n });
  const open = { kind: "spine.open", body: { next: "" }, age: 9 * DAY };
  const said: readonly Said[] = [
    open,
    { kind: "digest", body: digest(1), age: 8 * DAY },
    { kind: "name.claim", body: { name: "kept" }, age: 8 * DAY },
    { kind: "digest", body: digest(2), age: 7 * DAY },
    { kind: "shard.claim", body: { shards: "x" }, age: 7 * DAY },
    { kind: "shard.claim", body: { shards: "y" }, age: 6 * DAY },
    { kind: "digest", body: digest(3), age: 5 * DAY },
    { kind: "digest", body: digest(1), age: 4 * DAY },
    { kind: "digest", body: digest(5), age: DAY / 2 },
  ];

  async function stored(): Promise<Store> {
    const store = storeOf();
    await keep(store, spineOf(a, said));
    await keep(store, spineOf(b, [open, { kind: "shard.claim", body: { shards: "x" }, age: DAY }]));
    await keep(store, spineOf(OWN, said));
    return store;
  }

  it("takes what its author has said anew, and nothing that anybody still says", async () => {
    const store = await stored();
    const sizes = new Map([a, b, OWN].map(({ publicKey }) => [publicKey, 9]));
    expect(await forgettingOf(store, 0, sizes).run(going)).to.equal("done");
    expect(await lacking(store, a)).to.deep.equal([]);
    // 2 and 3 are over. 1 is said again at 7, and x by another author; this node says all of them.
    await forgettingOf(store, 2, sizes).run(going);
    expect(await lacking(store, a)).to.deep.equal([]);
    const alone = storeOf();
    await keep(alone, spineOf(a, said));
    await keep(alone, spineOf(b, [open, { kind: "shard.claim", body: { shards: "x" }, age: DAY }]));
    const forgetting = forgettingOf(alone, 2, sizes);
    await forgetting.run(going);
    expect(await lacking(alone, a)).to.deep.equal([3, 6]);
    expect(await lacking(alone, b)).to.deep.equal([]);
    expect(forgetting.figures).to.deep.equal({ bodies: 2, bytes: 2 * '{"envelopes":2}'.length });
  });

  it("takes nothing beyond what is witnessed, and nothing where nothing is", async () => {
    const store = storeOf();
    await keep(store, spineOf(a, said));
    await forgettingOf(store, 2, new Map()).run(going);
    expect(await lacking(store, a)).to.deep.equal([]);
    await forgettingOf(store, 2, new Map([[a.publicKey, 6]])).run(going);
    // The digest at 6 that is the next of its kind behind 3 is not witnessed yet.
    expect(await lacking(store, a)).to.deep.equal([4]);
    await forgettingOf(store, 6.5, new Map([[a.publicKey, 9]])).run(going);
    expect(await lacking(store, a)).to.deep.equal([4]);
  });

  it("proofs of what was forgotten still check, under the same root", async () => {
    const store = storeOf();
    const events = spineOf(a, said);
    await keep(store, events);
    await forgettingOf(store, 2, new Map([[a.publicKey, 9]])).run(going);
    expect(await lacking(store, a)).to.include.members([3, 6]);
    const root = merkleRoot(
      nodeCrypto,
      events.map(({ leaf }) => leaf),
    );
    const log = (await new FollowedLogs({ crypto: nodeCrypto, store }).of(a.publicKey))!;
    expect(Buffer.from(await log.rootAt(9)).equals(root)).to.equal(true);
    for (const [seq, { leaf }] of events.entries()) {
      const path = (await log.inclusion(seq, 9)).map(
        (hash) => new Uint8Array(Buffer.from(hash, "hex")),
      );
      expect(verifyInclusion(nodeCrypto, leaf, seq, 9, path, root), `${seq}`).to.equal(true);
    }
  });

  it("a body that is said again while it goes is there afterwards", async () => {
    const store = storeOf();
    const events = spineOf(a, [...said, { kind: "digest", body: digest(2), age: 1 }]);
    await keep(store, events.slice(0, -1));
    const spine: ForgottenSpines = {
      authors: () => store.spine.authors(),
      headers: (author, from, count) => store.spine.headers(author, from, count),
      hasBody: (hash) => store.spine.hasBody(hash),
      bodyOps: (hash, body) => store.spine.bodyOps(hash, body),
      dropBodiesOps: (hashes) => store.spine.dropBodiesOps(hashes),
      bodies: async (hashes) => {
        const texts = await store.spine.bodies(hashes);
        // What comes between the look at all spines and the write.
        await keepLast(store, events);
        return texts;
      },
    };
    await forgettingOf(store, 2, new Map([[a.publicKey, 9]]), spine).run(going);
    expect(await lacking(store, a)).to.deep.equal([4, 6]);
  });

  it("takes exactly what nobody says any more, whatever was said", async () => {
    const kinds = ["seal", "digest", "node", "shard.claim", "shard.release"] as const;
    const events = fc.array(
      fc.record({ kind: fc.constantFrom(...kinds), salt: fc.integer({ min: 0, max: 5 }) }),
      { maxLength: 24 },
    );
    const spine = fc.record({ events, witnessed: fc.integer({ min: 0, max: 26 }) });
    await fc.assert(
      fc.asyncProperty(fc.tuple(spine, spine, spine), async (spines) => {
        const store = storeOf();
        const sizes = new Map<string, number>();
        const all: { readonly event: EncodedEvent; readonly isOver: boolean }[] = [];
        for (const [n, { events: drawn, witnessed }] of spines.entries()) {
          const author = authorOf(n + 1);
          sizes.set(author.publicKey, witnessed);
          const body = (salt: number): JsonObject => ({ salt });
          const ages = drawn.map((_, i) => 30 * DAY - i * 2 * DAY);
          const spineEvents = spineOf(author, [
            { ...open, age: 40 * DAY },
            ...drawn.map(({ kind, salt }, i) => ({ kind, body: body(salt), age: ages[i]! })),
          ]);
          await keep(store, spineEvents);
          const isOld = ({ event: { header } }: EncodedEvent): boolean =>
            header.seq < witnessed && header.calcond < NOW - 10 * DAY;
          for (const event of spineEvents) {
            const { kind, seq } = event.event.header;
            const next = spineEvents.filter(
              (one) => one.event.header.kind === kind && one.event.header.seq > seq,
            );
            const isOver =
              n > 0 && /^(digest|node|shard)/.test(kind) && isOld(event) && next.some(isOld);
            all.push({ event, isOver });
          }
        }
        await forgettingOf(store, 10, sizes).run(going);
        for (const { event } of all) {
          const { author, seq, body_hash: hash } = event.event.header;
          const isSaid = all.some(
            (one) => one.event.event.header.body_hash === hash && !one.isOver,
          );
          const held = (await store.spine.event(author, seq))!;
          expect(held.header).to.equal(event.headerText);
          expect(held.body === null, `${author.slice(0, 4)} ${seq}`).to.equal(!isSaid);
        }
      }),
      { numRuns: runs(60, 600) },
    );
  });
});

/** Links the last event of a spine whose others are there. */
async function keepLast(store: Store, events: readonly EncodedEvent[]): Promise<void> {
  const { event, id, headerText, bodyText } = events.at(-1)!;
  const { author, seq, calcond, body_hash: bodyHash } = event.header;
  if ((await store.spine.event(author, seq)) !== undefined) return;
  await store.write(
    store.spine.appendOps(
      { author, seq, id, header: headerText, sig: event.sig, bodyHash, body: bodyText },
      { seq, id, calcond, edge: [] },
    ),
  );
}

describe("nodes that have forgotten", () => {
  it("give a newcomer the whole spine, with the same end, and are blamed for nothing", async () => {
    const cluster = new Cluster();
    const [first, second] = [await cluster.start(1), await cluster.start(2)];
    cluster.link(first, second);
    await cluster.time.pass(200_000);
    for (let envelopes = 1; envelopes < 4; envelopes += 1) {
      first.facts.envelopes = envelopes;
      await cluster.time.pass(100_000);
    }
    await expectHeld(second, first);
    const { publicKey } = first.author;
    const events = await second.store.spine.range(publicKey, 0, 100);
    const digests = events.filter(({ header }) => header.includes('"kind":"digest"'));
    expect(digests).to.have.length.of.at.least(3);
    await second.store.write(
      second.store.spine.dropBodiesOps(digests.slice(0, -1).map(({ bodyHash }) => bodyHash)),
    );
    await first.stop();
    cluster.nodes.shift();
    const third = await cluster.start(3);
    cluster.link(second, third);
    await cluster.time.pass(30_000);
    expect((await third.store.spine.tip(publicKey))?.id).to.equal(
      (await second.store.spine.tip(publicKey))?.id,
    );
    const got = await third.store.spine.range(publicKey, 0, 100);
    // The first digest of every node here is the same, and the newcomer says it, too.
    const lost = got.filter(({ body }) => body === null).map(({ seq }) => seq);
    expect(lost).to.deep.equal(digests.slice(1, -1).map(({ seq }) => seq));
    const newest = await third.store.peers.announcement("digest", publicKey);
    expect(JSON.parse(newest!.text)).to.have.nested.property("body.envelopes", 3);
    expect(third.words.filter((word) => word.startsWith("points"))).to.deep.equal([]);
    await cluster.stop();
  });
});
