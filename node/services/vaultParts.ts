/** Lists of tokens in parts that one batch takes. A long list goes to the disk while it is gathered, part by part. */
import { createHash, type Hash } from "node:crypto";
import { TOKEN_ID_BYTES, tokenListTag } from "../../protocol/economy/transferOrder.js";
import type { FoundTokens } from "../../storage/repositories/vault.js";
import type { Store } from "../../storage/store.js";

/** Ids of 32 bytes, ascending. */
export interface TokenList {
  readonly count: number;
  /** SHA-256 over all of them, hex. */
  readonly listHash: string;
  /** The only part of a list that one batch takes; of a longer one the parts are on the disk, numbered from 1. */
  readonly only: Uint8Array | null;
  readonly parts: number;
}

export class PartWriter {
  readonly #store: Store;
  readonly #intent: string;
  readonly #partBytes: number;
  readonly #hash: Hash = createHash("sha256").update(tokenListTag());
  #filling: Buffer;
  #filled = 0;
  #first: Uint8Array | null = null;
  #parts = 0;
  #count = 0;

  /** @param intent name under which parts are kept */
  constructor(store: Store, intent: string, tokensMax: number) {
    this.#partBytes = tokensMax * TOKEN_ID_BYTES;
    this.#filling = Buffer.allocUnsafe(this.#partBytes);
    this.#store = store;
    this.#intent = intent;
  }

  /** @param id above all before it */
  async add(id: Uint8Array): Promise<void> {
    if (this.#filled === this.#partBytes) await this.#finishPart();
    this.#filling.set(id, this.#filled);
    this.#filled += TOKEN_ID_BYTES;
    this.#count += 1;
  }

  async addFound({ leaf, places }: FoundTokens): Promise<void> {
    for (const place of places) {
      if (this.#filled === this.#partBytes) await this.#finishPart();
      this.#filling.set(leaf.idAt(place), this.#filled);
      this.#filled += TOKEN_ID_BYTES;
    }
    this.#count += places.length;
  }

  async end(): Promise<TokenList> {
    await this.#finishPart();
    return { count: this.#count, listHash: this.#hash.digest("hex"), only: this.#first, parts: this.#parts };
  }

  async #finishPart(): Promise<void> {
    if (this.#filled === 0 && this.#parts > 0) return;
    const part = this.#filling.subarray(0, this.#filled);
    this.#filling = Buffer.allocUnsafe(this.#partBytes);
    this.#filled = 0;
    this.#hash.update(part);
    this.#parts += 1;
    if (this.#parts === 1) {
      this.#first = part;
      return;
    }
    const { vaultOrders } = this.#store;
    const first = this.#first === null ? [] : vaultOrders.partOps(this.#intent, 1, this.#first);
    this.#first = null;
    await this.#store.write([...first, ...vaultOrders.partOps(this.#intent, this.#parts, part)]);
  }
}
