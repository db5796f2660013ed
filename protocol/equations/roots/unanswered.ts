/** The sentence where an equation has no single answer: nothing that was not established. */
import type { Refusal } from "../reading/ast.js";
import { SOLVE_ROOTS_MAX } from "../../limits.js";
import { withAllValues } from "./question.js";
import { SEARCH_MAX, type Solutions } from "./solutions.js";

export interface Asked {
  readonly subject: string;
  readonly unit: string | null;
  readonly min: number;
  readonly max: number;
}

/** Where nothing is known of an interval wider than this, the search did not reach it. */
const TOUCH_WIDTH = 1e-3;
const PARTS_SHOWN = 2;
/** What reaches so far was open towards the end of the search. */
const FAR = 1e100;

export function unanswered(asked: Asked, solutions: Solutions): Refusal {
  const { found, continuum, undecided, isComplete, isDrowned } = solutions;
  const { subject } = asked;
  const range = `a range of ${subject} (min, max) chooses among them`;
  if (continuum !== null) {
    return {
      kind: "multi-result",
      message: `Every ${subject} ${interval(continuum, asked)} makes both sides agree: there is no single answer.`,
    };
  }
  const values = found.map(({ value }) => value);
  if (values.length > 1) {
    const isCut = !isComplete || values.length >= SOLVE_ROOTS_MAX;
    const refusal: Refusal = {
      kind: "multi-result",
      message:
        `The equation has ${isCut ? "at least " : ""}${values.length} results ` +
        `for ${subject}, an answer carries one: ${listed(values, asked)}; ${range}.`,
      values,
    };
    return isCut ? refusal : withAllValues(refusal);
  }
  const rest = undecided.slice(0, PARTS_SHOWN).map((part) => interval(part, asked));
  const where = `${rest.join(" and ")}${undecided.length > PARTS_SHOWN ? " and elsewhere" : ""}`;
  if (values.length === 1) {
    return {
      kind: "multi-result",
      message:
        `${subject} = ${listed(values, asked)} makes both sides agree, and it is not shown that nothing ` +
        `else does: ${where} there may be more. A range of ${subject} (min, max) around one answers.`,
      values,
    };
  }
  if (isComplete) return noSolution(asked, solutions.reach ?? Number.MAX_VALUE);
  const [only] = undecided;
  const isTouch =
    isDrowned &&
    undecided.every(({ lo, hi }) => hi - lo <= TOUCH_WIDTH * Math.max(Math.abs(lo), Math.abs(hi)));
  if (isTouch && only !== undefined) {
    return {
      kind: "precision-loss",
      message:
        `Near ${subject} = ${listed([only.lo / 2 + only.hi / 2], asked)} both sides agree to within their ` +
        "rounding: whether they meet there once, twice or not at all cannot be told.",
    };
  }
  return {
    kind: "budget",
    message:
      `No ${subject} was found that makes both sides agree, and it is not shown that there is none: ` +
      `${where} the search did not settle it. ${cure(asked, undecided)}`,
  };
}

/** A search without an end never settles functions that repeat. */
function cure({ subject, min, max }: Asked, undecided: Solutions["undecided"]): string {
  const isOpen = min <= -Number.MAX_VALUE || max >= Number.MAX_VALUE;
  const isFar = undecided.some(({ lo, hi }) => lo <= -FAR || hi >= FAR);
  return isOpen && isFar
    ? `Without a range it goes on to ${SEARCH_MAX}, and functions that repeat settle nowhere on the way: ` +
        `give a range of ${subject} (min, max), such as one period.`
    : `A range of ${subject} (min, max) helps.`;
}

function noSolution({ subject, unit, min, max }: Asked, reach: number): Refusal {
  const [lo, hi] = [Math.max(min, -reach), Math.min(max, reach)];
  const all = lo <= -Number.MAX_VALUE && hi >= Number.MAX_VALUE;
  const text = unit === null || unit === "1" ? "" : ` ${unit}`;
  const where = all ? "" : ` between ${lo} and ${hi}${text}`;
  return {
    kind: "no-solution",
    message: `No value of ${subject}${where} makes both sides agree: this is shown for all of them.`,
  };
}

function interval({ lo, hi }: { lo: number; hi: number }, { unit }: Asked): string {
  const text = unit === null || unit === "1" ? "" : ` ${unit}`;
  if (lo <= -Number.MAX_VALUE && hi >= Number.MAX_VALUE) return "that there is";
  if (lo <= -Number.MAX_VALUE) return `below ${hi}${text}`;
  if (hi >= Number.MAX_VALUE) return `above ${lo}${text}`;
  return `between ${lo} and ${hi}${text}`;
}

function listed(values: readonly number[], { unit }: Asked): string {
  const text = unit === null || unit === "1" ? "" : ` ${unit}`;
  const last = values.at(-1)!;
  const others = values.slice(0, -1);
  return others.length === 0 ? `${last}${text}` : `${others.join(", ")} and ${last}${text}`;
}
