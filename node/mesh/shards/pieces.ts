/**
 * `/calc/blob/2`: a range of a shared receipt, `{count, from, hash, near}`, for the size of the whole
 * in decimal, a line feed and the bytes as they are. Not here: size 0, and behind it the peers that
 * said so, a line each. With `near` the peer asks its neighbours on behalf of the asker. Nothing is
 * signed: the whole is checked against its id. `/calc/blob/2/later` is the same for who can wait.
 */
import { isHex } from "../../../protocol/encoding/hex.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { isObject } from "../../../protocol/encoding/json.js";
import type { JsonValue } from "../../../protocol/ports.js";
import { FrameError } from "../host/frame.js";

export const PIECE_PROTOCOL = "/calc/blob/2";
export const LATER_PROTOCOL = "/calc/blob/2/later";
/** The first piece holds most receipts whole, and two seconds of a line of 256 kbit/s. */
export const PIECE_BYTES_MIN = 65_536;
export const PIECE_BYTES_MAX = 524_288;
/** For the last byte of a piece, so that a slow line carries the least one. */
export const PIECE_MS_MAX = 20_000;
/** Digits of the size and the line feed. */
const SIZE_BYTES_MAX = 16;
/** Longest answer to a request for a piece. */
export const PIECE_ANSWER_BYTES_MAX = PIECE_BYTES_MAX + SIZE_BYTES_MAX;
/** Names of neighbours in an answer. */
const NAMES_BYTES_MAX = 1_024;
const LINE_FEED = 0x0a;

export interface PieceRequest {
  readonly hash: string;
  readonly from: number;
  readonly count: number;
  /** Whether the neighbours of the peer are asked, too. */
  readonly near: boolean;
}

/** Nowhere among those that were asked. */
export interface Absent {
  /** Neighbours of the peer that said so beside it. */
  readonly deniedBy: readonly string[];
}

export interface Piece {
  /** Of the whole receipt. */
  readonly size: number;
  readonly bytes: Uint8Array;
}

export function pieceRequest({ hash, from, count, near }: PieceRequest): string {
  return canonicalize({ count, from, hash, near });
}

/** @throws FrameError */
export function readPieceRequest(data: JsonValue): PieceRequest {
  if (isObject(data) && Object.keys(data).length === 4) {
    const { hash, from, count, near } = data;
    if (isHex(hash, 32) && isWhole(from, 0) && isWhole(count, 1) && typeof near === "boolean")
      return { hash, from, count, near };
  }
  throw new FrameError("not a request for a piece of a receipt");
}

function isWhole(value: JsonValue | undefined, least: number): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= least;
}

/** @param text the whole receipt, or null where there is none */
export function pieceAnswer(text: string | null, { from, count }: PieceRequest): Uint8Array {
  if (text === null) return absentAnswer([]);
  const bytes = Buffer.from(text, "utf8");
  const end = from + Math.min(count, PIECE_BYTES_MAX);
  return Buffer.concat([Buffer.from(`${bytes.length}\n`), bytes.subarray(from, end)]);
}

export function absentAnswer(deniedBy: readonly string[]): Uint8Array {
  return Buffer.from(`0\n${deniedBy.join("\n")}`);
}

/** A piece that came from somebody else. */
export function passedOn({ size, bytes }: Piece): Uint8Array {
  return Buffer.concat([Buffer.from(`${size}\n`), bytes]);
}

/** @throws FrameError */
export function readPiece(
  answer: Uint8Array,
  { from, count }: PieceRequest,
  sizeMax: number,
): Piece | Absent {
  const end = answer.indexOf(LINE_FEED);
  const digits = end < 0 ? "" : Buffer.from(answer.subarray(0, end)).toString("latin1");
  const bytes = answer.subarray(end + 1);
  if (digits === "0") return { deniedBy: namesIn(bytes) };
  const size = Number(digits);
  if (!/^[1-9][0-9]{0,14}$/.test(digits) || size > sizeMax || bytes.length !== lengthOf(size)) {
    throw new FrameError("not a piece of a receipt");
  }
  return { size, bytes };

  function lengthOf(whole: number): number {
    return Math.min(count, PIECE_BYTES_MAX, Math.max(0, whole - from));
  }
}

function namesIn(bytes: Uint8Array): readonly string[] {
  const names = Buffer.from(bytes.subarray(0, NAMES_BYTES_MAX)).toString("latin1").split("\n");
  return names.filter((name) => /^[1-9A-HJ-NP-Za-km-z]{1,64}$/.test(name));
}
