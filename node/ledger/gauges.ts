/** Figures of the ledger as gauges; all of them stand in memory. */
import type { LedgerTotals } from "../../protocol/economy/accounts.js";
import { counter, gaugeBy, type Gauge } from "../runtime/metrics/gauges.js";
import type { Sealer } from "../sealing/sealer.js";
import type { Supply } from "./supply.js";

/** Kinds of booking shown one by one; what else there may be is shown together. */
const KINDS_SHOWN_MAX = 32;
const OTHER_KINDS = "other";

export interface Money {
  readonly totals: LedgerTotals;
  readonly supply: Pick<Supply, "latest">;
  /** Envelopes sealed since the start. */
  readonly sealed: Sealer["sealed"];
}

export function moneyGauges({ totals, supply, sealed }: Money): readonly Gauge[] {
  return [
    gaugeBy("state", "credits", "Credits ever issued, ever burned, and in all balances", {
      issued: 0 - totals["mint:credits"],
      burned: totals["burn:credits"],
      free: totals.free,
      paid: totals.paid,
    }),
    counter("credits_burned_total", "Credits ever burned", totals["burn:credits"]),
    gaugeBy("funding", "envelopes", "Envelopes sealed by this node since it started", sealed),
    valueGauge(totals),
    gaugeBy(
      "kind",
      "journal_entries",
      "Entries of the journal by kind of booking, as far as counted",
      entriesByKind(supply),
    ),
  ];
}

function valueGauge(totals: LedgerTotals): Gauge {
  const funded = {
    free: { minted: 0 - totals["mint:free"], burned: totals["burn:free"], live: totals.house },
    paid: { minted: 0 - totals["mint:paid"], burned: totals["burn:paid"], live: totals.held },
  };
  return {
    name: "envelope_value",
    help: "Face value of envelopes ever minted, ever burned, and live",
    labels: ["funding", "state"],
    samples: Object.entries(funded).flatMap(([funding, values]) =>
      Object.entries(values).map(([state, value]) => ({ labels: { funding, state }, value })),
    ),
  };
}

function entriesByKind({ latest }: Money["supply"]): Readonly<Record<string, number>> {
  const kinds = Object.entries(latest?.entries ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const others = kinds.slice(KINDS_SHOWN_MAX).reduce((sum, [, entries]) => sum + entries, 0);
  return {
    ...Object.fromEntries(kinds.slice(0, KINDS_SHOWN_MAX)),
    ...(others > 0 ? { [OTHER_KINDS]: others } : {}),
  };
}
