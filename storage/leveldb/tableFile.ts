/**
 * LevelDB's format of a table: blocks of records, a filter, what the file holds, an index, and a
 * footer of fixed length. Each block has a CRC-32C, which LevelDB itself does not look at while it
 * reads. Here every block is held against it, and one flipped bit is found.
 */
import { crc32c, flip, flippedBits, masked, unmasked, type FileBit } from "./checksum.js";
import { unpackSnappy } from "./snappy.js";

const FOOTER_BYTES = 48;
/** Kind of packing, and checksum. */
const TRAILER_BYTES = 5;
const MAGIC = 0xdb4775248b80fb57n;
const HANDLES_BYTES = 40;
/** How many there are stands at the end of a block. */
const RESTARTS_BYTES = 4;
const [PLAIN, SNAPPY] = [0, 1] as const;
/** Behind each key: number of the write, and whether it put or deleted. */
const KEY_SUFFIX_BYTES = 8;
const PUT = 1;

export interface BlockPlace {
  readonly offset: number;
  /** Without its trailer. */
  readonly size: number;
}

/** Records of which a table should have some between two keys, and which cannot be read. */
export interface LostBlock extends BlockPlace {
  /** Last key of the block before it; null for the first one. */
  readonly after: Uint8Array | null;
  /** No key of it is higher. */
  readonly last: Uint8Array;
}

export interface TableVerdict {
  readonly blocks: number;
  /** Bits that were found to be flipped, each alone in its block; they are flipped back in `bytes`. */
  readonly flipped: readonly FileBit[];
  /** Damage beyond that; empty for a whole table. */
  readonly lost: readonly LostBlock[];
  /** Why not even the blocks are known, or null. */
  readonly fault: string | null;
}

interface Footer {
  readonly metaindex: BlockPlace;
  readonly index: BlockPlace;
}

interface Record {
  readonly key: Buffer;
  readonly value: Buffer;
}

/** Whether the record that is stored under a key is whole. */
export type IsWhole = (key: Uint8Array, record: Uint8Array) => boolean;

/**
 * Looks at a whole table and flips back, in `bytes`, what is damaged in one bit.
 * @param isWhole a second opinion about records of a block in which a bit was flipped back
 */
export function mendTable(bytes: Buffer, isWhole: IsWhole): TableVerdict {
  const flipped: FileBit[] = [];
  const broken = (fault: string): TableVerdict => ({ blocks: 0, flipped: [], lost: [], fault });
  const footer = footerOf(bytes, flipped);
  if (footer === null) return broken("its footer is damaged");
  const places = placesOf(bytes, footer.index, flipped);
  if (places === null) return broken("its index is damaged");
  const lost: LostBlock[] = [];
  let after: Uint8Array | null = null;
  for (const { key, place } of places) {
    if (!isWithin(bytes, place)) return broken("its index is damaged");
    if (!isMended(bytes, place, flipped, (block) => areWhole(block, isWhole)))
      lost.push({ ...place, after, last: key });
    after = key;
  }
  const filters = placesOf(bytes, footer.metaindex, flipped);
  const areFiltersWhole = filters?.every(
    ({ place }) => isWithin(bytes, place) && isMended(bytes, place, flipped, () => true),
  );
  const blocks = places.length + 2 + (filters?.length ?? 0);
  const fault = areFiltersWhole === true ? null : "its filter is damaged";
  return { blocks, flipped, lost, fault };
}

function isWithin(bytes: Buffer, { offset, size }: BlockPlace): boolean {
  return offset + size + TRAILER_BYTES + FOOTER_BYTES <= bytes.length;
}

/** A footer that does not fit what is before it is tried with each of its bits flipped. */
function footerOf(bytes: Buffer, flipped: FileBit[]): Footer | null {
  const start = bytes.length - FOOTER_BYTES;
  if (start < 2 * TRAILER_BYTES) return null;
  const footer = readFooter(bytes, start);
  if (footer !== null) return footer;
  const found: { readonly bit: FileBit; readonly footer: Footer }[] = [];
  for (let at = start; at < bytes.length; at += 1) {
    for (let n = 0; n < 8; n += 1) {
      const bit = { at, bit: n };
      flip(bytes, bit);
      const tried = readFooter(bytes, start);
      if (tried !== null && isSound(bytes, tried.index) && isSound(bytes, tried.metaindex))
        found.push({ bit, footer: tried });
      flip(bytes, bit);
    }
  }
  const [only] = found;
  if (found.length !== 1 || only === undefined) return null;
  flip(bytes, only.bit);
  flipped.push(only.bit);
  return only.footer;
}

/** Null where it is none, or where what it names does not stand right before it. */
function readFooter(bytes: Buffer, start: number): Footer | null {
  if (bytes.readBigUInt64LE(start + HANDLES_BYTES) !== MAGIC) return null;
  const reader = new Reader(bytes.subarray(start, start + HANDLES_BYTES));
  const metaindex = reader.place();
  const index = reader.place();
  if (metaindex === null || index === null) return null;
  if (reader.rest().some((byte) => byte !== 0)) return null;
  const isNext =
    metaindex.offset + metaindex.size + TRAILER_BYTES === index.offset &&
    index.offset + index.size + TRAILER_BYTES === start;
  return isNext ? { metaindex, index } : null;
}

