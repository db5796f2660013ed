/**
 * The wires between simulated nodes: what is put on them may arrive late, twice, out of order or
 * never, and each direction may be cut by itself.
 */
import type { SimLoop } from "../loop.js";
import type { SeededRandom } from "../random.js";
import { Sites } from "./sites.js";

export interface WireWeather {
  delayMsMin: number;
  delayMsMax: number;
  lossChance: number;
  duplicateChance: number;
}

export const FAIR_WIRE: Readonly<WireWeather> = {
  delayMsMin: 1,
  delayMsMax: 30,
  lossChance: 0,
  duplicateChance: 0,
};

export interface WireCounts {
  sent: number;
  /** Of messages, requests and answers, once for each way they go. */
  bytes: number;
  delivered: number;
  lost: number;
  duplicated: number;
  cut: number;
}

/** One end of the wires. */
interface Station {
  readonly peerId: string;
  readonly place: string;
}

export class SimWire<Net extends Station> {
  readonly loop: SimLoop;
  readonly random: SeededRandom;
  readonly sites = new Sites();
  readonly weather: WireWeather = { ...FAIR_WIRE };
  /** Sees what is put on the wires, and between which places. */
  watch: ((what: string, from: string, to: string, bytes: number) => void) | null = null;
  readonly counts: WireCounts = {
    sent: 0,
    bytes: 0,
    delivered: 0,
    lost: 0,
    duplicated: 0,
    cut: 0,
  };
  /** By place: one key may be in use at several, when a backup or a key was copied. */
  readonly #nets = new Map<string, Net>();
  /** Directions nothing passes in, "from to" by place. */
  readonly #cuts = new Set<string>();
  /** Bytes a second of slow lines, and until when what was put on each takes. */
  readonly #lines = new Map<string, { readonly bytesPerSecond: number; busyUntilMs: number }>();
  /** What comes for these waits. */
  readonly #paused = new Map<string, (() => void)[]>();
  #connections = 0;

  constructor(loop: SimLoop, random: SeededRandom) {
    this.loop = loop;
    this.random = random;
  }

  /** A number no connection had before. */
  nextConnection(): number {
    this.#connections += 1;
    return this.#connections;
  }

  attach(net: Net): void {
    this.#nets.set(net.place, net);
  }

  detach(net: Net): void {
    if (this.#nets.get(net.place) === net) this.#nets.delete(net.place);
  }

  at(place: string): Net | undefined {
    return this.#nets.get(place);
  }

  /**
   * Where a peer is found from here: the first place of its key that can be reached, if any can.
   */
  find(peer: string, from: string): string | null {
    const places = [...this.#nets.values()]
      .filter(({ peerId }) => peerId === peer)
      .map(({ place }) => place)
      .sort();
    return (
      places.find((place) => this.passes(from, place) && this.passes(place, from)) ??
      places[0] ??
      null
    );
  }

  cut(from: string, to: string): void {
    this.#cuts.add(`${from} ${to}`);
  }

  mend(from: string, to: string): void {
    this.#cuts.delete(`${from} ${to}`);
  }

  mendAll(): void {
    this.#cuts.clear();
  }

  passes(from: string, to: string): boolean {
    return !this.#cuts.has(`${from} ${to}`);
  }

  /** Where a node listens; null where its address does not matter. */
  addressOf({ place, peerId }: Station): string | null {
    const site = this.sites.of(place);
    return site === null ? null : `/ip4/${site.ip}/tcp/4001/p2p/${peerId}`;
  }

  /** What leaves a place or comes to it shares one slow line. */
  slow(place: string, bytesPerSecond: number): void {
    this.#lines.set(place, { bytesPerSecond, busyUntilMs: 0 });
  }

  /** The lines are quick again. */
  quicken(...places: readonly string[]): void {
    for (const place of places) this.#lines.delete(place);
  }

  isSlow(...places: readonly string[]): boolean {
    return places.some((place) => this.#lines.has(place));
  }

  /** How long bytes take from one place to the other, behind those that are on the way. */
  #lineMs(from: string, to: string, bytes: number): number {
    const { nowMs } = this.loop;
    let arrivesMs = nowMs;
    for (const place of [from, to]) {
      const line = this.#lines.get(place);
      if (line === undefined) continue;
      line.busyUntilMs =
        Math.max(line.busyUntilMs, arrivesMs) + (1_000 * bytes) / line.bytesPerSecond;
      arrivesMs = line.busyUntilMs;
    }
    return arrivesMs - nowMs;
  }

  pause(place: string): void {
    if (!this.#paused.has(place)) this.#paused.set(place, []);
  }

  resume(place: string): void {
    const waiting = this.#paused.get(place) ?? [];
    this.#paused.delete(place);
    for (const f of waiting) this.loop.after(this.random.between(0, 1), f);
  }

  isPaused(place: string): boolean {
    return this.#paused.has(place);
  }

  /**
   * Puts something on the wire. @param arrive called with who is there when it arrives, if anybody
   */
  carry(what: string, from: string, to: string, arrive: (net: Net) => void, bytes = 0): void {
    const { lossChance, duplicateChance } = this.weather;
    this.counts.sent += 1;
    this.counts.bytes += bytes;
    this.watch?.(what, from, to, bytes);
    const copies = this.random.chance(duplicateChance) ? 2 : 1;
    if (copies === 2) this.counts.duplicated += 1;
    for (let copy = 0; copy < copies; copy += 1) {
      if (this.random.chance(lossChance)) this.counts.lost += 1;
      else this.#deliver(what, from, to, arrive, this.#lineMs(from, to, bytes));
    }
  }

  #deliver(
    what: string,
    from: string,
    to: string,
    arrive: (net: Net) => void,
    lineMs: number,
  ): void {
    const { delayMsMin, delayMsMax } = this.weather;
    const land = (): void => {
      const waiting = this.#paused.get(to);
      if (waiting !== undefined) {
        waiting.push(land);
        return;
      }
      // Looked at on arrival: a cut also swallows what is on its way.
      if (!this.passes(from, to)) {
        this.counts.cut += 1;
        return;
      }
      const net = this.#nets.get(to);
      if (net === undefined) return;
      this.counts.delivered += 1;
      this.loop.note(`${what} ${from} ${to}`);
      arrive(net);
    };
    this.loop.after(this.random.between(delayMsMin, delayMsMax) + lineMs, land);
  }
}
