/**
 * Bound of |(x + d)^n - x^n - n x^(n-1) d| over |d| <= e, for an integer n; `y` = x^n.
 * Lagrange's remainder, with the power at the far end of the interval.
 */
export function powiBend(x: number, n: number, y: number, e: number): number {
  if (e === 0 || n === 0) return 0;
  if (n === 2) return e * e;
  const size = Math.abs(x);
  if (n > 0) {
    let far = 1;
    for (let k = 2; k < n; k += 1) far *= size + e;
    return 0.5 * n * (n - 1) * far * e * e;
  }
  const relative = e / size;
  const order = -n;
  // (1 - r)^-(order + 2) stays below 2 while r (order + 2) <= 1/2.
  return relative * (order + 2) <= 0.5
    ? Math.abs(y) * order * (order + 1) * relative * relative
    : Number.POSITIVE_INFINITY;
}
