/** Envelopes that go to accounts of other nodes, and that come from them. */
import type { Capability } from "../capability/capability.js";
import { transferHandlers } from "../operations/transfers.js";
import { transferGauges } from "../transfers/gauges.js";
import type { NodeServices } from "../ground/services.js";

export function transfersCapability(services: NodeServices) {
  const { heardMoves, transfers } = services;
  return {
    handlers: transferHandlers(services),
    buckets: ["xferout", "xferin", "xferof", "xferheard", "xfertoken", "xfersaid"],
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
    grown: () => transfers.readGrown(),
    start: () => transfers.load(),
    stop: () => transfers.stop(),
    metrics: () => transferGauges(services),
  } as const satisfies Capability;
}
