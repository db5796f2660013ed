/** Slopes at the ends of domains, where they have no bound. */

/** What the gate reckons with: the whole error is then in `bend`. */
export function finiteOr0(slope: number): number {
  return slope - slope === 0 ? slope : 0;
}

export function isInfinite(slope: number): boolean {
  return Math.abs(slope) === Number.POSITIVE_INFINITY;
}
