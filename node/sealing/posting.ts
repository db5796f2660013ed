/** A posting to the ledger that waits for a commit window, and what became of it. */
import type { LedgerDelta } from "../../protocol/economy/accounts.js";
import type { JsonObject } from "../../protocol/ports.js";
import type { Operation } from "../../storage/kv/kv.js";
import type { Companion } from "./stagedLog.js";

/** A journal entry that is asked for, settled and balanced already. */
export interface Posting {
  readonly kind: string;
  readonly entries: readonly LedgerDelta[];
  readonly note: JsonObject | null;
}

/** A posting with the writes that are kept if and only if it is. */
export interface PostDraft {
  readonly post: Posting;
  readonly operations: readonly Operation[];
  /** Rows written with it into other logs. */
  readonly companion?: Companion<Posted>;
}

/** Where a posting stands in the journal. */
export interface Posted {
  readonly journal: number;
  readonly hash: string;
}

export type LedgerFault = "INSUFFICIENT" | "OVERFLOW" | "UNBALANCED";

/** Why nothing of a posting was written. */
export interface PostRefusal {
  readonly fault: LedgerFault;
  readonly message: string;
}

export type PostOutcome = Posted | PostRefusal;
