/** Names: who holds them, and what witnesses have seen. */
import { NAME_KINDS } from "../../protocol/names/bodies.js";
import { defineCapability } from "../capability/define.js";
import { createNames, type NamePorts } from "./createNames.js";
import { nameGauges } from "./gauges.js";
import { nameHandlers } from "./operations/names.js";

export const names = defineCapability({
  name: "names",
  make: (ground, _given: unknown, ports: NamePorts) =>
    createNames(ground.config.network, { ...ground, log: ground.log.child("names") }, ports),
  parts: (services: Parameters<typeof nameHandlers>[0]) => {
    const { names: book } = services;
    return {
      handlers: nameHandlers(services),
      buckets: ["name"],
      effects: Object.fromEntries(NAME_KINDS.map((kind) => [kind, book.effect])),
      listeners: Object.fromEntries(NAME_KINDS.map((kind) => [kind, book.take])),
      frozen: (author, seq) => book.disown(author, seq),
      grown: () => book.readGrown(),
      joined: (node) => book.use((kind, body) => node.say(kind, body)),
      start: () => book.load(),
      stop: () => book.stop(),
      metrics: () => nameGauges(book),
    };
  },
});
