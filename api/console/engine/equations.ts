/** Equations typed by hand, evaluated with the node's own code. */
import { parseStatement } from "../../../protocol/equations/reading/parse.js";
import { equationInNumbers, evaluateUnnamed } from "../../../protocol/equations/index.js";
import type { UnnamedRequest } from "../../../protocol/equations/playground.js";
import { formatDimension } from "../../../protocol/units/index.js";
import { readQuantity } from "../../../protocol/units/quantity/index.js";
import { answeredOutcome } from "./answers.js";
import { mathOf, type MathNode } from "./mathTree.js";
import type { Answered, InputField, Question } from "./messages.js";
import { openNames } from "./understand.js";

/** The request as the node would read it, or what is wrong with an input. */
export function requestOf(
  question: Question,
): { readonly request: UnnamedRequest } | { readonly bad: Answered } {
  const { equation = "", inputs, solveFor, symbols, uncertainties } = question;
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

export function equationFields({ equation = "", inputs, solveFor }: Question): InputField[] {
  const parsed = parseStatement(equation, { declared: new Set(Object.keys(inputs)) });
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
  const quantity = readQuantity(given);
  const [reading] = quantity.ok && quantity.hasUnit ? quantity.readings : [];
  return reading === undefined ? "" : formatDimension(reading.unit.dimension);
}

export function mathOfEquation(equation: string): MathNode | null {
  const parsed = parseStatement(equation, { declared: new Set() });
  return parsed.ok ? mathOf(parsed.statement) : null;
}