function isSound(bytes: Buffer, { offset, size }: BlockPlace): boolean {
  const end = offset + size + 1;
  return unmasked(bytes.readUInt32LE(end)) === crc32c(bytes.subarray(offset, end));
}

/** What stands in the place of a block whose content is given up: of the same length, and empty. */
export function emptyBlock(size: number): Buffer {
  if (size < RESTARTS_BYTES) throw new RangeError("no block is as short");
  const bytes = Buffer.alloc(size + TRAILER_BYTES);
  bytes[size] = PLAIN;
  bytes.writeUInt32LE(masked(crc32c(bytes.subarray(0, size + 1))), size + 1);
  return bytes;
}

/** The places that an index or the list of filters names; null where it is damaged. */
function placesOf(
  bytes: Buffer,
  place: BlockPlace,
  flipped: FileBit[],
): readonly { key: Buffer; place: BlockPlace }[] | null {
  if (!isMended(bytes, place, flipped, () => true)) return null;
  const content = contentOf(bytes, place);
  return content === null ? null : placesIn(content);
}

/**
 * Whether a block is whole, or is now that a bit was flipped back.
 * @param isRight what has to hold of a block in which a bit was flipped back
 */
function isMended(
  bytes: Buffer,
  place: BlockPlace,
  flipped: FileBit[],
  isRight: (content: Buffer) => boolean,
): boolean {
  if (isSound(bytes, place)) return true;
  const end = place.offset + place.size + 1;
  const { inText, inChecksum } = flippedBits(
    bytes.subarray(place.offset, end),
    bytes.readUInt32LE(end),
  );
  const candidates = [
    ...inText.map(({ at, bit }) => ({ at: place.offset + at, bit })),
    ...inChecksum.map((bit) => ({ at: end + (bit >>> 3), bit: bit & 7 })),
  ];
  const [bit] = candidates;
  if (bit === undefined || candidates.length > 1) return false;
  flip(bytes, bit);
  const content = contentOf(bytes, place);
  if (content !== null && isRight(content)) {
    flipped.push(bit);
    return true;
  }
  flip(bytes, bit);
  return false;
}

function contentOf(bytes: Buffer, { offset, size }: BlockPlace): Buffer | null {
  const packed = bytes.subarray(offset, offset + size);
  const kind = bytes[offset + size];
  if (kind === PLAIN) return packed;
  return kind === SNAPPY ? unpackSnappy(packed) : null;
}

/** Of an index: the highest key of each block, without what LevelDB adds to keys, and its place. */
function placesIn(block: Buffer): readonly { key: Buffer; place: BlockPlace }[] | null {
  const records = recordsOf(block);
  if (records === null) return null;
  const places: { key: Buffer; place: BlockPlace }[] = [];
  for (const { key, value } of records) {
    const place = new Reader(value).place();
    if (place === null) return null;
    places.push({ key: userKey(key), place });
  }
  return places;
}

function userKey(key: Buffer): Buffer {
  return key.subarray(0, Math.max(0, key.length - KEY_SUFFIX_BYTES));
}

function areWhole(block: Buffer, isWhole: IsWhole): boolean {
  const records = recordsOf(block);
  return (
    records !== null &&
    records.every(
      ({ key, value }) =>
        key.length >= KEY_SUFFIX_BYTES &&
        (key[key.length - KEY_SUFFIX_BYTES] !== PUT || isWhole(userKey(key), value)),
    )
  );
}

/** Keys share what they have in common with the one before. */
function recordsOf(block: Buffer): readonly Record[] | null {
  if (block.length < RESTARTS_BYTES) return null;
  const restarts = block.readUInt32LE(block.length - RESTARTS_BYTES);
  // As LevelDB reads it, whatever stands before.
  if (restarts === 0) return [];
  const end = block.length - RESTARTS_BYTES * (restarts + 1);
  if (end < 0) return null;
  const reader = new Reader(block.subarray(0, end));
  const records: Record[] = [];
  let last = Buffer.alloc(0);
  while (!reader.isOver) {
    const [shared, own, length] = [reader.number(), reader.number(), reader.number()];
    if (shared === null || own === null || length === null || shared > last.length) return null;
    const [tail, value] = [reader.bytes(own), reader.bytes(length)];
    if (tail === null || value === null) return null;
    last = Buffer.concat([last.subarray(0, shared), tail]);
    records.push({ key: last, value });
  }
  return records;
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isOver(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** Null where it ends within, or is no safe integer: so do all. */
  number(): number | null {
    let [value, factor] = [0, 1];
    for (;;) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) return null;
      this.#at += 1;
      value += (byte & 0x7f) * factor;
      if (value > Number.MAX_SAFE_INTEGER) return null;
      if (byte < 0x80) return value;
      factor *= 0x80;
    }
  }

  place(): BlockPlace | null {
    const [offset, size] = [this.number(), this.number()];
    return offset === null || size === null ? null : { offset, size };
  }

  bytes(count: number): Buffer | null {
    const end = this.#at + count;
    if (end > this.#bytes.length) return null;
    const part = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return part;
  }

  rest(): Buffer {
    return this.#bytes.subarray(this.#at);
  }
}
