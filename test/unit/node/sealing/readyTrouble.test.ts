/** A disk without room, and a write that failed, show where a node says whether it is ready. */
import { expect } from "chai";
import { ApiError, problemOf } from "../../../../api/contract/definition/problem.js";
import { livenessHandlers } from "../../../../node/liveness/operations/liveness.js";
import { MemoryStore } from "../../../../scripts/stores/memory.js";
import { Store, type StoreTrouble } from "../../../../storage/store.js";
import { openNode } from "../../../kit/composed.js";

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
});
