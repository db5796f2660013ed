/**
 * Shallow water on a turning sphere in vorticity, divergence and depth, by spherical harmonics;
 * classical Runge-Kutta steps.
 * Source: Hack and Jakob, NCAR/TN-343 (1992). Volume is a coefficient that no term changes;
 * products are free of aliases.
 */
import { PI } from "../../math/constants.js";
import { cos, cospi, sin } from "../../math/index.js";
import { Harmonics, type Spectrum } from "../../math/transform/harmonics.js";

export interface GlobeState {
  readonly vorticity: Spectrum;
  readonly divergence: Spectrum;
  readonly depth: Spectrum;
}

export interface GlobeOptions {
  readonly columns: number;
  readonly radius: number;
  readonly g: number;
  /** Twice the rate of rotation. */
  readonly turning: number;
  /** Angle between the axis of rotation and that of the coordinates. */
  readonly tilt: number;
  /** Mean depth. */
  readonly depth: number;
}

export interface GlobeMeasures {
  readonly volume: number;
  readonly energy: number;
  readonly least: number;
  readonly fastest: number;
}

const NAMES = ["vorticity", "divergence", "depth"] as const;
/** The last weight is not used to go on. */
const STAGES = [
  [0.5, 1 / 6],
  [0.5, 1 / 3],
  [1, 1 / 3],
  [0, 1 / 6],
] as const;

export class Globe {
  readonly options: GlobeOptions;
  readonly harmonics: Harmonics;
  readonly now: GlobeState;
  /** The bed within the truncation. */
  readonly bed: Spectrum;
  readonly coriolis: Float64Array;
  /** Wind times the cosine of latitude, and depth, of the last state looked at. */
  readonly u: Float64Array;
  readonly v: Float64Array;
  readonly h: Float64Array;
  readonly #degrees: Int32Array;
  readonly #rate: GlobeState;
  readonly #stage: GlobeState;
  readonly #sum: GlobeState;
  readonly #a: Spectrum;
  readonly #b: Spectrum;
  readonly #x: Float64Array;
  readonly #y: Float64Array;

