/**
 * Tells whose bytes a turn of the event loop began with, before anything is made of them, so that
 * the processor time of all that they set off can be counted as that peer's. The library tells of
 * streams, behind deciphering and the multiplexer, which are much of what small messages cost.
 *
 * Library: @libp2p/tcp 11.0.28, of which the socket is read.
 * Gain: who sends rubbish below the level of requests is found by what it costs.
 * Upstream: none found.
 */
import { Socket } from "node:net";
import type { noise } from "@libp2p/noise";

type Factory = ReturnType<typeof noise>;

/** @param told of the peer and how many bytes came, at the beginning of each turn with some */
export function watchTurns(make: Factory, onTurn: (peer: string, bytes: number) => void): Factory {
  return (components) => {
    const encrypter = make(components);
    for (const way of ["secureInbound", "secureOutbound"] as const) {
      const secure = encrypter[way].bind(encrypter);
      encrypter[way] = async (connection, options) => {
        const secured = await secure(connection, options);
        const socket: unknown = Reflect.get(connection, "socket");
        if (socket instanceof Socket) {
          const peer = secured.remotePeer.toString();
          socket.prependListener("data", (chunk: Uint8Array) => onTurn(peer, chunk.length));
        }
        return secured;
      };
    }
    return encrypter;
  };
}
