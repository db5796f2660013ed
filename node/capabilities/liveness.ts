/** Whether the node is there, ready and able to seal. */
import type { Capability } from "../capability/capability.js";
import { gauge } from "../runtime/gauges.js";
import { livenessHandlers } from "../operations/liveness.js";
import type { Ground } from "../ground/ground.js";
import type { NodeServices } from "../ground/services.js";

export function livenessCapability({ spine, sealer, deadlines }: Ground, services: NodeServices) {
  return {
    handlers: livenessHandlers(services),
    buckets: ["meta", "due"],
    start: () => deadlines.load(),
    stop: () => deadlines.stop(),
    metrics: () => [
      gauge("spine_height", "Events on this node's spine", spine.size),
      gauge("queue_depth", "Items waiting for a commit window", sealer.waiting),
    ],
  } as const satisfies Capability;
}
