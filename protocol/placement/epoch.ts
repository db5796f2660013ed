/** Epochs of placement: how long who holds what stays the same, and what it is drawn from. */
import { canonicalize } from "../encoding/jcs.js";
import type { Crypto } from "../ports.js";

/** About 1.7 hours. */
export const EPOCH_CALCONDS = 7_776;
/** Those of the epoch before still hold what they held for so long into the next one. */
export const EPOCH_OVERLAP_CALCONDS = 600;

export function epochOf(calcond: number): number {
  return Math.floor(calcond / EPOCH_CALCONDS);
}

/**
 * The epochs whose holders count at a calcond: the current one, and while they overlap the last.
 */
export function epochsAt(calcond: number): readonly number[] {
  const epoch = epochOf(calcond);
  const isOverlap = epoch > 0 && calcond - epoch * EPOCH_CALCONDS < EPOCH_OVERLAP_CALCONDS;
  return isOverlap ? [epoch, epoch - 1] : [epoch];
}

/**
 * sha256("calc-epoch/1" || 00 || canonical {epoch, net}) in hex. Anybody can compute it ahead of
 * time: placement is advice, and gives nobody a right.
 */
export function epochSeed(crypto: Pick<Crypto, "sha256Hex">, epoch: number, net: string): string {
  return crypto.sha256Hex(`calc-epoch/1\u0000${canonicalize({ epoch, net })}`);
}
