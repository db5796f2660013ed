/** One Markov chain of link variables on a periodic lattice of any shape. */
import { Philox } from "../../math/random/philox.js";
import type { Group } from "./group.js";

/** Sweeps after which rounding is taken off the links. */
export const PROJECT_EVERY = 8;

export class Chain {
  readonly links: Float64Array;
  readonly random: Philox;
  /** Sweeps since the start, thermalisation included. */
  swept = 0;
  /** Largest departure from the group that a projection found. */
  drift = 0;
  readonly group: Group;
  readonly seed: number;
  readonly stream: number;
  readonly d: number;
  readonly sites: number;
  /** Of every site and direction: the site there, and the one behind. */
  readonly up: Int32Array;
  readonly down: Int32Array;
  readonly #a: Float64Array;
  readonly #b: Float64Array;
  readonly #staple: Float64Array;
  readonly #ringed: Float64Array;

  constructor(group: Group, shape: readonly number[], seed: number, stream: number) {
    this.group = group;
    [this.seed, this.stream] = [seed, stream];
    this.d = shape.length;
    this.sites = shape.reduce((n, side) => n * side, 1);
    this.up = new Int32Array(this.sites * this.d);
    this.down = new Int32Array(this.sites * this.d);
    let stride = 1;
    for (let mu = this.d - 1; mu >= 0; mu -= 1) {
      const side = shape[mu]!;
      for (let x = 0; x < this.sites; x += 1) {
        const at = Math.floor(x / stride) % side;
        this.up[x * this.d + mu] = at === side - 1 ? x - stride * (side - 1) : x + stride;
        this.down[x * this.d + mu] = at === 0 ? x + stride * (side - 1) : x - stride;
      }
      stride *= side;
    }
    this.links = new Float64Array(this.sites * this.d * group.size);
    this.random = new Philox(seed, stream);
    this.#a = new Float64Array(group.size);
    this.#b = new Float64Array(group.size);
    this.#staple = new Float64Array(group.size);
    this.#ringed = new Float64Array(group.size);
  }

  #at(x: number, mu: number): number {
    return (x * this.d + mu) * this.group.size;
  }

  /** Cold: all identities; hot: each element uniform on the group. */
  start(hot: boolean): void {
    this.#staple.fill(0);
    for (let i = 0; i < this.links.length; i += this.group.size) {
      this.group.identity(this.links, i);
      if (hot) this.group.heatBath(this.links, i, this.#staple, 0, this.random);
    }
  }

  /** Sum over the plaquettes of a link of what multiplies it. */
  #gather(x: number, mu: number): void {
    const {
      d,
      down,
      group: { multiply, size },
      links,
      up,
    } = this;
    const a = this.#a;
    const b = this.#b;
    const staple = this.#staple;
    staple.fill(0);
    const xm = up[x * d + mu]!;
    for (let nu = 0; nu < d; nu += 1) {
      if (nu === mu) continue;
      const xn = up[x * d + nu]!;
      multiply(a, links, this.#at(xm, nu), false, links, this.#at(xn, mu), true);
      multiply(b, a, 0, false, links, this.#at(x, nu), true);
      for (let k = 0; k < size; k += 1) staple[k]! += b[k]!;
      const back = down[x * d + nu]!;
      multiply(a, links, this.#at(down[xm * d + nu]!, nu), true, links, this.#at(back, mu), true);
      multiply(b, a, 0, false, links, this.#at(back, nu), false);
      for (let k = 0; k < size; k += 1) staple[k]! += b[k]!;
    }
  }

  /** Every link by the heat bath, then every link by overrelaxation where there is one. */
  sweep(beta: number, poll: () => void): void {
    const { d, group, links, random, sites } = this;
    const staple = this.#staple;
    for (let x = 0; x < sites; x += 1) {
      if (x % 1024 === 0) poll();
      for (let mu = 0; mu < d; mu += 1) {
        this.#gather(x, mu);
        group.heatBath(links, this.#at(x, mu), staple, beta, random);
      }
    }
    if (group.overrelax !== null) {
      for (let x = 0; x < sites; x += 1) {
        if (x % 1024 === 0) poll();
        for (let mu = 0; mu < d; mu += 1) {
          this.#gather(x, mu);
          group.overrelax(links, this.#at(x, mu), staple);
        }
      }
    }
    this.swept += 1;
    if (this.swept % PROJECT_EVERY === 0) {
      for (let i = 0; i < links.length; i += group.size)
        this.drift = Math.max(this.drift, group.project(links, i));
    }
  }

  /** Whether no link is farther off the group than `most`; none is changed. */
  isOnGroup(most: number): boolean {
    const { group } = this;
    const links = this.links.slice();
    for (let i = 0; i < links.length; i += group.size)
      if (!(group.project(links, i) <= most)) return false;
    return true;
  }

  plaquette(): number {
    return this.loop(1, 1);
  }

  /** Mean of the r by t loops over all sites and planes, both ways round where r and t differ. */
  loop(r: number, t: number): number {
    const { d, sites } = this;
    let total = 0;
    let count = 0;
    for (let mu = 0; mu < d; mu += 1) {
      for (let nu = 0; nu < d; nu += 1) {
        if (mu === nu || (r === t && nu < mu)) continue;
        for (let x = 0; x < sites; x += 1) total += this.#ring(x, mu, nu, r, t);
        count += sites;
      }
    }
    return total / count;
  }

  #ring(x: number, mu: number, nu: number, r: number, t: number): number {
    const { d, down, group, links, up } = this;
    const a = this.#a;
    const ringed = this.#ringed;
    group.identity(a, 0);
    let at = x;
    const go = (direction: number, n: number, forward: boolean): void => {
      for (let k = 0; k < n; k += 1) {
        if (!forward) at = down[at * d + direction]!;
        group.multiply(ringed, a, 0, false, links, this.#at(at, direction), !forward);
        a.set(ringed);
        if (forward) at = up[at * d + direction]!;
      }
    };
    go(mu, r, true);
    go(nu, t, true);
    go(mu, r, false);
    go(nu, t, false);
    return group.trace(a, 0);
  }

  /** A random element at every site, applied to both ends of its links. */
  transform(random: Philox): void {
    const { d, group, links, sites, up } = this;
    const a = this.#a;
    const b = this.#b;
    const staple = this.#staple;
    const turns = new Float64Array(sites * group.size);
    staple.fill(0);
    for (let x = 0; x < sites; x += 1) {
      group.identity(turns, x * group.size);
      group.heatBath(turns, x * group.size, staple, 0, random);
    }
    for (let x = 0; x < sites; x += 1) {
      for (let mu = 0; mu < d; mu += 1) {
        group.multiply(a, turns, x * group.size, false, links, this.#at(x, mu), false);
        group.multiply(b, a, 0, false, turns, up[x * d + mu]! * group.size, true);
        links.set(b, this.#at(x, mu));
      }
    }
  }
}
