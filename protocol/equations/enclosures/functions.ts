/**
 * Enclosures of the elementary functions: value, slope and curvature over an interval of the
 * argument, and whether the function has a value on all of it, on a part or nowhere.
 */
import { PI } from "../../math/constants.js";
import * as math from "../../math/index.js";
import {
  add,
  div,
  down,
  falling,
  holdsZero,
  hull,
  interval,
  magnitude,
  mul,
  neg,
  ONE,
  point,
  rising,
  scaled,
  square,
  sub,
  up,
  WHOLE,
  within,
  ZERO,
} from "./interval.js";
import type { Interval } from "./interval.js";

/** How much of an interval lies in the domain. */
export const NOWHERE = 0;
export const PARTLY = 1;
export const EVERYWHERE = 2;

export interface Enclosure {
  readonly g: Interval;
  readonly slope: Interval;
  readonly curvature: Interval;
  readonly domain: 0 | 1 | 2;
  /** The function is analytic inside the interval. */
  readonly isSmooth: boolean;
}

export type Encloser = (u: Interval) => Enclosure;

const INFINITY = Number.POSITIVE_INFINITY;
const LN2: Interval = { lo: math.log(2), hi: up(math.log(2)) };
const LN10: Interval = { lo: math.log(10), hi: up(math.log(10)) };
const PI_INTERVAL: Interval = { lo: PI, hi: up(PI) };
const HALF_PI = PI / 2;
const POSITIVE: Interval = { lo: 0, hi: INFINITY };

export function smooth(g: Interval, slope: Interval, curvature: Interval): Enclosure {
  return { g, slope, curvature, domain: EVERYWHERE, isSmooth: true };
}

const EMPTY: Enclosure = {
  g: WHOLE,
  slope: WHOLE,
  curvature: WHOLE,
  domain: NOWHERE,
  isSmooth: false,
};

export function nowhere(): Enclosure {
  return EMPTY;
}

/** Of a domain that reaches from `from` to `to`; null where the interval misses it. */
function clipped(u: Interval, from: number, to: number): Interval | null {
  return u.hi < from || u.lo > to ? null : within(u, from, to);
}

/** Of a domain that is everything above `from`; null where the interval misses it. */
export function clippedOpen(u: Interval, from: number): Interval | null {
  return u.hi <= from ? null : { lo: Math.max(u.lo, from), hi: u.hi };
}

function inside(u: Interval, part: Interval, open: boolean, from: number, to: number): 1 | 2 {
  if (part.lo !== u.lo || part.hi !== u.hi) return PARTLY;
  return open && (u.lo <= from || u.hi >= to) ? PARTLY : EVERYWHERE;
}

function exponential(f: (x: number) => number, rate: Interval | null): Encloser {
  return (u) => {
    const g = within(rising(f, u), 0, INFINITY);
    const exact = u.lo === 0 && u.hi === 0 ? ONE : g;
    const slope = rate === null ? exact : mul(rate, exact);
    return smooth(exact, slope, rate === null ? exact : mul(rate, slope));
  };
}

function logarithm(f: (x: number) => number, base: Interval | null): Encloser {
  return (u) => {
    const part = clipped(u, 0, INFINITY);
    if (part === null || part.hi === 0) return EMPTY;
    const inverse = div(ONE, part);
    const slope = base === null ? inverse : div(inverse, base);
    const g = part.lo === 1 && part.hi === 1 ? ZERO : rising(f, part);
    return {
      g,
      slope,
      curvature: neg(mul(slope, inverse)),
      domain: inside(u, part, true, 0, INFINITY),
      isSmooth: true,
    };
  };
}

const log1p: Encloser = (u) => {
  const part = clipped(u, -1, INFINITY);
  if (part === null || part.hi === -1) return EMPTY;
  const slope = div(ONE, add(ONE, part));
  const g = part.lo === 0 && part.hi === 0 ? ZERO : rising(math.log1p, part);
  return {
    g,
    slope,
    curvature: neg(square(slope)),
    domain: inside(u, part, true, -1, INFINITY),
    isSmooth: true,
  };
};

const expm1: Encloser = (u) => {
  const g = u.lo === 0 && u.hi === 0 ? ZERO : within(rising(math.expm1, u), -1, INFINITY);
  const slope = within(rising(math.exp, u), 0, INFINITY);
  return smooth(g, slope, slope);
};

const sqrt: Encloser = (u) => {
  const part = clipped(u, 0, INFINITY);
  if (part === null) return EMPTY;
  const g = {
    lo: exactRoot(part.lo) ?? Math.max(0, down(Math.sqrt(part.lo))),
    hi: exactRoot(part.hi) ?? up(Math.sqrt(part.hi)),
  };
  const slope = div({ lo: 0.5, hi: 0.5 }, g);
  return {
    g,
    slope,
    curvature: neg(div(slope, scaled(part, 2))),
    domain: inside(u, part, false, 0, INFINITY),
    isSmooth: true,
  };
};

