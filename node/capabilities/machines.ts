/** Machines of accounts, and who may do what with them. */
import type { Capability } from "../capability/capability.js";
import { machineLogHandlers } from "../operations/machineLogs.js";
import { machineProofHandlers } from "../operations/machineProofs.js";
import { machineHandlers } from "../operations/machines.js";
import { LOG_CHECKPOINT } from "../machines/log/rowLog.js";
import type { NodeServices } from "../ground/services.js";

export function machinesCapability(services: NodeServices) {
  return {
    handlers: {
      ...machineHandlers(services),
      ...machineLogHandlers(services),
      ...machineProofHandlers(services),
    },
    buckets: ["mach", "slug", "listed", "ran", "row", "payload", "loghead", "logmark", "logedge"],
    logs: [services.machineLog.rowLog],
    due: { [LOG_CHECKPOINT]: services.logCheckpoints },
  } as const satisfies Capability;
}
