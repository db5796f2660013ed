/** What a line of the box is: an equation with its inputs, a conversion, an id, a document, or words. */
import { isObject } from "../../../protocol/encoding/json.js";
import { parseStatement } from "../../../protocol/equations/reading/parse.js";
import { constantsBySymbol } from "../../../protocol/units/index.js";
import {
  conversionAsked,
  convertQuantity,
  readMeasured,
} from "../../../protocol/units/quantity/index.js";
import { evaluateEquation, namesIn } from "./equations.js";
import type { Question, Understood } from "./messages.js";
import { inputText } from "./question.js";

const RECEIPT_ID = /^[0-9a-f]{64}$/;
const OPERATOR_ID = /^[A-Za-z][A-Za-z0-9_]{0,15}$/;
/** A comma or semicolon behind which a name is given a value. */
const NEXT_INPUT = /[,;\n]\s*(?=[\p{L}_][\p{L}\p{N}_₀-₉']*\s*=)/u;
/** A blank behind which a name is given a value: the first one, and those behind another value. */
const FIRST_INPUT = /\s[\p{L}_][\p{L}\p{N}_₀-₉']*\s*=(?!=)/u;
const SPACED_INPUT = /[,;\s]+(?=[\p{L}_][\p{L}\p{N}_₀-₉']*\s*=(?!=))/u;
const GIVEN = /^([\p{L}_][\p{L}\p{N}_₀-₉']*)\s*=\s*([\s\S]+)$/u;
/** What a quantity begins with. */
const NUMERAL = /^[+\-−(.\d]/;
const RELATED = /[=<>∫∑]|\bint\b|SUM|INT/;
/** A sign of arithmetic, or a function of something. */
const EXPRESSED = /[+*/^×·÷√!−-]|\p{L}\(|\p{L}\s+\p{L}/u;
/** Names of functions, and of what an integral or a sum begins with. */
const CALLED = /\p{L}+(?=\s*\()|\b(?:INT|SUM|PROD)\w*/gu;
/** Words of a sentence that nobody takes for names of quantities: they are few, and no more come. */
const JOINING = /\b(?:of|the|with|and|for|at|is|an|from|by|what|how)\b/i;
const LIKE_WORDS = /\p{L}{3,}\s+\p{L}{2,}/u;

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
  const typedChain = spacedChainOf(text, operator) ?? chainOf(text, operator);
  if (typedChain !== null) return typedChain;
  const conversion = conversionOf(text);
  if (conversion !== null) return conversion;
  const question = questionOf(text);
  if (question !== null) return { kind: "question", question };
  const found = OPERATOR_ID.test(text) ? operator(text.toUpperCase()) : null;
  if (found !== null) return { kind: "operator", ...found };
  return { kind: "words", text };
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
  const inputs = givenIn(rest);
  if (inputs === null || operators.includes(null)) return null;
  return {
    kind: "question",
    question: { operators: operators.filter((id) => id !== null), inputs },
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

/** An equation or an expression, with `name = quantity` before or behind it. */
function questionOf(text: string): Question | null {
  const parts = text.split(NEXT_INPUT).map((part) => part.trim());
  const at = equationAt(parts);
  const equation = inputText(parts[at] ?? "");
  const inputs = givenIn(parts.filter((_, i) => i !== at));
  if (inputs === null) return null;
  const parsed = parseStatement(equation, { declared: new Set(Object.keys(inputs)) });
  if (!parsed.ok) return null;
  const isSaid = LIKE_WORDS.test(equation.replace(CALLED, " "));
  if (isSaid && (JOINING.test(equation) || !Object.values(inputs).every(isReadable))) return null;
  const question = { equation, inputs };
  if (RELATED.test(equation)) return question;
  if (isSaid || !EXPRESSED.test(equation)) return null;
  return namesIn(parsed.statement).every(
    (name) => Object.hasOwn(inputs, name) || constantsBySymbol.has(name),
  ) || evaluateEquation(question).status === "value"
    ? question
    : null;
}

/** Which part is the equation: the first one that gives no name a quantity, or the first. */
function equationAt(parts: readonly string[]): number {
  const given = parts.map((part) => GIVEN.exec(part)?.[2] ?? "");
  if (!NUMERAL.test(given[0]!)) return 0;
  const other = given.findIndex((said) => !NUMERAL.test(said));
  if (other >= 0) return other;
  return Math.max(
    given.findIndex((said) => !isReadable(inputText(said))),
    0,
  );
}

function isReadable(text: string): boolean {
  return readMeasured(text).ok;
}

function givenIn(parts: readonly string[]): Readonly<Record<string, string>> | null {
  const given = parts.map((part) => GIVEN.exec(part));
  return given.includes(null)
    ? null
    : Object.fromEntries(given.map((found) => [found![1]!, inputText(found![2]!)]));
}

/** `5 ft in m`; null where no quantity begins it. */
function conversionOf(text: string): Understood | null {
  const asked = conversionAsked(text);
  if (asked === null || !isReadable(asked.quantity) || /\s/.test(asked.to.trim())) return null;
  const found = convertQuantity(asked.quantity, asked.to);
  if (found.ok) return { kind: "conversion", conversion: found.conversion };
  return { kind: "conversion", fault: found.message };
}
