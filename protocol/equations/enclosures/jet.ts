/** Value, slope and curvature of a function on an interval, each enclosed. */
import { add, div, mul, neg, ONE, scaled, square, sub, WHOLE, ZERO } from "./interval.js";
import type { Interval } from "./interval.js";

export interface Jet {
  readonly v: Interval;
  readonly d: Interval;
  readonly c: Interval;
}

export function constantJet(v: Interval): Jet {
  return { v, d: ZERO, c: ZERO };
}

export function variableJet(v: Interval): Jet {
  return { v, d: ONE, c: ZERO };
}

export const UNKNOWN: Jet = Object.freeze({ v: WHOLE, d: WHOLE, c: WHOLE });

export function isFlat({ d, c }: Jet): boolean {
  return d.lo === 0 && d.hi === 0 && c.lo === 0 && c.hi === 0;
}

export function negJet({ v, d, c }: Jet): Jet {
  return { v: neg(v), d: neg(d), c: neg(c) };
}

export function addJets(a: Jet, b: Jet): Jet {
  return { v: add(a.v, b.v), d: add(a.d, b.d), c: add(a.c, b.c) };
}

export function subJets(a: Jet, b: Jet): Jet {
  return { v: sub(a.v, b.v), d: sub(a.d, b.d), c: sub(a.c, b.c) };
}

export function mulJets(a: Jet, b: Jet): Jet {
  return {
    v: mul(a.v, b.v),
    d: add(mul(a.d, b.v), mul(a.v, b.d)),
    c: add(add(mul(a.c, b.v), scaled(mul(a.d, b.d), 2)), mul(a.v, b.c)),
  };
}

export function squareJet(a: Jet): Jet {
  return {
    v: square(a.v),
    d: scaled(mul(a.v, a.d), 2),
    c: scaled(add(square(a.d), mul(a.v, a.c)), 2),
  };
}

export function divJets(a: Jet, b: Jet): Jet {
  const v = div(a.v, b.v);
  if (isFlat(b)) return { v, d: div(a.d, b.v), c: div(a.c, b.v) };
  // (a/b)' = (a' - (a/b) b')/b, and the same once more.
  const d = div(sub(a.d, mul(v, b.d)), b.v);
  const c = div(sub(sub(a.c, scaled(mul(d, b.d), 2)), mul(v, b.c)), b.v);
  return { v, d, c };
}

/** g(u) from enclosures of g, g' and g'' on the range of u. */
export function chain(u: Jet, g: Interval, slope: Interval, curvature: Interval): Jet {
  if (isFlat(u)) return constantJet(g);
  // sqrt(x^2) at 0: a slope without bound of something that stands still may be anything.
  if (u.d.lo === 0 && u.d.hi === 0 && !(slope.hi - slope.lo < Infinity))
    return { v: g, d: WHOLE, c: WHOLE };
  return {
    v: g,
    d: mul(slope, u.d),
    c: add(mul(curvature, square(u.d)), mul(slope, u.c)),
  };
}
