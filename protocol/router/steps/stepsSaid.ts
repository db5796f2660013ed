/**
 * Questions that ask in steps: `the speed, then the radius in mm`, `Re -> f -> dp`, `a) ...; b) ...`.
 * The steps in order, and the same question as one that asks for the last of them.
 */
import { isFormula } from "./formula.js";

export interface StepsSaid {
  /** What each step asks for, without its numbers; the last one is what is asked. */
  readonly names: readonly string[];
  /** The question without the steps on the way, asked for the last one. */
  readonly text: string;
  /** An arrow leads to the next: what stands before it may be a remark, unless it is a symbol. */
  readonly isByArrow: boolean;
  /** Formulas of the steps, which the laws have in their own way. */
  readonly formulas: readonly string[];
}

const VERB =
  String.raw`(?:find|compute|calculate|determine|work\s+out|get|obtain|evaluate|derive|give|estimate|` +
  String.raw`convert\s+to)`;
/** `Solve Kepler's equation for the eccentric anomaly` */
const SOLVE = String.raw`solve\s+(?:[\p{L}'-]+\s+){0,5}?for`;
const LEAD = new RegExp(
  String.raw`^[\s,;]*(?:(?:and|then|next|first|finally|please)[\s,:]+)*(?:(?:${VERB}|${SOLVE})\s+)?(?:first\s+)?` +
    String.raw`(?:from\s+(?:it|that|this)\s+)?(?:(?:the|its|their|my|his|her|a)\s+)?`,
  "iu",
);
const FROM_IT = String.raw`(?:from|with|using|out\s+of|by)\s+(?:it|that|this|these|them|there)`;
/** What leads from one step to the next. */
const NEXT = new RegExp(
  String.raw`(?:\s+first)?\s*(?:[,;]\s*)?(?:\band\s+(?:then|next|hence|thence|finally|${FROM_IT})` +
    String.raw`|(?<=[,;]\s*)(?:and\s+)?` +
    String.raw`(?:then|next|hence|finally|${FROM_IT}))(?=[\s,:])|\s*(?:->|(?<!<)=>|→|⇒)\s*`,
  "giu",
);
const ASKS = new RegExp(String.raw`(?<![\p{L}])(?:${VERB}|${SOLVE})\s`, "giu");
const STEPS_MAX = 3;
const ARROW_WORDS = 4;
const NAME_MAX = 160;

const WORDS = "then|next|hence|finally|thence|it|that|this|these|them|there";
const SIGNS = new RegExp(String.raw`->|(?<!<)=>|[→⇒]|\b(?:${WORDS})\b|[b2]\)|\bstep\s`, "iu");

/** A cheap look whether a text may ask in steps at all. */
export function mayBeSteps(text: string): boolean {
  return SIGNS.test(text);
}

export function stepsSaidIn(text: string): StepsSaid | null {
  return listedIn(text) ?? clauseIn(text);
}

const BOTH = new RegExp(
  String.raw`(?<![\p{L}])${VERB}\s+((?:the\s+)?[\p{L}][\p{L}\s-]{2,50}?)\s+and\s+(?:also\s+)?(?:${VERB}\s+)?` +
    String.raw`((?:the|its|their)?\s*[\p{L}][\p{L}\s-]{2,50}?)(?=[.?!,;]|\s+(?:of|in|for|at)\b|$)`,
  "iu",
);

/** Two things that are asked for at once: `find the momentum and the kinetic energy`. */
export function bothAskedIn(text: string): StepsSaid | null {
  const match = BOTH.exec(text);
  if (match === null) return null;
  const [all, first = "", second = ""] = match;
  const end = match.index + all.length;
  return stepsOf(text.slice(0, match.index), [first, second], text.slice(end), false);
}

/** A mark that ends a clause stands in no brackets. */
function clausesOf(text: string): readonly (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  let [from, depth] = [0, 0];
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charAt(i);
    if (char === "(" || char === "[") depth += 1;
    if (char === ")" || char === "]") depth = Math.max(0, depth - 1);
    const isMark = /[.;:?!]/u.test(char) && /^\s|^$/u.test(text.slice(i + 1, i + 2));
    if (depth > 0 || !isMark || /^;\s*(?:and\s+)?then\s/iu.test(text.slice(i))) continue;
    found.push([from, i]);
    from = i + 1;
  }
  found.push([from, text.length]);
  return found.filter(([start, end]) => text.slice(start, end).trim() !== "");
}

