/**
 * Exponential time differences of second order: diffusion exactly in the modes of the grid, the
 * reaction by a Runge-Kutta pair. Source: Cox and Matthews, J. Comput. Phys. 176 (2002) 430, eq.
 * 22.
 */
import { exp, expm1 } from "../../math/index.js";
import { mirrorBetweenBasis, periodicBasis, type AxisBasis } from "../../math/linear/separable.js";
import { transpose } from "../../math/transform/fourierRows.js";
import {
  LEAST,
  rates,
  SUM_REACTION,
  SUM_U,
  SUM_V,
  type Kinetics,
  type Pool,
  type StepSums,
} from "./kinetics.js";

/**
 * Below this size of z the functions (e^z - 1 - z)/z^2 lose digits and a series takes their place.
 */
const SERIES_BELOW = 0.05;
const SERIES_TERMS = 8;

function phi1(z: number): number {
  return z === 0 ? 1 : expm1(z) / z;
}

function phi2(z: number): number {
  if (Math.abs(z) >= SERIES_BELOW) return (expm1(z) - z) / (z * z);
  let term = 0.5;
  let total = 0.5;
  for (let k = 3; k < 3 + SERIES_TERMS; k += 1) {
    term *= z / k;
    total += term;
  }
  return total;
}

interface Factors {
  readonly decay: Float64Array;
  readonly first: Float64Array;
  readonly second: Float64Array;
}

export class ExponentialSteps {
  readonly #kinetics: Kinetics;
  readonly #dt: number;
  readonly #nx: number;
  readonly #ny: number;
  readonly #x: AxisBasis;
  readonly #y: AxisBasis | null;
  readonly #factors: readonly [Factors, Factors];
  readonly #turned: Float64Array;
  readonly #work: readonly Float64Array[];

  constructor(
    kinetics: Kinetics,
    nx: number,
    ny: number,
    dx: number,
    dt: number,
    periodic: boolean,
  ) {
    this.#kinetics = kinetics;
    this.#dt = dt;
    this.#nx = nx;
    this.#ny = ny;
    const basis = periodic ? periodicBasis : mirrorBetweenBasis;
    this.#x = basis(nx, dx);
    this.#y = ny === 1 ? null : basis(ny, dx);
    this.#factors = [this.#factorsOf(kinetics.du), this.#factorsOf(kinetics.dv)];
    this.#turned = new Float64Array(nx * ny);
    this.#work = Array.from({ length: 6 }, () => new Float64Array(nx * ny));
  }

  /** In the order of the turned modes: x slowest. */
  #factorsOf(diffusion: number): Factors {
    const dt = this.#dt;
    const nx = this.#nx;
    const ny = this.#ny;
    const x = this.#x;
    const y = this.#y;
    const factors = {
      decay: new Float64Array(nx * ny),
      first: new Float64Array(nx * ny),
      second: new Float64Array(nx * ny),
    };
    for (let i = 0; i < nx; i += 1) {
      for (let j = 0; j < ny; j += 1) {
        const z = dt * diffusion * (x.values[i]! + (y === null ? 0 : y.values[j]!));
        factors.decay[i * ny + j] = exp(z);
        factors.first[i * ny + j] = dt * phi1(z);
        factors.second[i * ny + j] = dt * phi2(z);
      }
    }
    return factors;
  }

  #toModes(data: Float64Array): void {
    this.#x.forward(data, 0, this.#ny);
    if (this.#y === null) return;
    transpose(data, this.#ny, this.#nx, this.#turned);
    this.#y.forward(this.#turned, 0, this.#nx);
    data.set(this.#turned);
  }

  #toPoints(data: Float64Array): void {
    if (this.#y !== null) {
      this.#turned.set(data);
      this.#y.backward(this.#turned, 0, this.#nx);
      transpose(this.#turned, this.#nx, this.#ny, data);
    }
    this.#x.backward(data, 0, this.#ny);
  }

  /**
   * One step in place; sums of the new state, and of the reactions of both stages as the step used
   * them.
   */
  step(tank: Pool, sums: StepSums): void {
    const [u, v, nu, nv, ru, rv] = this.#work;
    const single = this.#kinetics.model === "nagumo";
    unpad(tank, tank.u, u!);
    unpad(tank, tank.v, v!);
    this.#reactions(u!, v!, nu!, nv!);
    let reaction = total(nu!) + (single ? 0 : total(nv!));
    const species = single
      ? ([[u!, nu!, ru!, this.#factors[0]]] as const)
      : ([
          [u!, nu!, ru!, this.#factors[0]],
          [v!, nv!, rv!, this.#factors[1]],
        ] as const);
    for (const [state, first, , { decay, first: weight }] of species) {
      this.#toModes(state);
      this.#toModes(first);
      for (let i = 0; i < state.length; i += 1)
        state[i] = decay[i]! * state[i]! + weight[i]! * first[i]!;
      this.#toPoints(state);
    }
    this.#reactions(u!, v!, ru!, rv!);
    reaction = (reaction + total(ru!) + (single ? 0 : total(rv!))) / 2;
    for (const [state, first, second, { second: weight }] of species) {
      this.#toModes(state);
      this.#toModes(second);
      for (let i = 0; i < state.length; i += 1)
        state[i] = state[i]! + weight[i]! * (second[i]! - first[i]!);
      this.#toPoints(state);
    }
    sums[SUM_U] = total(u!);
    sums[SUM_V] = total(v!);
    sums[SUM_REACTION] = reaction;
    sums[LEAST] = u!.reduce(
      (a, b) => Math.min(a, b),
      v!.reduce((a, b) => Math.min(a, b)),
    );
    pad(tank, u!, tank.u);
    pad(tank, v!, tank.v);
  }

  #reactions(u: Float64Array, v: Float64Array, outU: Float64Array, outV: Float64Array): void {
    const out = new Float64Array(2);
    for (let i = 0; i < u.length; i += 1) {
      rates(this.#kinetics, u[i]!, v[i]!, out);
      outU[i] = out[0]!;
      outV[i] = out[1]!;
    }
  }
}

function total(data: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < data.length; i += 1) sum += data[i]!;
  return sum;
}

export function unpad({ nx, ny, width }: Pool, padded: Float64Array, out: Float64Array): void {
  for (let j = 0; j < ny; j += 1)
    out.set(padded.subarray((j + 1) * width + 1, (j + 1) * width + 1 + nx), j * nx);
}

export function pad({ nx, ny, width }: Pool, data: Float64Array, out: Float64Array): void {
  for (let j = 0; j < ny; j += 1) out.set(data.subarray(j * nx, (j + 1) * nx), (j + 1) * width + 1);
}
