/**
 * `/calc/blob/2`: a range of a shared receipt, `{count, from, hash}`, for the size of the whole in
 * decimal, a line feed and the bytes as they are. An empty answer: not here. Nothing of it is signed:
 * the whole is checked against its id.
 */
import { isHex } from "../../../protocol/encoding/hex.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { isObject } from "../../../protocol/events/event.js";
import type { JsonValue } from "../../../protocol/ports.js";
import { FrameError } from "../host/frame.js";

export const PIECE_PROTOCOL = "/calc/blob/2";
/** The first piece holds most receipts whole, and two seconds of a line of 256 kbit/s. */
export const PIECE_BYTES_MIN = 65_536;
export const PIECE_BYTES_MAX = 524_288;
/** For the last byte of a piece, so that a slow line carries the least one. */
export const PIECE_MS_MAX = 20_000;
/** Digits of the size and the line feed. */
const SIZE_BYTES_MAX = 16;
/** Longest answer to a request for a piece. */
export const PIECE_ANSWER_BYTES_MAX = PIECE_BYTES_MAX + SIZE_BYTES_MAX;
const LINE_FEED = 0x0a;

export interface PieceRequest {
  readonly hash: string;
  readonly from: number;
  readonly count: number;
}

export interface Piece {
  /** Of the whole receipt. */
  readonly size: number;
  readonly bytes: Uint8Array;
}

export function pieceRequest({ hash, from, count }: PieceRequest): string {
  return canonicalize({ count, from, hash });
}

/** @throws FrameError */
export function readPieceRequest(data: JsonValue): PieceRequest {
  if (isObject(data) && Object.keys(data).length === 3) {
    const { hash, from, count } = data;
    if (isHex(hash, 32) && isWhole(from, 0) && isWhole(count, 1)) return { hash, from, count };
  }
  throw new FrameError("not a request for a piece of a receipt");
}

function isWhole(value: JsonValue | undefined, least: number): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= least;
}

/** @param text the whole receipt, or null where there is none */
export function pieceAnswer(text: string | null, { from, count }: PieceRequest): Uint8Array {
  if (text === null) return new Uint8Array(0);
  const bytes = Buffer.from(text, "utf8");
  const end = from + Math.min(count, PIECE_BYTES_MAX);
  return Buffer.concat([Buffer.from(`${bytes.length}\n`), bytes.subarray(from, end)]);
}

/** @returns null where the peer has no such receipt. @throws FrameError */
export function readPiece(
  answer: Uint8Array,
  { from, count }: PieceRequest,
  sizeMax: number,
): Piece | null {
  if (answer.length === 0) return null;
  const end = answer.indexOf(LINE_FEED);
  const digits = end < 0 ? "" : Buffer.from(answer.subarray(0, end)).toString("latin1");
  const bytes = answer.subarray(end + 1);
  const size = Number(digits);
  if (!/^[1-9][0-9]{0,14}$/.test(digits) || size > sizeMax || bytes.length !== lengthOf(size)) {
    throw new FrameError("not a piece of a receipt");
  }
  return { size, bytes };

  function lengthOf(whole: number): number {
    return Math.min(count, PIECE_BYTES_MAX, Math.max(0, whole - from));
  }
}
