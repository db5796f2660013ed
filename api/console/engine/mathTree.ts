/** An equation as MathML Core, made from its parsed tree: elements as data, for the page to draw. */
import type { Clause, Expr, Statement } from "../../../protocol/equations/reading/ast.js";
import { isPieceWord, OPEN_PIECES, PIECES } from "../../../protocol/equations/reading/pieces.js";
import { shownName } from "../../../protocol/equations/reading/print.js";

export interface MathNode {
  readonly tag: string;
  /** Text of a leaf. */
  readonly text?: string;
  /** Name of the symbol that it is. */
  readonly symbol?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly children?: readonly MathNode[];
}

const GREEK: ReadonlyMap<string, string> = new Map(
  (
    "alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ " +
    "pi π rho ρ sigma σ tau τ upsilon υ phi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ " +
    "Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω hbar ℏ infinity ∞ inf ∞ ell ℓ nabla ∇"
  )
    .split(" ")
    .reduce<[string, string][]>((pairs, word, i, all) => {
      if (i % 2 === 0) pairs.push([word, all[i + 1]!]);
      return pairs;
    }, []),
);
const RELATIONS: Readonly<Record<string, string>> = {
  "!=": "≠",
  "<=": "≤",
  ">=": "≥",
  "~=": "≈",
  "->": "→",
  "=>": "⇒",
  "prop to": "∝",
  in: "∈",
  iff: "⇔",
};
const FENCES: Readonly<Record<string, readonly [string, string]>> = {
  abs: ["|", "|"],
  norm: ["‖", "‖"],
  floor: ["⌊", "⌋"],
  ceil: ["⌈", "⌉"],
};

/** Strength of the outermost operator, for brackets. */
const SUM = 1;
const TERM = 2;
const SIGN = 3;
const POWER = 4;
const ATOM = 5;

const leaf = (tag: string, text: string): MathNode => ({ tag, text });
const op = (text: string): MathNode => leaf("mo", text);
const row = (...children: MathNode[]): MathNode =>
  children.length === 1 ? children[0]! : { tag: "mrow", children };

export function mathOf(statement: Statement): MathNode {
  const clauses = statement.clauses.map(clauseNode);
  return row(...clauses.flatMap((clause, i) => (i === 0 ? [clause] : [op(";"), clause])));
}

function clauseNode({ ops, qualifier, sides }: Clause): MathNode {
  const parts = sides.flatMap((side, i) =>
    i === 0 ? [node(side)] : [op(RELATIONS[ops[i - 1]!] ?? ops[i - 1]!), node(side)],
  );
  return qualifier === undefined
    ? row(...parts)
    : row(...parts, leaf("mtext", `  ${qualifier.word} ${qualifier.text}`));
}

function strength(expr: Expr): number {
  switch (expr.type) {
    case "unary":
      return SIGN;
    case "binary":
      if (expr.op === "+" || expr.op === "-") return SUM;
      // A fraction holds together by its line.
      return expr.op === "*" ? TERM : expr.op === "/" ? POWER : POWER;
    case "sum":
    case "product":
    case "integral":
      return TERM;
    case "number":
      return /e/i.test(expr.text) ? TERM : ATOM;
    default:
      return ATOM;
  }
}

function bracketed(inner: MathNode): MathNode {
  return row(op("("), inner, op(")"));
}

function held(expr: Expr, least: number): MathNode {
  return strength(expr) < least ? bracketed(node(expr)) : node(expr);
}

