/**
 * The Merkle tree of RFC 6962 (section 2.1): roots, inclusion and consistency proofs, and the
 * growing right edge.
 */
import { equalBytes } from "../encoding/bytes.js";
import { flat } from "../encoding/flat.js";
import { toHex } from "../encoding/hex.js";
import type { Crypto } from "../ports.js";

const HASH_BYTES = 32;
type Hasher = Pick<Crypto, "sha256">;

/** Root of the tree without leaves: the hash of no bytes. */
export function emptyRoot(crypto: Hasher): Uint8Array {
  return crypto.sha256(new Uint8Array(0));
}

/** sha256(00 || data): a leaf can never be taken for an inner node. */
export function leafHash(crypto: Hasher, data: Uint8Array): Uint8Array {
  const bytes = data.length === HASH_BYTES ? hashPreimage : new Uint8Array(1 + data.length);
  bytes.set(data, 1);
  return crypto.sha256(bytes);
}

/** Its first byte stays 0. Entries of a window are hashes, hashed at once as below. */
const hashPreimage = new Uint8Array(1 + HASH_BYTES);

/** Nothing is awaited between filling and hashing it, so one buffer serves every inner node. */
const nodePreimage = new Uint8Array(1 + 2 * HASH_BYTES);

/** sha256(01 || left || right), of two hashes. */
export function nodeHash(crypto: Hasher, left: Uint8Array, right: Uint8Array): Uint8Array {
  nodePreimage[0] = 1;
  for (let i = 0; i < HASH_BYTES; i += 1) {
    nodePreimage[1 + i] = left[i]!;
    nodePreimage[1 + HASH_BYTES + i] = right[i]!;
  }
  return crypto.sha256(nodePreimage);
}

/**
 * Every complete subtree of a list of leaf hashes: `levels[h][i]` covers leaves i 2^h to (i + 1)
 * 2^h - 1.
 */
export interface SubtreeLevels {
  readonly size: number;
  readonly levels: readonly (readonly Uint8Array[])[];
}

/** Reads the hash of one complete subtree; it may come from memory or from stored tiles. */
export type SubtreeReader = (height: number, index: number) => Uint8Array;

/** @param leaves leaf hashes, in order. */
export function buildLevels(crypto: Hasher, leaves: readonly Uint8Array[]): SubtreeLevels {
  const levels: (readonly Uint8Array[])[] = [leaves];
  for (let below = leaves; below.length > 1;) {
    const above: Uint8Array[] = [];
    for (let i = 0; i + 1 < below.length; i += 2)
      above.push(nodeHash(crypto, below[i]!, below[i + 1]!));
    levels.push(above);
    below = above;
  }
  return { size: leaves.length, levels };
}

export function levelReader(tree: SubtreeLevels): SubtreeReader {
  return (height, index) => {
    const hash = tree.levels[height]?.[index];
    if (hash === undefined)
      throw new RangeError(`no complete subtree ${height}/${index} in a tree of ${tree.size}`);
    return hash;
  };
}

/**
 * Root of leaves `from` to `to - 1`, where `from` is a multiple of the next power of two at or
 * above `to - from`.
 */
export function rangeRoot(
  crypto: Hasher,
  read: SubtreeReader,
  from: number,
  to: number,
): Uint8Array {
  if (to <= from) return emptyRoot(crypto);
  const parts: Uint8Array[] = [];
  for (let at = from; at < to;) {
    const height = completeHeight(at - from, to - at);
    const width = powerOfTwo(height);
    parts.push(read(height, at / width));
    at += width;
  }
  let root = parts[parts.length - 1]!;
  for (let i = parts.length - 2; i >= 0; i -= 1) root = nodeHash(crypto, parts[i]!, root);
  return root;
}

export function merkleRoot(crypto: Hasher, leaves: readonly Uint8Array[]): Uint8Array {
  return rangeRoot(crypto, levelReader(buildLevels(crypto, leaves)), 0, leaves.length);
}

/**
 * PATH(index, D[0:size]) of RFC 6962, from the leaf upwards. @throws RangeError when `index` is no
 * leaf.
 */
export function inclusionPath(
  crypto: Hasher,
  read: SubtreeReader,
  index: number,
  size: number,
): Uint8Array[] {
  if (!isLeafIndex(index, size)) throw new RangeError(`leaf ${index} is not in a tree of ${size}`);
  const path: Uint8Array[] = [];
  let from = 0;
  let to = size;
  while (to - from > 1) {
    const middle = from + splitPoint(to - from);
    if (index < middle) {
      path.push(rangeRoot(crypto, read, middle, to));
      to = middle;
    } else {
      path.push(rangeRoot(crypto, read, from, middle));
      from = middle;
    }
  }
  return path.reverse();
}

