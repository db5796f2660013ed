/**
 * Special functions: value, slope, and a bound on what the slope does not see, as in
 * rules.ts. Their values are within one ulp, not half of one (`loose`).
 *
 * Where a parameter has no derivative in the set, the slope is a difference, and `bend` is the
 * whole change over the interval, which is known exactly because the function is monotone there.
 */
import { ULP } from "../../math/constants.js";
import * as math from "../../math/index.js";
import type { BinaryRule, UnaryRule } from "./rules.js";
import type { ManyRule } from "./many.js";
import {
  SLOPE_ERROR,
  betaDensity,
  betaLogSlope,
  differenceStep,
  ellipeSlope,
  ellipkSlope,
  gammaDensity,
  polylogOrderSlope,
  polylogSlope,
  trigammaForSensitivity,
  zetaSlope,
} from "./specialSlopes.js";
import { finiteOr0, isInfinite } from "./infiniteSlopes.js";

const BEYOND = Number.POSITIVE_INFINITY;
/** 1/e; the branch point of Lambert's W is at its negative. */
const INVERSE_E = math.exp(-1);

type Bend1 = (x: number, y: number, e: number) => number;

function special(
  name: string,
  value: (x: number) => number,
  slope: (x: number, y: number) => number,
  bend: Bend1,
  exactAt: (x: number) => boolean = () => false,
  vanishes = false,
): UnaryRule {
  return {
    name,
    arity: 1,
    value,
    slope: (x, y) => finiteOr0(slope(x, y)),
    isSteep: (x, y) => isInfinite(slope(x, y)),
    bend: (x, y, e) => (e === 0 ? 0 : bend(x, y, e)),
    exact: false,
    exactAt,
    vanishes,
    loose: true,
  };
}

const never = (): boolean => false;
const at0 = (x: number): boolean => x === 0;

/** |psi''| <= 2/x^3 + 1/x^2 to the right of 0, and 2/r^3 + 48 with the nearest pole r away. */
function digammaBend(x: number, _y: number, e: number): number {
  const room = x > 0 ? x : Math.abs(x - Math.round(x));
  if (e > room / 4) return BEYOND;
  return (4 / (room * room * room) + (x > 0 ? 2 / (x * x) : 24)) * e * e;
}

/**
 * A solution of Bessel's equation of order n, y'' = -y'/x -+ (1 -+ n^2/x^2) y: with L = max(1, (n +
 * 1)/x), (|y| + |y'|/L) grows by less than 1.7 while 3 L e <= 1/2, and |y''| <= 2 L^2 (|y| +
 * |y'|/L).
 */
function besselBend(n: number, x: number, y: number, slope: number, e: number): number {
  const rate = Math.max(1, (Math.abs(n) + 1) / x);
  if (3 * rate * e > 0.5) return BEYOND;
  return 2 * rate * rate * (Math.abs(y) + Math.abs(slope) / rate) * e * e;
}

/** I_0 and I_1 and all their derivatives stay below e^|x|. */
function growingBend(x: number, _y: number, e: number): number {
  return e <= 0.5 ? math.exp(Math.abs(x)) * e * e : BEYOND;
}

const y0Slope = (x: number): number => -math.y1(x);
const y1Slope = (x: number, y: number): number => math.y0(x) - y / x;
const k0Slope = (x: number): number => -math.k1(x);
const k1Slope = (x: number, y: number): number => -math.k0(x) - y / x;

/**
 * Cauchy's estimate left of -1, where the reflected series bounds |zeta| on a circle of radius 1/2.
 */
function zetaBend(s: number, _y: number, e: number): number {
  const slope = SLOPE_ERROR * Math.abs(zetaSlope(s)) * e;
  if (e > Math.abs(s - 1) / 4 || e > 0.25) return BEYOND;
  if (s >= -1) {
    const room = Math.abs(s - 1);
    return slope + (4 / (room * room * room) + 2) * e * e;
  }
  const largest = 2.3 * math.gamma(1.5 - s) * math.exp((s + 0.5) * 1.8378770664093453);
  return slope + 8 * largest * e * e;
}

function lambertBend(x: number, y: number, e: number): number {
  if (e > (x + INVERSE_E) / 4) return BEYOND;
  const above = 1 + y;
  return 4 * Math.abs((y + 2) / (above * above * above)) * math.exp(-2 * y) * e * e;
}

/** Second derivative of Ei and E1, up to its sign, with room for the interval. */
function exponentialIntegralBend(decay: number): Bend1 {
  return (x, _y, e) =>
    e > Math.abs(x) / 4 || e > 0.5
      ? BEYOND
      : 2 * math.exp(decay * x) * ((Math.abs(x) + 1 + e) / (x * x)) * e * e;
}

