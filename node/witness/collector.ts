/**
 * Has the own spine witnessed: shows its newest checkpoint to the witnesses that the operator trusts,
 * and keeps it with their cosignatures once they are a quorum.
 */
import { fromHex, toHex } from "../../protocol/encoding/hex.js";
import type { Crypto, Logger } from "../../protocol/ports.js";
import { parseCheckpoint } from "../../protocol/seal/checkpoint.js";
import { addCheckpointText } from "../../protocol/witness/addCheckpoint.js";
import { cosignedAt, type WitnessKey } from "../../protocol/witness/cosignature.js";
import type { TrustedWitness } from "../../protocol/witness/policy.js";
import { FINAL_AFTER_CALCONDS, finalFromSeconds } from "../../protocol/witness/standing.js";
import { CALCOND_MS, type Cancel, type Scheduler } from "../runtime/scheduler.js";
import type { OwnSpine } from "../spine/ownSpine.js";
import type { SpineLog } from "../spine/spineLog.js";
import type { Gatherer } from "./gatherer.js";
import type { HttpWitnesses } from "./httpWitnesses.js";
import { withLines, type CosignAnswer, type Witness } from "./witness.js";
import type { WitnessedBook } from "./witnessedBook.js";
import type { WitnessExchange } from "./witnessExchange.js";

/** A calcond, in the milliseconds of a timer. */
/** Two rounds lie at least so far apart. */
const ROUND_CALCONDS = 10;
/** Rounds in which who gathers heads has nothing new, before the witnesses are asked directly. */
const IN_VAIN_MAX = 3;
/** What a round covers is final at once where it comes so long behind the growth. */
const GROWTH_CALCONDS = FINAL_AFTER_CALCONDS + 2;

interface CollectorModules {
  readonly crypto: Crypto;
  readonly scheduler: Scheduler;
  readonly spine: OwnSpine;
  readonly spineLog: SpineLog;
  readonly log: Logger;
  readonly witness: Witness;
  readonly book: WitnessedBook;
  readonly exchange: WitnessExchange;
  readonly http: Pick<HttpWitnesses, "cosign">;
  readonly gatherer: Pick<Gatherer, "failures">;
}

interface CollectorOptions {
  /** Key of the node that gathers heads; null where each node asks the witnesses itself. */
  readonly gatheredBy: string | null;
}

export class Collector {
  readonly #modules: CollectorModules;
  readonly #gatheredBy: string | null;
  /** Rounds in a row in which who gathers heads had nothing new of this spine. */
  #inVain = 0;
  /** Size of the own spine that each witness cosigned last, as far as it said. */
  readonly #sizes = new Map<string, number>();
  #timer: Cancel | null = null;
  #isStarted = false;
  #stopped = false;
  #tail: Promise<void> = Promise.resolve();
  #failures = 0;

  constructor({ gatheredBy }: CollectorOptions, modules: CollectorModules) {
    this.#gatheredBy = gatheredBy;
    this.#modules = modules;
  }

  /** Rounds in a row that ended without a quorum. */
  get failures(): number {
    return this.#failures;
  }

  /** Events of the own spine that a witness has cosigned, as far as it told; null for none. */
  sizeAt(publicKey: string): number | null {
    return this.#sizes.get(publicKey) ?? null;
  }

  start(): void {
    this.#isStarted = true;
    this.grown();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.();
    this.#timer = null;
    await this.#tail;
  }

  /** The spine has grown; rounds in between fall together. */
  grown = (): void => {
    if (this.#isStarted && this.#isWanting()) this.#after(GROWTH_CALCONDS);
  };

  /** Until the round that runs has ended. */
  async idle(): Promise<void> {
    await this.#tail;
  }

  /** Whether not all of the spine is final. */
  #isWanting(): boolean {
    const { book, spine } = this.#modules;
    const { tip } = spine;
    if (!book.isOn || tip === null) return false;
    const known = book.of(spine.author.publicKey);
    return (
      known === null || known.size < spine.size || known.seconds < finalFromSeconds(tip.calcond)
    );
  }

