/** Bytes by bytes, in key order; keys are texts of one character a byte. */

/** Keys of one piece: what an insertion moves is at most so long, however many keys there are. */
const PIECE_KEYS_MAX = 256;

export class SortedMap {
  readonly #values: Map<string, Uint8Array>;
  /** All keys in order, cut into pieces of which none is empty. */
  readonly #pieces: string[][] = [];

  constructor(entries: Iterable<readonly [string, Uint8Array]> = []) {
    this.#values = new Map(entries);
    const keys = [...this.#values.keys()].sort();
    for (let at = 0; at < keys.length; at += PIECE_KEYS_MAX / 2) {
      this.#pieces.push(keys.slice(at, at + PIECE_KEYS_MAX / 2));
    }
  }

  get size(): number {
    return this.#values.size;
  }

  get(key: string): Uint8Array | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: Uint8Array): void {
    const before = this.#values.size;
    this.#values.set(key, value);
    if (this.#values.size > before) this.#insert(key);
  }

  delete(key: string): void {
    if (!this.#values.delete(key)) return;
    const at = this.#pieceOf(key);
    const piece = this.#pieces[at]!;
    piece.splice(firstFrom(piece, key), 1);
    if (piece.length === 0) this.#pieces.splice(at, 1);
  }

  /** Keys from `gte` to before `lt`. @param limit  of them at most, the first ones */
  keysBetween(gte: string, lt: string, limit = Infinity): string[] {
    const found: string[] = [];
    for (let at = this.#pieceOf(gte); at < this.#pieces.length; at += 1) {
      const piece = this.#pieces[at]!;
      if (piece[0]! >= lt) break;
      const from = firstFrom(piece, gte);
      const to = firstFrom(piece, lt);
      for (let i = from; i < to && found.length < limit; i += 1) found.push(piece[i]!);
      if (to < piece.length || found.length >= limit) break;
    }
    return found;
  }

  /** The same from the last one on. */
  keysBack(gte: string, lt: string, limit = Infinity): string[] {
    const found: string[] = [];
    for (let at = this.#pieceOf(lt); at >= 0 && at < this.#pieces.length; at -= 1) {
      const piece = this.#pieces[at]!;
      const from = firstFrom(piece, gte);
      for (let i = firstFrom(piece, lt) - 1; i >= from && found.length < limit; i -= 1)
        found.push(piece[i]!);
      if (from > 0 || found.length >= limit) break;
    }
    return found;
  }

  /** In the order of the keys. */
  *entries(): Generator<readonly [string, Uint8Array]> {
    for (const piece of this.#pieces) for (const key of piece) yield [key, this.#values.get(key)!];
  }

  #insert(key: string): void {
    const at = this.#pieceOf(key);
    const piece = this.#pieces[at];
    if (piece === undefined) {
      this.#pieces.push([key]);
      return;
    }
    piece.splice(firstFrom(piece, key), 0, key);
    if (piece.length > PIECE_KEYS_MAX)
      this.#pieces.splice(at + 1, 0, piece.splice(PIECE_KEYS_MAX / 2));
  }

  /** The last piece that begins at or below a key; the first when none does. */
  #pieceOf(key: string): number {
    let low = 0;
    let high = this.#pieces.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#pieces[middle]![0]! <= key) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }
}

/** Position of the first key not below this one. */
function firstFrom(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