/** The root that this path leads to, or null when no tree of this size has such a path. */
export function rootFromPath(
  crypto: Hasher,
  leaf: Uint8Array,
  index: number,
  size: number,
  path: readonly Uint8Array[],
): Uint8Array | null {
  if (!isLeafIndex(index, size) || !path.every(isHash)) return null;
  let node = index;
  let last = size - 1;
  let hash = leaf;
  for (const sibling of path) {
    if (last === 0) return null;
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(crypto, sibling, hash);
      // A last node without a right neighbour is carried up unchanged, level by level.
      while (node % 2 === 0 && node !== 0) {
        node /= 2;
        last = Math.floor(last / 2);
      }
    } else hash = nodeHash(crypto, hash, sibling);
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? hash : null;
}

export function verifyInclusion(
  crypto: Hasher,
  leaf: Uint8Array,
  index: number,
  size: number,
  path: readonly Uint8Array[],
  root: Uint8Array,
): boolean {
  const found = rootFromPath(crypto, leaf, index, size, path);
  return found !== null && equalBytes(found, root);
}

/** PROOF(first, D[0:second]) of RFC 6962. @throws RangeError unless 0 < first <= second. */
export function consistencyProof(
  crypto: Hasher,
  read: SubtreeReader,
  first: number,
  second: number,
): Uint8Array[] {
  if (!isLeafIndex(first - 1, second))
    throw new RangeError(`no consistency proof from ${first} to ${second}`);
  const proof: Uint8Array[] = [];
  let from = 0;
  let to = second;
  let whole = true;
  while (first !== to) {
    const middle = from + splitPoint(to - from);
    if (first <= middle) {
      proof.push(rangeRoot(crypto, read, middle, to));
      to = middle;
    } else {
      proof.push(rangeRoot(crypto, read, from, middle));
      from = middle;
      whole = false;
    }
  }
  if (!whole) proof.push(rangeRoot(crypto, read, from, to));
  return proof.reverse();
}

/**
 * True when the tree of `second` leaves with `secondRoot` starts with the tree of `first` leaves
 * with `firstRoot`. Every tree is consistent with itself and with the empty tree, by an empty
 * proof.
 */
export function verifyConsistency(
  crypto: Hasher,
  first: number,
  second: number,
  firstRoot: Uint8Array,
  secondRoot: Uint8Array,
  proof: readonly Uint8Array[],
): boolean {
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(second) || first < 0 || second < first)
    return false;
  if (!proof.every(isHash)) return false;
  if (first === second) return proof.length === 0 && equalBytes(firstRoot, secondRoot);
  if (first === 0) return proof.length === 0 && equalBytes(firstRoot, emptyRoot(crypto));
  let node = first - 1;
  let last = second - 1;
  while (node % 2 === 1) {
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  // A power of two is itself a node of the larger tree: its root is left out of the proof.
  const rest = node === 0 ? [firstRoot, ...proof] : proof;
  if (rest.length === 0) return false;
  let old = rest[0]!;
  let grown = rest[0]!;
  for (const sibling of rest.slice(1)) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      old = nodeHash(crypto, sibling, old);
      grown = nodeHash(crypto, sibling, grown);
      while (node % 2 === 0 && node !== 0) {
        node /= 2;
        last = Math.floor(last / 2);
      }
    } else grown = nodeHash(crypto, grown, sibling);
    node = Math.floor(node / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && equalBytes(old, firstRoot) && equalBytes(grown, secondRoot);
}

/**
 * The right edge: roots of the complete subtrees that tile `size` leaves, largest first. One per
 * set bit of `size`.
 */
export interface Frontier {
  readonly size: number;
  readonly hashes: readonly Uint8Array[];
}

export const EMPTY_FRONTIER: Frontier = { size: 0, hashes: [] };

export function appendLeaf(crypto: Hasher, frontier: Frontier, leaf: Uint8Array): Frontier {
  const hashes = frontier.hashes.slice();
  let hash = leaf;
  for (let rest = frontier.size; rest % 2 === 1; rest = (rest - 1) / 2)
    hash = nodeHash(crypto, hashes.pop()!, hash);
  hashes.push(hash);
  return { size: frontier.size + 1, hashes };
}

export function frontierRoot(crypto: Hasher, frontier: Frontier): Uint8Array {
  if (frontier.size === 0) return emptyRoot(crypto);
  let root = frontier.hashes[frontier.hashes.length - 1]!;
  for (let i = frontier.hashes.length - 2; i >= 0; i -= 1)
    root = nodeHash(crypto, frontier.hashes[i]!, root);
  return root;
}

/** True when the number of hashes is what a tree of this size has. */
export function isFrontier(frontier: Frontier): boolean {
  if (!Number.isSafeInteger(frontier.size) || frontier.size < 0 || !frontier.hashes.every(isHash))
    return false;
  let bits = 0;
  for (let rest = frontier.size; rest > 0; rest = Math.floor(rest / 2)) bits += rest % 2;
  return bits === frontier.hashes.length;
}

