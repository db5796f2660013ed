/**
 * How late timers are, as the event loop is busy. The metrics library looks every 10 ms, by a timer
 * that is never off: it woke a node at rest a hundred times a second, four in five of its wake-ups,
 * and what it then told was its own 10 ms.
 */
import { monitorEventLoopDelay, type IntervalHistogram } from "node:perf_hooks";
import { Gauge, type Registry } from "prom-client";

/** What the library is told instead of 10: never, as timers go. */
export const NEVER_MS = 2_147_483_647;
const LOOK_MS = 500;
const NS_PER_S = 1e9;
const LOOK_NS = LOOK_MS * 1e6;
const QUANTILES = [0.5, 0.9, 0.99] as const;
/** Of the library, told by its own timer. */
const REPLACED = ["min", "max", "mean", "stddev", "p50", "p90", "p99"] as const;

/** How long a timer of 500 ms takes, in nanoseconds, since it was last asked. */
export type Delays = Pick<IntervalHistogram, "max" | "percentile" | "reset">;

function measuredDelays(): Delays {
  const delays = monitorEventLoopDelay({ resolution: LOOK_MS });
  delays.enable();
  return delays;
}

/**
 * In place of the library's: by quantile since the first look after the last scrape, 1 the longest.
 * @param prefix of the library's metrics
 */
export function tellLoopLag(
  registry: Registry,
  prefix: string,
  delays: Delays = measuredDelays(),
): void {
  for (const stat of REPLACED)
    registry.removeSingleMetric(`${prefix}nodejs_eventloop_lag_${stat}_seconds`);
  const lagSeconds = (delayNs: number): number => Math.max(0, delayNs - LOOK_NS) / NS_PER_S;
  const lag = new Gauge({
    name: `${prefix}event_loop_lag_seconds`,
    help: "How late timers were since the last scrape, by quantile, 1 the longest",
    labelNames: ["quantile"],
    registers: [registry],
    collect: () => {
      for (const quantile of QUANTILES)
        lag.set({ quantile }, lagSeconds(delays.percentile(quantile * 100)));
      lag.set({ quantile: 1 }, lagSeconds(delays.max));
      delays.reset();
    },
  });
}
