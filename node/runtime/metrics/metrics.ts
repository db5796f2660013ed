/**
 * Prometheus metrics, typed by what this function returns; base units in the names, bounded labels.
 */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import { HotCounter, HotHistogram } from "./hotMetrics.js";
import { NEVER_MS, tellLoopLag } from "./loopLag.js";

export const PREFIX = "calc_";
const SOLVER_SECONDS_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 600];
const HTTP_SECONDS_BUCKETS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60,
];
const SEAL_SECONDS_BUCKETS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
/**
 * Of the library. Handles and requests are read by an interface that Node does not document, and
 * sums of gauges are named as if they were counters.
 */
const LEFT_OUT = [
  "nodejs_active_handles",
  "nodejs_active_handles_total",
  "nodejs_active_requests",
  "nodejs_active_requests_total",
  "nodejs_active_resources_total",
];

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({
    register: registry,
    prefix: PREFIX,
    eventLoopMonitoringPrecision: NEVER_MS,
  });
  for (const name of LEFT_OUT) registry.removeSingleMetric(PREFIX + name);
  tellLoopLag(registry, PREFIX);
  const registers = [registry];
  return {
    registry,
    buildInfo: new Gauge({
      name: `${PREFIX}build_info`,
      help: "Always 1; labels name the versions",
      labelNames: ["version", "engine_version", "registry_version", "http_adapter"],
      registers,
    }),
    httpRequests: new HotCounter(registry, `${PREFIX}http_requests_total`, "Answered requests", [
      "op",
      "method",
      "status",
    ]),
    httpSeconds: new HotHistogram(
      registry,
      `${PREFIX}http_request_duration_seconds`,
      "Time to answer",
      "op",
      HTTP_SECONDS_BUCKETS,
    ),
    computes: new HotCounter(
      registry,
      `${PREFIX}compute_total`,
      "Computations by last operator and verdict",
      ["operator", "verdict"],
    ),
    gateFailures: new Counter({
      name: `${PREFIX}gate_failures_total`,
      help: "Values that failed the precision gate",
      labelNames: ["reason"],
      registers,
    }),
    solverSeconds: new Histogram({
      name: `${PREFIX}solver_duration_seconds`,
      help: "From submission of a job to its outcome",
      labelNames: ["solver", "outcome"],
      buckets: SOLVER_SECONDS_BUCKETS,
      registers,
    }),
    sealSeconds: new HotHistogram(
      registry,
      `${PREFIX}seal_latency_seconds`,
      "From submission to durable seal",
      null,
      SEAL_SECONDS_BUCKETS,
    ),
    sealWindow: new HotHistogram(
      registry,
      `${PREFIX}seal_window_envelopes`,
      "Envelopes under one seal event",
      null,
      [1, 2, 4, 8, 16, 32, 64, 128, 256],
    ),
    unsealed: new Counter({
      name: `${PREFIX}unsealed_total`,
      help: "Results returned without a receipt",
      labelNames: ["reason"],
      registers,
    }),
    calcondTick: new Gauge({
      name: `${PREFIX}calcond_tick`,
      help: "Calcond of the last seal",
      registers,
    }),
    sockets: new Gauge({
      name: `${PREFIX}ws_clients`,
      help: "WebSockets that are open",
      registers,
    }),
    socketsDropped: new Counter({
      name: `${PREFIX}ws_dropped_total`,
      help: "WebSockets given up: their peer did not read, or was not heard of",
      labelNames: ["reason"],
      registers,
    }),
    rateLimited: new Counter({
      name: `${PREFIX}rate_limited_total`,
      help: "Requests refused by a rate policy",
      labelNames: ["policy"],
      registers,
    }),
    backgroundFailures: new Counter({
      name: `${PREFIX}background_failures_total`,
      help: "Runs of a background task that failed",
      labelNames: ["task"],
      registers,
    }),
    dueFired: new Counter({
      name: `${PREFIX}due_fired_total`,
      help: "Entries of the queue of what is due that took effect",
      labelNames: ["kind"],
      registers,
    }),
    dueFailures: new Counter({
      name: `${PREFIX}due_failures_total`,
      help: "Tries of such entries that failed",
      labelNames: ["kind"],
      registers,
    }),
    gossip: new Counter({
      name: `${PREFIX}gossip_messages_total`,
      help: "Gossip messages by direction and result",
      labelNames: ["dir", "result"],
      registers,
    }),
    meshEvents: new Counter({
      name: `${PREFIX}mesh_events_total`,
      help: "Events and notes judged, by entrance, topic and code",
      labelNames: ["entrance", "topic", "code"],
      registers,
    }),
    peers: new Gauge({
      name: `${PREFIX}peers`,
      help: "Connected peers",
      labelNames: ["direction"],
      registers,
    }),
  };
}
