/** Gossip of a host: topics joined, messages judged and passed on, who follows what. */
import { TopicValidatorResult } from "@chainsafe/libp2p-gossipsub";
import type {
  GossipSub,
  GossipsubMessage,
  SubscriptionChangeData,
} from "@chainsafe/libp2p-gossipsub";
import type { Logger } from "../../../protocol/ports.js";
import { systemScheduler, type Cancel } from "../../runtime/scheduler.js";
import type { HostNode } from "./hostNode.js";
import type { GossipVerdict, TopicValidator } from "./net.js";
import { patches } from "./patches/index.js";
import type { PubsubMembers } from "./patches/pubsubMembers.js";
import type { ProcessorTime } from "./processorTime.js";

/** Between looks whether the way to a new subscriber is open. */
const WAY_POLL_MS = 10;

const VERDICTS: Readonly<Record<GossipVerdict, TopicValidatorResult>> = {
  accept: TopicValidatorResult.Accept,
  ignore: TopicValidatorResult.Ignore,
  reject: TopicValidatorResult.Reject,
};

interface GossipModules {
  readonly processor: ProcessorTime;
  readonly log: Logger;
  /** Connected peers. */
  readonly peers: () => readonly string[];
}

export class HostGossip {
  readonly #modules: GossipModules;
  readonly #pubsub: GossipSub;
  readonly #members: PubsubMembers;
  readonly #stopWaiting: () => void;
  readonly #validators = new Map<string, TopicValidator>();
  #tellOversized: (peer: string) => void = () => undefined;
  #isStopping = false;

  /** @param waitMs how long a message waits for neighbours that may send it first */
  constructor(node: HostNode, modules: GossipModules, waitMs?: number) {
    this.#modules = modules;
    this.#pubsub = node.services.pubsub;
    this.#members = patches.pubsubMembers.apply(this.#pubsub);
    this.#pubsub.addEventListener("gossipsub:message", ({ detail }) => {
      void this.#judge(detail);
    });
    // Whoever comes back may be another process, which knows of no topic that it was to stay out of.
    node.addEventListener("peer:disconnect", ({ detail }) => {
      for (const peers of this.#members.backoff.values()) peers.delete(detail.toString());
    });
    patches.graftNews.apply(this.#pubsub);
    patches.oversizedGossip.apply(this.#pubsub, (peer) => this.#tellOversized(peer));
    this.#stopWaiting = patches.oneWay.apply(this.#pubsub, node.peerId.toString(), waitMs);
  }

  async publish(topic: string, data: Uint8Array): Promise<number> {
    const { recipients } = await this.#pubsub.publish(topic, data);
    return recipients.length;
  }

  subscribe(topic: string, validate: TopicValidator): () => void {
    this.#validators.set(topic, validate);
    this.#pubsub.subscribe(topic);
    return () => {
      this.#validators.delete(topic);
      queueMicrotask(() => this.#leave(topic));
    };
  }

  /**
   * A host that stops leaves no topic: its neighbours would keep it off each for a minute, and whoever
   * is back before that loses points for each one that it joins, until it is cut off.
   */
  #leave(topic: string): void {
    if (!this.#isStopping && !this.#validators.has(topic)) this.#pubsub.unsubscribe(topic);
  }

  async #judge({
    propagationSource,
    msgId,
    msg: { topic, data },
  }: GossipsubMessage): Promise<void> {
    const from = propagationSource.toString();
    const { turn } = this.#modules.processor;
    try {
      const verdict = await this.#verdict(topic, data, from);
      if (verdict === "accept") this.#modules.processor.wanted(turn, from, data.length);
      this.#members.reportMessageValidationResult(msgId, from, VERDICTS[verdict]);
    } catch (error) {
      this.#modules.log.error("a message could not be passed on", { topic, error: String(error) });
    }
  }

  async #verdict(topic: string, data: Uint8Array, from: string): Promise<GossipVerdict> {
    try {
      return (await this.#validators.get(topic)?.(data, from)) ?? "ignore";
    } catch (error) {
      this.#modules.log.error("a message could not be validated", { topic, error: String(error) });
      return "ignore";
    }
  }

  subscribers(topic: string): readonly string[] {
    return this.#pubsub
      .getSubscribers(topic)
      .map((peer) => peer.toString())
      .filter((peer) => this.#hasWayTo(peer));
  }

  meshPeers(topic: string): readonly string[] {
    return this.#members.getMeshPeers(topic);
  }

  score(peer: string): number {
    return this.#members.getScore(peer);
  }

  onOversizedGossip(listener: (peer: string) => void): void {
    this.#tellOversized = listener;
  }

  onSubscriber(listener: (peer: string, topic: string) => void): () => void {
    const timers = new Set<Cancel>();
    const tell = (peer: string, topic: string): void => {
      if (this.#hasWayTo(peer)) {
        listener(peer, topic);
      } else if (this.#modules.peers().includes(peer)) {
        const cancel = systemScheduler.after(WAY_POLL_MS, () => {
          timers.delete(cancel);
          tell(peer, topic);
        });
        timers.add(cancel);
      }
    };
    const changed = ({ detail }: CustomEvent<SubscriptionChangeData>): void => {
      for (const { topic, subscribe } of detail.subscriptions) {
        if (subscribe) tell(detail.peerId.toString(), topic);
      }
    };
    this.#pubsub.addEventListener("subscription-change", changed);
    return () => {
      this.#pubsub.removeEventListener("subscription-change", changed);
      for (const cancel of timers) cancel();
    };
  }

  /**
   * A peer's subscriptions come over its stream to us, and may come before our stream to it is
   * open; what is published in between is dropped, and stays "seen". The library has no event for
   * it.
   */
  #hasWayTo(peer: string): boolean {
    return this.#members.streamsOutbound.has(peer);
  }

  /** From here on no topic is left. */
  stop(): void {
    this.#isStopping = true;
    this.#stopWaiting();
  }
}
