/** What a commit window came to, as plain data: it may come from another thread. */
import type { EncodedEvent } from "../../protocol/events/event.js";
import type { LedgerHead } from "../../storage/ledgerRecords.js";
import type { SpineStep } from "../spine/step.js";
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

/** Answers of a window, one behind the other. */
export interface Answers {
  /** Where each begins, and behind the last one its end. */
  readonly bounds: readonly number[];
  /** SHA-256 of each in base64, 44 characters, without a break. */
  readonly digests: string;
}

export interface WindowOutcome {
  /** Drafts, events and postings of the window, in order of their coming, are answered by it. */
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

/** Entries before the steps and the bounds. */
const OUTCOME_FIELDS = 15;
const STEP_FIELDS = 4;

/** One flat list: naming the members would cost more than the data. */
export function packOutcome(outcome: WindowOutcome): unknown[] {
  const {
    items,
    unsealed,
    blocked,
    answers,
    appended,
    steps,
    sealed,
    envelopes,
    reloaded,
    posted,
    charged,
    uncharged,
    ledger,
    lastSealNs,
  } = outcome;
  const flat: unknown[] = [
    items,
    unsealed,
    blocked,
    answers.digests,
    appended,
    sealed,
    envelopes,
    reloaded,
    steps.length,
    answers.bounds.length,
    posted,
    charged,
    uncharged,
    ledger,
    lastSealNs,
  ];
  for (const { seq, id, calcond, leaf } of steps) flat.push(seq, id, calcond, leaf);
  for (const bound of answers.bounds) flat.push(bound);
  return flat;
}

export function unpackOutcome(flat: readonly unknown[]): WindowOutcome {
  const steps: SpineStep[] = [];
  const boundsAt = OUTCOME_FIELDS + STEP_FIELDS * (flat[8] as number);
  for (let at = OUTCOME_FIELDS; at < boundsAt; at += STEP_FIELDS) {
    steps.push({
      seq: flat[at] as number,
      id: flat[at + 1] as string,
      calcond: flat[at + 2] as number,
      leaf: flat[at + 3] as Uint8Array,
    });
  }
  return {
    items: flat[0] as number,
    unsealed: flat[1] as UnsealedReason | null,
    blocked: flat[2] as UnsealedReason | null,
    answers: { digests: flat[3] as string, bounds: flat.slice(boundsAt) as number[] },
    appended: flat[4] as readonly EncodedEvent[],
    steps,
    sealed: flat[5] as number,
    envelopes: flat[6] as number,
    reloaded: flat[7] as boolean,
    posted: flat[10] as readonly PostOutcome[],
    charged: flat[11] as number,
    uncharged: flat[12] as readonly number[],
    ledger: flat[13] as LedgerHead,
    lastSealNs: flat[14] as bigint,
  };
}
