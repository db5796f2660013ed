/**
 * What this node has seen each peer do wrong, by the same sums as the gossip layer, and for what it
 * is worth beside it. Bounded; time forgives faults, and nothing forgives two histories.
 */
import type { Clock } from "../../../protocol/ports.js";
import { RecentMap } from "../../runtime/recentMap.js";
import {
  applicationPoints,
  decayed,
  DENIED_MS,
  FORGIVEN_SECONDS,
  INVALID_WEIGHT,
  thresholds,
} from "../host/scoring.js";

const PEERS_MAX = 4_096;
/** Of one peer; there are fewer topics than that. */
const TOPICS_MAX = 64;

interface Level {
  readonly amount: number;
  readonly atNs: bigint;
}

interface ReputationOptions {
  /** Peer ids that the operator named. */
  readonly bootstrap: readonly string[];
}

export class Reputation {
  readonly #bootstrap: ReadonlySet<string>;
  readonly #clock: Clock;
  /** Rejected messages, by peer and topic. */
  readonly #faults = new RecentMap<string, RecentMap<string, Level>>(PEERS_MAX);
  readonly #points = new RecentMap<string, Level>(PEERS_MAX);
  readonly #condemned = new RecentMap<string, true>(PEERS_MAX);
  readonly #deniedUntilNs = new RecentMap<string, bigint>(PEERS_MAX);

  constructor({ bootstrap }: ReputationOptions, { clock }: { readonly clock: Clock }) {
    this.#bootstrap = new Set(bootstrap);
    this.#clock = clock;
  }

  /** A message was rejected: proof of the neighbour's fault. */
  fault(peer: string, topic: string): void {
    const topics = this.#faults.get(peer) ?? new RecentMap<string, Level>(TOPICS_MAX);
    topics.set(topic, this.#raised(topics.get(topic), 1));
    this.#faults.set(peer, topics);
  }

  /** @param points negative for what no honest node does */
  add(peer: string, points: number): void {
    if (points <= applicationPoints.equivocation) this.#condemned.set(peer, true);
    else this.#points.set(peer, this.#raised(this.#points.get(peer), points));
  }

  /** Lost by rejected messages: -145 times the sum of the squares over topics. */
  faultPoints(peer: string): number {
    let squares = 0;
    for (const level of this.#faults.get(peer)?.values() ?? []) squares += this.#now(level) ** 2;
    return squares === 0 ? 0 : INVALID_WEIGHT * squares;
  }

  /** What the gossip layer adds to its own score. */
  applicationPoints(peer: string): number {
    const earned = this.#bootstrap.has(peer) ? applicationPoints.bootstrap : 0;
    const level = this.#points.get(peer);
    const lost = level === undefined ? 0 : this.#now(level);
    return earned + lost + (this.#condemned.has(peer) ? applicationPoints.equivocation : 0);
  }

  /** Whether a peer has to be cut off, by this and by what the gossip layer says. */
  isGraylisted(peer: string, score = 0): boolean {
    const known = this.faultPoints(peer) + this.applicationPoints(peer);
    return Math.min(score, known) < thresholds.graylistThreshold;
  }

  /** The peer was cut off; what it lost is paid, except for two histories. */
  denied(peer: string): void {
    this.#deniedUntilNs.set(peer, this.#clock.nowNs() + BigInt(DENIED_MS) * 1_000_000n);
    this.#faults.delete(peer);
    this.#points.delete(peer);
  }

  /** A finding against it is forgiven, two histories too. */
  pardoned(peer: string): void {
    this.#deniedUntilNs.delete(peer);
    this.#faults.delete(peer);
    this.#points.delete(peer);
    this.#condemned.delete(peer);
  }

  deniedPeers(): readonly string[] {
    const nowNs = this.#clock.nowNs();
    return [...this.#deniedUntilNs.entries()]
      .filter(([, until]) => until > nowNs)
      .map(([peer]) => peer);
  }

  #raised(level: Level | undefined, by: number): Level {
    const amount = (level === undefined ? 0 : this.#now(level)) + by;
    return { amount, atNs: this.#clock.nowNs() };
  }

  #now({ amount, atNs }: Level): number {
    return decayed(amount, Number(this.#clock.nowNs() - atNs) / 1e9, FORGIVEN_SECONDS);
  }
}
