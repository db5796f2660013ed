/**
 * LevelDB's format of a log, which manifests have as well: blocks of 32 KiB with records in pieces,
 * each with a CRC-32C. LevelDB itself reads up to the first damage, drops the rest of the block and
 * goes on behind it without a word; here the damage is told.
 */
import { crc32c, flip, flippedBits, unmasked, type FileBit } from "./checksum.js";

const BLOCK_BYTES = 32_768;
const HEADER_BYTES = 7;
const [FULL, FIRST, MIDDLE, LAST] = [1, 2, 3, 4] as const;
export interface LogContents {
  /** Whole records from the start up to the first damage. */
  readonly records: readonly Uint8Array[];
  /** Bytes from the start in which all is whole. */
  readonly soundBytes: number;
  /** Where the first piece that is not whole would stand, or does. */
  readonly stoppedAt: number;
  /** Where a piece stands behind the damage that is whole again; null where nothing follows it. */
  readonly goesOnAt: number | null;
}

interface Piece {
  readonly type: number;
  readonly data: Buffer;
  readonly end: number;
}

/** The piece at a place, or null where there is none that is whole. */
function pieceAt(bytes: Buffer, at: number): Piece | null {
  if (at + HEADER_BYTES > bytes.length) return null;
  const length = bytes.readUInt16LE(at + 4);
  const type = bytes[at + 6]!;
  const end = at + HEADER_BYTES + length;
  if (type < FULL || type > LAST || end > bytes.length) return null;
  // No piece goes over the end of a block.
  if (Math.floor(at / BLOCK_BYTES) !== Math.floor((end - 1) / BLOCK_BYTES)) return null;
  if (unmasked(bytes.readUInt32LE(at)) !== crc32c(bytes.subarray(at + 6, end))) return null;
  return { type, data: bytes.subarray(at + HEADER_BYTES, end), end };
}

/** Too few bytes for a header are left empty at the end of a block. */
function pieceStart(at: number): number {
  const left = BLOCK_BYTES - (at % BLOCK_BYTES);
  return left < HEADER_BYTES ? at + left : at;
}

export function readLog(bytes: Buffer): LogContents {
  const records: Uint8Array[] = [];
  let begun: Buffer[] | null = null;
  let [at, sound] = [0, 0];
  for (;;) {
    const piece = pieceAt(bytes, pieceStart(at));
    const begins = piece?.type === FULL || piece?.type === FIRST;
    if (piece === null || begins !== (begun === null)) break;
    at = piece.end;
    if (piece.type === FIRST) begun = [piece.data];
    else if (piece.type === MIDDLE) begun!.push(piece.data);
    else {
      records.push(begun === null ? piece.data : Buffer.concat([...begun, piece.data]));
      begun = null;
      sound = at;
    }
  }
  const goesOnAt = at >= bytes.length ? null : goesOn(bytes, at);
  return { records, soundBytes: sound, stoppedAt: pieceStart(at), goesOnAt };
}

/**
 * Looks behind the piece at a place for one that is whole: right behind it by its own length, and
 * at the starts of blocks.
 */
function goesOn(bytes: Buffer, damaged: number): number | null {
  const at = pieceStart(damaged);
  if (pieceAt(bytes, at) !== null) return at;
  if (at + HEADER_BYTES <= bytes.length) {
    const next = pieceStart(at + HEADER_BYTES + bytes.readUInt16LE(at + 4));
    if (pieceAt(bytes, next) !== null) return next;
  }
  for (let block = at - (at % BLOCK_BYTES) + BLOCK_BYTES; block < bytes.length;) {
    if (pieceAt(bytes, block) !== null) return block;
    block += BLOCK_BYTES;
  }
  return null;
}

/**
 * The one bit with which a log is whole again to its end, or null where it is damaged in more, or
 * not at all.
 */
export function flippedBitOfLog(bytes: Buffer): FileBit | null {
  const { stoppedAt: at } = readLog(bytes);
  if (at + HEADER_BYTES > bytes.length) return null;
  const found = new Map<string, FileBit>();
  for (const bit of suspects(bytes, at)) {
    flip(bytes, bit);
    const { soundBytes } = readLog(bytes);
    if (soundBytes === bytes.length) found.set(`${bit.at}.${bit.bit}`, bit);
    flip(bytes, bit);
  }
  return found.size === 1 ? [...found.values()][0]! : null;
}

/** Bits of the piece at a place, each of which alone may be why it is not whole. */
function suspects(bytes: Buffer, at: number): readonly FileBit[] {
  // The checksum covers neither itself nor the length.
  const ofLength: FileBit[] = [];
  for (let bit = 0; bit < 16; bit += 1) ofLength.push({ at: at + 4 + (bit >>> 3), bit: bit & 7 });
  const end = at + HEADER_BYTES + bytes.readUInt16LE(at + 4);
  if (end > bytes.length) return ofLength;
  const start = at + 6;
  const { inChecksum, inText } = flippedBits(bytes.subarray(start, end), bytes.readUInt32LE(at));
  return [
    ...ofLength,
    ...inChecksum.map((bit) => ({ at: at + (bit >>> 3), bit: bit & 7 })),
    ...inText.map((bit) => ({ at: start + bit.at, bit: bit.bit })),
  ];
}
