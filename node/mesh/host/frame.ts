/**
 * One request or answer between two peers: the canonical {data, handshake}. The handshake is always
 * fresh and the sender's own, so an answer cannot be passed off as somebody else's.
 */
import { isAscii, isUtf8 } from "node:buffer";
import { parseCanonical } from "../../../protocol/encoding/canonicalJson.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { parseJson, isObject } from "../../../protocol/encoding/json.js";
import { makeHandshake, verifyHandshake } from "../../../protocol/events/handshake.js";
import type { MeshSecrets } from "../../../protocol/events/handshake.js";
import { CALCOND_NS, JSON_DEPTH_MAX } from "../../../protocol/limits.js";
import type { Clock, Crypto, JsonValue } from "../../../protocol/ports.js";
import { publicKeyOf } from "./peerKey.js";

/** Frames of requests are small; those of answers may carry a whole receipt. */
export const REQUEST_BYTES_MAX = 65_536;
export const FRAME_BYTES_MAX = 1_048_576;
/** Time for a whole exchange. */
export const EXCHANGE_MS_MAX = 10_000;

interface FrameModules {
  readonly crypto: Pick<Crypto, "sha256" | "hmacSha256">;
  readonly clock: Clock;
}

interface FrameOptions {
  readonly secrets: MeshSecrets;
  /** Key number to sign with. */
  readonly kid: number;
  /** Own public key, hex. */
  readonly publicKey: string;
}

interface OpenedFrame {
  readonly data: JsonValue;
  /** Canonical text of `data`. */
  readonly text: string;
}

/** One element of a list, with a text of its own: what is kept of it does not keep the frame. */
interface Element {
  readonly value: JsonValue;
  readonly text: string;
}

const DATA_PREFIX = '{"data":';
/** More than a handshake with numbers of all their digits, and what stands around it. */
const TAIL_BYTES_MAX = 256;

/** Why a frame was not taken. */
export class FrameError extends Error {
  override readonly name = "FrameError";
  /** Whether no honest node sends such bytes, whatever its clock, secret and version. */
  readonly isRubbish: boolean;
  /** What of the two nodes' settings differs, where that is why. */
  readonly differs: "SECRET" | "KID" | "NETWORK" | null;

  constructor(message: string, isRubbish = false, differs: FrameError["differs"] = null) {
    super(message);
    this.isRubbish = isRubbish;
    this.differs = differs;
  }
}

/** By the fault of a handshake. */
const DIFFERENCES: Readonly<Record<string, "SECRET" | "KID">> = {
  mac: "SECRET",
  "unknown-kid": "KID",
};

export class Frames {
  readonly #options: FrameOptions;
  readonly #modules: FrameModules;

  constructor(options: FrameOptions, modules: FrameModules) {
    this.#options = options;
    this.#modules = modules;
  }

  /** @param text canonical JSON */
  seal(text: string): Uint8Array {
    const { secrets, kid, publicKey: sender } = this.#options;
    const calcond = this.#modules.clock.nowNs() / CALCOND_NS;
    const end = DATA_PREFIX.length + Buffer.byteLength(text);
    const frame = Buffer.allocUnsafe(end + TAIL_BYTES_MAX);
    frame.write(DATA_PREFIX, "latin1");
    frame.write(text, DATA_PREFIX.length, "utf8");
    const handshake = makeHandshake(
      this.#modules.crypto,
      secrets.get(kid)!,
      { kid, sender, calcond },
      frame.subarray(DATA_PREFIX.length, end),
    );
    return frame.subarray(0, end + frame.write(tailOf(handshake), end, "latin1"));
  }

  /**
   * @param from peer at the other end: the handshake must be its own
   * @param anyTime takes a handshake outside its window too: where clocks are compared
   * @throws FrameError
   */
  open(bytes: Uint8Array, from: string, anyTime = false): OpenedFrame {
    const frame = textOf(bytes);
    const { data, handshake } = membersOf(frame, bytes);
    if (data === undefined) throw new FrameError("not data and handshake", true);
    const tail = tailOf(handshake);
    const text = frame.slice(DATA_PREFIX.length, -tail.length);
    const end = bytes.length - Buffer.byteLength(tail);
    this.#check(handshake, bytes.subarray(DATA_PREFIX.length, end), from, anyTime);
    return { data, text };
  }

