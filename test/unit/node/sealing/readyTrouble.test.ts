/** A disk without room, and a write that failed, show where a node says whether it is ready. */
import { setTimeout } from "node:timers/promises";
import { expect } from "chai";
import type { BatchOptions, Operation } from "../../../../storage/kv/kv.js";
import { ApiError, problemOf } from "../../../../api/contract/definition/problem.js";
import { livenessHandlers } from "../../../../node/liveness/operations/liveness.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import { Store, type StoreTrouble } from "../../../../storage/store.js";
import { openNode } from "../../../kit/composed.js";

/** A disk that takes its time. */
class SlowStore extends MemoryStore {
  delayMs = 0;

  override async batch(operations: readonly Operation[], options: BatchOptions): Promise<void> {
    if (this.delayMs > 0) await setTimeout(this.delayMs);
    await super.batch(operations, options);
  }
}

/** What the answer names, or the 503 in its place. */
function reasonsOf(ready: (...asked: never[]) => unknown): readonly unknown[] {
  try {
    const answer: unknown = Reflect.apply(ready, null, [{}, null]);
    expect(answer).to.deep.equal({ ready: true, reasons: [] });
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const problem: object = problemOf(error, "req_test");
    expect(problem).to.include({ status: 503, ready: false });
    const reasons: unknown = Reflect.get(problem, "reasons");
    return Array.isArray(reasons) ? reasons : [];
  }
}

describe("node/sealing: trouble of the store on /api/ready", () => {
  for (const trouble of ["disk", "db"] as const) {
    it(`says ${trouble} while it lasts, and no longer`, async () => {
      let now: StoreTrouble | null = null;
      const store = new Store(new MemoryStore(), { trouble: () => now });
      const node = await openNode({ ports: { store } });
      const { clock, readiness } = node.services;
      const { ready } = livenessHandlers({ clock, readiness });
      readiness.markRunning();
      expect(reasonsOf(ready)).to.not.include(trouble);
      now = trouble;
      expect(reasonsOf(ready)).to.include(trouble);
      now = null;
      expect(reasonsOf(ready)).to.not.include(trouble);
      await node.close();
    });
  }

  it("warns of damage that nothing has put right, and stays ready", async () => {
    const node = await openNode({ ports: { store: new Store(new MemoryStore()) } });
    const { clock, readiness } = node.services;
    let isDamaged = true;
    const { ready } = livenessHandlers({ clock, readiness, isDamaged: () => isDamaged });
    readiness.markRunning();
    const answer = (): unknown => Reflect.apply(ready, null, [{}, null]);
    expect(answer()).to.deep.include({ ready: true, warnings: ["damage"] });
    isDamaged = false;
    expect(answer()).to.not.have.property("warnings");
    await node.close();
  });

  it("warns of a disk that takes seconds for each write, and no longer than it does", async () => {
    const slow = new SlowStore();
    const node = await openNode({ ports: { store: new Store(slow) } });
    const { clock, readiness, sealer } = node.services;
    const { ready } = livenessHandlers({ clock, readiness, isSlow: () => sealer.isSlow });
    readiness.markRunning();
    const write = async (ms: number, times: number): Promise<unknown> => {
      slow.delayMs = ms;
      for (let i = 0; i < times; i += 1) await sealer.append("digest", { n: i });
      slow.delayMs = 0;
      return Reflect.apply(ready, null, [{}, null]);
    };
    expect(await write(0, 3)).to.not.have.property("warnings");
    // One or two that stall are no news.
    expect(await write(1_050, 2)).to.not.have.property("warnings");
    expect(await write(1_050, 1)).to.deep.include({ ready: true, warnings: ["slow_disk"] });
    expect(await write(0, 1)).to.not.have.property("warnings");
    await node.close();
  });
});
