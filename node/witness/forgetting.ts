/**
 * Forgets bodies of others' events behind what a quorum has witnessed, where the operator wants it
 * and their author has said the next of their kind. Headers, signatures, tiles and checkpoints stay,
 * so every proof about such an event still holds.
 */
import { isObject, parseJson } from "../../protocol/encoding/json.js";
import { eventKind } from "../../protocol/mesh/kinds.js";
import { readHeader, type EventHeader } from "../../protocol/seal/event.js";
import type { Clock, Logger } from "../../protocol/ports.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import type { EventRecord } from "../../storage/records/records.js";
import type { Store } from "../../storage/store.js";
import type { Background } from "../runtime/background.js";
import type { WitnessedBook } from "./witnessedBook.js";

/** Between two runs: some two hours. */
const PERIOD_CALCONDS = 9_266;
const CALCONDS_OF_DAY = 111_197;
const HEADERS_AT_ONCE = 512;
/** Bodies forgotten in one run: their hashes are held in memory meanwhile. */
const FORGOTTEN_MAX = 50_000;
const DROPPED_AT_ONCE = 1_024;

/** The part of the spines' store that it reads and writes. */
export type ForgottenSpines = Pick<
  Store["spine"],
  "authors" | "headers" | "hasBody" | "bodies" | "bodyOps" | "dropBodiesOps"
>;

interface ForgettingModules {
  readonly store: Pick<Store, "write"> & { readonly spine: ForgottenSpines };
  readonly clock: Clock;
  readonly log: Logger;
  readonly book: Pick<WitnessedBook, "of">;
  /** Key of this node, whose own bodies are kept for ever. */
  readonly ownKey: string;
}

export class Forgetting {
  readonly #days: number;
  readonly #modules: ForgettingModules;
  /** By author: below it nothing is left that may be forgotten. */
  readonly #doneBelow = new Map<string, number>();
  #forgotten = 0;
  #bytes = 0;

  /** @param days 0: nothing is forgotten */
  constructor(days: number, modules: ForgettingModules) {
    this.#days = days;
    this.#modules = modules;
  }

  /** Bodies forgotten since the start, and their bytes. */
  get figures(): { readonly bodies: number; readonly bytes: number } {
    return { bodies: this.#forgotten, bytes: this.#bytes };
  }

  get task(): Background {
    return {
      name: "forgetting",
      when: { everyCalconds: PERIOD_CALCONDS },
      run: (signal) => this.run(signal),
    };
  }

  async run(signal: AbortSignal): Promise<"more" | "done"> {
    if (this.#days === 0) return "done";
    const { store, log } = this.#modules;
    const found = new Set<string>();
    const authors = (await store.spine.authors()).filter(
      (author) => author !== this.#modules.ownKey,
    );
    for (const author of authors) await this.#look(author, found, signal);
    const candidates = found.size;
    if (candidates === 0) return "done";
    const sizes = await this.#keepShared(found, signal);
    const hashes = [...found];
    for (let at = 0; at < hashes.length && !signal.aborted; at += DROPPED_AT_ONCE)
      await this.#drop(hashes.slice(at, at + DROPPED_AT_ONCE), sizes);
    log.info("bodies of old events of others were forgotten", { bodies: hashes.length });
    return candidates >= FORGOTTEN_MAX && !signal.aborted ? "more" : "done";
  }

  /** Finds bodies of one author that nothing rests on any more. */
  async #look(author: string, found: Set<string>, signal: AbortSignal): Promise<void> {
    const size = this.#modules.book.of(author)?.size ?? 0;
    const oldest = this.#oldest;
    /** The last of each kind that may be superseded: only the next of its kind shows that it is. */
    const last = new Map<string, EventHeader>();
    const from = this.#doneBelow.get(author) ?? 0;
    for await (const header of this.#headers(author, from, signal)) {
      if (header.seq >= size || header.calcond >= oldest || found.size >= FORGOTTEN_MAX) break;
      if (eventKind(header.kind)?.isSuperseded !== true) continue;
      const before = last.get(header.kind);
      last.set(header.kind, header);
      if (before !== undefined && (await this.#modules.store.spine.hasBody(before.body_hash)))
        found.add(before.body_hash);
    }
    // The last of each kind is looked at again: it is superseded when the next one comes.
    const open = [...last.values()].map(({ seq }) => seq);
    if (open.length > 0 && !signal.aborted) this.#doneBelow.set(author, Math.min(...open));
  }

  /**
   * Whoever says the same again, or says what another has said, still says it.
   * @returns how far each spine was looked through
   */
  async #keepShared(found: Set<string>, signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
    const { store, ownKey, book } = this.#modules;
    const oldest = this.#oldest;
    const sizes = new Map<string, number>();
    for (const author of await store.spine.authors()) {
      const size = author === ownKey ? 0 : (book.of(author)?.size ?? 0);
      const last = new Map<string, string>();
      for await (const { seq, calcond, kind, body_hash: hash } of this.#headers(
        author,
        0,
        signal,
      )) {
        const isOver = seq < size && calcond < oldest && eventKind(kind)?.isSuperseded === true;
        if (isOver) last.set(kind, hash);
        else found.delete(hash);
        sizes.set(author, seq + 1);
      }
      for (const hash of last.values()) found.delete(hash);
    }
    return sizes;
  }

  /** @param sizes how far spines are known to need none of the bodies */
  async #drop(hashes: readonly string[], sizes: ReadonlyMap<string, number>): Promise<void> {
    const { store } = this.#modules;
    const texts = await store.spine.bodies(hashes);
    await store.write(store.spine.dropBodiesOps(hashes));
    // Writes are in order: what was linked before this one is seen now, and what is linked behind
    // it brings its body.
    const again = new Set<string>();
    for (const author of await store.spine.authors())
      for await (const { body_hash: hash } of this.#headers(author, sizes.get(author) ?? 0))
        if (texts.has(hash)) again.add(hash);
    for (const hash of again) await store.write(store.spine.bodyOps(hash, texts.get(hash)!));
    for (const [hash, text] of texts) {
      if (again.has(hash)) continue;
      this.#forgotten += 1;
      this.#bytes += Buffer.byteLength(text);
    }
  }

  get #oldest(): number {
    const now = Number(this.#modules.clock.nowNs() / CALCOND_NS);
    return now - this.#days * CALCONDS_OF_DAY;
  }

  async *#headers(author: string, from: number, signal?: AbortSignal): AsyncGenerator<EventHeader> {
    for (let at = from; ; at += HEADERS_AT_ONCE) {
      if (signal?.aborted === true) return;
      const records = await this.#modules.store.spine.headers(author, at, HEADERS_AT_ONCE);
      for (const record of records) {
        const header = headerOf(record);
        if (header !== null) yield header;
      }
      if (records.length < HEADERS_AT_ONCE) return;
    }
  }
}

function headerOf({ header }: EventRecord): EventHeader | null {
  const read = parseJson(header);
  return read.ok && isObject(read.value) ? readHeader(read.value) : null;
}
