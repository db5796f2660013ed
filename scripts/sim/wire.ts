/**
 * The wires between simulated nodes: what is put on them may arrive late, twice, out of order or
 * never, and each direction may be cut by itself.
 */
import type { SimLoop } from "./loop.js";
import type { SeededRandom } from "./random.js";
import type { SimNet } from "./net.js";

export interface WireWeather {
  delayMsMin: number;
  delayMsMax: number;
  lossChance: number;
  duplicateChance: number;
}

export const FAIR_WIRE: Readonly<WireWeather> = {
  delayMsMin: 1, delayMsMax: 30, lossChance: 0, duplicateChance: 0,
};

export interface WireCounts {
  sent: number;
  delivered: number;
  lost: number;
  duplicated: number;
  cut: number;
}

export class SimWire {
  readonly loop: SimLoop;
  readonly random: SeededRandom;
  readonly weather: WireWeather = { ...FAIR_WIRE };
  readonly counts: WireCounts = { sent: 0, delivered: 0, lost: 0, duplicated: 0, cut: 0 };
  readonly #nets = new Map<string, SimNet>();
  /** Directions nothing passes in, "from to". */
  readonly #cuts = new Set<string>();
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

  attach(net: SimNet): void {
    this.#nets.set(net.peerId, net);
  }

  detach(net: SimNet): void {
    if (this.#nets.get(net.peerId) === net) this.#nets.delete(net.peerId);
  }

  at(peer: string): SimNet | undefined {
    return this.#nets.get(peer);
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

  pause(peer: string): void {
    if (!this.#paused.has(peer)) this.#paused.set(peer, []);
  }

  resume(peer: string): void {
    const waiting = this.#paused.get(peer) ?? [];
    this.#paused.delete(peer);
    for (const f of waiting) this.loop.after(this.random.between(0, 1), f);
  }

  isPaused(peer: string): boolean {
    return this.#paused.has(peer);
  }

  /** Puts something on the wire. @param arrive called with who is there when it arrives, if anybody */
  carry(what: string, from: string, to: string, arrive: (net: SimNet) => void): void {
    const { lossChance, duplicateChance } = this.weather;
    this.counts.sent += 1;
    const copies = this.random.chance(duplicateChance) ? 2 : 1;
    if (copies === 2) this.counts.duplicated += 1;
    for (let copy = 0; copy < copies; copy += 1) {
      if (this.random.chance(lossChance)) this.counts.lost += 1;
      else this.#deliver(what, from, to, arrive);
    }
  }

  #deliver(what: string, from: string, to: string, arrive: (net: SimNet) => void): void {
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
      this.loop.note(`${what} ${from.slice(-6)} ${to.slice(-6)}`);
      arrive(net);
    };
    this.loop.after(this.random.between(delayMsMin, delayMsMax), land);
  }
}
