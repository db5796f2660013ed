/**
 * `/calc/blob/1`: a shared receipt for its id. Who asks checks what it gets; a liar's bytes are
 * never handed on.
 */
import { isHex } from "../../../protocol/encoding/hex.js";
import { isObject } from "../../../protocol/events/event.js";
import { EXCHANGE_MS_MAX, FRAME_BYTES_MAX, FrameError, REQUEST_BYTES_MAX } from "../host/frame.js";
import type { Frames } from "../host/frame.js";
import type { Clock, Logger } from "../../../protocol/ports.js";
import type { Net } from "../host/net.js";
import { TokenBuckets } from "../../runtime/tokenBucket.js";

const BLOB_PROTOCOL = "/calc/blob/1";
/** Peers asked for one receipt, and how many at the same time. */
const ASKED_MAX = 24;
const ASKED_AT_ONCE_MAX = 3;
/** Room for the handshake beside a receipt. */
const HANDSHAKE_BYTES_MAX = 1_024;
/** A node that takes over a shard fetches all of it. */
const PEER_RATE = { perSecond: 200, burst: 400 };

export interface BlobSource {
  /** Canonical JSON of a receipt that anyone may have, or null. */
  shared(id: string): Promise<string | null>;
  /** Whether bytes from a peer are a sound receipt of this id. */
  isReceipt(id: string, text: string): boolean;
}

interface BlobModules {
  readonly net: Net;
  readonly frames: Frames;
  readonly source: BlobSource;
  readonly clock: Clock;
  readonly log: Logger;
  /** A peer gave bytes that are not what was asked for. */
  readonly onFault?: (peer: string, what: string, code: string) => void;
}

/** Beside the topics: receipts that do not check. */
const BLOBS = "blobs";

class NotHere extends Error {
  override readonly name = "NotHere";
}

export class BlobExchange {
  readonly #modules: BlobModules;
  readonly #rate = new TokenBuckets(PEER_RATE);
  #handed: (id: string, peer: string) => void = () => undefined;

  constructor(modules: BlobModules) {
    this.#modules = modules;
  }

  /** Told of each receipt that a peer asked for and is given. */
  onHanded(listener: (id: string, peer: string) => void): void {
    this.#handed = listener;
  }

  async start(): Promise<void> {
    const { net } = this.#modules;
    await net.serve(BLOB_PROTOCOL, (request, from) => this.#answer(request, from), {
      bytesMax: REQUEST_BYTES_MAX,
    });
  }

  /**
   * Asks connected peers, a few at a time.
   * @param id receipt id, 64 hex digits
   * @param peers whom to ask, in order
   * @returns canonical JSON of the receipt, checked against its id, or null when nobody has it
   */
  async fetch(id: string, peers = this.#modules.net.peers()): Promise<string | null> {
    if (!isHex(id, 32)) return null;
    const askedMax = Math.min(peers.length, ASKED_MAX);
    for (let i = 0; i < askedMax; i += ASKED_AT_ONCE_MAX) {
      const asked = peers.slice(i, i + ASKED_AT_ONCE_MAX).map((peer) => this.#ask(peer, id));
      // Each failure was logged where it happened; together they only mean that nobody had it.
      const found = await Promise.any(asked).catch(() => null);
      if (found !== null) return found;
    }
    return null;
  }

  /**
   * One peer's copy, checked against its id; null when it has none.
   * @throws FrameError when what it gives does not check, NetError
   */
  async fetchFrom(peer: string, id: string): Promise<string | null> {
    try {
      return await this.#ask(peer, id);
    } catch (error) {
      if (error instanceof NotHere) return null;
      throw error;
    }
  }

  async #ask(peer: string, id: string): Promise<string> {
    const { net, frames, source, log } = this.#modules;
    try {
      const request = frames.seal(`{"hash":"${id}"}`);
      const answer = await net.request(peer, BLOB_PROTOCOL, request, {
        timeoutMs: EXCHANGE_MS_MAX,
        bytesMax: FRAME_BYTES_MAX,
      });
      const { data, text } = frames.open(answer, peer);
      if (data === null) throw new NotHere();
      if (source.isReceipt(id, text)) return text;
      log.warn("a peer sent an invalid receipt", { peer, id });
      this.#modules.onFault?.(peer, BLOBS, "BAD_RECEIPT");
      throw new FrameError("the receipt does not check");
    } catch (error) {
      if (!(error instanceof NotHere)) {
        log.debug("a peer gave no receipt", { peer, id, error: String(error) });
      }
      throw error;
    }
  }

  async #answer(request: Uint8Array, from: string): Promise<Uint8Array> {
    const { frames, source, clock } = this.#modules;
    const { data } = frames.open(request, from);
    if (!isObject(data) || !isHex(data["hash"], 32) || Object.keys(data).length !== 1) {
      throw new FrameError("not a request for a receipt");
    }
    if (!this.#rate.take(from, clock.nowNs())) throw new FrameError("too many requests");
    const text = await source.shared(data["hash"]);
    const fits = text !== null && Buffer.byteLength(text) + HANDSHAKE_BYTES_MAX <= FRAME_BYTES_MAX;
    if (fits) this.#handed(data["hash"], from);
    return frames.seal(fits ? text : "null");
  }
}
