/**
 * Which terms a sum has: the range of every index, and the members `x_1`, `x_2`, ... its names
 * stand for, settled from the inputs of one evaluation.
 */
import { INDEXED_INPUTS_MAX } from "../../limits.js";
import type { Expr, NameExpr, SeriesExpr } from "../reading/ast.js";
import { letterOf } from "../reading/boundNames.js";
import { closures } from "../evaluation/valueFunction.js";
import type { Lower } from "../evaluation/node.js";
import { EquationRefusal, refuse } from "../reading/refuse.js";
import { memberName, readIndexed } from "../reading/seriesNames.js";
import type { IndexedName } from "../reading/seriesNames.js";
import { related } from "../evaluation/seriesRelation.js";
import { childrenOf, mapChildren } from "../reading/walk.js";

/** Facts about the inputs while a shape is settled. */
export interface IndexSource {
  /** Indices of the members that are given; for a prototype, some. */
  present(indexed: IndexedName): readonly (readonly number[])[];
  /** A number that has no index; undefined when it is not given. */
  valueOf(name: string): number | undefined;
  /** For the ends of a range: they may hold any step. */
  readonly lower: Lower;
}

type Index = SeriesExpr["indices"][number];
type Env = ReadonlyMap<string, number>;
/** A name with an index: how it is cut, and which index each of its letters is. */
interface Use {
  readonly indexed: IndexedName;
  readonly indices: readonly string[];
}

const NO_ENV: Env = new Map();
const GAPS_SHOWN = 12;
const NO_SLOTS = new Float64Array(0);

function isSeries(expr: Expr): expr is SeriesExpr {
  return expr.type === "sum" || expr.type === "product";
}

/** Whether the terms of some sum depend on which inputs are given. */
export function dependsOnInputs(expr: Expr): boolean {
  return new Shape(expr, null).isOpen;
}

/** Names with an index, by their template: `y_i` and `y_j` are one family. */
export function familiesOf(expr: Expr): ReadonlyMap<string, IndexedName> {
  const families = new Map<string, IndexedName>();
  for (const { indexed } of new Shape(expr, null).uses.values()) {
    if (!families.has(templateOf(indexed))) families.set(templateOf(indexed), indexed);
  }
  return families;
}

export function templateOf(indexed: IndexedName): string {
  return indexed.parts
    .map((part) => (typeof part === "string" ? part : "#".repeat(part.length)))
    .join("_");
}

/**
 * The expression with every range written out and every indexed name given its members.
 * @throws EquationRefusal of kind `sum` for an index without a range, `budget` for too many inputs.
 */
export function settle(expr: Expr, source: IndexSource): Expr {
  return new Shape(expr, source).settled();
}

class Shape {
  readonly uses = new Map<NameExpr, Use>();
  isOpen = false;
  readonly #root: Expr;
  readonly #source: IndexSource | null;
  /** Where each index stands in a name. */
  readonly #places = new Map<string, { indexed: IndexedName; at: number }[]>();
  readonly #members = new Map<string, Map<string, readonly number[]>>();
  readonly #ranges = new Map<SeriesExpr, Index>();
  readonly #presence = new Map<string, readonly (readonly number[])[]>();

  constructor(root: Expr, source: IndexSource | null) {
    this.#root = root;
    this.#source = source;
    this.#collect(root, new Map());
  }

  settled(): Expr {
    this.#enumerate(this.#root, new Map());
    return this.#write(this.#root);
  }

