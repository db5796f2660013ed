/**
 * Who sends gossip longer than any may be is named. The library closes the stream, says so in its
 * own log alone, and takes the next stream of the same peer.
 *
 * Library: @libp2p/gossipsub 17.1.1.
 * Gain: gossip longer than any costs its sender points.
 * Upstream: none found.
 */
import type { GossipSub } from "@chainsafe/libp2p-gossipsub";

/** What the library's class has, and the interface it exports has not. */
interface Inner {
  handlePeerReadStreamError(error: Error, peer: { toString(): string }): void;
}

/** Of what the library reads lengths with. */
const TOO_LONG = new Set(["InvalidDataLengthError", "InvalidDataLengthLengthError"]);

function isInner(pubsub: object): pubsub is Inner {
  return typeof (pubsub as Partial<Inner>).handlePeerReadStreamError === "function";
}

export function tellOversized(
  pubsub: Pick<GossipSub, "addEventListener">,
  onOversized: (peer: string) => void,
): void {
  if (!isInner(pubsub)) return;
  const handle = pubsub.handlePeerReadStreamError.bind(pubsub);
  pubsub.handlePeerReadStreamError = (error, peer) => {
    handle(error, peer);
    if (TOO_LONG.has(error.name)) onOversized(peer.toString());
  };
}
