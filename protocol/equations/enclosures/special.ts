/**
 * Enclosures of the special functions where they are monotone or bounded: values at the ends,
 * widened by more than their rounding. Where a slope is not settled by its sign and its size, only
 * what is certain is said.
 */
import * as math from "../../math/index.js";
import { trigammaForSensitivity, zetaSlope } from "../evaluation/specialSlopes.js";
import {
  clippedOpen,
  EVERYWHERE,
  nowhere,
  PARTLY,
  smooth,
  type Encloser,
  type Enclosure,
} from "./functions.js";
import {
  add,
  around,
  div,
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
  WHOLE,
  within,
  ZERO,
} from "./interval.js";
import type { Interval } from "./interval.js";

/** Special functions are within one ulp; two are room. */
const ULPS = 2;
const INFINITY = Number.POSITIVE_INFINITY;
const ABOVE: Interval = { lo: 0, hi: INFINITY };
const BELOW: Interval = { lo: -INFINITY, hi: 0 };
/** Part that a slope from a formula or a difference may be off. */
const SLOPE_ROOM = 1e-5;
/** Least value of gamma on the positive axis, and where it stands. */
const GAMMA_TURN = 1.46163214496836;
const TURN_ROOM = 1e-13;
const GAMMA_LEAST: Interval = around(0.8856031944108887);
const INVERSE_E = math.exp(-1);
/** Below pi. */
const HALF_TURN = 3.1;

function roomy({ lo, hi }: Interval): Interval {
  return {
    lo: lo - SLOPE_ROOM * Math.abs(lo),
    hi: hi + SLOPE_ROOM * Math.abs(hi),
  };
}

function partly(found: Enclosure, isPart: boolean): Enclosure {
  return isPart ? { ...found, domain: PARTLY } : found;
}

/** On the positive axis; elsewhere nothing is known. */
function onPositive(f: (part: Interval) => Enclosure): Encloser {
  return (u) => {
    const part = clippedOpen(u, 0);
    if (part !== null && u.lo > 0) return f(part);
    return unknown();
  };
}

function unknown(): Enclosure {
  return { g: WHOLE, slope: WHOLE, curvature: WHOLE, domain: PARTLY, isSmooth: false };
}

function digammaOf(u: Interval): Interval {
  return rising(math.digamma, u, ULPS);
}
function trigammaOf(u: Interval): Interval {
  return within(roomy(falling(trigammaForSensitivity, u, ULPS)), 0, INFINITY);
}

/** With room for where exactly it stands. */
function holdsTurn({ lo, hi }: Interval): boolean {
  return lo <= GAMMA_TURN + TURN_ROOM && hi >= GAMMA_TURN - TURN_ROOM;
}

function gammaOf(u: Interval): Interval {
  const ends = [around(math.gamma(u.lo), ULPS), around(math.gamma(u.hi), ULPS)] as const;
  const both = hull(...ends);
  return holdsTurn(u) ? hull(both, GAMMA_LEAST) : both;
}

const gamma = onPositive((u) => {
  const g = gammaOf(u);
  const psi = digammaOf(u);
  return smooth(g, mul(g, psi), mul(g, add(square(psi), trigammaOf(u))));
});

const lgamma = onPositive((u) => {
  const ends = [around(math.lgamma(u.lo), ULPS), around(math.lgamma(u.hi), ULPS)] as const;
  const both = hull(...ends);
  const holds = holdsTurn(u);
  const g = holds ? hull(both, rising(math.log, GAMMA_LEAST, ULPS)) : both;
  return smooth(g, digammaOf(u), trigammaOf(u));
});

const digamma = onPositive((u) => {
  const inverse = div(ONE, u);
  // |psi''| <= 1/x^2 + 2/x^3
  const bend = add(square(inverse), scaled(mul(square(inverse), inverse), 2));
  return smooth(digammaOf(u), trigammaOf(u), { lo: -bend.hi, hi: 0 });
});

const lambertw: Encloser = (u) => {
  if (u.hi < -INVERSE_E) return nowhere();
  const isPart = u.lo < -INVERSE_E;
  const part = { lo: Math.max(u.lo, -INVERSE_E), hi: u.hi };
  const isZero = part.lo === 0 && part.hi === 0;
  const g = isZero ? ZERO : rising((x) => clampedLambert(x), part, ULPS);
  const above = within(add(ONE, g), 0, INFINITY);
  const decay = within(rising(math.exp, neg(g), ULPS), 0, INFINITY);
  const slope = within(div(decay, above), 0, INFINITY);
  const cube = mul(square(above), above);
  const curvature = neg(within(div(mul(square(decay), add(g, point(2))), cube), 0, INFINITY));
  return partly(smooth(g, slope, curvature), isPart);
};

function clampedLambert(x: number): number {
  const w = math.lambertw(x);
  return w === w ? w : -1;
}

