/** Answers kept for idempotency keys are forgotten when their day is over, and none before. */
import { systemRandom } from "../../../../node/runtime/random.js";
import { expect } from "chai";
import { Idempotency } from "../../../../node/accounts/idempotency.js";
import { idempotencySweep } from "../../../../node/accounts/idempotencySweep.js";
import { BackgroundRunner } from "../../../../node/runtime/background.js";
import { IDEMPOTENCY_KEPT_CALCONDS } from "../../../../protocol/limits.js";
import type { Logger } from "../../../../protocol/ports.js";
import { buckets } from "../../../../storage/records/buckets.js";
import type { BatchOptions, Operation } from "../../../../storage/kv/kv.js";
import { FaultyStore } from "../../../../scripts/stores/faulty.js";
import { Store } from "../../../../storage/store.js";
import { keyBytes, scan } from "../../../../storage/kv/table.js";
import { HandClock } from "../../../kit/accounts.js";
import { VirtualTime } from "../../../kit/virtualTime.js";

const ticket = (key: string) => ({
  scope: ["owner", "POST", "/api/calc/compute", key].join("\u0000"),
  fingerprint: "f",
});

async function count(store: Store): Promise<readonly [answers: number, listed: number]> {
  let [answers, listed] = [0, 0];
  for await (const _ of scan(store.kv, buckets.idem)) answers += 1;
  for await (const _ of scan(store.kv, buckets.idemage)) listed += 1;
  return [answers, listed];
}

/** Holds up the batches that delete something. */
class HoldingStore extends FaultyStore {
  until: Promise<void> = Promise.resolve();
  override async batch(operations: readonly Operation[], options: BatchOptions): Promise<void> {
    if (operations.some(({ type }) => type === "del")) await this.until;
    return super.batch(operations, options);
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

function bench(): Bench {
  const [raw, clock] = [new HoldingStore(), new HandClock()];
  const store = new Store(raw);
  return {
    raw,
    store,
    clock,
    idempotency: new Idempotency({ store, clock, random: systemRandom }),
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
    expect((await node.idempotency.sweep(10)).count).to.equal(0);
    node.clock.forward(2);
    expect((await node.idempotency.sweep(1)).count).to.equal(1);
    expect(await count(node.store)).to.deep.equal([2, 2]);
    expect((await node.idempotency.sweep(10)).count).to.equal(1);
    expect(await count(node.store)).to.deep.equal([1, 1]);
    expect(await node.idempotency.begin(ticket("c"))).to.include({ state: "replay" });
    node.clock.forward(1);
    expect((await node.idempotency.sweep(10)).count).to.equal(1);
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
    const kept = keep(node, "k", '{"day":2}');
    await turn();
    expect(await count(node.store)).to.deep.equal([1, 1]);
    release();
    await Promise.all([sweeping, kept]);
    const state = await node.idempotency.begin(ticket("k"));
    expect(state.state === "replay" && state.answer.body).to.equal('{"day":2}');
    expect(await count(node.store)).to.deep.equal([1, 1]);
    expect((await node.idempotency.sweep(10)).count).to.equal(0);
  });

  it("those that were given together are listed once, and go together", async () => {
    const { clock, idempotency, store } = bench();
    const now = Number(clock.ns / 777_000_777n);
    const given = (count: number) =>
      Array.from({ length: count }, (_, i) => ({
        account: `account ${i % 3}`,
        key: `k ${i}`,
        request: "f",
        status: 200,
        body: "{}",
      }));
    expect(store.idempotency.putOps(now, [])).to.deep.equal([]);
    await store.write([
      ...store.idempotency.putOps(now, given(256)),
      ...store.idempotency.putOps(now + 1, given(300).slice(256)),
    ]);
    expect(await count(store)).to.deep.equal([300, 2]);
    clock.forward(IDEMPOTENCY_KEPT_CALCONDS + 1);
    expect((await idempotency.sweep(10)).count).to.equal(256);
    expect(await count(store)).to.deep.equal([44, 1]);
    expect((await idempotency.sweep(10)).count).to.equal(0);
    clock.forward(1);
    expect((await idempotency.sweep(10)).count).to.equal(44);
    expect(await count(store)).to.deep.equal([0, 0]);
  });

  it("and a key that is used anew before the sweep came has one answer, listed once", async () => {
    const node = bench();
    await keep(node, "k");
    node.clock.forward(IDEMPOTENCY_KEPT_CALCONDS + 1);
    await keep(node, "k");
    expect(await count(node.store)).to.deep.equal([1, 1]);
    expect((await node.idempotency.sweep(10)).count).to.equal(0);
  });

  it("and a damaged list is passed over, told once, and in the way of no other and of no key that is used anew", async () => {
    const node = bench();
    for (const key of ["a", "b", "c"]) {
      await keep(node, key);
      node.clock.forward(1);
    }
    let place = 0;
    for await (const [key] of scan(node.store.kv, buckets.idemage)) {
      place += 1;
      if (place !== 2) continue;
      await node.raw.flipBit(keyBytes(buckets.idemage, key), 9);
      break;
    }
    node.clock.forward(IDEMPOTENCY_KEPT_CALCONDS);
    const swept = await node.idempotency.sweep(10);
    expect(swept.count).to.equal(2);
    expect(
      swept.damaged.map(({ bucket, fault }) => [bucket, fault.includes("idemage")]),
    ).to.deep.equal([["idemage", true]]);
    expect(await node.idempotency.sweep(10)).to.deep.equal({ count: 0, damaged: [] });
    await keep(node, "b", "anew");
    expect(await node.idempotency.begin(ticket("b"))).to.deep.include({ state: "replay" });
    node.clock.forward(1 + IDEMPOTENCY_KEPT_CALCONDS);
    expect(await node.idempotency.sweep(10)).to.deep.equal({ count: 1, damaged: [] });
    expect(await node.idempotency.begin(ticket("b"))).to.deep.equal({ state: "new" });
  });
});

describe("node: the sweep of answers by idempotency key", () => {
  const warned: string[] = [];
  const DAMAGED = { bucket: "idemage", key: "07", fault: "its checksum does not match" };
  const LOG: Logger = {
    debug: () => undefined,
    info: () => undefined,
    warn: (message) => {
      warned.push(message);
    },
    error: () => undefined,
    child: () => LOG,
  };

  it("begins at the start, goes on while there are more, rests a minute, and says what stays", async () => {
    const time = new VirtualTime();
    const found = [1_000_000, 300, 3];
    const idempotency = {
      sweep: async (limit: number) => {
        const left = found.shift();
        if (left === undefined) throw new Error("the disk is full");
        return { count: Math.min(limit, left), damaged: left === 3 ? [DAMAGED] : [] };
      },
    };
    const runner = new BackgroundRunner({ scheduler: time, log: LOG, busy: () => true });
    runner.add(idempotencySweep({ idempotency, log: LOG }));
    expect(time.waiting).to.equal(0);
    runner.start();
    await time.pass(100);
    await runner.settled();
    expect(found).to.deep.equal([]);
    expect(warned).to.deep.equal(["expired answers were not removed: their list is damaged"]);
    // 77 calconds of 0.777000777 s.
    expect(time.delays.map((ms) => Math.round(ms / 1_000))).to.deep.equal([60]);
    await time.pass(60_000);
    expect(warned).to.have.length(2);
    expect(runner.failures("kept answers")).to.equal(1);
    expect(time.waiting).to.equal(1);
    await runner.stop();
    expect(time.waiting).to.equal(0);
  });
});
