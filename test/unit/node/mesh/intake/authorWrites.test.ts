import { expect } from "chai";
import { nodeCrypto } from "../../../../../node/runtime/crypto.js";
import { AuthorBook } from "../../../../../node/mesh/intake/authorBook.js";
import { UnsureError } from "../../../../../node/mesh/intake/authorWrites.js";
import { EvidenceBook } from "../../../../../node/mesh/intake/evidence.js";
import { EventIntake } from "../../../../../node/mesh/intake/intake.js";
import { ShardClaims } from "../../../../../node/mesh/shards/shardClaims.js";
import { canonicalize } from "../../../../../protocol/encoding/jcs.js";
import { createEvent } from "../../../../../protocol/seal/event.js";
import type { EncodedEvent } from "../../../../../protocol/seal/event.js";
import { headNote } from "../../../../../protocol/mesh/kinds.js";
import { forkEvidence } from "../../../../../protocol/mesh/evidence.js";
import type { AcceptedEvent } from "../../../../../protocol/mesh/judgement.js";
import { shardMap } from "../../../../../protocol/placement/shards.js";
import type { JsonObject } from "../../../../../protocol/ports.js";
import type { BatchOptions, Operation } from "../../../../../storage/kv/kv.js";
import { MemoryStore } from "../../../../../scripts/stores/memory.js";
import { Store } from "../../../../../storage/store.js";
import { authorOf, clock, NETWORK } from "../../../../kit/meshNode.js";
import { quiet } from "../../../../kit/logger.js";
import { grow, headOf } from "../../../../kit/spines.js";

const [AUTHOR, OTHER, LIAR] = [authorOf(1), authorOf(2), authorOf(9)];

/** Fails the next batches as told: before they are written, or after. */
class FailingStore extends MemoryStore {
  readonly failures: ("before" | "after" | null)[] = [];
  readsFail = false;

  override async batch(operations: readonly Operation[], options: BatchOptions): Promise<void> {
    const failure = this.failures.shift() ?? null;
    if (failure === "before") throw new Error("not written");
    await super.batch(operations, options);
    if (failure === "after") throw new Error("written, and reported as failed");
  }

  override async getMany(
    keys: readonly Uint8Array[],
  ): Promise<readonly (Uint8Array | undefined)[]> {
    if (this.readsFail) throw new Error("not read");
    return super.getMany(keys);
  }
}

function accepted(
  { event, id, headerText, bodyText }: EncodedEvent,
  state: "linked" | "detached" = "linked",
): AcceptedEvent {
  return { type: "event", event, id, headerText, bodyText, state };
}

function bench(): {
  readonly kv: FailingStore;
  readonly store: Store;
  readonly authors: AuthorBook;
  readonly evidence: EvidenceBook;
  readonly claims: ShardClaims;
  readonly intake: EventIntake;
  readonly told: string[];
  readonly heads: number[];
  readonly gaps: (readonly [string, number])[];
} {
  const kv = new FailingStore();
  const store = new Store(kv);
  const authors = new AuthorBook({ crypto: nodeCrypto, store, log: quiet });
  const [messages, heads, gaps]: [string[], number[], (readonly [string, number])[]] = [[], [], []];
  const intake = new EventIntake(
    { store, authors, log: quiet },
    {
      onEvent: ({ id }) => messages.push(id),
      onHead: (_author, seq) => heads.push(seq),
    },
  );
  intake.watch({ onGap: (author, seq) => gaps.push([author, seq]), onForked: () => undefined });
  const evidence = new EvidenceBook(
    { network: NETWORK, publicKey: OTHER.publicKey },
    { crypto: nodeCrypto, clock, store, authors, log: quiet },
  );
  const claims = new ShardClaims({ store, calcond: () => 1 });
  intake.effect("evidence", evidence.effect, evidence.undo);
  intake.effect("shard.claim", claims.effect, claims.undo);
  return { kv, store, authors, evidence, claims, intake, told: messages, heads, gaps };
}

