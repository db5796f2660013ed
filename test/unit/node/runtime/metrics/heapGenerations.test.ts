/** When a heap that was in use is collected: once, some seconds after the node came to rest. */
import { expect } from "chai";
import { GrowthWithUse } from "../../../../../node/runtime/metrics/heapGenerations.js";
import type { Logger } from "../../../../../protocol/ports.js";
import { VirtualTime } from "../../../../kit/virtualTime.js";

const REST_MS = 15_000;

class Bench {
  readonly time = new VirtualTime();
  collections = 0;
  readonly log: Logger = {
    debug: () => {
      this.collections += 1;
    },
    info: () => undefined,
    warn: () => undefined,
    error: () => undefined,
    child: () => this.log,
  };
  readonly growth = new GrowthWithUse({ log: this.log, scheduler: this.time });

  async rest(): Promise<void> {
    this.growth.rest();
    await this.time.pass(REST_MS);
  }
}

describe("runtime: the heap of a node at rest", () => {
  it("is collected once after ten thousand results, and not after fewer", async () => {
    const bench = new Bench();
    bench.growth.note(9_999);
    await bench.rest();
    expect(bench.collections).to.equal(0);
    bench.growth.note(1);
    await bench.rest();
    expect(bench.collections).to.equal(1);
    await bench.rest();
    expect(bench.collections).to.equal(1);
  });

  it("is left alone where the node is in use again, until it rests", async () => {
    const bench = new Bench();
    bench.growth.note(20_000);
    bench.growth.rest();
    await bench.time.pass(REST_MS / 2);
    bench.growth.note(1);
    await bench.time.pass(REST_MS);
    expect(bench.collections).to.equal(0);
    await bench.rest();
    expect(bench.collections).to.equal(1);
  });
});
