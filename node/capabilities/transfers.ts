/** Envelopes that go to accounts of other nodes, and that come from them. */
import type { Capability } from "../capability/capability.js";
import { transferHandlers } from "../operations/transfers.js";
import { transferGauges } from "../transfers/gauges.js";
import type { NodeServices } from "../ground/services.js";

export function transfersCapability(services: NodeServices) {
  const { heardMoves, moveCoverage, transfers } = services;
  return {
    handlers: transferHandlers(services),
    buckets: ["xferout", "xferin", "xferof", "xferheard", "xfertoken", "xfersaid", "xferopen"],
    effects: {
      "xfer.burn": heardMoves.effect,
      "xfer.mint": heardMoves.effect,
      "xfer.void": heardMoves.effect,
    },
    listeners: {
      "xfer.burn": transfers.take,
      "xfer.mint": transfers.take,
      "xfer.void": transfers.take,
    },
    keptKinds: ["xfer.refund"],
    frozen: (author: string, seq: number) => moveCoverage.part(author, seq),
    grown: () => transfers.readGrown(),
    start: () => transfers.load(),
    stop: () => transfers.stop(),
    metrics: () => transferGauges(services),
  } as const satisfies Capability;
}
