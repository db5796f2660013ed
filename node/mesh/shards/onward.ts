/**
 * Asks neighbours for a receipt on behalf of a peer that cannot reach its holders: one hop, and no
 * further. What goes out for one request are a few that ask for a byte; the piece itself is asked of
 * one, and no more bytes pass than the asker gets.
 */
import type { Clock, Crypto } from "../../../protocol/ports.js";
import { FrameError } from "../host/frame.js";
import type { Net } from "../host/net.js";
import { RecentMap } from "../../runtime/recentMap.js";
import { TokenBuckets } from "../../runtime/tokenBucket.js";
import { NotHere } from "./blob.js";
import type { BlobExchange } from "./blob.js";
import { absentAnswer, passedOn } from "./pieces.js";
import type { Piece, PieceRequest } from "./pieces.js";

/** Neighbours asked whether they have a receipt. */
const ASKED_MAX = 8;
const SEARCHES_AT_ONCE = 32;
/** A peer that looks for all receipts of an hour has them in minutes. */
const PEER_RATE = { perSecond: 20, burst: 100 };
const ROUTES_MAX = 4_096;
/** So long nobody is asked again for what nobody had. */
const ABSENT_NS = 5_000_000_000n;

interface OnwardModules {
  readonly net: Pick<Net, "peers">;
  readonly clock: Clock;
  readonly crypto: Pick<Crypto, "sha256Hex">;
  readonly blobs: Pick<BlobExchange, "piece">;
  /** Peers that should hold a receipt, in order. */
  readonly holders: (id: string) => readonly string[];
}

interface Found {
  /** Null: nobody that was asked has it. */
  readonly peer: string | null;
  readonly deniedBy: readonly string[];
  readonly atNs: bigint;
}

export class Onward {
  readonly #modules: OnwardModules;
  readonly #rate = new TokenBuckets(PEER_RATE);
  /** Who has a receipt, as it was found last. */
  readonly #routes = new RecentMap<string, Found>(ROUTES_MAX);
  readonly #searches = new Map<string, Promise<Found>>();

  constructor(modules: OnwardModules) {
    this.#modules = modules;
  }

  /** @throws FrameError when a peer asks too often, or too many do */
  async answer(request: PieceRequest, from: string): Promise<Uint8Array> {
    if (!this.#rate.take(from, this.#modules.clock.nowNs())) {
      throw new FrameError("too many requests to ask others");
    }
    const { peer, deniedBy } = await this.#find(request.hash, from);
    if (peer === null) return absentAnswer(deniedBy);
    try {
      const piece: Piece = await this.#modules.blobs.piece(peer, { ...request, near: false });
      return passedOn(piece);
    } catch (error) {
      // It may have gone or given the receipt up: who asks again is led to another.
      this.#routes.delete(request.hash);
      throw error;
    }
  }

  #find(id: string, from: string): Promise<Found> {
    const known = this.#routes.get(id);
    if (known !== undefined && this.#holds(known, from)) return Promise.resolve(known);
    // Whoever asks meanwhile waits for the same answer.
    const running = this.#searches.get(id);
    if (running !== undefined) return running;
    if (this.#searches.size >= SEARCHES_AT_ONCE) {
      return Promise.reject(new FrameError("too many receipts are looked for"));
    }
    const search = this.#search(id, from).finally(() => {
      this.#searches.delete(id);
    });
    this.#searches.set(id, search);
    return search;
  }

  #holds({ peer, atNs }: Found, from: string): boolean {
    if (peer !== null) return peer !== from && this.#modules.net.peers().includes(peer);
    return this.#modules.clock.nowNs() - atNs < ABSENT_NS;
  }

  async #search(id: string, from: string): Promise<Found> {
    const { net, blobs, holders, clock } = this.#modules;
    const connected = net.peers().filter((peer) => peer !== from);
    const first = holders(id).filter((peer) => connected.includes(peer));
    const rest = connected.filter((peer) => !first.includes(peer));
    const asked = [...first, ...this.#shuffled(rest, id)].slice(0, ASKED_MAX);
    const deniedBy: string[] = [];
    const probes = asked.map(async (peer) => {
      try {
        await blobs.piece(peer, { hash: id, from: 0, count: 1, near: false });
        return peer;
      } catch (error) {
        if (error instanceof NotHere) deniedBy.push(peer);
        throw error;
      }
    });
    const peer = await Promise.any(probes).catch(() => null);
    const found = { peer, deniedBy, atNs: clock.nowNs() };
    this.#routes.set(id, found);
    return found;
  }

  /** The same peers for one receipt, others for the next: a full house is asked evenly. */
  #shuffled(peers: readonly string[], id: string): readonly string[] {
    const { crypto } = this.#modules;
    if (peers.length <= ASKED_MAX) return peers;
    const drawn = peers.map((peer) => [crypto.sha256Hex(`${id} ${peer}`), peer] as const);
    return drawn.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, peer]) => peer);
  }
}
