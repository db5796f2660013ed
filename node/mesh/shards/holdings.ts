/** The shared receipts that this node holds, with the bounds of what it keeps for others. */
import { fromHex, isHex, toHex } from "../../../protocol/encoding/hex.js";
import { parseJson, isObject } from "../../../protocol/encoding/json.js";
import { KEPT_RECEIPTS_BYTES_MAX, KEPT_RECEIPTS_MAX } from "../../../protocol/limits.js";
import { SHARD_COUNT, shardOf } from "../../../protocol/placement/shards.js";
import type { Crypto } from "../../../protocol/ports.js";
import { leafHash, merkleRoot } from "../../../protocol/seal/merkle.js";
import type { HeldReceipt } from "../../../storage/records/records.js";
import type { Store } from "../../../storage/store.js";

/** No node may fill more than a quarter of what others keep. */
const SIGNER_SHARE = 4;
const PAGE = 1_024;
const FIRST_ID = "0".repeat(64);

interface HoldingsModules {
  readonly crypto: Pick<Crypto, "sha256" | "sha256Hex">;
  readonly store: Pick<Store, "shards" | "write">;
  /** Whose receipts are kept: keys cost nothing, so bounds for each alone would bound nobody. */
  readonly accepts?: (signer: string) => boolean;
}

interface Amount {
  count: number;
  bytes: number;
}

export interface HoldingsBounds {
  readonly countMax: number;
  readonly bytesMax: number;
}

const BOUNDS: HoldingsBounds = { countMax: KEPT_RECEIPTS_MAX, bytesMax: KEPT_RECEIPTS_BYTES_MAX };

export class Holdings {
  readonly #modules: HoldingsModules;
  readonly #bounds: HoldingsBounds;
  readonly #kept: Amount = { count: 0, bytes: 0 };
  readonly #bySigner = new Map<string, Amount>();
  /** Receipts in each shard, own and kept. */
  readonly #counts = new Uint32Array(SHARD_COUNT);
  readonly #roots: (string | null)[] = Array.from({ length: SHARD_COUNT }, () => null);
  readonly #versions = new Uint32Array(SHARD_COUNT);
  readonly #keeping = new Map<string, Promise<boolean>>();
  #spare: readonly number[] = [];

  constructor(modules: HoldingsModules, bounds: HoldingsBounds = BOUNDS) {
    this.#modules = modules;
    this.#bounds = bounds;
  }

  async load(): Promise<void> {
    for await (const [[shard], { bytes, signer }] of this.#modules.store.shards.scan()) {
      this.#counts[shard]! += 1;
      if (signer !== null) this.#count(signer, 1, bytes);
    }
  }

  /** Shards kept for others. */
  get kept(): Readonly<Amount> {
    return this.#kept;
  }

  /** Receipts held of a shard, own and kept. */
  count(shard: number): number {
    return this.#counts[shard]!;
  }

  /** Another number after each change of what is held of a shard. */
  version(shard: number): number {
    return this.#versions[shard]!;
  }

  async has(id: string): Promise<boolean> {
    const { crypto, store } = this.#modules;
    return (await store.shards.held(shardOf(crypto, id), id)) !== undefined;
  }

  /** Own receipts were sealed: they are in the store already. */
  noteOwn(ids: readonly string[]): void {
    for (const id of ids) this.#changed(shardOf(this.#modules.crypto, id), 1);
  }

  /** Shards whose kept receipts may be given up when there is no room. */
  setSpare(shards: readonly number[]): void {
    this.#spare = shards;
  }

  /** Ids from one on, ascending, at most 1,024. */
  async page(shard: number, from = FIRST_ID): Promise<readonly string[]> {
    const entries = await this.#modules.store.shards.page(shard, from, PAGE);
    return entries.map(([id]) => id);
  }

  /** All ids of a shard, ascending. */
  async ids(shard: number): Promise<readonly string[]> {
    const ids: string[] = [];
    for (let from = FIRST_ID; ;) {
      const page = await this.page(shard, from);
      ids.push(...page);
      const last = page.at(-1);
      if (page.length < PAGE || last === undefined) return ids;
      from = nextId(last);
    }
  }

