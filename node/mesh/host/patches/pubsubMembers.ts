/**
 * What the gossip of the library can do and its published type leaves out: verdicts on messages,
 * the peers of a mesh, their scores, whether there is a way to a peer yet, and who is to stay out of
 * which topic for how long.
 *
 * Library: @libp2p/gossipsub 17.1.1.
 * Gain: a message is passed on after it was judged; without a verdict none would be.
 * Upstream: none found.
 */
import type { GossipSub, TopicValidatorResult } from "@chainsafe/libp2p-gossipsub";

export interface PubsubMembers {
  reportMessageValidationResult(msgId: string, from: string, verdict: TopicValidatorResult): void;
  getMeshPeers(topic: string): readonly string[];
  getScore(peer: string): number;
  readonly streamsOutbound: ReadonlyMap<string, unknown>;
  /** By topic and peer, milliseconds of the process's clock. */
  readonly backoff: ReadonlyMap<string, Map<string, number>>;
}

const METHODS = ["reportMessageValidationResult", "getMeshPeers", "getScore"] as const;
const TABLES = ["streamsOutbound", "backoff"] as const;

function hasMembers(pubsub: object): pubsub is PubsubMembers {
  return (
    METHODS.every((name) => typeof Reflect.get(pubsub, name) === "function") &&
    TABLES.every((name) => Reflect.get(pubsub, name) instanceof Map)
  );
}

/** @throws TypeError where the library has them no more: no message would be passed on */
export function membersOf(pubsub: GossipSub): PubsubMembers {
  if (!hasMembers(pubsub)) throw new TypeError("the gossip library is another than this needs");
  return pubsub;
}
