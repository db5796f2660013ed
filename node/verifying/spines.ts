/** Signed events of all authors, read in the order of their keys: ids, links, bodies, signatures. */
import { parseJson } from "../../protocol/encoding/json.js";
import { eventId, NO_HASH, readHeader, verifyEventSignature } from "../../protocol/seal/event.js";
import type { Crypto } from "../../protocol/ports.js";
import { SEAL_KIND } from "../../protocol/seal/window.js";
import type { EventRecord, SpineTip } from "../../storage/records/records.js";
import type { EndedOwnKey } from "../spine/ownKeys.js";
import type { Findings } from "./findings.js";

/** The last event of an author that was read. */
interface End {
  next: number;
  id: string;
  /** Its tip was read. */
  isTipped: boolean;
}

export interface SealBody {
  readonly count: number;
  /** Root of the tree over the envelopes, hex. */
  readonly root: string;
}

export class SpinesCheck {
  readonly #crypto: Crypto;
  readonly #own: string | null;
  /** Number of the window that the first event of an own spine would seal, by its key. */
  readonly #firstWindows = new Map<string, number>();
  readonly #findings: Findings;
  readonly #ends = new Map<string, End>();
  /** Body hash of an own seal event -> its number; several bodies may be alike. */
  readonly #sealsByBody = new Map<string, number[]>();
  readonly #seals = new Map<number, SealBody>();
  events = 0;

  /** @param own author whose seal events cover the envelopes */
  constructor(crypto: Crypto, own: string | null, findings: Findings) {
    this.#crypto = crypto;
    if (own !== null) this.#firstWindows.set(own, 0);
    this.#own = own;
    this.#findings = findings;
  }

  /** Keys that the node had before: windows are numbered over the spines of all. */
  useEndedKeys(ended: readonly EndedOwnKey[]): void {
    let first = 0;
    for (const { key, size } of ended) {
      this.#firstWindows.set(key, first);
      first += size;
    }
    if (this.#own !== null) this.#firstWindows.set(this.#own, first);
  }

  get authors(): number {
    return this.#ends.size;
  }

  event([author, seq]: readonly [string, number], record: EventRecord): void {
    this.events += 1;
    const place = `${author} ${seq}`;
    const fault = (text: string): void => this.#findings.add("ev", place, text);
    const end = this.#ends.get(author) ?? { next: 0, id: NO_HASH, isTipped: false };
    this.#ends.set(author, end);
    if (seq !== end.next) fault(`the event before it is missing: ${end.next} expected`);
    const isLinked = seq === end.next;
    const before = end.id;
    end.next = seq + 1;
    end.id = record.id;
    const read = parseJson(record.header);
    const header = read.ok ? readHeader(read.value) : null;
    if (header === null) return fault("its header is none");
    if (header.author !== author || header.seq !== seq) fault("its header names another event");
    if (eventId(this.#crypto, record.header) !== record.id)
      fault("its id is not that of its header");
    if (isLinked && header.prev !== before) fault("it is not linked to the event before it");
    if (header.body_hash !== record.bodyHash) fault("its header names another body");
    if (!verifyEventSignature(this.#crypto, author, record.header, record.sig))
      fault("its signature is not its author's");
    const first = this.#firstWindows.get(author);
    if (first === undefined || header.kind !== SEAL_KIND) return;
    const window = first + seq;
    const seals = this.#sealsByBody.get(record.bodyHash);
    if (seals === undefined) this.#sealsByBody.set(record.bodyHash, [window]);
    else seals.push(window);
  }

  body(hash: string, text: string): void {
    if (this.#crypto.sha256Hex(text) !== hash)
      return this.#findings.add("body", hash, "its hash is another one");
    const seals = this.#sealsByBody.get(hash);
    if (seals === undefined) return;
    this.#sealsByBody.delete(hash);
    const body = sealBody(text);
    if (body === null) return this.#findings.add("body", hash, "it is no body of a seal event");
    for (const seq of seals) this.#seals.set(seq, body);
  }

  /** Bodies of the own seal events are kept for ever: who has none has lost it. */
  bodiesEnd(): void {
    for (const [hash, seals] of this.#sealsByBody)
      this.#findings.add("body", hash, `the body of seal event ${seals[0]} is missing`);
    this.#sealsByBody.clear();
  }

  tip(author: string, { id, seq }: SpineTip): void {
    const end = this.#ends.get(author);
    if (end !== undefined) end.isTipped = true;
    if (end?.next !== seq + 1 || end.id !== id)
      this.#findings.add("tip", author, `the spine does not end with event ${seq}`);
  }

  end(): void {
    for (const [author, { isTipped }] of this.#ends)
      if (!isTipped) this.#findings.add("tip", author, "it is missing, and events are there");
  }

  /** What a seal event says of its window; taken away, so that what is left has no window. */
  takeSeal(seq: number): SealBody | undefined {
    const seal = this.#seals.get(seq);
    this.#seals.delete(seq);
    return seal;
  }

  /** Seal events whose envelopes were not there. */
  get windowless(): ReadonlySet<number> {
    return new Set(this.#seals.keys());
  }

  /** The last event of an author. */
  endOf(author: string): { readonly seq: number; readonly id: string } | null {
    const end = this.#ends.get(author);
    return end === undefined ? null : { seq: end.next - 1, id: end.id };
  }
}

function sealBody(text: string): SealBody | null {
  const read = parseJson(text);
  if (!read.ok || typeof read.value !== "object" || read.value === null) return null;
  if (Array.isArray(read.value)) return null;
  const { count, root } = read.value as { readonly count?: unknown; readonly root?: unknown };
  return typeof count === "number" && typeof root === "string" ? { count, root } : null;
}
