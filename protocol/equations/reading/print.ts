/**
 * Tree to canonical text: the parenthesised reading of what was typed. Printing and reading again
 * gives the same tree.
 */
import type { Clause, DerivativeExpr, Expr, SeriesExpr, Statement } from "./ast.js";
import { functionSpelling } from "./functions.js";
import { OPEN_PIECES, PIECES } from "./pieces.js";
import { isVariable } from "./parseDerivative.js";

/** Binding strength of the outermost operator of a text. */
const SUM = 10;
const TERM = 20;
const SIGN = 30;
const POWER = 40;
const ATOM = 60;

export interface Printed {
  readonly text: string;
  readonly level: number;
  /** Ends in SUM, INT or lim, which would take in a factor put behind it. */
  readonly open: boolean;
}

export function printExpr(expr: Expr): string {
  return render(expr).text;
}

export function printStatement(statement: Statement): string {
  return statement.clauses.map(printClause).join("; ");
}

function printClause(clause: Clause): string {
  const sides = clause.sides.map(printExpr);
  const body = sides
    .slice(1)
    .reduce((text, side, i) => `${text} ${clause.ops[i]!} ${side}`, sides[0] ?? "");
  return clause.qualifier === undefined
    ? body
    : `${body} ${clause.qualifier.word} ${clause.qualifier.text}`;
}

/** Names given to `e` and `h` once their meaning is settled print as the letter typed. */
export function shownName(name: string): string {
  const mark = name.indexOf("#");
  return mark < 0 ? name : name.slice(0, mark);
}

/** How leaves are written: names as themselves, or as the numbers they stand for. */
export interface LeafPrinter {
  name(name: string): Printed;
  /** A product without a sign between these two texts. */
  juxtapose(left: string, right: string): string;
}

const SYMBOLIC: LeafPrinter = {
  name: (name) => atom(/^[.\d]|\*$/.test(name) ? `(${name})` : shownName(name)),
  juxtapose: (left, right) =>
    endsInNumber(left) && startsWithDigit(right) ? `${left}*${right}` : `${left} ${right}`,
};

