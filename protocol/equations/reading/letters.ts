/** The letters e and h: which constant they are, where syntax alone says so. */
import type { Expr } from "./ast.js";
import { find, mapChildren, namesOf } from "./walk.js";

/** Internal names of settled letters; printing shows the letter. */
export const EULER = "e#euler";
export const PLANCK = "h#planck";

interface LetterContext {
  /** Symbols of the record or keys of the request: they are quantities. */
  readonly declared: ReadonlySet<string>;
  readonly inputs?: ReadonlySet<string>;
  /** The name on the left side. */
  readonly subject?: string | null;
  /** Names whose stated unit is none of a frequency, a wavelength or a wavenumber. */
  readonly notRadiation?: ReadonlySet<string>;
}

const RADIATION = /^(nu|f|lambda)(_.+)?'?$|^(freq|frequency|wavelength)$/;
const AGAINST: ReadonlySet<string> = new Set(["g", "rho", "b", "A"]);

type IsRadiation = (name: string) => boolean;

/**
 * Euler's number is `e` as the base of a power, even where another e is a quantity. Planck's
 * constant is an undeclared `h` whose own term, or the subject, holds a frequency or a wavelength,
 * and never beside g, rho, b or A.
 */
export function bindLetters(expr: Expr, context: LetterContext): Expr {
  const { declared, inputs, subject, notRadiation } = context;
  const isQuantity = declared.has("h") || inputs?.has("h") === true;
  const isRadiation = (name: string): boolean =>
    RADIATION.test(name) && notRadiation?.has(name) !== true;
  const bySubject = subject !== undefined && subject !== null && isRadiation(subject);
  return rewrite(expr, isQuantity ? null : { bySubject, isRadiation }, false);
}

interface Telling {
  readonly bySubject: boolean;
  readonly isRadiation: IsRadiation;
}

/**
 * @param telling null when h is a quantity. @param inTerm the term around has been judged
 * already.
 */
function rewrite(expr: Expr, telling: Telling | null, inTerm: boolean): Expr {
  if (
    expr.type === "binary" &&
    expr.op === "^" &&
    expr.left.type === "name" &&
    expr.left.name === "e"
  ) {
    return {
      ...expr,
      left: { ...expr.left, name: EULER },
      right: rewrite(expr.right, telling, false),
    };
  }
  const isTerm =
    expr.type === "name" ||
    (expr.type === "binary" && (expr.op === "*" || expr.op === "/" || expr.op === "^"));
  if (!isTerm) return mapChildren(expr, (part) => rewrite(part, telling, false));
  if (inTerm || telling === null)
    return mapChildren(expr, (part) => rewrite(part, telling, isFactor(expr, part)));
  const judged = judge(expr, telling) ? renamePlanck(expr) : expr;
  return mapChildren(judged, (part) => rewrite(part, telling, isFactor(judged, part)));
}

/** Products, quotients and bases belong to one term; an exponent is a term of its own. */
function isFactor(parent: Expr, part: Expr): boolean {
  return parent.type === "binary" && (parent.op !== "^" || part === parent.left);
}

function judge(term: Expr, { bySubject, isRadiation }: Telling): boolean {
  if (find(term, (node) => node.type === "name" && node.name === "h") === null) return false;
  const names = namesOf(term);
  if (names.some((name) => AGAINST.has(name))) return false;
  return bySubject || names.some(isRadiation);
}

/** Renames the h that are factors of this term, not those in sums or arguments inside it. */
function renamePlanck(expr: Expr): Expr {
  if (expr.type === "name") return expr.name === "h" ? { ...expr, name: PLANCK } : expr;
  if (expr.type !== "binary" || expr.op === "+" || expr.op === "-") return expr;
  return {
    ...expr,
    left: renamePlanck(expr.left),
    right: expr.op === "^" ? expr.right : renamePlanck(expr.right),
  };
}

/** Which occurrences of `e` and `h` became constants. */
export function letterBindings(
  expr: Expr,
  context: LetterContext,
): ReadonlyMap<string, "euler" | "planck"> {
  const names = new Set(namesOf(bindLetters(expr, context)));
  const bindings = new Map<string, "euler" | "planck">();
  if (names.has(EULER)) bindings.set("e", "euler");
  if (names.has(PLANCK)) bindings.set("h", "planck");
  return bindings;
}
