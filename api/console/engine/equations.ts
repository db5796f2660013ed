/** Equations typed by hand, evaluated with the node's own code. */
import type { Statement } from "../../../protocol/equations/reading/ast.js";
import { parseStatement } from "../../../protocol/equations/reading/parse.js";
import { writtenQuantities } from "../../../protocol/equations/reading/writtenQuantities.js";
import { namesOf } from "../../../protocol/equations/reading/walk.js";
import { equationInNumbers, evaluateUnnamed } from "../../../protocol/equations/index.js";
import type { UnnamedRequest } from "../../../protocol/equations/playground.js";
import { roundToDouble } from "../../../protocol/units/exact.js";
import { constantsBySymbol, formatDimension } from "../../../protocol/units/index.js";
import { readMeasured } from "../../../protocol/units/quantity/index.js";
import { answeredOutcome } from "./answers.js";
import { mathOf, type MathNode } from "./mathTree.js";
import type { Answered, Given, InputField, Question } from "./messages.js";

/** Inputs with texts that are numbers as numbers: in SI, as the interface has them. */
export function withNumbers(question: Question): Question {
  const inputs = Object.entries(question.inputs).map(([name, given]) => {
    const read = typeof given === "string" ? readMeasured(given) : null;
    if (read === null || !read.ok || read.quantity.hasUnit || read.spread !== null)
      return [name, given] as const;
    return [name, roundToDouble(read.quantity.readings[0]!.number)] as const;
  });
  return { ...question, inputs: Object.fromEntries(inputs) };
}

/** The request as the node would read it, or what is wrong with an input. */
export function requestOf(
  question: Question,
): { readonly request: UnnamedRequest } | { readonly bad: Answered } {
  const { equation = "", inputs, solveFor, symbols, uncertainties } = withNumbers(question);
  const read = equationInNumbers({
    equation,
    inputs,
    ...(solveFor === undefined ? {} : { solve_for: solveFor }),
    ...(symbols === undefined ? {} : { symbols }),
    ...(uncertainties === undefined ? {} : { uncertainties }),
  });
  if (read.ok) return { request: read.request };
  const { message, name } = read.problem;
  return { bad: { status: "bad-input", name, message } };
}

export function evaluateEquation(question: Question): Answered {
  const read = requestOf(question);
  return "bad" in read ? read.bad : answeredOutcome(evaluateUnnamed(read.request));
}

export function namesIn({ clauses }: Statement): readonly string[] {
  return [...new Set(clauses.flatMap(({ sides }) => sides.flatMap((side) => namesOf(side))))];
}

/** Names of an equation that want a value, in the order they stand in. */
function openNames(statement: Statement, given: Given, solveFor?: string): readonly string[] {
  const [first] = statement.clauses;
  const subject =
    first !== undefined && first.ops.length > 0 && first.sides[0]?.type === "name"
      ? first.sides[0].name
      : null;
  const wanted = namesIn(statement).filter(
    (name) => name !== solveFor && (!constantsBySymbol.has(name) || Object.hasOwn(given, name)),
  );
  return solveFor === undefined && subject !== null && !Object.hasOwn(given, subject)
    ? wanted.filter((name) => name !== subject)
    : wanted;
}

export function equationFields({ equation = "", inputs, solveFor }: Question): InputField[] {
  const declared = new Set(Object.keys(inputs));
  const written = writtenQuantities(equation, declared);
  // The unit of a number that stands in the equation is no input.
  const bare = (written.ok ? written.quantities : []).reduce(
    (text, quantity) => text.replaceAll(quantity.text, "1"),
    equation,
  );
  const parsed = parseStatement(bare, { declared });
  if (!parsed.ok) return [];
  const named = openNames(parsed.statement, inputs, solveFor);
  const others = Object.keys(inputs).filter((name) => !named.includes(name));
  return [...named, ...others].map((name) => ({
    name,
    description: "",
    unit: unitOf(inputs[name]),
    quantity: "",
    range: [null, null],
    isWhole: false,
    aliases: [],
  }));
}

/** In SI, of what was given with a unit. */
function unitOf(given: number | string | undefined): string {
  if (typeof given !== "string") return "";
  const read = readMeasured(given);
  const [reading] = read.ok && read.quantity.hasUnit ? read.quantity.readings : [];
  return reading === undefined ? "" : formatDimension(reading.unit.dimension);
}

export function mathOfEquation(equation: string): MathNode | null {
  const parsed = parseStatement(equation, { declared: new Set() });
  return parsed.ok ? mathOf(parsed.statement) : null;
}
