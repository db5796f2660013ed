/**
 * Shared receipts for their ids, in pieces (`/calc/blob/2`), or whole from peers that speak
 * `/calc/blob/1` alone. Who asks checks what it gets; a liar's bytes are never handed on.
 */
import { isHex } from "../../../protocol/encoding/hex.js";
import { isObject } from "../../../protocol/encoding/json.js";
import { Download } from "./download.js";
import { EXCHANGE_MS_MAX, FRAME_BYTES_MAX, FrameError, REQUEST_BYTES_MAX } from "../host/frame.js";
import type { Frames } from "../host/frame.js";
import type { Clock, Logger } from "../../../protocol/ports.js";
import { UnservedError } from "../host/net.js";
import type { Scheduler } from "../../runtime/scheduler.js";
import { Uploads } from "./uploads.js";
import type { Net } from "../host/net.js";
import { Turns } from "../host/transfer.js";
import { RecentMap } from "../../runtime/recentMap.js";
import { TokenBuckets } from "../../runtime/tokenBucket.js";
import {
  LATER_PROTOCOL,
  PIECE_ANSWER_BYTES_MAX,
  PIECE_BYTES_MAX,
  PIECE_BYTES_MIN,
  PIECE_MS_MAX,
  PIECE_PROTOCOL,
  pieceAnswer,
  pieceRequest,
  readPiece,
  readPieceRequest,
} from "./pieces.js";
import type { Piece, PieceRequest } from "./pieces.js";

const BLOB_PROTOCOL = "/calc/blob/1";
/** Peers asked for one receipt, and how many at the same time. */
const ASKED_MAX = 24;
const ASKED_AT_ONCE_MAX = 3;
/** Room for the handshake beside a receipt. */
const HANDSHAKE_BYTES_MAX = 1_024;
const RECEIPT_BYTES_MAX = FRAME_BYTES_MAX - HANDSHAKE_BYTES_MAX;
/** A node that takes over a shard fetches all of it. */
const PEER_RATE = { perSecond: 200, burst: 400 };
/** For a whole receipt to come: at 64 kbit/s. */
const WHOLE_MS_MAX = 130_000;
const OLDER_PEERS_MAX = 1_000;
/** Receipts of which a part is kept, a megabyte each at most. */
const DOWNLOADS_MAX = 8;
const MOVED_MAX = 256;

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
  readonly scheduler: Scheduler;
  readonly log: Logger;
  /** A peer gave bytes that are not what was asked for. */
  readonly onFault?: (peer: string, what: string, code: string) => void;
}

/** Beside the topics: receipts that do not check. */
const BLOBS = "blobs";

/** The peer has no such receipt, and so say the neighbours it asked. */
export class NotHere extends Error {
  override readonly name = "NotHere";
  readonly deniedBy: readonly string[];

  constructor(deniedBy: readonly string[] = []) {
    super("not here");
    this.deniedBy = deniedBy;
  }
}

/** How a receipt is asked for. */
export interface Asking {
  /** Whether those asked ask their neighbours. */
  readonly near?: boolean;
  /** Collects who said that it has none. */
  readonly deniedBy?: Set<string>;
  /** Whether nobody waits for it. */
  readonly canWait?: boolean;
}

/** Answers for a receipt that is not here, on behalf of the asker. */
type Onward = (request: PieceRequest, from: string) => Promise<Uint8Array>;

export class BlobExchange {
  readonly #modules: BlobModules;
  readonly #rate = new TokenBuckets(PEER_RATE);
  /** Long receipts come from a peer one at a time: side by side all of them would be late. */
  readonly #turns = new Turns();
  /** By receipt: what came of it stays for the next who asks, when the line broke. */
  readonly #downloads = new RecentMap<string, Download>(DOWNLOADS_MAX);
  /** Peers that give whole receipts only. */
  readonly #older = new RecentMap<string, true>(OLDER_PEERS_MAX);
  /** Peers that make no difference between who waits and who can. */
  readonly #even = new RecentMap<string, true>(OLDER_PEERS_MAX);
  readonly #uploads: Uploads;
  /** Fetches for which somebody waits. */
  readonly #urgent = new Set<Promise<unknown>>();
  /** When a piece of a receipt came last. */
  readonly #movedNs = new RecentMap<string, bigint>(MOVED_MAX);
  #onward: Onward | null = null;
  #handed: (id: string, peer: string) => void = () => undefined;

  constructor(modules: BlobModules) {
    this.#modules = modules;
    this.#uploads = new Uploads(modules);
  }

