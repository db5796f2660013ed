/**
 * Questions between two nodes for services beside the mesh itself, in its frames: each side is
 * known by its public key, and only members of the mesh are heard.
 */
import type { JsonValue } from "../../../protocol/ports.js";
import { EXCHANGE_MS_MAX, FrameError, type Frames } from "./frame.js";
import type { Net } from "./net.js";
import { peerIdOf, publicKeyOf } from "./peerKey.js";

/** @param from public key of who asks. @returns canonical JSON. What it throws is no answer */
export type ServiceAnswer = (data: JsonValue, from: string) => Promise<string>;

export interface ServiceExchange {
  /** @param bytesMax longest question; a longer one is not read */
  serve(protocol: string, bytesMax: number, answer: ServiceAnswer): Promise<void>;
  /**
   * @param to public key
   * @param text canonical JSON
   * @throws NetError, FrameError
   */
  ask(to: string, protocol: string, text: string, bytesMax: number): Promise<JsonValue>;
  /** Public keys of the connected peers. */
  peers(): readonly string[];
  /** Called with the public key of each peer that comes. @returns how to stop it */
  onJoined(listener: (publicKey: string) => void): () => void;
}

/** For a question that no honest node asks: it is not answered, and costs points. */
export function rubbish(why: string): Error {
  return new FrameError(why, true);
}

/** For one that is not answered, and may well be asked by an honest node. */
export function unanswered(why: string): Error {
  return new FrameError(why);
}

/** @param net watched and budgeted: what peers ask goes through it */
export function serviceExchange({
  frames,
  net,
}: {
  readonly net: Net;
  readonly frames: Frames;
}): ServiceExchange {
  return {
    serve: (protocol, bytesMax, answer) =>
      net.serve(
        protocol,
        async (request, from) => {
          const { data } = frames.open(request, from);
          return frames.seal(await answer(data, publicKeyOf(from) ?? ""));
        },
        { bytesMax },
      ),
    ask: async (to, protocol, text, bytesMax) => {
      const peer = peerIdOf(to);
      const timeoutMs = EXCHANGE_MS_MAX;
      const answer = await net.request(peer, protocol, frames.seal(text), { timeoutMs, bytesMax });
      return frames.open(answer, peer).data;
    },
    peers: () => net.peers().flatMap((peer) => publicKeyOf(peer) ?? []),
    onJoined: (listener) =>
      net.onPeer((peer, connected) => {
        const key = connected ? publicKeyOf(peer) : null;
        if (key !== null) listener(key);
      }),
  };
}
