/**
 * Where services give results, events and postings to be sealed. What comes during one turn of the
 * event loop goes together to the queue of commit windows, and is answered in the order of its
 * coming.
 */
import type { JsonObject, Logger } from "../../protocol/ports.js";
import type { EncodedEvent } from "../../protocol/events/event.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import type { Funding } from "../../protocol/seal/envelope.js";
import { BusyError, closedError } from "../../storage/errors.js";
import { QUEUE_ITEMS_MAX, systemTurn, type Turn } from "../../storage/groupCommit.js";
import type { GrowthWithUse } from "../runtime/heapGenerations.js";
import type { Metrics } from "../runtime/metrics.js";
import type { OwnSpine } from "../spine/ownSpine.js";
import type { LedgerHead } from "../../storage/ledgerRecords.js";
import { fundingOf, type Payment, type SealDraft, type SealItem } from "./draft.js";
import type { PostDraft, PostOutcome } from "./posting.js";
import type { SealEngine } from "./engine.js";
import type { UnsealedReason, WindowOutcome } from "./outcome.js";
import { SealQueue } from "./queue.js";

/** An answer ready to be sent. */
export interface SealedAnswer {
  /** UTF-8 of its JSON. */
  readonly body: Uint8Array;
  /** Content-Digest of the body (RFC 9530). */
  readonly digest: string;
  /** False for a result that could not be sealed; the body says why. */
  readonly sealed: boolean;
}

interface SealerModules {
  /** Started already. */
  readonly engine: SealEngine;
  readonly spine: OwnSpine;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Absent: that of the process. */
  readonly turn?: Turn;
  /** Told how many items go to be sealed. */
  readonly growth?: Pick<GrowthWithUse, "note">;
}

/** A draft with whom to tell whether its price was burned. */
interface PaidDraft extends SealDraft {
  readonly charge: Payment;
}

/**
 * What an item is answered with: by its kind, the others are null. A posting that was not written
 * has none.
 */
type Settle = (
  answer: SealedAnswer | null,
  event: EncodedEvent | null,
  posted: PostOutcome | null,
) => void;

interface Waiting {
  readonly kind: "draft" | "event" | "post";
  readonly payment: Payment | null;
  readonly settle: Settle;
  readonly fail: (error: unknown) => void;
  readonly startMs: number;
}

const MS_PER_S = 1_000;
/** Enough for one window to begin with. */
const GATHERED_MAX = 32;

export class Sealer {
  readonly #modules: SealerModules;
  readonly #queue: SealQueue;
  readonly #listeners = new Set<(size: number) => void>();
  readonly #reloadListeners = new Set<() => void>();
  readonly #turn: Turn;
  #pending: SealItem[] = [];
  #waiting: Waiting[] = [];
  #envelopes: number;
  readonly #sealed: Record<Funding, number> = { free: 0, paid: 0 };
  #ledger: LedgerHead;
  #lastSealNs: bigint;
  /** Set from outside, the first one counts; what the engine knows itself stands beside it. */
  readonly #blocks = new Set<UnsealedReason>();
  #engineBlocked: UnsealedReason | null = null;
  #windows = 0;
  #closed = false;
  #whenIdle: (() => void) | null = null;

