/**
 * Inner products and expectation values in a finite basis, written out over the amplitudes
 * `psi_1`, `psi_2`, ... and the matrix elements `O_11`, `O_12`, ... that are given. Complex numbers
 * come as `psi_1_re` and `psi_1_im`; the bra is conjugated. A value that is not real is no answer.
 */
import { BRAKET_STATES_MAX } from "../../limits.js";
import type { BraketExpr, Expr, Span } from "../reading/ast.js";
import { binary, call, negative } from "../reading/expr.js";
import { refuse } from "../reading/refuse.js";
import { memberName } from "../reading/seriesNames.js";
import type { IndexedName } from "../reading/seriesNames.js";
import type { IndexSource } from "./shape.js";
import { childrenOf, mapChildren } from "../reading/walk.js";

/** A real and an imaginary part; null stands for zero. */
interface Complex {
  readonly re: Expr | null;
  readonly im: Expr | null;
}
type Parts = "" | "re" | "im";

function vector(label: string, part: Parts): IndexedName {
  const parts = part === "" ? [label, ["i"]] : [label, ["i"], part];
  return { name: part === "" ? `${label}_i` : `${label}_i_${part}`, parts, letters: ["i"] };
}

function matrix(label: string, part: Parts): IndexedName {
  const parts = part === "" ? [label, ["i", "j"]] : [label, ["i", "j"], part];
  return { name: part === "" ? `${label}_ij` : `${label}_ij_${part}`, parts, letters: ["i", "j"] };
}

const ALL_PARTS: readonly Parts[] = ["", "re", "im"];

/** Names of the amplitudes and elements a bra-ket is made of. */
export function braketFamilies(expr: Expr): IndexedName[] {
  if (expr.type !== "braket") return childrenOf(expr).flatMap(braketFamilies);
  const states = [...new Set([expr.bra, expr.ket])].filter((label) => label !== undefined);
  return [
    ...states.flatMap((label) => ALL_PARTS.map((part) => vector(label, part))),
    ...(expr.operator === undefined ? [] : ALL_PARTS.map((part) => matrix(expr.operator!, part))),
  ];
}

/** Labels of states: their amplitudes are numbers, and their norm should be 1. */
export function stateLabels(expr: Expr): string[] {
  if (expr.type !== "braket") return childrenOf(expr).flatMap(stateLabels);
  return [...new Set([expr.bra, expr.ket])].filter((label) => label !== undefined);
}

/**
 * @param imaginary gets the imaginary parts that must vanish for the value to be real
 * @throws EquationRefusal of kind `budget`
 */
export function writeOut(expr: Expr, source: IndexSource, imaginary: Expr[]): Expr {
  if (expr.type === "braket") {
    const { re, im } = new Expansion(expr, source).value();
    if (im !== null) imaginary.push(im);
    return re ?? zero(expr.span);
  }
  const modulus = modulusOf(expr);
  if (modulus !== null) {
    const { re, im } = new Expansion(modulus.of, source).value();
    const parts = [re, im].filter((part) => part !== null);
    const [only] = parts;
    if (only === undefined) return zero(expr.span);
    if (modulus.squared) {
      return parts
        .map((part) => binary("*", part, part))
        .reduce((sum, part) => binary("+", sum, part));
    }
    if (parts.length === 1) return call("abs", only);
    return { type: "call", fn: "hypot", args: parts, span: expr.span };
  }
  return mapChildren(expr, (part) => writeOut(part, source, imaginary));
}

/** `|<phi|psi>|` or its square: real whatever the amplitudes are. */
function modulusOf(expr: Expr): { of: BraketExpr; squared: boolean } | null {
  if (
    expr.type === "binary" &&
    expr.op === "^" &&
    expr.right.type === "number" &&
    expr.right.value === 2
  ) {
    const inner = modulusOf(expr.left);
    return inner === null || inner.squared ? null : { ...inner, squared: true };
  }
  const [arg] = expr.type === "call" && expr.fn === "abs" ? expr.args : [];
  return arg?.type === "braket" ? { of: arg, squared: false } : null;
}

class Expansion {
  readonly #expr: BraketExpr;
  readonly #source: IndexSource;
  readonly #given = new Map<string, ReadonlySet<string>>();
  readonly #indices: readonly number[];

  constructor(expr: BraketExpr, source: IndexSource) {
    this.#expr = expr;
    this.#source = source;
    const all = braketFamilies(expr).flatMap((family) => this.#present(family));
    const numbers = all.flat();
    const first = numbers.includes(0) ? 0 : 1;
    const last = Math.max(first, ...numbers);
    if (last - first >= BRAKET_STATES_MAX) {
      refuse("budget", `A bra-ket takes at most ${BRAKET_STATES_MAX} amplitudes.`, expr);
    }
    this.#indices = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  }

  value(): Complex {
    const { bra, ket, operator } = this.#expr;
    const rows = this.#indices.map((i): Complex => {
      const right =
        operator === undefined
          ? this.#amplitude(ket!, i)
          : add(
              this.#indices.map((j) =>
                product(this.#element(operator, i, j), this.#amplitude(ket!, j)),
              ),
            );
      return product(conjugate(this.#amplitude(bra!, i)), right);
    });
    const total = add(rows);
    // The square of a norm is real term by term.
    return operator === undefined && bra === ket ? { re: total.re, im: null } : total;
  }

  #present(family: IndexedName): readonly (readonly number[])[] {
    const found = this.#source.present(family);
    this.#given.set(family.name, new Set(found.map((at) => at.join(","))));
    return found;
  }

  #amplitude(label: string, i: number): Complex {
    return this.#number([vector(label, ""), vector(label, "re"), vector(label, "im")], [i]);
  }

  #element(label: string, i: number, j: number): Complex {
    return this.#number([matrix(label, ""), matrix(label, "re"), matrix(label, "im")], [i, j]);
  }

  /** A plain number, or one in two parts; an imaginary part that is not given is zero. */
  #number(
    [plain, re, im]: readonly [IndexedName, IndexedName, IndexedName],
    at: readonly number[],
  ): Complex {
    const has = (family: IndexedName): boolean =>
      this.#given.get(family.name)?.has(at.join(",")) === true;
    const named = (family: IndexedName): Expr => ({
      type: "name",
      name: memberName(family, at),
      span: this.#expr.span,
    });
    const isPlain = has(plain) || !(has(re) || has(im));
    return { re: named(isPlain ? plain : re), im: has(im) ? named(im) : null };
  }
}

function conjugate({ re, im }: Complex): Complex {
  return { re, im: im === null ? null : negative(im) };
}

function times(a: Expr | null, b: Expr | null): Expr | null {
  return a === null || b === null ? null : binary("*", a, b);
}

function plus(a: Expr | null, b: Expr | null, op: "+" | "-" = "+"): Expr | null {
  if (b === null) return a;
  if (a === null) return op === "+" ? b : negative(b);
  return binary(op, a, b);
}

function product(a: Complex, b: Complex): Complex {
  return {
    re: plus(times(a.re, b.re), times(a.im, b.im), "-"),
    im: plus(times(a.re, b.im), times(a.im, b.re)),
  };
}

/** From the first to the last. */
function add(terms: readonly Complex[]): Complex {
  return terms.reduce((sum, term) => ({ re: plus(sum.re, term.re), im: plus(sum.im, term.im) }));
}

function zero(span: Span): Expr {
  return { type: "number", value: 0, text: "0", span };
}
