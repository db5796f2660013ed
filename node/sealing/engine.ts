/**
 * Commit windows: one reading of the clock, one signed `seal` event over the window's hash-links,
 * one synced batch. The next window is prepared while the disk has the one before; nothing of a
 * window is shown to anyone before its sync.
 */
import { hash } from "node:crypto";
import { instantOf, modulationAt } from "../../protocol/kernel/modulation.js";
import { shardOf } from "../../protocol/placement/shards.js";
import type { Clock, Crypto, Logger } from "../../protocol/ports.js";
import { FIRST_PREV, type CoreInstant } from "../../protocol/seal/envelope.js";
import { sealTexts, type WindowHasher } from "../../protocol/seal/window.js";
import { ledgerAccount } from "../../protocol/economy/accounts.js";
import { ENGINE_VERSION } from "../../protocol/version.js";
import type { Operation } from "../../storage/kv.js";
import type { LedgerHead } from "../../storage/ledgerRecords.js";
import type { EnvelopeChain, EnvelopeRecord } from "../../storage/records.js";
import type { GivenAnswer } from "../../storage/repositories/idempotency.js";
import type { Store } from "../../storage/store.js";
import { withShared } from "./envelopeText.js";
import type { OwnSpine, SpineEnd, StagedEvent } from "../spine/ownSpine.js";
import { AnswerText, type Sealed } from "./answerText.js";
import { Books, type StagedBooks } from "./books.js";
import {
  isEventDraft,
  isPostDraft,
  joinedMembers,
  type Beside,
  type EventDraft,
  type SealItem,
} from "./draft.js";
import { kernelHasher } from "./kernelHasher.js";
import type { PostDraft } from "./posting.js";
import type { UnsealedReason, WindowOutcome, WrittenAnswer } from "./outcome.js";

interface EngineModules {
  readonly crypto: Crypto;
  readonly clock: Clock;
  readonly store: Store;
  readonly spine: OwnSpine;
  readonly log: Logger;
}

interface StagedWindow {
  readonly ns: bigint;
  /** The end of the spine after it. */
  readonly end: SpineEnd;
  /** All results, and what those that are sealed became; null for the others. */
  readonly texts: readonly AnswerText[];
  readonly sealed: readonly (Sealed | null)[];
  /** The end of the chain after it. */
  readonly chain: EnvelopeChain;
  readonly seal: StagedEvent | null;
  readonly events: readonly StagedEvent[];
  readonly books: StagedBooks;
  readonly operations: readonly Operation[];
}

/**
 * Envelopes without the other events of their window, which still take place among its operations.
 */
type LinkedWindow = Pick<StagedWindow, "sealed" | "chain" | "seal"> & {
  readonly operations: Operation[];
};

/** A draft with its texts, or why it has none, or an event. */
export type ReadyItem = AnswerText | EventDraft | PostDraft | { readonly failure: unknown };

/** A window that has been put together and waits for the disk. */
export interface PreparedWindow {
  readonly items: readonly ReadyItem[];
  /** Null when there is nothing to write. */
  readonly staged: StagedWindow | null;
  /** Why its results are not to be sealed, or null; postings are booked all the same. */
  readonly unsealed: UnsealedReason | null;
  readonly epoch: number;
}

const EMPTY_CHAIN: EnvelopeChain = { count: 0, last: FIRST_PREV, calcond: 0, ns: "0" };
const NO_ACCOUNTS: readonly string[] = [];

export class SealEngine {
  readonly #proofKey: Uint8Array;
  readonly #hashes: WindowHasher;
  readonly #modules: EngineModules;
  readonly #books: Books;
  /** What is durable, and the same with the windows that are not written yet. */
  #chain: EnvelopeChain = EMPTY_CHAIN;
  #stagedChain: EnvelopeChain = EMPTY_CHAIN;
  #stagedNs = 0n;
  #blocked: UnsealedReason | null = null;
  /**
   * Moves when what was staged is taken back: whatever was prepared before is then prepared again.
   */
  #epoch = 0;

  constructor(options: { readonly proofKey: Uint8Array }, modules: EngineModules) {
    this.#proofKey = options.proofKey;
    this.#hashes = kernelHasher(modules.crypto);
    this.#modules = modules;
    this.#books = new Books(modules);
  }

  /**
   * Loads the ends of the chain of envelopes and of the journal. The spine must be loaded already.
   */
  async start(): Promise<void> {
    await this.#books.reload();
    this.#chain = this.#stagedChain = (await this.#modules.store.envelopes.chain()) ?? EMPTY_CHAIN;
    this.#stagedNs = BigInt(this.#chain.ns);
  }

