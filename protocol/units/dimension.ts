/**
 * Physical dimensions: seven rational exponents of kg m s A K mol cd, compared exactly. Products,
 * quotients and powers drop `angle`: only a unit that says `rad`, or an inverse trigonometric
 * function, makes a value an angle, and arithmetic on it does not keep that.
 */
import { ZERO, addRational, mulRational, ratio, subRational } from "./rational.js";
import type { Rational } from "./rational.js";

/** `angle` lies outside equality: it only lets a result show as rad. */
export interface Dimension {
  readonly exponents: readonly [
    Rational,
    Rational,
    Rational,
    Rational,
    Rational,
    Rational,
    Rational,
  ];
  readonly angle: number;
}

/** Beyond these no quantity of physics is known, and exact arithmetic stays in small integers. */
const EXPONENT_NUMERATOR_MAX = 60;
const EXPONENT_DENOMINATOR_MAX = 12;

/** Base units in the order of the exponents, which is also the order of printing. */
const BASE_UNITS = ["kg", "m", "s", "A", "K", "mol", "cd"] as const;

/** An exponent left the range in which dimensions are compared: say so, never round it. */
export class DimensionRangeError extends RangeError {
  override readonly name = "DimensionRangeError";
}

/**
 * A reduced fraction with positive denominator.
 * @throws DimensionRangeError unless both are integers, |num| <= 60 and den <= 12 after reduction.
 */
export function rational(num: number, den = 1): Rational {
  if (!Number.isSafeInteger(num) || !Number.isSafeInteger(den) || den === 0) {
    throw new DimensionRangeError(`An exponent must be a fraction of integers, not ${num}/${den}.`);
  }
  return inRange(ratio(num, den));
}

function inRange(reduced: Rational): Rational {
  if (Math.abs(reduced.num) > EXPONENT_NUMERATOR_MAX || reduced.den > EXPONENT_DENOMINATOR_MAX) {
    throw new DimensionRangeError(
      `The exponent ${formatRational(reduced)} is outside the range in which units are compared.`,
    );
  }
  return reduced;
}

function formatRational(r: Rational): string {
  return r.den === 1 ? String(r.num) : `${r.num}/${r.den}`;
}

type Exponents = Dimension["exponents"];

function mapExponents(f: (index: 0 | 1 | 2 | 3 | 4 | 5 | 6) => Rational): Exponents {
  return [f(0), f(1), f(2), f(3), f(4), f(5), f(6)];
}

export const dimensionless: Dimension = { exponents: mapExponents(() => ZERO), angle: 0 };

/** From integer exponents of kg m s A K mol cd; missing ones are 0. */
export function dimension(kg = 0, m = 0, s = 0, A = 0, K = 0, mol = 0, cd = 0): Dimension {
  const powers = [kg, m, s, A, K, mol, cd] as const;
  return { exponents: mapExponents((i) => rational(powers[i])), angle: 0 };
}

export function multiply(a: Dimension, b: Dimension): Dimension {
  return {
    exponents: mapExponents((i) => inRange(addRational(a.exponents[i], b.exponents[i]))),
    angle: 0,
  };
}

export function divide(a: Dimension, b: Dimension): Dimension {
  return {
    exponents: mapExponents((i) => inRange(subRational(a.exponents[i], b.exponents[i]))),
    angle: 0,
  };
}

/** @throws DimensionRangeError when an exponent leaves the range. */
export function power(d: Dimension, exponent: Rational): Dimension {
  return {
    exponents: mapExponents((i) => inRange(mulRational(d.exponents[i], exponent))),
    angle: 0,
  };
}

/** The same seven exponents; `angle` does not count. */
export function equals(a: Dimension, b: Dimension): boolean {
  if (a.exponents === b.exponents) return true;
  for (let i = 0; i < a.exponents.length; i += 1) {
    const [left, right] = [a.exponents[i]!, b.exponents[i]!];
    if (left.num !== right.num || left.den !== right.den) return false;
  }
  return true;
}

export function isDimensionless(d: Dimension): boolean {
  return d.exponents.every((e) => e.num === 0);
}

export function withAngle(d: Dimension, angle: number): Dimension {
  return { exponents: d.exponents, angle };
}

/** Equal dimensions have equal keys: for maps and canonical texts. */
export function dimensionKey(d: Dimension): string {
  let key = formatRational(d.exponents[0]);
  for (let i = 1; i < d.exponents.length; i += 1) key += `,${formatRational(d.exponents[i]!)}`;
  return key;
}

