/**
 * The rules of free credits, and what follows from them. An account claims so many in a UTC day
 * over all its machines; one that was opened by a demo key spends so many in a day.
 */
import { quoteClosedForm } from "./price.js";

/** Free credits that an account may claim in a UTC day, over all its machines. */
export const DAILY_CREDITS = 128;
/** Credits, free and paid, that the account of a demo key may spend in a UTC day. */
export const DEMO_DAILY_CREDITS = 128;
/** What the cheapest computation with a domain operator costs. */
export const COMPUTATION_CREDITS = quoteClosedForm(1).credits;
/** What the cheapest computation of all costs: KO42 alone. */
export const LEAST_CREDITS = quoteClosedForm(0).credits;

const DEMO_PREFIX = "demo_";

/** The id of a demo key's account. @param digits random, hex */
export function demoAccount(digits: string): string {
  return DEMO_PREFIX + digits;
}

/** What an account may spend in a UTC day; null where only its balance limits it. */
export function dailyLimitOf(account: string): number | null {
  return account.startsWith(DEMO_PREFIX) ? DEMO_DAILY_CREDITS : null;
}

/** Envelopes that a day's claim makes, rounded to a tenth. */
export function envelopesADay(credits: number): number {
  return Math.round((10 * DAILY_CREDITS) / credits) / 10;
}

/** Days of claims that so many envelopes take, rounded up to a tenth; 0 for none. */
export function daysFor(envelopes: number): number {
  return envelopes <= 0
    ? 0
    : Math.ceil((10 * envelopes * COMPUTATION_CREDITS) / DAILY_CREDITS) / 10;
}

/**
 * UTC days from today until so many envelopes can be there at the earliest, each of the cheapest
 * computation.
 * @param free free credits that are there already
 * @param isClaimed whether today's credits were claimed
 */
export function leastDaysFor(envelopes: number, free: number, isClaimed: boolean): number {
  const missing = Math.max(0, envelopes) * LEAST_CREDITS - free;
  const claims = Math.max(0, Math.ceil(missing / DAILY_CREDITS));
  return claims === 0 || isClaimed ? claims : claims - 1;
}
