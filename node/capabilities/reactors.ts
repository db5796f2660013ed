/** Reactors: solvers that are fed their own results, and those who wait for a step. */
import type { Capability } from "../capability/capability.js";
import { gauge } from "../runtime/metrics/gauges.js";
import { observerHandlers } from "../operations/observer.js";
import { reactorHandlers } from "../operations/reactors.js";
import type { NodeServices } from "../ground/services.js";

export function reactorsCapability(services: NodeServices) {
  const { waiting } = services.reactors;
  return {
    handlers: { ...reactorHandlers(services), ...observerHandlers(services) },
    buckets: ["reactor", "reactorstate", "reactorof", "reactorstep"],
    metrics: () => [gauge("reactor_waiting", "Calls that wait for a step", waiting.size)],
  } as const satisfies Capability;
}
