import { expect } from "chai";
import { NodeHistory } from "../../../../node/operating/nodeHistory.js";

const ROWS_MAX = 120;
const NS_PER_MS = 1_000_000n;

describe("history of a node", () => {
  const state = { count: 0, maxNs: 0, waiting: 0, resets: 0 };
  let at = 1_795_694_400_000n;
  const modules = {
    clock: { nowNs: () => at * NS_PER_MS },
    sealer: {
      get waiting() {
        return state.waiting;
      },
    },
    store: {
      database: process.cwd(),
      envelopes: {
        chain: () =>
          Promise.resolve({ count: state.count, last: "00".repeat(32), calcond: 1, ns: "1" }),
      },
    },
  };
  const history = new NodeHistory(modules, {
    processFigures: {
      delays: {
        get max() {
          return state.maxNs;
        },
        reset: () => {
          state.resets += 1;
        },
      },
      residentBytes: () => 123_456_789,
    },
  });
  const sample = async (): Promise<void> => {
    for (const task of history.tasks) await task.run(new AbortController().signal, () => true);
  };

  it("has a row for each sample, with what came since the one before", async () => {
    // A timer of 500 ms that took 512 was 12 ms late.
    Object.assign(state, { count: 7, maxNs: 512e6, waiting: 3 });
    await sample();
    at += 30_303n;
    Object.assign(state, { count: 19, maxNs: 499e6, waiting: 0 });
    await sample();
    const [first, second] = history.rows;
    expect(first).to.include({ atMs: 1_795_694_400_000, sealsPerSecond: null, queued: 3 });
    expect(first?.lagSeconds).to.be.closeTo(0.012, 1e-9);
    expect(second).to.include({ atMs: 1_795_694_430_303, lagSeconds: 0, queued: 0 });
    // Twelve in 30.303 s.
    expect(second?.sealsPerSecond).to.be.closeTo(0.396, 1e-6);
    expect(second?.memoryBytes).to.equal(123_456_789);
    expect(second?.diskFreeBytes).to.be.greaterThan(0);
    expect(state.resets).to.equal(2);
  });

  it("measures nothing where nobody says what the process takes", () => {
    expect(new NodeHistory(modules, {}).tasks).to.deep.equal([]);
  });

  it("keeps an hour and forgets the oldest", async () => {
    for (let i = 0; i < ROWS_MAX + 3; i += 1) {
      at += 30_303n;
      await sample();
    }
    expect(history.rows).to.have.lengthOf(ROWS_MAX);
    expect(history.rows.at(-1)?.atMs).to.equal(Number(at));
    expect(history.rows[0]?.atMs).to.equal(Number(at - 30_303n * BigInt(ROWS_MAX - 1)));
  });
});
