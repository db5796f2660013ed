/** Receipts by id: this node's own, those it has fetched before, and those a peer can hand over. */
import { parseJson } from "../../protocol/encoding/json.js";
import { fromHex, toHex } from "../../protocol/encoding/hex.js";
import { instantOf } from "../../protocol/math/modulation.js";
import type { Clock, Crypto, JsonValue } from "../../protocol/ports.js";
import { windowTree } from "../../protocol/seal/merkle.js";
import { verifyReceiptStructure } from "../../protocol/seal/receipt.js";
import { readRowBlocks, type RowBlocks } from "../../protocol/table/blocks.js";
import type { EnvelopeWindow, ReceiptPlace, Visibility } from "../../storage/records/records.js";
import type { FoundEnvelope } from "../../storage/repositories/envelopes.js";
import type { Funding } from "../../protocol/seal/envelope.js";
import type { Sealed } from "../sealing/answerText.js";
import { restoreReceipt, restoreSeal } from "../sealing/envelopeText.js";
import type { OwnSpine } from "../spine/ownSpine.js";
import type { Store } from "../../storage/store.js";

export interface FoundReceipt {
  /** Canonical JSON of {envelope, inputs, proof, public_key}. */
  readonly text: string;
  readonly visibility: Visibility;
  /** Account that computed it here; null for one that came from a peer. */
  readonly account: string | null;
  /** Where it is kept here; null for one that came from a peer. */
  readonly place: ReceiptPlace | null;
}

/** Envelopes of one `seal` event, as their answers said of them. */
export interface FoundWindow {
  /** Whose event it is, hex. */
  readonly publicKey: string;
  readonly count: number;
  /** @throws CorruptRecordError */
  at(index: number): Sealed & {
    readonly funding: Funding;
    readonly visibility: Visibility;
  };
}

/** Asks connected peers for the bytes of a shared receipt; null when none has it. */
type FetchReceipt = (id: string) => Promise<string | null>;

interface ReceiptModules {
  readonly clock: Clock;
  readonly crypto: Crypto;
  readonly store: Store;
  /** Ed25519 key of this node, hex. */
  readonly publicKey: string;
  /** Where windows were sealed; absent where the node had one key only. */
  readonly spine?: Pick<OwnSpine, "placeOf">;
  /** HMAC key of calcProof, which is derived anew from the id. */
  readonly proofKey: Uint8Array;
}

export class Receipts {
  readonly #clock: Clock;
  readonly #crypto: Crypto;
  readonly #store: Store;
  readonly #placeOf: OwnSpine["placeOf"];
  readonly #proofKey: Uint8Array;
  #fetch: FetchReceipt = async () => null;

  constructor({ clock, crypto, publicKey, spine, store, proofKey }: ReceiptModules) {
    this.#clock = clock;
    this.#proofKey = proofKey;
    this.#crypto = crypto;
    this.#store = store;
    this.#placeOf = (window) => spine?.placeOf(window) ?? { author: publicKey, seq: window };
  }

  /** The mesh is built after this service and hands in its way to ask peers. */
  useFetch(fetch: FetchReceipt): void {
    this.#fetch = fetch;
  }

  /**
   * A receipt this node sealed, or null. @throws CorruptRecordError: damaged bytes are never
   * served.
   */
  async own(id: string): Promise<FoundReceipt | null> {
    const found = await this.#store.envelopes.byId(id);
    if (found === undefined) return null;
    return {
      text: await this.#withProof(found),
      visibility: found.envelope.visibility,
      account: found.envelope.account,
      place: { window: found.window, index: found.index },
    };
  }

  /** Data kept of a table that was sealed here, to prove single rows; null for any other. */
  async rowBlocks(id: string): Promise<RowBlocks | null> {
    const bytes = await this.#store.rowRoots.get(id);
    return bytes === undefined ? null : readRowBlocks(bytes);
  }

  /** What anyone may fetch of this node: own receipts that are shared. */
  async shared(id: string): Promise<string | null> {
    const found = await this.own(id);
    return found !== null && found.visibility === "shared" ? found.text : null;
  }

