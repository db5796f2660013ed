/**
 * Steps from one data format to the next. A step must be repeatable: it may have been interrupted
 * after any of its batches, and its last batch is the one that records the new version.
 */
import type { KeyValueStore, Operation } from "../kv.js";
import { listKeptAnswers } from "./answerAges.js";
import { bookOldWindows } from "./openingEntries.js";

export interface Migration {
  readonly from: number;
  readonly to: number;
  /** No record changes, and none has to be copied before. */
  readonly keepsRecords?: boolean;
  /**
   * Rewrites what must change, in batches; what it returns is written together with the new
   * version.
   */
  run(store: KeyValueStore): Promise<readonly Operation[]>;
}

/** In order; the first format needs none. */
export const migrations: readonly Migration[] = [
  // From here on records may be in files ahead of the database: a build that does not read those
  // must refuse it.
  { from: 1, to: 2, keepsRecords: true, run: () => Promise.resolve([]) },
  // Envelopes from before the ledger are booked: what was ever minted is accounted for.
  { from: 2, to: 3, run: bookOldWindows },
  // From here on a leaf may stand in its second place: a build that only looks into the first must
  // refuse it.
  { from: 3, to: 4, keepsRecords: true, run: () => Promise.resolve([]) },
  // From here on answers kept for idempotency keys are forgotten by their age: a build that does
  // not note it must refuse the directory.
  { from: 4, to: 5, keepsRecords: true, run: listKeptAnswers },
];