function exactRoot(x: number): number | null {
  const r = Math.sqrt(x);
  if (x === 0 || x === INFINITY) return r;
  return x > 1e-280 && x < 1e300 && math.sqrtRemainder(x, r) === 0 ? r : null;
}

const cbrt: Encloser = (u) => {
  const g = u.lo === 0 && u.hi === 0 ? ZERO : rising(math.cbrt, u);
  const slope = div(ONE, scaled(square(g), 3));
  return {
    ...smooth(g, within(slope, 0, INFINITY), neg(div(scaled(div(slope, u), 2), point(3)))),
    isSmooth: !holdsZero(u),
  };
};

/** Values of a sine whose argument is `lead` further on. */
function wave(f: (x: number) => number, u: Interval, lead: number, quarter: number): Interval {
  if (!(u.hi - u.lo < 4 * quarter) || !(Math.abs(u.lo) < 1e15)) return { lo: -1, hi: 1 };
  if (u.lo === 0 && u.hi === 0) return point(f(0));
  const ends = [f(u.lo), f(u.hi)];
  // Turning points are found with room on both sides, so that none is missed.
  const room = 4e-16 * (1 + magnitude(u));
  const holds = (phase: number): boolean => {
    const turns = Math.ceil((u.lo - room - (phase - lead)) / (4 * quarter));
    return phase - lead + 4 * quarter * turns <= u.hi + room;
  };
  const lo = holds(-quarter) ? -1 : Math.max(-1, down(Math.min(...ends)));
  const hi = holds(quarter) ? 1 : Math.min(1, up(Math.max(...ends)));
  return { lo, hi };
}

const sin: Encloser = (u) => {
  const s = wave(math.sin, u, 0, HALF_PI);
  return smooth(s, wave(math.cos, u, HALF_PI, HALF_PI), neg(s));
};
const cos: Encloser = (u) => {
  const c = wave(math.cos, u, HALF_PI, HALF_PI);
  return smooth(c, neg(wave(math.sin, u, 0, HALF_PI)), neg(c));
};
const sinpi: Encloser = (u) => {
  const s = wave(math.sinpi, u, 0, 0.5);
  const rate = PI_INTERVAL;
  return smooth(s, mul(rate, wave(math.cospi, u, 0.5, 0.5)), neg(mul(square(rate), s)));
};
const cospi: Encloser = (u) => {
  const c = wave(math.cospi, u, 0.5, 0.5);
  const rate = PI_INTERVAL;
  return smooth(c, neg(mul(rate, wave(math.sinpi, u, 0, 0.5))), neg(mul(square(rate), c)));
};

function tangent(f: (x: number) => number, period: number, rate: Interval): Encloser {
  return (u) => {
    const room = 4e-16 * (1 + magnitude(u));
    const branch = Math.floor((u.lo - room) / period + 0.5);
    const isOne = u.hi - u.lo < period && branch === Math.floor((u.hi + room) / period + 0.5);
    if (!isOne || !(magnitude(u) < 1e15))
      return {
        g: WHOLE,
        slope: within(mul(rate, { lo: 1, hi: INFINITY }), 0, INFINITY),
        curvature: WHOLE,
        domain: PARTLY,
        isSmooth: true,
      };
    const g = u.lo === 0 && u.hi === 0 ? ZERO : rising(f, u);
    const slope = mul(rate, add(ONE, square(g)));
    return smooth(g, slope, scaled(mul(mul(rate, g), slope), 2));
  };
}

function arc(f: (x: number) => number, sign: 1 | -1, atEnds: readonly [number, number]): Encloser {
  return (u) => {
    const part = clipped(u, -1, 1);
    if (part === null) return EMPTY;
    const exact = part.lo === part.hi && (sign === 1 ? part.lo === 0 : part.lo === 1);
    const g = exact ? ZERO : within(sign === 1 ? rising(f, part) : falling(f, part), ...atEnds);
    const rest = within(mul(sub(ONE, part), add(ONE, part)), 0, 1);
    const root = sqrt(rest).g;
    const slope = within(div(ONE, root), 1, INFINITY);
    const curvature = mul(part, div(slope, rest));
    return {
      g,
      slope: sign === 1 ? slope : neg(slope),
      curvature: sign === 1 ? curvature : neg(curvature),
      domain: inside(u, part, false, -1, 1),
      isSmooth: true,
    };
  };
}

const atan: Encloser = (u) => {
  const slope = within(div(ONE, add(ONE, square(u))), 0, 1);
  const g = u.lo === 0 && u.hi === 0 ? ZERO : rising(math.atan, u);
  return smooth(g, slope, neg(scaled(mul(u, square(slope)), 2)));
};

