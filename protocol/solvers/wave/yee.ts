/**
 * Light along one line: electric field at points, magnetic field between them, half a step apart.
 */
import { twoSumError } from "../../math/index.js";

export type Ends = "fixed" | "periodic" | "open";

/**
 * Fields are E in V/m and the vacuum impedance times H, so both have one unit. The sum of
 * eps E(n)^2 / 2 and H(n - 1/2) H(n + 1/2) / 2 over the cells, and of what left through open ends,
 * is kept to rounding.
 */
export class Yee {
  readonly e: Float64Array;
  readonly h: Float64Array;
  readonly eps: Float64Array;
  readonly ends: Ends;
  readonly cells: number;
  /** Energy that left through either end, in units of eps_0 m (V/m)^2. */
  outLeft = 0;
  outRight = 0;
  readonly #s: number;
  readonly #dx: number;
  readonly #gain: Float64Array;

  /**
   * @param e  cells + 1 points (cells of a period); @param h  cells values, at half a step before e
   * @param eps  relative permittivity at the points, averaged over their cells
   * @param s  c dt / dx in vacuum
   */
  constructor(
    e: Float64Array,
    h: Float64Array,
    eps: Float64Array,
    s: number,
    dx: number,
    ends: Ends,
  ) {
    this.e = e;
    this.h = h;
    this.eps = eps;
    this.#s = s;
    this.#dx = dx;
    this.ends = ends;
    this.cells = h.length;
    this.#gain = eps.map((value) => s / value);
  }

  /**
   * Magnetic field to the half step after e, then e to the next step. @returns energy held at the
   * old e
   */
  step(): number {
    const { e, h } = this;
    const s = this.#s;
    const { cells, ends } = this;
    const dx = this.#dx;
    const periodic = ends === "periodic";
    let magnetic = 0;
    let lost = 0;
    for (let i = 0; i < cells; i += 1) {
      const next = h[i]! + s * ((periodic && i === cells - 1 ? e[0]! : e[i + 1]!) - e[i]!);
      const part = h[i]! * next;
      const sum = magnetic + part;
      lost += twoSumError(magnetic, part, sum);
      magnetic = sum;
      h[i] = next;
    }
    const held = 0.5 * dx * (magnetic + lost + this.#electric());
    this.#electricStep();
    return held;
  }

  /** Sum of eps E^2 over the cells. */
  #electric(): number {
    const { e, ends, eps } = this;
    const n = e.length;
    let total = 0;
    let lost = 0;
    for (let i = 0; i < n; i += 1) {
      const weight = ends !== "periodic" && (i === 0 || i === n - 1) ? 0.5 : 1;
      const part = weight * eps[i]! * e[i]! * e[i]!;
      const sum = total + part;
      lost += twoSumError(total, part, sum);
      total = sum;
    }
    return total + lost;
  }

  #electricStep(): void {
    const { cells, e, ends, h } = this;
    const gain = this.#gain;
    for (let i = 1; i < cells; i += 1) e[i] = e[i]! + gain[i]! * (h[i]! - h[i - 1]!);
    if (ends === "periodic") e[0] = e[0]! + gain[0]! * (h[0]! - h[cells - 1]!);
    if (ends !== "open") return;
    this.outLeft += this.#absorb(0, h[0]!);
    this.outRight += this.#absorb(cells, -h[cells - 1]!);
  }

  /**
   * Half a cell closed by its own wave impedance: an outgoing wave goes on. @returns the energy
   * that left
   */
  #absorb(i: number, inner: number): number {
    const { e, eps } = this;
    const dx = this.#dx;
    const gain = this.#gain;
    const s = this.#s;
    const admittance = Math.sqrt(eps[i]!);
    const loss = gain[i]! * admittance;
    const next = (e[i]! * (1 - loss) + 2 * gain[i]! * inner) / (1 + loss);
    const mean = (next + e[i]!) / 2;
    e[i] = next;
    return s * dx * admittance * mean * mean;
  }
}
