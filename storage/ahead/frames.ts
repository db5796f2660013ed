/**
 * Frames: batches of operations one behind the other in a file of fixed length, each at a block of
 * its own, so that writing one never touches the bytes of another. A frame counts if its checksum
 * holds and its number follows the one before; what an earlier round of the file left behind it has
 * lower numbers.
 */
import { crc32 } from "node:zlib";
import type { Operation } from "../kv.js";

export const BLOCK_BYTES = 4_096;

/** Begins with a byte that no text has: what a value holds cannot pass for a frame. */
const MAGIC = 0xff_43_4d_41;
const LENGTH_AT = 4;
const NUMBER_AT = 8;
const CHECKSUM_AT = 16;
const HEAD_BYTES = 20;
/** Lengths of key and value; a deletion has no value, which is written as the length below. */
const LENGTHS_BYTES = 8;
const NO_VALUE = 0xffff_ffff;
const HIGH = 0x1_0000_0000;

export interface Frame {
  readonly number: number;
  readonly payload: Buffer;
}

/** What a file holds. */
export interface Frames {
  /** From the start of the file, without a gap. */
  readonly inOrder: readonly Frame[];
  /**
   * Whole ones behind the first place that is none: left from an earlier round, or the file is
   * damaged.
   */
  readonly beyond: readonly Frame[];
}

/** Bytes the frame of a batch takes, up to the end of its last block. */
export function frameBytes(operations: readonly Operation[]): number {
  let bytes = HEAD_BYTES;
  for (const operation of operations) {
    bytes +=
      LENGTHS_BYTES +
      operation.key.length +
      (operation.type === "put" ? operation.value.length : 0);
  }
  return Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;
}

/**
 * Writes a frame to the start of `into`, which has room for `frameBytes`.
 * @returns its length, without the rest of its last block
 */
export function writeFrame(into: Buffer, number: number, operations: readonly Operation[]): number {
  let at = HEAD_BYTES;
  for (const operation of operations) {
    const { key } = operation;
    const value = operation.type === "put" ? operation.value : null;
    into.writeUInt32BE(key.length, at);
    into.writeUInt32BE(value?.length ?? NO_VALUE, at + 4);
    at += LENGTHS_BYTES;
    into.set(key, at);
    at += key.length;
    if (value !== null) {
      into.set(value, at);
      at += value.length;
    }
  }
  into.writeUInt32BE(MAGIC, 0);
  into.writeUInt32BE(at - HEAD_BYTES, LENGTH_AT);
  into.writeUInt32BE(Math.floor(number / HIGH), NUMBER_AT);
  into.writeUInt32BE(number % HIGH, NUMBER_AT + 4);
  into.writeUInt32BE(checksum(into, at), CHECKSUM_AT);
  return at;
}

function checksum(frame: Buffer, end: number): number {
  return crc32(frame.subarray(HEAD_BYTES, end), crc32(frame.subarray(0, CHECKSUM_AT)));
}

function frameAt(file: Buffer, at: number): Frame | null {
  if (at + HEAD_BYTES > file.length || file.readUInt32BE(at) !== MAGIC) return null;
  const length = file.readUInt32BE(at + LENGTH_AT);
  const end = at + HEAD_BYTES + length;
  if (end > file.length) return null;
  const whole = file.subarray(at, end);
  if (whole.readUInt32BE(CHECKSUM_AT) !== checksum(whole, whole.length)) return null;
  const number = whole.readUInt32BE(NUMBER_AT) * HIGH + whole.readUInt32BE(NUMBER_AT + 4);
  return { number, payload: whole.subarray(HEAD_BYTES) };
}

/** Reads the bytes of a file. The frames share its memory. */
export function readFrames(file: Buffer): Frames {
  const inOrder: Frame[] = [];
  const beyond: Frame[] = [];
  let broken = false;
  for (let at = 0; at < file.length;) {
    const frame = frameAt(file, at);
    const last = inOrder[inOrder.length - 1];
    broken ||= frame === null || (last !== undefined && frame.number !== last.number + 1);
    if (frame !== null) (broken ? beyond : inOrder).push(frame);
    at += frame === null ? BLOCK_BYTES : blocks(frame);
  }
  return { inOrder, beyond };
}

function blocks({ payload }: Frame): number {
  return Math.ceil((HEAD_BYTES + payload.length) / BLOCK_BYTES) * BLOCK_BYTES;
}

/** @throws RangeError on a payload that is no list of operations */
export function operationsOf({ payload }: Frame): readonly Operation[] {
  const operations: Operation[] = [];
  for (let at = 0; at < payload.length;) {
    const keyAt = at + LENGTHS_BYTES;
    const valueAt = keyAt + payload.readUInt32BE(at);
    const length = payload.readUInt32BE(at + 4);
    const key = payload.subarray(keyAt, valueAt);
    if (length === NO_VALUE) operations.push({ type: "del", key });
    else operations.push({ type: "put", key, value: payload.subarray(valueAt, valueAt + length) });
    at = valueAt + (length === NO_VALUE ? 0 : length);
  }
  return operations;
}
