/** What the node's operator asks of it: its records for a backup, and its log. */
import type { Capability } from "../capability/capability.js";
import type { Ground } from "../ground/ground.js";
import type { NodeServices } from "../ground/services.js";
import { operatingHandlers } from "../operations/operating.js";

export function operatingCapability({ logged }: Ground, { store }: NodeServices) {
  return {
    handlers: operatingHandlers({ store, ...(logged === undefined ? {} : { logged }) }),
    buckets: [],
  } as const satisfies Capability;
}
