/** Clauses of two readings whose difference is compared: `A minus B`, `A exceeds B by`, `A and B differ by`. */
import { isDimensionless } from "../../units/index.js";
import { hasDimension, kindAtEnd } from "./kinds.js";
import { Q } from "./masked.js";
import type { Masked, Taken } from "./masked.js";
import { inputName } from "./names.js";
import { comparedIn } from "./compared.js";
import type { Limit, Minus, Reading, Said } from "./reading.js";
import { bare } from "./slots.js";
import type { Asked } from "./slots.js";
import { writtenIn } from "./spans/writtenIn.js";
import type { Quantity } from "./spans/spanTypes.js";
import { nounPhrase } from "./nounPhrase.js";
import { changes } from "./subject.js";
import { ABOVE, BELOW, LESS_WORDS, MORE_WORDS, MOVES, REACHES, SINKS } from "./words.js";

const WORD =
  "(?!(?:as|in case|when|whenever|if|once|that|and|or|alarm|alert|warn|tell" +
  "|by)\\b)[a-z0-9](?:[a-z0-9_'./-]*[a-z0-9'])?";
export const NP = `${WORD}(?: ${WORD}){0,7}?`;
export const FIRST =
  `(?<=^|[|,;:.] ?|\\b(?:when|whenever|if|once|as soon as|in case|that) )(?:the |an? |my |our )?` +
  `(?:two |both )?(?<a>${NP})`;
export const SECOND = `(?:the |an? |my |our |its )?(?<b>${NP})`;
const BEYOND = `(?:${ABOVE}|${REACHES}|${BELOW}|${SINKS}|between|within|outside|inside)`;
/** Behind both stands the comparison. */
export const AHEAD = `(?= ?(?:[,|] ?)*(?:${MOVES} )?(?:${BEYOND}) )`;
export const END = "(?= ?(?:$|[|,;:!?]|\\.(?: |$)))";
const SHARP = `(?:${ABOVE}|${BELOW}|at least|at most)`;
const ORDER =
  `(?:(?<over>(?:${MORE_WORDS}) than|above|over|ahead of)|(?<under>(?:${LESS_WORDS}) than|below` +
  `|under|behind))`;
const DIFFER = "(?:differs?|disagrees?|deviates?|diverges?|departs?)";
const EACH = "(?: from (?:each other|one another))?";

interface Form {
  readonly pattern: string;
  readonly isAbsolute: boolean;
}

const FORMS: readonly Form[] = [
  // The difference has a name: the approach, A minus B.
  {
    pattern:
      `(?<=^|[|] ?|\\b(?:when|whenever|if|once|as soon as|in case) )(?:the )?${NP} ?, (?:(?:from|that is` +
      `|meaning|as) )?` +
      `(?:the )?(?<a>${NP}) minus ${SECOND} ?,${AHEAD}`,
    isAbsolute: false,
  },
  { pattern: `${FIRST} minus ${SECOND}${AHEAD}`, isAbsolute: false },
  {
    pattern:
      `\\b(?:the )?(?<of>[a-z]+ )?(?:difference|differential|gap|mismatch|delta|spread) between (?:the |an? ` +
      `|my |our )?` +
      `(?<a>${NP}) and ${SECOND}${AHEAD}`,
    isAbsolute: true,
  },
  {
    pattern: `${FIRST} (?:\\| )?(?<over>exceeds?|tops?|surpass(?:es)?) ${SECOND} by (?=(?:${SHARP} )?${Q})`,
    isAbsolute: false,
  },
  {
    pattern: `${FIRST} (?:\\| )?(?:${MOVES}) ${ORDER} ${SECOND} by (?=(?:${SHARP} )?${Q})`,
    isAbsolute: false,
  },
  {
    pattern: `${FIRST} and ${SECOND} (?:\\| )?${DIFFER}${EACH}(?: by)? (?=(?:${SHARP} )?${Q})`,
    isAbsolute: true,
  },
  {
    pattern:
      `${FIRST} and ${SECOND} (?:\\| )?(?:are|is|be|get|drift|move|lie|stay) (?=(?:${SHARP} )?${Q}` +
      `(?:,? or more)? (?:apart|different))`,
    isAbsolute: true,
  },
  {
    pattern:
      `${FIRST} and ${SECOND} (?:\\| )?(?:are|is|be|stay|remain|agree) (?=within ${Q} of ` +
      `(?:each other|one another))`,
    isAbsolute: true,
  },
  {
    pattern: `${FIRST} (?:\\| )?${DIFFER} from ${SECOND} by (?=(?:${SHARP} )?${Q})`,
    isAbsolute: true,
  },
];
/**
 * `A is more than 2 bar above B`: the number stands between them. The second has to name a quantity,
 * as `above the floor` is no other reading.
 */