function coshOf(u: Interval): Interval {
  const ends = [math.cosh(u.lo), math.cosh(u.hi)];
  return {
    lo: holdsZero(u) ? 1 : Math.max(1, down(Math.min(...ends))),
    hi: u.lo === 0 && u.hi === 0 ? 1 : up(Math.max(...ends)),
  };
}
function sinhOf(u: Interval): Interval {
  return u.lo === 0 && u.hi === 0 ? ZERO : rising(math.sinh, u);
}
const sinh: Encloser = (u) => {
  const s = sinhOf(u);
  return smooth(s, coshOf(u), s);
};
const cosh: Encloser = (u) => {
  const c = coshOf(u);
  return smooth(c, sinhOf(u), c);
};
const tanh: Encloser = (u) => {
  const g = u.lo === 0 && u.hi === 0 ? ZERO : within(rising(math.tanh, u), -1, 1);
  // 1 - tanh^2 from cosh, which does not cancel far out.
  const slope = within(div(ONE, square(coshOf(u))), 0, 1);
  return smooth(g, slope, neg(scaled(mul(g, slope), 2)));
};
const asinh: Encloser = (u) => {
  const sum = add(ONE, square(u));
  const slope = within(div(ONE, sqrt(sum).g), 0, 1);
  const g = u.lo === 0 && u.hi === 0 ? ZERO : rising(math.asinh, u);
  return smooth(g, slope, neg(div(mul(u, slope), sum)));
};
const acosh: Encloser = (u) => {
  const part = clipped(u, 1, INFINITY);
  if (part === null) return EMPTY;
  const product = within(mul(sub(part, ONE), add(part, ONE)), 0, INFINITY);
  const slope = within(div(ONE, sqrt(product).g), 0, INFINITY);
  return {
    g: part.lo === 1 && part.hi === 1 ? ZERO : within(rising(math.acosh, part), 0, INFINITY),
    slope,
    curvature: neg(div(mul(part, slope), product)),
    domain: inside(u, part, false, 1, INFINITY),
    isSmooth: true,
  };
};
const atanh: Encloser = (u) => {
  const part = clipped(u, -1, 1);
  if (part === null || part.lo === 1 || part.hi === -1) return EMPTY;
  const slope = within(div(ONE, mul(sub(ONE, part), add(ONE, part))), 1, INFINITY);
  return {
    g: part.lo === 0 && part.hi === 0 ? ZERO : rising(math.atanh, part),
    slope,
    curvature: scaled(mul(part, square(slope)), 2),
    domain: inside(u, part, true, -1, 1),
    isSmooth: true,
  };
};

const abs: Encloser = (u) => {
  if (u.lo >= 0) return smooth(u, u.lo === 0 && u.hi === 0 ? { lo: -1, hi: 1 } : ONE, ZERO);
  if (u.hi <= 0) return smooth(neg(u), neg(ONE), ZERO);
  return {
    g: { lo: 0, hi: magnitude(u) },
    slope: { lo: -1, hi: 1 },
    curvature: WHOLE,
    domain: EVERYWHERE,
    isSmooth: false,
  };
};

/** 2/sqrt(pi) */
const ERF_RATE: Interval = { lo: 1.1283791670955126, hi: 1.1283791670955128 };
function gaussian(u: Interval): Interval {
  return within(mul(ERF_RATE, exponential(math.exp, null)(neg(square(u))).g), 0, 1.13);
}
const erf: Encloser = (u) => {
  const slope = gaussian(u);
  const g = u.lo === 0 && u.hi === 0 ? ZERO : within(rising(math.erf, u), -1, 1);
  return smooth(g, slope, neg(scaled(mul(u, slope), 2)));
};
const erfc: Encloser = (u) => {
  const slope = gaussian(u);
  return smooth(within(falling(math.erfc, u), 0, 2), neg(slope), scaled(mul(u, slope), 2));
};

/** Enclosures of functions of one argument, by name. */
export const ELEMENTARY: ReadonlyMap<string, Encloser> = new Map([
  ["exp", exponential(math.exp, null)],
  ["exp2", exponential(math.exp2, LN2)],
  ["exp10", exponential(math.exp10, LN10)],
  ["expm1", expm1],
  ["log", logarithm(math.log, null)],
  ["log2", logarithm(math.log2, LN2)],
  ["log10", logarithm(math.log10, LN10)],
  ["log1p", log1p],
  ["sqrt", sqrt],
  ["cbrt", cbrt],
  ["sin", sin],
  ["cos", cos],
  ["sinpi", sinpi],
  ["cospi", cospi],
  ["tan", tangent(math.tan, PI, ONE)],
  ["tanpi", tangent(math.tanpi, 1, PI_INTERVAL)],
  ["asin", arc(math.asin, 1, [-1.5707963267948968, 1.5707963267948968])],
  ["acos", arc(math.acos, -1, [0, 3.1415926535897936])],
  ["atan", atan],
  ["sinh", sinh],
  ["cosh", cosh],
  ["tanh", tanh],
  ["asinh", asinh],
  ["acosh", acosh],
  ["atanh", atanh],
  ["abs", abs],
  ["erf", erf],
  ["erfc", erfc],
]);

