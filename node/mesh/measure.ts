/** The state of the mesh as gauges, read when somebody looks. */
import type { Metrics } from "../runtime/metrics.js";
import type { MeshView } from "./meshView.js";
import type { Names } from "../names/names.js";

const MS_PER_S = 1_000;
const NO_ROUND = -1;

export function measureMesh(metrics: Metrics, { source }: MeshView): void {
  if (source === null) return;
  const seen = source.snapshot();
  for (const [topic, peers] of Object.entries(seen.topicMesh)) {
    metrics.meshTopicPeers.set({ topic }, peers);
  }
  const { waiting, replays } = source.load();
  metrics.meshWaiting.set(waiting);
  metrics.meshReplays.set(replays);
  metrics.meshDetached.set(seen.detached);
  metrics.meshAuthors.set(seen.heads.length);
  metrics.meshFrozen.set(seen.frozen.length);
  metrics.meshEvidence.set(seen.evidence);
  metrics.meshClockOffset.set((seen.clockOffsetMs ?? 0) / MS_PER_S);
  metrics.meshCoherence.set(seen.coherenceScore ?? NO_ROUND);
  const { scores, denied } = source.scores();
  metrics.meshDenied.set(denied.length);
  metrics.meshScore.set(Math.min(0, ...scores.map(({ score }) => score ?? 0)));
  const { shards, open, receipts, bytes, taken, given } = source.kept();
  metrics.shardsHeld.set(shards);
  metrics.shardsOpen.set(open);
  metrics.keptReceipts.set(receipts);
  metrics.keptBytes.set(bytes);
  metrics.repairs.set({ dir: "in" }, taken);
  metrics.repairs.set({ dir: "out" }, given);
}

/** The state of the names as gauges. */
export function measureNames(
  metrics: Metrics,
  { book, calcond, owed }: Pick<Names, "book" | "calcond" | "owed">,
): void {
  const { states, conflicts, witnessed } = book.counts(calcond);
  metrics.nameEvents.set(book.set.size);
  for (const [state, count] of Object.entries(states)) metrics.names.set({ state }, count);
  metrics.namesWitnessed.set(witnessed);
  metrics.nameConflicts.set(conflicts);
  metrics.nameOwed.set(owed);
}
