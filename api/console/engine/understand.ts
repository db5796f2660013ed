/** What a line of the box is: an equation with its inputs, an id, a document, or words. */
import { isObject } from "../../../protocol/encoding/json.js";
import { parseStatement } from "../../../protocol/equations/reading/parse.js";
import { namesOf } from "../../../protocol/equations/reading/walk.js";
import type { Statement } from "../../../protocol/equations/reading/ast.js";
import { constantsBySymbol } from "../../../protocol/units/index.js";
import { readQuantity } from "../../../protocol/units/quantity/index.js";
import type { Given, Question, Understood } from "./messages.js";

const RECEIPT_ID = /^[0-9a-f]{64}$/;
const OPERATOR_ID = /^[A-Za-z][A-Za-z0-9_]{0,15}$/;
/** A comma or semicolon behind which a name is given a value. */
const NEXT_INPUT = /[,;\n]\s*(?=[\p{L}_][\p{L}\p{N}_₀-₉']*\s*=)/u;
/** A blank behind which a name is given a value: the first one, and those behind another value. */
const FIRST_INPUT = /\s[\p{L}_][\p{L}\p{N}_₀-₉']*\s*=(?!=)/u;
const SPACED_INPUT = /[,;\s]+(?=[\p{L}_][\p{L}\p{N}_₀-₉']*\s*=(?!=))/u;
const GIVEN = /^([\p{L}_][\p{L}\p{N}_₀-₉']*)\s*=\s*([\s\S]+)$/u;
const SPREAD = /^(.*?)\s*(?:±|\+\/-|\+-)\s*(\S+)(.*)$/s;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** @param operator finds an operator by its id; null where there is none */
export function understand(
  typed: string,
  operator: (id: string) => { readonly id: string; readonly name: string } | null,
): Understood {
  const text = typed.trim();
  if (text === "") return { kind: "empty" };
  if (RECEIPT_ID.test(text.toLowerCase())) return { kind: "receipt", id: text.toLowerCase() };
  if (text.startsWith("{")) {
    const held = documentOf(text);
    if (held !== null) return { kind: "document", held };
  }
  const typedChain = spacedChainOf(text, operator);
  if (typedChain !== null) return typedChain;
  const question = questionOf(text);
  if (question !== null) return { kind: "question", question };
  const found = OPERATOR_ID.test(text) ? operator(text.toUpperCase()) : null;
  if (found !== null) return { kind: "operator", ...found };
  const chain = chainOf(text, operator);
  return chain ?? { kind: "words", text };
}

function documentOf(text: string): unknown {
  try {
    const read: unknown = JSON.parse(text);
    return isObject(read) ? read : null;
  } catch {
    return null;
  }
}

/** `NM21, m1 = 5 kg, ...`: operators by their ids, with inputs. */
function chainOf(
  text: string,
  operator: (id: string) => { readonly id: string } | null,
): Understood | null {
  const [head = "", ...rest] = text.split(NEXT_INPUT);
  const ids = head.split(/[\s,+]+/).filter((id) => id !== "");
  if (ids.length === 0 || ids.length > 4 || rest.length === 0) return null;
  const operators = ids.map((id) => operator(id.toUpperCase())?.id ?? null);
  const given = givenIn(rest);
  if (given === null || operators.includes(null)) return null;
  return {
    kind: "question",
    question: { operators: operators.filter((id) => id !== null), ...given },
  };
}

/** `NM21 m1=5 r=2`, as on the command line: it would read as an equation of products. */
function spacedChainOf(
  text: string,
  operator: (id: string) => { readonly id: string } | null,
): Understood | null {
  const at = text.search(FIRST_INPUT);
  const [first = ""] = text.split(/[\s,+]/, 1);
  if (at < 0 || first !== first.toUpperCase() || !OPERATOR_ID.test(first)) return null;
  if (operator(first) === null) return null;
  return chainOf(
    [text.slice(0, at), ...text.slice(at).trim().split(SPACED_INPUT)].join(", "),
    operator,
  );
}

/** An equation, and `name = quantity` behind it. */
function questionOf(text: string): Question | null {
  const [equation = "", ...rest] = text.split(NEXT_INPUT);
  if (!/[=<>∫∑]|\bint\b|SUM|INT/.test(equation)) return null;
  const given = givenIn(rest);
  if (given === null) return null;
  const parsed = parseStatement(equation, { declared: new Set(Object.keys(given.inputs)) });
  return parsed.ok ? { equation: equation.trim(), ...given } : null;
}

function givenIn(
  parts: readonly string[],
): { readonly inputs: Given; readonly uncertainties?: Given } | null {
  const inputs: Record<string, number | string> = {};
  const uncertainties: Record<string, number | string> = {};
  for (const part of parts) {
    const [, name, said] = GIVEN.exec(part.trim().replace(/[,;.]$/, "")) ?? [];
    if (name === undefined || said === undefined) return null;
    const [, before, spread, unit = ""] = SPREAD.exec(said) ?? [];
    const value = before === undefined ? said.trim() : `${before}${unit}`.trim();
    if (!NUMBER.test(value) && !readQuantity(value).ok) return null;
    inputs[name] = NUMBER.test(value) ? Number(value) : value;
    if (spread !== undefined)
      uncertainties[name] = unit.trim() === "" ? Number(spread) : `${spread}${unit}`;
  }
  return Object.keys(uncertainties).length === 0 ? { inputs } : { inputs, uncertainties };
}

/** Names of an equation that want a value, in the order they stand in. */
export function openNames(
  statement: Statement,
  given: Given,
  solveFor?: string,
): readonly string[] {
  const [first] = statement.clauses;
  const subject =
    first !== undefined && first.ops.length > 0 && first.sides[0]?.type === "name"
      ? first.sides[0].name
      : null;
  const names = [
    ...new Set(statement.clauses.flatMap(({ sides }) => sides.flatMap((side) => namesOf(side)))),
  ];
  const wanted = names.filter(
    (name) => name !== solveFor && (!constantsBySymbol.has(name) || Object.hasOwn(given, name)),
  );
  return solveFor === undefined && subject !== null && !Object.hasOwn(given, subject)
    ? wanted.filter((name) => name !== subject)
    : wanted;
}
