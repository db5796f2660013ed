/** Words of norms and denials: what they forbid, what they demand, and what stands right ahead of them. */
import { CHANGES } from "../changes.js";
import { Q } from "../masked.js";
import type { Masked } from "../masked.js";
import {
  ABOVE,
  BELOW,
  BOUNDS,
  LESS_WORDS,
  MORE_WORDS,
  MOVES,
  REACHES,
  READINGS,
  SINKS,
} from "../words.js";

export const COMPARED =
  `(?:${MOVES} )?(?:by )?(?:\\b(?:back|up|down|out|even|ever|always) )*` +
  `(?:${ABOVE}|${REACHES}|${BELOW}|${SINKS}|between|within|inside|in|outside|out of|leaves?` +
  "|(?:deviate|stray|drift|differ|depart)s? (?:by )?(?:more than|over|at least)" +
  `|(?:at |from )?\\{[qtn]\\d+\\} (?:\\| ?)?,? ?(?:to|-|\\.\\.\\.?|(?:or|and) (?:${MORE_WORDS}|${LESS_WORDS}` +
  `|above|below|over|under|up))` +
  "|(?:at )?\\{[qtn]\\d+\\} @)";

/** Right behind the word that is taken stands a comparison with a number, or its verb. */
export const AHEAD = `(?= ${COMPARED.replaceAll("(?<", "(?:<")}(?![a-z]))`;

/** A change with its size: a reading may not do that. */
const CHANGE_AHEAD = `(?= (?:be )?(?:${CHANGES}) (?:by |of |at |more |faster |quicker )?[^|,;:{]{0,30}\\{)`;

export const MUST =
  "(?:must|should|shall|has to|have to|needs? to|ought to|is to|are to|is supposed to|are supposed to)";

const ALLOWED = "(?:allowed|permitted)";

/** The beginning of a clause. */
const START = `(?<=^|[|,.;:}] ?|\\b(?:and|please|to|then|you|always) )`;

/** Norms that forbid: what they name is the alarm. */
export const FORBIDDEN: readonly string[] = [
  `${START}(?:never|do not|you must not|we must not) (?:ever )?(?:let|allow|permit)\\b(?! (?:[a-z]+ ){1,4}know\\b)`,
  `\\b(?:${MUST}|may|can|could|might|will|would) (?:not|never) (?:ever )?be ${ALLOWED} to${AHEAD}`,
  `\\b(?:is|are) (?:not|never) ${ALLOWED} to${AHEAD}`,
  `\\b(?:${MUST}|may|can|could) (?:not|never)(?: ever)?${AHEAD}`,
  `\\b(?:${MUST}|may|can|could|is ${ALLOWED} to|are ${ALLOWED} to) (?:not|never)(?: ever)?${CHANGE_AHEAD}`,
  `${START}(?:i|we|you) (?:(?:can|will|do) )?(?:tolerate|accept|allow|permit|want|take) (?:nothing` +
    `|no(?: [a-z]+)??)${AHEAD}`,
  `${START}(?:i|we|you) (?:can|must|may|will|do) not (?:ever )?(?:have|let|allow|accept|tolerate|want|afford` +
    `|permit)\\b`,
  `,? ?\\b(?:which |that |this |it )?(?:is|are) (?:(?:not|never) (?:${ALLOWED}|acceptable|ok|okay|tolerable` +
    `|tolerated|fine)` +
    `|unacceptable|forbidden|prohibited|banned|off limits)\\b`,
];

/** Norms that demand or bound: what they name must hold. */
export const DEMANDED: readonly string[] = [
  `(?<!\\bnot )\\b${MUST}(?: always)?${AHEAD}`,
  `(?<!\\bnot )\\b(?:may|can|is ${ALLOWED} to|are ${ALLOWED} to)(?: (?:be|go|get|reach|rise))?` +
    `(?= (?:${BOUNDS})(?![a-z]))`,
  `\\b(?:needs?|requires?)(?= (?:${BOUNDS})(?![a-z]))`,
  `\\b(?:is|are) (?:limited|restricted|capped) to(?= (?:${BOUNDS})(?![a-z]))`,
  `${START}(?:keeps?|hold)\\b(?! for)`,
  `${START}(?:make sure|ensure|guarantee|see to it|verify|confirm)(?: that)?\\b`,
  `${START}check(?: that)?\\b(?! (?:whether|if|for|every|each|when)\\b)(?!.*\\b(?:when|if|once)\\b)`,
];

/** `neither for a moment nor longer`, behind a norm. */
export const EVEN =
  ",? ?\\b(?:(?:not )?even |neither )(?:for (?:a|one|even a) (?:single )?(?:moment|second|instant)|briefly|once)" +
  "(?: nor (?:for )?longer)?";

/** `pressure at least 2 bar: alarm`: is that when, or what must hold? */
export const OPEN_BOUND = new RegExp(
  `^[^|{]*(?<!\\b(?:for|by|within|after|in|of) )\\b(?:${BOUNDS}) (?:\\{q\\d+\\}|\\{n\\d+\\}(?! ?${READINGS}))`,
  "u",
);

/** `oil temp > 98 degC for 5 min`: an expression, as rules of alarms are written. */
export const EXPRESSION = new RegExp(
  `^[a-z][a-z0-9_. /-]* (?:>=|<=|≥|≤|>|<) \\{[qn]\\d+\\}` +
    `(?: for (?:at least )?\\{[tn]\\d+\\}(?: ${READINGS})?)?[ .|]*$`,
  "u",
);

/** What must hold, said without a verb: `ammonia no higher than 20 ppm`, beside an alarm for all else. */
export const CLAUSE = new RegExp(
  `^(?!.*\\b(?:not|never|no|ignore|disregard|skip|forget|suppress|mute|silence|disable|cancel|stop|tolerate|accept` +
    `|allow)\\b(?! (?:more|less|higher|lower|greater|fewer) than))[^|]*${COMPARED.replaceAll("(?<", "(?:<")}` +
    `[^|]*\\|[ .]*$`,
  "u",
);

/** A value with its tolerance. */
export const TOLERANCE = new RegExp(`${Q} @ ${Q}`, "u");

/** They say what is wanted, and stand before the subject. */
export const WANTED = `${START}(?:i|we) (?:want|need|would like)\\b(?= [^|{]{1,60} to (?:be|stay|remain|keep)${AHEAD})`;

/** `not more than` is a bound by itself. */
const NO_BOUND = "(?! (?:more|less|fewer|higher|lower|greater) than\\b(?! or equal))";

export const DENIED: readonly string[] = [
  `\\b(?:is|are|do|does|did|has|stays|gets|goes) (?:not|no longer)${NO_BOUND}${AHEAD}`,
  `\\bfails? to${AHEAD}`,
  `\\bno longer${AHEAD}`,
  `(?<= )not${NO_BOUND}${AHEAD}`,
];

/** It says what must hold. */
export const NORM = new RegExp(
  `\\b${MUST}(?![a-z])|^(?:please )?(?:keep|hold|min|max|minimum|maximum|${BOUNDS})\\b`,
  "u",
);

export const INTRODUCED = /\b(?:when|if|once|whenever|as soon as|in case)\b/u;

export function takeOne(masked: Masked, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => masked.take(pattern) !== null);
}
