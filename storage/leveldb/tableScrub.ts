/**
 * Looks at the tables of a database that is open, block by block, while nobody waits for it: LevelDB
 * does not look at their checksums, and a flipped bit may lie in them for years. One bit of a block
 * is put right in its place. What is damaged beyond that is named.
 */
import { dirname, join } from "node:path";
import { valueUnder } from "../kv/checked.js";
import {
  asideNotes,
  dropAsideNotes,
  mendTableFile,
  setBlockAside,
  tablesIn,
  tablesInUse,
  type TableInUse,
} from "./mendFiles.js";
import type { BlockPlace, LostBlock } from "./tableFile.js";

/** Part of a table that cannot be read. */
export interface LostPart extends BlockPlace {
  readonly file: string;
  /** No key of it is lower. */
  readonly first: Uint8Array;
  /** No key of it is higher. */
  readonly last: Uint8Array;
}

/** Names from one to another, both among them. */
export type KeyBounds = Pick<LostPart, "first" | "last">;

/** Beside the database: what was in damaged parts, byte for byte. */
const ASIDE_DIR = "damaged";

/** Files of the tables that may hold a key from one to another. */
function holding(
  used: ReadonlyMap<string, TableInUse>,
  from: Uint8Array,
  to: Uint8Array,
): readonly string[] {
  return [...used].flatMap(([file, { first, last }]) =>
    Buffer.compare(first, to) <= 0 && Buffer.compare(from, last) <= 0 ? [file] : [],
  );
}

function hexOf(key: Uint8Array): string {
  return Buffer.from(key).toString("hex");
}

export interface ScrubFigures {
  /** Bits that were flipped back since the database was opened. */
  readonly mendedBits: number;
  /** Bytes of tables that were looked at, each round anew. */
  readonly bytes: number;
  /** Times that all tables were looked at. */
  readonly rounds: number;
  /** What the last look at each table left damaged. */
  readonly lost: readonly LostPart[];
  /** Tables of which not even the blocks are known. */
  readonly broken: readonly string[];
}

interface Options {
  /** Of a database that is open. */
  readonly dir: string;
  /** Opens the database anew: it keeps blocks in memory as they were read. */
  readonly refresh: () => Promise<void>;
  /** Told of each bit that was flipped back. */
  readonly onMended?: (file: string, at: number, bit: number) => void;
}

export class TableScrub {
  readonly #options: Options;
  readonly #lost = new Map<string, readonly LostPart[]>();
  readonly #broken = new Set<string>();
  /** Tables in which readers had nothing put right: they are not looked at for one again in this round. */
  readonly #inVain = new Set<string>();
  #left: string[] | null = null;
  #looking: Promise<unknown> = Promise.resolve();
  #mendedBits: number;
  #bytes = 0;
  #rounds = 0;

  /** @param mendedBits those that the opening of the database flipped back */
  constructor(options: Options, mendedBits = 0) {
    this.#options = options;
    this.#mendedBits = mendedBits;
  }

