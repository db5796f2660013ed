/** What each elementary function does to a number, to an error and to a gradient. */
import { PI } from "../../math/constants.js";
import * as math from "../../math/index.js";
import { SPECIAL_BINARY, SPECIAL_UNARY } from "./special.js";
import type { BinaryRule, UnaryRule } from "./rules.js";
import { digammaForSensitivity } from "./gradientDigamma.js";
import { finiteOr0, isInfinite } from "./infiniteSlopes.js";

type FunctionRule = UnaryRule | BinaryRule;

const LN2 = math.log(2);
const LN10 = math.log(10);
const TWO_OVER_SQRT_PI = 1.1283791670955126;
const BEYOND = Number.POSITIVE_INFINITY;

type Unary = (x: number) => number;
type Bend1 = (x: number, y: number, e: number) => number;

type ExactAt = (x: number, y: number) => boolean;

/**
 * A transcendental function of a rational is irrational but at a few points (Lindemann, Niven), and
 * there its double is exact: exp(0) - 1 is 0 without doubt.
 */
const is0 = (x: number): boolean => x === 0;
const isWhole = (x: number): boolean => Math.trunc(x) === x;
const at0: ExactAt = is0;
const at1: ExactAt = (x) => x === 1;
const halfTurns: ExactAt = (x) => Math.trunc(2 * x) === 2 * x;
const wholeNumber: ExactAt = isWhole;
/** Integer results below 2^53 of integer arguments are exact. */
const INTEGER_MAX = 9_007_199_254_740_991;
const integers: ExactAt = (x, y) =>
  Math.trunc(x) === x && Math.abs(y) <= INTEGER_MAX && Math.trunc(y) === y;
const VANISHING: ReadonlySet<string> = new Set(["exp", "exp2", "exp10", "erfc", "gamma"]);

function unary(
  name: string,
  value: Unary,
  slope: (x: number, y: number) => number,
  bend: Bend1,
  exactAt: ExactAt = at0,
): UnaryRule {
  return {
    name,
    arity: 1,
    value,
    slope,
    bend: (x, y, e) => (e === 0 ? 0 : bend(x, y, e)),
    exact: false,
    exactAt,
    vanishes: VANISHING.has(name),
  };
}

const flatSlope = (): number => 0;

/** f'' bounded by a constant everywhere. */
function flat(half: number): Bend1 {
  return (_x, _y, e) => half * e * e;
}

/**
 * An error above this is more than what a result may be off by: then it pays to look where the
 * function has settled.
 */
const FLAT_ERROR_MAX = 1 / 64;

/**
 * As `flat`, and where the argument is far out and known less well, as 1e30 is: from `near` on the
 * function stays within `rest(near)` of its limit, so that neither end of the interval is further
 * from the other.
 */
function settling(half: number, rest: Unary, slope: (x: number, y: number) => number): Bend1 {
  return (x, y, e) => {
    const near = Math.abs(x) - e;
    if (e <= FLAT_ERROR_MAX || near < 1) return half * e * e;
    return Math.min(half * e * e, rest(near) + Math.abs(slope(x, y)) * e);
  };
}

/**
 * y = base^x: the growth of the second derivative over the interval is below 2 while e ln(base) <=
 * 1/2.
 */
function exponential(rate: number, offset: number): Bend1 {
  return (_x, y, e) => (rate * e <= 0.5 ? (y + offset) * rate * e * rate * e : BEYOND);
}

function logarithm(scale: number, shift: number): Bend1 {
  return (x, _y, e) => {
    const relative = e / (x + shift);
    return relative < 0.5 ? 2 * scale * relative * relative : BEYOND;
  };
}

/**
 * Square-root behaviour at an end of the domain, `room` away: the change is at most 2.5 sqrt(room +
 * e). Past that end there may be no value at all.
 */
function edge(room: number, slope: number, e: number): number {
  if (e > room) return BEYOND;
  if (e <= room / 2) return (1.5 * e * e) / (room * Math.sqrt(room));
  return 2.5 * Math.sqrt(room + e) + Math.abs(slope) * e;
}

/** The same rule with a slope that is infinite somewhere. */
function edged(rule: UnaryRule, slope: UnaryRule["slope"]): UnaryRule {
  return {
    ...rule,
    slope: (x, y) => finiteOr0(slope(x, y)),
    isSteep: (x, y) => isInfinite(slope(x, y)),
  };
}