  /** Told of each receipt that a peer asked for and is given. */
  onHanded(listener: (id: string, peer: string) => void): void {
    this.#handed = listener;
  }

  /** Where what is not here is looked for when a peer asks for it. */
  useOnward(onward: Onward): void {
    this.#onward = onward;
  }

  async start(): Promise<void> {
    const { net } = this.#modules;
    const options = { bytesMax: REQUEST_BYTES_MAX };
    await net.serve(BLOB_PROTOCOL, (request, from) => this.#answer(request, from), options);
    for (const protocol of [PIECE_PROTOCOL, LATER_PROTOCOL] as const)
      await net.serve(
        protocol,
        (request, from) => this.#answerPiece(request, from, protocol === LATER_PROTOCOL),
        options,
      );
  }

  /**
   * Asks connected peers, a few at a time.
   * @param id receipt id, 64 hex digits
   * @param peers whom to ask, in order
   * @returns canonical JSON of the receipt, checked against its id, or null when nobody has it
   */
  async fetch(
    id: string,
    peers = this.#modules.net.peers(),
    asking: Asking = {},
  ): Promise<string | null> {
    if (!isHex(id, 32)) return null;
    const found = this.#fetchInGroups(id, peers, asking);
    if (asking.canWait === true) return found;
    this.#urgent.add(found);
    return found.finally(() => this.#urgent.delete(found));
  }

  /** When a piece of a receipt came last; null when that is long ago, or none ever did. */
  movedNs(id: string): bigint | null {
    return this.#movedNs.get(id) ?? null;
  }

  async #fetchInGroups(
    id: string,
    peers: readonly string[],
    asking: Asking,
  ): Promise<string | null> {
    const askedMax = Math.min(peers.length, ASKED_MAX);
    for (let i = 0; i < askedMax; i += ASKED_AT_ONCE_MAX) {
      const group = peers.slice(i, i + ASKED_AT_ONCE_MAX);
      const found = await this.#fetchFromGroup(id, group, asking);
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
      const text = await this.#ask(peer, id, this.#downloadOf(id));
      this.#settle(id, true);
      return text;
    } catch (error) {
      this.#settle(id, false);
      if (error instanceof NotHere) return null;
      throw error;
    }
  }

  /** Several at once: the first that has it gives it, and the others go on where that one stops. */
  async #fetchFromGroup(
    id: string,
    group: readonly string[],
    asking: Asking,
  ): Promise<string | null> {
    const download = this.#downloadOf(id, asking.near);
    if (asking.canWait !== true) download.isUrgent = true;
    // Each failure was logged where it happened; together they only mean that nobody had it.
    const asked = group.map((peer) => this.#ask(peer, id, download, asking));
    const found = await Promise.any(asked).catch(() => null);
    this.#settle(id, found !== null);
    return found;
  }

  #downloadOf(id: string, near = false): Download {
    const { clock, source } = this.#modules;
    const begun = this.#downloads.get(id);
    if (begun !== undefined && begun.near === near) return begun;
    const download = new Download(clock, near, {
      piece: async (peer, from, count) => {
        // Who waits for something else comes first.
        if (!download.isUrgent) await Promise.allSettled(this.#urgent);
        return this.#turns.take(peer, () =>
          this.piece(peer, { hash: id, from, count, near }, !download.isUrgent),
        );
      },
      isWhole: (text) => source.isReceipt(id, text),
      // Who passes on what another said has not lied.
      blame: (peer) => (near ? undefined : this.#blame(peer, id)),
    });
    this.#downloads.set(id, download);
    return download;
  }

  /** Keeps a receipt of which a part has come, and forgets any other. */
  #settle(id: string, isFound: boolean): void {
    if (isFound || this.#downloads.get(id)?.isBegun === false) this.#downloads.delete(id);
  }

  async #ask(
    peer: string,
    id: string,
    download: Download,
    { deniedBy }: Asking = {},
  ): Promise<string> {
    const { source, log } = this.#modules;
    try {
      const first = await this.#first(peer, id, download);
      if (typeof first !== "string") return await download.goOn(peer, first);
      if (source.isReceipt(id, first)) return first;
      this.#blame(peer, id);
      throw new FrameError("the receipt does not check");
    } catch (error) {
      if (error instanceof NotHere)
        for (const name of [peer, ...error.deniedBy]) deniedBy?.add(name);
      else log.debug("a peer gave no receipt", { peer, id, error: String(error) });
      throw error;
    }
  }

