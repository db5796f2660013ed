/** Connects anew who is connected and follows no topic: the stream to it may be dead. */
import type { Clock, Logger } from "../../../protocol/ports.js";
import { topicOf } from "../../../protocol/events/topics.js";
import type { Net } from "../host/net.js";
import type { Cancel, Scheduler } from "../../runtime/scheduler.js";

const SILENT_MS_MAX = 30_000;
const WATCH_MS = 10_000;

interface SilenceModules {
  readonly net: Net;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Logger;
}

export class SilenceWatch {
  readonly #network: string;
  readonly #modules: SilenceModules;
  /** When each connected peer was first seen without a topic, in milliseconds of the clock. */
  readonly #silentSince = new Map<string, number>();
  #watch: Cancel = () => undefined;
  #stopped = false;

  /** @param network 8 hex digits */
  constructor(network: string, modules: SilenceModules) {
    this.#network = network;
    this.#modules = modules;
  }

  start(): void {
    this.#watch = this.#modules.scheduler.after(WATCH_MS, () => {
      this.#reviveSilent();
      if (!this.#stopped) this.start();
    });
  }

  stop(): void {
    this.#stopped = true;
    this.#watch();
  }

  #reviveSilent(): void {
    const { net, clock, log } = this.#modules;
    const nowMs = Number(clock.nowNs() / 1_000_000n);
    // Not all follow the heads of all.
    const heard = new Set(
      (["head", "node"] as const).flatMap((name) => net.subscribers(topicOf(this.#network, name))),
    );
    const connected = net.peers();
    for (const peer of this.#silentSince.keys()) {
      if (heard.has(peer) || !connected.includes(peer)) this.#silentSince.delete(peer);
    }
    for (const peer of connected.filter((name) => !heard.has(name))) {
      const since = this.#silentSince.get(peer) ?? nowMs;
      this.#silentSince.set(peer, since);
      if (nowMs - since < SILENT_MS_MAX) continue;
      this.#silentSince.delete(peer);
      log.debug("a silent peer is connected anew", { peer });
      net.disconnect(peer).catch((error: unknown) => {
        log.debug("a peer could not be disconnected", { peer, error: String(error) });
      });
    }
  }
}
