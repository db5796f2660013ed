/** What a commit window came to, as plain data: it may come from another thread. */
import type { EncodedEvent } from "../../protocol/events/event.js";

export type UnsealedReason = "CLOCK_BACKWARDS" | "STORE_WRITE_FAILED" | "STORE_READ_ONLY" | "SELF_EQUIVOCATION" | "SPINE_DAMAGED";

/** One durable event, as far as whoever follows the spine has to know it. */
export interface SpineStep {
  readonly seq: number;
  readonly id: string;
  readonly calcond: number;
  /** Leaf hash in the tree of the spine. */
  readonly leaf: Uint8Array;
}

/** Answers of a window, one behind the other. */
export interface Answers {
  /** Where each begins, and behind the last one its end. */
  readonly bounds: readonly number[];
  /** Content-Digest of each (RFC 9530). */
  readonly digests: readonly string[];
}

export interface WindowOutcome {
  /** Drafts and events of the window, in order of their coming, are answered by it. */
  readonly items: number;
  /** Why its results are not sealed, or null. */
  readonly unsealed: UnsealedReason | null;
  /** Why the next window would not be sealed either, as far as that is known. */
  readonly blocked: UnsealedReason | null;
  readonly answers: Answers;
  /** What each event of another kind became, in order; empty when nothing was written. */
  readonly appended: readonly EncodedEvent[];
  /** Every event of the window. */
  readonly steps: readonly SpineStep[];
  /** Envelopes of this window, and of this node with them. */
  readonly sealed: number;
  readonly envelopes: number;
  /** A write failed: the end of the spine was read again, and may have moved without a step. */
  readonly reloaded: boolean;
}
