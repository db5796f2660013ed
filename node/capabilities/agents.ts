/** What helps who meets the node for the first time: what it offers, how tasks are done, beginnings. */
import type { Capability } from "../capability/capability.js";
import type { NodeServices } from "../ground/services.js";
import { agentHandlers } from "../operations/agents.js";
import { harnessHandlers } from "../operations/harness.js";

export function agentsCapability(services: NodeServices) {
  return {
    handlers: { ...harnessHandlers(services), ...agentHandlers() },
    buckets: [],
  } as const satisfies Capability;
}
