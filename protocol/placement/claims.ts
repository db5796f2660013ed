/** Which of several claims to hold a shard come first. */

export interface ShardClaim {
  /** Id of the event that claimed it. */
  readonly id: string;
  /** The later of the calcond the event claims and the one at which it was first seen. */
  readonly effective: number;
}

/** Nobody can come first by writing an early time: it counts from when it was seen. */
export function effectiveCalcond(claimed: number, firstSeen: number): number {
  return Math.max(claimed, firstSeen);
}

/** Earlier effective calcond first, then the lower id. For sorting. */
export function compareClaims(a: ShardClaim, b: ShardClaim): number {
  if (a.effective !== b.effective) return a.effective - b.effective;
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}
