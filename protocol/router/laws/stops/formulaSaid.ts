/** `E = m v^2`: a formula that a question writes out. Where it says another thing than a law, that law is not meant. */
import { parseStatement, type Expr } from "../../../equations/index.js";
import { PI } from "../../../math/constants.js";
import { keepingLast } from "../../../once.js";
import type { OperatorEntry } from "../../../operators/entry.js";
import { readQuantity } from "../../../units/quantity/index.js";

interface Formula {
  readonly at: readonly [start: number, end: number];
  readonly name: string;
  readonly value: Expr;
}

const WRITTEN =
  /(?<![\p{L}\p{N}_])(\p{L}[\p{L}\p{N}_]{0,8})\s*=\s*([\p{L}\p{N}_\s.*/^()+-]{3,80})/gu;
/** A word of the sentence ends a formula. */
const WORD = new RegExp(
  String.raw`\s(?:(?!sqrt|exp|sin|cos|tan|log|pi\b|alpha|beta|gamma|delta|eps|theta|lambda|sigma|omega|rho|eta` +
    String.raw`|tau|phi)\p{L}{3,}|in|is|at|to|by|of|if|so|as|on)(?![\p{L}_\d])`,
  "u",
);
const NONE: ReadonlySet<string> = new Set();

const formulasIn = keepingLast((text: string): readonly Formula[] =>
  [...text.matchAll(WRITTEN)].flatMap((match) => {
    const [all, name = "", rest = ""] = match;
    const body = rest.split(WORD)[0]!.replace(/[\s.]+$/u, "");
    if (!/\p{L}/u.test(body) || !/[\s*/^(+-]/u.test(body) || readQuantity(body).ok) return [];
    const parsed = parseStatement(body, { declared: NONE });
    const value = parsed.ok ? parsed.statement.clauses[0]?.sides[0] : undefined;
    if (value === undefined) return [];
    const end = match.index + all.length - rest.length + body.length;
    return [{ at: [match.index, end], name, value }];
  }),
);

/** The first formula whose names are those of a law, and whose value is another. */
export function otherFormula(text: string, entry: OperatorEntry): Formula["at"] | null {
  return comparedWith(text, entry).find(({ isSame }) => !isSame)?.at ?? null;
}

/** Whether each formula of a question is that of the law. */
export function isOwnFormula(text: string, entry: OperatorEntry): boolean {
  const compared = comparedWith(text, entry);
  return compared.length === formulasIn(text).length && compared.every(({ isSame }) => isSame);
}

/** A question with blanks for what its formulas equal; null where it writes none. */
export function withoutFormulas(text: string): string | null {
  const formulas = text.includes("=") ? formulasIn(text) : [];
  if (formulas.length === 0) return null;
  return formulas.reduce((rest, { at: [start, end], name }) => {
    const from = start + name.length;
    return rest.slice(0, from) + " ".repeat(end - from) + rest.slice(end);
  }, text);
}

interface Compared {
  readonly at: Formula["at"];
  readonly isSame: boolean;
}

/** Formulas that have the names of a law. */
function comparedWith(text: string, { record }: OperatorEntry): readonly Compared[] {
  if (!text.includes("=")) return [];
  return formulasIn(text).flatMap(({ at, name, value }): readonly Compared[] => {
    const said = sizeOf(value, new Map());
    const parsed = parseStatement(record.equation, {
      declared: new Set(Object.keys(record.symbols)),
    });
    if (said === null || !parsed.ok) return [];
    const [first, ...others] = parsed.statement.clauses;
    const [left, right] = first?.sides ?? [];
    if (left?.type !== "name" || right === undefined || !isNameFor(name, left.name)) return [];
    const steps = others.flatMap(({ sides: [own, of] }) =>
      own?.type === "name" && of !== undefined ? [[plain(own.name), of] as const] : [],
    );
    const held = sizeOf(right, new Map(steps));
    if (held === null || [...namesIn(value)].some((one) => !namesOf(record).has(one))) return [];
    return [{ at, isSame: Math.abs(said - held) <= SAME_SHARE * Math.abs(held) }];
  });
}

const SAME_SHARE = 1e-6;

/** `E`, where a law has `E_k` or `KE`. */
function isNameFor(said: string, own: string): boolean {
  return plain(said) === plain(own) || own.startsWith(`${said}_`) || own.endsWith(said);
}

function plain(name: string): string {
  return name.replaceAll("_", "");
}

function namesOf({ equation }: OperatorEntry["record"]): ReadonlySet<string> {
  return new Set([...equation.matchAll(/\p{L}[\p{L}\p{N}_']*/gu)].map(([name]) => plain(name)));
}

function namesIn(tree: Expr): ReadonlySet<string> {
  switch (tree.type) {
    case "name":
      return new Set(tree.name === "pi" ? [] : [plain(tree.name)]);
    case "unary":
      return namesIn(tree.arg);
    case "binary":
      return new Set([...namesIn(tree.left), ...namesIn(tree.right)]);
    case "call":
      return new Set(tree.args.flatMap((one) => [...namesIn(one)]));
    default:
      return NONE;
  }
}

/** The value of a tree where each name has a value of its own; null where it has none here. */
function sizeOf(tree: Expr, steps: ReadonlyMap<string, Expr>): number | null {
  switch (tree.type) {
    case "number":
      return tree.value;
    case "name": {
      const step = steps.get(plain(tree.name));
      return step === undefined ? valueOfName(plain(tree.name)) : sizeOf(step, steps);
    }
    case "unary": {
      const value = sizeOf(tree.arg, steps);
      return value === null || tree.op === "+" ? value : -value;
    }
    case "binary": {
      const [a, b] = [sizeOf(tree.left, steps), sizeOf(tree.right, steps)];
      return a === null || b === null ? null : combined(tree.op, a, b);
    }
    case "call": {
      const [value = null, another] = tree.args.map((one) => sizeOf(one, steps));
      if (value === null || another !== undefined) return null;
      if (tree.fn === "sqrt") return Math.sqrt(value);
      // Alike of what is alike.
      return valueOfName(tree.fn) * (1 + 1 / (1 + Math.abs(value)));
    }
    default:
      return null;
  }
}

function combined(op: "+" | "-" | "*" | "/" | "^", a: number, b: number): number | null {
  switch (op) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return b === 0 ? null : a / b;
    case "^": {
      if (b === 1 / 2) return Math.sqrt(a);
      const size = Math.abs(b);
      if (!Number.isInteger(size) || size > POWER_MAX) return null;
      const power = Array.from({ length: size }).reduce<number>((product) => product * a, 1);
      return b < 0 ? 1 / power : power;
    }
  }
}

const POWER_MAX = 8;

const LIGHT = 9;

/** Between one and two, another for each name. */
function valueOfName(name: string): number {
  if (name === "pi") return PI;
  // No speed is greater.
  if (name === "c") return LIGHT;
  let sum = 7;
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)!) % 9973;
  return 1 + sum / 9973;
}
