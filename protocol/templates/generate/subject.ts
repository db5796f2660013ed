/** What a sentence watches: its words without commands, clauses and what joins them. */
import { CLAUSE_ENDS, GAP, type Masked } from "./masked.js";
import { COMMANDS, RECIPIENTS } from "./commands.js";
import { DETERMINERS, notDone, nounPhrase, PLACES } from "./nounPhrase.js";
import type { Phrase } from "./reading.js";
import { isKind, kindAtEnd } from "./kinds.js";
import { isAction, isThingNoun } from "./things.js";
import { isThing } from "./topic.js";
import { ALERT_VERBS } from "./words.js";

/** `after filter 4` is a place; `after shift 2` is a time. */
const BEHIND = new RegExp(
  "(?<=[a-z] )after (?:the )?(?=(?!(?:shift|stage|phase|test|run|cycle|batch|step|event|attempt|day|week|hour" +
    "|minute|night|round|reading|sample|round)\\b)[a-z]+ \\d+(?![\\d.])|[a-z]{1,4}-\\d+)",
  "gu",
);
/** When a condition counts: days, and times of the day and of the year. */
const TIMES_OF =
  "tomorrow|yesterday|tonight|today|weekends?|weekdays?|nights?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?" +
  "|(?:in|during|over|every|each|all|this|next) (?:the )?(?:mornings?|afternoons?|evenings?|spring|summer|autumn|fall" +
  "|winter|january|february|march|april|may|june|july|august|september|october|november|december)" +
  "|(?:at|by|around) (?:noon|midnight|dawn|dusk|sunrise|sunset|daytime|lunch|breakfast)";
/** They change a condition: a sentence that has one outside of its clauses is not understood. */
const QUALIFIERS = new RegExp(
  "\\b(?:may|might|can|could|will|would|do|does|did|were|why|how|" +
    "unless|otherwise|else|except|only|while|whereas|but|not|never|without|until|till|after|before|during|" +
    "twice|half|double|triple|neither|nor|either|both|no|none|least|most|doesn't|isn't|don't|won't|" +
    `cannot|${TIMES_OF})\\b`,
  "u",
);
/** Words by which a condition is none: `was a false alarm`, `is fine`. */
const DISMISSED = new RegExp(
  "\\b(?:or so|or thereabouts|false(?! (?:positive|negative))|ok|okay|acceptable|harmless|" +
    "irrelevant|unimportant|expected|no problem|i (?:think|guess|suppose|believe)|maybe|perhaps|" +
    "probably|possibly|some (?:point|stage|time)|fine(?! (?:dust|particles?|mesh|filter|screen|sand|" +
    "grit)))\\b",
  "u",
);
const JOINED = /\b(?:or|and|nor)\b/u;
/** Behind a clause: a condition without a number of its own. */
const SECOND = new RegExp(
  "^(?:and|or)(?: if| when| once)? (.+?) " +
    "(?:is|are|was|were|has|have|stays|remains|turns|opens|closes|runs|starts|stops)\\b.*",
  "u",
);
const STOPS: ReadonlySet<string> = new Set(
  (
    "whether a an the of in on at to for from by with when whenever if once as soon then so" +
    " is are was were be been being has have had " +
    "do does did will would can could may might shall should must there here too very any" +
    " some each all ever even just still again " +
    "gets get goes go going rises rise rising climbs falls fall falling drops drop sinks dips" +
    " stays stay remains remain jumps runs run moves " +
    "comes come becomes become reads read shows sits swings grows reaches happens than which" +
    " who whose what where how about into onto per via " +
    "because since up down out off over under back more less too something anything please" +
    " reading readings value values measured " +
    "currently continuously immediately right away possible now ok such also always and or" +
    " contract program monitor"
  ).split(" "),
);

/** `before a stall`: what is watched may be called so, if a template has the word. */
const NAMING =
  /\b(?:before|after|during|without|until) (?:an? |the |its )?(?<noun>[a-z][a-z-]+)(?: (?<next>[a-z][a-z-]+))?/gu;
