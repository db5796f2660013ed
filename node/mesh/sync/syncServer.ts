/** `/calc/heads/1`, `/calc/spine/1`, `/calc/ids/1`: what this node holds of every spine. */
import * as z from "zod";
import { canonicalize } from "../../../protocol/encoding/jcs.js";
import { SYNC_EVENTS_MAX, SYNC_IDS_MAX } from "../../../protocol/limits.js";
import type { Clock, Crypto, JsonValue } from "../../../protocol/ports.js";
import { storedEventText } from "../../../storage/repositories/spine.js";
import type { Store } from "../../../storage/store.js";
import { FRAME_BYTES_MAX, FrameError, REQUEST_BYTES_MAX } from "../host/frame.js";
import type { Frames } from "../host/frame.js";
import type { Net } from "../host/net.js";
import { BUCKETS, bucketsOf, HeadHashes } from "./syncHeads.js";
import type { Tip } from "./syncHeads.js";
import { TokenBuckets } from "../../runtime/tokenBucket.js";

export const HEADS_PROTOCOL = "/calc/heads/1";
export const SPINE_PROTOCOL = "/calc/spine/1";
export const IDS_PROTOCOL = "/calc/ids/1";

/** Room for the handshake and the brackets beside the events of an answer. */
const FRAME_ROOM_BYTES = 4_096;
const PEER_RATE = { perSecond: 50, burst: 400 };

const author = z.string().regex(/^[0-9a-f]{64}$/);
const seq = z.int().min(0);

const headsRequest = z.strictObject({
  buckets: z
    .array(
      z
        .int()
        .min(0)
        .max(BUCKETS - 1),
    )
    .max(BUCKETS)
    .optional(),
});
const spineRequest = z.strictObject({
  author,
  from: seq,
  count: z.int().min(1).max(SYNC_EVENTS_MAX),
});
const idsRequest = z.strictObject({ author, seqs: z.array(seq).max(SYNC_IDS_MAX) });

interface SyncServerModules {
  readonly net: Net;
  readonly frames: Frames;
  readonly clock: Clock;
  readonly crypto: Pick<Crypto, "sha256Hex">;
  readonly store: Pick<Store, "spine">;
  /** Every spine held, the own one too. */
  readonly tips: () => readonly Tip[];
  /** Shared with others who ask for the hashes of the same tips. */
  readonly heads?: HeadHashes;
}

export class SyncServer {
  readonly #modules: SyncServerModules;
  readonly #rate = new TokenBuckets(PEER_RATE);
  readonly #held: HeadHashes;

  constructor(modules: SyncServerModules) {
    this.#modules = modules;
    this.#held = modules.heads ?? new HeadHashes(modules.crypto);
  }

  async start(): Promise<void> {
    await this.#serve(HEADS_PROTOCOL, async (data) => this.#heads(data));
    await this.#serve(SPINE_PROTOCOL, (data) => this.#spine(data));
    await this.#serve(IDS_PROTOCOL, (data) => this.#ids(data));
  }

  async #serve(protocol: string, answer: (data: JsonValue) => Promise<string>): Promise<void> {
    const { net, frames, clock } = this.#modules;
    await net.serve(
      protocol,
      async (request, from) => {
        const { data } = frames.open(request, from);
        if (!this.#rate.take(from, clock.nowNs())) throw new FrameError("too many requests");
        return frames.seal(await answer(data));
      },
      { bytesMax: REQUEST_BYTES_MAX },
    );
  }

  #heads(data: JsonValue): string {
    const { tips } = this.#modules;
    const { buckets } = read(headsRequest, data);
    if (buckets === undefined) return this.#held.bucketsText(tips());
    const all = bucketsOf(tips());
    return canonicalize([...new Set(buckets)].sort((a, b) => a - b).flatMap((n) => all[n]!));
  }

  async #spine(data: JsonValue): Promise<string> {
    const request = read(spineRequest, data);
    const { store } = this.#modules;
    const events = await store.spine.range(request.author, request.from, request.count);
    const texts: string[] = [];
    let bytes = FRAME_ROOM_BYTES;
    for (const [i, event] of events.entries()) {
      // A hole is no range: what follows it is not served as if it were next.
      if (event.seq !== request.from + i) break;
      const text = storedEventText(event);
      bytes += Buffer.byteLength(text) + 1;
      if (bytes > FRAME_BYTES_MAX) break;
      texts.push(text);
    }
    return `[${texts.join(",")}]`;
  }

  async #ids(data: JsonValue): Promise<string> {
    const request = read(idsRequest, data);
    return canonicalize(await this.#modules.store.spine.idsAt(request.author, request.seqs));
  }
}

/** @throws FrameError */
function read<T>(schema: z.ZodType<T>, data: JsonValue): T {
  const result = schema.safeParse(data);
  if (!result.success) throw new FrameError("not a request of this protocol");
  return result.data;
}
