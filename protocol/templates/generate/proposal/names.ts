/** Names of readings: the words before the number's comparison, behind it, or what the sentence began with. */
import { isNoName } from "../nounPhrase.js";
import { MOVES, WHEN_NOUN } from "../words.js";
import { alarmAt, hasNumber, words } from "./clauses.js";
import type { Clause } from "./clauses.js";
import {
  CADENCE,
  CLEARS,
  FALLS,
  PERSONS,
  PLAIN,
  RISES,
  STRONG,
  VARIES,
  WEAK,
  UP,
  DOWN,
} from "./lexicon.js";
import { isSaying } from "./said.js";
import type { Stated } from "./stated.js";
import type { Token } from "./tokens.js";

const NAME_WORDS = 6;
/** Of these no reading is called. */
const NOTHING = new RegExp(
  "^(?:some|time|times|somewhat|sometime|reading|readings|value|values|alarm|alert|limit|threshold" +
    "|length|if-not|otherwise|once|moment|case|anybody|stuff|things?|degrees?|too|way|about|otherwise" +
    "|else|unless|happen|happens|watch|so|too|already|suddenly|ever|keeps|keep|starts?|starting" +
    "|begins?|please|maybe|else|over|under|normal|usual|people|little|bit|anywhere|point|mark|line" +
    "|same|simultaneously|left|remaining|range|permissible|band|window|alarms|side|sides|maximum" +
    "|minimum|early|late|latest|recently|lasts?|lasting|longer|whole|entire|full|single|good" +
    "|whenever|measured|recorded|seen|observed|holds?)$",
  "u",
);

function isName({ kind, word }: Token): boolean {
  return (
    kind === "word" &&
    !isSaying(word) &&
    !PLAIN.has(word) &&
    !NOTHING.test(word) &&
    !MOVING.test(word) &&
    !PERSONS.has(word) &&
    !/['’]|^[<>=@%]/u.test(word.replace(/['’]s$/u, ""))
  );
}

/** Verbs of a value, and of how it comes there. */
export const MOVING = new RegExp(
  `^(?:${MOVES}|creeping|draws|drawing|sitting|sits|wandering|hovering|stands?|ticks?)$`,
  "u",
);

export interface Name {
  readonly tokens: readonly Token[];
  readonly text: string;
}

/** Of a number behind another in its clause: before it alone. */
export function nameBetween({ before }: Stated): Name | null {
  return runIn(before);
}

/** The words of a reading: of what stands together, the longest before anything that is compared. */
export function nameOf(stated: Stated, clauses: readonly Clause[]): Name | null {
  const label = labelOf(stated, clauses);
  if (label !== null) return label;
  const own = runIn(stated.before) ?? aheadOfTimes(stated, clauses[stated.clause]);
  // Below 40 % humidity: what is read stands behind its number.
  const behind =
    own ??
    runIn(stated.behind.slice(0, 3).filter(({ word }) => !STRONG.has(word) && !WEAK.has(word)));
  return behind ?? topicIn(stated, clauses) ?? placeIn(stated, clauses);
}

/** Tide gauge: advise the duty officer at 4 metres; what somebody is told to do names nothing. */
function labelOf(stated: Stated, clauses: readonly Clause[]): Name | null {
  const clause = clauses[stated.clause];
  if (clause === undefined || stated.clause === 0 || clause.introducer !== null) return null;
  const at = alarmAt(clause);
  if (at < 0 || !stated.before.includes(clause.tokens[at]!)) return null;
  const label = clauses
    .slice(0, stated.clause)
    .find(({ end, tokens }) => end === ":" && tokens.length <= LABEL_WORDS);
  return label === undefined || hasNumber(label) || alarmAt(label) >= 0
    ? null
    : runIn(label.tokens);
}

const LABEL_WORDS = 8;

/** Brix averaged over 20 minutes above 68: a time stands between. */
function aheadOfTimes({ tokens: [first] }: Stated, clause: Clause | undefined): Name | null {
  const at = clause?.tokens.indexOf(first!) ?? -1;
  const ahead = clause?.tokens.slice(0, Math.max(at, 0)) ?? [];
  const numbers = ahead.filter(({ kind }) => kind === "number");
  const isTimes = numbers.length > 0 && numbers.every(({ amount }) => amount?.sort === "time");
  return isTimes ? runIn(ahead.slice(0, ahead.indexOf(numbers[0]!))) : null;
}

