/**
 * Elementary and special functions with one answer everywhere: each gives the double nearest to the
 * exact value, ties to even, so any other correctly rounded library must agree bit for bit. Special
 * values follow IEEE 754-2019; NaN and infinities are returned, and refusing them is the caller's
 * part.
 */
export { exp, exp10, exp2, expm1 } from "./exponential.js";
export { log, log10, log1p, log2 } from "./logarithm.js";
export { pow, powi, POWI_EXPONENT_MAX } from "./power.js";
export { cbrt, hypot, rootOfSquares } from "./root.js";
export { cos, cospi, sin, sinpi, tan, tanpi } from "./circular.js";
export { acos, asin, atan, atan2 } from "./inverseCircular.js";
export { acosh, asinh, atanh, cosh, sinh, tanh } from "./hyperbolic.js";
export { erf, erfc } from "./errorFunction.js";
export { binomial, factorial, gamma, lgamma } from "./gamma.js";
export { BESSEL_ORDER_MAX, i0, i1, j0, j1, jn, k0, k1, y0, y1, yn } from "./special/bessel.js";
export { ci, e1, ei, ellipe, ellipk, si } from "./special/integrals.js";
export {
  beta,
  betainc,
  digamma,
  gammainc,
  INCOMPLETE_PARAMETER_MAX,
  lambertw,
  zeta,
} from "./special/gammaFamily.js";
export { polylog, POLYLOG_ORDER_MAX } from "./special/polylog.js";
export { compensatedDot, compensatedSum, sum } from "./sum.js";
export { divRemainder, sqrtRemainder, twoProdError, twoSumError } from "./double.js";
export { fromHex, hexOf, nextDown, nextUp, ulp } from "./bits.js";