const BETWEEN = `${FIRST}(?<is> (?:\\| )?(?:${MOVES}))?(?<more> (?:${SHARP}))? (?<q>${Q}) ${ORDER} ${SECOND}${END}`;

/** `the flow out`: a part of the name. */
export const SIDE = /(?<=[a-z] )(?:in|out|inside|outside)$/u;
/** Pressure A, and no article. */
const LETTER = /(?<=[a-z] )[a-z]$/u;

/** Takes both out, and leaves their comparison with its number. */
export function minusIn(masked: Masked): Minus | null {
  for (const { isAbsolute, pattern } of FORMS) {
    const taken = masked.take(pattern, isPair);
    if (taken === null) continue;
    masked.take(`(?<=${Q}(?:,? or more)? )(?:apart|different)\\b`);
    masked.rewrite(`\\bwithin (?=${Q} of (?:each other|one another))`, "at most ");
    masked.take(`(?<=${Q} )of (?:each other|one another)\\b`);
    // By so much is by that or more, as a change by so much is.
    masked.rewrite(`(?<=^|[|] )(?=${Q}(?! ?,? or more))`, "at least ");
    return minusOf(masked, taken, isAbsolute);
  }
  return betweenIn(masked);
}

function betweenIn(masked: Masked): Minus | null {
  const isOther = (taken: Taken): boolean =>
    isPair(taken) && (orderOf(taken).endsWith("than") || isQuantity(taken.groups["b"]!));
  const found = masked.peek(BETWEEN, isOther);
  if (found === null) return null;
  const { more = " at least", q } = found.groups;
  masked.rewrite(BETWEEN, `| ${more} ${q!} |`);
  return minusOf(masked, found, false);
}

function orderOf({ groups: { over, under } }: Taken): string {
  return over ?? under ?? "";
}

function minusOf(masked: Masked, { groups, words }: Taken, isAbsolute: boolean): Minus {
  const { a, b, of = "", under } = groups;
  const [first, second] = [`${a!} ${of}`.trim(), `${b!} ${of}`.trim()];
  masked.give(first.replace(SIDE, "").replace(LETTER, ""));
  return {
    first: namesIn(first),
    second: namesIn(second),
    isAbsolute,
    isTurned: under !== undefined,
    isRatio: false,
    unit: null,
    words,
  };
}

export function namesIn(words: string): readonly string[] {
  return words
    .replace(/^an? /u, "")
    .split(" ")
    .filter((word) => !/^(?:the|of)$/u.test(word));
}

/** A limit of a difference: 5 degC are 5 K there. */
export function withoutZero(limit: Limit): Limit {
  const [first, second] = limit.values;
  const values =
    second === undefined ? ([off(first)] as const) : ([off(first), off(second)] as const);
  return { ...limit, values };
}

export function offOf(said: Said | null): Said | null {
  return said === null ? null : { ...said, value: off(said.value) };
}

function off(value: Quantity): Quantity {
  const unit = bare(value.unit);
  return { ...value, unit, si: value.difference, value: writtenIn(value.difference, unit) };
}

/** What a difference leaves open; null where nothing. */
export function minusOpen(
  { minus, schedule, window }: Reading,
  { values, words }: Limit,
): Asked | null {
  if (minus === null) return null;
  const other = schedule ?? window;
  if (other !== null) {
    const question = `a difference of two readings and "${other.words}" are two contracts: which of them?`;
    return { slot: "trigger", question, words: other.words };
  }
  if (inputName(minus.first) === inputName(minus.second)) {
    const question = `which two readings are "${minus.first.join(" ")}" and "${minus.second.join(" ")}"?`;
    return { slot: "input", question, words: minus.words };
  }
  const kinds = [minus.first, minus.second].map((name) =>
    kindAtEnd(name.filter((word) => word.length > 1)),
  );
  const isOther = kinds.some(
    (kind) => kind !== null && !values.every((value) => hasDimension(kind, value)),
  );
  if (minus.isRatio) {
    const isNumber = values.every(({ dimension }) => isDimensionless(dimension));
    const question = `${values[0].text} is no ratio of two readings: what is read?`;
    return isNumber ? null : { slot: "limit", question, words };
  }
  const question = `${values[0].text} is no difference of these two: what is read?`;
  return isOther ? { slot: "limit", question, words } : comparedIn(values, minus.words);
}

/** Both are names, and no word in them changes a condition. */
export function isPair({ groups: { a, b } }: Taken): boolean {
  const isName = (one: string): boolean =>
    !changes(one) && nounPhrase(one.replace(SIDE, "").replace(LETTER, "").split(" ")).ok;
  return [a!, b!].every(isName);
}

/** It ends with a noun of a quantity, before a number or a letter of its own. */
function isQuantity(words: string): boolean {
  const phrase = nounPhrase(words.replace(LETTER, "").split(" "));
  return phrase.ok && kindAtEnd(phrase.head.filter((word) => !/\d/u.test(word))) !== null;
}
