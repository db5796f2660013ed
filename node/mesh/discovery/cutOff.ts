/**
 * Cuts off peers that have proved to be at fault. The gossip layer only stops listening to them;
 * they would keep a connection, and every request would still be answered.
 */
import type { Logger } from "../../../protocol/ports.js";
import type { Net } from "../host/net.js";
import type { Reputation } from "./reputation.js";
import type { Cancel, Scheduler } from "../../runtime/scheduler.js";
import { DENIED_MS } from "../host/scoring.js";

/** The gossip layer counts anew after each of its own decays. */
const WATCH_MS = 7_770;

interface CutOffModules {
  readonly net: Pick<Net, "peers" | "deny" | "score">;
  readonly scheduler: Scheduler;
  readonly log: Logger;
  readonly reputation: Reputation;
}

export class CutOff {
  readonly #modules: CutOffModules;
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
    this.#modules.reputation.fault(peer, topic);
    this.#consider(peer, code);
  }

  /** @param points negative for what no honest node does outside gossip */
  points(peer: string, points: number, why: string): void {
    this.#modules.reputation.add(peer, points);
    this.#consider(peer, why);
  }

  #consider(peer: string, why: string): void {
    const { net, log, reputation } = this.#modules;
    if (!reputation.isGraylisted(peer, net.score?.(peer))) return;
    reputation.denied(peer);
    log.warn("a peer was cut off", { peer, why });
    net.deny(peer, DENIED_MS).catch((error: unknown) => {
      log.debug("a peer could not be disconnected", { peer, error: String(error) });
    });
  }
}