const NO_NAMES =
  /^(?:it|its|they|this|that|the|when|if|night|nights|day|days|noon|morning|evening|sunday|monday|weekend|work)s?$/u;

/** A sign that computes: what it makes of two readings is no reading. */
const OPERATION = /[×÷]|(?<=[\p{L}\d)] )[*/+^](?= [\p{L}\d(])|\b(?:times|multiplied by|plus)\b/u;
/** Between what is done and when. */
const INTRODUCER = /\b(?:when(?:ever)?|if|once|as soon as|in case|whether)\b/u;
/** Between clauses, and nothing more. */
const JOINTS: ReadonlySet<string> = new Set(["and", "then", "please", "also", "so"]);
export type Subject =
  | {
      readonly words: readonly string[];
      readonly phrase: Phrase;
      readonly recipients: readonly string[];
      /** Words that what is watched must have, or the sentence says something else. */
      readonly naming: readonly string[];
    }
  | { readonly stop: string; readonly message: string };

/** A verb that no frame has, with all that follows: `forget that`. */
const CLAUSE_OF = /^[| ]*(?<verb>[a-z]+) that\b(?! (?:is|are|exceeds?|goes|has|have)\b)/u;

/** `stop: the level is above 2 m`. */
const LABEL = /^[| ]*(?<verb>[a-z]+)(?: [a-z'-]+){0,3} ?:/u;

/** `stop alarm`: the first word may do something to the alarm. */
const ON_ALARM = /^[| ]*[a-z]+ (?:an? |the |all |any )?(?:alarm|alert|warning)s?\b/u;

/** `stop the alarm for`: what is done to an alarm is no condition, whatever verb it is. */
const DONE_TO_ALARM = new RegExp(
  "^[| ]*(?!low\\b|high\\b)[a-z]+(?: (?:[a-z]+ ){0,6}(?:to|you))? (?:an? |the |all |any )?" +
    "(?:alarm|alert|warning)s?(?= (?:for|on|of|about) )",
  "u",
);

/** @param isWhole nothing but the subject says what an alert is: one may come before it then */
export function subjectOf(
  masked: Masked,
  isWhole: boolean,
  measured: readonly string[],
  topic: readonly string[],
): Subject {
  const recipients: string[] = [];
  const done = DONE_TO_ALARM.exec(masked.rest)?.[0].replace(/^[| ]+/u, "");
  if (done !== undefined) return { stop: done, message: notDone(done) };
  const label = LABEL.exec(masked.rest)?.groups?.["verb"];
  if (label !== undefined && isAction(label)) return { stop: label, message: notDone(label) };
  const clause = CLAUSE_OF.exec(masked.rest)?.groups?.["verb"];
  if (clause !== undefined) return { stop: clause, message: notDone(`${clause} that`) };
  const bare = masked.rest
    .replace(/\{[qtnc]\d+\}/g, GAP)
    .replace(RECIPIENTS, (_whole, who: string) => {
      recipients.push(who.trim());
      return `${GAP} `;
    })
    .replace(COMMANDS, GAP)
    .replace(BEHIND, "behind ");
  const before = isWhole ? /^(?:[| ]|before)*\bbefore\b|\| ?before\b/u : null;
  const open = before === null ? bare : bare.replace(before, GAP);
  const naming: string[] = [];
  const plain = open.replace(NAMING, (whole, noun: string, next: string | undefined) => {
    if (NO_NAMES.test(noun)) return whole;
    naming.push(...wordsOf(`${noun} ${next ?? ""}`.replace(/-/gu, " ")));
    return `${noun} ${next ?? ""}`;
  });
  const qualifier = (QUALIFIERS.exec(plain) ?? DISMISSED.exec(masked.rest))?.[0];
  if (qualifier !== undefined) {
    return {
      stop: qualifier,
      message: `"${qualifier}" is not understood here: write one condition without it`,
    };
  }
  const parts = plain.split(CLAUSE_ENDS).map((part) => part.trim());
  for (const [i, part] of parts.entries()) {
    const more = i === 0 ? null : SECOND.exec(part);
    if (more !== null && wordsOf(more[1] ?? "").length > 0) {
      return {
        stop: more[0],
        message: `"${more[0]}" is a second condition: write a sentence for each`,
      };
    }
    const inner = part.replace(/^(?:and|or)\b|\b(?:and|or)$/gu, "").trim();
    const join = JOINED.exec(inner)?.[0];
    if (
      join !== undefined &&
      /[a-z]/.test(inner.replace(JOINED, "")) &&
      wordsOf(inner).length > 1
    ) {
      return {
        stop: join,
        message: `two things joined by "${join}" are two sentences: write one for each`,
      };
    }
  }
  const sign = OPERATION.exec(plain)?.[0].trim();
  if (sign !== undefined) {
    const message = `"${sign}" between readings: a monitor computes a difference or a ratio of two, and nothing else`;
    return { stop: sign, message };
  }
  const acts = actBefore(plain);
  if (acts !== null) {
    return { stop: acts, message: notDone(acts) };
  }
  const phrase = withTopic(withNoun(phraseIn(plain, isOnAlarm(masked.rest)), measured), topic);
  const said = parts.map((part) => part.replace(INTRODUCER, " "));
  const words = [...topic.flatMap(wordsOf), ...said.flatMap(wordsOf), ...measured];
  return { words, naming, phrase, recipients };
}

/** Whether one of these words could change a condition. @param words in lower case */
export function changes(words: string): boolean {
  return QUALIFIERS.test(words) || INTRODUCER.test(words) || JOINED.test(words);
}

/** Whether these words say that a condition is none. @param words in lower case */
export function isDismissed(words: string): boolean {
  return DISMISSED.test(words);
}

/** Says whether a sentence has a word by which an alert is asked for. @param rest masked */
export function isActIn(rest: string): boolean {
  const acts =
    `\\b(?:${ALERT_VERBS}|warning|let (?:me|us) know|be told|be notified|flag|report|monitor|watch|check` +
    "|observe|track|told|informed|notified|alerted|warned" +
    "|(?:upper|lower|highest|lowest|maximum|minimum) (?:alarm )?limit)\\b";
  return new RegExp(acts, "u").test(rest) || INTRODUCER.test(rest);
}

const ALL_ENDS = new RegExp(CLAUSE_ENDS, "gu");

const wordsIn = (text: string): readonly string[] =>
  text.split(/[\s"]+/u).filter((word) => word !== "");

const isContent = (word: string): boolean => !DETERMINERS.has(word) && !JOINTS.has(word);

/** An act before the condition, where it is none of the acts that were taken out. */
function actBefore(plain: string): string | null {
  const at = INTRODUCER.exec(plain);
  if (at === null) return null;
  const before = wordsIn(plain.slice(0, at.index).replace(ALL_ENDS, " "));
  const behind = wordsIn(plain.slice(at.index).replace(INTRODUCER, " ").replace(ALL_ENDS, " "));
  // A condition of what stands before it: `it is warmer` has to mean a thing.
  const isAct = behind.some(isContent) || !isThing(before.join(" "));
  return before.some(isContent) && isAct ? before.join(" ") : null;
}

/** A stop between two clauses that a writer set, and what a clause left behind at the ends. */
const STOPPED = /[a-z0-9'][| ]*[:;!?]|[a-z0-9'][| ]*\.(?: |$)/u;
const LABELLED = /^[a-z][a-z -]*[| ]*:[| ]*[a-z][^:;!?.]*$/u;
const END_MARKS = /^[| .,;:!?]+|[| .,;:!?]+$/gu;

function chunksIn(plain: string): readonly (readonly string[])[] {
  return plain
    .split(CLAUSE_ENDS)
    .flatMap((part) => part.split(INTRODUCER))
    .map((part) => trimmed(wordsIn(part)))
    .filter((words) => words.length > 0);
}

/** One noun phrase, and nothing beside it. */
function phraseIn(plain: string, isOnAlarm: boolean): Phrase {
  const chunks = chunksIn(plain);
  const [first, second] = chunks;
  if (first === undefined) return { ok: true, head: [], words: [], hasOf: false };
  // Behind the limit it says where that is read: the noise beyond 85 dB in the press shop.
  const trimmedPlain = plain.trim().replace(END_MARKS, "");
  // `flow alarm: less than 2 L/min in loop 4`: a quantity before the colon.
  const isStopped =
    STOPPED.test(trimmedPlain) && !(LABELLED.test(trimmedPlain) && kindAtEnd(first) !== null);
  const isBehind = chunks.length === 2 && !isOnAlarm && !isStopped;
  const isPlace = second !== undefined && isBehind && isPlaced(second);
  if (isPlace) return nounPhrase([...first, ...second]);
  // What a clause gave back stands behind: more than 5 openings on the cold room.
  const isPlaceFirst =
    second !== undefined &&
    isBehind &&
    !isIntroducedBehind(plain, first) &&
    PLACES.has(first[0]!) &&
    first.length > 1;
  if (isPlaceFirst && !PLACES.has(second[0]!)) return nounPhrase([...second, ...first]);
  if (second !== undefined) {
    const stop = second.join(" ");
    return { ok: false, stop, message: `"${stop}" beside "${first.join(" ")}" is not understood` };
  }
  return nounPhrase(first);
}

function isOnAlarm(rest: string): boolean {
  return ON_ALARM.test(rest) && !isKind(/[a-z]+/u.exec(rest)![0]);
}

/** Where it is read; behind other prepositions only what is a thing. */
function isPlaced(words: readonly string[]): boolean {
  const [first, ...others] = words;
  if (PLACES.has(first!)) return true;
  const thing = others.filter((word) => !DETERMINERS.has(word));
  return /^(?:across|through|near|behind|along|for|of|from)$/u.test(first!) && isThingNoun(thing);
}

/** Between the two begins another condition. */
function isIntroducedBehind(plain: string, words: readonly string[]): boolean {
  const at = plain.indexOf(words.join(" "));
  return at === -1 || INTRODUCER.test(plain.slice(at));
}

/** The noun behind the number is the quantity of what is named before it. */
function withNoun(phrase: Phrase, measured: readonly string[]): Phrase {
  if (!phrase.ok) return phrase;
  const { head, words } = phrase;
  return { ...phrase, head: [...head, ...measured], words: [...words, ...measured] };
}

/** The thing said before the condition has the reading of it, or is that itself. */
function withTopic(phrase: Phrase, topic: readonly string[]): Phrase {
  if (!phrase.ok || topic.length === 0) return phrase;
  const { head, words } = phrase;
  return { ...phrase, head: head.length === 0 ? topic : head, words: [...topic, ...words] };
}

function trimmed(words: readonly string[]): readonly string[] {
  let [start, end] = [words[0] === "of" ? 1 : 0, words.length];
  while (start < end && (JOINTS.has(words[start]!) || DETERMINERS.has(words[start]!))) start += 1;
  while (end > start && (JOINTS.has(words[end - 1]!) || DETERMINERS.has(words[end - 1]!))) end -= 1;
  return words.slice(start, end);
}

function wordsOf(part: string): readonly string[] {
  return (part.match(/[\p{L}][\p{L}\p{N}'-]*|[\p{L}\p{N}]*\d[\p{L}\p{N}]*/gu) ?? [])
    .map((word) => word.replace(/'s$|'$/u, ""))
    .filter((word) => word !== "" && !STOPS.has(word));
}
