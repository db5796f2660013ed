/**
 * What clients asked for and were told, kept outside the nodes: written before a request is made
 * and again when it is answered, so that what a node forgets is still known here.
 */
import type { Ticket } from "../../node/accounts/idempotency.js";

export interface ComputeOutcome {
  readonly receiptId: string;
  readonly valueBits: string;
  readonly text: string;
}

export interface ComputeEntry {
  readonly kind: "compute";
  /** Number of the operation. */
  readonly op: number;
  readonly place: string;
  readonly shared: boolean;
  /** Canonical text of the inputs: no other operation has the same. */
  readonly inputs: string;
  /** How often the node was asked for it, always under the same key. */
  asked: number;
  /** `unknown`: no answer came, so it may or may not have happened. */
  state: "unknown" | "ok" | "fail" | "unsealed";
  outcome: ComputeOutcome | null;
  /** The disk it was written to was exchanged for an older copy: it cannot be there any more. */
  isRolledBack: boolean;
  why: string;
}

export interface FetchEntry {
  readonly kind: "fetch";
  readonly op: number;
  readonly place: string;
  readonly receiptId: string;
  state: "unknown" | "found" | "absent" | "fail";
  why: string;
}

export interface ClaimEntry {
  readonly kind: "claim";
  readonly op: number;
  readonly place: string;
  readonly name: string;
  /** Number of the owner. */
  readonly owner: number;
  state: "unknown" | "ok" | "refused" | "fail";
  /** Of the event that claims it. */
  id: string | null;
  isRolledBack: boolean;
  why: string;
}

export interface VerifyEntry {
  readonly kind: "verify";
  readonly op: number;
  readonly place: string;
  state: "unknown" | "done" | "fail";
  why: string;
}

export type OrderKind =
  | "open"
  | "machine"
  | "buy"
  | "compute"
  | "move"
  | "channel"
  | "tick"
  | "reactor"
  | "step"
  | "observe"
  | "contract"
  | "fire"
  | "resume";

/** Something that a client with an account asked of its node. */
export interface OrderEntry {
  readonly kind: "order";
  readonly op: number;
  readonly place: string;
  readonly what: OrderKind;
  /** Number of the client. */
  readonly customer: number;
  /** Its account; null while it opens one. */
  readonly account: string | null;
  /** What the answer is kept under. */
  readonly ticket: Ticket;
  /** Canonical text of the request. */
  readonly body: string;
  state: "unknown" | "ok" | "refused";
  /** Of the answer. */
  text: string | null;
  isRolledBack: boolean;
  why: string;
}

export type Entry = ComputeEntry | FetchEntry | ClaimEntry | VerifyEntry | OrderEntry;

export class History {
  readonly entries: Entry[] = [];

  add<E extends Entry>(entry: E): E {
    this.entries.push(entry);
    return entry;
  }

  get nextOp(): number {
    return this.entries.length;
  }

  computes(): readonly ComputeEntry[] {
    return this.entries.filter((entry) => entry.kind === "compute");
  }

  /** An older copy of a node's disk is put back: what was sealed since is not on it. */
  rollBack(place: string, fromOp: number): void {
    for (const entry of this.entries) {
      if (entry.kind === "fetch" || entry.kind === "verify") continue;
      if (entry.place === place && entry.op >= fromOp) entry.isRolledBack = true;
    }
  }

  /** Computations whose seal was acknowledged, and is on the disk that acknowledged it. */
  acknowledged(): readonly (ComputeEntry & { readonly outcome: ComputeOutcome })[] {
    return this.computes().flatMap((entry) => {
      const { outcome } = entry;
      const isHeld = entry.state === "ok" && !entry.isRolledBack;
      return isHeld && outcome !== null ? [{ ...entry, outcome }] : [];
    });
  }

  orders(): readonly OrderEntry[] {
    return this.entries.filter((entry) => entry.kind === "order");
  }

  claims(): readonly ClaimEntry[] {
    return this.entries.filter((entry) => entry.kind === "claim");
  }

  /** How many computations were sealed and acknowledged. */
  get sealed(): number {
    return this.computes().filter(({ state }) => state === "ok").length;
  }

  counts(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const entry of this.entries) {
      const { state } = entry;
      const what = entry.kind === "order" ? `order ${entry.what}` : entry.kind;
      counts[`${what} ${state}`] = (counts[`${what} ${state}`] ?? 0) + 1;
    }
    return counts;
  }
}
