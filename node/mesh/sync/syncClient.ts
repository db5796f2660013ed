/** Asks a peer what it holds. Answers are checked for their shape; their truth is the caller's. */
import * as z from "zod";
import { isHex } from "../../../protocol/encoding/hex.js";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import type { SyncedEvent } from "../../../protocol/mesh/validate.js";
import { SYNC_IDS_MAX } from "../../../protocol/limits.js";
import type { JsonValue } from "../../../protocol/ports.js";
import { EXCHANGE_MS_MAX, FRAME_BYTES_MAX } from "../host/frame.js";
import type { Frames } from "../host/frame.js";
import type { Net } from "../host/net.js";
import { BUCKETS } from "./syncHeads.js";
import type { Tip } from "./syncHeads.js";
import { HEADS_PROTOCOL, IDS_PROTOCOL, SPINE_PROTOCOL } from "./syncServer.js";

const HASH_BYTES = 32;
const NO_ANSWER = "not an answer of this protocol";
/** Triples of one answer: more authors than anyone follows, and no more. */
const TIPS_MAX = 2_048;

/** Of what is held nobody has to look long. */
const PROMPT_MS = 5_000;
/** For a whole answer: a megabyte over a line of 256 kbit/s. */
const ANSWER_MS_MAX = 40_000;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const tips = z.array(z.tuple([hash, z.int().min(0), hash])).max(TIPS_MAX);
const ids = z.array(hash.nullable()).max(SYNC_IDS_MAX);

interface SyncClientModules {
  readonly net: Net;
  readonly frames: Frames;
}

/** The peer answered with something that no honest node says. */
export class SyncFault extends Error {
  override readonly name = "SyncFault";
}

export class SyncClient {
  readonly #modules: SyncClientModules;

  constructor(modules: SyncClientModules) {
    this.#modules = modules;
  }

  /**
   * Hashes of the peer's 256 buckets, hex.
   * @param own this node's: what is equal to one of them needs no second look
   * @throws SyncFault, FrameError, NetError: so do all
   */
  async bucketHashes(peer: string, own: readonly string[] = []): Promise<readonly string[]> {
    const answer = await this.#ask(peer, HEADS_PROTOCOL, "{}");
    if (!areHashes(answer, own) || answer.length !== BUCKETS) throw new SyncFault(NO_ANSWER);
    return answer;
  }

  /** Ends of the spines the peer holds of some buckets. */
  async tips(peer: string, buckets: readonly number[]): Promise<readonly Tip[]> {
    const request = canonicalize({ buckets: [...buckets] });
    return read(tips, await this.#ask(peer, HEADS_PROTOCOL, request));
  }

  /** Events from `from` on; fewer than `count` may come, and none where the peer holds no more. */
  async events(
    peer: string,
    author: string,
    from: number,
    count: number,
  ): Promise<readonly JsonValue[]> {
    return (await this.range(peer, author, from, count)).map(({ value }) => value);
  }

  /** The same, each with its text as it came. */
  async range(
    peer: string,
    author: string,
    from: number,
    count: number,
  ): Promise<readonly SyncedEvent[]> {
    const request = canonicalize({ author, count, from });
    const answer = await this.#send(peer, SPINE_PROTOCOL, request);
    const events = this.#modules.frames.openList(answer, peer);
    if (events === null || events.length > count) throw new SyncFault("not a range");
    return events;
  }

  /** Ids the peer holds at these numbers, null where it holds none. */
  async ids(
    peer: string,
    author: string,
    seqs: readonly number[],
  ): Promise<readonly (string | null)[]> {
    const request = canonicalize({ author, seqs: [...seqs] });
    const answer = read(ids, await this.#ask(peer, IDS_PROTOCOL, request));
    if (answer.length !== seqs.length) throw new SyncFault("not as many ids as were asked for");
    return answer;
  }

  async #ask(peer: string, protocol: string, request: string): Promise<JsonValue> {
    return this.#modules.frames.open(await this.#send(peer, protocol, request), peer).data;
  }

  #send(peer: string, protocol: string, request: string): Promise<Uint8Array> {
    const { net, frames } = this.#modules;
    return net.request(peer, protocol, frames.seal(request), {
      timeoutMs: EXCHANGE_MS_MAX,
      wholeMs: ANSWER_MS_MAX,
      promptMs: PROMPT_MS,
      bytesMax: FRAME_BYTES_MAX,
    });
  }
}

function read<T>(schema: z.ZodType<T>, data: JsonValue): T {
  const result = schema.safeParse(data);
  if (!result.success) throw new SyncFault(NO_ANSWER);
  return result.data;
}

/** By hand: there are many of them, and they are asked for often. */
function areHashes(data: JsonValue, own: readonly string[]): data is readonly string[] {
  return (
    Array.isArray(data) &&
    data.every((item: JsonValue, i) => item === own[i] || isHex(item, HASH_BYTES))
  );
}