function endsInNumber(text: string): boolean {
  return /(^|[*/ ])([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/.test(text);
}

function startsWithDigit(text: string): boolean {
  return /^[0-9.]/.test(text);
}

export function atom(text: string): Printed {
  return { text, level: ATOM, open: false };
}

export function render(expr: Expr, leaves: LeafPrinter = SYMBOLIC): Printed {
  switch (expr.type) {
    case "number":
      return atom(expr.text);
    case "name":
      return leaves.name(expr.name);
    case "unary": {
      const arg = render(expr.arg, leaves);
      return {
        text: `${expr.op}${wrap(arg, POWER)}`,
        level: SIGN,
        open: arg.open && arg.level >= POWER,
      };
    }
    case "binary":
      return renderBinary(expr, leaves);
    case "call":
      return renderCall(expr.fn, expr.args, leaves);
    case "sum":
    case "product":
      return renderSeries(expr, leaves);
    case "integral": {
      const body = wrapClosed(render(expr.body, leaves), TERM);
      const limits = `${bound("_", expr.from, leaves)}${bound("^", expr.to, leaves)}`;
      const measure = expr.variable === null ? "" : ` d${shownName(expr.variable)}`;
      return { text: `INT${limits} ${body}${measure}`, level: TERM, open: true };
    }
    case "derivative":
      return renderDerivative(expr, leaves);
    case "braket": {
      const bra = expr.bra === undefined ? "" : `<${expr.bra}|`;
      const operator = expr.operator === undefined ? "" : `${expr.operator}|`;
      const ket = expr.ket === undefined ? "" : `${expr.bra === undefined ? "|" : ""}${expr.ket}>`;
      return atom(`${bra}${operator}${ket}`);
    }
    default:
      return renderOpaque(expr.what, expr.args, leaves);
  }
}

function wrap(printed: Printed, level: number): string {
  return printed.level < level ? `(${printed.text})` : printed.text;
}

/** A left factor must also be closed against what follows it. */
function wrapClosed(printed: Printed, level: number): string {
  return printed.level < level || printed.open ? `(${printed.text})` : printed.text;
}

function renderBinary(expr: Expr & { type: "binary" }, leaves: LeafPrinter): Printed {
  const left = render(expr.left, leaves);
  const right = render(expr.right, leaves);
  switch (expr.op) {
    case "+":
    case "-":
      return {
        text: `${wrap(left, SUM)} ${expr.op} ${wrap(right, TERM)}`,
        level: SUM,
        open: right.open && right.level >= TERM,
      };
    case "*": {
      const implicit = expr.implicit === true;
      const divides = implicit && isSymbolicQuotient(expr.left);
      const first = divides ? `(${left.text})` : wrapClosed(left, TERM);
      // A sign or a product on the right would be read with the left neighbour.
      const second = wrap(right, isOpenSeries(expr.right) ? TERM : POWER);
      const text = implicit ? leaves.juxtapose(first, second) : `${first}*${second}`;
      return { text, level: TERM, open: right.open && !second.startsWith("(") };
    }
    case "/": {
      // A derivative below the line would run into the quotient.
      const level =
        expr.right.type === "derivative" ? ATOM : isOpenSeries(expr.right) ? TERM : POWER;
      return {
        text: `${wrapClosed(left, TERM)}/${wrap(right, level)}`,
        level: TERM,
        open: isOpenSeries(expr.right),
      };
    }
    default: {
      const exponent = expr.right.type === "unary" ? wrap(right, SIGN) : wrap(right, POWER);
      return { text: `${wrap(left, ATOM)}^${exponent}`, level: POWER, open: false };
    }
  }
}

function isOpenSeries(expr: Expr): boolean {
  return (
    expr.type === "sum" ||
    expr.type === "product" ||
    expr.type === "integral" ||
    (expr.type === "opaque" && isPrefix(expr.what))
  );
}

function isPrefix(what: string): boolean {
  return what === "lim" || what === "path-integral";
}

/**
 * `x/y z` is (x/y) z: shown so, because many expect x/(y z). Numbers below the line mislead nobody.
 */
function isSymbolicQuotient(expr: Expr): boolean {
  if (expr.type !== "binary") return false;
  if (expr.op === "*") return expr.implicit === true ? false : isSymbolicQuotient(expr.left);
  return expr.op === "/" && expr.right.type !== "number";
}

function renderDerivative(expr: DerivativeExpr, leaves: LeafPrinter): Printed {
  const order = expr.order === 1 ? "" : `^${expr.order}`;
  const of = render(expr.of, leaves).text;
  const isName = expr.of.type === "name" && isVariable(of);
  const space = expr.partial || (isName && order !== "") ? " " : "";
  const above = isName
    ? `${expr.partial ? "partial" : "d"}${order}${space}${of}`
    : `${expr.partial ? "partial" : "d"}${order}(${of})`;
  // Read as one factor, but a power behind it would belong to the variable.
  return {
    text: `${above}/${expr.partial ? "partial " : "d"}${expr.variable}${order}`,
    level: POWER,
    open: false,
  };
}

function renderCall(fn: string, args: readonly Expr[], leaves: LeafPrinter): Printed {
  const [first] = args;
  if (fn === PIECES || fn === OPEN_PIECES) return atom(`{${renderPieces(args, leaves)}}`);
  if (fn === "factorial" && args.length === 1) {
    const text = wrapClosed(render(first!, leaves), ATOM);
    return atom(`${text}!`);
  }
  return atom(
    `${functionSpelling(fn)}(${args.map((arg) => renderArgument(arg, leaves)).join(", ")})`,
  );
}

/** Each value with its condition, `otherwise` behind the last one that has none. */
function renderPieces(args: readonly Expr[], leaves: LeafPrinter): string {
  const pieces: string[] = [];
  for (let i = 0; i < args.length; i += 2) {
    const when = args[i + 1];
    const behind = when === undefined ? "otherwise" : `if ${renderCondition(when, leaves)}`;
    pieces.push(`${render(args[i]!, leaves).text} ${behind}`);
  }
  return pieces.join("; ");
}

function renderCondition(when: Expr, leaves: LeafPrinter): string {
  if (when.type !== "call") return render(when, leaves).text;
  const [left, right] = when.args.map((side) => renderCondition(side, leaves));
  return `${left} ${when.fn} ${right}`;
}

/** A condition as text: `0 <= x and x < 1`. */
export function printCondition(when: Expr): string {
  return renderCondition(when, SYMBOLIC);
}

/** A starred name may stand bare before a comma or a closing bracket only. */
function renderArgument(arg: Expr, leaves: LeafPrinter): string {
  return arg.type === "name" && arg.name.endsWith("*") ? arg.name : render(arg, leaves).text;
}

function renderSeries(expr: SeriesExpr, leaves: LeafPrinter): Printed {
  const word = expr.type === "sum" ? "SUM" : "PROD";
  const indices = expr.indices.map((index) => {
    const name = shownName(index.name);
    if (index.relation !== undefined)
      return `${name}${index.relation.op}${shownName(index.relation.other)}`;
    const from = index.from === undefined ? "" : `=${render(index.from, leaves).text}`;
    return `${name}${from}${index.to !== undefined && from !== "" ? `..${render(index.to, leaves).text}` : ""}`;
  });
  const [only] = expr.indices;
  const bare =
    expr.indices.length === 1 &&
    only?.from === undefined &&
    only?.relation === undefined &&
    /^[A-Za-z]$/.test(shownName(only!.name));
  const last = expr.indices.at(-1);
  const upper =
    last?.to !== undefined && last.from === undefined ? `^{${render(last.to, leaves).text}}` : "";
  const spec = bare ? `_${shownName(only!.name)}` : `_{${indices.join(",")}}`;
  return {
    text: `${word}${spec}${upper} ${wrap(render(expr.body, leaves), TERM)}`,
    level: TERM,
    open: true,
  };
}

function bound(sign: string, limit: Expr | undefined, leaves: LeafPrinter): string {
  return limit === undefined ? "" : `${sign}{${render(limit, leaves).text}}`;
}

const BRACKETS: ReadonlyMap<string, readonly [string, string]> = new Map([
  ["tuple", ["(", ")"]],
  ["commutator", ["[", "]"]],
  ["anticommutator", ["{", "}"]],
]);

function renderOpaque(what: string, args: readonly Expr[], leaves: LeafPrinter): Printed {
  const texts = args.map((arg) => render(arg, leaves).text);
  const brackets = BRACKETS.get(what);
  if (brackets !== undefined) return atom(`${brackets[0]}${texts.join(", ")}${brackets[1]}`);
  switch (what) {
    case "label":
      return atom(args[0]!.type === "name" ? args[0].name : texts[0]!);
    case "+-": {
      const last = wrap(render(args.at(-1)!, leaves), args.length === 2 ? TERM : POWER);
      if (args.length === 1) return { text: `+-${last}`, level: SIGN, open: false };
      return { text: `${wrap(render(args[0]!, leaves), SUM)} +- ${last}`, level: SUM, open: false };
    }
    case "lim": {
      const body = wrap(render(args.at(-1)!, leaves), TERM);
      return { text: `lim_{${texts.slice(0, -1).join(" -> ")}} ${body}`, level: TERM, open: true };
    }
    case "path-integral": {
      const field = wrap(render(args[0]!, leaves), ATOM);
      return {
        text: `INT D ${field} ${wrap(render(args[1]!, leaves), TERM)}`,
        level: TERM,
        open: true,
      };
    }
    default:
      return atom(`${what}(${texts.join(", ")})`);
  }
}
