/**
 * One bit flipped in any file of a database, again and again: nothing wrong is read, and the files
 * are put right byte for byte.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { flip } from "../../storage/leveldb/checksum.js";
import type { Entry } from "../../storage/kv/kv.js";
import { StoreError } from "../../storage/kv/errors.js";
import { openStore, type Store } from "../../storage/store.js";

/** What LevelDB notes for people, and its lock: nothing of a node is in them. */
const DATA_FILE = /^(?:CURRENT|MANIFEST-\d+|\d+\.(?:ldb|log))$/;
const LIST = 512;

export interface FlipFigures {
  readonly flips: number;
  /** Bits in tables, logs, manifests and CURRENT. */
  readonly byKind: Readonly<Record<string, number>>;
  /** After which every record was read as it was written, and the files were as they were. */
  readonly repaired: number;
  /** After which a record was read otherwise, or was not there. */
  readonly wrong: number;
  /** After which the directory was refused, or a record was. */
  readonly refused: number;
  /** Bytes of the files, and records in them. */
  readonly bytes: number;
  readonly records: number;
}

/** All records as they are kept, in order. */
export async function recordsIn(store: Store): Promise<readonly Entry[]> {
  const all: Entry[] = [];
  for await (const list of store.stored(LIST)) all.push(...list);
  return all;
}

function kindOf(file: string): string {
  return file.endsWith(".ldb")
    ? "table"
    : file.endsWith(".log")
      ? "log"
      : (file.split("-")[0] ?? file);
}

/** A stopped node's directory, which is not touched itself. */
export class FlippedDirectory {
  readonly #origin: string;
  readonly #copy: string;
  readonly #files: ReadonlyMap<string, Buffer>;
  #whole: readonly Entry[] = [];

  /** @param copy a directory that this makes, and makes anew */
  constructor(origin: string, copy: string) {
    this.#origin = origin;
    this.#copy = copy;
    const database = join(origin, "db");
    this.#files = new Map(
      readdirSync(database)
        .filter((name) => DATA_FILE.test(name))
        .map((name) => [name, readFileSync(join(database, name))]),
    );
  }

  async #anew(): Promise<void> {
    await rm(this.#copy, { recursive: true, force: true });
    await cp(this.#origin, this.#copy, { recursive: true });
  }

  async #read(): Promise<readonly Entry[]> {
    const store = await openStore({ dir: this.#copy, isVisit: true });
    try {
      return await recordsIn(store);
    } finally {
      await store.close();
    }
  }

  /**
   * @param random in [0, 1)
   * @param everyFile as often in a small file as in a large one; else as often in each byte
   */
  async run(flips: number, random: () => number, everyFile: boolean): Promise<FlipFigures> {
    await this.#anew();
    this.#whole = await this.#read();
    const byKind: Record<string, number> = {};
    const counts = { repaired: 0, wrong: 0, refused: 0 };
    for (let n = 0; n < flips; n += 1) {
      const file = this.#draw(random, everyFile);
      const { length } = this.#files.get(file)!;
      const bit = { at: Math.floor(random() * length), bit: Math.floor(random() * 8) };
      byKind[kindOf(file)] = (byKind[kindOf(file)] ?? 0) + 1;
      counts[await this.#after(file, bit)] += 1;
    }
    const bytes = [...this.#files.values()].reduce((sum, { length }) => sum + length, 0);
    return { flips, byKind, ...counts, bytes, records: this.#whole.length };
  }

  #draw(random: () => number, everyFile: boolean): string {
    const names = [...this.#files.keys()];
    if (everyFile) return names[Math.floor(random() * names.length)]!;
    const sizes = [...this.#files.values()].map(({ length }) => length);
    let at = Math.floor(random() * sizes.reduce((sum, size) => sum + size, 0));
    return names[sizes.findIndex((size) => (at -= size) < 0)]!;
  }

  async #after(
    file: string,
    bit: { readonly at: number; readonly bit: number },
  ): Promise<"repaired" | "wrong" | "refused"> {
    await this.#anew();
    const bytes = Buffer.from(this.#files.get(file)!);
    flip(bytes, bit);
    writeFileSync(join(this.#copy, "db", file), bytes);
    try {
      const read = await this.#read();
      const isEqual =
        read.length === this.#whole.length &&
        read.every(([key, record], i) => {
          const [rightKey, right] = this.#whole[i]!;
          return Buffer.compare(key, rightKey) === 0 && Buffer.compare(record, right) === 0;
        });
      return isEqual && this.#isAsWas(file) ? "repaired" : "wrong";
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return "refused";
    }
  }

  /** A file that a start writes anew, or merges into others as the log, is as good. */
  #isAsWas(file: string): boolean {
    if (file === "CURRENT") return true;
    const path = join(this.#copy, "db", file);
    if (!readdirSync(join(this.#copy, "db")).includes(file)) return true;
    if (statSync(path).size !== this.#files.get(file)!.length) return true;
    return readFileSync(path).equals(this.#files.get(file)!);
  }

  /** A copy with one bit flipped, for who starts a node on it. */
  async damaged(random: () => number): Promise<string> {
    await this.#anew();
    const file = this.#draw(random, false);
    const bytes = Buffer.from(this.#files.get(file)!);
    flip(bytes, { at: Math.floor(random() * bytes.length), bit: Math.floor(random() * 8) });
    writeFileSync(join(this.#copy, "db", file), bytes);
    return this.#copy;
  }
}

/** What R5 asks for: nothing wrong, and at least 499 of 500 repaired. */
export function expectRepaired({ flips, repaired, wrong }: FlipFigures): void {
  expect(wrong, "read otherwise than it was written").to.equal(0);
  expect(repaired / flips, "repaired").to.be.at.least(0.998);
}
