/**
 * Spherical harmonics of triangular truncation on a Gaussian grid: fields to coefficients and back,
 * winds to divergence and curl and back. Source: Hack and Jakob, NCAR/TN-343 (1992). Legendre
 * functions are normalised to one over [-1, 1]; latitudes run from south to north, longitudes from
 * 0, rows of a grid are latitudes.
 */
import { PI } from "../constants.js";
import { harmonicsBinary } from "../../wasm/binary/harmonics.js";
import { KernelRoom, type KernelCall, LANES_BYTES } from "../../wasm/kernel.js";
import { cospi } from "../index.js";
import { backwardFourier, forwardFourier, fourierPlan, type FourierPlan } from "./fft.js";

const NEWTON_MAX = 20;

/**
 * Coefficients f = SUM c_n^m P_n^m(mu) exp(i m lambda), m from 0: those of -m are the conjugates.
 */
export interface Spectrum {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/**
 * Nodes in (0, 1) from the largest down, and weights, of the Gauss-Legendre rule of an even order.
 */
export function gaussNodes(order: number): {
  readonly nodes: Float64Array;
  readonly weights: Float64Array;
} {
  const half = order / 2;
  const nodes = new Float64Array(half);
  const weights = new Float64Array(half);
  for (let i = 0; i < half; i += 1) {
    let x = cospi((i + 0.75) / (order + 0.5));
    let slope = 1;
    for (let k = 0; k < NEWTON_MAX; k += 1) {
      let [before, last] = [1, x];
      for (let n = 2; n <= order; n += 1)
        [before, last] = [last, ((2 * n - 1) * x * last - (n - 1) * before) / n];
      slope = (order * (x * last - before)) / (x * x - 1);
      const next = x - last / slope;
      if (Math.abs(next - x) < 1e-16) break;
      x = next;
    }
    nodes[i] = x;
    weights[i] = 2 / ((1 - x * x) * slope * slope);
  }
  return { nodes, weights };
}

/**
 * Legendre functions of order m and degrees m .. last at mu, into `out`; `start` is that of degree
 * m.
 */
function legendreColumn(
  m: number,
  last: number,
  mu: number,
  start: number,
  out: Float64Array,
): void {
  out[0] = start;
  let [before, now] = [0, start];
  for (let n = m + 1; n <= last; n += 1) {
    const next = (mu * now - epsilon(n - 1, m) * before) / epsilon(n, m);
    [before, now] = [now, next];
    out[n - m] = next;
  }
}

function epsilon(n: number, m: number): number {
  return Math.sqrt(((n - m) * (n + m)) / (4 * n * n - 1));
}

/** P_m^m over P_(m-1)^(m-1) and the cosine of latitude. */
function diagonal(m: number): number {
  return Math.sqrt((2 * m + 1) / (2 * m));
}

interface Kernels {
  readonly analyse: KernelCall;
  readonly synthesise: KernelCall;
  readonly diverge: KernelCall;
  readonly wind: KernelCall;
}

function kernelsOf(room: KernelRoom): Kernels | null {
  const [analyse, synthesise, diverge, wind] = [
    room.call("analyse"),
    room.call("synthesise"),
    room.call("diverge"),
    room.call("wind"),
  ];
  return analyse === null || synthesise === null || diverge === null || wind === null
    ? null
    : { analyse, synthesise, diverge, wind };
}

export class Harmonics {
  readonly columns: number;
  readonly rows: number;
  readonly truncation: number;
  /** Sines of the latitudes, south to north. */
  readonly mu: Float64Array;
  readonly size: number;
  readonly #half: number;
  readonly #weights: Float64Array;
  readonly #first: Int32Array;
  /** P and (1 - mu^2) dP/dmu at northern rows, from the pole down, of every coefficient. */
  readonly #p: Float64Array;
  readonly #slope: Float64Array;
  readonly #plan: FourierPlan;
  readonly #re: Float64Array;
  readonly #im: Float64Array;
  /**
   * Even and odd, real and imaginary, of one field and of another, one after the other; and each by
   * itself.
   */
  readonly #allParts: Float64Array;
  readonly #parts: readonly Float64Array[];
  /** Weights over the squared cosine of latitude. */
  readonly #steep: Float64Array;
  /** Four numbers of each coefficient, where a kernel reads and writes them. */
  readonly #staged: Float64Array;
  readonly #kernels: Kernels | null;

