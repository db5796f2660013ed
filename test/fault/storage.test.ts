import { expect } from "chai";
import { buckets } from "../../storage/records/buckets.js";
import { FaultyStore } from "../../scripts/stores/faulty.js";
import type { FailureMode } from "../../scripts/stores/faulty.js";
import { Store } from "../../storage/store.js";
import { keyBytes } from "../../storage/kv/table.js";
import {
  AUTHOR,
  countWholeWindows,
  eventOf,
  readWindow,
  windowOf,
  writeWindow,
} from "./storageWindows.js";

const WINDOWS = 6;
const OPERATIONS_MAX = 500;

/** Reads and writes windows until one fails; returns how many were acknowledged. */
async function work(raw: FaultyStore): Promise<number> {
  const store = new Store(raw);
  let acknowledged = 0;
  try {
    for (let window = 0; window < WINDOWS; window += 1) {
      const tip = await store.spine.tip(AUTHOR);
      if (tip !== undefined) await store.spine.byId(tip.id);
      await writeWindow(store, window);
      acknowledged += 1;
      await store.envelopes.ofAccount("account 1", 2);
    }
  } catch (error) {
    expect(error).to.include({ code: "STORE_IO" });
  }
  return acknowledged;
}

async function loop(mode: FailureMode, crash: boolean): Promise<number> {
  let runs = 0;
  for (let failAt = 1; failAt < OPERATIONS_MAX; failAt += 1) {
    const raw = new FaultyStore({ failAt, mode });
    const acknowledged = await work(raw);
    runs += 1;
    const reopened = await raw.crash(crash ? 0 : Infinity);
    const windows = await countWholeWindows(new Store(reopened));
    // A write that failed late is on the disk though nobody was told: one window more, never one
    // less.
    expect(windows, `failure of operation ${failAt}`).to.be.within(
      acknowledged,
      mode === "after" ? acknowledged + 1 : acknowledged,
    );
    if (!raw.failed) {
      expect(acknowledged).to.equal(WINDOWS);
      return runs;
    }
  }
  throw new Error("every run failed");
}

function turnOfTheLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

describe("faults: store operations", () => {
  for (const mode of ["before", "after"] as const) {
    it(`lose nothing acknowledged when one of them fails (${mode} its effect)`, async () => {
      expect(await loop(mode, false)).to.be.greaterThan(4 * WINDOWS);
      expect(await loop(mode, true)).to.be.greaterThan(4 * WINDOWS);
    });
  }

  it("go on after a failed window", async () => {
    const store = new Store(new FaultyStore({ failAt: 1 }));
    const [lost, kept] = await Promise.allSettled([
      writeWindow(store, 0),
      turnOfTheLoop().then(() => writeWindow(store, 0)),
    ]);
    expect(lost.status).to.equal("rejected");
    expect(kept.status).to.equal("fulfilled");
    expect(await countWholeWindows(store)).to.equal(1);
  });
});

describe("faults: unsynced writes at a crash", () => {
  it("come back as a prefix of whole batches, and a sync keeps all before it", async () => {
    for (let kept = 0; kept <= 3; kept += 1) {
      const raw = new FaultyStore();
      const store = new Store(raw);
      await writeWindow(store, 0);
      for (const window of [1, 2, 3]) {
        const tip = { seq: window, id: eventOf(window).id, calcond: window, edge: [] };
        const last = windowOf(window)[2]!.id;
        const chain = { count: 3 * (window + 1), last, calcond: window, ns: "1" };
        await store.kv.batch(
          [
            ...store.spine.appendOps(eventOf(window), tip),
            ...store.envelopes.windowOps(window, windowOf(window), chain),
          ],
          { sync: false },
        );
      }
      expect(await countWholeWindows(store)).to.equal(4);
      expect(await countWholeWindows(new Store(await raw.crash(kept)))).to.equal(1 + kept);
    }
  });
});

describe("faults: one flipped bit in a stored record", () => {
  it("is noticed in every record of a window and never served", async () => {
    const event = eventOf(1);
    const keys = [
      keyBytes(buckets.ev, [AUTHOR, 1]),
      keyBytes(buckets.body, event.bodyHash),
      keyBytes(buckets.id, event.id),
      keyBytes(buckets.env, 1),
      ...windowOf(1).map(({ id }) => keyBytes(buckets.rcpt, id)),
    ];
    for (const key of keys) {
      for (let bit = 0; bit < 64; bit += 5) {
        const raw = new FaultyStore();
        const store = new Store(raw);
        await writeWindow(store, 0);
        await writeWindow(store, 1);
        await raw.flipBit(key, bit);
        const verdicts = await readWindow(store, 1);
        expect(verdicts).to.include("damaged").and.not.include("wrong");
        const others = await readWindow(store, 0);
        expect(others.every((verdict) => verdict === "right")).to.equal(true);
        const named: string[] = [];
        for await (const { bucket } of store.scrub()) named.push(bucket);
        expect(named).to.have.length(1);
      }
    }
  });
});
