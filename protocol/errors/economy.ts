/** Credits, free claims, bonds, and envelopes that change hands. */
import type { ErrorArea } from "./entry.js";

export const ECONOMY_ERRORS = {
  INSUFFICIENT_BALANCE: {
    status: 402,
    exit: 5,
    title: "The balance is below the price",
    remedy:
      "Claim the day's free credits, or compute something cheaper: `price` and `have` say what is missing.",
  },
  POW_REQUIRED: {
    status: 402,
    exit: 5,
    title: "Work is to be shown",
    remedy:
      "Find a nonce of letters and digits for which SHA-256(challenge + ':' + nonce) begins " +
      "with `price.bits` zero bits, then repeat the call with the header X-Calc-Pow, or the " +
      "tool's argument `pow`: <challenge>;<mac>;<nonce>.",
  },
  ALREADY_CLAIMED: {
    status: 409,
    exit: 8,
    title: "The machine has claimed its credits of the day",
    remedy: "Claim again at the calcond in `nextCalcond`.",
  },
  NOT_ELIGIBLE: {
    status: 409,
    exit: 8,
    title: "A claim is open only to who is nearly out of credits",
    remedy: "Claim when `balance` is below `unlockBelow`.",
  },
  NOT_ENOUGH: {
    status: 409,
    exit: 8,
    title: "The account holds too few envelopes for a bond",
    remedy: "Compute more: `daysRemaining` says how long free credits take.",
  },
  NOT_ENOUGH_MOVABLE: {
    status: 409,
    exit: 8,
    title: "Fewer envelopes can be moved than were asked for",
    remedy: "Move at most `have`; soulbound, locked and bonded envelopes stay where they are.",
  },
  NOT_MOVABLE: {
    status: 409,
    exit: 8,
    title: "An envelope cannot be moved",
    remedy: "Leave out `token_id`, or lift what holds it: a lock for a vote, a contribution bond.",
  },
  NOT_BONDED: {
    status: 409,
    exit: 8,
    title: "The account has no contribution bond",
    remedy: "Make one with POST /api/contribute/bond.",
  },
  ALREADY_BONDED: {
    status: 409,
    exit: 8,
    title: "The account has a contribution bond",
    remedy: "Release it first; GET /api/contribute/status shows it.",
  },
  OFFER_EXPIRED: {
    status: 409,
    exit: 8,
    title: "The transfer offer has ended",
    remedy: "Ask its owner for a new one.",
  },
  OFFER_USED: {
    status: 409,
    exit: 8,
    title: "The transfer offer was used before",
    remedy: "Ask its owner for one with another nonce.",
  },
} as const satisfies ErrorArea;
