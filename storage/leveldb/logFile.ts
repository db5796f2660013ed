/**
 * LevelDB's format of a log, which manifests have as well: blocks of 32 KiB with records in pieces,
 * each with a CRC-32C. LevelDB itself reads up to the first damage, drops the rest of the block and
 * goes on behind it without a word; here the damage is told.
 */

const BLOCK_BYTES = 32_768;
const HEADER_BYTES = 7;
const [FULL, FIRST, MIDDLE, LAST] = [1, 2, 3, 4] as const;
/** LevelDB keeps checksums rotated and shifted by this. */
const MASK_DELTA = 0xa282ead8;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 0 ? crc >>> 1 : (crc >>> 1) ^ 0x82f63b78;
  return crc;
});

export function crc32c(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (let i = 0; i < bytes.length; i += 1)
    crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ bytes[i]!) & 0xff]!;
  return ~crc >>> 0;
}

function unmasked(masked: number): number {
  const rotated = (masked - MASK_DELTA) >>> 0;
  return ((rotated >>> 17) | (rotated << 15)) >>> 0;
}

export interface LogContents {
  /** Whole records from the start up to the first damage. */
  readonly records: readonly Uint8Array[];
  /** Bytes from the start in which all is whole. */
  readonly soundBytes: number;
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
  return { records, soundBytes: sound, goesOnAt: at >= bytes.length ? null : goesOn(bytes, at) };
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
