/** Proofs of equivocation: checked alone, kept for ever, and the author frozen for good. */
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { parseJson, isObject } from "../../../protocol/encoding/json.js";
import { readEvidence, verifyEvidence } from "../../../protocol/mesh/evidence.js";
import type { EvidenceBody, Proven } from "../../../protocol/mesh/evidence.js";
import type { AcceptedEvent } from "../../../protocol/mesh/judgement.js";
import { CALCOND_NS, EVIDENCE_MAX } from "../../../protocol/limits.js";
import type { Clock, Crypto, JsonObject, Logger } from "../../../protocol/ports.js";
import type { Operation } from "../../../storage/kv/kv.js";
import type { Store } from "../../../storage/store.js";
import { peerIdOf } from "../host/peerKey.js";
import type { AuthorBook } from "./authorBook.js";

interface EvidenceOptions {
  readonly network: string;
  /** Own public key, hex. */
  readonly publicKey: string;
}

interface EvidenceModules {
  readonly crypto: Crypto;
  readonly clock: Clock;
  readonly store: Store;
  readonly authors: AuthorBook;
  readonly log: Logger;
}

export interface EvidenceListener {
  /** An author is frozen, from this number on. */
  readonly onFrozen?: (author: string, seq: number) => void;
  /** Somebody proved that this node's own key signed two histories. */
  readonly onSelfEquivocation?: (detail: string) => void;
}

export class EvidenceBook {
  readonly #options: EvidenceOptions;
  readonly #modules: EvidenceModules;
  readonly #listener: EvidenceListener;
  /** Proofs held, by their name. */
  readonly #held = new Map<string, { readonly accused: string; readonly seq: number }>();
  /** The first number in dispute, by author. */
  readonly #lowest = new Map<string, number>();
  /** Own finds that no event has told yet. */
  readonly #unsaid = new Map<string, JsonObject>();
  #saying = false;

  constructor(options: EvidenceOptions, modules: EvidenceModules, listener: EvidenceListener = {}) {
    this.#options = options;
    this.#modules = modules;
    this.#listener = listener;
  }

