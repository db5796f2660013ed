/**
 * `/calc/shards/1`: what two nodes hold of a shard, compared and evened out. Requests are
 * {shards: [s, ...]} for the root of each, {after, shard} for ids in order, {offer: [id, ...]} to
 * say what the asked node may fetch; it answers which of these it holds now.
 */
import * as z from "zod";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { isObject } from "../../../protocol/encoding/json.js";
import { SHARD_COUNT } from "../../../protocol/placement/shards.js";
import type { Clock, JsonObject, JsonValue } from "../../../protocol/ports.js";
import { EXCHANGE_MS_MAX, FRAME_BYTES_MAX, FrameError, REQUEST_BYTES_MAX } from "../host/frame.js";
import type { Frames } from "../host/frame.js";
import type { Holdings } from "./holdings.js";
import { nextId } from "./holdings.js";
import type { Net } from "../host/net.js";
import { TokenBuckets } from "../../runtime/tokenBucket.js";

const SHARDS_PROTOCOL = "/calc/shards/1";
/** Receipts offered at a time: they are fetched before the answer. */
export const OFFER_MAX = 32;
/** As many ids as one page has. */
const PAGE_IDS_MAX = 1_024;
const PEER_RATE = { perSecond: 20, burst: 200 };

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const shardNumber = z
  .int()
  .min(0)
  .max(SHARD_COUNT - 1);
const rootsRequest = z.strictObject({ shards: z.array(shardNumber).min(1).max(SHARD_COUNT) });
const pageRequest = z.strictObject({ after: hash.nullable(), shard: shardNumber });
const offerRequest = z.strictObject({ offer: z.array(hash).min(1).max(OFFER_MAX) });
const rootsAnswer = z.array(hash).max(SHARD_COUNT);
const pageAnswer = z.array(hash).max(PAGE_IDS_MAX);
const offerAnswer = z.array(hash).max(OFFER_MAX);

interface ShardModules {
  readonly net: Net;
  readonly frames: Frames;
  readonly clock: Clock;
  readonly holdings: Pick<Holdings, "page" | "root">;
  /** A peer offers receipts. @returns which of them are held now */
  readonly onOffer: (ids: readonly string[], from: string) => Promise<readonly string[]>;
}

export class ShardExchange {
  readonly #modules: ShardModules;
  readonly #rate = new TokenBuckets(PEER_RATE);

  constructor(modules: ShardModules) {
    this.#modules = modules;
  }

  async start(): Promise<void> {
    await this.#modules.net.serve(SHARDS_PROTOCOL, (request, from) => this.#answer(request, from), {
      bytesMax: REQUEST_BYTES_MAX,
    });
  }

  /** Root of what a peer holds of each shard. @throws FrameError, NetError */
  async roots(peer: string, shards: readonly number[]): Promise<readonly string[]> {
    const roots = await this.#ask(peer, { shards }, rootsAnswer);
    if (roots.length !== shards.length) throw new FrameError("not a root for each shard");
    return roots;
  }

  /**
   * Ids that a peer holds of a shard, ascending, at most 1,024.
   * @param after the last one known already. @throws FrameError, NetError
   */
  async page(peer: string, shard: number, after: string | null): Promise<readonly string[]> {
    const ids = await this.#ask(peer, { after, shard }, pageAnswer);
    let last = after ?? "";
    for (const id of ids) {
      if (id <= last) throw new FrameError("ids that do not ascend");
      last = id;
    }
    return ids;
  }

  /** @returns which of these the peer holds after it was told. @throws FrameError, NetError */
  async offer(peer: string, ids: readonly string[]): Promise<readonly string[]> {
    const held = await this.#ask(peer, { offer: ids }, offerAnswer);
    return held.filter((id) => ids.includes(id));
  }

  async #ask<T>(peer: string, request: JsonValue, schema: z.ZodType<T>): Promise<T> {
    const { net, frames } = this.#modules;
    const answer = await net.request(peer, SHARDS_PROTOCOL, frames.seal(canonicalize(request)), {
      timeoutMs: EXCHANGE_MS_MAX,
      bytesMax: FRAME_BYTES_MAX,
    });
    const read = schema.safeParse(frames.open(answer, peer).data);
    if (!read.success) throw new FrameError("not an answer about shards");
    return read.data;
  }

  async #answer(request: Uint8Array, from: string): Promise<Uint8Array> {
    const { frames, clock } = this.#modules;
    const { data } = frames.open(request, from);
    if (!this.#rate.take(from, clock.nowNs())) throw new FrameError("too many requests");
    return frames.seal(canonicalize(await this.#answerTo(data, from)));
  }

  async #answerTo(data: JsonValue, from: string): Promise<JsonValue> {
    const { holdings, onOffer } = this.#modules;
    // By their members: what fails to be read costs more than what is read.
    const members: JsonObject = isObject(data) ? data : {};
    const roots = "shards" in members ? rootsRequest.safeParse(data) : null;
    if (roots?.success === true) {
      const answer: string[] = [];
      for (const shard of roots.data.shards) answer.push(await holdings.root(shard));
      return answer;
    }
    const page = "shard" in members ? pageRequest.safeParse(data) : null;
    if (page?.success === true) {
      const { after, shard } = page.data;
      return holdings.page(shard, ...(after === null ? [] : [nextId(after)]));
    }
    const offer = "offer" in members ? offerRequest.safeParse(data) : null;
    if (offer?.success === true) return onOffer(offer.data.offer, from);
    throw new FrameError("not a request about shards");
  }
}
