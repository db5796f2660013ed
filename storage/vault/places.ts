/**
 * Where leaves stand. Each has two places, and the counts above it name the one that is in force: a
 * change of many leaves writes them all to the other places, in as many batches as it likes, and is
 * done, for all of them at once, by the batch that writes the counts. What stands in the place that
 * is not in force is nothing.
 */
import { buckets, type Bucket } from "../records/buckets.js";
import { CorruptRecordError } from "../kv/errors.js";
import { readAhead } from "../kv/readAhead.js";
import { readMany } from "../kv/table.js";
import type { Reader } from "../kv/table.js";
import { ALL, Counts, FOLDER_WIDTH, MAIN_WIDTH, PLACE } from "../records/vault/counts.js";
import type { Leaf } from "../records/vault/leaf.js";

/** Groups whose leaves are read while one is worked on. */
const AHEAD_GROUPS = 2;

export type LeafKey = readonly [account: string, prefix: number];

export function leafBucket(place: number): Bucket<LeafKey, Leaf> {
  return place === 0 ? buckets.leaf : buckets.leaf1;
}

/**
 * Counts of one set at the root (path 0) or below first bytes (1 plus the byte); empty where there
 * are none.
 */
export async function readCounts(
  store: Pick<Reader, "getMany">,
  account: string,
  set: string,
  paths: readonly number[],
): Promise<readonly Counts[]> {
  const keys = paths.map((path) => [[account, set], path] as const);
  const found = await readMany(store, buckets.counts, keys);
  return found.map((counts) => counts ?? new Counts(set === "" ? MAIN_WIDTH : FOLDER_WIDTH));
}

/** Counts of sets as they are read, no matter who keeps them. */
export type CountsSource = (
  account: string,
  set: string,
  paths: readonly number[],
) => Promise<readonly Counts[]>;

/**
 * For one reading of one state, which asks for the same counts several times: each is read and
 * decoded once. Who has them must not change them.
 */
export function keptCounts(read: CountsSource): CountsSource {
  const kept = new Map<string, Counts>();
  return async (account, set, paths) => {
    const nameOf = (path: number): string => JSON.stringify([account, set, path]);
    const missing = paths.filter((path) => !kept.has(nameOf(path)));
    const found = missing.length === 0 ? [] : await read(account, set, missing);
    missing.forEach((path, i) => kept.set(nameOf(path), found[i]!));
    return paths.map((path) => kept.get(nameOf(path))!);
  };
}

/**
 * The place of a leaf that is in force, or null where no leaf is. @param below counts of all tokens
 * below its first byte
 */
export function placeOf(below: Counts, prefix: number): 0 | 1 | null {
  const second = prefix & 0xff;
  if (below.at(second, ALL) === 0) return null;
  return below.at(second, PLACE) === 0 ? 0 : 1;
}

/** Leaves by their prefixes with the places where they stand, null for each. */
export type PlacedLeaf = { readonly leaf: Leaf; readonly place: 0 | 1 } | null;

/**
 * @param belowOf counts of all tokens below the first byte of a prefix
 * @throws CorruptRecordError where a leaf that is counted is missing
 */
export async function readLeaves(
  store: Pick<Reader, "getMany">,
  account: string,
  prefixes: readonly number[],
  belowOf: (prefix: number) => Counts,
): Promise<readonly PlacedLeaf[]> {
  const places = prefixes.map((prefix) => placeOf(belowOf(prefix), prefix));
  const wanted = [0, 1].map((place) => prefixes.filter((_, i) => places[i] === place));
  const found = await Promise.all(
    wanted.map(async (of, place) =>
      of.length === 0
        ? []
        : readMany(
            store,
            leafBucket(place),
            of.map((prefix) => [account, prefix] as const),
          ),
    ),
  );
  const next = [0, 0];
  return prefixes.map((prefix, i) => {
    const place = places[i]!;
    if (place === null) return null;
    const leaf = found[place]![next[place]!];
    next[place]! += 1;
    if (leaf === undefined) throw lacking(account, prefix, place);
    return { leaf, place };
  });
}

/** The same with the counts read first. @param prefixes ascending */
async function readPlaced(
  store: Pick<Reader, "getMany">,
  account: string,
  prefixes: readonly number[],
): Promise<readonly PlacedLeaf[]> {
  const firsts = [...new Set(prefixes.map((prefix) => prefix >>> 8))];
  const counts = await readCounts(
    store,
    account,
    "",
    firsts.map((first) => first + 1),
  );
  const below = new Map<number, Counts>(firsts.map((first, i) => [first, counts[i]!]));
  return readLeaves(store, account, prefixes, (prefix) => below.get(prefix >>> 8)!);
}

/**
 * Groups with the leaves that an account has at their prefixes, of which the next ones are read
 * while one is worked on.
 * @param groups each with ascending prefixes
 * @throws what the groups throw, CorruptRecordError
 */
export function placedAhead<Item extends { readonly prefix: number }>(
  store: Pick<Reader, "getMany">,
  account: string,
  groups: AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>,
): AsyncGenerator<readonly [group: readonly Item[], placed: readonly PlacedLeaf[]]> {
  return readAhead(
    groups,
    (group) =>
      readPlaced(
        store,
        account,
        group.map(({ prefix }) => prefix),
      ),
    AHEAD_GROUPS,
  );
}

export function lacking(account: string, prefix: number, place: number): CorruptRecordError {
  return new CorruptRecordError(
    leafBucket(place).name,
    `${account}/${prefix}`,
    "it lacks tokens that are counted",
  );
}
