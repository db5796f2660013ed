/** Effects: one batch, with its journal entry and what is kept of its answer, or nothing. */
import { expect } from "chai";
import { both, Effects, keeping, type Step } from "../../../../node/ledger/effects.js";
import { Refusal } from "../../../../protocol/errors/refusal.js";
import { FaultyStore } from "../../../../scripts/stores/faulty.js";
import { Store } from "../../../../storage/store.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import { openBench } from "../../../kit/moneyBench.js";
import { open, account, mint, holds } from "../../../kit/vaultBench.js";

/** Writes a fact, and pays credits to somebody where there is an amount. */
function paying(store: Store, name: string, credits = 0): Step<string> {
  return {
    keys: [`uniq:${name}`],
    run: (tx) => {
      tx.add(store.meta.putOps(name, "done"));
      if (credits > 0)
        tx.book({
          kind: "test",
          entries: [
            { account: "mint:credits", delta: -credits },
            { account: "free:ann", delta: credits },
          ],
        });
      return name;
    },
  };
}

async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => null,
    (error: unknown) => error,
  );
}

describe("node: effects", () => {
  it("write a step, its journal entry and what is kept of it in one batch", async () => {
    const { ledger, store } = await openBench();
    const effects = new Effects({ ledger, store });
    const keep = keeping((name: string) => store.meta.putOps(`kept ${name}`, "answer"));
    expect(await effects.run(paying(store, "one", 7), keep)).to.equal("one");
    expect(await store.meta.get("one")).to.equal("done");
    expect(await store.meta.get("kept one")).to.equal("answer");
    expect(await ledger.balance("ann")).to.include({ free: 7 });
  });

  it("come to what is made late, of what the step did", async () => {
    const { ledger, store } = await openBench();
    const effects = new Effects({ ledger, store });
    const result = await effects.run(paying(store, "one"), (name) => ({
      operations: store.meta.putOps(`kept ${name}`, "answer"),
      result: `${name}!`,
    }));
    expect(result).to.equal("one!");
    expect(await store.meta.get("kept one")).to.equal("answer");
  });

  it("write nothing where the step, or what keeps its answer, throws", async () => {
    const { ledger, store } = await openBench();
    const effects = new Effects({ ledger, store });
    const refusal = new Refusal("CONFLICT", "no");
    const fails = (): never => {
      throw refusal;
    };
    const step: Step<unknown> = both(paying(store, "one", 7), { keys: [], run: fails });
    expect(await rejection(effects.run(step))).to.equal(refusal);
    expect(await rejection(effects.run(paying(store, "two", 7), fails))).to.equal(refusal);
    expect(await store.meta.get("one")).to.equal(undefined);
    expect(await store.meta.get("two")).to.equal(undefined);
    expect(await ledger.balance("ann")).to.include({ free: 0 });
  });

  it("put two steps into one batch: a payment and a move, without a request", async () => {
    const bench = await open();
    for (const name of ["ann", "bob"]) await account(bench.store, name);
    await mint(bench, "ann", "paid", 3);
    const [token] = await holds(bench, "ann");
    const lock = bench.vaultOrders.lock("ann", [token!.id], true);
    const [changed, paid] = await bench.run(both(lock, paying(bench.store, "fee", 5)));
    expect([changed.count, paid]).to.deep.equal([1, "fee"]);
    expect(await bench.ledger.balance("ann")).to.include({ free: 5 });
    expect((await holds(bench, "ann")).filter(({ locked }) => locked)).to.have.length(1);
  });

  it("book one entry, with writes that it is for, and only where there is a ledger", async () => {
    const { ledger, store } = await openBench();
    const effects = new Effects({ ledger, store });
    const twice = both(paying(store, "one", 1), paying(store, "two", 1));
    expect(await rejection(effects.run(twice))).to.match(/books one entry/);
    const alone: Step<void> = {
      keys: [],
      run: (tx) => tx.book({ kind: "test", entries: [] }),
    };
    expect(await rejection(effects.run(alone))).to.match(/with the writes/);
    const bookless = new Effects({ store: new Store(new MemoryStore()), ledger: null });
    expect(await rejection(bookless.run(paying(store, "one", 1)))).to.match(/without a ledger/);
  });

  it("tell who listens what became of the write, and put its failure into words", async () => {
    const raw = new FaultyStore();
    const store = new Store(raw);
    const heard: boolean[] = [];
    const listening: Step<void> = {
      keys: [],
      run: (tx) => {
        tx.add(store.meta.putOps("one", "done"));
        tx.onSettled((isWritten) => heard.push(isWritten));
      },
    };
    const effects = new Effects({ store, ledger: null });
    await effects.run(listening);
    expect(heard).to.deep.equal([true]);
    const failing = { post: () => Promise.reject(new Error("full")) };
    const step = both(listening, {
      keys: [],
      run: (tx) => tx.book({ kind: "test", entries: [] }, () => new Refusal("CONFLICT", "words")),
    });
    expect(await rejection(new Effects({ store, ledger: failing }).run(step))).to.include({
      code: "CONFLICT",
      message: "words",
    });
    expect(heard).to.deep.equal([true, false]);
  });
});