const ei: Encloser = (u) => {
  if (u.lo <= 0 && u.hi >= 0) return unknown();
  const slope = div(rising(math.exp, u), u);
  const g = u.lo > 0 ? rising(math.ei, u, ULPS) : falling(math.ei, u, ULPS);
  return smooth(g, slope, mul(slope, div(sub(u, ONE), u)));
};

const e1 = onPositive((u) => {
  const slope = neg(
    div(
      within(
        falling((x) => math.exp(-x), u),
        0,
        INFINITY,
      ),
      u,
    ),
  );
  const g = within(falling(math.e1, u, ULPS), 0, INFINITY);
  return smooth(g, slope, neg(mul(slope, add(ONE, div(ONE, u)))));
});

/** A function whose slope is at most 1: the value in the middle and half the width around it. */
function lipschitz(f: (x: number) => number, u: Interval, bound: Interval, least = 1): Interval {
  if (u.lo === u.hi) return around(f(u.lo), ULPS);
  const middle = u.lo + (u.hi - u.lo) / 2;
  const half = Math.max(u.hi - middle, middle - u.lo) * least;
  if (half - half !== 0) return bound;
  const y = around(f(middle), ULPS);
  return within(add(y, { lo: -half, hi: half }), bound.lo, bound.hi);
}

const UNIT: Interval = { lo: -1, hi: 1 };
function bessel(n: number): (u: Interval) => Interval {
  const f = n === 0 ? math.j0 : n === 1 ? math.j1 : (x: number) => math.jn(n, x);
  const size: Interval = n === 0 ? UNIT : { lo: -0.6, hi: 0.6 };
  return (u) => lipschitz(f, u, size);
}
const j0: Encloser = (u) => smooth(bessel(0)(u), neg(bessel(1)(u)), UNIT);
const j1: Encloser = (u) => {
  const slope = scaled(sub(bessel(0)(u), bessel(2)(u)), 0.5);
  return smooth(u.lo === 0 && u.hi === 0 ? ZERO : bessel(1)(u), slope, UNIT);
};

export function besselOf(n: number, u: Interval): Enclosure {
  if (n === 0) return j0(u);
  if (n === 1) return j1(u);
  if (!(n >= 2 && n <= 900 && Math.trunc(n) === n)) return unknown();
  const slope = scaled(sub(bessel(n - 1)(u), bessel(n + 1)(u)), 0.5);
  return smooth(bessel(n)(u), slope, UNIT);
}

/** Y_0 and Y_1: |Y_0'| = |Y_1|, which falls in size until its first zero at 2.19. */
const y0 = onPositive((u) => {
  const slope = neg(y1Of(u));
  const g =
    u.hi < 2.197
      ? rising(math.y0, u, ULPS)
      : lipschitz(
          math.y0,
          u,
          { lo: Math.min(-0.41, around(math.y0(u.lo), ULPS).lo), hi: 0.53 },
          magnitude(slope),
        );
  return smooth(g, slope, WHOLE);
});
function y1Of(u: Interval): Interval {
  // Y_1 rises up to 3.68.
  if (u.hi < 3.683) return rising(math.y1, u, ULPS);
  if (u.lo < 2.197) return { lo: around(math.y1(u.lo), ULPS).lo, hi: 0.42 };
  return lipschitz(math.y1, u, { lo: -0.42, hi: 0.42 });
}
const y1 = onPositive((u) => {
  const zero =
    u.hi < 2.197 ? rising(math.y0, u, ULPS) : u.lo > 0.89 ? { lo: -0.5, hi: 0.53 } : WHOLE;
  const slope = sub(zero, div(y1Of(u), u));
  return smooth(y1Of(u), u.hi < 3.683 ? within(slope, 0, INFINITY) : slope, WHOLE);
});

function even(f: (x: number) => number, u: Interval): Interval {
  const ends = [around(f(Math.abs(u.lo)), ULPS), around(f(Math.abs(u.hi)), ULPS)] as const;
  const both = hull(...ends);
  return holdsZero(u) ? { lo: 1, hi: both.hi } : { lo: Math.max(1, both.lo), hi: both.hi };
}
const i0: Encloser = (u) => {
  const g = u.lo === 0 && u.hi === 0 ? ONE : even(math.i0, u);
  const slope = u.lo === 0 && u.hi === 0 ? ZERO : rising(math.i1, u, ULPS);
  // (I_0 + I_2)/2 lies between half of I_0 and I_0.
  return smooth(g, slope, { lo: g.lo / 2, hi: g.hi });
};
const i1: Encloser = (u) => {
  const zero = even(math.i0, u);
  const g = u.lo === 0 && u.hi === 0 ? ZERO : rising(math.i1, u, ULPS);
  return smooth(g, { lo: zero.lo / 2, hi: zero.hi }, WHOLE);
};
const k0 = onPositive((u) => {
  const one = within(falling(math.k1, u, ULPS), 0, INFINITY);
  const zero = within(falling(math.k0, u, ULPS), 0, INFINITY);
  return smooth(zero, neg(one), add(zero, div(one, u)));
});
const k1 = onPositive((u) => {
  const one = within(falling(math.k1, u, ULPS), 0, INFINITY);
  const zero = within(falling(math.k0, u, ULPS), 0, INFINITY);
  return smooth(one, neg(add(zero, div(one, u))), ABOVE);
});

