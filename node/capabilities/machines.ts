/** Machines of accounts, and who may do what with them. */
import type { Capability } from "../capability/capability.js";
import { machineHandlers } from "../operations/machines.js";
import type { NodeServices } from "../ground/services.js";

export function machinesCapability(services: NodeServices) {
  return {
    handlers: machineHandlers(services),
    buckets: ["mach", "slug", "listed", "ran"],
  } as const satisfies Capability;
}
