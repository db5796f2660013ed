/**
 * The one writer of envelopes. Results that arrive while a write is under way share the next commit window: one
 * reading of the clock, one signed `seal` event over the window's hash-links, one synced batch. An answer is
 * given only after the sync.
 */
import { instantOf, modulationAt } from "../../protocol/kernel/modulation.js";
import type { Clock, Crypto, JsonObject, Logger } from "../../protocol/ports.js";
import { FIRST_PREV } from "../../protocol/seal/envelope.js";
import { sealTexts, type SealedEnvelope } from "../../protocol/seal/window.js";
import { ENGINE_VERSION } from "../../protocol/version.js";
import { GroupCommit } from "../../storage/groupCommit.js";
import type { Operation } from "../../storage/kv.js";
import type { EnvelopeChain, EnvelopeRecord, Visibility } from "../../storage/records.js";
import type { Store } from "../../storage/store.js";
import type { Metrics } from "../metrics.js";
import { withShared } from "./envelopeText.js";
import type { OwnSpine, StagedEvent } from "./ownSpine.js";

/** The instant of a window: one reading of the clock for all of its envelopes. */
export interface SealInstant {
  readonly calcond: number;
  readonly phase: number;
  readonly R_t: number;
}

/** What one sealed result became. */
export interface Sealed extends SealedEnvelope {
  readonly instant: SealInstant;
  /** Canonical text of {count, header, index, path, sig}. */
  readonly proof: string;
}

/** A result waiting for its seal. */
export interface SealRequest {
  readonly account: string;
  readonly visibility: Visibility;
  /** Canonical text of the core at an instant. */
  core(instant: SealInstant): string;
  /** What is kept of it: all that cannot be derived. */
  kept(): string;
  /** Writes that must share the batch, as the answer kept for an idempotency key. */
  also(sealed: Sealed): readonly Operation[];
}

/** An event of another kind for the same spine. */
interface AppendRequest { readonly kind: string; readonly body: JsonObject }
type Item = SealRequest | AppendRequest;

interface SealedRequests {
  readonly sealed: readonly Sealed[];
  readonly chain: EnvelopeChain;
  readonly operations: Operation[];
}

interface StagedWindow {
  readonly sealed: SealedRequests | null;
  readonly events: ReadonlyMap<Item, StagedEvent>;
  readonly operations: readonly Operation[];
}

export type UnsealedReason = "CLOCK_BACKWARDS" | "STORE_WRITE_FAILED" | "STORE_READ_ONLY" | "SELF_EQUIVOCATION" | "SPINE_DAMAGED";
type Outcome = SealOutcome | { readonly event: StagedEvent };
export type SealOutcome = { readonly sealed: Sealed } | { readonly unsealedReason: UnsealedReason };

export interface SealerModules {
  readonly crypto: Crypto;
  readonly clock: Clock;
  readonly store: Store;
  readonly spine: OwnSpine;
  readonly log: Logger;
  readonly metrics: Metrics;
}

const EMPTY_CHAIN: EnvelopeChain = { count: 0, last: FIRST_PREV, calcond: 0, ns: "0" };

export class Sealer {
  readonly #proofKey: Uint8Array;
  readonly #modules: SealerModules;
  readonly #window: GroupCommit<Item, Outcome>;
  readonly #listeners = new Set<(size: number) => void>();
  #chain: EnvelopeChain = EMPTY_CHAIN;
  #lastNs = 0n;
  #blocked: UnsealedReason | null = null;
  #clockBehind = false;

  constructor(options: { readonly proofKey: Uint8Array }, modules: SealerModules) {
    this.#proofKey = options.proofKey;
    this.#modules = modules;
    this.#window = new GroupCommit((items) => this.#commit(items));
  }

  /** Loads the ends of both chains. The spine must be loaded already. */
  async start(): Promise<void> {
    await this.#reloadChain();
  }

