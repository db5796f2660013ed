/** Figures of the ledger for the metrics; all of them stand in memory. */
import type { LedgerTotals } from "../../protocol/economy/accounts.js";
import type { Metrics } from "../runtime/metrics.js";
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

export function measureMoney(
  metrics: Pick<Metrics, "credits" | "envelopes" | "envelopeValue" | "journalEntries">,
  { totals, supply: { latest }, sealed }: Money,
): void {
  for (const [funding, count] of Object.entries(sealed)) metrics.envelopes.set({ funding }, count);
  const states = {
    issued: 0 - totals["mint:credits"],
    burned: totals["burn:credits"],
    free: totals.free,
    paid: totals.paid,
  };
  for (const [state, credits] of Object.entries(states)) metrics.credits.set({ state }, credits);
  const funded = {
    free: { minted: 0 - totals["mint:free"], burned: totals["burn:free"], live: totals.house },
    paid: { minted: 0 - totals["mint:paid"], burned: totals["burn:paid"], live: totals.held },
  };
  for (const [funding, values] of Object.entries(funded)) {
    for (const [state, value] of Object.entries(values))
      metrics.envelopeValue.set({ funding, state }, value);
  }
  let others = 0;
  const kinds = Object.entries(latest?.entries ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  kinds.forEach(([kind, entries], place) => {
    if (place < KINDS_SHOWN_MAX) metrics.journalEntries.set({ kind }, entries);
    else others += entries;
  });
  if (others > 0) metrics.journalEntries.set({ kind: OTHER_KINDS }, others);
}
