/**
 * Who makes room when a node has as many connections as it keeps: whoever has shown nothing for as
 * long as a status may take, then whoever shares its network with most others, then whoever was met
 * last. Peers that the operator named stay, and so do those known for long while others are there,
 * so that strangers cannot fill a node for good.
 */
import type { Clock, Logger } from "../../../protocol/ports.js";
import type { Cancel } from "../../runtime/scheduler.js";
import type { Net } from "../host/net.js";
import { siteOf } from "../host/networks.js";
import type { Standing } from "../intake/clockVotes.js";

interface CrowdModules {
  readonly net: Net;
  readonly clock: Clock;
  readonly log: Logger;
  /** Whether the two let each other in. */
  readonly isGreeted: (peer: string) => boolean;
  readonly standingOf: (peer: string) => Standing;
  /** When a peer was first met; null of one never met. */
  readonly metCalcond: (peer: string) => number | null;
  /** Says that there is no room, and closes. */
  readonly refuse: (peer: string) => Promise<void>;
}

/** Whoever came so lately may still be about to show who it is. */
const COMING_NS = 10_000_000_000n;

const STANDINGS: Readonly<Record<Standing, number>> = { stranger: 0, known: 1, configured: 2 };

export class Crowd {
  readonly #modules: CrowdModules;
  readonly #connectionsMax: number;
  /** Connected peers in the order in which they came, and when. */
  readonly #order = new Map<string, { readonly place: number; readonly atNs: bigint }>();
  readonly #closing = new Set<string>();
  #came = 0;
  #offPeer: Cancel = () => undefined;

  constructor(modules: CrowdModules, connectionsMax: number) {
    this.#modules = modules;
    this.#connectionsMax = connectionsMax;
  }

  start(): void {
    this.#offPeer = this.#modules.net.onPeer((peer, connected) => {
      if (!connected) {
        this.#order.delete(peer);
        this.#closing.delete(peer);
        return;
      }
      this.#came += 1;
      this.#order.set(peer, { place: this.#came, atNs: this.#modules.clock.nowNs() });
      this.#makeRoom(peer);
    });
  }

  stop(): void {
    this.#offPeer();
  }

  #makeRoom(newcomer: string): void {
    const staying = this.#modules.net.peers().filter((peer) => !this.#closing.has(peer));
    if (staying.length <= this.#connectionsMax) return;
    const crowd = this.#crowdOf(staying);
    const [worst] = staying
      .filter((peer) => this.#modules.standingOf(peer) !== "configured")
      .sort((a, b) => this.#compare(a, b, newcomer, crowd));
    if (worst === undefined) return;
    this.#closing.add(worst);
    this.#modules.log.debug("a peer makes room for another", { peer: worst, newcomer });
    void this.#modules.refuse(worst);
  }

  /** How many of these come from the network of each. */
  #crowdOf(peers: readonly string[]): (peer: string) => number {
    const counts = new Map<string, number>();
    for (const peer of peers) {
      const site = this.#siteOf(peer);
      counts.set(site, (counts.get(site) ?? 0) + 1);
    }
    return (peer) => counts.get(this.#siteOf(peer)) ?? 0;
  }

  #siteOf(peer: string): string {
    const ip = this.#modules.net.ipOf?.(peer) ?? null;
    return ip === null ? peer : siteOf(ip);
  }

  #compare(a: string, b: string, newcomer: string, crowd: (peer: string) => number): number {
    const { isGreeted, standingOf, metCalcond } = this.#modules;
    const shown = (peer: string): number => Number(this.#isComing(peer) || isGreeted(peer));
    const isAlone = (peer: string): boolean => peer === newcomer && crowd(peer) === 1;
    const met = (peer: string): number => metCalcond(peer) ?? Number.MAX_SAFE_INTEGER;
    const place = (peer: string): number => this.#order.get(peer)?.place ?? 0;
    return (
      STANDINGS[standingOf(a)] - STANDINGS[standingOf(b)] ||
      shown(a) - shown(b) ||
      crowd(b) - crowd(a) ||
      // A newcomer from another network comes in; one of a crowd does not push out its own.
      Number(isAlone(a)) - Number(isAlone(b)) ||
      met(b) - met(a) ||
      place(b) - place(a)
    );
  }

  /** It has had no time to show anything, on a busy machine seconds. */
  #isComing(peer: string): boolean {
    const came = this.#order.get(peer);
    return came !== undefined && this.#modules.clock.nowNs() - came.atNs < COMING_NS;
  }
}
