/** The state of the mesh as gauges. */
import { counter, counterBy, gauge, gaugeBy, type Gauge } from "../../runtime/metrics/gauges.js";
import type { MeshView } from "./meshView.js";

const MS_PER_S = 1_000;
const NO_ROUND = -1;
/** Authors of whom it is told by name how far behind they are: those furthest. */
const NAMED_AUTHORS_MAX = 16;

type Source = NonNullable<MeshView["source"]>;

/** None before the node has joined. */
export function meshGauges({ source }: MeshView): readonly Gauge[] {
  return source === null
    ? []
    : [
        ...eventGauges(source),
        ...peerGauges(source),
        ...reachGauges(source),
        ...keptGauges(source),
      ];
}

function eventGauges(source: Source): readonly Gauge[] {
  const { detached, heads, frozen, evidence } = source.snapshot();
  const { waiting, replays, spines, spinesMax, peersProcessorSeconds } = source.load();
  return [
    gauge("mesh_waiting", "Messages judged and not yet durable", waiting),
    gauge("mesh_replay_macs", "Handshakes remembered against replay", replays),
    gauge("mesh_detached_events", "Events that wait for earlier ones", detached),
    gauge("mesh_authors", "Nodes whose signed heads are known", heads.length),
    gauge("mesh_spines_kept", "Other nodes whose spines are kept", spines),
    gauge("mesh_spines_kept_max", "At most so many spines are kept", spinesMax),
    counter(
      "mesh_peers_processor_seconds_total",
      "Processor time that requests and messages of peers took, beside what this node asked for",
      peersProcessorSeconds,
    ),
    gauge("mesh_frozen_authors", "Authors proven to have signed two histories", frozen.length),
    gauge("mesh_evidence", "Proofs of equivocation held", evidence),
  ];
}

function peerGauges(source: Source): readonly Gauge[] {
  const { topicMesh, clockOffsetMs, coherenceScore } = source.snapshot();
  const { scores, denied } = source.scores();
  const lowest = Math.min(0, ...scores.map(({ score }) => score ?? 0));
  return [
    gaugeBy("topic", "mesh_topic_peers", "Connected peers that follow a topic", topicMesh),
    gauge(
      "mesh_clock_offset_seconds",
      "Median of the peers' clocks minus this one's",
      (clockOffsetMs ?? 0) / MS_PER_S,
    ),
    gauge(
      "mesh_coherence_score",
      "Of the last verification round; -1 before any",
      coherenceScore ?? NO_ROUND,
    ),
    gauge("mesh_denied_peers", "Peers that were cut off and are refused", denied.length),
    gauge("mesh_peer_score_min", "Lowest gossip score of a connected peer", lowest),
  ];
}

function reachGauges(source: Source): readonly Gauge[] {
  const { diagnosis } = source;
  const authors = diagnosis.backlog();
  const backlog = authors.map(({ announced, held }) => announced - held);
  const named = authors
    .slice(0, NAMED_AUTHORS_MAX)
    .map(({ author }, i) => [author, backlog[i]!] as const);
  return [
    gauge(
      "mesh_bootstrap_missing",
      "Configured peers that have not let this node in",
      diagnosis.bootstrapMissing,
    ),
    gauge(
      "mesh_spine_held_by",
      "Connected peers that held all of this node's spine when heads were compared last",
      diagnosis.heldBy().all,
    ),
    gauge("mesh_authors_behind", "Authors whose events are announced and not here", backlog.length),
    gauge(
      "mesh_backlog_events_max",
      "Events that are announced and not here, of the author furthest behind",
      Math.max(0, ...backlog),
    ),
    gaugeBy(
      "author",
      "mesh_backlog_events",
      "Events that are announced and not here, of the 16 authors furthest behind",
      Object.fromEntries(named),
    ),
    counterBy(
      "reason",
      "mesh_sent_away_total",
      "Connections that peers closed because they do not let this node in",
      source.refusals("peer"),
    ),
    counterBy(
      "reason",
      "mesh_refused_total",
      "Connections that this node closed because it does not let a peer in",
      source.refusals("self"),
    ),
  ];
}

function keptGauges(source: Source): readonly Gauge[] {
  const { shards, open, receipts, bytes, taken, given } = source.kept();
  return [
    gauge("shards_held", "Of 256 shards, those this node said it holds", shards),
    gauge(
      "shards_under_replicated",
      "Shards of which some holder is not known to have all that this node has",
      open,
    ),
    gauge("kept_receipts", "Shared receipts kept for other nodes", receipts),
    gauge("kept_receipts_bytes", "Text of the receipts kept for others", bytes),
    counterBy(
      "dir",
      "shard_receipts_moved_total",
      "Shared receipts that repair has brought since the start, to this node or from it",
      { in: taken, out: given },
    ),
  ];
}
