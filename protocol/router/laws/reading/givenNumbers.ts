/** A number with the words around it that may say which input it is. */
import { keepingLast } from "../../../once.js";
import type { Span } from "../../../units/quantity/index.js";
import { NEUTRAL, lawStem } from "../lexicon/lawWords.js";
import { rootOf } from "../lexicon/roots.js";
import { givenConstant } from "./givenConstants.js";
import type { Given } from "./question.js";
import { stateOfPart } from "./spanForms.js";
import { MARK, WORD } from "./tokens.js";

const PREPOSITIONS: ReadonlySet<string> = new Set(
  "at for with in by from to between on if when given through over under into than while during after".split(
    " ",
  ),
);

const GREEK =
  "alpha|beta|gamma|delta|epsilon|eta|theta|kappa|lambda|mu|nu|rho|sigma|tau|phi|omega|zeta|xi|psi";
/** A letter, a Greek one by its name, or letters with a capital or a digit. */
const LABEL = new RegExp(
  String.raw`(?<!\b(?:cos|sin|tan|log|ln|exp|sqrt))(?:^|[\s,;(])(` +
    String.raw`(?:[B-HJ-Zb-hj-z]|${GREEK}|[A-Za-z](?=[A-Za-z_]{0,3}[A-Z\d_])[A-Za-z\d_]{1,4}|[A-Z][a-z]?\d?))\s+$`,
  "u",
);

/** `1,200 primary turns`: the noun that a bare number counts, with what stands before it. */
const COUNTED_NOUN = /^\s+(?:[\p{L}-]+\s+){0,2}?\p{L}+s(?=[\s,;.])/u;

/** `33 mm in radius`: the kind of the number stands behind it. */
const IN_KIND =
  /^\s+in\s+(?:radius|diameter|length|width|height|depth|thickness|area|volume|mass|weight)\b/iu;

/** Where the words begin that may be of the next number. */
function endOf(text: string, span: Span): number {
  const end = span.at[1];
  const inKind = IN_KIND.exec(text.slice(end));
  if (inKind !== null) return end + inKind[0].length;
  if (span.name !== null || span.quantities[0]?.hasUnit !== false) return end;
  return end + (COUNTED_NOUN.exec(text.slice(end))?.[0].length ?? 0);
}

/** `exit pressure: 60 kPa; exit area: 0.5 m^2`: colons join names and numbers. One alone may ask. */
const isListOfNames = keepingLast(
  (text: string): boolean => (text.match(/\p{L}:\s+[-+\u2212]?\.?\d/gu)?.length ?? 0) > 1,
);

const BEHIND_BRACKETS = /^\s*\((\p{Ll}[\p{Ll}\s-]{1,30})\)/u;

export function givenOf(text: string, span: Span, before?: Span, after?: Span): Given {
  const [start, end] = span.at;
  const ownStart = span.name?.at[0] ?? start;
  const headStart = before === undefined ? 0 : endOf(text, before);
  // `(I get 1 for each 1 staked) 55% of the time`: what ends a bracket is of what stands in it.
  const between = headStart > ownStart ? "" : text.slice(headStart, ownStart);
  const own = between.replace(/^[^()]*\)/u, ({ length }) => " ".repeat(length));
  // `carbon fibres (230 GPa)`: what stands before the mark is of the number.
  const head = span.name === null ? own.replace(/\(\s*$/, " ") : own;
  const cut = Math.max(head.lastIndexOf(","), head.lastIndexOf(";"), head.lastIndexOf("("));
  const ahead = isListOfNames(text) ? head.replace(/:\s*$/u, "") : head;
  // `Re: 25000; Pr: 0.71`
  const symbolHead = ahead === head ? head : `${ahead} `;
  const colon = Math.max(ahead.lastIndexOf(". "), ahead.lastIndexOf("?"), ahead.lastIndexOf(": "));
  // `5 m outside and 14 m inside`: what stands before an `and` is of the number before.
  const joined =
    before === undefined
      ? -1
      : Math.max(...[" and ", " but ", " while "].map((one) => head.lastIndexOf(one)));
  const near = head.slice(Math.max(cut, colon, joined) + 1);
  const words = [...near.matchAll(WORD)].map(([word]) => word);
  const nameWord = span.name === null ? [] : [span.name.text];
  const tail = text.slice(
    end,
    after === undefined ? text.length : (after.name?.at[0] ?? after.at[0]),
  );
  const behind: string[] = [];
  // `230 GPa (fibre) and 3.5 GPa (matrix)`
  const inBrackets = BEHIND_BRACKETS.exec(tail)?.[1] ?? "";
  for (const [word] of (inBrackets || (tail.split(MARK)[0] ?? "")).matchAll(WORD)) {
    // `0.15 mol/L in sodium acetate`: what stands behind the first preposition is meant as well.
    if (behind.length > 0 && (PREPOSITIONS.has(word.toLowerCase()) || /^and$/i.test(word))) break;
    if (/^(?:and|if|when|to|than|while)$/i.test(word)) break;
    behind.push(lawStem(word));
  }
  const [from, to] = sentenceAround(text, start, end);
  const wide = [
    ...(text.slice(from, start).match(WORD) ?? []).slice(-10),
    ...(text.slice(end, to).match(WORD) ?? []).slice(0, 5),
  ];
  const lowered = words.map((word) => word.toLowerCase());
  const last = lowered[lowered.length - 1] ?? null;
  const nearest = [...nameWord, ...[...words].reverse()].map(lawStem);
  return {
    span,
    constant: givenConstant(span, nearest),
    before: nearest,
    after: behind,
    roots: { before: nearest.map(rootOf), after: behind.map(rootOf) },
    clause: wide.map(lawStem),
    label: span.name === null && !isTimesSign(head, before) ? labelIn(symbolHead) : null,
    preposition: last,
  };
}

/** Where the sentence begins that a number stands in, and where it ends. */
function sentenceAround(text: string, start: number, end: number): readonly [number, number] {
  let [from, to] = [0, text.length];
  for (const mark of marksIn(text)) {
    if (mark + 2 <= start) from = mark + 2;
    else if (mark >= end) {
      to = mark;
      break;
    }
  }
  return [from, to];
}

/** Of each number of a question. */
const marksIn = keepingLast((text: string): readonly number[] =>
  [...text.matchAll(/[.?!;]\s/g)].map(({ index }) => index),
);

/** The two numbers of a change have the same words, and one more each: the first and the last. */
export function partOf(given: Given, before: Given | undefined): Given {
  const state = stateOfPart(given.span);
  const isSecond =
    state[0] === "final" && before !== undefined && stateOfPart(before.span)[0] === "initial";
  const own = isSecond
    ? before.before.filter((stem) => !stateOfPart(before.span).map(lawStem).includes(stem))
    : given.before;
  return state.length === 0 ? given : { ...given, before: [...own, ...state.map(lawStem)] };
}

function labelIn(head: string): string | null {
  const label = LABEL.exec(head)?.[1] ?? null;
  if (label === null || !NEUTRAL.has(lawStem(label))) return label;
  // `My 8 inch telescope`, `A 75 ohm antenna`: a sentence begins, and no symbol stands there.
  const isFirst = /(?:^|[.?!])\s*$/u.test(head.slice(0, head.lastIndexOf(label)));
  return isFirst ? null : label;
}

/** The x of `60 x 100 mm` names nothing. */
function isTimesSign(head: string, before: Span | undefined): boolean {
  return before !== undefined && /^\s*[x×]\s*$/u.test(head);
}
