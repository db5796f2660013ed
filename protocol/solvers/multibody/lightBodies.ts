/**
 * The energy per mass of each light body in the field of the others.
 *
 * The energy of the whole cannot show what happens to a body that carries next to none of it. Along
 * its way a body's energy per mass changes only by the motion of the others; that work is summed by
 * Simpson's rule over pairs of steps, and what is left is the drift. Where trapezoids give another
 * sum, the difference is the doubt of the sum, and only a drift beyond it counts.
 */
import type { Bodies } from "./gravity.js";

/** Part of the whole mass below which the energy of the whole does not show a body. */
const LIGHT_PART = 1e-2;

interface LightBody {
  readonly index: number;
  readonly first: number;
  /** Of the first kinetic and potential energy per mass, the larger. */
  readonly scale: number;
  simpson: number;
  trapezoids: number;
  /** Powers at the start of a pair of steps and between its two. */
  before: number;
  middle: number;
}

export interface LightDrift {
  /** Index of the body that drifted most; -1 where no body is light. */
  readonly body: number;
  readonly driftPct: number;
}

export class LightBodies {
  readonly #bodies: Bodies;
  readonly #light: readonly LightBody[];
  #isMiddle = false;
  #body = -1;
  #driftPct = 0;

  constructor(bodies: Bodies, q: Float64Array, v: Float64Array) {
    this.#bodies = bodies;
    const total = bodies.mass.reduce((sum, m) => sum + m, 0);
    this.#light = [...bodies.mass.keys()]
      .filter((i) => bodies.mass[i]! < LIGHT_PART * total)
      .map((index) => {
        const { depth, kinetic, power } = this.#energiesOf(index, q, v);
        return {
          index,
          first: kinetic - depth,
          scale: Math.max(kinetic, depth),
          simpson: 0,
          trapezoids: 0,
          before: power,
          middle: 0,
        };
      });
    if (this.#light.length > 0) this.#body = this.#light[0]!.index;
  }

  get drift(): LightDrift {
    return { body: this.#body, driftPct: this.#driftPct };
  }

  /** @param h the step that led here, in s; @param alone it has no equal one to pair with */
  see(h: number, q: Float64Array, v: Float64Array, alone: boolean): void {
    for (const one of this.#light) {
      const { depth, kinetic, power } = this.#energiesOf(one.index, q, v);
      if (this.#isMiddle && !alone) {
        one.simpson += (h / 3) * (one.before + 4 * one.middle + power);
        one.trapezoids += h * (one.before / 2 + one.middle + power / 2);
        one.before = power;
      } else if (alone) {
        one.simpson += (h / 2) * (one.before + power);
        one.trapezoids += (h / 2) * (one.before + power);
        one.before = power;
      } else {
        one.middle = power;
        continue;
      }
      const doubt = Math.abs(one.simpson - one.trapezoids);
      const left = Math.abs(kinetic - depth - one.first - one.simpson) - doubt;
      const driftPct = left > 0 ? (100 * left) / one.scale : 0;
      if (!(driftPct <= this.#driftPct)) {
        this.#driftPct = driftPct;
        this.#body = one.index;
      }
    }
    this.#isMiddle = !alone && !this.#isMiddle;
  }

  /** Energies per mass, and how fast the others change its potential by their motion. */
  #energiesOf(
    i: number,
    q: Float64Array,
    v: Float64Array,
  ): { readonly kinetic: number; readonly depth: number; readonly power: number } {
    const { G, mass, n } = this.#bodies;
    let depth = 0;
    let power = 0;
    for (let j = 0; j < n; j += 1) {
      if (j === i || mass[j] === 0) continue;
      const [x, y, z] = [
        q[3 * i]! - q[3 * j]!,
        q[3 * i + 1]! - q[3 * j + 1]!,
        q[3 * i + 2]! - q[3 * j + 2]!,
      ];
      const square = x * x + y * y + z * z;
      const pull = (G * mass[j]!) / Math.sqrt(square);
      depth += pull;
      power -= (pull / square) * (x * v[3 * j]! + y * v[3 * j + 1]! + z * v[3 * j + 2]!);
    }
    const [vx, vy, vz] = [v[3 * i]!, v[3 * i + 1]!, v[3 * i + 2]!];
    return { kinetic: (vx * vx + vy * vy + vz * vz) / 2, depth, power };
  }
}
