/** Contracts: programs that are deployed, fire, and leave a row and a receipt for each transition. */
import type { Capability } from "../capability/capability.js";
import { contractHandlers } from "../operations/contracts.js";
import { gauge } from "../runtime/gauges.js";
import type { NodeServices } from "../ground/services.js";

export function contractsCapability(services: NodeServices) {
  const { schedule } = services.contracts;
  return {
    handlers: contractHandlers(services),
    buckets: ["contract", "contractstate", "contractof", "contractprogram"],
    start: () => schedule.start(),
    stop: () => schedule.stop(),
    metrics: () => [gauge("contracts_timed", "Contracts that fire at their times", schedule.size)],
  } as const satisfies Capability;
}
