/**
 * Shallow water in a closed basin on a staggered (C) grid: the scheme of Sadourny (J. Atmos. Sci. 32 (1975) 680) that keeps
 * energy, in classical Runge-Kutta steps. Heights stand in cells, u on their left and v on their lower sides.
 */

export interface BasinGrid {
  readonly nx: number;
  readonly ny: number;
  readonly hx: number;
  readonly hy: number;
  readonly g: number;
  /** Coriolis parameter at the ny + 1 rows of corners. */
  readonly f: Float64Array;
  /** Depth at rest in every cell, rows of nx + 1. */
  readonly depth: Float64Array;
}

interface State { readonly eta: Float64Array; readonly u: Float64Array; readonly v: Float64Array }

/** Weights of the classical scheme. */
const STAGES = [[0.5, 1 / 6], [0.5, 1 / 3], [1, 1 / 3], [0, 1 / 6]] as const;

export class Basin {
  readonly grid: BasinGrid;
  readonly width: number;
  readonly now: State;
  private readonly stage: State;
  private readonly sum: State;
  private readonly rate: State;
  private readonly h: Float64Array;
  private readonly across: Float64Array;
  private readonly along: Float64Array;
  private readonly bernoulli: Float64Array;
  private readonly fluxU: Float64Array;
  private readonly fluxV: Float64Array;

  constructor(grid: BasinGrid) {
    this.grid = grid;
    this.width = grid.nx + 1;
    const make = (): Float64Array => new Float64Array((grid.nx + 1) * (grid.ny + 1));
    const state = (): State => ({ eta: make(), u: make(), v: make() });
    this.now = state();
    this.stage = state();
    this.sum = state();
    this.rate = state();
    this.h = make();
    this.across = make();
    this.along = make();
    this.bernoulli = make();
    this.fluxU = make();
    this.fluxV = make();
  }

  private rates({ eta, u, v }: State): void {
    const { bernoulli, fluxU, fluxV, grid: { depth, g, nx, ny }, h, width: w } = this;
    for (let k = 0; k < h.length; k += 1) h[k] = depth[k]! + eta[k]!;
    for (let j = 0; j < ny; j += 1) {
      for (let k = j * w; k < j * w + nx; k += 1) {
        bernoulli[k] = g * eta[k]! + 0.25 * (u[k]! * u[k]! + u[k + 1]! * u[k + 1]! + v[k]! * v[k]! + v[k + w]! * v[k + w]!);
      }
      for (let k = j * w + 1; k < j * w + nx; k += 1) fluxU[k] = 0.5 * u[k]! * (h[k - 1]! + h[k]!);
    }
    for (let j = 1; j < ny; j += 1) {
      for (let k = j * w; k < j * w + nx; k += 1) fluxV[k] = 0.5 * v[k]! * (h[k - w]! + h[k]!);
    }
    this.turning(u, v);
    this.tendencies();
  }

  /** Potential vorticity at inner corners times the fluxes through them; nothing flows through walls. */
  private turning(u: Float64Array, v: Float64Array): void {
    const { across, along, fluxU, fluxV, grid: { f, hx, hy, nx, ny }, h, width: w } = this;
    for (let j = 1; j < ny; j += 1) {
      for (let k = j * w + 1; k < j * w + nx; k += 1) {
        const curl = (v[k]! - v[k - 1]!) / hx - (u[k]! - u[k - w]!) / hy;
        const q = (4 * (f[j]! + curl)) / (h[k]! + h[k - 1]! + h[k - w]! + h[k - w - 1]!);
        across[k] = 0.5 * q * (fluxV[k]! + fluxV[k - 1]!);
        along[k] = 0.5 * q * (fluxU[k]! + fluxU[k - w]!);
      }
    }
  }

  private tendencies(): void {
    const { across, along, bernoulli, fluxU, fluxV, grid: { hx, hy, nx, ny }, rate, width: w } = this;
    for (let j = 0; j < ny; j += 1) {
      const row = j * w;
      for (let k = row; k < row + nx; k += 1) rate.eta[k] = -(fluxU[k + 1]! - fluxU[k]!) / hx - (fluxV[k + w]! - fluxV[k]!) / hy;
      for (let k = row + 1; k < row + nx; k += 1) rate.u[k] = 0.5 * (across[k]! + across[k + w]!) - (bernoulli[k]! - bernoulli[k - 1]!) / hx;
      if (j === 0) continue;
      for (let k = row; k < row + nx; k += 1) rate.v[k] = -0.5 * (along[k]! + along[k + 1]!) - (bernoulli[k]! - bernoulli[k - w]!) / hy;
    }
  }

  step(dt: number): void {
    const { now, rate, stage, sum } = this;
    const names = ["eta", "u", "v"] as const;
    for (const name of names) {
      stage[name].set(now[name]);
      sum[name].set(now[name]);
    }
    for (const [next, weight] of STAGES) {
      this.rates(stage);
      for (const name of names) {
        const [at, from, to, total] = [rate[name], now[name], stage[name], sum[name]];
        const [a, b] = [next * dt, weight * dt];
        for (let k = 0; k < at.length; k += 1) {
          to[k] = from[k]! + a * at[k]!;
          total[k] = total[k]! + b * at[k]!;
        }
      }
    }
    for (const name of names) now[name].set(sum[name]);
  }

  /** Volume over rest, energy over rest, least depth and fastest wave. */
  measures(): { readonly volume: number; readonly energy: number; readonly least: number; readonly fastest: number } {
    const { grid: { depth, g, hx, hy, nx, ny }, now: { eta, u, v }, width: w } = this;
    let [volume, energy, least, fastest] = [0, 0, Number.POSITIVE_INFINITY, 0];
    for (let j = 0; j < ny; j += 1) {
      let [rowVolume, rowEnergy] = [0, 0];
      for (let k = j * w; k < j * w + nx; k += 1) {
        const h = depth[k]! + eta[k]!;
        const squares = 0.5 * (u[k]! * u[k]! + u[k + 1]! * u[k + 1]! + v[k]! * v[k]! + v[k + w]! * v[k + w]!);
        rowVolume += eta[k]!;
        rowEnergy += 0.5 * (g * eta[k]! * eta[k]! + h * squares);
        if (!(h >= least)) least = h;
        const speed = Math.abs(u[k]!) + Math.abs(v[k]!) + Math.sqrt(g * Math.max(0, h));
        if (!(speed <= fastest)) fastest = speed;
      }
      volume += rowVolume;
      energy += rowEnergy;
    }
    return { volume: volume * hx * hy, energy: energy * hx * hy, least, fastest };
  }
}
