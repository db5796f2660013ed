/**
 * Where services give results, events and postings to be sealed. What comes during one turn of the
 * event loop goes together to the queue of commit windows, and is answered in the order of its
 * coming.
 */
import type { Logger } from "../../protocol/ports.js";
import type { EncodedEvent } from "../../protocol/seal/event.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import type { Funding } from "../../protocol/seal/envelope.js";
import { BusyError, closedError } from "../../storage/kv/errors.js";
import {
  QUEUE_ITEMS_MAX,
  systemTurn,
  WINDOW_ITEMS_MAX,
  type Turn,
} from "../../storage/kv/groupCommit.js";
import type { GrowthWithUse } from "../runtime/metrics/heapGenerations.js";
import type { Metrics } from "../runtime/metrics/metrics.js";
import type { OwnSpine } from "../spine/ownSpine.js";
import type { LedgerHead } from "../../storage/records/ledgerRecords.js";
import { fundingOf, type EventDraft, type Payment, type SealDraft } from "./draft.js";
import type { PostDraft, PostOutcome } from "./posting.js";
import type { UnsealedReason } from "../spine/unsealed.js";
import type { SealEngine } from "./engine.js";
import type { SealedAnswer } from "./envelopeLog.js";
import type { WindowOutcome } from "./outcome.js";
import { SealQueue } from "./queue.js";
import { SlowWrites } from "./slowWrites.js";
import type { StagedLog, WindowItem } from "./stagedLog.js";

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
export interface PaidDraft extends SealDraft {
  readonly charge: Payment;
}

/** What seals results, or finds them sealed. */
export type ResultSealer = Pick<Sealer, "seal" | "sealTogether">;

/** What waits for an answer. */
interface Waiting<Came = unknown> {
  settle(came: Came): void;
  fail(error: unknown): void;
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
  #pending: WindowItem[] = [];
  #waiting: Waiting[] = [];
  readonly #sealed: Record<Funding, number> = { free: 0, paid: 0 };
  /** Of the window that is being answered. */
  #sealedNow = 0;
  /** Set from outside; the first one counts. The engine has its own. */
  readonly #blocks = new Set<UnsealedReason>();
  #engineBlocked: UnsealedReason | null = null;
  #windows = 0;
  /** When what waits now began to wait. */
  #sinceMs = 0;
  readonly #slow = new SlowWrites();
  /** Number of the last group of results that go together. */
  #groups = 0;
  #closed = false;
  #whenIdle: (() => void) | null = null;

