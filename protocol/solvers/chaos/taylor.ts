/**
 * States of the Lorenz system by Taylor series in double-double arithmetic (Jorba and Zou 2005).
 */
import { addDD, divDD, low, mulDD } from "../../math/double.js";
import type { Parameters } from "./lorenz.js";

/** One number as a pair. */
type Pair = readonly [number, number];

/** A step of fixed order: coefficients of x, y, z as pairs, filled order after order. */
export class TaylorLorenz {
  /** x, y, z: high parts, then low parts. */
  readonly state = new Float64Array(6);
  readonly #order: number;
  readonly #high: readonly Float64Array[];
  readonly #lows: readonly Float64Array[];
  readonly #parameters: Parameters;

  constructor(parameters: Parameters, order: number) {
    this.#parameters = parameters;
    this.#order = order;
    this.#high = [0, 1, 2].map(() => new Float64Array(order + 1));
    this.#lows = [0, 1, 2].map(() => new Float64Array(order + 1));
  }

  /** Coefficient n of the product of series a and b. */
  #product(a: number, b: number, n: number): Pair {
    const [ah, al, bh, bl] = [this.#high[a]!, this.#lows[a]!, this.#high[b]!, this.#lows[b]!];
    let h = 0;
    let l = 0;
    for (let k = 0; k <= n; k += 1) {
      const ph = mulDD(ah[k]!, al[k]!, bh[n - k]!, bl[n - k]!);
      h = addDD(h, l, ph, low[0]!);
      l = low[0]!;
    }
    return [h, l];
  }

  #set(series: number, n: number, [h, l]: Pair): void {
    const qh = divDD(h, l, n, 0);
    this.#high[series]![n] = qh;
    this.#lows[series]![n] = low[0]!;
  }

  #coefficient(series: number, n: number): Pair {
    return [this.#high[series]![n]!, this.#lows[series]![n]!];
  }

  #expand(): void {
    const { beta, rho, sigma } = this.#parameters;
    for (let i = 0; i < 3; i += 1) {
      this.#high[i]![0] = this.state[i]!;
      this.#lows[i]![0] = this.state[3 + i]!;
    }
    for (let n = 0; n < this.#order; n += 1) {
      const x = this.#coefficient(0, n);
      const y = this.#coefficient(1, n);
      const z = this.#coefficient(2, n);
      this.#set(0, n + 1, times(sigma, minus(y, x)));
      this.#set(1, n + 1, minus(minus(times(rho, x), y), this.#product(0, 2, n)));
      this.#set(2, n + 1, minus(this.#product(0, 1, n), times(beta, z)));
    }
  }

  /** By Horner's scheme; h is a double. */
  step(h: number): void {
    this.#expand();
    for (let i = 0; i < 3; i += 1) {
      let [sh, sl] = this.#coefficient(i, this.#order);
      for (let n = this.#order - 1; n >= 0; n -= 1) {
        const ph = mulDD(sh, sl, h, 0);
        sh = addDD(ph, low[0]!, this.#high[i]![n]!, this.#lows[i]![n]!);
        sl = low[0]!;
      }
      this.state[i] = sh;
      this.state[3 + i] = sl;
    }
  }
}

function minus([ah, al]: Pair, [bh, bl]: Pair): Pair {
  const h = addDD(ah, al, -bh, -bl);
  return [h, low[0]!];
}

function times(a: number, [bh, bl]: Pair): Pair {
  const h = mulDD(a, 0, bh, bl);
  return [h, low[0]!];
}
