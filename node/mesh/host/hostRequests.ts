/** Requests of a host to its peers, and the answers to theirs. */
import type { Logger } from "../../../protocol/ports.js";
import { systemScheduler, type Cancel } from "../../runtime/scheduler.js";
import type { HostNode, PeerId, Stream } from "./hostNode.js";
import type { LargePackets } from "./largePackets.js";
import { NetError } from "./net.js";
import type { RequestHandler, RequestOptions, ServeOptions } from "./net.js";
import type { ProcessorTime } from "./processorTime.js";
import { encodeMessage, readMessage } from "./streamFrame.js";
import {
  abortable,
  chunksOf,
  HANDLE_LIMITS,
  netError,
  READ_LIMITS,
  within,
  WRITE_LIMITS,
} from "./streamLimits.js";
import { Progress, Turns, watched, writeAll } from "./transfer.js";

/** Requests being answered for one peer at a time. */
const INBOUND_STREAMS_MAX = 32;
const OUTBOUND_STREAMS_MAX = 64;
/** Answers above it go to a peer one at a time. */
const LONG_ANSWER_BYTES = 65_536;

interface RequestModules {
  readonly processor: ProcessorTime;
  readonly largePackets: LargePackets;
  readonly log: Logger;
  readonly idOf: (peer: string) => PeerId;
}

export class HostRequests {
  readonly #node: HostNode;
  readonly #modules: RequestModules;
  readonly #uploads = new Turns();

  constructor(node: HostNode, modules: RequestModules) {
    this.#node = node;
    this.#modules = modules;
  }

  async request(
    peer: string,
    protocol: string,
    data: Uint8Array,
    { timeoutMs, wholeMs = timeoutMs, bytesMax, promptMs }: RequestOptions,
  ): Promise<Uint8Array> {
    const progress = new Progress({ firstByteMs: timeoutMs, wholeMs }, systemScheduler);
    const { signal } = progress;
    const endPrompt = this.#expectWithin(promptMs, peer, progress);
    let stream: Stream | null = null;
    try {
      stream = await this.#openStream(peer, protocol, signal);
      const opened = stream;
      const answer = await abortable(signal, opened, async () => {
        if (!opened.send(encodeMessage(data))) await opened.onDrain({ signal });
        return readMessage(this.#asked(peer, watched(chunksOf(opened), progress)), bytesMax);
      });
      await stream.close({ signal });
      return answer;
    } catch (error) {
      stream?.abort(error instanceof Error ? error : new Error(String(error)));
      throw netError(error, signal, protocol);
    } finally {
      endPrompt();
      this.#modules.largePackets.came(peer, progress.moved);
      progress.end();
    }
  }

  /**
   * On the connection that is there, the direct one if there are two. The library takes one over a
   * relay for none, and would dial all addresses of the peer anew for each request.
   */
  #openStream(peer: string, protocol: string, signal: AbortSignal): Promise<Stream> {
    const id = this.#modules.idOf(peer);
    const options = {
      signal,
      maxOutboundStreams: OUTBOUND_STREAMS_MAX,
      runOnLimitedConnection: true,
    };
    const open = this.#node.getConnections(id).filter(({ status }) => status === "open");
    const connection = open.find(({ limits }) => limits === undefined) ?? open[0];
    return connection === undefined
      ? this.#node.dialProtocol(id, protocol, options)
      : connection.newStream(protocol, options);
  }

  /** Chunks of an answer that this node asked for. */
  async *#asked(peer: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.#modules.processor.wanted(this.#modules.processor.turn, peer, chunk.length);
      yield chunk;
    }
  }

  /** The way is suspected where nothing has come by then. @returns how to stop it */
  #expectWithin(ms: number | undefined, peer: string, progress: Progress): Cancel {
    if (ms === undefined) return () => undefined;
    return systemScheduler.after(ms, () => {
      if (progress.moved === 0) this.#modules.largePackets.stalled(peer);
    });
  }

  async serve(
    protocol: string,
    handler: RequestHandler,
    { bytesMax, onOversized }: ServeOptions,
  ): Promise<void> {
    await this.#node.handle(
      protocol,
      async (stream, connection) => {
        const from = connection.remotePeer.toString();
        try {
          const request = await within(READ_LIMITS, stream, () =>
            readMessage(chunksOf(stream), bytesMax),
          ).catch((error: unknown) => {
            if (error instanceof NetError && error.code === "TOO_LARGE") onOversized?.(from);
            throw error;
          });
          const answer = await within(HANDLE_LIMITS, stream, () => handler(request, from));
          await this.#upload(stream, encodeMessage(answer), from);
        } catch (error) {
          this.#modules.log.debug("a request was not answered", {
            protocol,
            from,
            error: String(error),
          });
          stream.abort(error instanceof Error ? error : new Error(String(error)));
        }
      },
      { maxInboundStreams: INBOUND_STREAMS_MAX, runOnLimitedConnection: true },
    );
  }

  /** A long answer waits for the one before it to the same peer: side by side both were late. */
  async #upload(stream: Stream, answer: Uint8Array, to: string): Promise<void> {
    const write = (): Promise<void> =>
      within(WRITE_LIMITS, stream, async (progress) => {
        await writeAll(stream, answer, progress);
        await stream.close({ signal: progress.signal });
      });
    await (answer.length <= LONG_ANSWER_BYTES ? write() : this.#uploads.take(to, write));
  }
}