/** The tree over one commit window: its root, and every leaf's inclusion path. */
export interface WindowTree {
  readonly root: Uint8Array;
  path(index: number): Uint8Array[];
  /** The same path in hex: neighbours share most of it, so each hash is written once. */
  pathHex(index: number): string[];
  /** JSON text of `pathHex(index)` without its brackets. */
  pathText(index: number): string;
}

/** The complete subtrees of a window, computed already. Asked for those alone. */
export interface WindowNodes {
  readonly size: number;
  readonly read: SubtreeReader;
  hex(height: number, index: number): string;
}

/** @param entries the leaves' data (not yet hashed), in order; at least one. */
export function windowTree(crypto: Hasher, entries: readonly Uint8Array[]): WindowTree {
  const leaves: Uint8Array[] = [];
  for (const entry of entries) leaves.push(leafHash(crypto, entry));
  const tree = buildLevels(crypto, leaves);
  const read = levelReader(tree);
  return windowTreeOf(crypto, {
    size: tree.size,
    read,
    hex: (height, index) => toHex(read(height, index)),
  });
}

/** The same of what a platform has computed by itself. */
export function windowTreeOf(crypto: Hasher, nodes: WindowNodes): WindowTree {
  const { read, size } = nodes;
  const ranges = new Map<number, Uint8Array>();
  const texts = new Map<number, string>();
  // Incomplete subtrees end at the last leaf and are shared by many paths: each is computed once.
  const range = (from: number): Uint8Array =>
    remembered(ranges, from, () => rangeRoot(crypto, read, from, size));
  const edge = (from: number): string => remembered(texts, from, () => toHex(range(from)));
  const pathOf = <T>(
    index: number,
    whole: (height: number, index: number) => T,
    rest: (from: number) => T,
  ): T[] => {
    if (!isLeafIndex(index, size)) throw notInWindow(index, size);
    const path: T[] = [];
    for (let height = 0, width = 1; width < size; height += 1, width *= 2) {
      const sibling = siblingOf(size, { height, node: Math.floor(index / width) }, whole, rest);
      if (sibling !== null) path.push(sibling);
    }
    return path;
  };
  return {
    root: range(0),
    path: (index) => pathOf(index, read, range),
    pathHex: (index) => pathOf(index, (height, node) => nodes.hex(height, node), edge),
    pathText: pathTexts(nodes, edge),
  };
}

/** All nodes under one parent share the path above it, so each height is written once a node. */
function pathTexts(nodes: WindowNodes, edge: (from: number) => string): (index: number) => string {
  const { size } = nodes;
  const hex = (height: number, node: number): string => nodes.hex(height, node);
  const known: string[][] = [];
  const above = (height: number, node: number): string => {
    const width = powerOfTwo(height);
    if (width >= size) return "";
    const row = (known[height] ??= []);
    let text = row[node];
    if (text === undefined) {
      const sibling = siblingOf(size, { height, node }, hex, edge);
      const rest = above(height + 1, Math.floor(node / 2));
      const own = sibling === null ? "" : `"${sibling}"`;
      text = own === "" || rest === "" ? own + rest : `${own},${rest}`;
      // A leaf's own text is written once, what stands above two of them is a part of both.
      if (height > 0) text = flat(text);
      row[node] = text;
    }
    return text;
  };
  return (index) => {
    if (!isLeafIndex(index, size)) throw notInWindow(index, size);
    return above(0, index);
  };
}

/**
 * The root beside a node, or null where no leaf lies there.
 * @param whole of a complete subtree @param rest of the incomplete one that begins at a leaf and
 * ends at the last
 */
function siblingOf<T>(
  size: number,
  { height, node }: { readonly height: number; readonly node: number },
  whole: (height: number, index: number) => T,
  rest: (from: number) => T,
): T | null {
  const width = powerOfTwo(height);
  const sibling = node ^ 1;
  const from = sibling * width;
  if (from + width <= size) return whole(height, sibling);
  return from < size ? rest(from) : null;
}

function notInWindow(index: number, size: number): RangeError {
  return new RangeError(`leaf ${index} is not in a window of ${size}`);
}

function remembered<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  const held = known.get(key);
  if (held !== undefined) return held;
  const computed = make();
  known.set(key, computed);
  return computed;
}

function isHash(hash: Uint8Array): boolean {
  return hash.length === HASH_BYTES;
}

function isLeafIndex(index: number, size: number): boolean {
  return Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size;
}

/** The largest power of two below `n`, for n > 1. */
function splitPoint(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}

/**
 * Height of the largest complete subtree that starts `offset` leaves into the range and fits in
 * `room`.
 */
function completeHeight(offset: number, room: number): number {
  let height = 0;
  let width = 1;
  while (width * 2 <= room && offset % (width * 2) === 0) {
    width *= 2;
    height += 1;
  }
  return height;
}

function powerOfTwo(height: number): number {
  let width = 1;
  for (let i = 0; i < height; i += 1) width *= 2;
  return width;
}
