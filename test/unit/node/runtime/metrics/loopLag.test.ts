import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { Registry } from "prom-client";
import { tellLoopLag } from "../../../../../node/runtime/metrics/loopLag.js";
import { createMetrics } from "../../../../../node/runtime/metrics/metrics.js";

/** Half a second, between two looks. */
const LOOK_NS = 500_000_000;
const BLOCKED_MS = 1_200;

async function lagSeconds(registry: Registry, percentile: number): Promise<number> {
  const all = await registry.getMetricsAsJSON();
  const { values } = all.find(({ name }) => name === "calc_event_loop_lag_seconds")!;
  return values.find(({ labels }) => labels["percentile"] === percentile)!.value;
}

describe("the lag of the event loop", () => {
  it("is what a timer takes beyond its half second, and begins anew with each scrape", async () => {
    const registry = new Registry();
    let max = LOOK_NS + 300_000_000;
    const delays = {
      get max() {
        return max;
      },
      percentile: (percent: number) => LOOK_NS + percent * 1_000_000,
      reset: () => {
        max = LOOK_NS - 1;
      },
    };
    tellLoopLag(registry, "calc_", delays);
    expect(await lagSeconds(registry, 100)).to.equal(0.3);
    // Without the time between two looks, which is no lag.
    expect(await lagSeconds(registry, 100)).to.equal(0);
    expect(await lagSeconds(registry, 50)).to.equal(0.05);
    expect(await lagSeconds(registry, 99)).to.equal(0.099);
  });

  it("is measured by a timer of the process", async () => {
    const { registry } = createMetrics();
    // The timer looks twice a second: its first look only begins.
    await delay(600);
    // Busy, and nothing else runs meanwhile.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCKED_MS);
    await delay(20);
    // The timer was due at some moment of the blocked time, at latest half a second after its
    // beginning.
    expect(await lagSeconds(registry, 100)).to.be.at.least((BLOCKED_MS - 550) / 1_000);
  });

  it("is not told a second time by the library, whose timer would wake the node a hundred times a second", async () => {
    const names = (await createMetrics().registry.getMetricsAsJSON()).map(({ name }) => name);
    expect(names.filter((name) => /event_?loop_lag/.test(name))).to.deep.equal([
      "calc_event_loop_lag_seconds",
    ]);
  });
});