  get envelopes(): number {
    return this.#chain.count;
  }
  /** The durable end of the journal. */
  get ledger(): LedgerHead {
    return this.#books.head;
  }
  /** Unix nanoseconds of the last durable seal; 0 before the first. */
  get lastSealNs(): bigint {
    return BigInt(this.#chain.ns);
  }

  /** Accounts whose balances have to be loaded before the items can be made ready. */
  unknownAccounts(items: readonly SealItem[]): readonly string[] {
    let unknown: Set<string> | null = null;
    for (const item of items) {
      if (isEventDraft(item)) continue;
      if (!isPostDraft(item)) {
        if (!this.#books.knows(item.account)) (unknown ??= new Set()).add(item.account);
        continue;
      }
      for (const { account } of item.post.entries) {
        const owner = ledgerAccount(account)?.owner ?? null;
        if (owner !== null && !this.#books.knows(owner)) (unknown ??= new Set()).add(owner);
      }
    }
    return unknown === null ? NO_ACCOUNTS : [...unknown];
  }

  load(accounts: readonly string[]): Promise<void> {
    return this.#books.load(accounts);
  }
  /** To be called when nothing waits. */
  trim(): void {
    this.#books.trim();
  }

  /** Nothing more is sealed, for this reason; null opens it again. */
  block(reason: UnsealedReason | null): void {
    if (this.#blocked !== "STORE_READ_ONLY") this.#blocked = reason;
  }

  /** Does for an item what needs no window: the best moment is while the disk is busy. */
  ready(item: SealItem): ReadyItem {
    if (isEventDraft(item) || isPostDraft(item)) return item;
    try {
      return new AnswerText(this.#modules.crypto, item);
    } catch (failure) {
      return { failure };
    }
  }

  /**
   * Links and signs a window behind those prepared before it.
   * @param items at most as many as one seal covers
   * @throws what a window that cannot be put together fails with; nothing of it is staged then
   */
  prepare(items: readonly ReadyItem[]): PreparedWindow {
    const epoch = this.#epoch;
    for (const item of items) if ("failure" in item) throw item.failure;
    const ns = this.#blocked === null ? this.#readClock() : null;
    if (ns !== null) return { items, staged: this.#stage(items, ns, true), unsealed: null, epoch };
    const unsealed = this.#blocked ?? "CLOCK_BACKWARDS";
    const books = unsealed !== "STORE_READ_ONLY" && items.some((item) => "post" in item);
    return {
      items,
      staged: books ? this.#stage(items, this.#notBefore(), false) : null,
      unsealed,
      epoch,
    };
  }

  /**
   * Begins to write the oldest prepared window; nothing else may be being written.
   * @returns the window as it is written, and what comes true when it is durable.
   * @throws as `prepare`, for a window that had to be prepared again
   */
  write(prepared: PreparedWindow): {
    readonly window: PreparedWindow;
    readonly written: Promise<boolean>;
  } {
    if (this.#blocked !== null && prepared.staged !== null && prepared.unsealed === null)
      this.#takeBack();
    const window = prepared.epoch === this.#epoch ? prepared : this.prepare(prepared.items);
    const written = window.staged === null ? Promise.resolve(false) : this.#write(window.staged);
    return { window, written };
  }

  /** The answers that are given when the window is durable. */
  answers({ staged, unsealed }: PreparedWindow): readonly WrittenAnswer[] {
    if (staged === null) return [];
    const { publicKey } = this.#modules.spine.author;
    const { texts, sealed } = staged;
    return texts.map((text, i) => {
      const own = sealed[i] ?? null;
      return written(
        own === null ? text.unsealed(unsealed ?? "CHARGE_REFUSED") : text.sealed(publicKey, own),
      );
    });
  }

  /** The window is durable. */
  sealed(
    { items, staged, unsealed }: PreparedWindow,
    answers: readonly WrittenAnswer[],
  ): WindowOutcome {
    const {
      books: { charged, head, posted },
      seal,
      events,
      sealed,
    } = staged!;
    const uncharged =
      unsealed === null && sealed.includes(null)
        ? sealed.flatMap((one, i) => (one === null ? [i] : []))
        : NONE;
    return {
      items: items.length,
      unsealed,
      blocked: unsealed === null ? null : this.#ownBlock(unsealed),
      answers,
      calcond: (seal ?? events[0])?.encoded.event.header.calcond ?? null,
      appended: events.map(({ encoded }) => encoded),
      sealed: unsealed === null ? sealed.length - uncharged.length : 0,
      envelopes: this.#chain.count,
      reloaded: false,
      posted,
      charged,
      uncharged,
      ledger: head,
      lastSealNs: this.lastSealNs,
    };
  }

  /** The window is not durable. */
  refused({ items, staged, unsealed }: PreparedWindow): WindowOutcome {
    const reason = unsealed ?? "STORE_WRITE_FAILED";
    const answers = items
      .filter((item) => item instanceof AnswerText)
      .map((text) => written(text.unsealed(reason)));
    return {
      items: items.length,
      unsealed: reason,
      blocked: this.#ownBlock(reason),
      answers,
      appended: [],
      calcond: null,
      sealed: 0,
      envelopes: this.#chain.count,
      reloaded: unsealed === null || staged !== null,
      posted: [],
      charged: -1,
      uncharged: NONE,
      ledger: this.#books.head,
      lastSealNs: this.lastSealNs,
    };
  }

  /**
   * What keeps on refusing by what is known here. Not what was set from outside: whoever set it may
   * have taken it back while the window was on its way to them.
   */
  #ownBlock(unsealed: UnsealedReason): UnsealedReason | null {
    return this.#blocked === "STORE_READ_ONLY" ? this.#blocked : blocking(unsealed);
  }

  /**
   * All of a window or nothing: an event that was staged and is not written must not be linked to.
   */
  #stage(items: readonly ReadyItem[], ns: bigint, seals: boolean): StagedWindow {
    const { spine } = this.#modules;
    const before = spine.end;
    try {
      const texts: AnswerText[] = [];
      const others: EventDraft[] = [];
      const posts: PostDraft[] = [];
      for (const item of items) {
        if (item instanceof AnswerText) texts.push(item);
        else if ("kind" in item) others.push(item);
        else if ("post" in item) posts.push(item);
      }
      const { calcond, phase } = instantOf(ns);
      const page = this.#books.page();
      const paid = seals
        ? texts.map(({ draft: { account, chain, charge } }) =>
            page.charge(account, chain.credits, charge),
          )
        : [];
      const sealing = !seals ? [] : paid.includes(false) ? texts.filter((_, i) => paid[i]) : texts;
      const window: LinkedWindow =
        sealing.length === 0
          ? { sealed: [], chain: this.#stagedChain, seal: null, operations: [] }
          : this.#seal(sealing, { calcond, phase, R_t: modulationAt(phase) }, ns);
      if (window.seal !== null) page.bookCharges(window.seal.encoded.event.header.seq, calcond);
      const events = seals ? others.map(({ kind, body }) => spine.stage(kind, body, calcond)) : [];
      for (const event of events) window.operations.push(...event.operations);
      for (const { post, operations } of posts) page.post(post, operations, calcond);
      const books = page.close(calcond);
      for (const operation of books.operations) window.operations.push(operation);
      this.#books.stage(books);
      this.#stagedChain = window.chain;
      if (sealing.length > 0) this.#stagedNs = ns;
      const sealed =
        sealing === texts ? window.sealed : besideUnsealed(texts, sealing, window.sealed);
      const { chain, operations, seal } = window;
      return { chain, operations, seal, texts, sealed, books, events, ns, end: spine.end };
    } catch (error) {
      spine.discard(before);
      throw error;
    }
  }

  /** What was staged and is not being written is not going to be. */
  #takeBack(): void {
    this.#modules.spine.discard();
    this.#books.discard();
    this.#stagedChain = this.#chain;
    this.#stagedNs = BigInt(this.#chain.ns);
    this.#epoch += 1;
  }

  /** Links, signs and stages one window of envelopes. */
  #seal(texts: readonly AnswerText[], instant: CoreInstant, ns: bigint): LinkedWindow {
    const { crypto, spine, store } = this.#modules;
    const { calcond, phase } = instant;
    const { seq, prev: prevId } = spine.next;
    const window = sealTexts(
      crypto,
      {
        author: spine.author,
        net: spine.net,
        engineVersion: ENGINE_VERSION,
        proofKey: this.#proofKey,
        prevLink: this.#stagedChain.last,
        seq,
        prevId,
        calcond,
      },
      texts.map((text) => text.core(instant)),
      this.#hashes,
    );
    const seal = spine.stageEncoded(window.event);
    const sealed = window.envelopes.map(({ id, prev, coreText, calcProof }, i): Sealed => ({
      id,
      prev,
      coreText,
      calcProof,
      instant,
      proof: window.proofText(i),
    }));
    const chain: EnvelopeChain = {
      count: this.#stagedChain.count + sealed.length,
      last: sealed[sealed.length - 1]!.id,
      calcond,
      ns: ns.toString(),
    };
    const shared = { calcond, engine_version: ENGINE_VERSION, phase, prev: this.#stagedChain.last };
    const records = texts.map((text, i): EnvelopeRecord => ({
      id: sealed[i]!.id,
      account: text.draft.account,
      visibility: text.draft.visibility,
      text: i === 0 ? withShared(text.kept(text), shared) : text.kept(texts[0]!),
    }));
    const spread = records
      .filter(({ visibility }) => visibility === "shared")
      .flatMap(({ id }) => store.shards.ownOps(shardOf(crypto, id), id));
    const operations = [
      ...seal.operations,
      ...store.envelopes.windowOps(seq, records, chain),
      ...spread,
    ];
    const ran = new Map<string, number[]>();
    const kept: GivenAnswer[] = [];
    texts.forEach((text, i) => {
      const {
        account,
        machine,
        result: { solution },
      } = text.draft;
      if (machine !== null) addTo(ran, machine, i);
      solution?.fields.forEach((digest, field) =>
        operations.push(
          ...store.fields.putOps(digest, { receipt: sealed[i]!.id, account, field, calcond }),
        ),
      );
      const { beside } = text.draft;
      if (beside === null) return;
      if (beside.kind === "name") operations.push(...store.meta.putOps(beside.name, sealed[i]!.id));
      else kept.push(this.#answer(text, sealed[i]!, beside));
    });
    operations.push(...store.idempotency.putOps(calcond, kept));
    for (const [machine, positions] of ran)
      operations.push(store.machines.ranOps(machine, seq, positions));
    return { sealed, chain, seal, operations };
  }

  /** What is kept of an answer for its idempotency key. */
  #answer(
    text: AnswerText,
    sealed: Sealed,
    { before, owner, request, scope }: Extract<Beside, { kind: "answer" }>,
  ): GivenAnswer {
    const own = text.sealed(this.#modules.spine.author.publicKey, sealed);
    const body = before === undefined ? own : joinedMembers(before, own);
    return { account: owner, key: scope, request, status: 200, body };
  }

  /** For what is no seal: a clock that went back stands still. */
  #notBefore(): bigint {
    const ns = this.#modules.clock.nowNs();
    return ns > this.#stagedNs ? ns : this.#stagedNs;
  }

  /**
   * Never below the last instant sealed: a calcond that went back would let an older claim look
   * newer.
   */
  #readClock(): bigint | null {
    const ns = this.#modules.clock.nowNs();
    if (ns >= this.#stagedNs && instantOf(ns).calcond >= this.#modules.spine.next.calcond)
      return ns;
    this.#modules.log.warn(
      "the clock is behind the last seal: nothing is sealed until it has caught up",
      { behindNs: (this.#stagedNs - ns).toString() },
    );
    return null;
  }

  async #write({ operations, books, end, chain }: StagedWindow): Promise<boolean> {
    const { store, spine, log } = this.#modules;
    try {
      await store.kv.batch(operations, { sync: true });
    } catch (error) {
      log.error("a commit window could not be written", { error: String(error) });
      await this.reload();
      return false;
    }
    spine.confirm(end);
    this.#books.confirm(books);
    this.#chain = chain;
    return true;
  }

  /**
   * Only the store knows whether a batch became durable; without that knowledge nothing may be
   * signed.
   */
  async reload(): Promise<void> {
    const { spine, log } = this.#modules;
    // Whatever is prepared meanwhile is prepared again, too.
    this.#epoch += 1;
    try {
      await spine.reload();
      await this.start();
      // What was prepared meanwhile stands behind a state that is partly the old one.
      spine.discard();
      this.#books.discard();
    } catch (error) {
      log.error("the head of the spine could not be read again: sealing stops", {
        error: String(error),
      });
      this.#blocked = "STORE_READ_ONLY";
    }
    this.#epoch += 1;
  }
}

const NONE: readonly number[] = [];

function addTo(lists: Map<string, number[]>, name: string, member: number): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [member]);
  else list.push(member);
}

/** A clock that went back stays so until it has caught up. */
function blocking(reason: UnsealedReason): UnsealedReason | null {
  return reason === "CLOCK_BACKWARDS" ? reason : null;
}

/** What each of all became: some could not be charged, and are not sealed. */
function besideUnsealed(
  all: readonly AnswerText[],
  sealing: readonly AnswerText[],
  sealed: readonly (Sealed | null)[],
): readonly (Sealed | null)[] {
  let at = 0;
  return all.map((text) => (text === sealing[at] ? sealed[at++]! : null));
}

function written(text: string): WrittenAnswer {
  const body = Buffer.from(text);
  return { body, digest: hash("sha256", body, "base64") };
}
