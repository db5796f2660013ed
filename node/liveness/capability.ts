/** Whether the node is there, ready and able to seal. */
import { defineCapability } from "../capability/define.js";
import type { Ground } from "../ground/ground.js";
import type { MeshView } from "../mesh/view/meshView.js";
import { isDamagedStore } from "../repair/fileScrub.js";
import type { RecordRepair } from "../repair/recordRepair.js";
import { gauge, gaugeBy } from "../runtime/metrics/gauges.js";
import { READINESS_REASONS } from "../sealing/readiness.js";
import { livenessHandlers } from "./operations/liveness.js";

interface Needs extends Ground {
  readonly mesh: MeshView;
  readonly repair: RecordRepair;
}

export const liveness = defineCapability({
  name: "liveness",
  make: () => ({}),
  parts: (services: Needs) => {
    const { deadlines, readiness, repair, sealer, spine, store } = services;
    const isDamaged = (): boolean => isDamagedStore(store.tables, repair);
    return {
      handlers: livenessHandlers({ ...services, isDamaged, isSlow: () => sealer.isSlow }),
      buckets: ["meta", "due"],
      start: () => deadlines.load(),
      stop: () => deadlines.stop(),
      metrics: () => [
        gauge(
          "ready",
          "Whether /api/ready answers 200: 1 or 0",
          readiness.reasons().length === 0 ? 1 : 0,
        ),
        gaugeBy("reason", "not_ready", "Reasons that /api/ready gives: 1 each", {
          ...Object.fromEntries(READINESS_REASONS.map((reason) => [reason, 0])),
          ...Object.fromEntries(readiness.reasons().map((reason) => [reason, 1])),
        }),
        gauge("spine_height", "Events on this node's spine", spine.size),
        gauge("queue_depth", "Items waiting for a commit window", sealer.waiting),
      ],
    };
  },
});
