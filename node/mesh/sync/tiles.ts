/**
 * `/calc/tile/1`: a path of C2SP tlog-tiles below a spine's author, for its bytes as they are. An
 * empty answer: not here. Who asks checks tiles against a signed checkpoint.
 */
import * as z from "zod";
import type { Clock } from "../../../protocol/ports.js";
import { FrameError, REQUEST_BYTES_MAX } from "../host/frame.js";
import type { Frames } from "../host/frame.js";
import type { Net } from "../host/net.js";
import { TokenBuckets } from "../../runtime/tokenBucket.js";

export const TILE_PROTOCOL = "/calc/tile/1";
/** A log is read a tile at a time: 10^6 events are 4,000 tiles and as many bundles. */
const PEER_RATE = { perSecond: 50, burst: 400 };

const tileRequest = z.strictObject({
  path: z.string().regex(/^[0-9a-f]{64}\/(?:checkpoint|tile\/[a-z0-9./]{1,64})$/),
});

/** The spines held here as logs. */
export interface LogSource {
  /** Text of the newest checkpoint whose events are held, or null. */
  checkpoint(author: string): Promise<string | null>;
  /** @param path below `tile/`. @returns null when there is no such tile */
  tile(author: string, path: string): Promise<Uint8Array | null>;
}

interface TileModules {
  readonly net: Net;
  readonly frames: Frames;
  readonly clock: Clock;
  readonly logs: LogSource;
}

export class TileServer {
  readonly #modules: TileModules;
  readonly #rate = new TokenBuckets(PEER_RATE);

  constructor(modules: TileModules) {
    this.#modules = modules;
  }

  async start(): Promise<void> {
    await this.#modules.net.serve(TILE_PROTOCOL, (request, from) => this.#answer(request, from), {
      bytesMax: REQUEST_BYTES_MAX,
    });
  }

  async #answer(request: Uint8Array, from: string): Promise<Uint8Array> {
    const { frames, clock, logs } = this.#modules;
    const read = tileRequest.safeParse(frames.open(request, from).data);
    if (!read.success) throw new FrameError("not a request for a tile");
    if (!this.#rate.take(from, clock.nowNs())) throw new FrameError("too many requests");
    const { path } = read.data;
    const [author, rest] = [path.slice(0, 64), path.slice(65)];
    if (rest === "checkpoint") return Buffer.from((await logs.checkpoint(author)) ?? "", "utf8");
    return (await logs.tile(author, rest.slice("tile/".length))) ?? new Uint8Array(0);
  }
}