  constructor(modules: SealerModules) {
    this.#modules = modules;
    this.#turn = modules.turn ?? systemTurn;
    this.#queue = new SealQueue(modules.engine, {
      settled: (outcome) => this.#settled(outcome),
      failed: (items, error) => this.#failed(items, error),
    });
  }

  /** Items that are not answered yet. */
  get waiting(): number {
    return this.#waiting.length;
  }
  /** Whether windows take long to become durable. */
  get isSlow(): boolean {
    return this.#slow.isSlow;
  }
  get envelopes(): number {
    return this.#modules.engine.envelopes;
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
  /** The durable end of the journal. */
  get ledger(): LedgerHead {
    return this.#modules.engine.ledger;
  }
  /**
   * Unix nanoseconds before which a clock seals nothing, by what is durable: the last seal's, and
   * the calcond that the next event of the spine may claim at the earliest.
   */
  get notBeforeNs(): bigint {
    const spineNs = BigInt(this.#modules.spine.tip?.calcond ?? 0) * CALCOND_NS;
    const { lastSealNs } = this.#modules.engine;
    return lastSealNs > spineNs ? lastSealNs : spineNs;
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
    // Of several, what an operator can mend at once.
    if (this.#blocks.has("CLOCK_SKEW")) return "CLOCK_SKEW";
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
      const waiting = this.#paying(draft.charge, { settle: resolve, fail: reject });
      this.#submit(this.#modules.engine.envelopeLog, draft, waiting);
    });
  }

  /**
   * The same of several results, in one window: all of them are written, or none.
   * @param drafts at most as many as a window takes
   */
  sealTogether(drafts: readonly PaidDraft[]): Promise<readonly SealedAnswer[]> {
    if (drafts.length > WINDOW_ITEMS_MAX)
      throw new RangeError(`${drafts.length} results do not fit into one window`);
    if (drafts.length === 0) return Promise.resolve([]);
    const { envelopeLog } = this.#modules.engine;
    const answers: SealedAnswer[] = [];
    this.#groups += 1;
    const group = this.#groups;
    return new Promise((resolve, reject) => {
      const settle = (answer: SealedAnswer): void => {
        answers.push(answer);
        if (answers.length === drafts.length) resolve(answers);
      };
      this.#submitAll(
        drafts.map((entry) => ({ log: envelopeLog, entry, group })),
        drafts.map(({ charge }) => this.#paying(charge, { settle, fail: reject })),
      );
    });
  }

  /** Tells the payment what came of it first. */
  #paying(payment: Payment, teller: Waiting<SealedAnswer>): Waiting<SealedAnswer> {
    const startMs = performance.now();
    return {
      settle: (answer) => {
        if (answer.sealed) {
          payment.sealed(answer.journal);
          this.#sealed[fundingOf(payment)] += 1;
          this.#sealedNow += 1;
          const { sealSeconds } = this.#modules.metrics;
          sealSeconds.observe((performance.now() - startMs) / MS_PER_S);
        } else payment.unsealed();
        teller.settle(answer);
      },
      fail: (error) => {
        payment.unsealed();
        teller.fail(error);
      },
    };
  }

  /**
   * Appends another event of this node to its spine, in the window of the seals that arrive with
   * it.
   * @returns null when the node may not write now.
   */
  async append(
    kind: string,
    body: EventDraft["body"],
  ): Promise<{ readonly encoded: EncodedEvent } | null> {
    const encoded = await this.enter(this.#modules.engine.eventLog, { kind, body });
    return encoded === null ? null : { encoded };
  }

  /**
   * Books a posting and writes its operations with it, in one batch.
   * @returns null when the window could not be written: only the store knows whether it was
   */
  post(draft: PostDraft): Promise<PostOutcome | null> {
    return this.enter(this.#modules.engine.books, draft);
  }

  /**
   * Adds an entry to a log of this node, in the next window.
   * @returns what it became, when that is durable
   * @throws BusyError when too many wait; what the window failed with
   */
  enter<Entry, Came>(log: StagedLog<Entry, Came>, entry: Entry): Promise<Came> {
    return new Promise((resolve, reject) => {
      this.#submit(log, entry, { settle: resolve, fail: reject });
    });
  }

  #submit<Entry, Came>(log: StagedLog<Entry, Came>, entry: Entry, waiting: Waiting<Came>): void {
    this.#submitAll([{ log, entry }], [waiting]);
  }

  #submitAll(items: readonly WindowItem[], waiting: readonly Waiting[]): void {
    if (this.#closed || this.#waiting.length >= QUEUE_ITEMS_MAX) {
      const error = this.#closed ? closedError() : new BusyError("the commit queue");
      for (const one of waiting) one.fail(error);
      return;
    }
    const isFirst = this.#pending.length === 0;
    if (this.#waiting.length === 0) this.#sinceMs = performance.now();
    for (const one of waiting) this.#waiting.push(one);
    for (const item of items) this.#pending.push(item);
    const count = this.#pending.length;
    if (isFirst) this.#turn(() => this.#gather(count));
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

  #settled({ blocked, calcond, came, refused, reloaded, unsealed }: WindowOutcome): void {
    const { metrics, spine } = this.#modules;
    this.#windows += 1;
    const nowMs = performance.now();
    this.#slow.note(nowMs - this.#sinceMs);
    // The next window was handed in meanwhile, at the earliest when this one was.
    this.#sinceMs = nowMs;
    if (reloaded) this.#tell(this.#reloadListeners, undefined);
    this.#engineBlocked = blocked;
    if (unsealed !== null) metrics.unsealed.inc({ reason: unsealed }, refused);
    if (calcond !== null) {
      metrics.calcondTick.set(calcond);
      this.#tell(this.#listeners, spine.size);
    }
    this.#sealedNow = 0;
    this.#taken(came.length).forEach((waiting, i) => waiting.settle(came[i]));
    if (this.#sealedNow > 0) metrics.sealWindow.observe(this.#sealedNow);
  }

  #failed(items: number, error: unknown): void {
    this.#windows += 1;
    // A window may be durable whose answers could not be put together: only the store knows.
    this.#tell(this.#reloadListeners, undefined);
    for (const waiting of this.#taken(items)) waiting.fail(error);
  }

  #taken(items: number): readonly Waiting[] {
    const answered = this.#waiting.splice(0, items);
    if (this.#waiting.length === 0) this.#whenIdle?.();
    return answered;
  }

  /** A durable entry stays acknowledged, whatever a listener does with the news. */
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