  /**
   * @param columns longitudes, a multiple of 4; half as many latitudes, and (columns - 1) / 3
   * degrees, rounded down
   */
  constructor(columns: number) {
    this.columns = columns;
    this.rows = columns / 2;
    this.#half = columns / 4;
    const last = Math.floor((columns - 1) / 3);
    this.truncation = last;
    this.size = ((last + 1) * (last + 2)) / 2;
    const { nodes, weights } = gaussNodes(this.rows);
    const part = (last + 1) * this.#half;
    const room = new KernelRoom(
      harmonicsBinary,
      (2 * this.size * this.#half + 8 * part + 2 * this.#half + 4 * this.size) * 8 +
        8 * LANES_BYTES,
    );
    this.#weights = room.floats(this.#half);
    this.#weights.set(weights);
    this.#steep = room.floats(this.#half);
    this.#steep.set(weights.map((one, j) => one / ((1 - nodes[j]!) * (1 + nodes[j]!))));
    this.mu = Float64Array.from({ length: this.rows }, (_, j) =>
      j < this.#half ? -nodes[j]! : nodes[this.rows - 1 - j]!,
    );
    this.#first = new Int32Array(last + 2);
    for (let m = 0; m <= last; m += 1) this.#first[m + 1] = this.#first[m]! + last - m + 1;
    this.#p = room.floats(this.size * this.#half);
    this.#slope = room.floats(this.size * this.#half);
    this.#tabulate(nodes);
    this.#plan = fourierPlan(columns);
    this.#re = new Float64Array(columns);
    this.#im = new Float64Array(columns);
    this.#allParts = room.floats(8 * part);
    this.#parts = Array.from({ length: 8 }, (_, k) =>
      this.#allParts.subarray(k * part, (k + 1) * part),
    );
    this.#staged = room.floats(4 * this.size);
    this.#kernels = kernelsOf(room);
  }

  #tabulate(nodes: Float64Array): void {
    const { truncation: last } = this;
    const first = this.#first;
    const half = this.#half;
    const p = this.#p;
    const slope = this.#slope;
    const column = new Float64Array(last + 2);
    for (let j = 0; j < half; j += 1) {
      const mu = nodes[j]!;
      const cosine = Math.sqrt((1 - mu) * (1 + mu));
      let start = Math.sqrt(0.5);
      for (let m = 0; m <= last; m += 1) {
        if (m > 0) start *= diagonal(m) * cosine;
        legendreColumn(m, last + 1, mu, start, column);
        for (let n = m; n <= last; n += 1) {
          const at = (first[m]! + n - m) * half + j;
          p[at] = column[n - m]!;
          slope[at] =
            (n === m ? 0 : (n + 1) * epsilon(n, m) * column[n - m - 1]!) -
            n * epsilon(n + 1, m) * column[n - m + 1]!;
        }
      }
    }
  }

  /** Of a row in the integral over mu. */
  weight(row: number): number {
    return this.#weights[Math.min(row, this.rows - 1 - row)]!;
  }

  spectrum(): Spectrum {
    return { re: new Float64Array(this.size), im: new Float64Array(this.size) };
  }

