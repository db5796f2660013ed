/** Answers kept for idempotency keys are forgotten when their day is over, and none before. */
import { systemRandom } from "../../../../node/runtime/random.js";
import { expect } from "chai";
import { Idempotency } from "../../../../node/accounts/idempotency.js";
import { idempotencySweep } from "../../../../node/accounts/idempotencySweep.js";
import { BackgroundRunner } from "../../../../node/runtime/background.js";
import { CALCOND_NS, IDEMPOTENCY_KEPT_CALCONDS } from "../../../../protocol/limits.js";
import { logTo, quiet } from "../../../kit/logger.js";
import { rejection } from "../../storage/keyValueSuite.js";
import { buckets } from "../../../../storage/records/buckets.js";
import type { BatchOptions, Entry, Operation, RangeOptions } from "../../../../storage/kv/kv.js";
import { FaultyStore } from "../../../../scripts/stores/faulty.js";
import { Store } from "../../../../storage/store.js";
import { keyBytes, scan } from "../../../../storage/kv/table.js";
import { StoreCorruptError } from "../../../../storage/kv/errors.js";
import { HandClock } from "../../../kit/accounts.js";
import { VirtualTime } from "../../../kit/virtualTime.js";

const ticket = (key: string) => ({
  scope: ["owner", "POST", "/api/calc/compute", key].join("\u0000"),
  fingerprint: "f".repeat(64),
});

async function count(store: Store): Promise<readonly [answers: number, records: number]> {
  let [answers, records] = [0, 0];
  for await (const [, kept] of scan(store.kv, buckets.answers)) {
    answers += kept.all().length;
    records += 1;
  }
  return [answers, records];
}

/** Holds up the batches that delete something. */
class HoldingStore extends FaultyStore {
  until: Promise<void> = Promise.resolve();
  rangeReads = 0;
  override range(options: RangeOptions): AsyncIterable<Entry> {
    this.rangeReads += 1;
    return super.range(options);
  }
  override async batch(operations: readonly Operation[], options: BatchOptions): Promise<void> {
    if (operations.some(({ type }) => type === "del")) await this.until;
    return super.batch(operations, options);
  }
}

/** Lists end in what the database says of a block that it passed over; single entries are whole. */
class PassingStore extends FaultyStore {
  async *chunks(options: RangeOptions, size: number): AsyncGenerator<readonly Entry[]> {
    let list: Entry[] = [];
    for await (const entry of this.range(options)) {
      list.push(entry);
      if (list.length === size) {
        yield list;
        list = [];
      }
    }
    throw new StoreCorruptError("a block of the database is damaged");
  }
}

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

interface Bench {
  readonly raw: HoldingStore;
  readonly store: Store;
  readonly clock: HandClock;
  readonly idempotency: Idempotency;
}

function bench(logged: string[] = []): Bench {
  const [raw, clock] = [new HoldingStore(), new HandClock()];
  const store = new Store(raw);
  return {
    raw,
    store,
    clock,
    idempotency: new Idempotency({ store, clock, random: systemRandom, log: logTo(logged) }),
  };
}

async function keep({ raw, idempotency }: Bench, key: string, body = "{}"): Promise<void> {
  const one = ticket(key);
  expect(await idempotency.begin(one)).to.include({ state: "new" });
  // As whoever seals does: through a handle of its own, which waits for nobody.
  await new Store(raw).write(idempotency.keeper(one, { secret: false, status: 200 })(body, []));
  idempotency.complete(one);
}

