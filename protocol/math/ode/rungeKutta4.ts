/**
 * The classical Runge-Kutta step of order 4 (Kutta 1901), and Euler's of order 1 for comparison.
 */
import { twoSumError } from "../double.js";
import type { Rhs } from "./rhs.js";

/** Fixed-step integrator of a small system. Sums of y are compensated. */
export class FixedStepper {
  readonly y: Float64Array;
  readonly carry: Float64Array;
  t = 0;
  readonly #rhs: Rhs;
  readonly #scheme: "rk4" | "euler";
  readonly #slopes: readonly [Float64Array, Float64Array, Float64Array, Float64Array];
  readonly #argument: Float64Array;

  constructor(size: number, rhs: Rhs, scheme: "rk4" | "euler") {
    this.#rhs = rhs;
    this.#scheme = scheme;
    this.y = new Float64Array(size);
    this.carry = new Float64Array(size);
    this.#argument = new Float64Array(size);
    this.#slopes = [
      new Float64Array(size),
      new Float64Array(size),
      new Float64Array(size),
      new Float64Array(size),
    ];
  }

  start(t: number, y: Float64Array, carry?: Float64Array): void {
    this.t = t;
    this.y.set(y);
    if (carry === undefined) this.carry.fill(0);
    else this.carry.set(carry);
  }

  /** @returns false if the new state is not finite */
  step(h: number): boolean {
    const { t, y } = this;
    const argument = this.#argument;
    const rhs = this.#rhs;
    const [k1, k2, k3, k4] = this.#slopes;
    rhs(t, y, k1);
    if (this.#scheme === "euler") {
      for (let i = 0; i < y.length; i += 1) this.#add(i, h * k1[i]!);
    } else {
      const half = h / 2;
      for (let i = 0; i < y.length; i += 1) argument[i] = y[i]! + half * k1[i]!;
      rhs(t + half, argument, k2);
      for (let i = 0; i < y.length; i += 1) argument[i] = y[i]! + half * k2[i]!;
      rhs(t + half, argument, k3);
      for (let i = 0; i < y.length; i += 1) argument[i] = y[i]! + h * k3[i]!;
      rhs(t + h, argument, k4);
      const sixth = h / 6;
      for (let i = 0; i < y.length; i += 1)
        this.#add(i, sixth * (k1[i]! + k4[i]! + 2 * (k2[i]! + k3[i]!)));
    }
    this.t = t + h;
    for (let i = 0; i < y.length; i += 1) if (!Number.isFinite(y[i]!)) return false;
    return true;
  }

  #add(i: number, by: number): void {
    const { carry, y } = this;
    const change = by + carry[i]!;
    const sum = y[i]! + change;
    carry[i] = twoSumError(y[i]!, change, sum);
    y[i] = sum;
  }
}
