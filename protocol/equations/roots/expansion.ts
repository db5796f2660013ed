/** Expressions multiplied out to terms; divisors are negative powers. */
import type { Node } from "../evaluation/node.js";
import type { KnownParts } from "./knownParts.js";
import { negated, ONE, over, plus, ZERO } from "./rational.js";
import {
  multiplied,
  negative,
  poweredTerm,
  TERMS_MAX,
  type Atom,
  type Group,
  type Term,
} from "./terms.js";
import { called, isSum } from "./trees.js";

/** A sum is not raised to a higher power. */
export const POWER_MAX = 12;

export class Expansion {
  readonly #known: KnownParts;

  constructor(known: KnownParts) {
    this.#known = known;
  }

  /** Null where it would have too many terms. */
  expand(node: Node): readonly Term[] | null {
    const exact = this.#known.holds(node) ? null : this.#known.exactOf(node);
    if (exact !== null) return [{ exact, atoms: new Map() }];
    switch (node.op) {
      case "neg":
        return this.expand(node.a)?.map(negative) ?? null;
      case "add":
      case "sub": {
        const [a, b] = [this.expand(node.a), this.expand(node.b)];
        if (a === null || b === null || a.length + b.length > TERMS_MAX) return null;
        return [...a, ...(node.op === "add" ? b : b.map(negative))];
      }
      case "mul":
        return this.product(this.expand(node.a), this.expand(node.b));
      case "div":
        return this.product(this.expand(node.a), this.#inverse(node.b));
      case "powi":
        return this.#raised(node.a, node.n, node);
      case "call1":
        if (node.rule.name === "tan") return this.#tangent(node);
        return (node.rule.name === "abs" ? this.#magnitude(node.a) : null) ?? this.#atom(node, 1);
      default:
        return this.#atom(node, 1);
    }
  }

  /** With the divisors that were cleared written out; null where there are none. */
  opened(terms: readonly Term[]): readonly Term[] | null {
    let any = false;
    let found: readonly Term[] | null = [];
    for (const { exact, atoms } of terms) {
      let parts: readonly Term[] | null = [
        { exact, atoms: new Map([...atoms].filter(([, { node, n }]) => !isSum(node) || n < 0)) },
      ];
      for (const { node, n } of atoms.values()) {
        if (!isSum(node) || n < 0) continue;
        any = true;
        parts = this.product(parts, this.#raised(node, n, node));
      }
      if (parts === null || found === null || found.length + parts.length > TERMS_MAX) return null;
      found = [...found, ...parts];
    }
    return any ? found : null;
  }

  #atom(node: Node, n: number): readonly Term[] {
    return [{ exact: ONE, atoms: new Map([[this.#known.keyOf(node), { node, n }]]) }];
  }

  /** With its poles in a divisor, which is cleared. */
  #tangent({ a }: Node & { op: "call1" }): readonly Term[] | null {
    return this.product(this.#atom(called("sin", a), 1), this.#atom(called("cos", a), -1));
  }

  /** |a b/c| = |a| |b|/|c|: so what is divided by is cleared. Null for a sum, and for one factor. */
  #magnitude(a: Node): readonly Term[] | null {
    const terms = this.expand(a);
    const merged = terms === null ? null : this.merge(terms);
    const [only, another] = merged ?? [];
    if (only === undefined || another !== undefined) return null;
    const all = [...only.atoms.values()];
    if (all.length === 1 && all[0]!.n === 1) return null;
    const exact = only.exact.n < 0n ? negated(only.exact) : only.exact;
    if (exact === null) return null;
    let found: readonly Term[] | null = [{ exact, atoms: new Map() }];
    for (const { node, n } of all)
      found = this.product(found, this.#atom(n % 2 === 0 ? node : called("abs", node), n));
    return found;
  }

  product(a: readonly Term[] | null, b: readonly Term[] | null): readonly Term[] | null {
    if (a === null || b === null || a.length * b.length > TERMS_MAX) return null;
    const found = a.flatMap((x) => b.map((y) => multiplied(x, y)));
    return found.every((term) => term !== null) ? found : null;
  }

  #inverse(node: Node): readonly Term[] | null {
    const terms = this.expand(node);
    const merged = terms === null ? null : this.merge(terms);
    const [only, another] = merged ?? [];
    if (only === undefined || another !== undefined) return this.#atom(node, -1);
    const inverse = over(ONE, only.exact);
    if (inverse === null) return this.#atom(node, -1);
    const atoms = [...only.atoms].map(([key, atom]) => [key, { ...atom, n: -atom.n }] as const);
    return [{ exact: inverse, atoms: new Map(atoms) }];
  }

  #raised(base: Node, n: number, node: Node): readonly Term[] | null {
    if (n === 0) return this.#atom(node, 1);
    const terms = n < 0 ? this.#inverse(base) : this.expand(base);
    const size = Math.abs(n);
    if (terms === null) return this.#atom(base, n);
    if (terms.length > 1 && size > POWER_MAX) return this.#atom(base, n);
    const [only, another] = terms;
    if (only !== undefined && another === undefined) return poweredTerm(only, size);
    let found: readonly Term[] | null = terms;
    for (let i = 1; i < size && found !== null; i += 1) {
      const next: readonly Term[] | null = this.product(found, terms);
      found = next === null ? null : this.merge(next);
    }
    return found ?? this.#atom(base, n);
  }

  /** Terms with the same atoms together; those that cancel are gone. */
  merge(terms: readonly Term[]): readonly Term[] | null {
    const byAtoms = new Map<string, Term>();
    for (const term of terms) {
      const key = [...term.atoms]
        .map(([atom, { n }]) => `${atom}^${n}`)
        .sort()
        .join(" ");
      const exact = plus(byAtoms.get(key)?.exact ?? ZERO, term.exact);
      if (exact === null) return null;
      byAtoms.set(key, { ...term, exact });
    }
    return [...byAtoms.values()].filter(({ exact }) => exact.n !== 0n);
  }

  grouped(terms: readonly Term[]): readonly Group[] {
    const groups = new Map<string, { atoms: Map<number, Atom>; parts: Term[] }>();
    for (const { exact, atoms } of terms) {
      const own = new Map([...atoms].filter(([, { node }]) => this.#known.holds(node)));
      const rest = new Map([...atoms].filter(([, { node }]) => !this.#known.holds(node)));
      const key = [...own]
        .map(([atom, { n }]) => `${atom}^${n}`)
        .sort()
        .join(" ");
      const group = groups.get(key) ?? { atoms: own, parts: [] };
      groups.set(key, group);
      group.parts.push({ exact, atoms: rest });
    }
    return [...groups.values()];
  }
}
