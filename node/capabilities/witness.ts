/** Witnessing: what this node cosigns for others, and how far its own spine is cosigned. */
import type { Capability } from "../capability/capability.js";
import { witnessHandlers } from "../operations/witness.js";
import { witnessGauges } from "../witness/gauges.js";
import type { NodeServices } from "../ground/services.js";

export function witnessCapability(services: NodeServices) {
  const { witnessing } = services;
  return {
    handlers: witnessHandlers(services),
    buckets: ["cosigned", "witnessed"],
    grown: async () => witnessing.headKnown(),
    start: () => witnessing.load(),
    stop: () => witnessing.stop(),
    metrics: () => witnessGauges(services),
  } as const satisfies Capability;
}
