/**
 * Prometheus metrics, typed by what this function returns; base units in the names, bounded labels.
 */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import { HotCounter, HotHistogram } from "./hotMetrics.js";
import { NEVER_MS, tellLoopLag } from "./loopLag.js";

const PREFIX = "calc_";
const SOLVER_SECONDS_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 600];
const HTTP_SECONDS_BUCKETS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({
    register: registry,
    prefix: PREFIX,
    eventLoopMonitoringPrecision: NEVER_MS,
  });
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
    /** Labels op, method, status. */
    httpRequests: new HotCounter(registry, `${PREFIX}http_requests_total`, "Answered requests"),
    httpSeconds: new HotHistogram(
      registry,
      `${PREFIX}http_request_duration_seconds`,
      "Time to answer",
      "op",
      HTTP_SECONDS_BUCKETS,
    ),
    /** Labels operator, verdict. */
    computes: new HotCounter(
      registry,
      `${PREFIX}compute_total`,
      "Computations by last operator and verdict",
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
      HTTP_SECONDS_BUCKETS,
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
    spineHeight: new Gauge({
      name: `${PREFIX}spine_height`,
      help: "Events on this node's spine",
      registers,
    }),
    envelopes: new Gauge({
      name: `${PREFIX}envelopes`,
      help: "Envelopes sealed by this node since it started",
      labelNames: ["funding"],
      registers,
    }),
    queueDepth: new Gauge({
      name: `${PREFIX}queue_depth`,
      help: "Items waiting for a commit window",
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
    meshWaiting: new Gauge({
      name: `${PREFIX}mesh_waiting`,
      help: "Messages judged and not yet durable",
      registers,
    }),
    meshReplays: new Gauge({
      name: `${PREFIX}mesh_replay_macs`,
      help: "Handshakes remembered against replay",
      registers,
    }),
    meshTopicPeers: new Gauge({
      name: `${PREFIX}mesh_topic_peers`,
      help: "Connected peers that follow a topic",
      labelNames: ["topic"],
      registers,
    }),
    meshDetached: new Gauge({
      name: `${PREFIX}mesh_detached_events`,
      help: "Events that wait for earlier ones",
      registers,
    }),
    meshAuthors: new Gauge({
      name: `${PREFIX}mesh_authors`,
      help: "Nodes whose signed heads are known",
      registers,
    }),
    meshFrozen: new Gauge({
      name: `${PREFIX}mesh_frozen_authors`,
      help: "Authors proven to have signed two histories",
      registers,
    }),
    meshEvidence: new Gauge({
      name: `${PREFIX}mesh_evidence`,
      help: "Proofs of equivocation held",
      registers,
    }),
    meshDenied: new Gauge({
      name: `${PREFIX}mesh_denied_peers`,
      help: "Peers that were cut off and are refused",
      registers,
    }),
    meshScore: new Gauge({
      name: `${PREFIX}mesh_peer_score_min`,
      help: "Lowest gossip score of a connected peer",
      registers,
    }),
    meshClockOffset: new Gauge({
      name: `${PREFIX}mesh_clock_offset_seconds`,
      help: "Median of the peers' clocks minus this one's",
      registers,
    }),
    meshCoherence: new Gauge({
      name: `${PREFIX}mesh_coherence_score`,
      help: "Of the last verification round; -1 before any",
      registers,
    }),
    shardsHeld: new Gauge({
      name: `${PREFIX}shards_held`,
      help: "Of 256 shards, those this node said it holds",
      registers,
    }),
    shardsOpen: new Gauge({
      name: `${PREFIX}shards_under_replicated`,
      help: "Shards of which some holder is not known to have all that this node has",
      registers,
    }),
    keptReceipts: new Gauge({
      name: `${PREFIX}kept_receipts`,
      help: "Shared receipts kept for other nodes",
      registers,
    }),
    keptBytes: new Gauge({
      name: `${PREFIX}kept_receipts_bytes`,
      help: "Text of the receipts kept for others",
      registers,
    }),
    repairs: new Gauge({
      name: `${PREFIX}shard_receipts_moved`,
      help: "Shared receipts that repair has brought since the start, to this node or from it",
      labelNames: ["dir"],
      registers,
    }),
    nameEvents: new Gauge({
      name: `${PREFIX}name_events`,
      help: "Signed events about names that count here",
      registers,
    }),
    names: new Gauge({
      name: `${PREFIX}names`,
      help: "Names and bare addresses by state",
      labelNames: ["state"],
      registers,
    }),
    namesWitnessed: new Gauge({
      name: `${PREFIX}names_witnessed`,
      help: "Of those pending or held, the ones whose claim enough witnesses have seen",
      registers,
    }),
    nameConflicts: new Gauge({
      name: `${PREFIX}name_conflicts`,
      help: "Claims that lost a name to another within the last day",
      registers,
    }),
    nameOwed: new Gauge({
      name: `${PREFIX}name_statements_owed`,
      help: "What this node has seen as a witness and not yet said",
      registers,
    }),
    credits: new Gauge({
      name: `${PREFIX}credits`,
      help: "Credits ever issued, ever burned, and in all balances",
      labelNames: ["state"],
      registers,
    }),
    envelopeValue: new Gauge({
      name: `${PREFIX}envelope_value`,
      help: "Face value of envelopes ever minted, ever burned, and live",
      labelNames: ["funding", "state"],
      registers,
    }),
    journalEntries: new Gauge({
      name: `${PREFIX}journal_entries`,
      help: "Entries of the journal by kind of booking, as far as counted",
      labelNames: ["kind"],
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
