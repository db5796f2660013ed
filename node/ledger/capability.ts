/** Credits: balances, the journal, and what the public may read of both. */
import { defineCapability } from "../capability/define.js";
import type { Ground } from "../ground/ground.js";
import { followingTask } from "../runtime/following.js";
import { createLedger, type LedgerServices } from "./createLedger.js";
import { moneyGauges } from "./gauges.js";
import { ledgerHandlers } from "./operations/ledger.js";
import { tallyHandlers } from "./operations/tally.js";
import { transparencyHandlers } from "./operations/transparency.js";

type Needs = Ground &
  LedgerServices &
  Parameters<typeof ledgerHandlers>[0] &
  Parameters<typeof tallyHandlers>[0];

export const ledger = defineCapability({
  name: "ledger",
  make: (ground) => createLedger(ground),
  parts: (services: Needs) => {
    const { publicRecord, sealer, supply } = services;
    const log = services.log.child("background");
    return {
      handlers: {
        ...ledgerHandlers(services),
        ...tallyHandlers(services),
        ...transparencyHandlers(services),
      },
      buckets: [
        ...(["balance", "journal", "charge", "ledger", "vainwork"] as const),
        ...(["pub", "pubop", "reading", "supply"] as const),
      ],
      background: [
        followingTask("public record", publicRecord, log),
        followingTask("supply", supply, log),
      ],
      metrics: () =>
        moneyGauges({ totals: services.ledger.totals(), supply, sealed: sealer.sealed }),
    };
  },
});