/** `x^(3/2)`, `x^-2`, `x`. */
export function formatPower(name: string, exponent: Rational): string {
  if (exponent.den !== 1) return `${name}^(${formatRational(exponent)})`;
  return exponent.num === 1 ? name : `${name}^${exponent.num}`;
}

/** Numerator and denominator factors with one `/`: `W/(m^2 K)`, `1/s`, `1`. */
export function formatQuotient(above: readonly string[], below: readonly string[]): string {
  const numerator = above.length === 0 ? "1" : above.join(" ");
  if (below.length === 0) return numerator;
  return `${numerator}/${below.length === 1 ? below[0]! : `(${below.join(" ")})`}`;
}

/**
 * Base units only, in the order kg m s A K mol cd. Used where two sides of a mismatch are compared.
 */
export function formatBase(d: Dimension): string {
  const above: string[] = [];
  const below: string[] = [];
  d.exponents.forEach((e, i) => {
    if (e.num > 0) above.push(formatPower(BASE_UNITS[i]!, e));
    if (e.num < 0) below.push(formatPower(BASE_UNITS[i]!, { num: -e.num, den: e.den }));
  });
  return formatQuotient(above, below);
}

/**
 * Names that say one thing only. Left out on purpose: N m (J), Hz and Bq (1/s), Gy and Sv
 * (m^2/s^2), J/kg and N/kg (m^2/s^2 and m/s^2 serve motion as well): only a record can choose
 * those.
 */
const NAMED: readonly (readonly [string, Dimension])[] = [
  ["N", dimension(1, 1, -2)],
  ["Pa", dimension(1, -1, -2)],
  ["J", dimension(1, 2, -2)],
  ["W", dimension(1, 2, -3)],
  ["C", dimension(0, 0, 1, 1)],
  ["V", dimension(1, 2, -3, -1)],
  ["F", dimension(-1, -2, 4, 2)],
  ["ohm", dimension(1, 2, -3, -2)],
  ["S", dimension(-1, -2, 3, 2)],
  ["Wb", dimension(1, 2, -2, -1)],
  ["T", dimension(1, 0, -2, -1)],
  ["H", dimension(1, 2, -2, -2)],
  ["N/m", dimension(1, 0, -2)],
  ["Pa/m", dimension(1, -2, -2)],
  ["Pa/K", dimension(1, -1, -2, 0, -1)],
  ["J/K", dimension(1, 2, -2, 0, -1)],
  ["J/mol", dimension(1, 2, -2, 0, 0, -1)],
  ["J/(kg K)", dimension(0, 2, -2, 0, -1)],
  ["J/(mol K)", dimension(1, 2, -2, 0, -1, -1)],
  ["W/K", dimension(1, 2, -3, 0, -1)],
  ["W/m^2", dimension(1, 0, -3)],
  ["W/(m K)", dimension(1, 1, -3, 0, -1)],
  ["W/(m^2 K)", dimension(1, 0, -3, 0, -1)],
  ["C/kg", dimension(-1, 0, 1, 1)],
  ["C/mol", dimension(0, 0, 1, 1, 0, -1)],
  ["C/m", dimension(0, -1, 1, 1)],
  ["C/m^2", dimension(0, -2, 1, 1)],
  ["C/m^3", dimension(0, -3, 1, 1)],
  ["V/m", dimension(1, 1, -3, -1)],
  ["V/K", dimension(1, 2, -3, -1, -1)],
  ["F/m", dimension(-1, -3, 4, 2)],
  ["H/m", dimension(1, 1, -2, -2)],
  ["S/m", dimension(-1, -3, 3, 2)],
  ["T/m", dimension(1, -1, -2, -1)],
];

const NAMED_BY_KEY: ReadonlyMap<string, string> = new Map(
  NAMED.map(([name, d]) => [dimensionKey(d), name]),
);

/**
 * The unit text of a result whose record declares none: an unambiguous name, else base units.
 * `1` when dimensionless; `rad` and `rad/s` only for a dimension that carries `angle` 1.
 */
export function formatDimension(d: Dimension): string {
  const named = NAMED_BY_KEY.get(dimensionKey(d));
  if (named !== undefined) return named;
  const base = formatBase(d);
  if (d.angle !== 1) return base;
  if (base === "1") return "rad";
  return base === "1/s" ? "rad/s" : base;
}
