/** How the gossip of the library is set, and why. */
import { gossipsub, StrictNoSign } from "@chainsafe/libp2p-gossipsub";
import { messageId } from "../../../protocol/seal/event.js";
import type { Crypto } from "../../../protocol/ports.js";
import type { HostOptions } from "./hostOptions.js";
import { LOOPBACK } from "./networks.js";
import { peerScore, thresholds, topicScore } from "./scoring.js";

const HEARTBEAT_MS = 777;
const SEEN_MS = 240_000;
/**
 * A message that is judged later than so many heartbeats after it came is not passed on: a node
 * that is overloaded may be late.
 */
const KEPT_HEARTBEATS = 16;
const INBOUND_BYTES_MAX = 1_048_576;
/**
 * Of a message that neighbours are told not to send again. For an event of a kilobyte they are not:
 * being told takes a frame of its own, which costs more than it saves.
 */
const UNWANTED_BYTES_MIN = 16_384;
export function pubsubFactory(
  { topics, sharedAddresses, appScore, smallMesh = false }: HostOptions,
  crypto: Pick<Crypto, "sha256">,
): ReturnType<typeof gossipsub> {
  const shared = new Set([...LOOPBACK, ...sharedAddresses]);
  const degrees = smallMesh
    ? { D: 6, Dlo: 4, Dhi: 12, Dout: 2, Dscore: 4, Dlazy: 6 }
    : { D: 8, Dlo: 6, Dhi: 12, Dout: 3, Dscore: 5, Dlazy: 8 };
  return gossipsub({
    ...degrees,
    // All that are outside the mesh of a topic are told what was said, not some drawn by lot: a
    // peer whose only neighbour has a full mesh never hears of a message when it is not drawn at
    // any of the five heartbeats.
    heartbeatInterval: HEARTBEAT_MS,
    mcacheLength: KEPT_HEARTBEATS,
    mcacheGossip: 5,
    gossipFactor: 1,
    // A message is passed on when it was judged, to those only who have not sent it here meanwhile.
    asyncValidation: true,
    seenTTL: SEEN_MS,
    globalSignaturePolicy: StrictNoSign,
    allowedTopics: new Set(topics),
    maxInboundDataLength: INBOUND_BYTES_MAX,
    allowPublishToZeroTopicPeers: true,
    // The same bytes may be said twice within a calcond, or have come over HTTP and by gossip.
    ignoreDuplicatePublishError: true,
    floodPublish: true,
    fallbackToFloodsub: false,
    emitSelf: false,
    doPX: false,
    runOnLimitedConnection: true,
    idontwantMinDataSize: UNWANTED_BYTES_MIN,
    // A topic is part of the id: what was refused on a wrong topic must still arrive on the right
    // one.
    msgIdFn: ({ topic, data }) => messageId(crypto, topic, data),
    scoreParams: {
      ...peerScore(shared, appScore),
      topics: Object.fromEntries(
        topics.map((topic) => [topic, topicScore(topic.split("/")[4] ?? "")]),
      ),
    },
    scoreThresholds: thresholds,
  });
}
