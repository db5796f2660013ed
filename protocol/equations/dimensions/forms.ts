/**
 * Dimensions with unknowns: seven known exponents plus rational multiples of the dimensions of
 * unknown symbols. Agreement of two such forms is a linear equation over the rationals; the system
 * is kept solved (Gaussian elimination).
 */
import type { Dimension } from "../../units/dimension.js";
import { DimensionRangeError, rational } from "../../units/dimension.js";
import {
  ONE,
  ZERO,
  addRational,
  divRational,
  isZero,
  mulRational,
  subRational,
} from "../../units/rational.js";
import type { Rational } from "../../units/rational.js";

const BASES = 7;

export interface Form {
  readonly base: readonly Rational[];
  /** Unknown -> exponent, none zero. */
  readonly unknowns: ReadonlyMap<string, Rational>;
}

const NO_UNKNOWNS: ReadonlyMap<string, Rational> = new Map();

export const NUMBER: Form = {
  base: Array.from({ length: BASES }, () => ZERO),
  unknowns: NO_UNKNOWNS,
};

export function formOf(dimension: Dimension): Form {
  return { base: dimension.exponents, unknowns: NO_UNKNOWNS };
}

export function unknownForm(name: string): Form {
  return { base: NUMBER.base, unknowns: new Map([[name, ONE]]) };
}

function combine(a: Form, b: Form, op: (x: Rational, y: Rational) => Rational): Form {
  const unknowns = new Map<string, Rational>();
  for (const name of new Set([...a.unknowns.keys(), ...b.unknowns.keys()])) {
    const value = op(a.unknowns.get(name) ?? ZERO, b.unknowns.get(name) ?? ZERO);
    if (!isZero(value)) unknowns.set(name, value);
  }
  return { base: a.base.map((x, i) => op(x, b.base[i]!)), unknowns };
}

export function timesForm(a: Form, b: Form): Form {
  return combine(a, b, addRational);
}

export function overForm(a: Form, b: Form): Form {
  return combine(a, b, subRational);
}

export function powerForm(a: Form, n: Rational): Form {
  const unknowns = new Map<string, Rational>();
  if (!isZero(n)) for (const [name, value] of a.unknowns) unknowns.set(name, mulRational(value, n));
  return { base: a.base.map((x) => mulRational(x, n)), unknowns };
}

export function isKnown(form: Form): boolean {
  return form.unknowns.size === 0;
}

export function isNumber(form: Form): boolean {
  return isKnown(form) && form.base.every(isZero);
}

/** Null when an exponent leaves the range of real units. */
export function dimensionOfForm(form: Form, angle: number): Dimension | null {
  try {
    const at = (i: number): Rational => rational(form.base[i]!.num, form.base[i]!.den);
    return { exponents: [at(0), at(1), at(2), at(3), at(4), at(5), at(6)], angle };
  } catch (error) {
    if (error instanceof DimensionRangeError) return null;
    throw error;
  }
}

export class System {
  /** Unknown -> the form it equals, in unknowns that are themselves free. */
  readonly #solved = new Map<string, Form>();

  /** The form with every solved unknown replaced. */
  reduce(form: Form): Form {
    let result: Form = { base: form.base, unknowns: NO_UNKNOWNS };
    for (const [name, exponent] of form.unknowns) {
      const value = this.#solved.get(name) ?? unknownForm(name);
      result = timesForm(result, powerForm(value, exponent));
    }
    return result;
  }

  /** Demands that `form` is dimensionless. @returns false when it cannot be. */
  demand(form: Form): boolean {
    const reduced = this.reduce(form);
    const [first] = reduced.unknowns;
    if (first === undefined) return isNumber(reduced);
    const [name, exponent] = first;
    const others = overForm(reduced, powerForm(unknownForm(name), exponent));
    const value = powerForm(others, divRational({ num: -1, den: 1 }, exponent));
    for (const [known, form] of this.#solved) {
      const share = form.unknowns.get(name);
      if (share === undefined) continue;
      this.#solved.set(
        known,
        timesForm(overForm(form, powerForm(unknownForm(name), share)), powerForm(value, share)),
      );
    }
    this.#solved.set(name, value);
    return true;
  }
}