  /**
   * The same for data that is a long list: read an element at a time.
   * @returns null when it is no list
   */
  openList(bytes: Uint8Array, from: string): readonly Element[] | null {
    const list = findElements(bytes);
    if (list === null) {
      this.open(bytes, from);
      return null;
    }
    const { data, handshake } = membersOf(`{${textOf(bytes.subarray(list.end + 1))}`, bytes);
    if (data !== undefined || bytes[list.end] !== COMMA) throw refusal(bytes);
    const elements: Element[] = [];
    for (let i = 0; i < list.spans.length; i += 2) {
      const text = textOf(bytes.subarray(list.spans[i], list.spans[i + 1]));
      const read = parseCanonical(text, { depthMax: JSON_DEPTH_MAX - LIST_DEPTH });
      if (!read.ok) throw refusal(bytes);
      elements.push({ value: read.value, text });
    }
    this.#check(handshake, bytes.subarray(DATA_PREFIX.length, list.end), from, false);
    return elements;
  }

  #check(handshake: string, message: Uint8Array, from: string, anyTime: boolean): void {
    const { crypto, clock } = this.#modules;
    const result = verifyHandshake(
      crypto,
      this.#options.secrets,
      handshake,
      message,
      clock.nowNs(),
    );
    const claim = result.ok ? result.claim : result.stale;
    if (!result.ok && !(anyTime && claim !== undefined))
      throw new FrameError(`handshake: ${result.fault}`, false, DIFFERENCES[result.fault] ?? null);
    if (claim?.sender !== publicKeyOf(from))
      throw new FrameError("handshake of another node", true);
  }
}

function textOf(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.toString(isAscii(bytes) ? "latin1" : "utf8");
}

/** The fault of a frame that is not canonical. */
function refusal(frame: Uint8Array): FrameError {
  const parsed = parseJson(frame);
  return new FrameError(parsed.ok ? "not canonical" : `no JSON: ${parsed.message}`, true);
}

/**
 * The members of a frame, or of one without its data.
 * @param bytes the whole frame
 * @throws FrameError unless they are canonical
 */
function membersOf(
  text: string,
  bytes: Uint8Array,
): { readonly data: JsonValue | undefined; readonly handshake: string } {
  const read = isUtf8(bytes) ? parseCanonical(text) : null;
  if (read?.ok !== true) throw refusal(bytes);
  if (!isObject(read.value)) throw new FrameError("not data and handshake", true);
  const { data, handshake } = read.value;
  const members = data === undefined ? 1 : 2;
  if (typeof handshake !== "string" || Object.keys(read.value).length !== members) {
    throw new FrameError("not data and handshake", true);
  }
  return { data, handshake };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
/** The frame and the list around an element. */
const LIST_DEPTH = 2;
const LIST_PREFIX = Buffer.from(`${DATA_PREFIX}[`);

/**
 * Where the elements of a list stand, by brackets and quotes alone; whether they are what they seem
 * is found when they are read.
 * @returns starts and ends, and the end of the list; null when the data is no list that ends
 */
function findElements(
  bytes: Uint8Array,
): { readonly spans: readonly number[]; readonly end: number } | null {
  if (LIST_PREFIX.compare(bytes, 0, LIST_PREFIX.length) !== 0) return null;
  const spans: number[] = [];
  let start = LIST_PREFIX.length;
  let depth = 0;
  for (let i = start; i < bytes.length; i += 1) {
    const byte = bytes[i]!;
    if (byte === QUOTE) {
      for (i += 1; i < bytes.length && bytes[i] !== QUOTE; i += 1)
        if (bytes[i] === BACKSLASH) i += 1;
    } else if (byte === 0x7b || byte === 0x5b) depth += 1;
    else if (byte === COMMA && depth === 0) {
      spans.push(start, i);
      start = i + 1;
    } else if (byte === 0x5d && depth === 0) {
      if (i > LIST_PREFIX.length) spans.push(start, i);
      return { spans, end: i + 1 };
    } else if (byte === 0x7d || byte === 0x5d) depth -= 1;
  }
  return null;
}

/** What follows the data. */
function tailOf(handshake: string): string {
  return `,"handshake":${canonicalize(handshake)}}`;
}
