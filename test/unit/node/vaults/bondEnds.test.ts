/** A released bond ends at its calcond, whether somebody looks at it or not. */
import { expect } from "chai";
import { Due } from "../../../../node/runtime/due.js";
import { BOND_END, BondEnds } from "../../../../node/vaults/bondEnds.js";
import type { Logger } from "../../../../protocol/ports.js";
import type { DueEntry } from "../../../../storage/records/dueRecords.js";
import { MemoryStore, type Contents } from "../../../../scripts/stores/memory.js";
import { VirtualTime } from "../../../kit/virtualTime.js";
import { account, mint, open, type Bench } from "../../../kit/vaultBench.js";

const CALCOND_NS = 777_000_777n;
const MINUTE_MS = 61_000;
/** An hour. */
const TAIL = 4_632;

const said: string[] = [];
const LOG: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: (message) => {
    said.push(message);
  },
  error: (message) => {
    said.push(message);
  },
  child: () => LOG,
};

interface Queue {
  readonly bench: Bench;
  readonly fired: string[];
  /** Lets the queue see the time it is. */
  look(): Promise<void>;
  waiting(): Promise<readonly DueEntry[]>;
}

let kept: Contents | null = null;

/** A store in which ann has a bond; it is filled once. */
async function bonded(): Promise<MemoryStore> {
  if (kept === null) {
    const raw = new MemoryStore();
    const bench = await open(raw);
    await account(bench.store, "ann");
    await mint(bench, "ann", "paid", 1_010);
    await bench.run(bench.bonds.make("ann", "any"));
    kept = raw.contents();
  }
  return new MemoryStore(kept);
}

/** Ann has a bond that she has released. */
async function released(): Promise<Queue> {
  const bench = await open(await bonded());
  const [time, fired] = [new VirtualTime(), [] as string[]];
  const deadlines = {
    now: () => bench.calcond,
    reckon: () => bench.calcond,
    markOps: () => [],
  };
  const { store } = bench;
  const due = new Due({
    store,
    clock: { nowNs: () => BigInt(bench.calcond) * CALCOND_NS },
    deadlines,
    scheduler: time,
    log: LOG,
    onFired: (kind) => fired.push(kind),
  });
  due.register(BOND_END, new BondEnds({ store, deadlines }));
  due.start();
  await bench.run(bench.bonds.release("ann"));
  return {
    bench,
    fired,
    look: async () => {
      await time.pass(MINUTE_MS);
      const end = { isDone: false };
      void due.settled().then(() => {
        end.isDone = true;
      });
      while (!end.isDone) await time.pass(1);
    },
    waiting: () => store.due.before(Number.MAX_SAFE_INTEGER, 10, null),
  };
}

async function stateOf({ store }: Bench): Promise<readonly [state: string, movable: number]> {
  const { movable } = await store.vault.head("ann");
  return [(await store.vaultOrders.bond("ann", 1))!.state, movable];
}

describe("vaults: the end of a released bond", () => {
  it("comes at its calcond although nobody looks, and once", async () => {
    const queue = await released();
    const { bench, fired } = queue;
    const start = bench.calcond;
    expect(await queue.waiting()).to.deep.equal([
      { calcond: start + TAIL + 1, kind: "bond.end", key: "ann/1" },
    ]);
    bench.calcond = start + TAIL;
    await queue.look();
    expect(await stateOf(bench)).to.deep.equal(["released", 10]);
    bench.calcond += 1;
    await queue.look();
    expect(await stateOf(bench)).to.deep.equal(["ended", 1_010]);
    expect([fired, await queue.waiting(), said]).to.deep.equal([["bond.end"], [], []]);
    expect((await bench.bonds.status("ann")).bonds).to.deep.equal([]);
    expect((await bench.vault.folders("ann"))[0]?.count).to.equal(1_010);
  });

  it("waits for the verdict of a challenge, and comes with the last one", async () => {
    const queue = await released();
    const { bench } = queue;
    await bench.run(bench.bonds.challenged("ann", 1, 1));
    await bench.run(bench.bonds.challenged("ann", 1, 1));
    bench.calcond += 2 * TAIL;
    await queue.look();
    await bench.run(bench.bonds.challenged("ann", 1, -1));
    await queue.look();
    expect([await stateOf(bench), await queue.waiting()]).to.deep.equal([["released", 10], []]);
    await bench.run(bench.bonds.challenged("ann", 1, -1));
    await queue.look();
    expect([await stateOf(bench), await queue.waiting()]).to.deep.equal([["ended", 1_010], []]);
  });

  it("is carried out by who looks before the queue has come to it, and not again by the queue", async () => {
    const queue = await released();
    const { bench, fired } = queue;
    bench.calcond += TAIL + 1;
    expect((await bench.bonds.status("ann")).bonds).to.deep.equal([]);
    expect(await stateOf(bench)).to.deep.equal(["ended", 1_010]);
    expect(await queue.waiting()).to.deep.equal([]);
    await bench.run(bench.bonds.make("ann", "any"));
    await queue.look();
    expect(fired).to.deep.equal([]);
    expect((await bench.store.vault.head("ann")).movable).to.equal(10);
  });

  it("does not come for a bond that was withheld in its last hour", async () => {
    const queue = await released();
    const { bench, fired } = queue;
    const [token] = (await bench.store.vaultOrders.bond("ann", 1))!.envelopes;
    const { calcond } = bench;
    expect(
      await bench.run(
        bench.bonds.slash("ann", 1, {
          outcome: "upheld",
          token_id: token!,
          openedCalcond: calcond,
          reexecuted: { engine_version: "calc-engine/2", value_bits: "3ff0000000000000", calcond },
        }),
      ),
    ).to.equal(null);
    expect(await queue.waiting()).to.deep.equal([]);
    bench.calcond += TAIL + 1;
    await queue.look();
    expect([fired, await stateOf(bench)]).to.deep.equal([[], ["slashed", 10]]);
  });
});
