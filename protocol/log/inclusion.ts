/**
 * Inclusion paths of rows, found while the tree over a log grows: only the right edge and the paths
 * that are wanted are held.
 */
import type { Crypto } from "../ports.js";
import { leafHash, nodeHash, type Frontier } from "../seal/merkle.js";

type Hasher = Pick<Crypto, "sha256">;

/** A complete subtree of the edge, and which of the wanted rows stand in it. */
interface Part {
  readonly height: number;
  readonly hash: Uint8Array;
  readonly wanted: readonly Wanted[];
}

interface Wanted {
  readonly seq: number;
  readonly path: Uint8Array[];
}

export class RowPaths {
  readonly #crypto: Hasher;
  readonly #wanted: ReadonlyMap<number, Wanted>;
  readonly #edge: Part[] = [];
  #size: number;

  /**
   * @param from the tree to begin with: none of the wanted rows stands in it
   * @param rows numbers of the rows whose paths are wanted
   */
  constructor(crypto: Hasher, from: Frontier, rows: readonly number[]) {
    this.#crypto = crypto;
    this.#wanted = new Map(rows.map((seq) => [seq, { seq, path: [] }]));
    this.#size = from.size;
    let rest = from.size;
    for (const hash of from.hashes) {
      // The largest power of two in what is left: one subtree for each set bit.
      let [height, leaves] = [0, 1];
      for (; leaves * 2 <= rest; leaves *= 2) height += 1;
      rest -= leaves;
      this.#edge.push({ height, hash, wanted: [] });
    }
  }

  get size(): number {
    return this.#size;
  }

  /** @param hash of the next row */
  add(hash: Uint8Array): void {
    const wanted = this.#wanted.get(this.#size);
    let part: Part = {
      height: 0,
      hash: leafHash(this.#crypto, hash),
      wanted: wanted === undefined ? [] : [wanted],
    };
    while (this.#edge.at(-1)?.height === part.height) part = this.#joined(this.#edge.pop()!, part);
    this.#edge.push(part);
    this.#size += 1;
  }

  #joined(left: Part, right: Part): Part {
    for (const { path } of left.wanted) path.push(right.hash);
    for (const { path } of right.wanted) path.push(left.hash);
    return {
      height: left.height + 1,
      hash: nodeHash(this.#crypto, left.hash, right.hash),
      wanted: [...left.wanted, ...right.wanted],
    };
  }

  /**
   * Of the wanted rows, in the tree as it stands; called once, at its end.
   * @throws RangeError where one of them was not added
   */
  end(): ReadonlyMap<number, readonly Uint8Array[]> {
    let part = this.#edge.pop();
    while (part !== undefined && this.#edge.length > 0)
      part = this.#joined(this.#edge.pop()!, part);
    const paths = new Map((part?.wanted ?? []).map(({ path, seq }) => [seq, path]));
    for (const seq of this.#wanted.keys())
      if (!paths.has(seq)) throw new RangeError(`row ${seq} is not in a tree of ${this.#size}`);
    return paths;
  }
}