  constructor(modules: SealerModules) {
    this.#modules = modules;
    this.#turn = modules.turn ?? systemTurn;
    this.#envelopes = modules.engine.envelopes;
    this.#ledger = modules.engine.ledger;
    this.#lastSealNs = modules.engine.lastSealNs;
    this.#queue = new SealQueue(modules.engine, {
      settled: (outcome) => this.#settled(outcome),
      failed: (items, error) => this.#failed(items, error),
    });
  }

  /** Items that are not answered yet. */
  get waiting(): number {
    return this.#waiting.length;
  }
  get envelopes(): number {
    return this.#envelopes;
  }
  /** Envelopes since this was made. */
  get sealed(): Readonly<Record<Funding, number>> {
    return this.#sealed;
  }
  /**
   * Windows that were told of, written or not: while this stands still, nothing was sealed that
   * anyone was told of.
   */
  get windows(): number {
    return this.#windows;
  }
  /** The durable end of the journal, as far as it was told. */
  get ledger(): LedgerHead {
    return this.#ledger;
  }
  /**
   * Unix nanoseconds before which a clock seals nothing, by what is durable: the last seal's, and
   * the calcond that the next event of the spine may claim at the earliest.
   */
  get notBeforeNs(): bigint {
    const spineNs = BigInt(this.#modules.spine.tip?.calcond ?? 0) * CALCOND_NS;
    return this.#lastSealNs > spineNs ? this.#lastSealNs : spineNs;
  }

  /**
   * Why nothing can be sealed now, or null. Of the clock, only what the last window found:
   * `notBeforeNs` is for who asks later.
   */
  get blocked(): UnsealedReason | null {
    return this.#block ?? this.#engineBlocked;
  }

  /** Called after each durable window with the new size of the spine. */
  onWindow(listener: (size: number) => void): void {
    this.#listeners.add(listener);
  }

  /**
   * Called before those of a window that could not be written are answered: only the store knows
   * what became durable.
   */
  onReload(listener: () => void): void {
    this.#reloadListeners.add(listener);
  }

  /** Several reasons may hold at once; sealing goes on when none does. */
  block(reason: UnsealedReason): void {
    this.#blocks.add(reason);
    this.#modules.engine.block(this.#block);
  }

  unblock(reason: UnsealedReason): void {
    if (this.#blocks.delete(reason)) this.#modules.engine.block(this.#block);
  }

  get #block(): UnsealedReason | null {
    const [first = null] = this.#blocks;
    return first;
  }

  /**
   * Reads the ends of the spine, of the chain of envelopes and of the journal anew, behind what was
   * given before: the spine in the store was continued by somebody else.
   */
  reload(): Promise<void> {
    return this.#queue.alone(() => this.#modules.engine.reload());
  }

  /**
   * Resolves once the seal is durable, or there is none and the answer says why.
   * @throws BusyError when too many wait; what the window failed with
   */
  seal(draft: PaidDraft): Promise<SealedAnswer> {
    return new Promise((resolve, reject) => {
      this.#submit(draft, "draft", draft.charge, (answer) => resolve(answer!), reject);
    });
  }

  /**
   * Appends another event of this node to its spine, in the window of the seals that arrive with
   * it.
   * @returns null when the node may not write now.
   */
  append(kind: string, body: JsonObject): Promise<{ readonly encoded: EncodedEvent } | null> {
    return new Promise((resolve, reject) => {
      const settle: Settle = (_answer, event) =>
        resolve(event === null ? null : { encoded: event });
      this.#submit({ kind, body }, "event", null, settle, reject);
    });
  }

  /**
   * Books a posting and writes its operations with it, in one batch.
   * @returns null when the window could not be written: only the store knows whether it was
   */
  post(draft: PostDraft): Promise<PostOutcome | null> {
    return new Promise((resolve, reject) => {
      this.#submit(draft, "post", null, (_answer, _event, posted) => resolve(posted), reject);
    });
  }

  #submit(
    item: SealItem,
    kind: Waiting["kind"],
    payment: Payment | null,
    settle: Settle,
    fail: (error: unknown) => void,
  ): void {
    if (this.#closed || this.#waiting.length >= QUEUE_ITEMS_MAX) {
      payment?.unsealed();
      fail(this.#closed ? closedError() : new BusyError("the commit queue"));
    } else {
      this.#waiting.push({ kind, payment, settle, fail, startMs: performance.now() });
      this.#pending.push(item);
      if (this.#pending.length === 1) this.#turn(() => this.#gather(1));
    }
  }

  /**
   * Requests that arrive together go together: the first turn of the event loop that brings no more
   * sends them off.
   */
  #gather(before: number): void {
    const count = this.#pending.length;
    if (count > before && count < GATHERED_MAX) this.#turn(() => this.#gather(count));
    else this.#post();
  }

  #post(): void {
    const items = this.#pending;
    this.#pending = [];
    this.#modules.growth?.note(items.length);
    this.#queue.add(items);
  }

  #settled(outcome: WindowOutcome): void {
    const { metrics } = this.#modules;
    const { items, ledger, posted, reloaded, unsealed, sealed, calcond } = outcome;
    this.#ledger = ledger;
    this.#lastSealNs = outcome.lastSealNs;
    this.#windows += 1;
    if (reloaded) this.#tell(this.#reloadListeners, undefined);
    this.#engineBlocked = outcome.blocked;
    this.#envelopes = outcome.envelopes;
    if (unsealed !== null) metrics.unsealed.inc({ reason: unsealed }, items - posted.length);
    if (sealed > 0) {
      metrics.sealWindow.observe(sealed);
      if (calcond !== null) metrics.calcondTick.set(calcond);
    }
    if (calcond !== null) this.#tell(this.#listeners, this.#modules.spine.size);
    this.#answer(this.#taken(items), outcome);
  }

  #answer(answered: readonly Waiting[], outcome: WindowOutcome): void {
    const { unsealed, appended, posted, charged, uncharged, answers } = outcome;
    const { sealSeconds } = this.#modules.metrics;
    const now = performance.now();
    let drafts = 0;
    let events = 0;
    let posts = 0;
    for (const { kind, payment, settle, startMs } of answered) {
      if (kind !== "draft") {
        if (kind === "event") settle(null, appended[events++] ?? null, null);
        else settle(null, null, posted[posts++] ?? null);
        continue;
      }
      const sealed = unsealed === null && !uncharged.includes(drafts);
      if (sealed) {
        payment!.sealed(charged);
        this.#sealed[fundingOf(payment!)] += 1;
      } else payment!.unsealed();
      if (sealed) sealSeconds.observe((now - startMs) / MS_PER_S);
      const { body, digest } = answers[drafts]!;
      settle({ body, digest: `sha-256=:${digest}:`, sealed }, null, null);
      drafts += 1;
    }
  }

  #failed(items: number, error: unknown): void {
    this.#windows += 1;
    // A window may be durable whose answers could not be put together: only the store knows.
    this.#tell(this.#reloadListeners, undefined);
    for (const { fail, payment } of this.#taken(items)) {
      payment?.unsealed();
      fail(error);
    }
  }

  #taken(items: number): readonly Waiting[] {
    const answered = this.#waiting.splice(0, items);
    if (this.#waiting.length === 0) this.#whenIdle?.();
    return answered;
  }

  /** What is durable stays acknowledged, whatever a listener does with the news. */
  #tell<T>(listeners: ReadonlySet<(news: T) => void>, news: T): void {
    for (const listener of listeners) {
      try {
        listener(news);
      } catch (error) {
        this.#modules.log.error("a listener of sealed windows failed", { error });
      }
    }
  }

  /** Seals what waits, then takes nothing more. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#waiting.length > 0)
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve;
      });
    await this.#queue.drained();
  }
}
