/**
 * American and Bermudan options: implicit differences in the logarithm of the price, the right to
 * exercise as a complementarity problem solved at each step by policy iteration.
 * Sources: Rannacher, Numer. Math. 43 (1984) 309 (the damped first steps); Forsyth and Vetzal, SIAM
 * J. Sci. Comput. 23 (2002) 2095 (steps that grow from expiry).
 */
import { exp, log } from "../../math/index.js";
import { exploded } from "../refusal.js";
import type { Market } from "./closed.js";

const WIDTH_DEVIATIONS = 7;
const POLICY_ROUNDS_MAX = 200;
/** First steps after a kink, each taken as two implicit halves. */
const DAMPED_STEPS = 2;
const STENCIL = 6;

export interface Surface {
  /** Price at the spot. */
  readonly price: number;
  readonly delta: number;
  readonly gamma: number;
  readonly spots: Float64Array;
  readonly prices: Float64Array;
  /** Price at which exercise begins today, 0 where it never does. */
  readonly boundary: number;
}

class Scheme {
  readonly n: number;
  readonly v: Float64Array;
  readonly payoff: Float64Array;
  readonly x: Float64Array;
  readonly h: number;
  readonly #market: Market;
  readonly #held: Uint8Array;
  readonly #b: Float64Array;
  readonly #c: Float64Array;
  readonly #d: Float64Array;
  #elapsed = 0;

  /** @param domain fixed by the unmoved market, so that sensitivities share the grid */
  constructor(market: Market, cells: number, domain: readonly [number, number]) {
    this.#market = market;
    const [low, high] = domain;
    this.h = (high - low) / cells;
    if (!(this.h > 0 && high - low < Number.POSITIVE_INFINITY))
      throw exploded(0, "the logarithm of the spot over the strike");
    const below = Math.ceil(-low / this.h);
    this.n = below + Math.ceil(high / this.h) + 1;
    this.x = Float64Array.from({ length: this.n }, (_, i) => (i - below) * this.h);
    this.payoff = this.x.map((x) => Math.max(0, market.sign * (exp(x) - 1)));
    this.v = this.payoff.slice();
    // The payoff's corner is averaged over its cell.
    this.v[below] = this.h / 8;
    this.#held = new Uint8Array(this.n);
    this.#b = new Float64Array(this.n);
    this.#c = new Float64Array(this.n);
    this.#d = new Float64Array(this.n);
  }

