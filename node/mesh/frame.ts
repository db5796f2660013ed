/**
 * One request or answer between two peers: the canonical {data, handshake}. The handshake is always
 * fresh and the
 * sender's own, so an answer cannot be passed off as somebody else's.
 */
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
    return Buffer.from(`{"data":${text},"handshake":${canonicalize(handshake)}}`, "utf8");
  }

  /**
   * @param from peer at the other end: the handshake must be its own
   * @param anyTime takes a handshake outside its window too: where clocks are compared
   * @throws FrameError
   */
  open(bytes: Uint8Array, from: string, anyTime = false): OpenedFrame {
    const parsed = parseJson(bytes);
    if (!parsed.ok) throw new FrameError(`no JSON: ${parsed.message}`);
    if (!isObject(parsed.value)) throw new FrameError("not data and handshake");
    const { data, handshake } = parsed.value;
    if (data === undefined || typeof handshake !== "string") {
      throw new FrameError("not data and handshake");
    }
    const text = canonicalize(data);
    const canonical = Buffer.from(
      `{"data":${text},"handshake":${canonicalize(handshake)}}`, "utf8",
    );
    if (!canonical.equals(bytes)) throw new FrameError("not canonical");
    const { crypto, clock } = this.#modules;
    const result = verifyHandshake(crypto, this.#options.secrets, handshake, text, clock.nowNs());
    // What is stale was found sound but for its time.
    if (!result.ok && !(anyTime && result.fault === "stale")) {
      throw new FrameError(`handshake: ${result.fault}`);
    }
    if (parseHandshake(handshake)?.sender !== publicKeyOf(from)) {
      throw new FrameError("handshake of another node");
    }
    return { data, text };
  }
}