  /** Degree of every coefficient. */
  degrees(): Int32Array {
    const out = new Int32Array(this.size);
    for (let m = 0; m <= this.truncation; m += 1)
      for (let n = m; n <= this.truncation; n += 1) out[this.#first[m]! + n - m] = n;
    return out;
  }

  /**
   * Fourier sums of pairs of rows: what is even and odd across the equator, real and imaginary,
   * from part `to` on.
   */
  #rowsOf(grid: Float64Array, to: number): void {
    const { columns, rows, truncation } = this;
    const half = this.#half;
    const im = this.#im;
    const plan = this.#plan;
    const re = this.#re;
    const [evenRe, evenIm, oddRe, oddIm] = this.#parts.slice(to, to + 4);
    const scale = 0.5 / columns;
    for (let j = 0; j < half; j += 1) {
      re.set(grid.subarray((rows - 1 - j) * columns, (rows - j) * columns));
      im.set(grid.subarray(j * columns, (j + 1) * columns));
      forwardFourier(plan, re, im);
      for (let m = 0; m <= truncation; m += 1) {
        const other = m === 0 ? 0 : columns - m;
        const [zr, zi, wr, wi] = [re[m]!, im[m]!, re[other]!, im[other]!];
        const [northRe, northIm, southRe, southIm] = [zr + wr, zi - wi, zi + wi, wr - zr];
        const at = m * half + j;
        evenRe![at] = scale * (northRe + southRe);
        evenIm![at] = scale * (northIm + southIm);
        oddRe![at] = scale * (northRe - southRe);
        oddIm![at] = scale * (northIm - southIm);
      }
    }
  }