function root(value: Unary, name: string, order: number): UnaryRule {
  return edged(
    unary(
      name,
      value,
      flatSlope,
      (x, y, e) => {
        const relative = e / Math.abs(x);
        if (relative < 0.5) return 0.5 * Math.abs(y) * relative * relative;
        if (order === 2 && e > x) return BEYOND;
        return 2 * Math.abs(value(Math.abs(x) + e)) + Math.abs(finiteOr0(y / (order * x))) * e;
      },
      (x, y) => integers(x, y) && (order === 2 ? y * y : y * y * y) === x,
    ),
    (x, y) => (x === 0 ? BEYOND : y / (order * x)),
  );
}

function tangent(scale: number): Bend1 {
  return (_x, y, e) => {
    const turn = scale * e;
    const steep = 1 + Math.abs(y);
    return turn * steep <= 0.1 ? 4 * steep * (1 + y * y) * turn * turn : BEYOND;
  };
}

/** Further out than 1 erf is within exp(-x^2) of its limit. */
function gaussianTail(slope: (x: number) => number): Bend1 {
  return (x, _y, e) => {
    const reach = Math.abs(x) + 1;
    if (e * reach < 0.25) return 2 * reach * Math.abs(slope(x)) * e * e;
    const near = Math.abs(x) - e;
    return near < 1 ? 3 : math.exp(-near * near) + Math.abs(slope(x)) * e;
  };
}

/** Distance to the nearest pole of gamma. */
function poleDistance(x: number): number {
  return x > 0 ? x : Math.abs(x - Math.round(x));
}

/** A function constant between jumps: the error is `height` if a jump lies within reach. */
function steps(
  name: string,
  value: Unary,
  height: number,
  isJump: (x: number) => boolean,
): UnaryRule {
  return {
    name,
    arity: 1,
    value,
    slope: flatSlope,
    isSteep: isJump,
    exact: true,
    exactAt: () => true,
    vanishes: false,
    bend: (x, y, e) => (e === 0 || (value(x - e) === y && value(x + e) === y) ? 0 : height + e),
  };
}

function integerOnly(name: string, value: Unary): UnaryRule {
  return unary(
    name,
    value,
    () => 0,
    () => BEYOND,
    integers,
  );
}

function sign(x: number): number {
  return x > 0 ? 1 : x < 0 ? -1 : x === 0 ? 0 : Number.NaN;
}

/** Heaviside step with the symmetric convention H(0) = 1/2. */
function heaviside(x: number): number {
  return x > 0 ? 1 : x < 0 ? 0 : x === 0 ? 0.5 : Number.NaN;
}

/** a - b floor(a/b): the remainder takes the sign of the divisor. */
function mod(a: number, b: number): number {
  const rest = a % b;
  return rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest;
}

function min(a: number, b: number): number {
  return Math.min(a, b);
}

function max(a: number, b: number): number {
  return Math.max(a, b);
}

const asinSlope = (x: number): number => 1 / Math.sqrt((1 - x) * (1 + x));
const acoshSlope = (x: number): number => 1 / Math.sqrt((x - 1) * (x + 1));
const atanSlope = (x: number): number => 1 / (1 + x * x);
const tanhSlope = (_x: number, y: number): number => (1 - y) * (1 + y);

/** |f''| is at most 0.385, and below 1/x^2. */
function asinhBend(x: number, _y: number, e: number): number {
  const near = Math.abs(x) - e;
  return 0.25 * e * e * (e <= FLAT_ERROR_MAX || near < 2 ? 1 : 2 / (near * near));
}

const erfSlope = (x: number): number => TWO_OVER_SQRT_PI * math.exp(-x * x);