  /** After the authors are loaded: frozen ones are frozen again. */
  async load(): Promise<void> {
    const { store, authors } = this.#modules;
    for (const [key, { accused, seq, body, said }] of await store.evidence.list()) {
      this.#note({ key, accused, seq });
      authors.freeze(accused, seq);
      const read = parseJson(body);
      if (!said && read.ok && isObject(read.value)) this.#unsaid.set(key, read.value);
    }
    for (const author of authors.frozenAuthors()) await authors.readCommon(author);
    if (this.#lowest.has(this.#options.publicKey)) this.#tellSelf();
  }

  get size(): number {
    return this.#held.size;
  }

  /** Whether this body proves nothing that is not held. */
  isProven(body: JsonObject): boolean {
    const read = readEvidence(this.#modules.crypto, this.#options.network, body);
    return read.ok && !this.#isNews(read.proven);
  }

  /** Name under which a proof against this author is kept: what a refusal points to. */
  evidenceOf(author: string): string | null {
    for (const [key, { accused, seq }] of this.#held) {
      if (accused === author && seq === this.#lowest.get(author)) return key;
    }
    return null;
  }

  /** The proof against the node of a peer, as JSON: it is kept out, and would never hear of it. */
  async proofAgainst(peer: string): Promise<string | null> {
    for (const accused of this.#lowest.keys()) {
      if (peerIdOf(accused) !== peer) continue;
      const key = this.evidenceOf(accused);
      const record = key === null ? undefined : await this.#modules.store.evidence.get(key);
      return record?.body ?? null;
    }
    return null;
  }

  /** A peer says that this node's own key has signed two histories: what is proven is kept, and acted on. */
  async against(body: JsonObject): Promise<void> {
    const { crypto, store } = this.#modules;
    const result = verifyEvidence(crypto, this.#options.network, body);
    if (!result.ok || result.proven.accused !== this.#options.publicKey) return;
    if (this.#isNews(result.proven)) await store.write(this.#take(result.proven, body, true));
  }

  /** What a told proof changes, in the batch of the event that tells it; it was verified. */
  effect = ({ event }: AcceptedEvent): readonly Operation[] => {
    const { crypto } = this.#modules;
    const read = readEvidence(crypto, this.#options.network, event.body ?? undefined);
    if (!read.ok || event.body === null || !this.#isNews(read.proven)) return [];
    return this.#take(read.proven, event.body, true);
  };

  /**
   * The event that told a proof is not kept: the proof is news again unless something else kept it.
   */
  readonly undo = async ({ event }: AcceptedEvent): Promise<void> => {
    const read = readEvidence(this.#modules.crypto, this.#options.network, event.body ?? undefined);
    if (read.ok) await this.#recheck(read.proven);
  };

  /** @returns whether a proof is kept. The author stays frozen: what was proven is so. */
  async #recheck({ key, accused }: Proven): Promise<boolean> {
    if ((await this.#modules.store.evidence.get(key)) !== undefined) return true;
    this.#held.delete(key);
    this.#lowest.delete(accused);
    for (const held of this.#held.values()) {
      if (held.accused !== accused) continue;
      this.#lowest.set(accused, Math.min(held.seq, this.#lowest.get(accused) ?? held.seq));
    }
    return false;
  }

  /**
   * Keeps a proof that this node found itself. @returns whether it was news
   * @throws what the write failed with; the proof may then be found again
   */
  async found(body: EvidenceBody): Promise<boolean> {
    const { crypto, log, store } = this.#modules;
    const result = verifyEvidence(crypto, this.#options.network, { ...body });
    if (!result.ok) {
      log.warn("a claimed proof of two histories is not valid", { reason: result.reason });
      return false;
    }
    if (!this.#isNews(result.proven)) return false;
    const operations = this.#take(result.proven, { ...body }, false);
    this.#unsaid.set(result.proven.key, { ...body });
    try {
      await store.write(operations);
    } catch (error) {
      if (!(await this.#recheck(result.proven))) this.#unsaid.delete(result.proven.key);
      throw error;
    }
    return true;
  }

  /**
   * Tells what was found and is not told yet.
   * @param say appends to the own spine and publishes; false when nothing may be written now
   */
  async tell(say: (body: JsonObject) => Promise<boolean>): Promise<void> {
    if (this.#saying) return;
    this.#saying = true;
    try {
      for (const [key, body] of this.#unsaid) {
        if (!(await say(body))) return;
        this.#unsaid.delete(key);
        const { store } = this.#modules;
        const record = await store.evidence.get(key);
        if (record !== undefined) {
          await store.write(store.evidence.putOps(key, { ...record, said: true }));
        }
      }
    } finally {
      this.#saying = false;
    }
  }

  /** A second proof of the same author is news only if the histories part earlier in it. */
  #isNews({ key, accused, seq }: Proven): boolean {
    if (this.#held.has(key) || this.#held.size >= EVIDENCE_MAX) return false;
    const lowest = this.#lowest.get(accused);
    return lowest === undefined || seq < lowest;
  }

  #take(proven: Proven, body: JsonObject, said: boolean): readonly Operation[] {
    const { accused, seq, key } = proven;
    const { authors, store, clock, log } = this.#modules;
    this.#note({ key, accused, seq });
    const calcond = Number(clock.nowNs() / CALCOND_NS);
    log.warn("an author signed two histories and is frozen", { author: accused, seq });
    const isFrozen = authors.isFrozen(accused, seq);
    const operations = authors.freeze(accused, seq);
    authors.readCommon(accused).catch((error: unknown) => {
      log.warn("the last common event could not be read", { error: String(error) });
    });
    if (!isFrozen) this.#listener.onFrozen?.(accused, seq);
    if (accused === this.#options.publicKey) this.#tellSelf();
    const record = { accused, seq, calcond, body: canonicalize(body), said };
    return [...operations, ...store.evidence.putOps(key, record)];
  }

  #note({ key, accused, seq }: Omit<Proven, "common">): void {
    this.#held.set(key, { accused, seq });
    this.#lowest.set(accused, Math.min(seq, this.#lowest.get(accused) ?? seq));
  }

  #tellSelf(): void {
    const { publicKey } = this.#options;
    const seq = this.#lowest.get(publicKey) ?? 0;
    const proof = this.evidenceOf(publicKey) ?? "";
    this.#listener.onSelfEquivocation?.(
      `there is proof of two histories under this node's key, from its event ${seq} on: ` +
        `both are signed by it (evidence ${proof})`,
    );
  }
}
