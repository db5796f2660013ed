/**
 * Answers by idempotency key, in memory and bounded. A node that seals keeps its records in its own
 * batches.
 */
import { IDEMPOTENCY_ENTRIES_MAX } from "../../protocol/limits.js";
import type { IdempotencyTicket } from "../contract/definition/call.js";
import type { IdempotencyState, IdempotencyStore, StoredAnswer } from "./context.js";

interface Entry {
  readonly fingerprint: string;
  readonly expiresMs: number;
  answer: StoredAnswer | null;
}

export class MemoryIdempotency implements IdempotencyStore {
  readonly #entries = new Map<string, Entry>();
  readonly #nowMs: () => number;
  readonly #keptMs: number;
  readonly #entriesMax: number;

  constructor(nowMs: () => number, keptMs: number, entriesMax: number = IDEMPOTENCY_ENTRIES_MAX) {
    this.#nowMs = nowMs;
    this.#keptMs = keptMs;
    this.#entriesMax = entriesMax;
  }

  begin(ticket: IdempotencyTicket): IdempotencyState {
    const now = this.#nowMs();
    const found = this.#entries.get(ticket.scope);
    if (found !== undefined && found.expiresMs > now) {
      if (found.fingerprint !== ticket.fingerprint) return { state: "reused" };
      return found.answer === null
        ? { state: "running" }
        : {
            state: "replay",
            answer: found.answer,
          };
    }
    this.#entries.delete(ticket.scope);
    if (this.#entries.size >= this.#entriesMax) this.#dropOldestAnswered();
    this.#entries.set(ticket.scope, {
      fingerprint: ticket.fingerprint,
      expiresMs: now + this.#keptMs,
      answer: null,
    });
    return { state: "new" };
  }

  complete(ticket: IdempotencyTicket, answer: StoredAnswer): void {
    const entry = this.#entries.get(ticket.scope);
    if (entry !== undefined) entry.answer = answer;
  }

  abandon(ticket: IdempotencyTicket): void {
    this.#entries.delete(ticket.scope);
  }

  get size(): number {
    return this.#entries.size;
  }

  /** A running entry is never dropped: its request would then run twice. */
  #dropOldestAnswered(): void {
    for (const [scope, entry] of this.#entries) {
      if (entry.answer === null) continue;
      this.#entries.delete(scope);
      return;
    }
  }
}