  get waiting(): number { return this.#window.waiting; }
  get envelopes(): number { return this.#chain.count; }
  /** Why nothing can be sealed now, or null. */
  get blocked(): UnsealedReason | null {
    return this.#blocked ?? (this.#clockBehind ? "CLOCK_BACKWARDS" : null);
  }

  /** Called after each durable window with the new size of the spine. */
  onWindow(listener: (size: number) => void): void { this.#listeners.add(listener); }

  block(reason: UnsealedReason): void { this.#blocked = reason; }
  unblock(): void { this.#blocked = null; }

  /** Resolves once the seal is durable, or says why there is none. @throws BusyError when too many wait. */
  seal(request: SealRequest): Promise<SealOutcome> {
    // A request that carries a core is answered with its seal, or with why there is none.
    return this.#window.submit(request) as Promise<SealOutcome>;
  }

  /**
   * Appends another event of this node to its spine, in the window of the seals that arrive with it.
   * @returns null when the node may not write now.
   */
  async append(kind: string, body: JsonObject): Promise<StagedEvent | null> {
    const outcome = await this.#window.submit({ kind, body });
    return "event" in outcome ? outcome.event : null;
  }

  /** Runs without a pause up to the write, so that the processor answers one window while the disk has the next. */
  async #commit(items: readonly Item[]): Promise<readonly Outcome[]> {
    const ns = this.#readClock();
    if (this.#blocked !== null || ns === null) return this.#unsealed(items.length, this.#blocked ?? "CLOCK_BACKWARDS");
    const { sealed, events, operations } = this.#stage(items, ns);
    if (!await this.#write(operations)) return this.#unsealed(items.length, "STORE_WRITE_FAILED");
    this.#modules.spine.confirm();
    if (sealed !== null) this.#sealedWindow(sealed, ns);
    this.#tellListeners();
    let next = 0;
    return items.map((item): Outcome => ("core" in item
      ? { sealed: sealed!.sealed[next++]! } : { event: events.get(item)! }));
  }

  /** What is durable stays acknowledged, whatever a listener does with the news. */
  #tellListeners(): void {
    for (const listener of this.#listeners) {
      try {
        listener(this.#modules.spine.size);
      } catch (error) {
        this.#modules.log.error("a listener of sealed windows failed", { error });
      }
    }
  }

  /** All of a window or nothing: an event that was staged and is not written must not be linked to. */
  #stage(items: readonly Item[], ns: bigint): StagedWindow {
    const { spine } = this.#modules;
    try {
      const requests = items.filter((item) => "core" in item);
      const sealed = requests.length === 0 ? null : this.#seal(requests, ns);
      const { calcond } = instantOf(ns);
      const events = new Map<Item, StagedEvent>();
      for (const item of items) if (!("core" in item)) events.set(item, spine.stage(item.kind, item.body, calcond));
      const operations = sealed === null ? [] : sealed.operations;
      for (const event of events.values()) operations.push(...event.operations);
      return { sealed, events, operations };
    } catch (error) {
      spine.discard();
      throw error;
    }
  }

  #sealedWindow({ chain, sealed }: SealedRequests, ns: bigint): void {
    this.#chain = chain;
    this.#lastNs = ns;
    this.#modules.metrics.sealWindow.observe(sealed.length);
    this.#modules.metrics.calcondTick.set(chain.calcond);
  }

  /** Links, signs and stages one window of envelopes. */
  #seal(requests: readonly SealRequest[], ns: bigint): SealedRequests {
    const { crypto, spine, store } = this.#modules;
    const { calcond, phase } = instantOf(ns);
    const instant: SealInstant = { calcond, phase, R_t: modulationAt(phase) };
    const { seq, prev: prevId } = spine.next;
    const window = sealTexts(crypto, { author: spine.author, net: spine.net, engineVersion: ENGINE_VERSION,
      proofKey: this.#proofKey, prevLink: this.#chain.last, seq, prevId, calcond,
    }, requests.map((request) => request.core(instant)));
    const staged = spine.stageEncoded(window.event);
    const sealed = window.envelopes.map(({ id, prev, coreText, calcProof }, i): Sealed =>
      ({ id, prev, coreText, calcProof, instant, proof: window.proofText(i) }));
    const chain: EnvelopeChain = { count: this.#chain.count + sealed.length, last: sealed[sealed.length - 1]!.id,
      calcond, ns: ns.toString() };
    const shared = { calcond, engine_version: ENGINE_VERSION, phase, prev: this.#chain.last };
    const records = requests.map((request, i): EnvelopeRecord => ({ id: sealed[i]!.id, account: request.account,
      visibility: request.visibility, text: i === 0 ? withShared(request.kept(), shared) : request.kept() }));
    const operations = [...staged.operations, ...store.envelopes.windowOps(seq, records, chain)];
    requests.forEach((request, i) => { operations.push(...request.also(sealed[i]!)); });
    return { sealed, chain, operations };
  }

  /** Never below the last instant sealed: a calcond that went back would let an older claim look newer. */
  #readClock(): bigint | null {
    const ns = this.#modules.clock.nowNs();
    this.#clockBehind = ns < this.#lastNs || instantOf(ns).calcond < this.#modules.spine.next.calcond;
    if (this.#clockBehind) {
      this.#modules.log.warn("the clock is behind the last seal: nothing is sealed until it has caught up",
        { behindNs: (this.#lastNs - ns).toString() });
      return null;
    }
    return ns;
  }

  async #write(operations: readonly Operation[]): Promise<boolean> {
    const { store, spine, log } = this.#modules;
    try {
      await store.kv.batch(operations, { sync: true });
      return true;
    } catch (error) {
      log.error("a commit window could not be written", { error: String(error) });
      // Only the store knows whether the batch became durable; without that knowledge nothing may be signed.
      try {
        await spine.reload();
        await this.#reloadChain();
      } catch (reloadError) {
        log.error("the head of the spine could not be read again: sealing stops", { error: String(reloadError) });
        this.#blocked = "STORE_READ_ONLY";
      }
      return false;
    }
  }

  async #reloadChain(): Promise<void> {
    this.#chain = await this.#modules.store.envelopes.chain() ?? EMPTY_CHAIN;
    this.#lastNs = BigInt(this.#chain.ns);
  }

  #unsealed(count: number, unsealedReason: UnsealedReason): readonly { readonly unsealedReason: UnsealedReason }[] {
    this.#modules.metrics.unsealed.inc({ reason: unsealedReason }, count);
    return Array.from({ length: count }, () => ({ unsealedReason }));
  }

  /** Seals what waits, then takes nothing more. */
  async close(): Promise<void> {
    await this.#window.close();
  }
}