  /** The first piece of a receipt, or the whole where that is all a peer can give. */
  async #first(peer: string, id: string, download: Download): Promise<string | Piece> {
    const { near, isBegun, isUrgent } = download;
    // Where a part has come already, it is enough to know that the peer has it.
    const count = isBegun ? 1 : PIECE_BYTES_MIN;
    if (!this.#older.has(peer)) {
      try {
        return await this.piece(peer, { hash: id, from: 0, count, near }, !isUrgent);
      } catch (error) {
        if (!(error instanceof UnservedError)) throw error;
        this.#older.set(peer, true);
      }
    }
    return this.#whole(peer, id);
  }

  /**
   * One piece, unchecked.
   * @param canWait whether nobody waits for it. @throws NotHere, FrameError, NetError
   */
  async piece(peer: string, request: PieceRequest, canWait = false): Promise<Piece> {
    const answer = await this.#askPiece(peer, request, canWait && !this.#even.has(peer));
    const piece = readPiece(answer, request, RECEIPT_BYTES_MAX);
    if ("deniedBy" in piece) throw new NotHere(piece.deniedBy);
    this.#movedNs.set(request.hash, this.#modules.clock.nowNs());
    return piece;
  }

  async #askPiece(peer: string, request: PieceRequest, later: boolean): Promise<Uint8Array> {
    const { net, frames } = this.#modules;
    const bytes = frames.seal(pieceRequest(request));
    try {
      return await net.request(peer, later ? LATER_PROTOCOL : PIECE_PROTOCOL, bytes, {
        timeoutMs: EXCHANGE_MS_MAX,
        wholeMs: PIECE_MS_MAX,
        bytesMax: PIECE_ANSWER_BYTES_MAX,
      });
    } catch (error) {
      if (!later || !(error instanceof UnservedError)) throw error;
      this.#even.set(peer, true);
      return this.#askPiece(peer, request, false);
    }
  }

  async #whole(peer: string, id: string): Promise<string> {
    const { net, frames } = this.#modules;
    const answer = await net.request(peer, BLOB_PROTOCOL, frames.seal(`{"hash":"${id}"}`), {
      timeoutMs: EXCHANGE_MS_MAX,
      wholeMs: WHOLE_MS_MAX,
      bytesMax: FRAME_BYTES_MAX,
    });
    const { data, text } = frames.open(answer, peer);
    if (data === null) throw new NotHere();
    return text;
  }

  #blame(peer: string, id: string): void {
    this.#modules.log.warn("a peer sent an invalid receipt", { peer, id });
    this.#modules.onFault?.(peer, BLOBS, "BAD_RECEIPT");
  }

  async #answer(request: Uint8Array, from: string): Promise<Uint8Array> {
    const { frames } = this.#modules;
    const { data } = frames.open(request, from);
    if (!isObject(data) || !isHex(data["hash"], 32) || Object.keys(data).length !== 1) {
      throw new FrameError("not a request for a receipt");
    }
    const text = await this.#given(data["hash"], from);
    if (text !== null) this.#handed(data["hash"], from);
    return frames.seal(text ?? "null");
  }

  async #answerPiece(bytes: Uint8Array, from: string, canWait: boolean): Promise<Uint8Array> {
    const request = readPieceRequest(this.#modules.frames.open(bytes, from).data);
    const text = await this.#given(request.hash, from);
    if (text !== null) await this.#inTurn(text, request, from, canWait);
    if (text === null && request.near && this.#onward !== null) return this.#onward(request, from);
    if (text !== null && request.from === 0) this.#handed(request.hash, from);
    return pieceAnswer(text, request);
  }

  /** Answers of a receipt that is in pieces go first to who waits for them. */
  async #inTurn(
    text: string,
    { from: at, count }: PieceRequest,
    to: string,
    canWait: boolean,
  ): Promise<void> {
    const rest = Buffer.byteLength(text) - at;
    const bytes = Math.min(count, rest, PIECE_BYTES_MAX);
    if (canWait) await this.#uploads.admit(to, bytes);
    else if (rest > bytes) this.#uploads.note(to, bytes);
  }

  /** What a peer is given of a receipt. @throws FrameError when it asks too often */
  async #given(id: string, to: string): Promise<string | null> {
    const { source, clock } = this.#modules;
    if (!this.#rate.take(to, clock.nowNs())) throw new FrameError("too many requests");
    const text = await source.shared(id);
    return text !== null && Buffer.byteLength(text) <= RECEIPT_BYTES_MAX ? text : null;
  }
}