  get figures(): ScrubFigures {
    return {
      mendedBits: this.#mendedBits,
      bytes: this.#bytes,
      rounds: this.#rounds,
      lost: [...this.#lost.values()].flat(),
      broken: [...this.#broken],
    };
  }

  /**
   * Goes on with the round, or begins one, until so many bytes were looked at.
   * @returns "done" at the end of a round
   */
  async step(bytesMax: number, goOn: () => boolean = () => true): Promise<"more" | "done"> {
    this.#left ??= [...(await tablesIn(this.#options.dir))];
    const end = this.#bytes + bytesMax;
    let isMended = false;
    while (this.#left.length > 0 && this.#bytes < end && goOn())
      isMended = (await this.#look(this.#left.shift()!)) || isMended;
    if (isMended) await this.#options.refresh();
    if (this.#left.length > 0) return "more";
    await this.#endRound();
    return "done";
  }

  /**
   * Something was met that cannot be read: the tables that may hold it are looked at, at once, each of
   * them once in a round, but where something of it was put right.
   * @param first its key, or the first one of those among which it is
   * @returns whether anything was put right: then it is worth reading again
   */
  async mendNow(first: Uint8Array, last = first): Promise<boolean> {
    const before = this.#mendedBits;
    // One after the other: who comes while others look may have met something else.
    const looked = this.#looking.then(() => this.#lookFor(first, last));
    this.#looking = looked.catch(() => undefined);
    await looked;
    return this.#mendedBits > before;
  }

  async #lookFor(first: Uint8Array, last: Uint8Array): Promise<void> {
    const { dir, refresh } = this.#options;
    const used = await tablesInUse(dir);
    const files = used === null ? await tablesIn(dir) : holding(used, first, last);
    let isMended = false;
    for (const file of files) {
      if (this.#inVain.has(file)) continue;
      if (await this.#look(file)) isMended = true;
      else this.#inVain.add(file);
    }
    if (isMended) await refresh();
  }

  /** @returns whether anything was put right */
  async #look(file: string): Promise<boolean> {
    const { dir, onMended } = this.#options;
    const used = await tablesInUse(dir);
    this.#lost.delete(file);
    this.#broken.delete(file);
    // A batch being written is not damaged for being short.
    if (used !== null && !used.has(file)) return false;
    const finding = await mendTableFile(
      dir,
      file,
      (key, record) => valueUnder(key, record) !== null,
    );
    if (finding === null) return false;
    this.#bytes += finding.bytes;
    if (finding.lost.length > 0) this.#lost.set(file, await this.#partsOf(file, finding.lost));
    if (finding.fault !== null) this.#broken.add(file);
    for (const { at, bit } of finding.flipped) onMended?.(file, at, bit);
    this.#mendedBits += finding.flipped.length;
    return finding.flipped.length > 0;
  }

  async #partsOf(file: string, lost: readonly LostBlock[]): Promise<readonly LostPart[]> {
    const used = await tablesInUse(this.#options.dir);
    const lowest = used?.get(file)?.first ?? new Uint8Array(0);
    return lost.map(({ after, last, offset, size }) => {
      const first = after === null ? lowest : Uint8Array.of(...after, 0);
      return { file, offset, size, first, last };
    });
  }

  /**
   * Makes damaged parts empty, and keeps what was in them. An older record of a name that was in
   * one may come to light: only for names that are written once.
   */
  async setAside(parts: readonly LostPart[]): Promise<void> {
    const { dir, refresh } = this.#options;
    for (const part of parts) {
      const note = { first: hexOf(part.first), last: hexOf(part.last) };
      await setBlockAside(dir, part.file, part, this.#aside, note);
      const left = this.#lost.get(part.file)?.filter((other) => other.offset !== part.offset) ?? [];
      if (left.length > 0) this.#lost.set(part.file, left);
      else this.#lost.delete(part.file);
    }
    this.#inVain.clear();
    await refresh();
  }

  /** Bounds of what parts that were set aside held, also before this start; empty once all is there. */
  async missing(): Promise<readonly KeyBounds[]> {
    return (await asideNotes(this.#aside)).map(({ first, last }) => ({
      first: Buffer.from(first, "hex"),
      last: Buffer.from(last, "hex"),
    }));
  }

  /** A table set aside is there again. */
  restored(): Promise<void> {
    return dropAsideNotes(this.#aside);
  }

  get #aside(): string {
    return join(dirname(this.#options.dir), ASIDE_DIR);
  }

  async #endRound(): Promise<void> {
    this.#left = null;
    this.#rounds += 1;
    this.#inVain.clear();
    // Tables that were merged away take their damage with them.
    const there = new Set(await tablesIn(this.#options.dir));
    for (const file of [...this.#lost.keys(), ...this.#broken])
      if (!there.has(file)) {
        this.#lost.delete(file);
        this.#broken.delete(file);
      }
  }
}
