/** Envelopes that go to accounts of other nodes, and that come from them. */
import { defineCapability, type GivenTo } from "../capability/define.js";
import { createTransfers, transferConfigOf, type TransferServices } from "./createTransfers.js";
import { transferGauges } from "./gauges.js";
import { transferHandlers } from "./operations/transfers.js";

type Needs = TransferServices & Parameters<typeof transferHandlers>[0];

const KINDS = ["xfer.burn", "xfer.mint", "xfer.void"] as const;

export const transfers = defineCapability({
  name: "transfers",
  make: (ground, given: GivenTo<typeof createTransfers, 1>) =>
    createTransfers(transferConfigOf(ground.config), {
      ...ground,
      ...given,
      log: ground.log.child("transfers"),
    }),
  parts: (services: Needs) => {
    const { heardMoves, moveCoverage, transfers: moves } = services;
    return {
      handlers: transferHandlers(services),
      buckets: ["xferout", "xferin", "xferof", "xferheard", "xfertoken", "xfersaid", "xferopen"],
      effects: Object.fromEntries(KINDS.map((kind) => [kind, heardMoves.effect])),
      listeners: Object.fromEntries(KINDS.map((kind) => [kind, moves.take])),
      keptKinds: ["xfer.refund"],
      frozen: (author, seq) => moveCoverage.part(author, seq),
      grown: () => moves.readGrown(),
      joined: (node) => moves.use((kind, body) => node.say(kind, body)),
      start: () => moves.load(),
      stop: () => moves.stop(),
      metrics: () => transferGauges(services),
    };
  },
});
