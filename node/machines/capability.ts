/** Machines of accounts, their logs, and who may do what with them. */
import { defineCapability } from "../capability/define.js";
import { createMachines } from "./createMachines.js";
import { createLogs } from "./log/createLogs.js";
import { LOG_CHECKPOINT } from "./log/rowLog.js";
import { machineLogHandlers } from "./operations/machineLogs.js";
import { machineProofHandlers } from "./operations/machineProofs.js";
import { machineHandlers } from "./operations/machines.js";

type Needs = Parameters<typeof machineHandlers>[0] &
  Parameters<typeof machineLogHandlers>[0] &
  Parameters<typeof machineProofHandlers>[0];

export const machines = defineCapability({
  name: "machines",
  make: (ground) => {
    const logs = createLogs(ground);
    return { ...logs, ...createMachines({ ...ground, ...logs }) };
  },
  parts: (services: Needs) => ({
    handlers: {
      ...machineHandlers(services),
      ...machineLogHandlers(services),
      ...machineProofHandlers(services),
    },
    buckets: [
      ...(["mach", "slug", "listed", "ran", "row", "rowbytes"] as const),
      ...(["payload", "loghead", "logmark", "logedge"] as const),
    ],
    logs: [services.machineLog.rowLog],
    due: { [LOG_CHECKPOINT]: services.logCheckpoints },
  }),
});
