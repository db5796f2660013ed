/** What helps who meets the node for the first time: what it offers, how tasks are done, beginnings. */
import { defineCapability } from "../capability/define.js";
import type { Capabilities } from "../capability/shape.js";
import type { Ground } from "../ground/ground.js";
import { Offering, type OfferedPart, type OptionalPart } from "./offering.js";
import { agentHandlers } from "./operations/agents.js";
import { harnessHandlers } from "./operations/harness.js";

export const agents = defineCapability({
  name: "agents",
  make: (ground) => ({
    offering: new Offering({
      network: ground.config.network.name,
      isLimited: ground.config.rateLimits !== "off",
      optional: optionalParts(ground),
    }),
  }),
  parts: (services: Parameters<typeof harnessHandlers>[0]) => ({
    handlers: { ...harnessHandlers(services), ...agentHandlers() },
    buckets: [],
    composed: (all) => services.offering.use(offeredParts(all)),
  }),
});

/** What a node has or has not by its settings, and by what it was given. */
function optionalParts({ asksHead, config, logged }: Ground): readonly OptionalPart[] {
  const { mesh, meshSecrets, network, p2p, rateLimits } = config;
  const of = (name: string, on: boolean, setting: string | null): OptionalPart => ({
    name,
    on,
    setting,
  });
  return [
    of("topics of the mesh", meshSecrets !== null, "mesh.secretFiles"),
    of("strangers on the mesh", mesh.admission !== "invited", "mesh.admission"),
    of("peers to begin with", p2p.bootstrap.length > 0, "p2p.bootstrap"),
    of("witnesses of names", network.witnesses.length > 0, "network.witnesses"),
    of("limits of rates", rateLimits !== "off", "rateLimits"),
    of("guard of a restore", asksHead, "mesh.alone"),
    of("lines of the log over the interface", logged !== undefined, null),
  ];
}

/** Each by what it answers and does, for who asks what this node offers. */
function offeredParts(all: Capabilities): readonly OfferedPart[] {
  return Object.entries(all).map(
    ([
      name,
      { background = [], buckets, due = {}, effects = {}, handlers, listeners = {}, ...rest },
    ]) => ({
      name,
      operations: Object.keys(handlers),
      events: [
        ...new Set([...Object.keys(effects), ...Object.keys(listeners), ...(rest.keptKinds ?? [])]),
      ].sort(),
      due: Object.keys(due),
      background: background.map((task) => task.name),
      buckets: [...buckets],
    }),
  );
}
