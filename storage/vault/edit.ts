/**
 * Changes to one account's vault, as the operations of one batch. Leaves are changed freely; what is counted follows from
 * each leaf as it was and as it is, so that counts and tokens cannot part.
 */
import { buckets } from "../buckets.js";
import { CorruptRecordError } from "../errors.js";
import type { Operation } from "../kv.js";
import { del, put, read, readMany } from "../table.js";
import type { Reader } from "../table.js";
import { ALL, Counts, MOVABLE, UNFILED } from "./counts.js";
import { Leaf } from "./leaf.js";
import { FOLDER_WIDTH, MAIN_WIDTH } from "./sets.js";

/** What an account holds in all, and what goes with it. */
export interface VaultHead {
  /** First window that is not taken in yet. */
  readonly cursor: number;
  /** Grows with each change: a reader that finds the same one before and after has read one state. */
  readonly edition: number;
  readonly count: number;
  readonly movable: number;
  /** Face credits of the tokens, by what they were paid with. */
  readonly paid: number;
  readonly free: number;
  /** Bonds made so far: the number of the last one. */
  readonly bonds: number;
  /** Bonds that still hold tokens, the oldest first. */
  readonly holding: readonly number[];
  readonly mode: "idle" | "contributing" | "experimenting";
}

export const EMPTY_VAULT: VaultHead = {
  cursor: 0, edition: 0, count: 0, movable: 0, paid: 0, free: 0, bonds: 0, holding: [], mode: "idle",
};

interface Tally {
  count: number;
  movable: number;
  unfiled: number;
  paid: number;
  free: number;
  readonly folders: Map<string, number>;
}

/** Path of the counts at the root; those below a first byte stand at 1 plus it. */
export const ROOT_PATH = 0;

function tallyOf(leaf: Leaf): Tally {
  const tally: Tally = { count: leaf.size, movable: 0, unfiled: 0, paid: 0, free: 0, folders: new Map() };
  for (let i = 0; i < leaf.size; i += 1) {
    if (leaf.isMovable(i)) tally.movable += 1;
    if (leaf.isFree(i)) tally.free += leaf.valueAt(i);
    else tally.paid += leaf.valueAt(i);
    const folder = leaf.folderAt(i);
    if (folder === "") tally.unfiled += 1;
    else tally.folders.set(folder, (tally.folders.get(folder) ?? 0) + 1);
  }
  return tally;
}

/** Changes of counts by prefix of two bytes: for each the columns of its record. */
type Changes = Map<number, number[]>;

function change(into: Changes, prefix: number, columns: readonly number[]): void {
  const known = into.get(prefix);
  if (known === undefined) into.set(prefix, [...columns]);
  else columns.forEach((by, column) => { known[column]! += by; });
}

export class VaultEdit {
  readonly account: string;
  readonly #store: Reader;
  readonly #head: VaultHead;
  readonly #leaves = new Map<number, { readonly leaf: Leaf; readonly before: Tally }>();

  constructor(store: Reader, account: string, head: VaultHead) {
    this.#store = store;
    this.account = account;
    this.#head = head;
  }

  /** Reads the leaves that are to be changed. @param prefixes first two bytes of ids */
  async load(prefixes: Iterable<number>): Promise<void> {
    const absent = [...new Set(prefixes)].filter((prefix) => !this.#leaves.has(prefix));
    const keys = absent.map((prefix) => [this.account, prefix] as const);
    (await readMany(this.#store, buckets.leaf, keys)).forEach((found, i) => {
      const leaf = found ?? new Leaf();
      this.#leaves.set(absent[i]!, { leaf, before: tallyOf(leaf) });
    });
  }

  /** A leaf that was loaded. */
  leaf(prefix: number): Leaf {
    return this.#leaves.get(prefix)!.leaf;
  }

  /** @param also what else changes in the head */
  async finish(also: Partial<VaultHead> = {}): Promise<readonly Operation[]> {
    const operations: Operation[] = [];
    const main: Changes = new Map();
    const folders = new Map<string, Changes>();
    let { count, movable, paid, free } = this.#head;
    for (const [prefix, { leaf, before }] of this.#leaves) {
      const after = tallyOf(leaf);
      const columns = [0, 0, 0];
      columns[ALL] = after.count - before.count;
      columns[MOVABLE] = after.movable - before.movable;
      columns[UNFILED] = after.unfiled - before.unfiled;
      change(main, prefix, columns);
      for (const folder of new Set([...before.folders.keys(), ...after.folders.keys()])) {
        const by = (after.folders.get(folder) ?? 0) - (before.folders.get(folder) ?? 0);
        const changes = folders.get(folder) ?? new Map<number, number[]>();
        if (by !== 0) change(changes, prefix, [by]);
        if (changes.size > 0) folders.set(folder, changes);
      }
      [count, movable] = [count + after.count - before.count, movable + after.movable - before.movable];
      [paid, free] = [paid + after.paid - before.paid, free + after.free - before.free];
      const key = [this.account, prefix] as const;
      if (leaf.size > 0) operations.push(put(buckets.leaf, key, leaf));
      else if (before.count > 0) operations.push(del(buckets.leaf, key));
    }
    operations.push(...await this.#counted("", MAIN_WIDTH, main));
    for (const [folder, changes] of folders) {
      operations.push(...await this.#counted(folder, FOLDER_WIDTH, changes), await this.#named(folder, changes));
    }
    const head: VaultHead = { ...this.#head, ...also, count, movable, paid, free, edition: this.#head.edition + 1 };
    operations.push(put(buckets.vault, this.account, head));
    return operations;
  }

  /** Counts at the root and below the first bytes. */
  async #counted(set: string, width: number, changes: Changes): Promise<readonly Operation[]> {
    const paths = new Map<number, Changes>([[ROOT_PATH, new Map()]]);
    for (const [prefix, columns] of changes) {
      if (columns.every((by) => by === 0)) continue;
      const byte = prefix >>> 8;
      const below = paths.get(byte + 1) ?? new Map<number, number[]>();
      change(below, prefix & 0xff, columns);
      paths.set(byte + 1, below);
      change(paths.get(ROOT_PATH)!, byte, columns);
    }
    const keys = [...paths.keys()].map((path) => [[this.account, set], path] as const);
    const known = await readMany(this.#store, buckets.counts, keys);
    return [...paths.values()].flatMap((rows, i) => {
      if (rows.size === 0) return [];
      const counts = known[i] ?? new Counts(width);
      for (const [byte, columns] of rows) columns.forEach((by, column) => this.#add(counts, byte, column, by));
      return [counts.isEmpty ? del(buckets.counts, keys[i]!) : put(buckets.counts, keys[i]!, counts)];
    });
  }

  #add(counts: Counts, byte: number, column: number, by: number): void {
    try {
      counts.add(byte, column, by);
    } catch (error) {
      throw new CorruptRecordError(buckets.counts.name, this.account, "it counts fewer tokens than there are", error);
    }
  }

  async #named(folder: string, changes: Changes): Promise<Operation> {
    const key = [this.account, folder] as const;
    let count = (await read(this.#store, buckets.folder, key))?.count ?? 0;
    for (const [by] of changes.values()) count += by!;
    return count === 0 ? del(buckets.folder, key) : put(buckets.folder, key, { count });
  }
}