function node(expr: Expr): MathNode {
  switch (expr.type) {
    case "number":
      return numberNode(expr.text);
    case "name":
      return symbolNode(expr.name);
    case "unary":
      return row(op(expr.op === "-" ? "−" : "+"), held(expr.arg, TERM));
    case "binary":
      return binaryNode(expr);
    case "call":
      return callNode(expr.fn, expr.args);
    case "sum":
    case "product":
      return seriesNode(expr);
    case "integral": {
      const sign = limits(op("∫"), expr.from, expr.to, "msubsup");
      const measure =
        expr.variable === null ? [] : [thin(), leaf("mi", "d"), symbolNode(expr.variable)];
      return row(sign, held(expr.body, TERM), ...measure);
    }
    case "derivative":
      return derivativeNode(expr);
    case "braket": {
      const bra = expr.bra === undefined ? [] : [op("⟨"), leaf("mi", expr.bra), op("|")];
      const middle = expr.operator === undefined ? [] : [leaf("mi", expr.operator), op("|")];
      const bar = expr.bra === undefined ? [op("|")] : [];
      const ket = expr.ket === undefined ? [] : [...bar, leaf("mi", expr.ket), op("⟩")];
      return row(...bra, ...middle, ...ket);
    }
    case "opaque":
      return callNode(expr.what, expr.args);
  }
}

function thin(): MathNode {
  return { tag: "mspace", attributes: { width: "0.17em" } };
}

/** `6.674e-11` as 6.674 × 10 to the power of -11. */
function numberNode(text: string): MathNode {
  const [mantissa = "", exponent] = text.toLowerCase().split("e");
  if (exponent === undefined) return leaf("mn", text);
  const power: MathNode = {
    tag: "msup",
    children: [leaf("mn", "10"), leaf("mn", exponent.replace(/^\+/, "").replace(/^-/, "−"))],
  };
  return row(leaf("mn", mantissa), op("×"), power);
}

/** `m_1`, `lambda_x`, `phi'`. */
function symbolNode(name: string): MathNode {
  const shown = shownName(name);
  const primes = /'*$/.exec(shown)![0].length;
  // `m1` is m with an index as `m_1` is.
  const spelled = shown.slice(0, shown.length - primes).replace(/^([A-Za-z]+)(\d+)$/, "$1_$2");
  const [base = "", ...subs] = spelled.split("_");
  const star = base.endsWith("*");
  const letter = letters(star ? base.slice(0, -1) : base);
  const marks = (star ? "*" : "") + "′".repeat(primes);
  const sub = subs.map((part) => letters(part)).join(",");
  const inner = leaf("mi", letter);
  const children = [
    inner,
    ...(sub === "" ? [] : [leaf(/^[0-9]+$/.test(sub) ? "mn" : "mi", sub)]),
    ...(marks === "" ? [] : [op(marks)]),
  ];
  if (children.length === 1) return { ...inner, symbol: name };
  const tag = sub !== "" && marks !== "" ? "msubsup" : sub === "" ? "msup" : "msub";
  return { tag, symbol: name, children };
}

function letters(text: string): string {
  const direct = GREEK.get(text);
  if (direct !== undefined) return direct;
  const led = /^(Delta|delta|d)(?=[A-Z]|[a-z]$)(.*)$/.exec(text);
  const letter = led === null ? undefined : GREEK.get(led[1]!);
  return letter === undefined ? text : letter + led![2]!;
}

function binaryNode({ left, op: sign, right, implicit }: Expr & { type: "binary" }): MathNode {
  switch (sign) {
    case "+":
      return row(held(left, SUM), op("+"), held(right, TERM));
    case "-":
      return row(held(left, SUM), op("−"), held(right, TERM));
    case "*": {
      const numbers = right.type === "number" || (left.type === "number" && /e/i.test(left.text));
      const between = implicit === true && !numbers ? thin() : op(numbers ? "×" : "·");
      return row(
        held(left, TERM),
        between,
        right.type === "number" ? node(right) : held(right, POWER),
      );
    }
    case "/":
      return { tag: "mfrac", children: [node(left), node(right)] };
    default:
      return {
        tag: "msup",
        children: [
          left.type === "name" || left.type === "number"
            ? held(left, ATOM)
            : bracketedUnlessFenced(left),
          node(right),
        ],
      };
  }
}

function bracketedUnlessFenced(expr: Expr): MathNode {
  const isFenced = expr.type === "call" && Object.hasOwn(FENCES, expr.fn);
  return isFenced ? node(expr) : bracketed(node(expr));
}

