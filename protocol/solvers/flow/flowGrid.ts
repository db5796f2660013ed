/** Cells, edges and drive of a flow. */
export interface FlowGrid {
  readonly nx: number;
  readonly ny: number;
  readonly hx: number;
  readonly hy: number;
  readonly wallsX: boolean;
  readonly wallsY: boolean;
  /** Speed of the upper wall along x. */
  readonly lid: number;
  /** Acceleration along x everywhere. */
  readonly force: number;
  readonly nu: number;
}