export const SPECIAL_UNARY: readonly UnaryRule[] = [
  special("digamma", math.digamma, trigammaForSensitivity, digammaBend),
  special(
    "j0",
    math.j0,
    (x) => -math.j1(x),
    (_x, _y, e) => 0.5 * e * e,
    at0,
  ),
  special(
    "j1",
    math.j1,
    (x, y) => (x === 0 ? 0.5 : math.j0(x) - y / x),
    (_x, _y, e) => 0.5 * e * e,
    at0,
  ),
  special("y0", math.y0, y0Slope, (x, y, e) => besselBend(0, x, y, y0Slope(x), e)),
  special("y1", math.y1, y1Slope, (x, y, e) => besselBend(1, x, y, y1Slope(x, y), e)),
  special("i0", math.i0, (x) => math.i1(x), growingBend, at0),
  special("i1", math.i1, (x, y) => (x === 0 ? 0.5 : math.i0(x) - y / x), growingBend, at0),
  special("k0", math.k0, k0Slope, (x, y, e) => besselBend(0, x, y, k0Slope(x), e), never, true),
  special("k1", math.k1, k1Slope, (x, y, e) => besselBend(1, x, y, k1Slope(x, y), e), never, true),
  special("zeta", math.zeta, zetaSlope, zetaBend, (s) => s === 0 || (s < 0 && s % 2 === 0)),
  special("ellipk", math.ellipk, ellipkSlope, (m, _y, e) =>
    e > (1 - m) / 4 ? BEYOND : (2 * e * e) / ((1 - m) * (1 - m)),
  ),
  special(
    "ellipe",
    math.ellipe,
    ellipeSlope,
    (m, _y, e) => (e > (1 - m) / 4 ? BEYOND : (e * e) / (1 - m)),
    (m) => m === 1,
  ),
  special("lambertw", math.lambertw, (_x, y) => math.exp(-y) / (1 + y), lambertBend, at0),
  special("ei", math.ei, (x) => math.exp(x) / x, exponentialIntegralBend(1)),
  special("e1", math.e1, (x) => -math.exp(-x) / x, exponentialIntegralBend(-1), never, true),
  special(
    "si",
    math.si,
    (x) => (x === 0 ? 1 : math.sin(x) / x),
    (_x, _y, e) => 0.25 * e * e,
    at0,
  ),
  special(
    "ci",
    math.ci,
    (x) => math.cos(x) / x,
    (x, _y, e) => (e > x / 4 ? BEYOND : ((1 + 1 / x) / x) * e * e),
  ),
];

/** Change of a function over [x - e, x + e] that is monotone there, widened by its rounding. */
function change(f: (x: number) => number, x: number, e: number): number {
  const low = f(x - e);
  const high = f(x + e);
  const rounding = 2 * ULP * Math.max(Math.abs(low), Math.abs(high));
  const whole = Math.abs(high - low) + rounding;
  return whole === whole ? whole : BEYOND;
}

/** Central difference inside the domain x > 0. */
function parameterSlope(f: (x: number) => number, x: number): number {
  const h = differenceStep(x, x);
  return finiteOr0((f(x + h) - f(x - h)) / (x + h - (x - h)));
}

/** Widened, so that x - e and x + e lie outside the interval although they are rounded. */
function widened(x: number, e: number): number {
  return e + 2 * ULP * Math.abs(x);
}

interface Binary {
  readonly value: (a: number, b: number) => number;
  readonly slopeA: (a: number, b: number, y: number) => number;
  readonly slopeB: (a: number, b: number, y: number) => number;
  readonly bend: BinaryRule["bend"];
  readonly exactAt?: BinaryRule["exactAt"];
}

function binary(name: string, { value, slopeA, slopeB, bend, exactAt }: Binary): BinaryRule {
  return {
    name,
    arity: 2,
    value,
    exact: false,
    exactAt: exactAt ?? never,
    vanishes: true,
    chained: false,
    loose: true,
    slopeA: (a, b, y) => finiteOr0(slopeA(a, b, y)),
    isSteepA: (a, b, y) => isInfinite(slopeA(a, b, y)),
    slopeB: (a, b, y) => finiteOr0(slopeB(a, b, y)),
    isSteepB: (a, b, y) => isInfinite(slopeB(a, b, y)),
    bend: (a, b, y, ea, eb) => (ea === 0 && eb === 0 ? 0 : bend(a, b, y, ea, eb)),
  };
}

/** ln B has the second derivatives psi'(a) - psi'(a+b) and -psi'(a+b); psi'(x) <= 1/x^2 + 1/x. */
function betaBend(a: number, b: number, y: number, ea: number, eb: number): number {
  if (ea > a / 4 || eb > b / 4) return BEYOND;
  const linear = Math.abs(betaLogSlope(a, b)) * ea + Math.abs(betaLogSlope(b, a)) * eb;
  const square = 3 * (1 / (a * a) + 1 / a) * ea * ea + 3 * (1 / (b * b) + 1 / b) * eb * eb;
  const turn = linear + square;
  return turn > 0.5 ? BEYOND : y * (square + turn * turn);
}