const UNARY: readonly UnaryRule[] = [
  unary("exp", math.exp, (_x, y) => y, exponential(1, 0)),
  unary("expm1", math.expm1, (_x, y) => y + 1, exponential(1, 1)),
  unary("exp2", math.exp2, (_x, y) => LN2 * y, exponential(LN2, 0), wholeNumber),
  unary("exp10", math.exp10, (_x, y) => LN10 * y, exponential(LN10, 0), integers),
  unary("log", math.log, (x) => 1 / x, logarithm(1, 0), at1),
  unary("log1p", math.log1p, (x) => 1 / (1 + x), logarithm(1, 1)),
  unary(
    "log2",
    math.log2,
    (x) => 1 / (x * LN2),
    logarithm(1.5, 0),
    (x, y) => wholeNumber(y, y) && math.exp2(y) === x,
  ),
  unary(
    "log10",
    math.log10,
    (x) => 1 / (x * LN10),
    logarithm(1, 0),
    (x, y) => integers(x, y) && y >= 0 && y <= 22 && math.exp10(y) === x,
  ),
  root(math.cbrt, "cbrt", 3),
  unary("sin", math.sin, (x) => math.cos(x), flat(0.5)),
  unary("cos", math.cos, (x) => -math.sin(x), flat(0.5)),
  unary("tan", math.tan, (_x, y) => 1 + y * y, tangent(1)),
  unary("sinpi", math.sinpi, (x) => PI * math.cospi(x), flat(5), halfTurns),
  unary("cospi", math.cospi, (x) => -PI * math.sinpi(x), flat(5), halfTurns),
  unary("tanpi", math.tanpi, (_x, y) => PI * (1 + y * y), tangent(PI), halfTurns),
  edged(
    unary("asin", math.asin, flatSlope, (x, _y, e) =>
      edge(1 - Math.abs(x), finiteOr0(asinSlope(x)), e),
    ),
    asinSlope,
  ),
  edged(
    unary(
      "acos",
      math.acos,
      flatSlope,
      (x, _y, e) => edge(1 - Math.abs(x), finiteOr0(asinSlope(x)), e),
      at1,
    ),
    (x) => -asinSlope(x),
  ),
  unary(
    "atan",
    math.atan,
    atanSlope,
    settling(0.5, (near) => 1 / near, atanSlope),
  ),
  unary(
    "sinh",
    math.sinh,
    (x) => math.cosh(x),
    (_x, y, e) => (e <= 0.5 ? (Math.abs(y) + 1) * e * e : BEYOND),
  ),
  unary(
    "cosh",
    math.cosh,
    (x) => math.sinh(x),
    (_x, y, e) => (e <= 0.5 ? y * e * e : BEYOND),
  ),
  unary(
    "tanh",
    math.tanh,
    tanhSlope,
    settling(0.5, (near) => 2 * math.exp(-2 * near), tanhSlope),
  ),
  unary("asinh", math.asinh, (x) => 1 / math.hypot(x, 1), asinhBend),
  edged(
    unary(
      "acosh",
      math.acosh,
      flatSlope,
      (x, _y, e) => edge(x - 1, finiteOr0(acoshSlope(x)), e),
      at1,
    ),
    acoshSlope,
  ),
  unary(
    "atanh",
    math.atanh,
    (x) => 1 / ((1 - x) * (1 + x)),
    (x, _y, e) => {
      const room = 1 - Math.abs(x);
      return e <= room / 2 ? (4 * e * e) / (room * room) : BEYOND;
    },
  ),
  unary("erf", math.erf, erfSlope, gaussianTail(erfSlope)),
  unary("erfc", math.erfc, (x) => -erfSlope(x), gaussianTail(erfSlope)),
  unary(
    "gamma",
    math.gamma,
    (x, y) => y * digammaForSensitivity(x),
    (x, y, e) => {
      const room = poleDistance(x);
      const psi = digammaForSensitivity(x);
      return e <= room / 4 && e * (Math.abs(psi) + 1) <= 0.5
        ? Math.abs(y) * (psi * psi + 4 / (room * room) + 1) * e * e
        : BEYOND;
    },
    integers,
  ),
  unary(
    "lgamma",
    math.lgamma,
    digammaForSensitivity,
    (x, _y, e) => {
      const room = poleDistance(x);
      return e <= room / 4 ? (4 / (room * room) + 1) * e * e : BEYOND;
    },
    (x) => x === 1 || x === 2,
  ),
  integerOnly("factorial", math.factorial),
  { ...unary("abs", Math.abs, sign, (x, _y, e) => (Math.abs(x) >= e ? 0 : 2 * e)), exact: true },
  steps("floor", Math.floor, 1, isWhole),
  steps("ceil", Math.ceil, 1, isWhole),
  steps("sign", sign, 2, is0),
  steps("heaviside", heaviside, 1, is0),
];

/** sqrt is its own instruction: its rounding error is found exactly. */
export const SQRT: UnaryRule = root(Math.sqrt, "sqrt", 2);

