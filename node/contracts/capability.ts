/** Contracts: programs that are deployed, fire, and leave a row and a receipt for each transition. */
import { defineCapability, type GivenTo } from "../capability/define.js";
import type { MachineServices } from "../machines/createMachines.js";
import { gauge } from "../runtime/metrics/gauges.js";
import { createContracts } from "./createContracts.js";
import { contractHandlers } from "./operations/contracts.js";

type Needs = Parameters<typeof contractHandlers>[0] & Pick<MachineServices, "machineEvents">;

export const contracts = defineCapability({
  name: "contracts",
  make: (ground, given: GivenTo<typeof createContracts>) => ({
    contracts: createContracts({ ...ground, ...given, log: ground.log.child("contracts") }),
  }),
  parts: (services: Needs) => {
    const { machineTriggers, schedule } = services.contracts;
    services.machineEvents.onSent((machine) => machineTriggers.sent(machine));
    return {
      handlers: contractHandlers(services),
      buckets: ["contract", "contractstate", "contractof", "contractprogram", "contracteval"],
      start: async () => {
        await schedule.start();
        await machineTriggers.start();
      },
      stop: async () => {
        await machineTriggers.stop();
        await schedule.stop();
      },
      metrics: () => [
        gauge("contracts_timed", "Contracts that fire at their times", schedule.size),
      ],
    };
  },
});
