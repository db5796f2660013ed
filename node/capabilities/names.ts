/** Names: who holds them, and what witnesses have seen. */
import { NAME_KINDS } from "../../protocol/names/bodies.js";
import type { Capability } from "../capability/capability.js";
import { nameGauges } from "../names/gauges.js";
import { nameHandlers } from "../operations/names.js";
import type { NodeServices } from "../ground/services.js";

export function namesCapability(services: NodeServices) {
  const { names } = services;
  return {
    handlers: nameHandlers(services),
    buckets: ["name"],
    effects: Object.fromEntries(NAME_KINDS.map((kind) => [kind, names.effect])),
    listeners: Object.fromEntries(NAME_KINDS.map((kind) => [kind, names.take])),
    frozen: (author: string, seq: number) => names.disown(author, seq),
    grown: () => names.readGrown(),
    start: () => names.load(),
    stop: () => names.stop(),
    metrics: () => nameGauges(names),
  } as const satisfies Capability;
}