/** Up to the first word that compares: the mash tun drops. */
function runIn(tokens: readonly Token[]): Name | null {
  const run: Token[] = [];
  for (const [i, token] of tokens.entries()) {
    const { word } = token;
    if (
      isName(token) ||
      isNoun(tokens, i) ||
      (run.length > 0 && token.amount !== null && token.kind === "word")
    ) {
      run.push(token);
      continue;
    }
    const isJoint =
      run.length > 0 &&
      /^(?:of|in|on|at|the|a|an|my|our|for|to|by|from|with|behind|near)$/u.test(word);
    if (isJoint || run.length === 0) continue;
    if (/^(?:high|low|hot|cold|wet|dry)$/u.test(word)) continue;
    if (named(run) !== null) break;
    // Between: no name yet.
    run.length = 0;
  }
  return named(run);
}

/** The swell is, the drain pressure: a noun, though it may be a verb. */
export function isNoun(tokens: readonly Token[], at: number): boolean {
  const isThing = /^(?:the|my|our|its|a)$/u.test(tokens[at - 1]?.word ?? "");
  const { word } = tokens[at]!;
  const next = tokens[at + 1];
  if (!isThing) return false;
  // The lower gauge.
  if (word.endsWith("er") && (UP.has(word) || DOWN.has(word)))
    return next !== undefined && isName(next);
  if (!(RISES.has(word) || FALLS.has(word) || VARIES.has(word))) return false;
  const isSubject = /^(?:is|are|gets?|goes|exceeds|stays?|reads|has)$/u.test(next?.word ?? "");
  return isSubject || (next !== undefined && isName(next));
}

/** Of an act alone no reading is called. */
const CALLING = /^(?:call|text|tell|ring|page|message|email|wake|know|send)$/u;

function named(run: readonly Token[]): Name | null {
  const tokens = run
    .filter(({ word }) => !STRONG.has(word) && !CADENCE.has(word))
    .slice(0, NAME_WORDS);
  const letters = tokens.filter(({ kind }) => kind === "word");
  const isNothing = ({ word }: Token): boolean =>
    isNoName(word) || CLEARS.has(word) || CALLING.test(word) || WHEN_NOUN.test(word);
  if (letters.every(isNothing)) return null;
  return { tokens, text: tokens.map(({ word }) => word.replace(/-thing$|['’]s?$/u, "")).join(" ") };
}

/** What the sentence began with: `Keg cooler: alarm on above 6 degrees`. */
function topicIn({ clause }: Stated, clauses: readonly Clause[]): Name | null {
  for (let i = Math.min(clause, clauses.length) - 1; i >= 0; i -= 1) {
    const one = clauses[i]!;
    const isAct =
      alarmAt(one) >= 0 ||
      words(one).some((word) => STRONG.has(word) || /^(?:e-?mail|call|text|sms)$/u.test(word));
    const ahead = one.introducer === null ? [] : one.tokens.slice(0, Math.max(alarmAt(one), 0));
    const name = isAct ? (placeOf(one.tokens) ?? runIn(ahead)) : runIn(one.tokens);
    if (name !== null) return name;
  }
  return null;
}

/** Behind a preposition, wherever it stands: `warning at 32 degrees in the greenhouse`. */
function placeIn({ behind, clause }: Stated, clauses: readonly Clause[]): Name | null {
  const all = [behind, ...clauses.slice(clause).map(({ tokens }) => tokens)];
  for (const tokens of all) {
    const name = placeOf(tokens);
    if (name !== null) return name;
  }
  return null;
}

function placeOf(tokens: readonly Token[]): Name | null {
  const at = tokens.findIndex(
    ({ word }, i) =>
      /^(?:of|in|on|for|from|inside|about|into|through)$/u.test(word) && isPlaced(tokens, i + 1),
  );
  return at < 0 ? null : runIn(tokens.slice(at + 1));
}

function isPlaced(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at];
  const then = tokens[at + 1];
  if (next === undefined) return false;
  if (/^(?:the|my|our|a|an|any|his|her|their)$/u.test(next.word))
    return then !== undefined && isName(then);
  return isName(next);
}