  /**
   * Held here, or fetched from a peer; who fetches keeps it, within the bounds of what is kept for
   * others.
   */
  async find(id: string): Promise<FoundReceipt | null> {
    const own = await this.own(id);
    if (own !== null) return own;
    const kept = await this.#store.blobs.get(id);
    if (kept !== undefined) return { text: kept, visibility: "shared", account: null, place: null };
    const fetched = await this.#fetch(id);
    if (fetched === null || !this.isReceipt(id, fetched)) return null;
    return { text: fetched, visibility: "shared", account: null, place: null };
  }

  /**
   * Whether bytes from a peer are at least a sound receipt of this id: what is kept for others may
   * be of any engine. Its value is checked when somebody relies on it.
   */
  isReceipt(id: string, text: string): boolean {
    const read = parseJson(text);
    if (!read.ok) return false;
    const nowCalcond = instantOf(this.#clock.nowNs()).calcond;
    return (
      verifyReceiptStructure(this.#crypto, read.value, { id, nowCalcond }).verdict !== "invalid"
    );
  }

  /** @throws CorruptRecordError when the record does not give the receipt's own id. */
  #restored(siblings: EnvelopeWindow, index: number): string {
    return restoreReceipt({ crypto: this.#crypto, proofKey: this.#proofKey }, siblings, index);
  }

  /** Envelopes that were sealed with one event, or null. @throws CorruptRecordError */
  async window(window: number): Promise<FoundWindow | null> {
    const siblings = await this.#store.envelopes.window(window);
    if (siblings === undefined) return null;
    const { author, proofAt } = await this.#proofs(window, siblings);
    const modules = { crypto: this.#crypto, proofKey: this.#proofKey };
    return {
      publicKey: author,
      count: siblings.length,
      at: (index) => ({
        ...restoreSeal(modules, siblings, index),
        proof: proofAt(index),
        visibility: siblings[index]!.visibility,
      }),
    };
  }

  async #withProof({ siblings, window, index }: FoundEnvelope): Promise<string> {
    const { author, proofAt } = await this.#proofs(window, siblings);
    return `${this.#restored(siblings, index)},"proof":${proofAt(index)},"public_key":"${author}"}`;
  }

  /** Paths and signature of a window, and who signed it. */
  async #proofs(
    window: number,
    siblings: EnvelopeWindow,
  ): Promise<{ readonly author: string; readonly proofAt: (index: number) => string }> {
    const { author, seq } = this.#placeOf(window);
    const event = await this.#store.spine.event(author, seq);
    if (event === undefined) throw new Error(`seal event ${window} of this node is missing`);
    const tree = windowTree(
      this.#crypto,
      siblings.map((sibling) => fromHex(sibling.id)!),
    );
    const { header, sig } = event;
    return {
      author,
      proofAt: (index) =>
        `{"count":${siblings.length},"header":${header},"index":${index},` +
        `"path":${JSON.stringify(tree.path(index).map(toHex))},"sig":"${sig}"}`,
    };
  }
}

const RECEIPT_ID = /^[0-9a-f]{64}$/;
/** What a short answer says beside its receipt's id. */
const STATED = ["value", "unit", "uncertainty"] as const;

/** A short answer, of which the receipt has the rest; null for anything else. */
export function shortAnswer(
  held: Readonly<Record<string, unknown>>,
): { readonly id: string; readonly stated: Readonly<Record<string, unknown>> } | null {
  const { receipt_id: id, ...stated } = held;
  const names = Object.keys(stated);
  const isShort = names.length > 0 && names.every((name) => STATED.some((one) => one === name));
  return isShort && typeof id === "string" && RECEIPT_ID.test(id) ? { id, stated } : null;
}

/**
 * The receipt id that a bare `{receipt_id}` asks about, or null when more than an id was
 * sent.
 */
export function bareReceiptId(held: JsonValue | Readonly<Record<string, unknown>>): string | null {
  if (typeof held !== "object" || held === null || Array.isArray(held)) return null;
  const members = held as Readonly<Record<string, unknown>>;
  const { receipt_id: id } = members;
  return Object.keys(members).length === 1 && typeof id === "string" ? id : null;
}
