/** A conserved quantity watched at every step. */
import { DRIFT_BOUND_PCT } from "../gate.js";
import type { Invariant } from "../solver.js";

export class Drift {
  #first = 0;
  #last = 0;
  #most = 0;
  #seen = false;

  sample(value: number): void {
    if (!this.#seen) {
      this.#first = value;
      this.#seen = true;
    }
    this.#last = value;
    const departure = Math.abs(value - this.#first);
    // A departure that is no number counts: it must fail the comparison with its bound.
    if (!(departure <= this.#most)) this.#most = departure;
  }

  /** @param scale of which 100 percent is meant; the first value unless that is smaller */
  invariant(name: string, scale = 0, boundPct = DRIFT_BOUND_PCT): Invariant {
    const of = Math.max(Math.abs(this.#first), scale);
    const driftPct = this.#most === 0 ? 0 : (100 * this.#most) / of;
    return { name, first: this.#first, last: this.#last, driftPct, boundPct };
  }
}
