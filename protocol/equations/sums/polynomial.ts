/**
 * Polynomials in the names of an expression with exact rational coefficients: what cancels in them
 * cancels exactly, whatever the names stand for.
 */
import type { Expr } from "../reading/ast.js";
import { exactRational } from "../dimensions/rational.js";
import { binary, negative, number } from "../reading/expr.js";
import { printExpr } from "../reading/print.js";
import { namesOf } from "../reading/walk.js";

interface Term {
  readonly num: bigint;
  readonly den: bigint;
  /** Exponents of its factors by their text; none is 0. */
  readonly powers: ReadonlyMap<string, number>;
}

/** Terms by their factors; no term is 0. */
type Terms = ReadonlyMap<string, Term>;

const TERMS_MAX = 24;
const DEGREE_MAX = 6;
const PART_MAX = 9_007_199_254_740_991n;

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

function term(num: bigint, den: bigint, powers: ReadonlyMap<string, number>): Term {
  const common = gcd(num, den);
  return { num: num / common, den: den / common, powers };
}

function keyOf(powers: ReadonlyMap<string, number>): string {
  return [...powers]
    .filter(([, n]) => n !== 0)
    .map(([atom, n]) => `${atom}^${n}`)
    .sort()
    .join(" * ");
}

function add(a: Terms, b: Terms, sign: 1n | -1n): Terms {
  const sum = new Map(a);
  for (const [key, { num, den, powers }] of b) {
    const other = sum.get(key);
    const total =
      other === undefined
        ? term(sign * num, den, powers)
        : term(other.num * den + sign * num * other.den, other.den * den, powers);
    if (total.num === 0n) sum.delete(key);
    else sum.set(key, total);
  }
  return sum;
}

function multiply(a: Terms, b: Terms): Terms {
  let product: Terms = new Map();
  for (const p of a.values()) {
    for (const q of b.values()) {
      const powers = new Map(p.powers);
      for (const [atom, n] of q.powers) powers.set(atom, (powers.get(atom) ?? 0) + n);
      for (const [atom, n] of powers) if (n === 0) powers.delete(atom);
      product = add(
        product,
        new Map([[keyOf(powers), term(p.num * q.num, p.den * q.den, powers)]]),
        1n,
      );
    }
  }
  return product;
}

function inverse(terms: Terms): Terms | null {
  const [only] = terms.values();
  if (only === undefined || terms.size !== 1) return null;
  const powers = new Map([...only.powers].map(([atom, n]) => [atom, -n]));
  const sign = only.num < 0n ? -1n : 1n;
  return new Map([[keyOf(powers), { num: sign * only.den, den: sign * only.num, powers }]]);
}

function constant(num: bigint, den: bigint): Terms {
  return num === 0n ? new Map() : new Map([["", term(num, den, new Map())]]);
}

function decimal(text: string): Terms | null {
  const parts = /^(\d*)\.?(\d*)(?:[eE]([+-]?\d{1,2}))?$/.exec(text);
  if (parts === null || text.length > 24) return null;
  const [, whole = "", fraction = "", exponent = "0"] = parts;
  const shift = Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  return shift < 0
    ? constant(digits, 10n ** BigInt(-shift))
    : constant(digits * 10n ** BigInt(shift), 1n);
}

/**
 * Reads expressions as polynomials in one variable, whose coefficients are polynomials in all other
 * names.
 */
export class PolynomialReader {
  readonly #variable: string;
  /** What stands for the variable. */
  readonly #substitute: Terms | null;
  readonly #atoms = new Map<string, Expr>();

  /**
   * @param shift the variable stands for `shift.end` plus or minus itself; for itself where absent
   */
  constructor(variable: string, shift?: { readonly end: Expr; readonly sign: 1 | -1 }) {
    this.#variable = variable;
    const own: Terms = new Map([
      [keyOf(new Map([[variable, 1]])), term(1n, 1n, new Map([[variable, 1]]))],
    ]);
    this.#substitute = own;
    if (shift === undefined) return;
    const end = this.#terms(shift.end);
    this.#substitute = end === null ? null : add(end, own, shift.sign === 1 ? 1n : -1n);
  }

