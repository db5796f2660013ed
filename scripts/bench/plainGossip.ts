/**
 * Gossip as the library gives it to anyone: its own settings but for the degrees of a mesh, no
 * scores, messages that nobody signs or looks into, every write and every word to neighbours as it
 * comes.
 */
import { gossipsub } from "@chainsafe/libp2p-gossipsub";
import type { GossipSub } from "@chainsafe/libp2p-gossipsub";
import { identify } from "@libp2p/identify";
import { noise } from "@libp2p/noise";
import { ping } from "@libp2p/ping";
import { tcp } from "@libp2p/tcp";
import { yamux } from "@libp2p/yamux";
import { multiaddr } from "@multiformats/multiaddr";
import { createLibp2p } from "libp2p";
import type { Net, TopicValidator } from "../../node/mesh/host/net.js";

/** What the benchmark asks of a host. */
export type GossipHost = Pick<
  Net,
  "peerId" | "addresses" | "publish" | "subscribe" | "subscribers" | "peers" | "dial" | "stop"
> &
  Required<Pick<Net, "meshPeers">>;

/** Those of a daemon in a small mesh: each message goes to as many neighbours. */
const DEGREES = { D: 6, Dlo: 4, Dhi: 12, Dout: 2, Dscore: 4, Dlazy: 6 };

/** What the library's class has, and the interface it exports has not. */
type WithMesh = GossipSub & { getMeshPeers(topic: string): string[] };

/** On 127.0.0.1, with a port and a name of its own. */
export async function startPlainHost(): Promise<GossipHost> {
  const node = await createLibp2p({
    addresses: { listen: ["/ip4/127.0.0.1/tcp/0"] },
    transports: [tcp()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux()],
    // The default refuses to dial the loopback address it has heard of.
    connectionGater: { denyDialMultiaddr: () => false },
    services: {
      identify: identify(),
      ping: ping(),
      pubsub: gossipsub({ ...DEGREES, globalSignaturePolicy: "StrictNoSign" }),
    },
  });
  const pubsub = node.services.pubsub as WithMesh;
  return {
    peerId: node.peerId.toString(),
    addresses: () => node.getMultiaddrs().map((address) => address.toString()),
    publish: async (topic, data) => (await pubsub.publish(topic, data)).recipients.length,
    subscribe: (topic, validate) => follow(pubsub, topic, validate),
    subscribers: (topic) => pubsub.getSubscribers(topic).map((peer) => peer.toString()),
    meshPeers: (topic) => pubsub.getMeshPeers(topic),
    peers: () => node.getPeers().map((peer) => peer.toString()),
    dial: async (address) => (await node.dial(multiaddr(address))).remotePeer.toString(),
    stop: async () => {
      await node.stop();
    },
  };
}

/** What arrives has been passed on already: nothing depends on what the taker says of it. */
function follow(pubsub: WithMesh, topic: string, take: TopicValidator): () => void {
  const arrived: Parameters<typeof pubsub.addEventListener<"gossipsub:message">>[1] = (event) => {
    const { propagationSource, msg } = event.detail;
    if (msg.topic === topic) void take(msg.data, propagationSource.toString());
  };
  pubsub.addEventListener("gossipsub:message", arrived);
  pubsub.subscribe(topic);
  return () => {
    pubsub.unsubscribe(topic);
    pubsub.removeEventListener("gossipsub:message", arrived);
  };
}
