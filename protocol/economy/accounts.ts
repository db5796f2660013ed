/**
 * The accounts of the ledger. Each belongs to one side: credits, envelopes paid for with purchased
 * credits, and envelopes paid for with free ones. Every posting sums to zero on each side by
 * itself, so on each side what was minted is what is held and what was burned.
 */

/** Face value of live free-funded envelopes, of all accounts together. */
export const HOUSE = "house";
/** Account of who runs a node: each node has one, and it is another one on each. */
export const OPERATOR_ACCOUNT = "operator";
/** Credits issued, and credits spent; the former is never above zero, the latter never below. */
export const MINT_CREDITS = "mint:credits";
export const BURN_CREDITS = "burn:credits";
/** Face value of envelopes minted and burned, by how they were funded. */
export const MINT_FREE = "mint:free";
export const MINT_PAID = "mint:paid";
export const BURN_FREE = "burn:free";
export const BURN_PAID = "burn:paid";

/** What one user has: credits of both kinds, and the value of the paid-funded envelopes held. */
export const PURSES = ["free", "paid", "held"] as const;
export type Purse = (typeof PURSES)[number];

const COMMON = [
  HOUSE,
  MINT_CREDITS,
  BURN_CREDITS,
  MINT_FREE,
  MINT_PAID,
  BURN_FREE,
  BURN_PAID,
] as const;

/** Sums by kind of account, in the order in which they are kept. */
export const TOTAL_KINDS = [...PURSES, ...COMMON] as const;
export type TotalKind = (typeof TOTAL_KINDS)[number];
export type LedgerTotals = Readonly<Record<TotalKind, number>>;

export const NO_TOTALS: LedgerTotals = Object.freeze({
  free: 0,
  paid: 0,
  held: 0,
  house: 0,
  "mint:credits": 0,
  "burn:credits": 0,
  "mint:free": 0,
  "mint:paid": 0,
  "burn:free": 0,
  "burn:paid": 0,
});

/** Kinds of each side: their totals sum to zero. */
export const SIDES = [
  ["free", "paid", MINT_CREDITS, BURN_CREDITS],
  [HOUSE, MINT_FREE, BURN_FREE],
  ["held", MINT_PAID, BURN_PAID],
] as const satisfies readonly (readonly TotalKind[])[];

const SIDE_OF: ReadonlyMap<TotalKind, number> = new Map(
  SIDES.flatMap((kinds, side) => kinds.map((kind): [TotalKind, number] => [kind, side])),
);

export function sideOf(kind: TotalKind): number {
  return SIDE_OF.get(kind)!;
}

/** The sides of a ledger, 0 to 2. */
export const SIDE_COUNT = SIDES.length;

/** Which way the balance of a kind may go from zero. */
export function mayHold(kind: TotalKind, balance: number): boolean {
  return kind === MINT_CREDITS || kind === MINT_FREE || kind === MINT_PAID
    ? balance <= 0
    : balance >= 0;
}

/** One line of a posting. */
export interface LedgerDelta {
  /** `free:<account>`, `paid:<account>`, `held:<account>`, or one of the node's own. */
  readonly account: string;
  /** Whole credits, not beyond 2^53 - 1 either way. */
  readonly delta: number;
}

export interface LedgerAccount {
  readonly kind: TotalKind;
  /** Whose, or null for the node's own. */
  readonly owner: string | null;
}

export function purseOf(purse: Purse, owner: string): string {
  return `${purse}:${owner}`;
}

const COMMON_NAMES: ReadonlyMap<string, LedgerAccount> = new Map(
  COMMON.map((kind): [string, LedgerAccount] => [kind, { kind, owner: null }]),
);

const PURSE_PREFIXES = PURSES.map((purse) => [purseOf(purse, ""), purse] as const);

/** @returns null for a name that no account of a ledger has */
export function ledgerAccount(name: string): LedgerAccount | null {
  // Purses first: most names are theirs, and to look one up among the others takes longer.
  for (const [prefix, kind] of PURSE_PREFIXES) {
    if (name.startsWith(prefix))
      return name.length === prefix.length ? null : { kind, owner: name.slice(prefix.length) };
  }
  return COMMON_NAMES.get(name) ?? null;
}