const zeta: Encloser = (u) => {
  if (u.lo <= 1 && u.hi >= 1) return unknown();
  if (u.lo > 1) {
    const slope = within(roomy(rising(zetaSlope, u, ULPS)), -INFINITY, 0);
    return smooth(within(falling(math.zeta, u, ULPS), 1, INFINITY), slope, ABOVE);
  }
  if (u.lo < -2) return unknown();
  return smooth(falling(math.zeta, u, ULPS), BELOW, WHOLE);
};

function elliptic(f: (m: number) => number, sign: 1 | -1): Encloser {
  return (u) => {
    if (u.lo > 1) return nowhere();
    if (u.hi >= 1) return unknown();
    const g = sign === 1 ? rising(f, u, ULPS) : falling(f, u, ULPS);
    return smooth(within(g, 0, INFINITY), sign === 1 ? ABOVE : BELOW, sign === 1 ? ABOVE : BELOW);
  };
}

function sinc(u: Interval): Interval {
  if (holdsZero(u)) return { lo: magnitude(u) < 3 ? 0 : -0.22, hi: 1 };
  const bounded = div(lipschitz(math.sin, u, UNIT), u);
  return within(bounded, -0.22, 1);
}
const si: Encloser = (u) =>
  smooth(
    u.lo === 0 && u.hi === 0
      ? ZERO
      : magnitude(u) < HALF_TURN
        ? rising(math.si, u, ULPS)
        : lipschitz(math.si, u, { lo: -1.852, hi: 1.852 }),
    sinc(u),
    UNIT,
  );
const ci = onPositive((u) => {
  const slope = div(lipschitz(math.cos, u, UNIT), u);
  const g =
    u.hi < 1.5707
      ? rising(math.ci, u, ULPS)
      : lipschitz(
          math.ci,
          u,
          { lo: Math.min(-0.2, around(math.ci(u.lo), ULPS).lo), hi: 0.473 },
          magnitude(slope),
        );
  return smooth(g, slope, WHOLE);
});

export const SPECIAL: ReadonlyMap<string, Encloser> = new Map<string, Encloser>([
  ["gamma", gamma],
  ["lgamma", lgamma],
  ["digamma", digamma],
  ["lambertw", lambertw],
  ["ei", ei],
  ["e1", e1],
  ["j0", j0],
  ["j1", j1],
  ["y0", y0],
  ["y1", y1],
  ["i0", i0],
  ["i1", i1],
  ["k0", k0],
  ["k1", k1],
  ["zeta", zeta],
  ["ellipk", elliptic(math.ellipk, 1)],
  ["ellipe", elliptic(math.ellipe, -1)],
  ["si", si],
  ["ci", ci],
]);

/** Functions of two arguments that are monotone in both: the sign of the slope by each. */
export interface Monotone {
  readonly f: (a: number, b: number) => number;
  /** Sign of the slope by the first and by the second argument. */
  readonly signs: readonly [1 | -1, 1 | -1];
  /** Where that holds. */
  readonly holds: (a: Interval, b: Interval) => boolean;
}

export const MONOTONE: ReadonlyMap<string, Monotone> = new Map<string, Monotone>([
  ["beta", { f: math.beta, signs: [-1, -1], holds: (a, b) => a.lo > 0 && b.lo > 0 }],
  [
    "gammainc",
    { f: math.gammainc, signs: [-1, 1], holds: (a, x) => a.lo > 0 && a.hi <= 1e6 && x.lo >= 0 },
  ],
  ["polylog", { f: math.polylog, signs: [-1, 1], holds: (_s, z) => z.lo >= 0 && z.hi < 1 }],
]);

export function monotone(
  { f, signs, holds }: Monotone,
  a: Interval,
  b: Interval,
): {
  readonly g: Interval;
  readonly slopeA: Interval;
  readonly slopeB: Interval;
  readonly domain: 1 | 2;
} {
  if (!holds(a, b)) return { g: WHOLE, slopeA: WHOLE, slopeB: WHOLE, domain: PARTLY };
  const [sa, sb] = signs;
  const low = around(f(sa > 0 ? a.lo : a.hi, sb > 0 ? b.lo : b.hi), ULPS).lo;
  const high = around(f(sa > 0 ? a.hi : a.lo, sb > 0 ? b.hi : b.lo), ULPS).hi;
  return {
    g: interval(low, high),
    slopeA: sa > 0 ? ABOVE : BELOW,
    slopeB: sb > 0 ? ABOVE : BELOW,
    domain: EVERYWHERE,
  };
}
