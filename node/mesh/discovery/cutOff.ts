/**
 * Cuts off peers that have proved to be at fault. The gossip layer only stops listening to them;
 * they would keep a connection, and every request would still be answered. Keys cost nothing, so a
 * network that many such peers came from is kept out for a while, too, and before that each new
 * stranger from there is forgiven less.
 */
import type { Logger } from "../../../protocol/ports.js";
import { RecentMap } from "../../runtime/recentMap.js";
import type { Cancel, Scheduler } from "../../runtime/scheduler.js";
import { siteCidr } from "../host/cidr.js";
import type { Net } from "../host/net.js";
import { reachOf } from "../host/networks.js";
import { DENIED_MS } from "../host/scoring.js";
import type { PeerRules } from "./peerRules.js";
import type { Reputation } from "./reputation.js";

/** The gossip layer counts anew after each of its own decays. */
const WATCH_MS = 7_770;
const DENIED_SECONDS = DENIED_MS / 1_000;
/** So many peers of one network within the time that one of them is kept out. */
const CUT_OFF_MAX = 8;
const NETWORKS_MAX = 1_024;

interface CutOffModules {
  readonly net: Pick<Net, "peers" | "deny" | "score" | "ipOf">;
  readonly scheduler: Scheduler;
  readonly log: Logger;
  readonly reputation: Reputation;
  readonly rules: PeerRules;
  /** Whether a connected peer is named by the operator, or long known. */
  readonly isTrusted: (peer: string) => boolean;
}

export class CutOff {
  readonly #modules: CutOffModules;
  /** Peers cut off, by network. */
  readonly #cut = new RecentMap<string, Set<string>>(NETWORKS_MAX);
  #cancel: Cancel = () => undefined;

  constructor(modules: CutOffModules) {
    this.#modules = modules;
  }

  start(): void {
    const look = (): void => {
      for (const peer of this.#modules.net.peers()) this.#consider(peer, "its score");
      this.#cancel = this.#modules.scheduler.after(WATCH_MS, look);
    };
    this.#cancel = this.#modules.scheduler.after(WATCH_MS, look);
  }

  stop(): void {
    this.#cancel();
  }

  /** A message of this peer was rejected. */
  fault(peer: string, topic: string, code: string): void {
    // A peer that was cut off is back at once under another key.
    for (let n = this.#cutOffBeside(peer); n >= 0; n -= 1)
      this.#modules.reputation.fault(peer, topic);
    this.#consider(peer, code);
  }

  /** @param points negative for what no honest node does outside gossip */
  points(peer: string, points: number, why: string): void {
    this.#modules.reputation.add(peer, points);
    this.#consider(peer, why);
  }

  #consider(peer: string, why: string): void {
    const { net, log, reputation, rules } = this.#modules;
    if (!reputation.isGraylisted(peer, net.score?.(peer)) || rules.isAllowedByOperator(peer))
      return;
    const ip = net.ipOf?.(peer) ?? null;
    reputation.denied(peer);
    log.warn("a peer was cut off", { peer, why });
    this.#ban(peer, why);
    net.deny(peer, DENIED_MS).catch((error: unknown) => {
      log.debug("a peer could not be disconnected", { peer, error: String(error) });
    });
    if (ip !== null) this.#countNetwork(peer, ip);
  }

  #ban(target: string, reason: string): void {
    const { rules, log } = this.#modules;
    rules
      .set(target, { rule: "ban", by: "points", reason, seconds: DENIED_SECONDS })
      .catch((error: unknown) => {
        log.warn("a ban could not be stored: it ends with this process", {
          target,
          error: String(error),
        });
      });
  }

  #countNetwork(peer: string, ip: string): void {
    const { net, log, rules, isTrusted } = this.#modules;
    const network = siteCidr(ip)?.text;
    if (network === undefined || reachOf(ip) === "machine") return;
    if (rules.ruleFor(null, ip) !== null) return;
    const peers = new Set([...(this.#cut.get(network) ?? [])].filter((one) => this.#isOut(one)));
    peers.add(peer);
    this.#cut.set(network, peers);
    if (peers.size < CUT_OFF_MAX) return;
    const inside = net.peers().filter((one) => networkFrom(net.ipOf?.(one)) === network);
    // Behind one address live many: who is trusted there answers for the others.
    if (inside.some((one) => isTrusted(one))) return;
    log.warn("a network was cut off", { network, peers: peers.size });
    this.#ban(network, `${peers.size} peers of it were cut off`);
    for (const one of inside) {
      net.deny(one, DENIED_MS).catch((error: unknown) => {
        log.debug("a peer could not be disconnected", { peer: one, error: String(error) });
      });
    }
  }

  /** How many of a stranger's network are kept out. */
  #cutOffBeside(peer: string): number {
    const { net, isTrusted } = this.#modules;
    const network = networkFrom(net.ipOf?.(peer));
    if (network === null || isTrusted(peer)) return 0;
    return [...(this.#cut.get(network) ?? [])].filter((one) => this.#isOut(one)).length;
  }

  #isOut(peer: string): boolean {
    return this.#modules.rules.isBanned(peer, null);
  }
}

function networkFrom(ip: string | null | undefined): string | null {
  return typeof ip === "string" ? (siteCidr(ip)?.text ?? null) : null;
}
