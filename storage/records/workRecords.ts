/** Records kept of work shown and claims made. */

/** What an address did of one kind. */
export interface PaceRecord {
  /** Calconds, oldest first; those older than an hour are dropped at the next write. */
  readonly times: readonly number[];
}

/** The last claim of an account, with any of its machines. */
export interface AccountClaimRecord {
  /** Days since 1970, in UTC. */
  readonly day: number;
  /** Id of the machine that it was claimed with. */
  readonly machine: string;
  readonly credits: number;
  readonly calcond: number;
}

/** Room that events of an account's machines take. */
export interface RowBytesRecord {
  readonly bytes: number;
}

/** What an account had done in a day that sealed nothing. */
export interface VainWorkRecord {
  /** Days since 1970, in UTC. */
  readonly day: number;
  /** Processor time. */
  readonly ms: number;
}

/** One machine's claim of one day. */
export interface ClaimRecord {
  readonly account: string;
  readonly credits: number;
  readonly calcond: number;
}
