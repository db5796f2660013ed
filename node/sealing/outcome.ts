/** What a commit window came to. */
import type { EncodedEvent } from "../../protocol/events/event.js";
import type { LedgerHead } from "../../storage/ledgerRecords.js";
import type { PostOutcome } from "./posting.js";

export type UnsealedReason =
  | "CHARGE_REFUSED"
  | "CLOCK_BACKWARDS"
  | "CLOCK_SKEW"
  | "RESTORE_GUARD"
  | "SELF_EQUIVOCATION"
  | "SPINE_DAMAGED"
  | "STORE_READ_ONLY"
  | "STORE_WRITE_FAILED";

/** The answer to one result, ready to be sent. */
export interface WrittenAnswer {
  /** UTF-8 of its JSON. */
  readonly body: Uint8Array;
  /** SHA-256 of the body in base64. */
  readonly digest: string;
}

export interface WindowOutcome {
  /** Drafts, events and postings of the window, in order of their coming, are answered by it. */
  readonly items: number;
  /** Why its results are not sealed, or null. */
  readonly unsealed: UnsealedReason | null;
  /** Why the next window would not be sealed either, as far as that is known. */
  readonly blocked: UnsealedReason | null;
  /** One for each draft, in order. */
  readonly answers: readonly WrittenAnswer[];
  /** What each event of another kind became, in order; empty when nothing was written. */
  readonly appended: readonly EncodedEvent[];
  /** Of the events of the window; null where nothing was added to the spine. */
  readonly calcond: number | null;
  /** Envelopes of this window, and of this node with them. */
  readonly sealed: number;
  readonly envelopes: number;
  /** A write failed: the end of the spine was read again, and may have moved. */
  readonly reloaded: boolean;
  /** What each posting became, in order; empty when nothing was written. */
  readonly posted: readonly PostOutcome[];
  /** Number of the journal entry that books the envelopes, or -1. */
  readonly charged: number;
  /**
   * Positions, among the drafts, of results whose price could not be taken: they are not sealed.
   */
  readonly uncharged: readonly number[];
  /** The end of the journal with this window. */
  readonly ledger: LedgerHead;
  /** Unix nanoseconds of the last durable seal: a clock behind it seals nothing. */
  readonly lastSealNs: bigint;
}
