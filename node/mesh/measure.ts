/** The state of the mesh as gauges, read when somebody looks. */
import type { Metrics } from "../runtime/metrics.js";
import type { MeshView } from "./meshView.js";

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