  /** RFC 6962 root in hex over the ids of a shard, ascending. */
  async root(shard: number): Promise<string> {
    const known = this.#roots[shard];
    if (typeof known === "string") return known;
    const { crypto } = this.#modules;
    const version = this.#versions[shard];
    const leaves = (await this.ids(shard)).map((id) => leafHash(crypto, fromHex(id)!));
    const root = toHex(merkleRoot(crypto, leaves));
    // What came in meanwhile is not in it.
    if (version === this.#versions[shard]) this.#roots[shard] = root;
    return root;
  }

  /** RFC 6962 root in hex over the roots of these shards, in the order given. */
  async rootOf(shards: readonly number[]): Promise<string> {
    const { crypto } = this.#modules;
    const leaves: Uint8Array[] = [];
    for (const shard of shards) leaves.push(leafHash(crypto, fromHex(await this.root(shard))!));
    return toHex(merkleRoot(crypto, leaves));
  }

  /**
   * Keeps a receipt of another node, whose bytes were checked against its id.
   * @returns false when there is no room
   */
  keep(id: string, text: string): Promise<boolean> {
    const running = this.#keeping.get(id);
    if (running !== undefined) return running;
    const work = this.#keep(id, text).finally(() => {
      this.#keeping.delete(id);
    });
    this.#keeping.set(id, work);
    return work;
  }

  async #keep(id: string, text: string): Promise<boolean> {
    const { crypto, store } = this.#modules;
    const shard = shardOf(crypto, id);
    if ((await store.shards.held(shard, id)) !== undefined) return true;
    const signer = signerOf(text);
    const bytes = Buffer.byteLength(text);
    if (signer === null || !this.#mayKeep(signer, bytes)) return false;
    if (!this.#fits(bytes)) await this.#makeRoom(bytes);
    if (!this.#fits(bytes)) return false;
    // Counted before it is written: others are being kept at the same time.
    this.#count(signer, 1, bytes);
    try {
      await store.write(store.shards.keptOps(shard, id, text, { bytes, signer }));
    } catch (error) {
      // Reported as failed, it may be kept all the same.
      if ((await store.shards.held(shard, id)) === undefined) this.#count(signer, -1, -bytes);
      else this.#changed(shard, 1);
      throw error;
    }
    this.#changed(shard, 1);
    return true;
  }

  #fits(bytes: number): boolean {
    const { countMax, bytesMax } = this.#bounds;
    return this.#kept.count < countMax && this.#kept.bytes + bytes <= bytesMax;
  }

  #mayKeep(signer: string, bytes: number): boolean {
    if (this.#modules.accepts?.(signer) === false) return false;
    const { count, bytes: held } = this.#bySigner.get(signer) ?? { count: 0, bytes: 0 };
    const { countMax, bytesMax } = this.#bounds;
    return count < countMax / SIGNER_SHARE && held + bytes <= bytesMax / SIGNER_SHARE;
  }

  /** Gives up what other nodes were seen to hold. */
  async #makeRoom(bytes: number): Promise<void> {
    for (const shard of this.#spare) {
      for (let from = FIRST_ID; !this.#fits(bytes);) {
        const page = await this.#modules.store.shards.page(shard, from, PAGE);
        for (const [id, held] of page) {
          if (held.signer !== null && !this.#fits(bytes)) await this.#drop(shard, id, held);
        }
        const last = page.at(-1);
        if (page.length < PAGE || last === undefined) break;
        from = nextId(last[0]);
      }
    }
  }

  async #drop(shard: number, id: string, { bytes, signer }: HeldReceipt): Promise<void> {
    const { store } = this.#modules;
    await store.write(store.shards.dropKeptOps(shard, id));
    if (signer !== null) this.#count(signer, -1, -bytes);
    this.#changed(shard, -1);
  }

  #count(signer: string, count: number, bytes: number): void {
    const amount = this.#bySigner.get(signer) ?? { count: 0, bytes: 0 };
    for (const sum of [amount, this.#kept]) {
      sum.count += count;
      sum.bytes += bytes;
    }
    if (amount.count === 0) this.#bySigner.delete(signer);
    else this.#bySigner.set(signer, amount);
  }

  #changed(shard: number, count: number): void {
    this.#counts[shard]! += count;
    this.#versions[shard]! += 1;
    this.#roots[shard] = null;
  }
}

function signerOf(text: string): string | null {
  const read = parseJson(text);
  if (!read.ok || !isObject(read.value)) return null;
  const { public_key: key } = read.value;
  return isHex(key, 32) ? key : null;
}

/** The least id above one; of the last one itself. */
export function nextId(id: string): string {
  const next = (BigInt(`0x${id}`) + 1n).toString(16).padStart(64, "0");
  return next.length > 64 ? id : next;
}
