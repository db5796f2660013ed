/**
 * The one writer of envelopes. Results that arrive while a write is under way share the next commit window: one
 * reading of the clock, one signed `seal` event over the window's hash-links, one synced batch. An answer is
 * given only after the sync.
 */
import { instantOf, modulationAt } from "../../protocol/kernel/modulation.js";
import type { Clock, Crypto, JsonObject, Logger } from "../../protocol/ports.js";
import { FIRST_PREV, type EnvelopeCore } from "../../protocol/seal/envelope.js";
import { sealWindow, type SealedEnvelope } from "../../protocol/seal/window.js";
import { ENGINE_VERSION } from "../../protocol/version.js";
import { GroupCommit } from "../../storage/groupCommit.js";
import type { Operation } from "../../storage/kv.js";
import type { EnvelopeChain, EnvelopeRecord, Visibility } from "../../storage/records.js";
import type { Store } from "../../storage/store.js";
import type { Metrics } from "../metrics.js";
import type { OwnSpine, PreparedAppend } from "./ownSpine.js";

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
  core(instant: SealInstant): EnvelopeCore;
  /** Receipt text as it is stored: up to, and without, its proof. */
  stored(sealed: SealedEnvelope): string;
  /** Writes that must share the batch, as the answer kept for an idempotency key. */
  also?(sealed: Sealed): readonly Operation[];
}

export type UnsealedReason = "CLOCK_BACKWARDS" | "STORE_WRITE_FAILED" | "STORE_READ_ONLY" | "RESTORE_GUARD" | "SPINE_DAMAGED";
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
  readonly #window: GroupCommit<SealRequest, SealOutcome>;
  readonly #listeners = new Set<(size: number) => void>();
  #chain: EnvelopeChain = EMPTY_CHAIN;
  #lastNs = 0n;
  #tail: Promise<void> = Promise.resolve();
  #blocked: UnsealedReason | null = null;
  #clockBehind = false;

  constructor(options: { readonly proofKey: Uint8Array }, modules: SealerModules) {
    this.#proofKey = options.proofKey;
    this.#modules = modules;
    this.#window = new GroupCommit((requests) => this.#seal(requests));
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
    return this.#window.submit(request);
  }

  /**
   * Appends another event of this node to its spine, in the same order as the seals.
   * @returns null when the node may not write now.
   */
  append(kind: string, body: JsonObject): Promise<PreparedAppend | null> {
    return this.#alone(() => this.#appendNow(kind, body));
  }

  async #appendNow(kind: string, body: JsonObject): Promise<PreparedAppend | null> {
    const ns = this.#readClock();
    if (ns === null || this.#blocked !== null) return null;
    const { spine } = this.#modules;
    const append = spine.prepare(kind, body, instantOf(ns).calcond);
    if (!await this.#write(append.operations)) return null;
    spine.confirm(append);
    return append;
  }

  /** Windows and single appends take turns: both extend one spine. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#tail.then(work);
    this.#tail = run.then(() => undefined, () => undefined);
    return run;
  }

  #seal(requests: readonly SealRequest[]): Promise<readonly SealOutcome[]> {
    return this.#alone(() => this.#sealNow(requests));
  }

  async #sealNow(requests: readonly SealRequest[]): Promise<readonly SealOutcome[]> {
    const ns = this.#readClock();
    const reason = this.#blocked ?? (ns === null ? "CLOCK_BACKWARDS" : null);
    if (reason !== null || ns === null) return this.#unsealed(requests.length, reason ?? "CLOCK_BACKWARDS");
    const { crypto, spine, metrics } = this.#modules;
    const { calcond, phase } = instantOf(ns);
    const instant: SealInstant = { calcond, phase, R_t: modulationAt(phase) };
    const window = sealWindow(crypto, { author: spine.author, net: spine.net, engineVersion: ENGINE_VERSION,
      proofKey: this.#proofKey, prevLink: this.#chain.last, seq: spine.size, prevId: spine.lastId, calcond,
    }, requests.map((request) => request.core(instant)));
    const append = spine.prepareEncoded(window.event);
    const sealed = window.envelopes.map((envelope, i): Sealed => ({ ...envelope, instant, proof: window.proofText(i) }));
    const chain: EnvelopeChain = { count: this.#chain.count + sealed.length, last: sealed[sealed.length - 1]!.id,
      calcond, ns: ns.toString() };
    if (!await this.#write(this.#operations(requests, sealed, append, chain))) {
      return this.#unsealed(requests.length, "STORE_WRITE_FAILED");
    }
    spine.confirm(append);
    this.#chain = chain;
    this.#lastNs = ns;
    metrics.sealWindow.observe(sealed.length);
    metrics.calcondTick.set(calcond);
    for (const listener of this.#listeners) listener(spine.size);
    return sealed.map((one) => ({ sealed: one }));
  }

  #operations(
    requests: readonly SealRequest[], sealed: readonly Sealed[], append: PreparedAppend, chain: EnvelopeChain,
  ): readonly Operation[] {
    const records = requests.map((request, i): EnvelopeRecord => ({ id: sealed[i]!.id, account: request.account,
      visibility: request.visibility, text: request.stored(sealed[i]!) }));
    const operations = [...append.operations, ...this.#modules.store.envelopes.windowOps(append.tip.seq, records, chain)];
    requests.forEach((request, i) => {
      if (request.also !== undefined) operations.push(...request.also(sealed[i]!));
    });
    return operations;
  }

  /** Never below the last instant sealed: a calcond that went back would let an older claim look newer. */
  #readClock(): bigint | null {
    const ns = this.#modules.clock.nowNs();
    this.#clockBehind = ns < this.#lastNs || instantOf(ns).calcond < this.#modules.spine.calcond;
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

  #unsealed(count: number, unsealedReason: UnsealedReason): readonly SealOutcome[] {
    this.#modules.metrics.unsealed.inc({ reason: unsealedReason }, count);
    return Array.from({ length: count }, () => ({ unsealedReason }));
  }

  /** Seals what waits, then takes nothing more. */
  async close(): Promise<void> {
    await this.#window.close();
    await this.#tail;
  }
}
