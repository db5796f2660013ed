/** What people and programs may see of the peers, topics and scores of this node. */
import { TOPIC_NAMES, topicOf } from "../../../protocol/events/topics.js";
import type { PeerView, ScoreView, TopicView } from "./meshView.js";
import type { Gossip } from "../intake/gossip.js";
import type { Net } from "../host/net.js";
import { publicKeyOf } from "../host/peerKey.js";
import type { Reputation } from "../discovery/reputation.js";
import type { StatusExchange } from "../sync/status.js";

/** Scores are shown to a hundredth; they say no more than that. */
const ROUNDING = 100;

function rounded(score: number): number {
  const value = Math.round(score * ROUNDING) / ROUNDING;
  return value === 0 ? 0 : value;
}

function scoreOf(net: Net, peer: string): number | null {
  const score = net.score?.(peer);
  return score === undefined ? null : rounded(score);
}

export function peerViews(
  network: string,
  net: Net,
  status: StatusExchange | null,
): readonly PeerView[] {
  const followers = TOPIC_NAMES.map(
    (name) => [name, new Set(net.subscribers(topicOf(network, name)))] as const,
  );
  return [...net.peers()].sort().map((peer) => {
    const reported = status?.statusOf(peer) ?? null;
    return {
      nodeId: peer,
      publicKey: publicKeyOf(peer),
      greeted: reported !== null,
      engineVersions: reported?.engine_versions ?? [],
      registryGeneration: reported?.registry_generation ?? null,
      clockOffsetMs: status?.clockOffsetOf(peer) ?? null,
      latencyMs: status?.latencyOf(peer) ?? null,
      topics: followers.filter(([, peers]) => peers.has(peer)).map(([name]) => name),
      score: scoreOf(net, peer),
      processorSeconds: net.processor === undefined ? null : secondsOf(net.processor.of(peer)),
    };
  });
}

/** To a millisecond. */
export function secondsOf(ms: number): number {
  return Math.round(ms) / 1_000;
}

export function topicViews(network: string, net: Net, gossip: Gossip): readonly TopicView[] {
  return TOPIC_NAMES.map((name) => {
    const topic = topicOf(network, name);
    const { accept, ignore, reject } = gossip.counts(name);
    return {
      name,
      topic,
      followers: net.subscribers(topic).length,
      mesh: net.meshPeers?.(topic).length ?? null,
      accepted: accept,
      ignored: ignore,
      rejected: reject,
    };
  });
}

export function scoreViews(net: Net, reputation: Reputation): readonly ScoreView[] {
  return [...net.peers()].sort().map((peer) => ({
    nodeId: peer,
    score: scoreOf(net, peer),
    faults: rounded(reputation.faultPoints(peer)),
    application: rounded(reputation.applicationPoints(peer)),
  }));
}
