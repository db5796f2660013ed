/**
 * Sums of products: what an expression is multiplied out to, with equal products together, and back
 * to a tree.
 */
import type { Node } from "../evaluation/node.js";
import type { Expr } from "../reading/ast.js";
import { over, power, times, toDouble, ZERO, type Rational } from "./rational.js";
import { whole } from "./trees.js";

/** Coefficients of the powers of the unknown, from the constant one upwards. */
export type Coefficients = readonly Rational[];

/** A sum with more terms is left as it was typed. */
export const TERMS_MAX = 64;
const DEGREE_MAX = 200;

export interface Atom {
  readonly node: Node;
  readonly n: number;
}

/** What holds no unknown and is no rational number, as pi, is an atom, too. */
export interface Term {
  readonly exact: Rational;
  /** By key; no power is 0. */
  readonly atoms: ReadonlyMap<number, Atom>;
}

/** Terms whose atoms that hold the unknown are the same; the rest of each is its part. */
export interface Group {
  readonly atoms: ReadonlyMap<number, Atom>;
  readonly parts: readonly Term[];
}

export function negative(term: Term): Term {
  return { ...term, exact: { n: -term.exact.n, d: term.exact.d } };
}

export function multiplied(a: Term, b: Term): Term | null {
  const exact = times(a.exact, b.exact);
  if (exact === null) return null;
  const atoms = new Map(a.atoms);
  for (const [key, atom] of b.atoms) {
    const n = atom.n + (atoms.get(key)?.n ?? 0);
    if (Math.abs(n) > DEGREE_MAX) return null;
    if (n === 0) atoms.delete(key);
    else atoms.set(key, { ...atom, n });
  }
  return { exact, atoms };
}

export function poweredTerm(term: Term, n: number): readonly Term[] | null {
  const exact = power(term.exact, n);
  const atoms = [...term.atoms].map(([key, atom]) => [key, { ...atom, n: atom.n * n }] as const);
  return exact === null || atoms.some(([, atom]) => Math.abs(atom.n) > DEGREE_MAX)
    ? null
    : [{ exact, atoms: new Map(atoms) }];
}

/** Divided by the largest coefficient: what scales both sides is gone. */
export function scaled(terms: readonly Term[]): readonly Term[] {
  let unit = terms[0]!.exact;
  for (const { exact } of terms) {
    const [a, b] = [exact.n * unit.d, unit.n * exact.d];
    if (a * a > b * b) unit = exact;
  }
  const found: Term[] = [];
  for (const { exact, atoms } of terms) {
    const part = over(exact, unit);
    if (part === null) return terms;
    found.push({ exact: part, atoms });
  }
  return found;
}

/** The powers that all terms share; a negative one is a divisor. */
export function drawnOut(terms: readonly Term[]): {
  readonly shared: readonly Atom[];
  readonly rest: readonly Term[];
} {
  const least = new Map<number, Atom>();
  for (const { atoms } of terms)
    for (const [key, atom] of atoms) {
      const known = least.get(key);
      if (known === undefined || atom.n < known.n) least.set(key, atom);
    }
  for (const [key, atom] of least) {
    const isEverywhere = terms.every(({ atoms }) => atoms.has(key));
    if (!isEverywhere && atom.n > 0) least.delete(key);
  }
  const rest = terms.map((term) => {
    const atoms = new Map(term.atoms);
    for (const [key, { node, n }] of least) {
      const left = (atoms.get(key)?.n ?? 0) - n;
      if (left === 0) atoms.delete(key);
      else atoms.set(key, { node, n: left });
    }
    return { ...term, atoms };
  });
  return { shared: [...least.values()], rest };
}

/** As a polynomial of the one atom there is; null where a coefficient is no rational number. */
export function coefficientsOf(groups: readonly Group[]): Coefficients | null {
  const found: Rational[] = [];
  for (const { atoms, parts } of groups) {
    const [part, another] = parts;
    if (part === undefined || another !== undefined || part.atoms.size > 0) return null;
    const n = [...atoms.values()][0]?.n ?? 0;
    while (found.length <= n) found.push(ZERO);
    found[n] = part.exact;
  }
  return found;
}

/** Null where a coefficient is beyond the doubles. */
export function written(groups: readonly Group[], expr: Expr): Node | null {
  return summed(
    groups.map(({ atoms, parts }) => {
      const own = constantOf(parts, expr);
      if (own === null) return null;
      const isOne = own.op === "constant" && own.exact && own.value === 1;
      return multipliedOut(isOne && atoms.size > 0 ? null : own, atoms, expr);
    }),
    expr,
  );
}

/** The sum of some terms without the unknown. */
export function constantOf(parts: readonly Term[], expr: Expr): Node | null {
  if (parts.length === 0) return whole(0, expr);
  return summed(
    parts.map(({ exact, atoms }) => {
      const number = toDouble(exact);
      if (number === null) return null;
      const isOne = number.isExact && number.value === 1 && atoms.size > 0;
      const own: Node = { ...whole(number.value, expr), exact: number.isExact };
      return multipliedOut(isOne ? null : own, atoms, expr);
    }),
    expr,
  );
}

function summed(found: readonly (Node | null)[], expr: Expr): Node | null {
  const [first, ...others] = found;
  if (first === undefined || found.includes(null)) return null;
  return others.reduce<Node | null>(
    (a, b) => (a === null || b === null ? null : { op: "add", a, b, expr }),
    first,
  );
}

function multipliedOut(own: Node | null, atoms: ReadonlyMap<number, Atom>, expr: Expr): Node {
  const factors = [...atoms.values()].map(({ node, n }): Node =>
    n === 1 ? node : { op: "powi", a: node, n, expr },
  );
  const [first, ...others] = own === null ? factors : [own, ...factors];
  return others.reduce<Node>((a, b) => ({ op: "mul", a, b, expr }), first!);
}