  /**
   * Coefficients by the power of the variable, none of them 0; null for what is no polynomial of
   * it.
   */
  read(expr: Expr): ReadonlyMap<number, Terms> | null {
    const terms = this.#terms(expr);
    if (terms === null) return null;
    const byPower = new Map<number, Map<string, Term>>();
    for (const { num, den, powers } of terms.values()) {
      const { [this.#variable]: n = 0, ...rest } = Object.fromEntries(powers);
      const others = new Map(Object.entries(rest));
      if (n < 0 || n > DEGREE_MAX || num > PART_MAX || num < -PART_MAX || den > PART_MAX)
        return null;
      const group = byPower.get(n) ?? new Map<string, Term>();
      byPower.set(n, group.set(keyOf(others), { num, den, powers: others }));
    }
    return byPower;
  }

  /** The coefficient as an expression that points at the text of `at`. */
  write(terms: Terms, at: Expr): Expr {
    return [...terms.keys()]
      .sort()
      .map((key) => this.#writeTerm(terms.get(key)!, at))
      .reduce((sum, part) => binary("+", sum, part));
  }

  #writeTerm({ num, den, powers }: Term, at: Expr): Expr {
    const size = num < 0n ? -num : num;
    const above: Expr[] = size === 1n ? [] : [number(Number(size), at)];
    const below: Expr[] = den === 1n ? [] : [number(Number(den), at)];
    for (const atom of [...powers.keys()].sort()) {
      const n = powers.get(atom)!;
      const base = this.#atoms.get(atom)!;
      const power = Math.abs(n) === 1 ? base : binary("^", base, number(Math.abs(n), at));
      (n > 0 ? above : below).push(power);
    }
    const product = (parts: readonly Expr[]): Expr =>
      parts.length === 0 ? number(1, at) : parts.reduce((a, b) => binary("*", a, b));
    const quotient =
      below.length === 0 ? product(above) : binary("/", product(above), product(below));
    return num < 0n ? negative(quotient) : quotient;
  }

  #terms(expr: Expr): Terms | null {
    const terms = this.#unbounded(expr);
    return terms === null || terms.size > TERMS_MAX ? null : terms;
  }

  #unbounded(expr: Expr): Terms | null {
    if (expr.type === "number") return decimal(expr.text);
    if (expr.type === "name" && expr.name === this.#variable) return this.#substitute;
    if (expr.type === "unary") {
      const arg = this.#terms(expr.arg);
      return arg === null || expr.op === "+" ? arg : add(new Map(), arg, -1n);
    }
    if (expr.type === "binary")
      return expr.op === "^"
        ? this.#power(expr.left, expr.right, expr)
        : this.#arithmetic(expr.op, expr.left, expr.right, expr);
    return this.#atom(expr);
  }

  #arithmetic(op: "+" | "-" | "*" | "/", left: Expr, right: Expr, expr: Expr): Terms | null {
    const [a, b] = [this.#terms(left), this.#terms(right)];
    if (a === null || b === null) return this.#atom(expr);
    if (op === "+" || op === "-") return add(a, b, op === "+" ? 1n : -1n);
    if (op === "*") return a.size * b.size > TERMS_MAX ? null : multiply(a, b);
    const below = inverse(b) ?? this.#inverseAtom(right);
    return below === null ? null : multiply(a, below);
  }

  #power(base: Expr, exponent: Expr, expr: Expr): Terms | null {
    const n = exactRational(exponent);
    const terms =
      n !== null && n.den === 1 && Math.abs(n.num) <= DEGREE_MAX ? this.#terms(base) : null;
    if (n === null || terms === null) return this.#atom(expr);
    const factor = n.num < 0 ? (inverse(terms) ?? this.#inverseAtom(base)) : terms;
    if (factor === null) return null;
    let product = constant(1n, 1n);
    for (let i = Math.abs(n.num); i > 0; i -= 1) {
      if (product.size * factor.size > TERMS_MAX) return null;
      product = multiply(product, factor);
    }
    return product;
  }

  #inverseAtom(expr: Expr): Terms | null {
    const atom = this.#atom(expr);
    return atom === null ? null : inverse(atom);
  }

  /** Anything the variable does not occur in counts as one factor. */
  #atom(expr: Expr): Terms | null {
    if (
      namesOf(expr).includes(this.#variable) ||
      (expr.type === "name" && expr.members !== undefined)
    )
      return null;
    const text = printExpr(expr);
    this.#atoms.set(text, expr);
    const powers = new Map([[text, 1]]);
    return new Map([[keyOf(powers), term(1n, 1n, powers)]]);
  }
}
