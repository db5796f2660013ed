/**
 * What the public projections keep beside the records they are derived from: places, snapshots, how
 * far they got.
 */
import { bufferOf } from "../kv/bytes.js";
import type { ValueCodec } from "../kv/codecs.js";

/** Where an envelope of the public record stands. */
export interface PublicPlace {
  /** Sequence number of the `seal` event on the node's own spine. */
  readonly window: number;
  /** Position in the window. */
  readonly index: number;
  /** Of the seal. */
  readonly calcond: number;
}

/** How far a projection has followed what it is derived from. */
export interface ProjectionRecord {
  /** First number that was not read yet. */
  readonly next: number;
  /** Records read so far: envelopes, or entries of the journal. */
  readonly seen: number;
  /** Names of the figures a snapshot holds, in its order; only ever added to. */
  readonly figures?: readonly string[];
  /** The first record that could not be read and was passed over. */
  readonly damaged?: DamagedRecord;
  /** It was begun again: what comes from numbers up to this one is in its lists already. */
  readonly listed?: number;
}

export interface DamagedRecord {
  readonly bucket: string;
  readonly key: string;
  readonly fault: string;
}

/** Sums over the journal up to the end of one calcond. */
export interface SnapshotRecord {
  readonly calcond: number;
  /** Number of the last entry it counts. */
  readonly journal: number;
  /** In the order of the projection's figures; those that came later are 0. */
  readonly sums: readonly number[];
}

const PLACE_BYTES = 18;
const SNAPSHOT_HEAD_BYTES = 16;
const NUMBER_BYTES = 8;

/** Window (8 bytes), index (2), calcond (8). */
export const publicPlaceValue: ValueCodec<PublicPlace> = {
  encode: ({ window, index, calcond }) => {
    const bytes = Buffer.allocUnsafe(PLACE_BYTES);
    bytes.writeBigUInt64BE(BigInt(window), 0);
    bytes.writeUInt16BE(index, 8);
    bytes.writeBigUInt64BE(BigInt(calcond), 10);
    return bytes;
  },
  decode: (bytes) => {
    if (bytes.length !== PLACE_BYTES) throw new RangeError("wrong length");
    const from = bufferOf(bytes);
    return {
      window: safe(from.readBigUInt64BE(0)),
      index: from.readUInt16BE(8),
      calcond: safe(from.readBigUInt64BE(10)),
    };
  },
};

/** Calcond, last entry, then each sum: signed, 8 bytes each. */
export const snapshotValue: ValueCodec<SnapshotRecord> = {
  encode: ({ calcond, journal, sums }) => {
    const bytes = Buffer.allocUnsafe(SNAPSHOT_HEAD_BYTES + NUMBER_BYTES * sums.length);
    [calcond, journal, ...sums].forEach((value, i) =>
      bytes.writeBigInt64BE(BigInt(value), NUMBER_BYTES * i),
    );
    return bytes;
  },
  decode: (bytes) => {
    if (bytes.length < SNAPSHOT_HEAD_BYTES || bytes.length % NUMBER_BYTES !== 0)
      throw new RangeError("wrong length");
    const from = bufferOf(bytes);
    const numbers = Array.from({ length: bytes.length / NUMBER_BYTES }, (_, i) =>
      safe(from.readBigInt64BE(NUMBER_BYTES * i)),
    );
    const [calcond = 0, journal = 0, ...sums] = numbers;
    return { calcond, journal, sums };
  },
};

function safe(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError("beyond the integers a double holds");
  return number;
}