  #collect(expr: Expr, scope: ReadonlyMap<string, string>): void {
    if (expr.type === "name") {
      const use = this.#useOf(expr, scope);
      if (use === null) return;
      this.isOpen = true;
      this.uses.set(expr, use);
      use.indices.forEach((index, at) => {
        const places = this.#places.get(index) ?? [];
        places.push({ indexed: use.indexed, at });
        this.#places.set(index, places);
      });
      return;
    }
    if (!isSeries(expr)) {
      for (const part of childrenOf(expr)) this.#collect(part, scope);
      return;
    }
    const [index] = expr.indices;
    if (index?.to === undefined || index.relation !== undefined) this.isOpen = true;
    for (const limit of [index?.from, index?.to])
      if (limit !== undefined) this.#collect(limit, scope);
    this.#collect(expr.body, new Map([...scope, [letterOf(index!.name), index!.name]]));
  }

  #useOf(expr: NameExpr, scope: ReadonlyMap<string, string>): Use | null {
    const own = expr.members?.letters;
    const letters = own === undefined ? new Set(scope.keys()) : new Set(own.map(letterOf));
    const indexed = readIndexed(expr.name, letters);
    if (indexed === null) return null;
    return { indexed, indices: own ?? indexed.letters.map((letter) => scope.get(letter)!) };
  }

  #present(indexed: IndexedName): readonly (readonly number[])[] {
    const template = templateOf(indexed);
    const known = this.#presence.get(template) ?? this.#source!.present(indexed);
    this.#presence.set(template, known);
    return known;
  }

  /** Runs through the index values, noting the members each name needs. */
  #enumerate(expr: Expr, env: Env): void {
    if (expr.type === "name") {
      const use = this.uses.get(expr);
      if (use !== undefined) this.#note(use, env);
      return;
    }
    if (!isSeries(expr)) {
      for (const part of childrenOf(expr)) this.#enumerate(part, env);
      return;
    }
    const index = this.#rangeOf(expr);
    for (const limit of [index.from!, index.to!]) this.#enumerate(limit, env);
    if (!this.#holdsUse(expr.body)) return;
    const from = this.#numberOf(index.from!, env) ?? 1;
    const to = this.#numberOf(index.to!, env) ?? this.#highest(expr);
    if (to - from >= INDEXED_INPUTS_MAX) tooMany(expr);
    const holdsAt = this.#filterOf(index, env);
    for (let k = Math.ceil(from); k <= to; k += 1) {
      if (holdsAt(k)) this.#enumerate(expr.body, new Map([...env, [index.name, k]]));
    }
  }

  #holdsUse(expr: Expr): boolean {
    if (expr.type === "name") return this.uses.has(expr);
    return childrenOf(expr).some((part) => this.#holdsUse(part));
  }

  #note({ indexed, indices }: Use, env: Env): void {
    const template = templateOf(indexed);
    const found = this.#members.get(template) ?? new Map<string, readonly number[]>();
    this.#members.set(template, found);
    const at = indices.map((index) => env.get(index)!);
    found.set(at.join(","), at);
    if (found.size > INDEXED_INPUTS_MAX) tooMany(this.#root);
  }

  #filterOf(index: Index, env: Env): (k: number) => boolean {
    const { relation } = index;
    const only = index.only === undefined ? null : new Set(index.only);
    const isThere = (k: number): boolean => only === null || only.has(k);
    if (relation === undefined) return isThere;
    const other =
      env.get(relation.other) ?? numberIn(relation.other) ?? this.#source!.valueOf(relation.other);
    return other === undefined ? isThere : (k) => isThere(k) && related(relation.op, k, other);
  }

  /** The index with both ends: those typed, or those of the inputs that are there. */
  #rangeOf(expr: SeriesExpr): Index {
    const known = this.#ranges.get(expr);
    if (known !== undefined) return known;
    const [index] = expr.indices;
    if (index === undefined) return refuse("sum", "This sum has no index.", expr);
    const literal = (value: number): Expr => ({
      type: "number",
      value,
      text: String(value),
      span: expr.span,
    });
    const numbers = this.#numbersAt(index.name);
    const lowest = numbers.length === 0 ? 1 : Math.min(...numbers);
    const highest = Math.max(lowest, ...numbers);
    if (index.from !== undefined && index.to === undefined && index.from.type !== "number") {
      refuse(
        "sum",
        `This sums over a set, not over a range of numbers: write ` +
          `SUM_{${letterOf(index.name)}=1..n}.`,
        expr,
      );
    }
    if (index.to === undefined && !this.#places.has(index.name)) {
      refuse(
        "sum",
        `The index ${letterOf(index.name)} has no range and no name with that index ` +
          `stands in the term: write ${letterOf(index.name)}=1..n.`,
        expr,
      );
    }
    // Where the range is that of the inputs, an index that none of them has is no term.
    const start = index.from?.type === "number" ? index.from.value : lowest;
    const given = numbers.filter((k) => k >= start).sort((a, b) => a - b);
    const hasGaps = index.to === undefined && given.length > 0 && given.length <= highest - start;
    const range: Index = {
      ...index,
      from: index.from ?? literal(index.to === undefined ? lowest : 1),
      to: index.to ?? literal(highest),
      ...(hasGaps ? { only: given } : {}),
    };
    this.#ranges.set(expr, range);
    return range;
  }

  #numbersAt(index: string): readonly number[] {
    const numbers = new Set<number>();
    for (const { indexed, at } of this.#places.get(index) ?? []) {
      for (const tuple of this.#present(indexed)) numbers.add(tuple[at]!);
    }
    if (Math.max(0, ...numbers) >= INDEXED_INPUTS_MAX) tooMany(this.#root);
    return [...numbers];
  }

  #highest(expr: SeriesExpr): number {
    return Math.max(1, ...this.#numbersAt(expr.indices[0]!.name));
  }

  #numberOf(expr: Expr, env: Env): number | undefined {
    const source = this.#source!;
    return numberWith(expr, source.lower, (name) => env.get(name) ?? source.valueOf(name));
  }

  #write(expr: Expr): Expr {
    if (expr.type === "name") {
      const use = this.uses.get(expr);
      if (use === undefined) return expr;
      const members = [...(this.#members.get(templateOf(use.indexed))?.values() ?? [])].sort(
        byIndex,
      );
      const entries = members.map((at) => ({ at, name: memberName(use.indexed, at) }));
      return { ...expr, members: { letters: use.indices, entries } };
    }
    if (!isSeries(expr)) return mapChildren(expr, (part) => this.#write(part));
    const index = this.#rangeOf(expr);
    const [from, to] = [index.from!, index.to!].map((end) => this.#numberOf(end, NO_ENV));
    const written: Index = {
      ...index,
      from: this.#write(index.from!),
      to: this.#write(index.to!),
      ...(from === undefined || to === undefined ? {} : { ends: [from, to] }),
    };
    return { ...expr, indices: [written], body: this.#write(expr.body) };
  }
}

/** The sentence about sums that leave out index values between those that are given. */
export function gapsOf(expr: Expr): readonly string[] {
  const inside = childrenOf(expr).flatMap(gapsOf);
  if (!isSeries(expr)) return inside;
  const [index] = expr.indices;
  if (index?.only === undefined) return inside;
  const shown = index.only.slice(0, GAPS_SHOWN).join(", ");
  const rest = index.only.length > GAPS_SHOWN ? ", ..." : "";
  return [`The index ${letterOf(index.name)} ran over what is given: ${shown}${rest}.`, ...inside];
}

/** @returns undefined when a name has no value. */
function numberWith(
  expr: Expr,
  lower: Lower,
  valueOf: (name: string) => number | undefined,
): number | undefined {
  try {
    const node = lower(expr, (name) => {
      const value = valueOf(name);
      if (value === undefined) return refuse("sum", name, expr);
      return { kind: "constant", value, constant: null, exact: true };
    });
    const value = closures(node)(NO_SLOTS);
    return value === value ? value : undefined;
  } catch (error) {
    if (error instanceof EquationRefusal) return undefined;
    throw error;
  }
}

function numberIn(text: string): number | undefined {
  return /^[0-9]/.test(text) ? Number(text) : undefined;
}

function byIndex(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return 0;
}

function tooMany(expr: Expr): never {
  return refuse("budget", `A sum takes at most ${INDEXED_INPUTS_MAX} numbered inputs.`, expr);
}
