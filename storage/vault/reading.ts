/**
 * What a vault holds. An account's tokens are leaves by the first two bytes of their ids, in the
 * order of the ids; counts above them find any place.
 */
import type { Reader } from "../kv/table.js";
import { ROOT_PATH } from "./countChanges.js";
import type { Counts } from "../records/vault/counts.js";
import type { Leaf } from "../records/vault/leaf.js";
import { lacking, readCounts, readLeaves, type CountsSource } from "./places.js";
import { viewOf, type SetView, type VaultSet } from "./sets.js";
import type { FoundTokens } from "./sweep.js";

const BYTES = 256;
/** Groups of leaves that are read while one is worked on. */
const AHEAD_GROUPS = 3;

export class VaultReading {
  readonly #store: Reader;
  readonly #countsOf: CountsSource;

  constructor(
    store: Reader,
    countsOf: CountsSource = (account, set, paths) => readCounts(store, account, set, paths),
  ) {
    this.#store = store;
    this.#countsOf = countsOf;
  }

  /** @throws CorruptRecordError where a leaf that is counted is missing */
  async leaf(account: string, prefix: number): Promise<Leaf | undefined> {
    const [below] = await this.#countsOf(account, "", [(prefix >>> 8) + 1]);
    const [found] = await readLeaves(this.#store, account, [prefix], () => below!);
    return found?.leaf;
  }

  /** Tokens of a set whose ids are below 32 bytes. */
  async rank(account: string, set: VaultSet, id: Uint8Array): Promise<number> {
    const view = viewOf(set);
    const [first, second] = [id[0]!, id[1]!];
    const [root, branch] = await this.#countsOf(account, view.counts, [ROOT_PATH, first + 1]);
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
    const [root] = await this.#countsOf(account, view.counts, [ROOT_PATH]);
    let size = 0;
    for (let byte = 0; byte < BYTES; byte += 1) size += view.count(root!, byte);
    return size;
  }

  /**
   * Tokens of a set in the order of their ids, in groups of leaves. @param from, count  places in
   * the set
   */
  walk(
    account: string,
    set: VaultSet,
    from: number,
    count: number,
  ): AsyncGenerator<readonly FoundTokens[]> {
    return this.pick(account, set, places(from, from + count));
  }

  /**
   * Tokens at places of a set, in groups of leaves: what stands between them is not read.
   * @param wanted places, ascending; those past the end give nothing
   * @throws CorruptRecordError where a leaf does not hold what is counted
   */
  async *pick(
    account: string,
    set: VaultSet,
    wanted: Iterable<number>,
  ): AsyncGenerator<readonly FoundTokens[]> {
    const view = viewOf(set);
    const [root] = await this.#countsOf(account, view.counts, [ROOT_PATH]);
    const left = new Ascending(wanted);
    const reading: Promise<readonly FoundTokens[]>[] = [];
    let before = 0;
    for (let first = 0; first < BYTES && left.head !== null; first += 1) {
      const below = view.count(root!, first);
      if (left.head < before + below) {
        const chosen = left.below(before + below);
        const group = this.#group(account, view, first, before, chosen);
        // A rejection is thrown where this is awaited; until then it must not count as unhandled.
        group.catch(() => undefined);
        reading.push(group);
        if (reading.length > AHEAD_GROUPS) yield await reading.shift()!;
      }
      before += below;
    }
    for (const group of reading) yield await group;
  }

  /**
   * Leaves of an account that hold ids, in order, by first byte, each with the ids that are asked
   * for.
   */
  async *named(
    account: string,
    prefixes: readonly number[],
  ): AsyncGenerator<
    readonly { readonly prefix: number; readonly leaf: Leaf | null; readonly place: 0 | 1 }[]
  > {
    for (let from = 0; from < prefixes.length;) {
      const first = prefixes[from]! >>> 8;
      let to = from;
      while (to < prefixes.length && prefixes[to]! >>> 8 === first) to += 1;
      const group = prefixes.slice(from, to);
      const [below] = await this.#countsOf(account, "", [first + 1]);
      const found = await readLeaves(this.#store, account, group, () => below!);
      yield group.map((prefix, i) => ({
        prefix,
        leaf: found[i]?.leaf ?? null,
        place: found[i]?.place ?? 0,
      }));
      from = to;
    }
  }

  /**
   * @param before tokens of the set below this first byte
   * @param chosen places in the set, all of them below this first byte
   */
  async #group(
    account: string,
    view: SetView,
    first: number,
    before: number,
    chosen: readonly number[],
  ): Promise<readonly FoundTokens[]> {
    const [all, below] = await this.#below(account, view, first);
    const prefixes: number[] = [];
    const ranks: (readonly number[])[] = [];
    let [end, next] = [before, 0];
    for (let second = 0; second < BYTES && next < chosen.length; second += 1) {
      const begin = end;
      end += view.count(below, second);
      if (chosen[next]! >= end) continue;
      const here: number[] = [];
      for (; next < chosen.length && chosen[next]! < end; next += 1)
        here.push(chosen[next]! - begin);
      prefixes.push(first * BYTES + second);
      ranks.push(here);
    }
    const leaves = await readLeaves(this.#store, account, prefixes, () => all);
    return prefixes.map((prefix, n) => {
      const placed = leaves[n];
      if (placed === null || placed === undefined) throw lacking(account, prefix, 0);
      const found = atRanks(view, placed.leaf, ranks[n]!);
      if (found.length < ranks[n]!.length) throw lacking(account, prefix, placed.place);
      return { prefix, leaf: placed.leaf, place: placed.place, places: found };
    });
  }

  /**
   * Counts below a first byte: those of all tokens, which say where leaves stand, and those of a
   * set.
   */
  async #below(
    account: string,
    { counts }: SetView,
    first: number,
  ): Promise<readonly [all: Counts, of: Counts]> {
    const [[all], [of]] = await Promise.all([
      this.#countsOf(account, "", [first + 1]),
      counts === "" ? [] : this.#countsOf(account, counts, [first + 1]),
    ]);
    return [all!, of ?? all!];
  }
}

function* places(from: number, to: number): Generator<number, undefined> {
  for (let place = from; place < to; place += 1) yield place;
}

/**
 * Places in a leaf of tokens by their ranks among those of a set, ascending; fewer than asked for
 * where it lacks them.
 */
function atRanks(view: SetView, leaf: Leaf, ranks: readonly number[]): readonly number[] {
  const found: number[] = [];
  let rank = 0;
  for (let i = 0; i < leaf.size && found.length < ranks.length; i += 1) {
    if (!view.holds(leaf, i)) continue;
    if (rank === ranks[found.length]) found.push(i);
    rank += 1;
  }
  return found;
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
