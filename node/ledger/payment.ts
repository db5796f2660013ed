/**
 * How a caller pays: the price is set aside before the work, burned with the seal, and given back
 * otherwise.
 */
import type { Principal } from "../../protocol/identity/principal.js";
import type { Quote } from "../../protocol/economy/price.js";
import { Refusal } from "../../protocol/refusal.js";
import { ALLOWANCE, type Payment } from "../sealing/draft.js";
import type { Available, Ledger } from "./ledger.js";

/**
 * At once where the account's figures are ready.
 * @param owner whose balance pays
 * @throws Refusal INSUFFICIENT_BALANCE with the price
 */
export function payFor(
  ledger: Ledger,
  principal: Pick<Principal, "unlimited"> | null,
  owner: string,
  quote: Quote,
): Payment | Promise<Payment> {
  // What the operator computes is issued and burned in one entry.
  if (principal?.unlimited === true) return ALLOWANCE;
  const available = ledger.available(owner);
  return available === undefined
    ? opened(ledger, owner, quote)
    : reserved(ledger, owner, quote, available);
}

async function opened(ledger: Ledger, owner: string, quote: Quote): Promise<Payment> {
  for (;;) {
    await ledger.open(owner);
    const available = ledger.available(owner);
    if (available !== undefined) return reserved(ledger, owner, quote, available);
  }
}

function reserved(
  ledger: Ledger,
  owner: string,
  { credits, units }: Quote,
  { free, paid }: Available,
): Payment {
  const reservation = ledger.reserve(owner, credits);
  if (reservation !== null) return reservation;
  throw new Refusal(
    "INSUFFICIENT_BALANCE",
    `this costs ${credits} credits, and ${free + paid} are there: nothing was computed or charged`,
    { members: { price: { credits, units }, have: free + paid, free, paid } },
  );
}
