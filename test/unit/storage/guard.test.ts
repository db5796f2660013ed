import { expect } from "chai";
import { buckets } from "../../../storage/records/buckets.js";
import { GUARD_WAITING_MAX, Guards } from "../../../storage/kv/guard.js";
import type { Transaction } from "../../../storage/kv/guard.js";
import type { Operation } from "../../../storage/kv/kv.js";
import { MemoryStore } from "../../../scripts/stores/memory.js";
import { read } from "../../../storage/kv/table.js";
import { rejection } from "./keyValueSuite.js";

interface Setup {
  readonly store: MemoryStore;
  readonly guards: Guards;
  readonly batches: (readonly Operation[])[];
}

function setup(): Setup {
  const store = new MemoryStore();
  const batches: (readonly Operation[])[] = [];
  const guards = new Guards(store, async (operations) => {
    batches.push(operations);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    await store.batch(operations, { sync: true });
  });
  return { store, guards, batches };
}

async function number(tx: Transaction, name: string): Promise<number> {
  return Number((await tx.get(buckets.meta, name)) ?? "0");
}

describe("guarded writes", () => {
  it("lose no increment, however many run at once", async () => {
    const { store, guards } = setup();
    await Promise.all(
      Array.from({ length: 200 }, () =>
        guards.withGuard(["acct:a"], async (tx) => {
          tx.put(buckets.meta, "n", String((await number(tx, "n")) + 1));
        }),
      ),
    );
    expect(await read(store, buckets.meta, "n")).to.equal("200");
    expect(guards.size).to.equal(0);
  });

  it("conserve a total under transfers between random pairs, without deadlock", async () => {
    const { store, guards } = setup();
    const accounts = ["a", "b", "c", "d"];
    for (const name of accounts) {
      await guards.withGuard([name], (tx) => {
        tx.put(buckets.meta, name, "100");
      });
    }
    let state = 7;
    const next = (): string => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return accounts[Math.floor(state / 65_536) % accounts.length]!;
    };
    await Promise.all(
      Array.from({ length: 300 }, () => {
        const [from, to] = [next(), next()];
        return guards.withGuard([from, to], async (tx) => {
          const balance = await number(tx, from);
          if (from === to || balance < 30) return;
          tx.put(buckets.meta, from, String(balance - 30));
          tx.put(buckets.meta, to, String((await number(tx, to)) + 30));
        });
      }),
    );
    const balances = await Promise.all(accounts.map((name) => read(store, buckets.meta, name)));
    expect(balances.reduce((sum, balance) => sum + Number(balance), 0)).to.equal(400);
    expect(balances.every((balance) => Number(balance) >= 0)).to.equal(true);
    expect(balances.some((balance) => balance !== "100")).to.equal(true);
  });

  it("run first come first served on one key, and side by side on others", async () => {
    const { guards } = setup();
    const order: string[] = [];
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const slow = guards.withGuard(["a"], async () => {
      await gate;
      order.push("a1");
    });
    const after = guards.withGuard(["a", "b"], () => {
      order.push("a2");
    });
    const last = guards.withGuard(["b"], () => {
      order.push("b3");
    });
    await guards.withGuard(["c"], () => {
      order.push("c");
    });
    open();
    await Promise.all([slow, after, last]);
    expect(order).to.deep.equal(["c", "a1", "a2", "b3"]);
  });

  it("see their own writes and deletions, and write them in one batch", async () => {
    const { guards, batches } = setup();
    const seen = await guards.withGuard(["a"], async (tx) => {
      tx.put(buckets.meta, "x", "1");
      const first = await tx.get(buckets.meta, "x");
      tx.del(buckets.meta, "x");
      const second = await tx.get(buckets.meta, "x");
      tx.put(buckets.meta, "x", "2");
      return [first, second, await tx.get(buckets.meta, "x")];
    });
    expect(seen).to.deep.equal(["1", undefined, "2"]);
    expect(batches.map((batch) => batch.length)).to.deep.equal([3]);
  });

  it("write nothing when they throw, and let the next one in", async () => {
    const { store, guards, batches } = setup();
    const failed = rejection(
      guards.withGuard(["a"], (tx) => {
        tx.put(buckets.meta, "x", "1");
        throw new Error("not enough");
      }),
    );
    const next = guards.withGuard(["a"], (tx) => tx.get(buckets.meta, "x"));
    expect((await failed).message).to.equal("not enough");
    expect(await next).to.equal(undefined);
    expect(await read(store, buckets.meta, "x")).to.equal(undefined);
    expect(batches).to.deep.equal([]);
  });

  it("hold their keys until the write is done", async () => {
    const { store, guards } = setup();
    const first = guards.withGuard(["a"], (tx) => {
      tx.put(buckets.meta, "x", "1");
    });
    const stored = guards.withGuard(["a"], () => read(store, buckets.meta, "x"));
    await first;
    expect(await stored).to.equal("1");
  });

  it("pass on a failed write and free their keys", async () => {
    const guards = new Guards(new MemoryStore(), () => Promise.reject(new Error("disk full")));
    const writing = guards.withGuard(["a"], (tx) => {
      tx.put(buckets.meta, "x", "1");
    });
    const error = await rejection(writing);
    expect(error.message).to.equal("disk full");
    expect(guards.size).to.equal(0);
  });

  it("say BUSY past their bound", async () => {
    const { guards } = setup();
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const waiting = Array.from({ length: GUARD_WAITING_MAX }, () =>
      guards.withGuard(["a"], () => gate),
    );
    expect((await rejection(guards.withGuard(["a"], () => gate))).code).to.equal("BUSY");
    await guards.withGuard(["b"], () => undefined);
    open();
    await Promise.all(waiting);
  });
});