/** The density of gammainc changes by less than its double over e while e (a + x)/x <= 1/4. */
function gammaincBend(a: number, x: number, y: number, ea: number, ex: number): number {
  const byOrder =
    ea === 0
      ? 0
      : ea > a / 4
        ? BEYOND
        : 2 * change((at) => math.gammainc(at, x), a, widened(a, ea)) + 2 * ULP * y;
  if (ex === 0) return byOrder;
  if (x === 0 || ex > x / 2) return BEYOND;
  const rate = (Math.abs(a - 1) + x) / x + 1;
  const byArgument = rate * ex > 0.25 ? BEYOND : 2 * rate * gammaDensity(a, x) * ex * ex;
  // An order that is off shifts the density as well: the whole change on a rectangle.
  return ea === 0
    ? byArgument
    : byOrder +
        byArgument +
        2 * change((at) => math.gammainc(at, x), a, widened(a, ea)) * rate * ex;
}

function integerOrder(
  name: string,
  value: (n: number, x: number) => number,
  bend: (n: number, x: number, y: number, slope: number, e: number) => number,
): BinaryRule {
  const slopeB = (n: number, x: number): number => (value(n - 1, x) - value(n + 1, x)) / 2;
  return binary(name, {
    value,
    slopeA: () => 0,
    slopeB,
    bend: (n, x, y, en, ex) => (en > 0 ? BEYOND : bend(n, x, y, slopeB(n, x), ex)),
    exactAt: (_n, x) => x === 0,
  });
}

/** By Cauchy's estimate in z, and by the series of absolute values in s. */
function polylogBend(s: number, z: number, _y: number, es: number, ez: number): number {
  const size = Math.abs(z);
  const radius = (1 - size) / 2;
  if (ez > radius / 2) return BEYOND;
  const byArgument =
    ez === 0 ? 0 : 2 * math.polylog(s - es, size + radius) * (ez / radius) * (ez / radius);
  if (es === 0) return finiteOrBeyond(byArgument);
  const wide = widened(s, es);
  const byOrder = 2 * change((at) => math.polylog(at, size + ez), s, wide);
  return finiteOrBeyond(byArgument + byOrder * (1 + ez / Math.max(radius, ULP)));
}

function finiteOrBeyond(bound: number): number {
  return bound - bound === 0 ? bound : BEYOND;
}

export const SPECIAL_BINARY: readonly BinaryRule[] = [
  binary("beta", {
    value: math.beta,
    bend: betaBend,
    slopeA: (a, b, y) => y * betaLogSlope(a, b),
    slopeB: (a, b, y) => y * betaLogSlope(b, a),
    exactAt: (a, b) => a === 1 && b === 1,
  }),
  binary("gammainc", {
    value: math.gammainc,
    bend: gammaincBend,
    slopeA: (a, x) => parameterSlope((at) => math.gammainc(at, x), a),
    slopeB: gammaDensity,
    exactAt: (_a, x) => x === 0,
  }),
  integerOrder("jn", math.jn, (_n, _x, _y, _slope, e) => 0.5 * e * e),
  integerOrder("yn", math.yn, besselBend),
  binary("polylog", {
    value: math.polylog,
    bend: polylogBend,
    slopeA: polylogOrderSlope,
    slopeB: polylogSlope,
    exactAt: (_s, z) => z === 0,
  }),
];

/** Largest |d ln density/dx| around x, for the regularised incomplete beta function. */
function betaRate(a: number, b: number, x: number): number {
  return Math.abs(a - 1) / x + Math.abs(b - 1) / (1 - x) + 1;
}

/** Regularised incomplete beta function of a, b and x. */
export const BETAINC: ManyRule = {
  name: "betainc",
  cost: 60_000,
  value: (args) => math.betainc(args[0]!, args[1]!, args[2]!),
  run: (args, reach, out) => {
    const [a, b, x] = [args[0]!, args[1]!, args[2]!];
    const [ea, eb, ex] = [reach[0]!, reach[1]!, reach[2]!];
    const value = math.betainc(a, b, x);
    const density = betaDensity(a, b, x);
    out.value = value;
    out.refusal = null;
    out.rounding = x === 0 || x === 1 ? 0 : value * ULP;
    out.slopes[0] = parameterSlope((at) => math.betainc(at, b, x), a);
    out.slopes[1] = parameterSlope((at) => math.betainc(a, at, x), b);
    out.slopes[2] = finiteOr0(density);
    out.infinite[2] = isInfinite(density) ? 1 : 0;
    if (ea > a / 4 || eb > b / 4 || (ex > 0 && ex > Math.min(x, 1 - x) / 2)) {
      out.bend = BEYOND;
      return;
    }
    // Monotone in each parameter: the corners of the rectangle hold the whole change.
    const [wa, wb] = [ea === 0 ? 0 : widened(a, ea), eb === 0 ? 0 : widened(b, eb)];
    const corners =
      ea === 0 && eb === 0
        ? 0
        : math.betainc(a - wa, b + wb, x) - math.betainc(a + wa, b - wb, x) + 4 * ULP * value;
    const rate = ex === 0 ? 0 : betaRate(a, b, x);
    const turn = rate * ex;
    out.bend =
      turn > 0.25
        ? BEYOND
        : 2 * Math.abs(corners) * (1 + turn) + (ex === 0 ? 0 : 2 * turn * density * ex);
  },
};
