/**
 * A spine as a public log, no matter who wrote it: tiles, entry bundles, roots and consistency
 * proofs.
 */
import { toHex } from "../../protocol/encoding/hex.js";
import type { Crypto } from "../../protocol/ports.js";
import {
  buildLevels,
  consistencyProof,
  inclusionPath,
  rangeRoot,
} from "../../protocol/seal/merkle.js";
import type { SubtreeReader } from "../../protocol/seal/merkle.js";
import { parseTilePath, tileOfSubtree, tileWidthAt, TILE_WIDTH } from "../../protocol/seal/tile.js";
import type { Store } from "../../storage/store.js";

/** Where the hashes of a log come from. */
export interface TileSource {
  /** Ed25519 key of who writes it, hex. */
  readonly author: string;
  /** Events that are held. */
  readonly size: number;
  /** All hashes that a tile has at this size. */
  tile(level: number, index: number): Promise<readonly Uint8Array[]> | readonly Uint8Array[];
}

interface LogModules {
  readonly crypto: Pick<Crypto, "sha256">;
  readonly store: Pick<Store, "spine">;
}

const UNKNOWN = new Uint8Array(32);

/** One node of the tree, as a key. */
function subtreeKey(height: number, index: number): string {
  return `${height}/${index}`;
}

export class TiledLog {
  readonly #modules: LogModules;
  readonly #source: TileSource;

  constructor(modules: LogModules, source: TileSource) {
    this.#modules = modules;
    this.#source = source;
  }

  get author(): string {
    return this.#source.author;
  }
  get size(): number {
    return this.#source.size;
  }

  /** Bytes of a tile, or null when the path names none that exists at this size. */
  async tile(path: string): Promise<Uint8Array | null> {
    const address = parseTilePath(`tile/${path}`);
    if (address === null) return null;
    const { level, index, width } = address;
    if (width > tileWidthAt(level, index, this.size)) return null;
    if (level === "entries") return this.#entries(index * TILE_WIDTH, width);
    const hashes = await this.#source.tile(level, index);
    return hashes.length < width ? null : Buffer.concat(hashes.slice(0, width));
  }

  /** Entry bundle: each header with its length in two bytes before it. */
  async #entries(first: number, width: number): Promise<Uint8Array> {
    const events = await this.#modules.store.spine.range(this.author, first, width);
    return Buffer.concat(
      events.flatMap(({ header }) => {
        const text = Buffer.from(header, "utf8");
        const length = Buffer.alloc(2);
        length.writeUInt16BE(text.length);
        return [length, text];
      }),
    );
  }

  /** RFC 6962 proof, hex. @throws RangeError unless 0 < from <= to. */
  async consistency(from: number, to: number): Promise<readonly string[]> {
    const { crypto } = this.#modules;
    const proof = await this.#with((read) => consistencyProof(crypto, read, from, to));
    return proof.map(toHex);
  }

  /** RFC 6962 path of an event in the tree of a size, hex. @throws RangeError when it has no such leaf */
  async inclusion(index: number, size: number): Promise<readonly string[]> {
    const { crypto } = this.#modules;
    const path = await this.#with((read) => inclusionPath(crypto, read, index, size));
    return path.map(toHex);
  }

  /** Root of the first `size` events. @param size at most what is held */
  rootAt(size: number): Promise<Uint8Array> {
    return this.#with((read) => rangeRoot(this.#modules.crypto, read, 0, size));
  }

  /**
   * The tree's code reads hashes synchronously: a first pass only notes which, the second has them.
   */
  async #with<T>(work: (read: SubtreeReader) => T): Promise<T> {
    const wanted = new Map<string, readonly [number, number]>();
    work((height, index) => {
      wanted.set(subtreeKey(height, index), [height, index]);
      return UNKNOWN;
    });
    const found = new Map<string, Uint8Array>();
    for (const [key, [height, index]] of wanted) found.set(key, await this.#subtree(height, index));
    return work((height, index) => found.get(subtreeKey(height, index))!);
  }

  async #subtree(height: number, index: number): Promise<Uint8Array> {
    const { level, tile, first, count } = tileOfSubtree(height, index);
    const hashes = await this.#source.tile(level, tile);
    const { levels } = buildLevels(this.#modules.crypto, hashes.slice(first, first + count));
    return levels[levels.length - 1]![0]!;
  }
}
