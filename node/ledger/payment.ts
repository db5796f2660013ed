/**
 * How a caller pays: the price is set aside before the work, burned with the seal, and given back
 * otherwise.
 */
import type { Principal } from "../../protocol/identity/principal.js";
import { OPERATOR_ACCOUNT } from "../../protocol/economy/accounts.js";
import type { Quote } from "../../protocol/economy/price.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { ALLOWANCE, type Payment } from "../sealing/draft.js";
import type { Available, DailyLeft, Ledger } from "./ledger.js";

const DEMO_POLICY = "demo-credits";

/** Whose balance pays. */
export interface Payer {
  readonly account: string;
  /** By a key without limits: no balance is touched. */
  readonly unlimited: boolean;
}

/** Whatever key of the operator's account computes, a machine's as well, nothing is charged (S5.6). */
export function isUnlimited({ account, unlimited }: Payer): boolean {
  return unlimited || account === OPERATOR_ACCOUNT;
}

/**
 * At once where the account's figures are ready.
 * @param owner whose balance pays
 * @throws Refusal INSUFFICIENT_BALANCE with the price and both balances; RATE_LIMITED and FORBIDDEN
 * for a demo key's account that spent its credits of the day, or may never spend so many
 */
export function payFor(
  ledger: Ledger,
  principal: Pick<Principal, "unlimited"> | null,
  owner: string,
  quote: Quote,
): Payment | Promise<Payment> {
  // What the operator computes is issued and burned in one entry.
  if (isUnlimited({ account: owner, unlimited: principal?.unlimited === true })) return ALLOWANCE;
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
  if (Math.max(free, paid) >= credits)
    throw limited(credits, ledger.dailyLeft(owner)!, ledger.calcond);
  throw new Refusal(
    "INSUFFICIENT_BALANCE",
    `this costs ${credits} credits, which are paid wholly from free ones or wholly from paid ` +
      `ones: ${free} free and ${paid} paid are there; nothing was computed or charged`,
    { members: { price: { credits, units }, have: free + paid, free, paid } },
  );
}

function limited(credits: number, { left, limit, resetsCalcond }: DailyLeft, now: number): Refusal {
  if (credits > limit) {
    return new Refusal(
      "FORBIDDEN",
      `a demo key spends at most ${limit} credits a day, and this costs ${credits}: nothing was computed or charged`,
      { members: { dailyLimit: limit } },
    );
  }
  const seconds = Math.ceil((Math.max(1, resetsCalcond - now) * Number(CALCOND_NS)) / 1e9);
  return new Refusal(
    "RATE_LIMITED",
    `a demo key spends at most ${limit} credits a day: ${left} are left, and this costs ` +
      `${credits}; again in ${seconds} s`,
    {
      members: { "violated-policies": [DEMO_POLICY], dailyLimit: limit, dailyLeft: left },
      retryAfterSeconds: seconds,
    },
  );
}
