/**
 * Many tokens on their way into a vault, in next to no memory beside their bytes: as rows, by the
 * first byte of their ids. Each such group is put in order when its turn comes, so that no step is
 * long.
 */
import { Leaf } from "../records/vault/leaf.js";
import { NO_TEXTS, tableOf, type TextTable } from "../records/vault/textTable.js";
import { ID_BYTES, TOKEN_BYTES, writeRow, type VaultToken } from "../records/vault/tokenRow.js";

/** New tokens of one leaf. */
export interface NewLeaf {
  /** First two bytes of their ids. */
  readonly prefix: number;
  readonly leaf: Leaf;
}

const FIRST_ROWS = 4;

interface Rows {
  bytes: Buffer;
  count: number;
}

export class NewTokens {
  /** By first byte. */
  readonly #rows = new Map<number, Rows>();
  /** Texts that tokens name, numbered from 1. */
  readonly #numbers = new Map<string, number>([["", 0]]);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** @throws RangeError for an id that is no 32 bytes in hex */
  add(token: VaultToken): void {
    const first = Number.parseInt(token.id.slice(0, 2), 16);
    let rows = this.#rows.get(first);
    if (rows === undefined)
      this.#rows.set(
        first,
        (rows = { bytes: Buffer.allocUnsafe(FIRST_ROWS * TOKEN_BYTES), count: 0 }),
      );
    const at = rows.count * TOKEN_BYTES;
    if (at === rows.bytes.length) rows.bytes = Buffer.concat([rows.bytes], 2 * at);
    writeRow(
      token,
      { folder: this.#numberOf(token.folder), engine: this.#numberOf(token.engineVersion) },
      rows.bytes,
      at,
    );
    rows.count += 1;
    this.#size += 1;
  }

  /**
   * Leaves in the order of their prefixes, in groups by first byte. @throws RangeError for a token
   * that was added twice
   */
  *groups(): Generator<readonly NewLeaf[]> {
    const table = this.#numbers.size === 1 ? NO_TEXTS : tableOf([...this.#numbers.keys()].slice(1));
    for (const first of [...this.#rows.keys()].sort((a, b) => a - b))
      yield leavesOf(table, this.#rows.get(first)!);
  }

  #numberOf(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) this.#numbers.set(text, (number = this.#numbers.size));
    return number;
  }
}

function leavesOf(table: TextTable, { bytes, count }: Rows): readonly NewLeaf[] {
  const sorted = inOrder(bytes, count);
  const leaves: NewLeaf[] = [];
  for (let at = 0; at < sorted.length;) {
    const prefix = sorted.readUInt16BE(at);
    const begin = at;
    while (at < sorted.length && sorted.readUInt16BE(at) === prefix) at += TOKEN_BYTES;
    leaves.push({ prefix, leaf: new Leaf(table, sorted.subarray(begin, at)) });
  }
  return leaves;
}

/** Rows that begin with the same byte, by their ids. */
function inOrder(bytes: Buffer, count: number): Buffer {
  // The next four bytes tell nearly all ids apart.
  const starts = new Uint32Array(count);
  const order: number[] = [];
  for (let row = 0; row < count; row += 1) {
    starts[row] = bytes.readUInt32BE(row * TOKEN_BYTES + 1);
    order.push(row);
  }
  order.sort((a, b) => starts[a]! - starts[b]! || compareIds(bytes, a, b));
  const sorted = Buffer.allocUnsafe(count * TOKEN_BYTES);
  order.forEach((row, n) => {
    if (
      n > 0 &&
      starts[order[n - 1]!] === starts[row] &&
      compareIds(bytes, order[n - 1]!, row) === 0
    ) {
      throw new RangeError("a token is taken in twice");
    }
    bytes.copy(sorted, n * TOKEN_BYTES, row * TOKEN_BYTES, (row + 1) * TOKEN_BYTES);
  });
  return sorted;
}

function compareIds(bytes: Buffer, a: number, b: number): number {
  const [from, other] = [a * TOKEN_BYTES, b * TOKEN_BYTES];
  return bytes.compare(bytes, other, other + ID_BYTES, from, from + ID_BYTES);
}
