/** What a name may be, what it costs, and how long things may take: equal on every node. */

/** Signed statements of names are judged and reckoned in calconds. */
export const NAME_LATE_CALCONDS_MAX = 120;
export const NAME_AHEAD_CALCONDS_MAX = 2;
/** From the sight that orders a claim until it is held: time for an earlier one to surface. */
export const NAME_PENDING_CALCONDS = 120;
/** A claim may follow its commitment after so long at the earliest, and at the latest. */
export const NAME_COMMIT_CALCONDS_MIN = 2;
export const NAME_COMMIT_CALCONDS_MAX = 1_200;
/**
 * Commitments cost nothing, so of one node only so many count in each window of that many calconds.
 * A window is as long as a commitment is good for.
 */
export const NAME_COMMITS_OF_NODE_MAX = 256;
export const NAME_COMMIT_WINDOW_CALCONDS = 1_200;
/** About a year. */
export const NAME_TERM_CALCONDS_MAX = 40_600_000;
/** About 30 days after expiry in which only the last holder may claim. */
export const NAME_GRACE_CALCONDS = 3_335_904;

const NAME = /^[a-z0-9][a-z0-9-]{2,62}[a-z0-9]$/;
/** Would be taken for an address. */
const ADDRESS = /^[0-9a-f]{16}$/;
/** An internationalised label in disguise. */
const PUNYCODE = /^xn--/;

/** Names that people take for the service itself or its operators. */
const RESERVED: ReadonlySet<string> = new Set([
  "abuse",
  "account",
  "accounts",
  "admin",
  "administrator",
  "billing",
  "calc",
  "calcmesh",
  "contact",
  "daemon",
  "example",
  "help",
  "hostmaster",
  "info",
  "invalid",
  "localhost",
  "login",
  "mail",
  "mailer-daemon",
  "mesh",
  "network",
  "nobody",
  "noreply",
  "no-reply",
  "null",
  "official",
  "operator",
  "owner",
  "postmaster",
  "root",
  "security",
  "service",
  "signup",
  "staff",
  "status",
  "support",
  "sysadmin",
  "system",
  "test",
  "undefined",
  "usenet",
  "uucp",
  "webmaster",
  "witness",
]);

export type NameFault = "BAD_NAME" | "NAME_RESERVED";

/** Why nobody may claim this name, or null. */
export function nameFault(name: string): NameFault | null {
  if (!NAME.test(name) || PUNYCODE.test(name)) return "BAD_NAME";
  return RESERVED.has(name) || ADDRESS.test(name) ? "NAME_RESERVED" : null;
}

export function isAddress(text: string): boolean {
  return ADDRESS.test(text);
}

const WORK_BITS: Readonly<Record<number, number>> = { 4: 26, 5: 24, 6: 21 };
const WORK_BITS_LEAST = 18;

/** Leading zero bits that a claim's work must show: short names are few. */
export function workBits(name: string | null): number {
  return WORK_BITS[name?.length ?? 0] ?? WORK_BITS_LEAST;
}

/** Witnesses that may lie without moving an order. */
export function faultsTolerated(witnesses: number): number {
  return witnesses === 0 ? 0 : Math.floor((witnesses - 1) / 3);
}

/**
 * Statements that a claim needs before it can be held: any two such sets share an honest witness.
 */
export function witnessQuorum(witnesses: number): number {
  return witnesses - faultsTolerated(witnesses);
}
