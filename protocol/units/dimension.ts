/** Physical dimensions: seven rational exponents of kg m s A K mol cd, compared exactly. */

export interface Rational { readonly num: number; readonly den: number }

/** `angle` lies outside equality: it only lets a result show as rad. */
export interface Dimension {
  readonly exponents: readonly [Rational, Rational, Rational, Rational, Rational, Rational, Rational];
  readonly angle: number;
}