/** Integer power of an interval, |n| small. */
export function powerOf(u: Interval, n: number): Interval {
  if (n === 0) return ONE;
  if (n === 1) return u;
  if (n === 2) return square(u);
  if (n < 0) return div(ONE, powerOf(u, -n));
  const at = (x: number): Interval =>
    x === 0 || x - x !== 0 || Math.abs(x) === 1
      ? point(x === 0 ? 0 : math.powi(x, n))
      : exactPower(x, n);
  const [p, q] = [at(u.lo), at(u.hi)];
  if ((n & 1) === 0 && holdsZero(u)) return { lo: 0, hi: Math.max(p.hi, q.hi) };
  return hull(p, q);
}

function exactPower(x: number, n: number): Interval {
  const y = math.powi(x, n);
  // A whole number this small is exact.
  if (Math.trunc(x) === x && Math.abs(y) <= 9_007_199_254_740_991) return point(y);
  const widened = interval(down(y), up(y));
  return y - y === 0
    ? widened
    : y > 0
      ? { lo: Number.MAX_VALUE, hi: y }
      : { lo: y, hi: -Number.MAX_VALUE };
}

/**
 * u^w where u may be below 0: there only a whole w has a value, of either sign, at a point of its own.
 */
function isolatedPower(u: Interval, w: Interval): Enclosure {
  const isWhole = w.lo === w.hi && Math.abs(w.lo) <= math.POWI_EXPONENT_MAX;
  const isAway = isWhole && (!holdsZero(u) || w.lo > 0);
  const least = u.hi < 0 ? -u.hi : 0;
  const most = realPower({ lo: least, hi: magnitude(u) }, w).g.hi;
  return {
    g: isAway ? powerOf(u, w.lo) : { lo: -most, hi: most },
    slope: WHOLE,
    curvature: WHOLE,
    domain: isAway ? EVERYWHERE : PARTLY,
    isSmooth: false,
  };
}

/** u^w for any real w; the slope by each. */
export function realPower(u: Interval, w: Interval): Enclosure & { readonly byExponent: Interval } {
  if (u.lo < 0 && Math.ceil(w.lo) <= w.hi) return { ...isolatedPower(u, w), byExponent: WHOLE };
  const part = clipped(u, 0, INFINITY);
  if (part === null) return { ...EMPTY, byExponent: WHOLE };
  const ends = [
    math.pow(part.lo, w.lo),
    math.pow(part.lo, w.hi),
    math.pow(part.hi, w.lo),
    math.pow(part.hi, w.hi),
  ];
  const crosses = part.lo < 1 && part.hi > 1 && holdsZero(w);
  const g = ends.every((end) => end === end)
    ? within(
        {
          lo: down(Math.min(...ends)),
          hi: up(Math.max(...ends, crosses ? 1 : 0)),
        },
        0,
        INFINITY,
      )
    : POSITIVE;
  const isSure = part.lo > 0 || (w.lo > 0 && part.lo === u.lo);
  const fixed = w.lo === w.hi;
  const lower = (down: number): Interval => {
    if (!fixed) return div(g, powerOf(part, down));
    const v = [math.pow(part.lo, w.lo - down), math.pow(part.hi, w.lo - down)];
    if (v.some((end) => end !== end)) return POSITIVE;
    // The exponent is rounded once more.
    const slack = 4e-16 * (1 + Math.abs(w.lo)) * (1 + logSize(part));
    return within(
      {
        lo: Math.min(...v) * (1 - slack),
        hi: Math.max(...v) * (1 + slack) + Number.MIN_VALUE,
      },
      0,
      INFINITY,
    );
  };
  const slope = mul(w, lower(1));
  const curvature = mul(mul(w, sub(w, ONE)), lower(2));
  return {
    g,
    slope,
    curvature,
    domain: u.lo >= 0 && isSure ? EVERYWHERE : PARTLY,
    isSmooth: true,
    byExponent: part.lo > 0 ? mul(g, rising(math.log, part)) : WHOLE,
  };
}

function logSize({ lo, hi }: Interval): number {
  const size = Math.max(Math.abs(math.log(lo)), Math.abs(math.log(hi)));
  return size === size ? Math.min(size, 1_500) : 1_500;
}
