/** What a commit window came to. */
import type { UnsealedReason } from "../spine/unsealed.js";

export interface WindowOutcome {
  /** What each item became by its log, in the order of their coming. */
  readonly came: readonly unknown[];
  /** Why nothing was added to the spine, or null. */
  readonly unsealed: UnsealedReason | null;
  /** Items that were refused for that reason. */
  readonly refused: number;
  /** Why the next window would be refused, too, as far as that is known. */
  readonly blocked: UnsealedReason | null;
  /** Of the events of the window; null where nothing was added to the spine. */
  readonly calcond: number | null;
  /** A write failed: the ends of the logs were read again, and may have moved. */
  readonly reloaded: boolean;
}
