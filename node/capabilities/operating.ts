/** What the node's operator asks of it, and what keeps its files whole. */
import type { Capability } from "../capability/capability.js";
import type { Ground } from "../ground/ground.js";
import type { NodeServices } from "../ground/services.js";
import { operatingHandlers } from "../operations/operating.js";
import { fileScrub, scrubGauges } from "../repair/fileScrub.js";

export function operatingCapability(
  { clock, log, logged }: Ground,
  { mesh, repair, store }: NodeServices,
) {
  const { tables } = store;
  return {
    handlers: operatingHandlers({ store, ...(logged === undefined ? {} : { logged }) }),
    buckets: [],
    background: fileScrub({
      tables,
      repair,
      clock,
      log: log.child("store"),
      holders: () => mesh.source?.holders ?? null,
    }),
    metrics: () => scrubGauges(tables, repair),
  } as const satisfies Capability;
}