describe("node: answers by idempotency key, when their day is over", () => {
  it("are forgotten a few at a time, the oldest first, and no other", async () => {
    const node = bench();
    for (const key of ["a", "b", "c"]) {
      await keep(node, key);
      node.clock.forward(1);
    }
    node.clock.forward(IDEMPOTENCY_KEPT_CALCONDS - 3);
    expect(await node.idempotency.sweep(10)).to.equal(0);
    node.clock.forward(2);
    expect(await node.idempotency.sweep(1)).to.equal(1);
    expect(await count(node.store)).to.deep.equal([2, 2]);
    expect(await node.idempotency.sweep(10)).to.equal(1);
    expect(await count(node.store)).to.deep.equal([1, 1]);
    expect(await node.idempotency.begin(ticket("c"))).to.include({ state: "replay" });
    node.clock.forward(1);
    expect(await node.idempotency.sweep(10)).to.equal(1);
    expect(await count(node.store)).to.deep.equal([0, 0]);
  });

  it("and the answer under a key that is used anew does not go with the old one", async () => {
    const node = bench();
    await keep(node, "k", '{"day":1}');
    node.clock.forward(IDEMPOTENCY_KEPT_CALCONDS + 1);
    let release = (): void => undefined;
    node.raw.until = new Promise((resolve) => {
      release = resolve;
    });
    const sweeping = node.idempotency.sweep(10);
    await turn();
    await keep(node, "k", '{"day":2}');
    expect(await count(node.store)).to.deep.equal([2, 2]);
    release();
    await sweeping;
    expect(await count(node.store)).to.deep.equal([1, 1]);
    const state = await node.idempotency.begin(ticket("k"));
    expect(state.state === "replay" && state.answer.body).to.equal('{"day":2}');
    expect(await count(node.store)).to.deep.equal([1, 1]);
    expect(await node.idempotency.sweep(10)).to.equal(0);
  });

  it("those that were given together are listed once, and go together", async () => {
    const { clock, idempotency, store } = bench();
    const now = Number(clock.ns / 777_000_777n);
    const given = (count: number) =>
      Array.from({ length: count }, (_, i) => ({
        scope: `account ${i % 3} k ${i}`,
        fingerprint: "f".repeat(64),
        answer: { status: 200, shape: null, body: "{}" },
      }));
    expect(store.idempotency.putOps(now, [])).to.deep.equal([]);
    await store.write([
      ...store.idempotency.putOps(now, given(256)),
      ...store.idempotency.putOps(now + 1, given(300).slice(256)),
    ]);
    expect(await count(store)).to.deep.equal([300, 2]);
    clock.forward(IDEMPOTENCY_KEPT_CALCONDS + 1);
    expect(await idempotency.sweep(10)).to.equal(1);
    expect(await count(store)).to.deep.equal([44, 1]);
    expect(await idempotency.sweep(10)).to.equal(0);
    clock.forward(1);
    expect(await idempotency.sweep(10)).to.equal(1);
    expect(await count(store)).to.deep.equal([0, 0]);
  });

  it("and a key that is used anew before the sweep came has one answer, listed once", async () => {
    const node = bench();
    await keep(node, "k", '{"day":1}');
    node.clock.forward(IDEMPOTENCY_KEPT_CALCONDS + 1);
    await keep(node, "k", '{"day":2}');
    for (const swept of [1, 0]) {
      const state = await node.idempotency.begin(ticket("k"));
      expect(state.state === "replay" && state.answer.body).to.equal('{"day":2}');
      expect(await node.idempotency.sweep(10)).to.equal(swept);
      expect(await count(node.store)).to.deep.equal([1, 1]);
    }
  });

  it("and a damaged record is in the way of its own keys, named at the next start, and goes in its time", async () => {
    const logged: string[] = [];
    const node = bench(logged);
    for (const key of ["a", "b", "c"]) {
      await keep(node, key);
      node.clock.forward(1);
    }
    let place = 0;
    for await (const [key] of scan(node.store.kv, buckets.answers)) {
      place += 1;
      if (place === 2) await node.raw.flipBit(keyBytes(buckets.answers, key), 9);
    }
    for (const _ of ["again", "and again"])
      expect(await rejection(Promise.resolve(node.idempotency.begin(ticket("b"))))).to.include({
        code: "RECORD_CORRUPT",
        bucket: "answers",
      });
    for (const key of ["a", "c"])
      expect(await node.idempotency.begin(ticket(key))).to.deep.include({ state: "replay" });
    expect(logged).to.deep.equal([]);
    const restarted = new Idempotency({
      store: new Store(node.raw),
      clock: node.clock,
      random: systemRandom,
      log: logTo(logged),
    });
    for (const key of ["a", "c"])
      expect(await restarted.begin(ticket(key))).to.deep.include({ state: "replay" });
    expect(logged).to.have.length(1);
    expect(logged[0]).to.include("cannot be read");
    node.clock.forward(IDEMPOTENCY_KEPT_CALCONDS);
    expect(await restarted.sweep(10)).to.equal(3);
    expect(await count(node.store)).to.deep.equal([0, 0]);
  });

  it("a node that starts again knows each of many keys, asks the disk for none that is new, and gives up what is over", async () => {
    const node = bench();
    const keys = Array.from({ length: 3_000 }, (_, i) => `k ${i}`);
    const at = (i: number): number => Number(node.clock.ns / CALCOND_NS) - 40 + (i % 40);
    for (const [i, key] of keys.entries())
      await node.store.write(
        node.store.idempotency.putOps(at(i), [
          { ...ticket(key), answer: { status: 200, shape: null, body: key } },
        ]),
      );
    const store = new Store(node.raw);
    const again = new Idempotency({ ...node, store, random: systemRandom, log: quiet });
    await again.load();
    for (const key of keys) {
      const state = await again.begin(ticket(key));
      expect(state.state === "replay" && state.answer.body).to.equal(key);
    }
    const reads = node.raw.rangeReads;
    for (const key of keys)
      expect(again.begin(ticket(`new ${key}`))).to.deep.equal({ state: "new" });
    expect(node.raw.rangeReads).to.equal(reads);
    node.clock.forward(IDEMPOTENCY_KEPT_CALCONDS - 20);
    const over = keys.filter((_, i) => i % 40 < 20);
    for (const key of over) expect(again.begin(ticket(key))).to.deep.equal({ state: "new" });
  });

  it("a node whose database breaks off its lists reads the keys one by one", async () => {
    const [raw, clock] = [new PassingStore(), new HandClock()];
    const logged: string[] = [];
    const store = new Store(raw);
    const keys = Array.from({ length: 1_500 }, (_, i) => `k ${i}`);
    const given = (key: string) => [
      { ...ticket(key), answer: { status: 200, shape: null, body: key } },
    ];
    const now = Number(clock.ns / CALCOND_NS);
    for (const key of keys) await store.write(store.idempotency.putOps(now, given(key)));
    const log = logTo(logged);
    const again = new Idempotency({ store: new Store(raw), clock, random: systemRandom, log });
    for (const key of keys)
      expect(await again.begin(ticket(key))).to.deep.include({ state: "replay" });
    expect(await again.begin(ticket("new"))).to.deep.equal({ state: "new" });
    expect(logged).to.deep.equal([]);
  });
});

describe("node: the sweep of answers by idempotency key", () => {
  it("begins at the start by reading which there are, goes on while there are more, and rests a minute", async () => {
    const time = new VirtualTime();
    const found = [1_000_000, 300, 3];
    const did: string[] = [];
    const idempotency = {
      load: async () => {
        did.push("load");
      },
      sweep: async (limit: number) => {
        did.push("sweep");
        const left = found.shift();
        if (left === undefined) throw new Error("the disk is full");
        return Math.min(limit, left);
      },
    };
    const runner = new BackgroundRunner({ scheduler: time, log: quiet, busy: () => true });
    runner.add(idempotencySweep(idempotency));
    expect(time.waiting).to.equal(0);
    runner.start();
    await time.pass(100);
    await runner.settled();
    expect(found).to.deep.equal([]);
    expect(did.slice(0, 2)).to.deep.equal(["load", "sweep"]);
    // 77 calconds of 0.777000777 s.
    expect(time.delays.map((ms) => Math.round(ms / 1_000))).to.deep.equal([60]);
    await time.pass(60_000);
    expect(runner.failures("kept answers")).to.equal(1);
    expect(time.waiting).to.equal(1);
    await runner.stop();
    expect(time.waiting).to.equal(0);
  });
});
