/** Credits: balances, the journal, and what the public may read of both. */
import type { Capability } from "../capability/capability.js";
import { moneyGauges } from "../ledger/gauges.js";
import { ledgerHandlers } from "../operations/ledger.js";
import { tallyHandlers } from "../operations/tally.js";
import { transparencyHandlers } from "../operations/transparency.js";
import { followingTask } from "../runtime/following.js";
import type { Ground } from "../ground/ground.js";
import type { NodeServices } from "../ground/services.js";

export function ledgerCapability({ log, sealer }: Ground, services: NodeServices) {
  const { ledger, publicRecord, supply } = services;
  const behind = log.child("background");
  return {
    handlers: {
      ...ledgerHandlers(services),
      ...tallyHandlers(services),
      ...transparencyHandlers(services),
    },
    buckets: [
      ...(["balance", "journal", "charge", "ledger"] as const),
      ...(["pub", "pubop", "reading", "supply"] as const),
    ],
    background: [
      followingTask("public record", publicRecord, behind),
      followingTask("supply", supply, behind),
    ],
    metrics: () => moneyGauges({ totals: ledger.totals(), supply, sealed: sealer.sealed }),
  } as const satisfies Capability;
}
