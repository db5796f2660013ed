/** What is kept of work shown and claims made. */

/** What an address did of one kind. */
export interface PaceRecord {
  /** Calconds, oldest first; those older than an hour are dropped at the next write. */
  readonly times: readonly number[];
}

/** One machine's claim of one day. */
export interface ClaimRecord {
  readonly account: string;
  readonly credits: number;
  readonly calcond: number;
}
