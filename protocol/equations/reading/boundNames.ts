/**
 * Names bound by a sum or an integral get a name of their own (`t#1`), so that a definition written
 * into its term cannot be captured by it. Printing shows the letter typed. Several indices of one
 * sum become sums inside each other.
 */
import type { Evaluable, Expr, IntegralExpr, SeriesExpr } from "./ast.js";
import { shownName } from "./print.js";
import { readIndexed } from "./seriesNames.js";
import { find, mapChildren } from "./walk.js";

type Index = SeriesExpr["indices"][number];

class Renamer {
  #count = 0;
  readonly #sums = new Set<string>();

  rename(expr: Expr, scope: ReadonlyMap<string, string>): Expr {
    switch (expr.type) {
      case "name": {
        const name = scope.get(expr.name);
        if (name !== undefined) return { ...expr, name };
        const indexed = readIndexed(expr.name, this.#indices(scope));
        return indexed === null
          ? expr
          : {
              ...expr,
              members: {
                entries: [],
                letters: indexed.letters.map((letter) => scope.get(letter)!),
              },
            };
      }
      case "sum":
      case "product":
        return this.#series(expr, expr.indices, scope);
      case "integral":
        return this.#integral(expr, scope);
      default:
        return mapChildren(expr, (part) => this.rename(part, scope));
    }
  }

  /** Letters of the sums around: an integration variable is no subscript. */
  #indices(scope: ReadonlyMap<string, string>): ReadonlySet<string> {
    return new Set([...scope].filter(([, name]) => this.#sums.has(name)).map(([letter]) => letter));
  }

  #fresh(name: string): string {
    this.#count += 1;
    return `${name}#${this.#count}`;
  }

  #series(expr: SeriesExpr, indices: readonly Index[], scope: ReadonlyMap<string, string>): Expr {
    const [first, ...rest] = withPartner(expr, indices, scope);
    if (first === undefined) return this.rename(expr.body, scope);
    const limit = (bound: Expr | undefined): Expr | undefined =>
      bound === undefined ? undefined : this.rename(bound, scope);
    const [from, to] = [limit(first.from), limit(first.to)];
    const name = this.#fresh(first.name);
    this.#sums.add(name);
    const inner = new Map([...scope, [first.name, name]]);
    const index: Index = {
      name,
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      ...(first.relation === undefined
        ? {}
        : {
            relation: {
              ...first.relation,
              other: scope.get(first.relation.other) ?? first.relation.other,
            },
          }),
    };
    const body =
      rest.length === 0 ? this.rename(expr.body, inner) : this.#series(expr, rest, inner);
    return { type: expr.type, indices: [index], body, span: expr.span };
  }

  #integral(expr: IntegralExpr, scope: ReadonlyMap<string, string>): Expr {
    const { variable, from, to } = expr;
    const fresh = variable === null ? null : this.#fresh(variable);
    const inner =
      variable === null || fresh === null ? scope : new Map([...scope, [variable, fresh]]);
    return {
      ...expr,
      variable: fresh,
      body: this.rename(expr.body, inner),
      ...(from === undefined ? {} : { from: this.rename(from, scope) }),
      ...(to === undefined ? {} : { to: this.rename(to, scope) }),
    };
  }
}

/** `SUM_{i<j}` alone runs over both letters, if the other is an index of the term as well. */
function withPartner(
  expr: SeriesExpr,
  indices: readonly Index[],
  scope: ReadonlyMap<string, string>,
): readonly Index[] {
  const [first] = indices;
  const other = first?.relation?.other;
  if (first === undefined || other === undefined || scope.has(other)) return indices;
  if (!/^[i-n]$/.test(other) || !isSubscript(expr.body, other)) return indices;
  const listed = indices.findIndex((index) => index.name === other);
  const partner = listed < 0 ? { name: other } : indices[listed]!;
  const rest = indices.filter((_, i) => i !== listed);
  return [partner, ...rest];
}

function isSubscript(body: Expr, letter: string): boolean {
  return (
    find(
      body,
      (node) =>
        node.type === "name" &&
        node.name
          .split("_")
          .slice(1)
          .some((part) => part === letter || (/^[i-n]{2,3}$/.test(part) && part.includes(letter))),
    ) !== null
  );
}

/** The same form with every bound name unique; definitions are renamed as well. */
export function renameBound<F extends Evaluable>(form: F): F {
  const renamer = new Renamer();
  const rename = (expr: Expr): Expr => renamer.rename(expr, new Map());
  const definitions = form.definitions.map((definition) => ({
    ...definition,
    body: rename(definition.body),
  }));
  if (form.kind === "closed-form") return { ...form, definitions, expr: rename(form.expr) };
  if (form.kind === "implicit") {
    return { ...form, definitions, left: rename(form.left), right: rename(form.right) };
  }
  return {
    ...form,
    definitions,
    states: form.states.map((state) => ({ ...state, rate: rename(state.rate) })),
  };
}

/** The index letter as typed. */
export function letterOf(index: string): string {
  return shownName(index);
}
