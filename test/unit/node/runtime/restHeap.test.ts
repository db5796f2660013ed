import { expect } from "chai";
import { collectAll } from "../../../../node/runtime/restHeap.js";
import { quiet } from "../../../kit/logger.js";

describe("the heap of a node at rest", () => {
  it("is collected: what nothing holds any more is gone", () => {
    const said: string[] = [];
    const log = {
      ...quiet,
      debug: (message: string) => {
        said.push(message);
      },
    };
    // Old enough that no collection of what is young takes it.
    let kept: object[] | null = Array.from({ length: 1_000 }, (_, i) => ({ i }));
    const refs = kept.map((one) => new WeakRef(one));
    expect(refs.filter((ref) => ref.deref() !== undefined)).to.have.length(1_000);
    kept = null;
    return new Promise<void>((resolve) => {
      setImmediate(resolve);
    }).then(() => {
      collectAll(log);
      expect(refs.filter((ref) => ref.deref() !== undefined).length).to.be.below(10);
      expect(said).to.have.length(1);
    });
  });
});
