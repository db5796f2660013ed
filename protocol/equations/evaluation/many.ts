/** A step with any number of operands: a function of three, a sum over an index, an integral. */
import type { Refusal } from "../reading/ast.js";

/** What one run of such a step gives; written in place. */
export interface ManyRun {
  value: number;
  /** Error the step makes itself. */
  rounding: number;
  /** Bound on what its slopes do not see of the errors of its operands. */
  bend: number;
  /** Derivative by each operand. */
  readonly slopes: Float64Array;
  /**
   * 1 for each operand in which the slope is infinite and `bend` has the whole error: its entry in
   * `slopes` is then 0.
   */
  readonly infinite: Uint8Array;
  /** Why there is no value; the value is then not a number. */
  refusal: Refusal | null;
}

export interface ManyRule {
  readonly name: string;
  /** Operations of one run, in units of one addition; known before it. */
  readonly cost: number;
  /** The value alone: the same bits as `run` gives; NaN where there is none. */
  value(args: Float64Array): number;
  /** @param reach half-width of each operand */
  run(args: Float64Array, reach: Float64Array, out: ManyRun): void;
}

export function emptyRun(operands: number): ManyRun {
  return {
    value: 0,
    rounding: 0,
    bend: 0,
    slopes: new Float64Array(operands),
    infinite: new Uint8Array(operands),
    refusal: null,
  };
}
