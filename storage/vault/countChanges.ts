/**
 * What a change does to the counts of one account, gathered token by token or leaf by leaf, as
 * operations of one batch.
 */
import { buckets } from "../records/buckets.js";
import { CorruptRecordError } from "../kv/errors.js";
import type { Operation } from "../kv/kv.js";
import { del, put, read, readMany } from "../kv/table.js";
import type { Reader } from "../kv/table.js";
import { ALL, Counts, FOLDER_WIDTH, MAIN_WIDTH, PLACE } from "../records/vault/counts.js";

const BYTES = 256;
/** Path of the counts at the root; those below a first byte stand at 1 plus it. */
export const ROOT_PATH = 0;

/** Changes below first bytes: for each second byte the columns that are counted. */
type Changes = Map<number, Int32Array>;

/** Columns that are counted, as against where a leaf stands. */
const COUNTED = PLACE;

function rowsOf(changes: Changes, prefix: number, width: number): Int32Array {
  const first = prefix >>> 8;
  const known = changes.get(first);
  if (known !== undefined) return known;
  const rows = new Int32Array(BYTES * width);
  changes.set(first, rows);
  return rows;
}

export class CountChanges {
  readonly #account: string;
  readonly #main: Changes = new Map();
  /** By folder and prefix. There may be many folders with little in each. */
  readonly #folders = new Map<string, Map<number, number>>();
  /**
   * Where leaves are from now on: 1 plus the place, by second byte; 0 where that does not change.
   */
  readonly #places = new Map<number, Uint8Array>();

  constructor(account: string) {
    this.#account = account;
  }

  /** @param column ALL, MOVABLE or UNFILED */
  add(prefix: number, column: number, by: number): void {
    rowsOf(this.#main, prefix, COUNTED)[(prefix & 0xff) * COUNTED + column]! += by;
  }

  addToFolder(folder: string, prefix: number, by: number): void {
    let changes = this.#folders.get(folder);
    if (changes === undefined) this.#folders.set(folder, (changes = new Map()));
    changes.set(prefix, (changes.get(prefix) ?? 0) + by);
  }

  /** @param place 0 or 1 */
  stands(prefix: number, place: number): void {
    const first = prefix >>> 8;
    rowsOf(this.#main, prefix, COUNTED);
    let places = this.#places.get(first);
    if (places === undefined) this.#places.set(first, (places = new Uint8Array(BYTES)));
    places[prefix & 0xff] = place + 1;
  }

  /** @throws CorruptRecordError where less than nothing would be left */
  async operations(store: Pick<Reader, "get" | "getMany">): Promise<readonly Operation[]> {
    const operations = await this.#counted(store, "", MAIN_WIDTH, this.#main);
    for (const [folder, changes] of this.#folders) {
      const rows: Changes = new Map();
      for (const [prefix, by] of changes)
        if (by !== 0) rowsOf(rows, prefix, FOLDER_WIDTH)[prefix & 0xff] = by;
      if (rows.size === 0) continue;
      for (const operation of await this.#counted(store, folder, FOLDER_WIDTH, rows))
        operations.push(operation);
      operations.push(await this.#named(store, folder, changes.values()));
    }
    return operations;
  }

  async #counted(
    store: Pick<Reader, "getMany">,
    set: string,
    width: number,
    changes: Changes,
  ): Promise<Operation[]> {
    const firsts = [...changes.keys()].filter(
      (first) =>
        changes.get(first)!.some((by) => by !== 0) || (set === "" && this.#places.has(first)),
    );
    if (firsts.length === 0) return [];
    const keys = [ROOT_PATH, ...firsts.map((first) => first + 1)].map(
      (path) => [[this.#account, set], path] as const,
    );
    const known = (await readMany(store, buckets.counts, keys)).map(
      (counts) => counts ?? new Counts(width),
    );
    const root = known[0]!;
    for (const [i, first] of firsts.entries()) {
      const rows = changes.get(first)!;
      const places = set === "" ? this.#places.get(first) : undefined;
      this.#change(known[i + 1]!, rows, places, root, first);
    }
    return known.map((counts, i) =>
      counts.isEmpty ? del(buckets.counts, keys[i]!) : put(buckets.counts, keys[i]!, counts),
    );
  }

  #change(
    counts: Counts,
    rows: Int32Array,
    places: Uint8Array | undefined,
    root: Counts,
    first: number,
  ): void {
    const columns = rows.length / BYTES;
    const sums = [0, 0, 0];
    for (let byte = 0; byte < BYTES; byte += 1) {
      for (let column = 0; column < columns; column += 1) {
        const by = rows[byte * columns + column]!;
        if (by === 0) continue;
        this.#add(counts, byte, column, by);
        sums[column]! += by;
      }
      if (columns !== COUNTED) continue;
      if (counts.at(byte, ALL) === 0) counts.set(byte, PLACE, 0);
      else if (places !== undefined && places[byte] !== 0)
        counts.set(byte, PLACE, places[byte]! - 1);
    }
    for (let column = 0; column < columns; column += 1)
      if (sums[column] !== 0) this.#add(root, first, column, sums[column]!);
  }

  #add(counts: Counts, byte: number, column: number, by: number): void {
    try {
      counts.add(byte, column, by);
    } catch (error) {
      throw new CorruptRecordError(
        buckets.counts.name,
        this.#account,
        "it counts fewer tokens than there are",
        error,
      );
    }
  }

  async #named(
    store: Pick<Reader, "get">,
    folder: string,
    changes: Iterable<number>,
  ): Promise<Operation> {
    const key = [this.#account, folder] as const;
    let count = (await read(store, buckets.folder, key))?.count ?? 0;
    for (const by of changes) count += by;
    return count === 0 ? del(buckets.folder, key) : put(buckets.folder, key, { count });
  }
}
