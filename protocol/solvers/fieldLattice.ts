/** A grid of samples with axes scaled to [0, 1]. */
export interface Lattice {
  readonly shape: readonly number[];
  readonly strides: readonly number[];
  readonly spacing: readonly number[];
  readonly periodic: readonly boolean[];
  /** Axes with enough points for second differences. */
  readonly kept: readonly number[];
  readonly phi: Float64Array;
  readonly before1: Float64Array | null;
  readonly before2: Float64Array | null;
  readonly tau: number;
}
