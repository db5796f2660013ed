/**
 * What a node wrote, written once more into a LevelDB: the power fails behind an acknowledged batch,
 * or a bit of a file flips, and what is read then is held against what was written.
 */
import { cp, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { nodeCrypto } from "../../node/runtime/crypto.js";
import { nameOfKey } from "../../storage/records/buckets.js";
import { StoreError } from "../../storage/kv/errors.js";
import { CHECKSUM_BYTES } from "../../storage/kv/checked.js";
import type { Operation } from "../../storage/kv/kv.js";
import { openStore } from "../../storage/store.js";
import type { LocalDisk } from "../../scripts/market/localMesh.js";
import { removeDirectory } from "../kit/temporaryDirectory.js";

type Contents = ReadonlyMap<string, string>;

/** Files that hold no records: LevelDB's lock and its own log for people. */
const WITHOUT_RECORDS = /^(?:LOCK|LOG|LOG\.old)$/;
/** What says how far acknowledged writes go. */
const ACKNOWLEDGED = "acknowledged";
const READ_AT_ONCE = 256;
/** What a start writes by itself: the form of the records. */
const FORMAT = "01000b646174612d666f726d6174";

function digested(value: Uint8Array): string {
  return nodeCrypto.sha256Hex(value);
}

function hex(key: Uint8Array): string {
  return Buffer.from(key).toString("hex");
}

function applied(contents: Map<string, string>, operations: readonly Operation[]): void {
  for (const one of operations)
    if (one.type === "del") contents.delete(hex(one.key));
    else if (hex(one.key) !== FORMAT) contents.set(hex(one.key), digested(one.value));
}

/** As they are given to the store, which adds the checksums. */
function unchecked(operations: readonly Operation[]): readonly Operation[] {
  return operations.map((one) =>
    one.type === "put" ? { ...one, value: one.value.subarray(0, -CHECKSUM_BYTES) } : one,
  );
}

function isEqual(a: Contents, b: Contents): boolean {
  return a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
}

/** Keeps all that a node writes from now on. */
export function recordWrites(raw: LocalDisk): {
  readonly before: readonly Operation[];
  readonly batches: (readonly Operation[])[];
} {
  const before = [...raw.contents()].map(([key, value]): Operation => ({
    type: "put",
    key: keyOf(key),
    value,
  }));
  const batches: (readonly Operation[])[] = [];
  const batch = raw.batch.bind(raw);
  raw.batch = async (operations, options) => {
    await batch(operations, options);
    // Its memory is the writer's again.
    batches.push(
      operations.map((one): Operation =>
        one.type === "put"
          ? { type: "put", key: Uint8Array.from(one.key), value: Uint8Array.from(one.value) }
          : { type: "del", key: Uint8Array.from(one.key) },
      ),
    );
  };
  return { before, batches };
}

export class ReplayedDisk {
  readonly #dir: string;
  /** Of each batch, as it was acknowledged: the size of the log, what says so, and all records. */
  readonly #moments: { readonly size: number; readonly said: string; readonly state: Contents }[] =
    [];
  #log = "";
  /** Names of what its records are, as the database calls them. */
  readonly kinds = new Set<string>();

  constructor(dir: string) {
    this.#dir = dir;
  }

  get batches(): number {
    return this.#moments.length - 1;
  }

  /** Writes everything, and leaves the files as a process does that is killed. */
  async write({ batches, before }: ReturnType<typeof recordWrites>): Promise<void> {
    const dir = join(this.#dir, "used");
    await mkdir(dir);
    const first = await openStore({ dir });
    await first.kv.batch(unchecked(before), { sync: true });
    await first.close();
    const store = await openStore({ dir });
    const state = new Map<string, string>();
    applied(state, before);
    this.#log = (await readdir(join(dir, "db"))).filter((name) => name.endsWith(".log")).at(-1)!;
    await this.#acknowledged(dir, state);
    for (const operations of batches) {
      await store.kv.batch(unchecked(operations), { sync: true });
      applied(state, operations);
      for (const { key } of operations) this.kinds.add(nameOfKey(key).bucket);
      await this.#acknowledged(dir, state);
    }
    await cp(dir, join(this.#dir, "killed"), { recursive: true });
    await store.close();
  }

  async #acknowledged(dir: string, state: Contents): Promise<void> {
    const { size } = await stat(join(dir, "db", this.#log));
    const said = await readFile(join(dir, ACKNOWLEDGED), "utf8");
    this.#moments.push({ size, said, state: new Map(state) });
  }

  /**
   * The power fails behind a batch that was acknowledged: the log ends somewhere in the next one, and
   * what is there of that one is not what was written.
   * @returns null where all that was acknowledged is there and nothing else, or why not
   */
  async cut(random: () => number): Promise<string | null> {
    const at = Math.floor(random() * this.batches);
    const { said, size, state } = this.#moments[at]!;
    const { size: next } = this.#moments[at + 1]!;
    return this.#tried(async (dir) => {
      const path = join(dir, "db", this.#log);
      const bytes = await readFile(path);
      const end = size + Math.floor(random() * (next - size));
      for (let i = size; i < end; i += 1) bytes[i] = Math.floor(random() * 256);
      await writeFile(path, bytes.subarray(0, end));
      await writeFile(join(dir, ACKNOWLEDGED), said);
      const { contents, named } = await readAll(dir);
      if (named.length > 0) return `batch ${at}: ${named[0]}`;
      return isEqual(contents, state) ? null : `batch ${at} is not what is read`;
    });
  }

  /**
   * One bit of one file of the database flips.
   * @returns "whole", "refused" where the start or a read says that it is damaged, "named" where
   *   records are said to be; or what is wrong
   */
  async flip(random: () => number): Promise<string> {
    return this.#tried(async (dir) => {
      const db = join(dir, "db");
      const names = (await readdir(db)).filter((name) => !WITHOUT_RECORDS.test(name)).sort();
      const sizes = await Promise.all(names.map(async (name) => (await stat(join(db, name))).size));
      // Each byte of the database alike.
      let place = Math.floor(random() * sizes.reduce((sum, size) => sum + size));
      let file = 0;
      while (place >= sizes[file]!) place -= sizes[file++]!;
      const path = join(db, names[file]!);
      const bytes = await readFile(path);
      bytes[place] = bytes[place]! ^ (1 << Math.floor(random() * 8));
      await writeFile(path, bytes);
      return this.#readBack(dir, names[file]!);
    });
  }

  async #readBack(dir: string, file: string): Promise<string> {
    let read: Awaited<ReturnType<typeof readAll>>;
    try {
      read = await readAll(dir);
    } catch (error) {
      if (error instanceof StoreError) return "refused";
      throw error;
    }
    const { state } = this.#moments.at(-1)!;
    const { contents, named } = read;
    for (const [key, digest] of contents)
      if (state.get(key) !== digest) return `${file}: record ${key} is not what was written`;
    if (named.length > 0) return "named";
    return isEqual(contents, state) ? "whole" : `${file}: records are missing`;
  }

  async #tried<T>(fault: (dir: string) => Promise<T>): Promise<T> {
    const dir = join(this.#dir, "tried");
    await cp(join(this.#dir, "killed"), dir, { recursive: true });
    try {
      return await fault(dir);
    } finally {
      await removeDirectory(dir);
    }
  }
}

function keyOf(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, "latin1"));
}

/** All records that are served, and the damaged ones by name. @throws StoreError */
async function readAll(
  dir: string,
): Promise<{ readonly contents: Contents; readonly named: readonly string[] }> {
  const store = await openStore({ dir });
  try {
    const named = new Map<string, string>();
    for await (const { bucket, key, message } of store.scrub())
      named.set(`${bucket} ${key}`, message);
    const contents = new Map<string, string>();
    for await (const some of store.stored(READ_AT_ONCE))
      for (const [key, value] of some) {
        const { bucket, key: name } = nameOfKey(key);
        if (!named.has(`${bucket} ${name}`) && hex(key) !== FORMAT)
          contents.set(hex(key), digested(value));
      }
    return { contents, named: [...named.values()] };
  } finally {
    await store.close();
  }
}
