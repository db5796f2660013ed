/**
 * A store that is slow and fails: what arrives while the engine reads its state again is neither
 * lost nor counted twice.
 */
import { expect } from "chai";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { createMetrics } from "../../../../node/runtime/metrics/metrics.js";
import { SealEngine } from "../../../../node/sealing/engine.js";
import { Sealer } from "../../../../node/sealing/sealer.js";
import { ComputeService } from "../../../../node/compute/compute.js";
import { Ledger } from "../../../../node/ledger/ledger.js";
import { auditLedger } from "../../../../node/ledger/audit/ledgerAudit.js";
import { OwnSpine } from "../../../../node/spine/ownSpine.js";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import { FaultyStore, type FaultPlan } from "../../../../scripts/stores/faulty.js";
import type { Entry, Operation, RangeOptions } from "../../../../storage/kv/kv.js";
import { buckets } from "../../../../storage/records/buckets.js";
import { Store } from "../../../../storage/store.js";
import { scan } from "../../../../storage/kv/table.js";
import {
  buy,
  HandClock,
  issue,
  openingOperations,
  openLedger,
  type LedgerBench,
} from "../../../kit/ledgerBench.js";
import { quiet } from "../../../kit/logger.js";

const SEED = new Uint8Array(32).fill(9);
const PUBLIC_KEY = Buffer.from(nodeCrypto.ed25519PublicKey(SEED)).toString("hex");
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Every operation takes some turns of the event loop, as on a disk: others come in between. */
class SlowStore extends FaultyStore {
  readonly #turns: number;
  constructor(plan: FaultPlan, turns: number) {
    super(plan);
    this.#turns = turns;
  }

  async #wait(): Promise<void> {
    for (let i = 0; i < this.#turns; i += 1) await turn();
  }

  override async get(key: Uint8Array): Promise<Uint8Array | undefined> {
    await this.#wait();
    return super.get(key);
  }

  override async getMany(
    keys: readonly Uint8Array[],
  ): Promise<readonly (Uint8Array | undefined)[]> {
    await this.#wait();
    return super.getMany(keys);
  }

  override async *range(options: RangeOptions): AsyncGenerator<Entry> {
    await this.#wait();
    yield* super.range(options);
  }

  override async batch(
    operations: readonly Operation[],
    options: { readonly sync: boolean },
  ): Promise<void> {
    await this.#wait();
    return super.batch(operations, options);
  }
}

/** Numbers of the events of the spine, and the audit of the ledger. */
async function sound({ ledger, store }: LedgerBench): Promise<void> {
  let next = 0;
  let prev = "0".repeat(64);
  for await (const [[, seq], event] of scan(store.kv, buckets.ev)) {
    expect(seq, "the spine has no gaps").to.equal(next);
    expect(JSON.parse(event.header)).to.have.property("prev", prev);
    prev = event.id;
    next += 1;
  }
  const { findings, totals } = await auditLedger(store, nodeCrypto);
  expect(findings).to.deep.equal([]);
  expect(ledger.totals()).to.deep.equal(totals);
}

describe("node: ledger and a store that fails slowly", () => {
  for (const mode of ["before", "after"] as const) {
    it(`whatever arrives while the state is read again (failure ${mode} it took effect)`, async () => {
      let failures = 0;
      const first = (await openingOperations()) + 1;
      for (let failAt = first; failAt < first + 26; failAt += 1) {
        const raw = new SlowStore({ failAt, mode }, 7);
        const clock = new HandClock();
        const bench = await openLedger(raw, clock);
        await Promise.allSettled([
          issue(bench, "ann", "paid", 600),
          issue(bench, "bob", "free", 600),
        ]);
        const under: Promise<unknown>[] = [];
        // One after the other, until an operation has failed: then others come with every turn
        // while the state is read.
        for (let i = 0; i < 12; i += 1) {
          const state = { done: false };
          const one = buy(bench, "ann")
            .catch(() => null)
            .finally(() => {
              state.done = true;
            });
          while (!state.done) {
            await turn();
            if (!raw.failed || under.length > 24) continue;
            under.push(
              buy(bench, under.length % 2 === 0 ? "ann" : "bob").catch(() => null),
              issue(bench, "eve", "free", 1).catch(() => null),
            );
          }
          await one;
        }
        await Promise.all(under);
        if (!raw.failed) break;
        await sound(bench);
        for (const account of ["ann", "bob", "eve"]) {
          await bench.ledger.open(account);
          const { free, paid } = await bench.ledger.balance(account);
          expect(bench.ledger.available(account), `${account}, operation ${failAt}`).to.deep.equal({
            free,
            paid,
          });
        }
        await sound(await openLedger(await raw.crash(), clock));
        failures += 1;
      }
      expect(failures).to.be.greaterThan(10);
    });
  }

  it("answers that cannot be put together: what was booked all the same is read from the store", async () => {
    const store = new Store(new FaultyStore());
    const spine = new OwnSpine(
      { author: { seed: SEED, publicKey: PUBLIC_KEY }, net: "0badcafe" },
      { crypto: nodeCrypto, store },
    );
    const engine = new SealEngine(
      { proofKey: SEED },
      { crypto: nodeCrypto, clock: new HandClock(), store, spine, log: quiet },
    );
    await engine.start();
    let narrow = false;
    const came = engine.came.bind(engine);
    engine.came = (window) => {
      if (narrow) throw new RangeError("no memory");
      return came(window);
    };
    const metrics = createMetrics();
    const sealer = new Sealer({ engine, spine, log: quiet, metrics });
    const ledger = new Ledger({ clock: new HandClock(), sealer, store });
    const bench = {
      store,
      sealer,
      ledger,
      compute: new ComputeService({ registry: builtinRegistry(), sealer, metrics }),
    };
    await issue(bench, "ann", "paid", 9);
    await ledger.open("ann");
    narrow = true;
    const [bought] = await Promise.allSettled([buy(bench, "ann")]);
    expect(bought.status).to.equal("rejected");
    narrow = false;
    await ledger.open("ann");
    expect(ledger.available("ann")).to.deep.equal({ free: 0, paid: 6 });
    await buy(bench, "ann", 2);
    expect((await auditLedger(store, nodeCrypto)).findings).to.deep.equal([]);
    expect(ledger.reserve("ann", 1)).to.equal(null);
  });

  it("the sealer is told to read its state again while postings go on", async () => {
    const bench = await openLedger(new SlowStore({}, 3));
    const under: Promise<unknown>[] = [issue(bench, "ann", "paid", 9)];
    for (let i = 0; i < 12; i += 1) {
      under.push(bench.sealer.reload(), issue(bench, i % 3 === 0 ? "ann" : "eve", "free", 1));
      await turn();
      under.push(issue(bench, "eve", "paid", 2), bench.sealer.reload());
      for (let k = 0; k < i; k += 1) await turn();
    }
    await Promise.all(under);
    await sound(bench);
    expect((await bench.store.ledger.head())!.totals).to.include({
      free: 12,
      paid: 33,
      "mint:credits": -45,
    });
    await bench.sealer.close();
  });
});
