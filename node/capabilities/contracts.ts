/** Contracts: programs that are deployed, fire, and leave a row and a receipt for each transition. */
import type { Capability } from "../capability/capability.js";
import { contractHandlers } from "../operations/contracts.js";
import { gauge } from "../runtime/metrics/gauges.js";
import type { NodeServices } from "../ground/services.js";

export function contractsCapability(services: NodeServices) {
  const { machineTriggers, schedule } = services.contracts;
  services.machineEvents.onSent((machine) => machineTriggers.sent(machine));
  return {
    handlers: contractHandlers(services),
    buckets: ["contract", "contractstate", "contractof", "contractprogram"],
    start: async () => {
      await schedule.start();
      await machineTriggers.start();
    },
    stop: async () => {
      await machineTriggers.stop();
      await schedule.stop();
    },
    metrics: () => [gauge("contracts_timed", "Contracts that fire at their times", schedule.size)],
  } as const satisfies Capability;
}
