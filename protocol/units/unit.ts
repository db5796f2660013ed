/** What reading a unit gives. */
import type { Dimension } from "./dimension.js";
import type { Exact } from "./exact.js";

/** A unit: SI value = (value * factor * pi^piPower) + offset. */
export interface UnitValue {
  readonly ok: true;
  readonly dimension: Dimension;
  readonly factor: Exact;
  readonly piPower: number;
  /** Present for degC and degF only. */
  readonly offset?: Exact;
  /** Canonical spelling; reading it gives the same unit. */
  readonly text: string;
  /** Measured constants of which the factor is a product, each with its power; absent for exact. */
  readonly measured?: Readonly<Record<string, number>>;
}

export interface UnitRefusal {
  readonly ok: false;
  /** One sentence. */
  readonly message: string;
  /** 0-based position in the text as typed. */
  readonly position: number;
}
