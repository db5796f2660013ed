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
const PERCENTILES = [50, 90, 99] as const;
/** Of the library, told by its own timer or at the moment of the scrape. */
const REPLACED = [
  "lag_seconds",
  "lag_min_seconds",
  "lag_max_seconds",
  "lag_mean_seconds",
  "lag_stddev_seconds",
  "lag_p50_seconds",
  "lag_p90_seconds",
  "lag_p99_seconds",
] as const;

/** How long a timer of 500 ms takes, in nanoseconds, since it was last asked. */
export type Delays = Pick<IntervalHistogram, "max" | "percentile" | "reset">;

export function measuredDelays(): Delays {
  const delays = monitorEventLoopDelay({ resolution: LOOK_MS });
  delays.enable();
  return delays;
}

/** How late a timer was that took so long. */
export function lagSeconds(delayNs: number): number {
  return Math.max(0, delayNs - LOOK_NS) / NS_PER_S;
}

/**
 * In place of the library's: by percentile since the first look after the last scrape, 100 the longest.
 * @param prefix of the library's metrics
 */
export function tellLoopLag(
  registry: Registry,
  prefix: string,
  delays: Delays = measuredDelays(),
): void {
  for (const name of REPLACED) registry.removeSingleMetric(`${prefix}nodejs_eventloop_${name}`);
  const lag = new Gauge({
    name: `${prefix}event_loop_lag_seconds`,
    help: "How late timers were since the last scrape, by percentile, 100 the longest",
    labelNames: ["percentile"],
    registers: [registry],
    collect: () => {
      for (const percentile of PERCENTILES)
        lag.set({ percentile }, lagSeconds(delays.percentile(percentile)));
      lag.set({ percentile: 100 }, lagSeconds(delays.max));
      delays.reset();
    },
  });
}