  /** One step of length dt, theta 1 implicit or 1/2 centred. @returns false if a number broke */
  step(dt: number, theta: number, american: boolean): void {
    const { n, payoff, v, x, h } = this;
    const b = this.#b;
    const d = this.#d;
    const { q, r, sigma, sign } = this.#market;
    const diffusion = (sigma * sigma) / (2 * h * h);
    const drift = (r - q - (sigma * sigma) / 2) / (2 * h);
    const lower = -dt * (diffusion - drift);
    const upper = -dt * (diffusion + drift);
    const middle = dt * (2 * diffusion + r);
    const late = 1 - theta;
    for (let i = 1; i < n - 1; i += 1) {
      d[i] = v[i]! - late * (lower * v[i - 1]! + middle * v[i]! + upper * v[i + 1]!);
    }
    this.#elapsed += dt;
    const discount = exp(-r * this.#elapsed);
    const carried = exp(-q * this.#elapsed);
    for (const i of [0, n - 1]) {
      const european = Math.max(0, sign * (exp(x[i]!) * carried - discount));
      d[i] = american ? Math.max(european, payoff[i]!) : european;
    }
    b.set(d);
    for (let round = 0; ; round += 1) {
      this.#solve(theta * lower, 1 + theta * middle, theta * upper, american);
      if (!american || !this.#improve(theta * lower, 1 + theta * middle, theta * upper)) break;
      if (round >= POLICY_ROUNDS_MAX) throw exploded(round, "the exercise policy");
    }
  }

  /** Tridiagonal elimination, the rows under exercise replaced by the payoff. */
  #solve(lower: number, middle: number, upper: number, american: boolean): void {
    const { n, payoff, v } = this;
    const b = this.#b;
    const c = this.#c;
    const held = this.#held;
    c[0] = 0;
    v[0] = b[0]!;
    for (let i = 1; i < n; i += 1) {
      if (i === n - 1 || (american && held[i] === 1)) {
        c[i] = 0;
        v[i] = i === n - 1 ? b[i]! : payoff[i]!;
        continue;
      }
      const pivot = 1 / (middle - lower * c[i - 1]!);
      c[i] = upper * pivot;
      v[i] = (b[i]! - lower * v[i - 1]!) * pivot;
    }
    for (let i = n - 2; i > 0; i -= 1) v[i] = v[i]! - c[i]! * v[i + 1]!;
  }

  /** Each point takes the better of holding and exercising. @returns whether any changed */
  #improve(lower: number, middle: number, upper: number): boolean {
    const { n, payoff, v } = this;
    const b = this.#b;
    const held = this.#held;
    let isChanged = false;
    for (let i = 1; i < n - 1; i += 1) {
      const continuation = lower * v[i - 1]! + middle * v[i]! + upper * v[i + 1]! - b[i]!;
      const wants =
        held[i] === 1 ? (continuation >= -1e-15 ? 1 : 0) : v[i]! < payoff[i]! - 1e-15 ? 1 : 0;
      if (wants !== held[i]) {
        held[i] = wants;
        isChanged = true;
      }
    }
    return isChanged;
  }

  exercise(): void {
    for (let i = 0; i < this.n; i += 1)
      if (this.v[i]! < this.payoff[i]!) this.v[i] = this.payoff[i]!;
  }
}

/** Lagrange's polynomial through the six points around x; value and two derivatives by x. */
function interpolate({ h, n, v, x: nodes }: Scheme, x: number): readonly [number, number, number] {
  const first = Math.min(
    Math.max(Math.floor((x - nodes[0]!) / h) - STENCIL / 2 + 1, 0),
    n - STENCIL,
  );
  const table: number[][] = Array.from({ length: STENCIL }, (_, i) => [v[first + i]!, 0, 0]);
  const t = (x - nodes[first]!) / h;
  // Neville's scheme, differentiated along.
  for (let width = 1; width < STENCIL; width += 1) {
    for (let i = 0; i + width < STENCIL; i += 1) {
      const [p, p1, p2] = table[i]!;
      const [w, w1, w2] = table[i + 1]!;
      const a = t - i;
      const z = i + width - t;
      table[i] = [
        (z * p! + a * w!) / width,
        (z * p1! - p! + a * w1! + w!) / width,
        (z * p2! - 2 * p1! + a * w2! + 2 * w1!) / width,
      ];
    }
  }
  const [value, slope, curve] = table[0]!;
  return [value!, slope! / h, curve! / (h * h)];
}

/** Low and high ends in ln(price / strike). */
export function domainOf({ K, q, r, S, sigma, T }: Market): readonly [number, number] {
  const spot = log(S / K);
  const drift = (r - q - (sigma * sigma) / 2) * T;
  const width = WIDTH_DEVIATIONS * sigma * Math.sqrt(T);
  return [Math.min(0, spot, spot + drift) - width, Math.max(0, spot, spot + drift) + width];
}

/**
 * @param cells of space; a quarter as many steps of time
 * @param dates of exercise, evenly spaced with the last at T; null for every moment
 */
export function earlyExercise(
  market: Market,
  cells: number,
  dates: number | null,
  domain: readonly [number, number],
  poll: () => void,
): Surface {
  const scheme = new Scheme(market, cells, domain);
  const intervals = dates ?? 1;
  const steps = Math.max(4, Math.ceil(cells / 2 / intervals));
  for (let interval = 0; interval < intervals; interval += 1) {
    const length = market.T / intervals;
    for (let j = 0; j < steps; j += 1) {
      poll();
      // Every moment: steps that grow from expiry, where the boundary moves like a square root.
      const dt = dates === null ? (length * (2 * j + 1)) / (steps * steps) : length / steps;
      if (j < DAMPED_STEPS) {
        scheme.step(dt / 2, 1, dates === null);
        scheme.step(dt / 2, 1, dates === null);
      } else {
        scheme.step(dt, 0.5, dates === null);
      }
    }
    // Exercise today is no right of a Bermudan option whose first date lies ahead.
    if (dates !== null && interval < intervals - 1) scheme.exercise();
  }
  return read(scheme, market, dates === null);
}

function read(scheme: Scheme, { K, S, sign }: Market, american: boolean): Surface {
  const [value, slope, curve] = interpolate(scheme, log(S / K));
  const intrinsic = sign * (S - K);
  const isExercised = american && K * value <= intrinsic;
  let boundary = 0;
  if (american) {
    for (let i = 0; i < scheme.n; i += 1) {
      if (scheme.payoff[i]! > 0 && scheme.v[i]! <= scheme.payoff[i]!) {
        boundary = K * exp(scheme.x[i]!);
        if (sign > 0) break;
      }
    }
  }
  return {
    price: isExercised ? intrinsic : K * value,
    delta: isExercised ? sign : (K * slope) / S,
    gamma: isExercised ? 0 : (K * (curve - slope)) / (S * S),
    spots: scheme.x.map((x) => K * exp(x)),
    prices: scheme.v.map((v) => K * v),
    boundary,
  };
}
