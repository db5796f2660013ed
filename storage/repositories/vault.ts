/**
 * Who holds which envelope now. An account's tokens are leaves by the first two bytes of their ids, in the order of the
 * ids; counts above them find any place. Windows just sealed are taken in by whoever looks, with a cursor.
 */
import { buckets } from "../buckets.js";
import { CorruptRecordError } from "../errors.js";
import type { Operation } from "../kv.js";
import { put, read, readMany, scan } from "../table.js";
import type { Reader } from "../table.js";
import { Counts } from "../vault/counts.js";
import { EMPTY_VAULT, ROOT_PATH, VaultEdit, type VaultHead } from "../vault/edit.js";
import type { Leaf } from "../vault/leaf.js";
import { FOLDER_WIDTH, MAIN_WIDTH, viewOf, type SetView, type VaultSet } from "../vault/sets.js";

const BYTES = 256;

/** Places of tokens in one leaf. */
export interface FoundTokens {
  /** First two bytes of their ids. */
  readonly prefix: number;
  readonly leaf: Leaf;
  readonly places: readonly number[];
}

export class VaultRepository {
  readonly #store: Reader;

  constructor(store: Reader) {
    this.#store = store;
  }

  async head(account: string): Promise<VaultHead> {
    return await read(this.#store, buckets.vault, account) ?? EMPTY_VAULT;
  }

  /** All accounts with a vault. */
  heads(): AsyncIterable<readonly [account: string, head: VaultHead]> {
    return scan(this.#store, buckets.vault);
  }

  headOps(account: string, head: VaultHead): readonly Operation[] {
    return [put(buckets.vault, account, head)];
  }

  edit(account: string, head: VaultHead): VaultEdit {
    return new VaultEdit(this.#store, account, head);
  }

  async leaf(account: string, prefix: number): Promise<Leaf | undefined> {
    return read(this.#store, buckets.leaf, [account, prefix]);
  }

  /** All leaves of an account, in order. */
  async *leaves(account: string): AsyncGenerator<readonly [prefix: number, leaf: Leaf]> {
    const range = { gte: [account, 0], lt: [account, 0xffff] } as const;
    for await (const [[, prefix], leaf] of scan(this.#store, buckets.leaf, range)) yield [prefix, leaf];
    const last = await this.leaf(account, 0xffff);
    if (last !== undefined) yield [0xffff, last];
  }

  /** Names of the folders that hold something, with their counts, by name. */
  async folders(account: string): Promise<readonly { readonly folder: string; readonly count: number }[]> {
    const found: { readonly folder: string; readonly count: number }[] = [];
    // Names are ordered by their length first: the account's end is past the longest that fits.
    for await (const [[owner, folder], { count }] of scan(this.#store, buckets.folder, { gte: [account, ""] })) {
      if (owner !== account) break;
      found.push({ folder, count });
    }
    return found.sort((a, b) => (a.folder < b.folder ? -1 : a.folder > b.folder ? 1 : 0));
  }

  /** Tokens of a set whose ids are below 32 bytes. */
  async rank(account: string, set: VaultSet, id: Uint8Array): Promise<number> {
    const view = viewOf(set);
    const [first, second] = [id[0]!, id[1]!];
    const [root, branch] = await this.#counts(account, view, [ROOT_PATH, first + 1]);
    let rank = 0;
    for (let byte = 0; byte < first; byte += 1) rank += view.count(root!, byte);
    if (view.count(root!, first) === 0) return rank;
    for (let byte = 0; byte < second; byte += 1) rank += view.count(branch!, byte);
    if (view.count(branch!, second) === 0) return rank;
    const leaf = await this.leaf(account, first * BYTES + second);
    const end = leaf?.lowerBound(id) ?? 0;
    for (let i = 0; i < end; i += 1) if (view.holds(leaf!, i)) rank += 1;
    return rank;
  }

  /** How many tokens a set has. */
  async size(account: string, set: VaultSet): Promise<number> {
    const view = viewOf(set);
    const [root] = await this.#counts(account, view, [ROOT_PATH]);
    let size = 0;
    for (let byte = 0; byte < BYTES; byte += 1) size += view.count(root!, byte);
    return size;
  }

  /**
   * Tokens of a set in the order of their ids, leaf by leaf.
   * @param from, count  places in the set
   * @throws CorruptRecordError where a leaf does not hold what is counted
   */
  async *walk(account: string, set: VaultSet, from: number, count: number): AsyncGenerator<FoundTokens> {
    const view = viewOf(set);
    const [root] = await this.#counts(account, view, [ROOT_PATH]);
    let [skip, left] = [from, count];
    for (let first = 0; first < BYTES && left > 0; first += 1) {
      const below = view.count(root!, first);
      if (skip >= below) {
        skip -= below;
        continue;
      }
      const [branch] = await this.#counts(account, view, [first + 1]);
      const [prefixes, skipped] = wanted(view, branch!, first, skip, left);
      skip -= skipped;
      for (const found of await this.#found(account, view, prefixes)) {
        const places = found.places.slice(skip, skip + left);
        skip = 0;
        left -= places.length;
        yield { ...found, places };
      }
    }
  }

  async #found(account: string, view: SetView, prefixes: readonly number[]): Promise<readonly FoundTokens[]> {
    const leaves = await readMany(this.#store, buckets.leaf, prefixes.map((prefix) => [account, prefix] as const));
    return leaves.map((leaf, i) => {
      const prefix = prefixes[i]!;
      const places: number[] = [];
      for (let at = 0; at < (leaf?.size ?? 0); at += 1) if (view.holds(leaf!, at)) places.push(at);
      if (leaf === undefined || places.length === 0) {
        throw new CorruptRecordError(buckets.leaf.name, `${account}/${prefix}`, "it lacks tokens that are counted");
      }
      return { prefix, leaf, places };
    });
  }

  async #counts(account: string, view: SetView, paths: readonly number[]): Promise<readonly Counts[]> {
    const keys = paths.map((path) => [[account, view.counts], path] as const);
    const found = await readMany(this.#store, buckets.counts, keys);
    return found.map((counts) => counts ?? new Counts(view.counts === "" ? MAIN_WIDTH : FOLDER_WIDTH));
  }

  /** Windows in which an account's envelopes were sealed, from one on: their positions in each. */
  async *minted(account: string, from: number): AsyncGenerator<readonly [window: number, positions: readonly number[]]> {
    const range = { gte: [account, from], lt: [account, Number.MAX_SAFE_INTEGER] } as const;
    for await (const [[, window], positions] of scan(this.#store, buckets.own, range)) yield [window, positions];
  }
}

/** Leaves below one first byte that hold the places from `skip` on, and how many places stand before them. */
function wanted(
  view: SetView, branch: Counts, first: number, skip: number, left: number,
): readonly [prefixes: readonly number[], skipped: number] {
  const prefixes: number[] = [];
  let [skipped, gathered] = [0, 0];
  for (let second = 0; second < BYTES && gathered < skip - skipped + left; second += 1) {
    const count = view.count(branch, second);
    if (count === 0) continue;
    if (prefixes.length === 0 && skip - skipped >= count) skipped += count;
    else {
      prefixes.push(first * BYTES + second);
      gathered += count;
    }
  }
  return [prefixes, skipped];
}