  #after(calconds: number): void {
    if (this.#stopped) return;
    this.#timer ??= this.#modules.scheduler.after(calconds * CALCOND_MS, () => {
      this.#tail = this.#round().finally(() => {
        this.#timer = null;
        if (this.#isWanting()) this.#after(ROUND_CALCONDS);
      });
    });
  }

  async #round(): Promise<void> {
    const { book, exchange, log, spine, spineLog } = this.#modules;
    const { publicKey } = spine.author;
    try {
      if (await this.#isGathered()) return;
      const note = spineLog.checkpoint();
      const size = parseCheckpoint(note)!.checkpoint.size;
      const lines = await Promise.all(
        book.policy.keys.map((key) => this.#lineOf(key, { note, size })),
      );
      const found = lines.filter((line) => line !== null);
      const whole = withLines(note, found);
      if (!(await book.take(publicKey, whole))) {
        this.#failures += 1;
        log.warn("the own spine has too few cosignatures; they are asked for again", {
          size,
          cosigned: found.length,
          quorum: book.policy.quorum,
        });
        return;
      }
      this.#failures = 0;
      // Who gathers is asked again before the next round of the own.
      this.#inVain = Math.min(this.#inVain, IN_VAIN_MAX - 1);
      const others = book.policy.keys.map((key) => toHex(key.publicKey));
      await Promise.all(
        others
          .filter((key) => key !== publicKey && exchange.peers().includes(key))
          .map((key) => exchange.keep(key, publicKey, whole)),
      );
    } catch (error) {
      this.#failures += 1;
      log.warn("the own spine could not be shown to its witnesses", { error: String(error) });
    }
  }

  /** Whether the round is left to who gathers heads: it is, until it had nothing for some rounds. */
  async #isGathered(): Promise<boolean> {
    const { book, exchange, gatherer, spine } = this.#modules;
    const { publicKey } = spine.author;
    if (this.#gatheredBy === null) return false;
    if (this.#gatheredBy === publicKey) return gatherer.failures < IN_VAIN_MAX;
    if (this.#inVain >= IN_VAIN_MAX) return false;
    const note = await exchange.newest(this.#gatheredBy, publicKey);
    const isMore = note !== null && (await book.take(publicKey, note));
    this.#inVain = isMore ? 0 : this.#inVain + 1;
    if (isMore) this.#failures = 0;
    return true;
  }

  /** The witness's line; null where it gave none, or none that holds. */
  async #lineOf(
    key: TrustedWitness,
    { note, size }: { readonly note: string; readonly size: number },
  ): Promise<string | null> {
    const name = toHex(key.publicKey);
    const known = this.#sizes.get(name) ?? 0;
    let answer = await this.#ask(key, Math.min(known, size), { note, size });
    if (answer?.kind === "stale" && answer.size <= size)
      answer = await this.#ask(key, answer.size, { note, size });
    if (answer?.kind === "refused")
      this.#modules.log.warn("a witness does not cosign the own spine", {
        witness: name,
        why: answer.why,
      });
    if (answer?.kind !== "cosigned" || !this.#holds(note, answer.line, key)) return null;
    this.#sizes.set(name, size);
    return answer.line;
  }

  async #ask(
    key: TrustedWitness,
    old: number,
    { note, size }: { readonly note: string; readonly size: number },
  ): Promise<CosignAnswer | null> {
    const { exchange, http, spine, spineLog, witness } = this.#modules;
    const name = toHex(key.publicKey);
    const isOwn = name === spine.author.publicKey;
    const isPeer = exchange.peers().includes(name);
    if (!isOwn && !isPeer && key.url === undefined) return null;
    const hashes = old === 0 || old === size ? [] : await spineLog.consistency(old, size);
    const proof = hashes.map((hash) => fromHex(hash)!);
    const question = addCheckpointText({ old, proof, note });
    if (isOwn) return witness.cosign(question);
    return isPeer ? exchange.cosign(name, question) : http.cosign(key, key.url!, question);
  }

  #holds(note: string, line: string, key: WitnessKey): boolean {
    const signed = parseCheckpoint(withLines(note, [line]));
    const { crypto } = this.#modules;
    return (
      signed?.signatures.some((one) => cosignedAt(crypto, signed.text, one, key) !== null) ?? false
    );
  }
}
