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

  /** Tokens of a set in the order of their ids, leaf by leaf. @param from, count  places in the set */
  walk(account: string, set: VaultSet, from: number, count: number): AsyncGenerator<FoundTokens> {
    return this.pick(account, set, places(from, from + count));
  }

  /**
   * Tokens at places of a set, leaf by leaf: what stands between them is not read.
   * @param wanted places, ascending; those past the end give nothing
   * @throws CorruptRecordError where a leaf does not hold what is counted
   */
  async *pick(account: string, set: VaultSet, wanted: Iterable<number>): AsyncGenerator<FoundTokens> {
    const view = viewOf(set);
    const [root] = await this.#counts(account, view, [ROOT_PATH]);
    const left = new Ascending(wanted);
    let before = 0;
    for (let first = 0; first < BYTES && left.head !== null; first += 1) {
      const below = view.count(root!, first);
      if (left.head >= before + below) {
        before += below;
        continue;
      }
      const [branch] = await this.#counts(account, view, [first + 1]);
      const prefixes: number[] = [];
      const chosen: (readonly number[])[] = [];
      for (let second = 0; second < BYTES && left.head !== null; second += 1) {
        const count = view.count(branch!, second);
        const here = left.below(before + count);
        if (here.length > 0) {
          prefixes.push(first * BYTES + second);
          chosen.push(here.map((place) => place - before));
        }
        before += count;
      }
      yield* await this.#found(account, view, prefixes, chosen);
    }
  }

  async #found(
    account: string, view: SetView, prefixes: readonly number[], chosen: readonly (readonly number[])[],
  ): Promise<readonly FoundTokens[]> {
    const leaves = await readMany(this.#store, buckets.leaf, prefixes.map((prefix) => [account, prefix] as const));
    return leaves.map((leaf, n) => {
      const prefix = prefixes[n]!;
      const held: number[] = [];
      for (let i = 0; i < (leaf?.size ?? 0); i += 1) if (view.holds(leaf!, i)) held.push(i);
      const found = chosen[n]!.flatMap((place) => held[place] ?? []);
      if (leaf === undefined || found.length < chosen[n]!.length) {
        throw new CorruptRecordError(buckets.leaf.name, `${account}/${prefix}`, "it lacks tokens that are counted");
      }
      return { prefix, leaf, places: found };
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

function* places(from: number, to: number): Generator<number, undefined> {
  for (let place = from; place < to; place += 1) yield place;
}

/** Numbers that come one after the other, the next one in view. */
class Ascending {
  readonly #numbers: Iterator<number>;
  head: number | null;

  constructor(numbers: Iterable<number>) {
    this.#numbers = numbers[Symbol.iterator]();
    this.head = this.#next();
  }

  /** Takes those below a limit. */
  below(limit: number): readonly number[] {
    const taken: number[] = [];
    while (this.head !== null && this.head < limit) {
      taken.push(this.head);
      this.head = this.#next();
    }
    return taken;
  }

  #next(): number | null {
    const { value, done } = this.#numbers.next();
    return done === true ? null : value;
  }
}
