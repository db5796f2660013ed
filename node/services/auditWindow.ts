/** The envelopes of one window against the prices that were paid for them. */
import type { Charges } from "../../protocol/economy/charges.js";
import { buckets } from "../../storage/buckets.js";
import { priceOfText, type KeptPrice } from "../../storage/keptPrice.js";
import type { EnvelopeWindow } from "../../storage/records.js";
import type { AuditFindings } from "./auditFindings.js";

export function compareEnvelopes(window: number, { accounts, rows }: Charges, envelopes: EnvelopeWindow, findings: AuditFindings): void {
  if (envelopes.length !== rows.length) {
    findings.add(buckets.charge, window, `it prices ${rows.length} envelopes, and the window has ${envelopes.length}`);
  }
  let first: KeptPrice | null = null;
  for (let i = 0; i < envelopes.length; i += 1) {
    const { account, id, text } = envelopes[i]!;
    const price: KeptPrice | null = priceOfText(text) ?? first;
    first ??= price;
    const row = rows[i];
    if (row === undefined) continue;
    const [payer, credits, free] = row;
    if (price === null) findings.add(buckets.env, `${window}, envelope ${id}`, "it does not say its price");
    else if (price.credits !== credits || price.funding !== (free > 0 ? "free" : "paid") || account !== accounts[payer]) {
      findings.add(buckets.charge, `${window}, envelope ${id}`,
        `${accounts[payer]} paid ${credits}, ${free} of it free, and the envelope is ${account}'s, of ${price.credits}, ${price.funding}-funded`);
    }
  }
}