  /** The grid of the sums in parts `from` on. */
  #gridOf(from: number, grid: Float64Array): void {
    const { columns, rows, truncation } = this;
    const half = this.#half;
    const im = this.#im;
    const plan = this.#plan;
    const re = this.#re;
    const [evenRe, evenIm, oddRe, oddIm] = this.#parts.slice(from, from + 4);
    for (let j = 0; j < half; j += 1) {
      re.fill(0);
      im.fill(0);
      for (let m = 0; m <= truncation; m += 1) {
        const at = m * half + j;
        const [northRe, northIm] = [evenRe![at]! + oddRe![at]!, evenIm![at]! + oddIm![at]!];
        const [southRe, southIm] = [evenRe![at]! - oddRe![at]!, evenIm![at]! - oddIm![at]!];
        if (m > 0) {
          re[columns - m] = northRe + southIm;
          im[columns - m] = southRe - northIm;
        }
        re[m] = northRe - southIm;
        im[m] = northIm + southRe;
      }
      backwardFourier(plan, re, im);
      grid.set(re, (rows - 1 - j) * columns);
      grid.set(im, j * columns);
    }
  }

  /** Coefficients of a field, whatever lies beyond the truncation left out. */
  analyse(grid: Float64Array, out: Spectrum): void {
    const { size, truncation } = this;
    const allParts = this.#allParts;
    const half = this.#half;
    const kernels = this.#kernels;
    const p = this.#p;
    const staged = this.#staged;
    const weights = this.#weights;
    this.#rowsOf(grid, 0);
    if (kernels === null) this.#sumAll(out);
    else {
      kernels.analyse(
        p.byteOffset,
        weights.byteOffset,
        allParts.byteOffset,
        staged.byteOffset,
        staged.byteOffset + 8 * size,
        half,
        truncation,
      );
      this.#give(0, out);
    }
  }

  #sumAll(out: Spectrum): void {
    const { truncation: last } = this;
    const first = this.#first;
    const half = this.#half;
    const p = this.#p;
    const parts = this.#parts;
    const weights = this.#weights;
    for (let m = 0; m <= last; m += 1) {
      for (let n = m; n <= last; n += 1) {
        const odd = (n - m) % 2 === 0 ? 0 : 2;
        const [fromRe, fromIm] = [parts[odd]!, parts[odd + 1]!];
        const at = first[m]! + n - m;
        let [re, im, otherRe, otherIm] = [0, 0, 0, 0];
        for (let j = 0, k = at * half, f = m * half; j < half; j += 1, k += 1, f += 1) {
          const w = weights[j]! * p[k]!;
          [re, otherRe] = [otherRe, re + w * fromRe[f]!];
          [im, otherIm] = [otherIm, im + w * fromIm[f]!];
        }
        out.re[at] = re + otherRe;
        out.im[at] = im + otherIm;
      }
    }
  }

  /**
   * Puts a spectrum where a kernel reads it, or gives one that it wrote. @param which the first or
   * the second
   */
  #stage(which: 0 | 1, { im, re }: Spectrum): void {
    this.#staged.set(re, 2 * which * this.size);
    this.#staged.set(im, (2 * which + 1) * this.size);
  }

  #give(which: 0 | 1, { im, re }: Spectrum): void {
    const { size } = this;
    const staged = this.#staged;
    re.set(staged.subarray(2 * which * size, (2 * which + 1) * size));
    im.set(staged.subarray((2 * which + 1) * size, (2 * which + 2) * size));
  }

  synthesise(spectrum: Spectrum, grid: Float64Array): void {
    const { size, truncation: last } = this;
    const allParts = this.#allParts;
    const first = this.#first;
    const half = this.#half;
    const kernels = this.#kernels;
    const p = this.#p;
    const parts = this.#parts;
    const staged = this.#staged;
    for (let k = 0; k < 4; k += 1) parts[k]!.fill(0);
    if (kernels !== null) {
      this.#stage(0, spectrum);
      kernels.synthesise(
        p.byteOffset,
        allParts.byteOffset,
        staged.byteOffset,
        staged.byteOffset + 8 * size,
        half,
        last,
      );
    } else {
      for (let m = 0; m <= last; m += 1) {
        for (let n = m; n <= last; n += 1) {
          const at = first[m]! + n - m;
          const odd = (n - m) % 2 === 0 ? 0 : 2;
          add(
            parts[odd]!,
            parts[odd + 1]!,
            m * half,
            p,
            at * half,
            half,
            spectrum.re[at]!,
            spectrum.im[at]!,
          );
        }
      }
    }
    this.#gridOf(0, grid);
  }

  /**
   * Divergence and curl of (x, y), both already times the cosine of latitude, on a sphere of radius
   * one.
   */
  diverge(x: Float64Array, y: Float64Array, divergence: Spectrum, curl: Spectrum): void {
    const { size, truncation } = this;
    const allParts = this.#allParts;
    const half = this.#half;
    const kernels = this.#kernels;
    const p = this.#p;
    const slope = this.#slope;
    const staged = this.#staged;
    const steep = this.#steep;
    this.#rowsOf(x, 0);
    this.#rowsOf(y, 4);
    if (kernels === null) {
      this.#divergeHere(divergence, curl);
      return;
    }
    kernels.diverge(
      p.byteOffset,
      slope.byteOffset,
      steep.byteOffset,
      allParts.byteOffset,
      staged.byteOffset,
      half,
      truncation,
      size,
    );
    this.#give(0, divergence);
    this.#give(1, curl);
  }

  #divergeHere(divergence: Spectrum, curl: Spectrum): void {
    const { truncation: last } = this;
    const first = this.#first;
    const half = this.#half;
    const p = this.#p;
    const parts = this.#parts;
    const slope = this.#slope;
    const steep = this.#steep;
    for (let m = 0; m <= last; m += 1) {
      for (let n = m; n <= last; n += 1) {
        const even = (n - m) % 2 === 0 ? 0 : 2;
        const odd = 2 - even;
        const [xp, xpi, xh, xhi] = [parts[even]!, parts[even + 1]!, parts[odd]!, parts[odd + 1]!];
        const [yp, ypi, yh, yhi] = [
          parts[4 + even]!,
          parts[5 + even]!,
          parts[4 + odd]!,
          parts[5 + odd]!,
        ];
        const at = first[m]! + n - m;
        let [dr, di, cr, ci, dr2, di2, cr2, ci2] = [0, 0, 0, 0, 0, 0, 0, 0];
        for (let j = 0, k = at * half, f = m * half; j < half; j += 1, k += 1, f += 1) {
          const along = m * steep[j]! * p[k]!;
          const across = steep[j]! * slope[k]!;
          [dr, dr2] = [dr2, dr - (along * xpi[f]! + across * yh[f]!)];
          [di, di2] = [di2, di + (along * xp[f]! - across * yhi[f]!)];
          [cr, cr2] = [cr2, cr + (across * xh[f]! - along * ypi[f]!)];
          [ci, ci2] = [ci2, ci + (across * xhi[f]! + along * yp[f]!)];
        }
        divergence.re[at] = dr + dr2;
        divergence.im[at] = di + di2;
        curl.re[at] = cr + cr2;
        curl.im[at] = ci + ci2;
      }
    }
  }

  /**
   * The wind times the cosine of latitude, from its stream function and velocity potential, on a
   * sphere of radius one.
   */
  wind(stream: Spectrum, potential: Spectrum, x: Float64Array, y: Float64Array): void {
    const { size, truncation: last } = this;
    const allParts = this.#allParts;
    const first = this.#first;
    const half = this.#half;
    const kernels = this.#kernels;
    const p = this.#p;
    const parts = this.#parts;
    const slope = this.#slope;
    const staged = this.#staged;
    allParts.fill(0);
    if (kernels !== null) {
      this.#stage(0, stream);
      this.#stage(1, potential);
      kernels.wind(
        p.byteOffset,
        slope.byteOffset,
        allParts.byteOffset,
        staged.byteOffset,
        half,
        last,
        size,
      );
    } else {
      for (let m = 0; m <= last; m += 1) {
        for (let n = m; n <= last; n += 1) {
          const at = first[m]! + n - m;
          const even = (n - m) % 2 === 0 ? 0 : 2;
          const odd = 2 - even;
          const [sr, si, pr, pi] = [
            stream.re[at]!,
            stream.im[at]!,
            potential.re[at]!,
            potential.im[at]!,
          ];
          const [f, k] = [m * half, at * half];
          add(parts[even]!, parts[even + 1]!, f, p, k, half, -(m * pi), m * pr);
          add(parts[odd]!, parts[odd + 1]!, f, slope, k, half, -sr, -si);
          add(parts[4 + even]!, parts[5 + even]!, f, p, k, half, -(m * si), m * sr);
          add(parts[4 + odd]!, parts[5 + odd]!, f, slope, k, half, pr, pi);
        }
      }
    }
    this.#gridOf(0, x);
    this.#gridOf(4, y);
  }

  /** The field at one place. */
  at(spectrum: Spectrum, longitude: number, mu: number): number {
    const { truncation: last } = this;
    const first = this.#first;
    const column = new Float64Array(last + 2);
    const cosine = Math.sqrt((1 - mu) * (1 + mu));
    let start = Math.sqrt(0.5);
    let total = 0;
    for (let m = 0; m <= last; m += 1) {
      if (m > 0) start *= diagonal(m) * cosine;
      legendreColumn(m, last, mu, start, column);
      let [re, im] = [0, 0];
      for (let n = m; n <= last; n += 1) {
        re += spectrum.re[first[m]! + n - m]! * column[n - m]!;
        im += spectrum.im[first[m]! + n - m]! * column[n - m]!;
      }
      const angle = (m * longitude) / PI;
      total += m === 0 ? re : 2 * (re * cospi(angle) - im * cospi(angle - 0.5));
    }
    return total;
  }
}

function add(
  toRe: Float64Array,
  toIm: Float64Array,
  to: number,
  table: Float64Array,
  from: number,
  n: number,
  re: number,
  im: number,
): void {
  for (let j = 0; j < n; j += 1) {
    toRe[to + j]! += re * table[from + j]!;
    toIm[to + j]! += im * table[from + j]!;
  }
}
