/** Reactors: solvers that are fed their own results, and those who wait for a step. */
import { defineCapability, type GivenTo } from "../capability/define.js";
import { gauge } from "../runtime/metrics/gauges.js";
import { createReactors } from "./createReactors.js";
import { observerHandlers } from "./operations/observer.js";
import { reactorHandlers } from "./operations/reactors.js";

type Needs = Parameters<typeof reactorHandlers>[0] & Parameters<typeof observerHandlers>[0];

export const reactors = defineCapability({
  name: "reactors",
  make: (ground, given: GivenTo<typeof createReactors>) => ({
    reactors: createReactors({ ...ground, ...given }),
  }),
  parts: (services: Needs) => {
    const { waiting } = services.reactors;
    return {
      handlers: { ...reactorHandlers(services), ...observerHandlers(services) },
      buckets: ["reactor", "reactorstate", "reactorof", "reactorstep"],
      metrics: () => [gauge("reactor_waiting", "Calls that wait for a step", waiting.size)],
    };
  },
});
