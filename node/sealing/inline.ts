/** Windows written in this thread: for stores that live in memory, and for tests of every fault. */
import type { LedgerHead } from "../../storage/ledgerRecords.js";
import type { SealItem } from "./draft.js";
import type { SealEngine } from "./engine.js";
import type { UnsealedReason } from "./outcome.js";
import { SealQueue } from "./queue.js";
import type { LineReceiver, SealLine } from "./sealer.js";

const NOTHING = new Uint8Array(0);

export class InlineLine implements SealLine {
  readonly #engine: SealEngine;
  readonly #queue: SealQueue;
  #receiver: LineReceiver | null = null;
  #answers: Uint8Array = NOTHING;

  /** @param engine started already */
  constructor(engine: SealEngine) {
    this.#engine = engine;
    this.#queue = new SealQueue(engine, {
      room: (bytes) => (this.#answers = new Uint8Array(bytes)),
      settled: (outcome) => this.#receiver?.settled(outcome, this.#answers),
      failed: (items, error) => this.#receiver?.failed(items, error),
    });
  }

  get envelopes(): number { return this.#engine.envelopes; }
  get ledger(): LedgerHead { return this.#engine.ledger; }

  use(receiver: LineReceiver): void { this.#receiver = receiver; }
  post(items: readonly SealItem[]): void { this.#queue.add(items); }
  block(reason: UnsealedReason | null): void { this.#engine.block(reason); }
  reload(): Promise<void> { return this.#queue.alone(() => this.#engine.reload()); }
  close(): Promise<void> { return this.#queue.drained(); }
}