/** A clause of steps that lead from one to the next; the last such one asks. */
function clauseIn(text: string): StepsSaid | null {
  for (const [from, end] of [...clausesOf(text)].reverse()) {
    const to = text.charAt(end) === ":" ? endOfSentence(text, end) : end;
    const clause = text.slice(from, to);
    const marks = marksOutside(clause);
    if (marks.length === 0) continue;
    const parts = partsOf(clause, marks);
    const isArrow = /[>→⇒]\s*$/u.test(marks[0]![0]);
    const said = saidBy(text.slice(0, from), parts, text.slice(to), isArrow);
    if (said !== null) return said;
  }
  return null;
}

/** `then the series resonant circuit: phase of the impedance?` */
function endOfSentence(text: string, from: number): number {
  const end = /[.;?!](?=\s|$)/u.exec(text.slice(from));
  return end === null ? text.length : from + end.index;
}

/** Marks between steps that stand in no brackets. */
function marksOutside(clause: string): readonly RegExpMatchArray[] {
  let [depth, last] = [0, 0];
  return [...clause.matchAll(NEXT)].filter(({ index }) => {
    for (; last < index; last += 1) depth += BRACKET_DEPTH.get(clause.charAt(last)) ?? 0;
    return depth === 0;
  });
}

const BRACKET_DEPTH: ReadonlyMap<string, number> = new Map([
  ["(", 1],
  ["[", 1],
  [")", -1],
  ["]", -1],
]);

function partsOf(clause: string, marks: readonly RegExpMatchArray[]): readonly string[] {
  let from = 0;
  const parts: string[] = [];
  for (const mark of marks) {
    parts.push(clause.slice(from, mark.index));
    from = mark.index! + mark[0].length;
  }
  return [...parts, clause.slice(from)];
}

/** A number that is given, and no digit of a name. */
const NUMBER = /(?<![\p{L}\p{N}_^.])[-+]?\d/u;

function saidBy(
  head: string,
  parts: readonly string[],
  tail: string,
  isArrow: boolean,
): StepsSaid | null {
  const [first = "", ...others] = parts;
  // What stands before the request is told, as all numbers before the first arrow are.
  const asks = [...first.matchAll(ASKS)].at(-1);
  const isBare = asks === undefined;
  const facts = isBare ? (NUMBER.test(first) ? first : "") : first.slice(0, asks.index);
  const name = isBare ? (facts === "" ? first : "") : first.slice(asks.index);
  const steps = [...(name.trim() === "" ? [] : [name]), ...others];
  // `rule of mixtures, along the fibres -> stiffness` goes on from a remark to what is asked.
  if (
    isBare &&
    isArrow &&
    facts === "" &&
    (/,/u.test(first) || first.trim().split(/\s+/u).length > ARROW_WORDS)
  )
    return null;
  // Only an arrow leads from what is given to what is asked.
  if (facts !== "" && isBare && others.length < 2) return null;
  return stepsOf(`${head} ${facts}`, steps, tail, isArrow);
}

/** Brackets with no number in them: `(non-relativistic)`, `(not 2 theta)`. */
const REMARK = /\s*\((?:[^()\d]|\b2(?=[\s-]*(?:theta|θ)))*\)/gu;
const DENIES = /\b(?:no|not|without|never|neglect\w*|ignor\w*|negative|positive|non)\b/iu;
const FORMULA = /(?:\b1\s?\/\s?)?(?:\((?:[^()]|\([^()]*\))*\)(?:\^-?[\d.]+)?)+/gu;
const UNIT_BEHIND = /[\s,]*\[([^\]\s]+)\]\s*$/u;
/** `and report it in degrees` */
const REPORT =
  /[\s,]+and\s+(?:report|give|state|express|return|convert)\s+(?:it|this|that|the\s+\p{L}+)?/giu;

