/**
 * One request or answer between two peers: the canonical {data, handshake}. The handshake is always
 * fresh and the
 * sender's own, so an answer cannot be passed off as somebody else's.
 */
import { isUtf8 } from "node:buffer";
import { parseCanonical } from "../../protocol/encoding/canonicalJson.js";
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { parseJson } from "../../protocol/encoding/json.js";
import { isObject } from "../../protocol/events/event.js";
import { makeHandshake, parseHandshake, verifyHandshake } from "../../protocol/events/handshake.js";
import type { MeshSecrets } from "../../protocol/events/handshake.js";
import { CALCOND_NS } from "../../protocol/limits.js";
import type { Clock, Crypto, JsonValue } from "../../protocol/ports.js";
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

interface OpenedList extends OpenedFrame {
  /** Canonical texts of the elements of `data`; none when it is no array. */
  readonly elements: readonly string[];
}

/** `data` is the second level of a frame, and so are its elements if it is an array. */
const ELEMENTS_AT = 2;
const DATA_PREFIX = "{\"data\":";

/** Why a frame was not taken. */
export class FrameError extends Error {
  override readonly name = "FrameError";
}

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
    const handshake = makeHandshake(
      this.#modules.crypto, secrets.get(kid)!, { kid, sender, calcond }, text);
    return Buffer.from(`${DATA_PREFIX}${text}${tailOf(handshake)}`, "utf8");
  }

  /**
   * @param from peer at the other end: the handshake must be its own
   * @param anyTime takes a handshake outside its window too: where clocks are compared
   * @throws FrameError
   */
  open(bytes: Uint8Array, from: string, anyTime = false): OpenedFrame {
    const { data, text } = this.openList(bytes, from, anyTime);
    return { data, text };
  }

  /** The same, with the texts of what `data` lists. */
  openList(bytes: Uint8Array, from: string, anyTime = false): OpenedList {
    const { data, handshake, frame, spans } = readFrame(bytes);
    const text = frame.slice(DATA_PREFIX.length, -tailOf(handshake).length);
    const { crypto, clock } = this.#modules;
    const result = verifyHandshake(crypto, this.#options.secrets, handshake, text, clock.nowNs());
    // What is stale was found sound but for its time.
    if (!result.ok && !(anyTime && result.fault === "stale")) {
      throw new FrameError(`handshake: ${result.fault}`);
    }
    if (parseHandshake(handshake)?.sender !== publicKeyOf(from)) {
      throw new FrameError("handshake of another node");
    }
    const elements = Array.from({ length: spans.length / 2 }, (_, i) =>
      frame.slice(spans[2 * i], spans[2 * i + 1]));
    return { data, text, elements };
  }
}

interface ReadFrame {
  readonly data: JsonValue;
  readonly handshake: string;
  readonly frame: string;
  readonly spans: readonly number[];
}

/** @throws FrameError unless the bytes are canonical */
function readFrame(bytes: Uint8Array): ReadFrame {
  const frame = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  const read = isUtf8(bytes) ? parseCanonical(frame, { spansAt: ELEMENTS_AT }) : null;
  if (read?.ok !== true) {
    const parsed = parseJson(bytes);
    throw new FrameError(parsed.ok ? "not canonical" : `no JSON: ${parsed.message}`);
  }
  if (!isObject(read.value)) throw new FrameError("not data and handshake");
  const { data, handshake } = read.value;
  if (data === undefined || typeof handshake !== "string"
    || Object.keys(read.value).length !== 2) {
    throw new FrameError("not data and handshake");
  }
  return { data, handshake, frame, spans: read.spans };
}

/** What follows the data. */
function tailOf(handshake: string): string {
  return `,"handshake":${canonicalize(handshake)}}`;
}
