/** The node's spine as a public log: checkpoint, tiles and consistency proofs. */
import { toHex } from "../../protocol/encoding/hex.js";
import { parseTilePath, tileOfSubtree, tileWidthAt, TILE_WIDTH } from "../../protocol/seal/tile.js";
import { buildLevels, consistencyProof, type SubtreeReader } from "../../protocol/seal/merkle.js";
import type { Crypto } from "../../protocol/ports.js";
import type { Store } from "../../storage/store.js";
import type { OwnSpine } from "./ownSpine.js";

interface SpineLogModules { readonly crypto: Crypto; readonly store: Store; readonly spine: OwnSpine }

/** One node of the tree, as a key. */
function subtreeKey(height: number, index: number): string {
  return `${height}/${index}`;
}

const UNKNOWN = new Uint8Array(32);

export class SpineLog {
  readonly #modules: SpineLogModules;

  constructor(modules: SpineLogModules) { this.#modules = modules; }

  get author(): string { return this.#modules.spine.author.publicKey; }
  get size(): number { return this.#modules.spine.size; }

  checkpoint(): string { return this.#modules.spine.checkpoint(); }

  /** Bytes of a tile, or null when the path names none that exists at this size. */
  async tile(path: string): Promise<Uint8Array | null> {
    const address = parseTilePath(`tile/${path}`);
    if (address === null) return null;
    const { level, index, width } = address;
    if (width > tileWidthAt(level, index, this.size)) return null;
    if (level === "entries") return this.#entries(index * TILE_WIDTH, width);
    const hashes = await this.#modules.spine.tile(level, index);
    return hashes.length < width ? null : Buffer.concat(hashes.slice(0, width));
  }

  /** Entry bundle: each header with its length in two bytes before it. */
  async #entries(first: number, width: number): Promise<Uint8Array> {
    const events = await this.#modules.store.spine.range(this.author, first, width);
    return Buffer.concat(events.flatMap(({ header }) => {
      const text = Buffer.from(header, "utf8");
      const length = Buffer.alloc(2);
      length.writeUInt16BE(text.length);
      return [length, text];
    }));
  }

  /** RFC 6962 proof, hex. @throws RangeError unless 0 < from <= to. */
  async consistency(from: number, to: number): Promise<readonly string[]> {
    const { crypto } = this.#modules;
    // The proof's code reads hashes synchronously: a first pass only notes which, the second has them.
    const wanted = new Map<string, readonly [number, number]>();
    consistencyProof(crypto, (height, index) => {
      wanted.set(subtreeKey(height, index), [height, index]);
      return UNKNOWN;
    }, from, to);
    const found = new Map<string, Uint8Array>();
    for (const [key, [height, index]] of wanted) found.set(key, await this.#subtree(height, index));
    const read: SubtreeReader = (height, index) => found.get(subtreeKey(height, index))!;
    return consistencyProof(crypto, read, from, to).map(toHex);
  }

  async #subtree(height: number, index: number): Promise<Uint8Array> {
    const { level, tile, first, count } = tileOfSubtree(height, index);
    const hashes = await this.#modules.spine.tile(level, tile);
    const { levels } = buildLevels(this.#modules.crypto, hashes.slice(first, first + count));
    return levels[levels.length - 1]![0]!;
  }
}