function callNode(fn: string, args: readonly Expr[]): MathNode {
  const [first] = args;
  if (fn === PIECES || fn === OPEN_PIECES) return piecesNode(args);
  if (first !== undefined && args.length === 2 && isPieceWord(fn))
    return row(node(first), spaced(RELATIONS[fn] ?? fn.replace("==", "=")), node(args[1]!));
  if (first !== undefined && args.length === 1) {
    if (fn === "sqrt") return { tag: "msqrt", children: [node(first)] };
    if (fn === "cbrt") return { tag: "mroot", children: [node(first), leaf("mn", "3")] };
    if (fn === "exp") return { tag: "msup", children: [leaf("mi", "e"), node(first)] };
    if (fn === "factorial") return row(held(first, ATOM), op("!"));
    const fence = FENCES[fn];
    if (fence !== undefined) return row(op(fence[0]), node(first), op(fence[1]));
  }
  const list = args.flatMap((arg, i) => (i === 0 ? [node(arg)] : [op(","), node(arg)]));
  return row(leaf("mi", fn === "log" ? "ln" : letters(fn)), op("⁡"), bracketed(row(...list)));
}

/** Each piece with its condition, one below the other behind a brace. */
function piecesNode(args: readonly Expr[]): MathNode {
  const lines: MathNode[] = [];
  for (let i = 0; i < args.length; i += 2) {
    const when = args[i + 1];
    const behind = when === undefined ? leaf("mtext", "otherwise") : row(spaced("if"), node(when));
    const cells = [node(args[i]!), behind].map((cell) => ({ tag: "mtd", children: [cell] }));
    lines.push({ tag: "mtr", children: cells });
  }
  return row(op("{"), { tag: "mtable", attributes: { columnalign: "left" }, children: lines });
}

function spaced(text: string): MathNode {
  return /^[a-z]/.test(text) ? leaf("mtext", ` ${text} `) : op(text);
}

function limits(
  sign: MathNode,
  from: Expr | undefined,
  to: Expr | undefined,
  both: "msubsup" | "munderover",
): MathNode {
  const [under, over] = both === "msubsup" ? ["msub", "msup"] : ["munder", "mover"];
  if (from !== undefined && to !== undefined)
    return { tag: both, children: [sign, node(from), node(to)] };
  if (from !== undefined) return { tag: under, children: [sign, node(from)] };
  return to === undefined ? sign : { tag: over, children: [sign, node(to)] };
}

function seriesNode({ body, indices, type }: Expr & { type: "sum" | "product" }): MathNode {
  const sign = op(type === "sum" ? "∑" : "∏");
  const below = indices.flatMap(({ from, name, relation }, i) => [
    ...(i === 0 ? [] : [op(",")]),
    symbolNode(name),
    ...(from === undefined ? [] : [op("="), node(from)]),
    ...(relation === undefined
      ? []
      : [
          op(","),
          symbolNode(name),
          op(RELATIONS[relation.op] ?? relation.op),
          symbolNode(relation.other),
        ]),
  ]);
  const to = indices.length === 1 ? indices[0]!.to : undefined;
  const under = below.length === 0 ? null : row(...below);
  const head: MathNode =
    under === null
      ? sign
      : to === undefined
        ? { tag: "munder", children: [sign, under] }
        : { tag: "munderover", children: [sign, under, node(to)] };
  return row(head, held(body, TERM));
}

function derivativeNode({ of, order, partial, variable }: Expr & { type: "derivative" }): MathNode {
  const d = leaf("mi", partial ? "∂" : "d");
  const power = (inner: MathNode): MathNode =>
    order === 1 ? inner : { tag: "msup", children: [inner, leaf("mn", String(order))] };
  return {
    tag: "mfrac",
    children: [row(power(d), held(of, ATOM)), row(d, power(symbolNode(variable)))],
  };
}