const SOLVED = /^([\s\S]*?)\bsolve\s+((?:[\p{L}'-]+\s+){0,5}?)for\s+([\s\S]*)$/iu;

/** What a step asks for as it was said, without formulas. */
function saidOf(step: string, formulas: string[]): string {
  return step
    .replace(SOLVED, "$3 by $2")
    .replace(LEAD, "")
    .replace(FORMULA, (written) => {
      if (!isWritten(written)) return written;
      formulas.push(written);
      return " ";
    })
    .replace(REPORT, " ")
    .replace(UNIT_BEHIND, " in $1")
    .trim();
}

/** `1/(1-P/Pcr)` */
function isWritten(formula: string): boolean {
  if (isFormula(formula)) return true;
  const isOfSymbols = /[\p{L}_]\s*[-+*/^]\s*[\p{L}\d(]|[-+*/^]\s*\p{L}/u.test(formula);
  return isOfSymbols && !/[\p{Ll}]{4,}|[\d)]\s+\p{L}/u.test(formula);
}

const LEADING = "at|for|of|from|after|in|with|by|to|per|over|under|on|when|is|and";
const ASKED_BEFORE_NUMBER = new RegExp(
  String.raw`^((?:[\p{L}-]+\s+){0,4}?(?!(?:${LEADING})\b)[\p{L}-]+)(?=\s+[-+]?\d)`,
  "u",
);
/** `First get the ...` */
const BEFORE_ASKING = /(?:\b(?:first|then|now|please|and|to)\s*)+$/iu;

function stepsOf(
  head: string,
  steps: readonly string[],
  tail: string,
  isByArrow: boolean,
): StepsSaid | null {
  const formulas: string[] = [];
  const said = steps.map((step) => saidOf(step, formulas));
  if (said.length < 2 || said.length > STEPS_MAX) return null;
  if (said.some((one) => one === "" || one.length > NAME_MAX)) return null;
  const plain = said.map((one) => one.replace(REMARK, " "));
  const between = plain.slice(0, -1).filter((one) => NUMBER.test(one));
  const before = head
    .trim()
    .replace(BEFORE_ASKING, "")
    .trim()
    .replace(/[:,;]$/u, ".");
  const isEnded = before === "" || /[.?!]$/u.test(before);
  const last = plain.at(-1)!;
  // A quantity that is asked for is no name of the number behind it: `the deflection 120 km from the load`.
  const asked = last.replace(ASKED_BEFORE_NUMBER, "$1,");
  const ask = /^(?:how|what|which)\b/iu.test(asked) ? asked : `find ${asked}`;
  const facts = between.map((one) => `${one}.`).join(" ");
  const text = `${before}${isEnded ? "" : "."} ${facts} ${ask}${tail}`;
  const names = said.map(nameOf);
  return { names, text: text.replace(/\s+/gu, " ").trim(), isByArrow, formulas };
}

/** The words that ask: those in brackets that say of what kind, and none behind a number. */
function nameOf(said: string): string {
  return said
    .replace(/\([^()]*\d[^()]*\)/gu, " ")
    .replace(/\(([^()]*)\)/gu, (_, inside: string) => (DENIES.test(inside) ? " " : inside))
    .replace(/\s+/gu, " ")
    .trim();
}

const LABEL = /(?<=^|[\s;,.:])(?:\(?([a-d1-4])\)|(?:step|part)\s+([a-d1-4])\s*[:.)])\s*/giu;
const LABELS = ["a", "b", "c", "d"].map((letter, i) => [letter, String(i + 1)] as const);

/** `a) ...; b) ... State b).` */
function listedIn(text: string): StepsSaid | null {
  const marks = [...text.matchAll(LABEL)];
  const steps: RegExpMatchArray[] = [];
  let stated: RegExpMatchArray | null = null;
  for (const mark of marks) {
    const label = (mark[1] ?? mark[2] ?? "").toLowerCase();
    if (LABELS[steps.length]?.includes(label) === true) steps.push(mark);
    else if (steps.some((one) => (one[1] ?? one[2] ?? "").toLowerCase() === label)) stated = mark;
  }
  if (steps.length < 2) return null;
  const last = steps.at(-1)!;
  const rest = text.slice(last.index! + last[0].length);
  const end = endOfSentence(rest, 0);
  const parts = steps.map((mark, i) => {
    const next = steps[i + 1]?.index ?? last.index! + last[0].length + end;
    return text.slice(mark.index! + mark[0].length, next).replace(/[\s;,.]+(?:and\s*)?$/u, "");
  });
  const label = stated === null ? null : (stated[1] ?? stated[2] ?? "").toLowerCase();
  const asked = label === null ? parts.length : 1 + LABELS.findIndex((one) => one.includes(label));
  const before = text.slice(0, steps[0]!.index);
  return stepsOf(before, parts.slice(0, asked), unitOf(rest.slice(end)), false);
}

/** The unit that is asked for behind the steps: `Answer c) in km.`, `final output: magnitude in m^2/s`. */
function unitOf(rest: string): string {
  const unit = /\bin\s+([^\s?]+?)[.?]*\s*$/iu.exec(rest)?.[1];
  return unit === undefined ? "?" : ` in ${unit}?`;
}
