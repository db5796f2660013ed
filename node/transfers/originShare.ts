/** How much one node may send here in all, so that a liar among the accepted ones leaves room for the others. */

/** 2^52: half of what a ledger counts exactly is left to what is sealed here, whatever others send. */
export const COUNTED_MAX = 4_503_599_627_370_496;
/** 2^40: no order of envelopes that somebody paid for is worth more. */
export const ORDER_VALUE_MAX = 1_099_511_627_776;
/** One node sends a sixteenth of what the others have left, at most. */
const SHARES = 16;

/** @param counted what is counted here of envelopes, or was ever; @param came of it from the origin */
export function originLeft({
  came,
  counted,
}: {
  readonly came: number;
  readonly counted: number;
}): number {
  const others = Math.max(0, counted - came);
  return Math.max(0, Math.floor((COUNTED_MAX - others) / SHARES) - came);
}
