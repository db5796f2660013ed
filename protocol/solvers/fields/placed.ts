/** Refusals that name where a field of the caller jumps or bends, and the term that does. */
import type { Node } from "../../equations/evaluation/node.js";
import { reads } from "../../equations/integrals/breakpoints.js";
import { printExpr } from "../../equations/reading/print.js";
import { compileExpression } from "../expression.js";
import { SolverRefusal } from "../refusal.js";
import { breakingNodes, undecidedParts } from "./breakpoints.js";
import { levelsOn, steppingOperand } from "./crowded.js";

/** Places that are listed. */
const LISTED = 3;
/** Digits of a place that are said. */
const DIGITS = 9;
/** Halvings of a range until its first places are told apart. */
const SHRINKS_MAX = 40;
/** Part of a range within which a place is one. */
const NARROW = 1e-7;
/** Where the variables besides the one that is looked along stand within their ranges. */
const BESIDE = 0.4375;

interface Term {
  readonly text: string;
  readonly variable: string;
  readonly from: number;
  readonly to: number;
  /** Null of more than can be counted. */
  readonly count: number | null;
  /** Whether there may be more of them: an operand that turns back meets an integer again. */
  readonly isLeast: boolean;
  /** Ascending; the first few. */
  readonly places: readonly number[];
}

/**
 * Where an expression jumps or bends within ranges of its variables, in words: of the term that
 * does so most often. Null of one that does not.
 * @param low, high by slot; equal for what stands still
 */
export function breaksInWords(
  root: Node,
  names: readonly string[],
  low: Float64Array,
  high: Float64Array,
): string | null {
  let most: Term | null = null;
  for (const node of breakingNodes(root))
    for (const [variable] of names.entries()) {
      if (!(high[variable]! > low[variable]!)) continue;
      if (!reads(node, (slot) => slot === variable)) continue;
      const term = termOf(node, variable, names[variable]!, low, high);
      if (term !== null && (most === null || oftener(term.count, most.count))) most = term;
    }
  return most === null ? null : wordsOf(most);
}

function oftener(one: number | null, other: number | null): boolean {
  return other !== null && (one === null || one > other);
}

function wordsOf({ count, from, isLeast, places, text, to, variable }: Term): string {
  const often =
    count === null
      ? "at more places than are told apart"
      : `at ${isLeast ? "no fewer than " : ""}${placesOf(count)}`;
  const listed = places.length === 0 ? "" : `: ${variable} = ${places.join(", ")}`;
  const more = listed !== "" && (count === null || count > places.length) ? ", ..." : "";
  return `${text} jumps or bends ${often} between ${variable} = ${from} and ${to}${listed}${more}.`;
}

function placesOf(count: number): string {
  return count === 1 ? "one place" : `${count} places`;
}

function termOf(
  node: Node,
  variable: number,
  name: string,
  low: Float64Array,
  high: Float64Array,
): Term | null {
  const slots = low.map((one, i) => one + BESIDE * (high[i]! - one));
  const [from, to] = [low[variable]!, high[variable]!];
  const along = { variable, isFixed: () => true, slots };
  let long = to - from;
  let isWhole = true;
  let parts: readonly (readonly [number, number])[] = [];
  for (let k = 0; k < SHRINKS_MAX; k += 1) {
    parts = undecidedParts(node, { ...along, from, to: from + long });
    if (parts.every(([a, b]) => b - a <= NARROW * long)) break;
    [long, isWhole, parts] = [long / 2, false, []];
  }
  const inside = parts.map(([a, b]) => a + (b - a) / 2).filter((x) => x > from && x < to);
  const count = isWhole ? inside.length : stepsOf(node, variable, slots, from, to);
  if (count === 0) return null;
  const text = printExpr(node.expr);
  const places = inside.slice(0, LISTED).map((x) => Number(x.toPrecision(DIGITS)));
  return { text, variable: name, from, to, count, isLeast: !isWhole, places };
}

/** How many integers lie between the ends of what floor, ceil or mod takes; null of others. */
function stepsOf(
  node: Node,
  variable: number,
  slots: Float64Array,
  from: number,
  to: number,
): number | null {
  const operand = steppingOperand(node);
  if (operand === null) return null;
  const [least, most] = [Float64Array.from(slots), Float64Array.from(slots)];
  [least[variable], most[variable]] = [from, to];
  const steps = levelsOn(operand, least, most);
  return Number.isFinite(steps) ? steps : null;
}

/** Inputs of a job that may be expressions, by name, and the ranges of the variables in them. */
export interface WrittenFields {
  readonly given: Readonly<Record<string, unknown>>;
  readonly over: Readonly<Record<string, readonly [low: number, high: number]>>;
}

export const NO_FIELDS: WrittenFields = { given: {}, over: {} };

/** For solvers: a refusal with where the fields of its job jump or bend. */
export function placing<I>(
  writtenIn: (inputs: I) => WrittenFields,
): (inputs: I, refusal: SolverRefusal) => SolverRefusal {
  return (inputs, refusal) => placedRefusal(refusal, writtenIn(inputs));
}

/** The same refusal, with where the fields of the job jump or bend. */
function placedRefusal(refusal: SolverRefusal, { given, over }: WrittenFields): SolverRefusal {
  const breaks = textsIn(given).flatMap(([name, text]) => {
    const words = wordsOfText(text, over);
    return words === null ? [] : [`In ${name}, ${words}`];
  });
  return breaks.length === 0
    ? refusal
    : new SolverRefusal(refusal.code, [refusal.message, ...breaks].join(" "), {
        ...refusal.members,
        breaks,
      });
}

/** Every text below a value, with its name: `boundary.left`. */
function textsIn(value: unknown, name = ""): readonly (readonly [name: string, text: string])[] {
  if (typeof value === "string") return [[name, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    textsIn(part, name === "" ? key : `${name}.${key}`),
  );
}

/** Null of a word that is no expression, as `insulated` is. */
function wordsOfText(text: string, over: WrittenFields["over"]): string | null {
  const names = Object.keys(over).filter((name) => over[name]![1] > over[name]![0]);
  const [low, high] = [0, 1].map((end) => Float64Array.from(names, (name) => over[name]![end]!));
  try {
    return breaksInWords(compileExpression(text, names, "").root, names, low!, high!);
  } catch (error) {
    if (error instanceof SolverRefusal) return null;
    throw error;
  }
}