async function failure(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "no failure",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

/** The next event of an author who said `before`. */
function next(before: readonly EncodedEvent[], kind: string, body: JsonObject): EncodedEvent {
  const last = before.at(-1)!;
  return createEvent(nodeCrypto, AUTHOR, {
    net: NETWORK,
    kind,
    seq: before.length,
    prev: last.id,
    calcond: last.event.header.calcond,
    body,
  });
}

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe("a write that is reported as failed", () => {
  it("and is kept is told once, and what follows links", async () => {
    const { kv, store, authors, intake, told: messages } = bench();
    const events = grow(AUTHOR, [], 3);
    kv.failures.push("after");
    expect(await failure(intake.take(accepted(events[0]!), null))).to.contain("reported as failed");
    expect(messages).to.deep.equal([events[0]!.id]);
    await intake.take(accepted(events[1]!), null);
    await intake.take(accepted(events[2]!), null);
    expect(messages).to.deep.equal(events.map(({ id }) => id));
    expect(authors.tip(AUTHOR.publicKey)?.seq).to.equal(2);
    expect(await store.spine.firstHole(AUTHOR.publicKey)).to.equal(null);
  });

  it("and is not kept is not told, leaves no hole, and may come again", async () => {
    const { kv, store, authors, intake, told: messages, gaps } = bench();
    const events = grow(AUTHOR, [], 4);
    await intake.take(accepted(events[0]!), null);
    kv.failures.push("before");
    // All three are taken before anyone knows.
    const results = await Promise.all(
      events.slice(1).map((event) => failure(intake.take(accepted(event), "peer"))),
    );
    expect(results).to.deep.equal(["not written", "not written", "not written"]);
    expect(messages).to.deep.equal([events[0]!.id]);
    expect(gaps).to.deep.equal([[AUTHOR.publicKey, 3]]);
    expect(authors.tip(AUTHOR.publicKey)?.seq).to.equal(0);
    expect(events.slice(1).map(({ id }) => authors.isHeld(id))).to.deep.equal([
      false,
      false,
      false,
    ]);
    expect((await store.spine.tip(AUTHOR.publicKey))?.seq).to.equal(0);
    for (const event of events.slice(1)) await intake.take(accepted(event), null);
    expect(messages).to.deep.equal(events.map(({ id }) => id));
    expect((await store.spine.range(AUTHOR.publicKey, 0, 9)).map(({ id }) => id)).to.deep.equal(
      messages,
    );
  });

  it("holds up no other author", async () => {
    const { kv, intake, told: messages } = bench();
    const [mine, others] = [grow(AUTHOR, [], 1), grow(OTHER, [], 1)];
    kv.failures.push("before");
    const lost = failure(intake.take(accepted(mine[0]!), null));
    // In a window of its own.
    const kept = lost.then(() => intake.take(accepted(others[0]!), null));
    expect(await lost).to.equal("not written");
    await kept;
    expect(messages).to.deep.equal([others[0]!.id]);
  });

  it("leaves events that wait for others as the store has them", async () => {
    const { kv, store, authors, intake, told: messages } = bench();
    const events = grow(AUTHOR, [], 3);
    await intake.take(accepted(events[2]!, "detached"), null);
    kv.failures.push("before");
    expect(await failure(intake.take(accepted(events[1]!, "detached"), null))).to.equal(
      "not written",
    );
    expect([authors.isHeld(events[1]!.id), authors.isHeld(events[2]!.id)]).to.deep.equal([
      false,
      true,
    ]);
    await intake.take(accepted(events[0]!), null);
    // It links what waited, and is lost with it.
    kv.failures.push("before");
    expect(await failure(intake.take(accepted(events[1]!), null))).to.equal("not written");
    expect([authors.tip(AUTHOR.publicKey)?.seq, authors.detached]).to.deep.equal([0, 1]);
    await intake.take(accepted(events[1]!), null);
    expect([authors.tip(AUTHOR.publicKey)?.seq, authors.detached]).to.deep.equal([2, 0]);
    expect(messages).to.deep.equal([events[2]!.id, events[0]!.id, events[1]!.id]);
    expect(await store.spine.detached(9)).to.deep.equal([]);
  });

  it("takes nothing back that a proof showed, and keeps the proof when it comes again", async () => {
    const { kv, store, authors, evidence, intake } = bench();
    const common = grow(LIAR, [], 2);
    const [a, b] = [grow(LIAR, common, 1, "a"), grow(LIAR, common, 1, "b")];
    const body = forkEvidence(nodeCrypto, a[2]!.event, b[2]!.event);
    const opened = grow(AUTHOR, [], 1);
    const event = next(opened, "evidence", { ...body });
    await intake.take(accepted(opened[0]!), null);
    kv.failures.push("before");
    expect(await failure(intake.take(accepted(event), null))).to.equal("not written");
    expect(authors.frozenAuthors()).to.deep.equal([LIAR.publicKey]);
    expect([evidence.size, (await store.evidence.list()).length]).to.deep.equal([0, 0]);
    await intake.take(accepted(event), null);
    expect([evidence.size, (await store.evidence.list()).length]).to.deep.equal([1, 1]);
  });

  it("lets a proof be found again that could not be written", async () => {
    const { kv, store, evidence } = bench();
    const common = grow(LIAR, [], 1);
    const body = forkEvidence(
      nodeCrypto,
      grow(LIAR, common, 1, "a")[1]!.event,
      grow(LIAR, common, 1, "b")[1]!.event,
    );
    kv.failures.push("before", "after");
    expect(await failure(evidence.found(body))).to.equal("not written");
    expect(evidence.size).to.equal(0);
    expect(await failure(evidence.found(body))).to.contain("reported as failed");
    expect(await evidence.found(body)).to.equal(false);
    expect([evidence.size, (await store.evidence.list()).length]).to.deep.equal([1, 1]);
  });

  it("leaves claims to shards as the store has them", async () => {
    const { kv, store, claims, intake } = bench();
    const opened = grow(AUTHOR, [], 1);
    await intake.take(accepted(opened[0]!), null);
    const first = next(opened, "shard.claim", { epoch: 1, shards: shardMap([1, 2]) });
    const second = next([...opened, first], "shard.claim", {
      epoch: 1,
      shards: shardMap([1, 2, 3]),
    });
    await intake.take(accepted(first), null);
    kv.failures.push("before", "after");
    expect(await failure(intake.take(accepted(second), null))).to.equal("not written");
    expect(claims.shardsOf(AUTHOR.publicKey)).to.deep.equal([1, 2]);
    expect(await failure(intake.take(accepted(second), null))).to.contain("reported as failed");
    expect(claims.shardsOf(AUTHOR.publicKey)).to.deep.equal([1, 2, 3]);
    const again = new ShardClaims({ store, calcond: () => 1 });
    await again.load();
    expect(again.shardsOf(AUTHOR.publicKey)).to.deep.equal([1, 2, 3]);
  });

  it("stops an author where the store does not answer, until it does", async () => {
    const { kv, authors, intake, told: messages } = bench();
    const events = grow(AUTHOR, [], 2);
    kv.failures.push("after");
    kv.readsFail = true;
    expect(await failure(intake.take(accepted(events[0]!), null))).to.contain("reported as failed");
    const stopped = await intake.take(accepted(events[1]!), null).catch((error: unknown) => error);
    expect(stopped).to.be.instanceOf(UnsureError);
    await turn();
    expect(messages).to.deep.equal([]);
    kv.readsFail = false;
    expect(
      await intake.take(accepted(events[1]!), null).catch((error: unknown) => error),
    ).to.be.instanceOf(UnsureError);
    while (messages.length === 0) await turn();
    expect(messages).to.deep.equal([events[0]!.id]);
    await intake.take(accepted(events[1]!), null);
    expect(authors.tip(AUTHOR.publicKey)?.seq).to.equal(1);
    expect(messages).to.deep.equal(events.map(({ id }) => id));
  });

  it("of a head leaves the head that is kept", async () => {
    const { kv, authors, intake, heads } = bench();
    const events = grow(AUTHOR, [], 3);
    const head = (count: number): Parameters<EventIntake["takeHead"]>[0] => {
      const { note, sig } = headOf(AUTHOR, events.slice(0, count));
      return {
        type: "note",
        note: headNote.parse(note),
        sig,
        text: canonicalize({ note, sig }),
        root: new Uint8Array(32),
      };
    };
    await intake.takeHead(head(1), null);
    kv.failures.push("before");
    expect(await failure(intake.takeHead(head(2), null))).to.equal("not written");
    expect(authors.headSeq(AUTHOR.publicKey)).to.equal(0);
    await intake.takeHead(head(2), null);
    expect(authors.headSeq(AUTHOR.publicKey)).to.equal(1);
    expect(heads).to.deep.equal([0, 1]);
  });
});
