import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { createMetrics } from "../../../../node/runtime/metrics.js";

const BLOCKED_S = 1.2;

/** Busy, and nothing else runs meanwhile. */
function block(seconds: number): void {
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end);
}

async function lagSeconds(
  metrics: ReturnType<typeof createMetrics>,
  quantile: number,
): Promise<number> {
  const all = await metrics.registry.getMetricsAsJSON();
  const { values } = all.find(({ name }) => name === "calc_event_loop_lag_seconds")!;
  return values.find(({ labels }) => labels["quantile"] === quantile)!.value;
}

describe("the lag of the event loop", () => {
  it("is measured by a timer twice a second, and begins anew with each scrape", async () => {
    const metrics = createMetrics();
    // The timer looks twice a second: its first look only begins.
    await delay(1_600);
    // Without the time between two looks, which is no lag.
    expect(await lagSeconds(metrics, 0.5)).to.be.below(0.45);
    // So does the first after a scrape.
    await delay(1_100);
    block(BLOCKED_S);
    await delay(20);
    // The timer was due at some moment of the blocked time, at latest half a second after its
    // beginning.
    expect(await lagSeconds(metrics, 1)).to.be.at.least(BLOCKED_S - 0.55);
    expect(await lagSeconds(metrics, 1)).to.be.below(0.5);
  });

  it("is not told a second time by the library, whose timer would wake the node a hundred times a second", async () => {
    const names = (await createMetrics().registry.getMetricsAsJSON()).map(({ name }) => name);
    expect(names.filter((name) => /eventloop_lag_./.test(name))).to.deep.equal([
      "calc_nodejs_eventloop_lag_seconds",
    ]);
  });
});