function powBend(a: number, b: number, y: number, ea: number, eb: number): number {
  if (ea === 0 && (eb === 0 || (a === 0 && b > eb))) return 0;
  if (a <= 0 && (eb > 0 || a === 0)) return BEYOND;
  const relative = ea / Math.abs(a);
  if (relative >= 0.5) return BEYOND;
  const turn =
    2 * Math.abs(b) * relative + (eb > 0 ? Math.abs(math.log(a)) * eb : 0) + 2 * relative * eb;
  if (turn > 0.5) return BEYOND;
  return Math.abs(y) * (turn * turn + 2 * Math.abs(b) * relative * relative + 2 * relative * eb);
}

export const POW: BinaryRule = {
  name: "pow",
  arity: 2,
  value: math.pow,
  exact: false,
  vanishes: true,
  chained: false,
  bend: powBend,
  // 0 to any power above 0 is 0, and did not vanish on the way.
  exactAt: (a, b, y) =>
    b === 0 || a === 1 || (a === 0 && b > 0) || (b > 0 && integers(b, b) && integers(a, y)),
  slopeA: (a, b, y) => (a === 0 ? finiteOr0(b * math.pow(a, b - 1)) : (b * y) / a),
  isSteepA: (a, b) => a === 0 && b > 0 && b < 1,
  slopeB: (a, _b, y) => (a > 0 ? y * math.log(a) : 0),
};

function choice(name: string, value: (a: number, b: number) => number): BinaryRule {
  return {
    name,
    arity: 2,
    value,
    exact: true,
    exactAt: () => true,
    vanishes: false,
    chained: true,
    slopeA: (a, _b, y) => (a === y ? 1 : 0),
    slopeB: (a, _b, y) => (a === y ? 0 : 1),
    bend: (a, b, _y, ea, eb) => (Math.abs(a - b) < ea + eb ? ea + eb : 0),
  };
}

const BINARY: readonly BinaryRule[] = [
  choice("min", min),
  choice("max", max),
  {
    name: "hypot",
    arity: 2,
    value: math.hypot,
    exact: false,
    vanishes: false,
    chained: true,
    exactAt: (a, b, y) =>
      a === 0 ||
      b === 0 ||
      (integers(a, y) && integers(b, y) && y * y <= INTEGER_MAX && a * a + b * b === y * y),
    slopeA: (a, _b, y) => (y === 0 ? 0 : a / y),
    slopeB: (_a, b, y) => (y === 0 ? 0 : b / y),
    bend: (_a, _b, y, ea, eb) => (ea + eb < y / 2 ? ((ea + eb) * (ea + eb)) / y : 2 * (ea + eb)),
  },
  {
    name: "atan2",
    arity: 2,
    value: math.atan2,
    exact: false,
    vanishes: false,
    chained: false,
    exactAt: (a, b) => a === 0 && b > 0,
    slopeA: (a, b) => finiteOr0(b / (a * a + b * b)),
    slopeB: (a, b) => finiteOr0(-a / (a * a + b * b)),
    bend: (a, b, _y, ea, eb) => {
      const reach = ea + eb;
      if (reach === 0) return 0;
      const radius = math.hypot(a, b);
      const acrossCut = b < 0 && Math.abs(a) <= ea;
      return reach < radius / 2 && !acrossCut ? 4 * (reach / radius) * (reach / radius) : BEYOND;
    },
  },
  {
    name: "mod",
    arity: 2,
    value: mod,
    exact: false,
    vanishes: false,
    chained: false,
    exactAt: (a, b, y) => y === a % b,
    slopeA: () => 1,
    slopeB: (a, b) => -Math.floor(a / b),
    bend: (a, b, y, ea, eb) => {
      const reach = ea + Math.abs(Math.floor(a / b)) * eb;
      return reach > 0 && (Math.abs(y) <= reach || Math.abs(b) - Math.abs(y) <= reach)
        ? Math.abs(b) + reach
        : 0;
    },
  },
  {
    name: "binomial",
    arity: 2,
    value: math.binomial,
    exact: false,
    vanishes: false,
    chained: false,
    exactAt: (a, b, y) => integers(a, y) && integers(b, y),
    slopeA: () => 0,
    slopeB: () => 0,
    bend: (_a, _b, _y, ea, eb) => (ea + eb > 0 ? BEYOND : 0),
  },
];

/** Every function an equation may call, by canonical name. */
export const FUNCTION_RULES: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>(
  [...UNARY, SQRT, ...SPECIAL_UNARY, ...BINARY, ...SPECIAL_BINARY, POW].map((rule) => [
    rule.name,
    rule,
  ]),
);
