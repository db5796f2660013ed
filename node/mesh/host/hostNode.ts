/** The libp2p node behind a host, by the types of it that are used. */
import type { GossipSub } from "@chainsafe/libp2p-gossipsub";
import type { Libp2p } from "@libp2p/interface";

export interface HostServices extends Record<string, unknown> {
  readonly pubsub: GossipSub;
}
export type HostNode = Libp2p<HostServices>;
export type PeerId = HostNode["peerId"];
export type Connection = ReturnType<HostNode["getConnections"]>[number];
export type Stream = Awaited<ReturnType<Connection["newStream"]>>;
