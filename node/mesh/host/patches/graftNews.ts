/**
 * A neighbour that joins the mesh of a topic hears of what was said just before. The library tells
 * anyone who is outside the mesh, at each heartbeat, which messages there were; one that is let in
 * between a message and that heartbeat is neither sent the message nor told of it, and where it has
 * no other neighbour nobody else tells it either.
 *
 * Library: @libp2p/gossipsub 17.1.1.
 * Gain: no message is lost to a neighbour that joins: six daemons lost some at six neighbours a
 * topic. Upstream: https://github.com/libp2p/js-libp2p/pull/3583 names it as what should follow.
 */
import type { GossipSub, MeshPeer } from "@chainsafe/libp2p-gossipsub";

/** What the library's class has, and the interface it exports has not. */
interface Inner {
  readonly mesh: ReadonlyMap<string, ReadonlySet<string>>;
  readonly mcache: {
    getGossipIDs(topics: ReadonlySet<string>): ReadonlyMap<string, readonly Uint8Array[]>;
  };
  pushGossip(
    peer: string,
    ihave: { readonly topicID: string; readonly messageIDs: readonly Uint8Array[] },
  ): void;
}

type Events = Pick<GossipSub, "addEventListener">;

function isInner(pubsub: object): pubsub is Inner {
  const { mesh, mcache, pushGossip } = pubsub as Partial<Inner>;
  return (
    mesh instanceof Map &&
    typeof mcache?.getGossipIDs === "function" &&
    typeof pushGossip === "function"
  );
}

/**
 * From now on; the ids travel with the next message to the neighbour, at the latest with the next
 * heartbeat.
 */
export function tellGrafted(pubsub: Events): void {
  if (!isInner(pubsub)) return;
  pubsub.addEventListener(
    "gossipsub:graft",
    ({ detail: { peerId, topic } }: CustomEvent<MeshPeer>) => {
      // Who asks to be let in is also announced when it was turned away.
      if (pubsub.mesh.get(topic)?.has(peerId) !== true) return;
      const messageIDs = pubsub.mcache.getGossipIDs(new Set([topic])).get(topic) ?? [];
      if (messageIDs.length > 0) pubsub.pushGossip(peerId, { topicID: topic, messageIDs });
    },
  );
}
