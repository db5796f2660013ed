/**
 * The rule of a function: what it does to a number, to an error and to a gradient.
 *
 * `slope` is the derivative; `bend(x, y, e)` bounds |f(x + d) - f(x) - f'(x) d| over |d| <= e, so
 * that a result at a stationary point, where the derivative sees nothing, is still judged. Infinity
 * means: nothing is known. A slope that is infinite, as at the end of a domain, is 0 here, `bend`
 * has the whole error, and `isSteep` says so to whoever needs the slope itself.
 */

export interface UnaryRule {
  readonly name: string;
  readonly arity: 1;
  readonly value: (x: number) => number;
  readonly slope: (x: number, y: number) => number;
  readonly bend: (x: number, y: number, e: number) => number;
  /** Asked where `slope` is 0. */
  readonly isSteep?: (x: number, y: number) => boolean;
  /** The result carries no rounding error of its own: always, or for this argument. */
  readonly exact: boolean;
  readonly exactAt: (x: number, y: number) => boolean;
  /** Falls below the smallest double without being zero there. */
  readonly vanishes: boolean;
  /** The value is within one ulp, not within half of one. */
  readonly loose?: true;
}
export interface BinaryRule {
  readonly name: string;
  readonly arity: 2;
  readonly value: (a: number, b: number) => number;
  readonly slopeA: (a: number, b: number, y: number) => number;
  readonly slopeB: (a: number, b: number, y: number) => number;
  readonly bend: (a: number, b: number, y: number, ea: number, eb: number) => number;
  readonly isSteepA?: (a: number, b: number, y: number) => boolean;
  readonly isSteepB?: (a: number, b: number, y: number) => boolean;
  readonly exact: boolean;
  readonly exactAt: (a: number, b: number, y: number) => boolean;
  readonly vanishes: boolean;
  /** The value is within one ulp, not within half of one. */
  readonly loose?: true;
  /** More than two arguments are taken in pairs from the left. */
  readonly chained: boolean;
}