  constructor(options: GlobeOptions) {
    this.options = options;
    const harmonics = new Harmonics(options.columns);
    this.harmonics = harmonics;
    const spectrum = (): Spectrum => harmonics.spectrum();
    const state = (): GlobeState => ({
      vorticity: spectrum(),
      divergence: spectrum(),
      depth: spectrum(),
    });
    const grid = (): Float64Array => new Float64Array(harmonics.rows * harmonics.columns);
    [this.now, this.#rate, this.#stage, this.#sum] = [state(), state(), state(), state()];
    [this.bed, this.#a, this.#b] = [spectrum(), spectrum(), spectrum()];
    [this.u, this.v, this.h, this.#x, this.#y] = [grid(), grid(), grid(), grid(), grid()];
    this.#degrees = harmonics.degrees();
    const { columns, mu, rows } = harmonics;
    const { tilt, turning } = options;
    const [cosTilt, sinTilt] = [cos(tilt), sin(tilt)];
    const unit = Float64Array.from({ length: columns }, (_, i) => cospi((2 * i) / columns));
    this.coriolis = Float64Array.from({ length: rows * columns }, (_, k) => {
      const sine = mu[Math.floor(k / columns)]!;
      return (
        turning *
        (sine * cosTilt - unit[k % columns]! * Math.sqrt((1 - sine) * (1 + sine)) * sinTilt)
      );
    });
  }

  /** Takes a wind and a depth on the grid as they are within the truncation. */
  set(u: Float64Array, v: Float64Array, depth: Float64Array, bed: Float64Array): void {
    const {
      harmonics,
      now,
      options: { radius },
    } = this;
    harmonics.analyse(bed, this.bed);
    harmonics.analyse(depth, now.depth);
    harmonics.diverge(u, v, now.divergence, now.vorticity);
    for (const name of ["divergence", "vorticity"] as const) scale(now[name], 1 / radius);
  }

  /** Wind and depth of a state on the grid. */
  #show({ depth, divergence, vorticity }: GlobeState): void {
    const {
      harmonics,
      options: { radius },
    } = this;
    const a = this.#a;
    const b = this.#b;
    const degrees = this.#degrees;
    for (let k = 0; k < degrees.length; k += 1) {
      const n = degrees[k]!;
      // Inverse Laplacian times the radius; winds take one of its powers back.
      const inverse = n === 0 ? 0 : -radius / (n * (n + 1));
      a.re[k] = inverse * vorticity.re[k]!;
      a.im[k] = inverse * vorticity.im[k]!;
      b.re[k] = inverse * divergence.re[k]!;
      b.im[k] = inverse * divergence.im[k]!;
    }
    harmonics.wind(a, b, this.u, this.v);
    harmonics.synthesise(depth, this.h);
  }

  /** @param poll called between transforms: of a large sphere each takes a tenth of a second */
  #rates(state: GlobeState, poll: () => void): void {
    const {
      coriolis,
      h,
      harmonics,
      options: { g, radius },
      u,
      v,
    } = this;
    const a = this.#a;
    const degrees = this.#degrees;
    const rate = this.#rate;
    const x = this.#x;
    const y = this.#y;
    this.#show(state);
    poll();
    harmonics.synthesise(state.vorticity, x);
    for (let k = 0; k < x.length; k += 1) {
      const turning = x[k]! + coriolis[k]!;
      x[k] = turning * u[k]!;
      y[k] = turning * v[k]!;
    }
    poll();
    harmonics.diverge(x, y, rate.vorticity, rate.divergence);
    poll();
    const { columns, mu, rows } = harmonics;
    for (let j = 0; j < rows; j += 1) {
      const half = 0.5 / ((1 - mu[j]!) * (1 + mu[j]!));
      for (let k = j * columns; k < (j + 1) * columns; k += 1)
        x[k] = half * (u[k]! * u[k]! + v[k]! * v[k]!);
    }
    harmonics.analyse(x, a);
    const { bed } = this;
    for (let k = 0; k < degrees.length; k += 1) {
      const n = degrees[k]!;
      const stiff = (n * (n + 1)) / (radius * radius);
      rate.vorticity.re[k] = -rate.vorticity.re[k]! / radius;
      rate.vorticity.im[k] = -rate.vorticity.im[k]! / radius;
      rate.divergence.re[k] =
        rate.divergence.re[k]! / radius +
        stiff * (a.re[k]! + g * (state.depth.re[k]! + bed.re[k]!));
      rate.divergence.im[k] =
        rate.divergence.im[k]! / radius +
        stiff * (a.im[k]! + g * (state.depth.im[k]! + bed.im[k]!));
    }
    for (let k = 0; k < x.length; k += 1) {
      x[k] = h[k]! * u[k]!;
      y[k] = h[k]! * v[k]!;
    }
    harmonics.diverge(x, y, rate.depth, a);
    scale(rate.depth, -1 / radius);
  }

  step(dt: number, poll: () => void): void {
    const { now } = this;
    const rate = this.#rate;
    const stage = this.#stage;
    const sum = this.#sum;
    for (const name of NAMES) {
      copy(now[name], stage[name]);
      copy(now[name], sum[name]);
    }
    for (const [next, weight] of STAGES) {
      poll();
      this.#rates(stage, poll);
      for (const name of NAMES) {
        for (const part of ["re", "im"] as const) {
          const [at, from, to, total] = [
            rate[name][part],
            now[name][part],
            stage[name][part],
            sum[name][part],
          ];
          for (let k = 0; k < at.length; k += 1) {
            to[k] = from[k]! + next * dt * at[k]!;
            total[k] = total[k]! + weight * dt * at[k]!;
          }
        }
      }
    }
    for (const name of NAMES) copy(sum[name], now[name]);
  }

  /**
   * Volume over the mean depth, energy over rest, least depth, fastest wave; leaves wind and depth
   * on the grid.
   */
  measures(): GlobeMeasures {
    const {
      bed,
      h,
      harmonics: { columns, mu, rows },
      now,
      options: { depth, g, radius },
      u,
      v,
    } = this;
    const x = this.#x;
    this.#show(now);
    this.harmonics.synthesise(bed, x);
    let [energy, least, fastest] = [0, Number.POSITIVE_INFINITY, 0];
    for (let j = 0; j < rows; j += 1) {
      const cos2 = (1 - mu[j]!) * (1 + mu[j]!);
      let row = 0;
      for (let k = j * columns; k < (j + 1) * columns; k += 1) {
        const squares = (u[k]! * u[k]! + v[k]! * v[k]!) / cos2;
        const over = h[k]! + x[k]! - depth;
        row += 0.5 * (h[k]! * squares + g * over * over);
        if (!(h[k]! >= least)) least = h[k]!;
        const speed = Math.sqrt(squares) + Math.sqrt(g * Math.max(0, h[k]!));
        if (!(speed <= fastest)) fastest = speed;
      }
      energy += row * this.harmonics.weight(j);
    }
    const ring = (2 * PI * radius * radius) / columns;
    // The mean of a field is its first coefficient over sqrt(2), for P_0 is sqrt(1/2).
    const volume = 4 * PI * radius * radius * Math.sqrt(0.5) * now.depth.re[0]!;
    return { volume, energy: energy * ring, least, fastest };
  }
}

function scale({ im, re }: Spectrum, by: number): void {
  for (let k = 0; k < re.length; k += 1) {
    re[k]! *= by;
    im[k]! *= by;
  }
}

function copy(from: Spectrum, to: Spectrum): void {
  to.re.set(from.re);
  to.im.set(from.im);
}
