/** Two readings that one sentence joins: both beyond their limits, or one of them. */
import type { JsonObject } from "../../ports.js";
import { inverted, readSentence } from "./clauses/clauses.js";
import { monitor, titleOf, unitText } from "./heartbeat.js";
import type { Plain } from "./heartbeat.js";
import { isKind, kindAtEnd } from "./kinds.js";
import { alertStates, limitGuards } from "./limits.js";
import type { LimitNames } from "./limits.js";
import { inputName } from "./names.js";
import { nounPhrase } from "./nounPhrase.js";
import { openIn } from "./open.js";
import type { Limit, Reading } from "./reading.js";
import type { Asked, Filled } from "./slots.js";
import { isActIn } from "./subject.js";
import { ABOVE, BELOW, MOVES, REACHES, SINKS } from "./words.js";

export interface Condition {
  readonly name: string;
  readonly about: string;
  readonly limit: Limit;
}

export interface Joined {
  readonly parts: readonly [Condition, Condition];
  readonly isAnd: boolean;
  readonly aside: Reading["aside"];
}

const JOINT = new RegExp(
  ",? (?<word>and|or|but only (?:while|when|if)|but|(?:only )?while|only (?:when|if)|whilst|(?:as|so) long as" +
    "|provided(?: that)?|unless|(?:together|along|combined) with)" +
    "(?: (?:also|at the same time|simultaneously))? ",
  "giu",
);
/** The second condition stands first: `only while the fan runs above 500 rpm: bearing above 80 degC`. */
const FIRST =
  /^(?<act>[^,:]*?)(?:only )?(?:while|as long as|so long as) (?<while>[^,:]+?)(?:, |: )(?<then>.+)$/iu;
const NAME = "[a-z][a-z0-9_-]*(?: (?!or |and )[a-z0-9_-]+){0,4}?";
const SHARED = new RegExp(
  `^(?<act>.*?\\b(?:if|when|whenever|once|as soon as|in case) |[a-z ]*\\balarm on )?(?<both>either|both` +
    `|any of)? ?(?:the )?` +
    `(?<a>${NAME}) (?<word>or|and) (?:the )?(?<b>${NAME}) ` +
    `(?<cond>(?:${MOVES} )?(?:${[ABOVE, BELOW, REACHES, SINKS].join("|")}) .*)$`,
  "iu",
);
/** Of a sentence that is looked at for a pair. */
const JOINTS_MAX = 6;
const INTRODUCED = /\b(?:if|when|whenever|once|as soon as|in case)\b/iu;
const INTRODUCER = /^(?:if|when|whenever|once) /iu;
const EITHER = /\beither (?=[a-z])/iu;
const BOTH = /\bboth (?=the |a |an |its |my |our |it )/iu;
const DETERMINERS = /^(?:the|an?|its|their|my|our|his|her|your)$/u;
const COMPARISON = new RegExp(
  `\\b(?:${[MOVES, ABOVE, BELOW, REACHES, SINKS].join("|")})(?![a-z])`,
  "u",
);
const FINITE =
  /^ *(?:is|are|exceeds|reaches|passes|tops|surpasses|falls|drops|rises|goes|gets|sinks|climbs|stays|runs|reads) /u;
const VERB = new RegExp(`\\b${MOVES}(?![a-z])`, "u");
const NAME_WORDS = 5;
const ACT = "alert when ";
const NUMBER = /(?<![\p{L}_])[-+]?\d/u;

/**
 * Two whole conditions around one joint, or what keeps them from being one; null where the sentence
 * is not such a pair. @param text normalized
 */
export function joinedIn(text: string, isKnown: (word: string) => boolean): Joined | Asked | null {
  const joints = [...text.matchAll(JOINT)];
  if (joints.length > JOINTS_MAX) return null;
  const found = joints.flatMap((match) => {
    const word = match.groups!["word"]!.toLowerCase();
    const halves = halvesAt(text, match.index, match[0].length, word);
    const pair = halves === null ? null : pairOf(...halves);
    return pair === null
      ? []
      : [{ pair: word === "unless" ? unless(pair) : pair, word: jointOf(word) }];
  });
  const shared = sharedIn(text);
  if (shared !== null) found.push(shared);
  const ahead = aheadIn(text);
  if (ahead !== null) found.push({ pair: ahead, word: "and" });
  const [one, other] = found;
  if (one === undefined || other !== undefined) return null;
  const { pair, word } = one;
  const [first, second] = pair;
  const late = first.hold ?? second.hold;
  if (late !== null) {
    const question = `does "${late.words}" hold for both together, or for one of them? Write a sentence for each`;
    return { slot: "hold", question, words: late.words };
  }
  const parts = [conditionOf(first, isKnown), conditionOf(second, isKnown)] as const;
  const [a, b] = parts;
  if (a === null || b === null || a.name === b.name) return null;
  // What must both hold is broken where one is.
  const isAnd = (word !== "or") !== first.isNorm;
  if (
    first.isNorm &&
    (word !== "and" ||
      /\b(?:while|whilst|unless|but|as long as|so long as|provided|only)\b/iu.test(text))
  )
    return null;
  return { parts: [a, b], isAnd, aside: [...first.aside, ...second.aside] };
}

/** Two readings before one comparison: `either pump A or pump B is hotter than 90 degC`. */
function sharedIn(
  text: string,
): { readonly pair: readonly [Reading, Reading]; readonly word: "and" | "or" } | null {
  const { a, act = "", b, both, cond, word } = SHARED.exec(text)?.groups ?? {};
  if (a === undefined || b === undefined || cond === undefined) return null;
  const isBoth = both?.toLowerCase() === "both";
  if (word!.toLowerCase() !== (isBoth ? "and" : "or")) return null;
  const names = [a, b].map((one) => one.toLowerCase().split(" "));
  if (!names.every((one) => !COMPARISON.test(one.join(" ")) && nounPhrase(one).ok)) return null;
  const noun = kindAtEnd(names[1]!);
  const isShort = noun !== null && kindAtEnd(names[0]!) === null && noun.words < names[1]!.length;
  const from = names[0]!.length === 1 ? 1 : names[1]!.length - (noun?.words ?? 0);
  const first = isShort ? `${a} ${names[1]!.slice(from).join(" ")}` : a;
  const pair = pairOf(`${act}the ${first} ${cond}`, `the ${b} ${cond}`);
  return pair === null || pair[0].isNorm ? null : { pair, word: isBoth ? "and" : "or" };
}

/** All that join two conditions, but `or`, ask for both. */
function jointOf(word: string): "and" | "or" {
  return word === "or" ? "or" : "and";
}

/** Where the second holds, nothing is wrong. */
function unless([first, second]: readonly [Reading, Reading]): readonly [Reading, Reading] {
  const { limit } = second;
  return limit === null
    ? [first, second]
    : [first, { ...second, limit: { ...inverted(limit), words: `not ${limit.words}` } }];
}

function aheadIn(text: string): readonly [Reading, Reading] | null {
  const { act, then, while: when } = FIRST.exec(text)?.groups ?? {};
  if (then === undefined || when === undefined || !NUMBER.test(when) || !NUMBER.test(then))
    return null;
  const other = wholeOf(`${ACT}${when}`);
  const alarm = `${act!.trim()} when ${then}`;
  const main = wholeOf(act!.trim() === "" ? then : alarm);
  const isAlarm = main !== null && !main.isBare && !main.isNorm;
  return other === null || other.isNorm || !isAlarm ? null : [other, main];
}

/** The second begins with a name: what is done, or when, makes it another sentence. */
function halvesAt(
  text: string,
  at: number,
  length: number,
  word: string,
): readonly [string, string] | null {
  // Each of them: when this, and when that.
  const behind = text.slice(at + length);
  const right = word === "or" ? behind.replace(INTRODUCER, "") : behind;
  if (word === "unless" && !INTRODUCED.test(text.slice(0, at))) return null;
  const left = text.slice(0, at).replace(word === "or" ? EITHER : BOTH, "");
  const number = NUMBER.exec(right)?.index;
  if (number === undefined || !NUMBER.test(left)) return null;
  const before = right.slice(0, number).toLowerCase();
  return isActIn(before) ||
    !isNamed(before, /(?:with|while|whilst|long as|only when|only if|unless)$/u.test(word))
    ? null
    : [left, right];
}

function isNamed(before: string, isBare: boolean): boolean {
  const words = before.match(/[a-z'-]+/gu) ?? [];
  const first = words[0] ?? "";
  return (
    DETERMINERS.test(first) ||
    isKind(first) ||
    isKind(words.slice(0, 2).join(" ")) ||
    isReading(before, isBare)
  );
}

/**
 * A few words before a comparison, of which the last is a quantity: `ventilation flow is`. Without a
 * verb the first of them may be one: `ignore pressures above`.
 */
function isReading(before: string, isBare: boolean): boolean {
  const name = before.split(COMPARISON)[0]!.trim().split(/\s+/u);
  if (name.length > NAME_WORDS || !nounPhrase(name).ok) return false;
  // A verb in the third person has a subject before it, and no verb of an act.
  const isSubject = FINITE.test(before.slice(name.join(" ").length));
  return (
    isSubject || ((isBare || VERB.test(before)) && kindAtEnd(name) !== null) || isBareKind(name)
  );
}

/** A quantity by itself, or a matter by its formula: vibration over 5 mm/s. */
function isBareKind(name: readonly string[]): boolean {
  return name.length === 1 && isKind(name[0]!);
}

function pairOf(left: string, right: string): readonly [Reading, Reading] | null {
  const first = wholeOf(left);
  const alone = wholeOf(right);
  if (first === null) return null;
  if (first.isNorm) return alone !== null && alone.isNorm ? [first, alone] : null;
  const second = wholeOf(`${ACT}${right}`) ?? alone;
  if (second === null || second.isNorm) return null;
  // An act behind both: the pressure is low and the flow is high: alert.
  if (!first.isBare) return [first, second];
  const led = alone === null || alone.isBare ? null : wholeOf(`${ACT}${left}`);
  return led === null ? null : [led, second];
}

/** A condition with its limit, and nothing that a pair has no place for. */
function wholeOf(text: string): Reading | null {
  const sentence = readSentence(text.trim());
  if (!sentence.ok) return null;
  const { reading } = sentence;
  const { band, clear, early, gap, limit, named, naming, rate, schedule, silence, times, window } =
    reading;
  const others = [band, clear, early, gap, rate, schedule, silence, window];
  const isWhole = others.every((one) => one === null) && limit !== null;
  return isWhole && named.length + naming.length + times.length === 0 ? reading : null;
}

function conditionOf(reading: Reading, isKnown: (word: string) => boolean): Condition | null {
  const { limit, subject } = reading;
  if (limit === null || subject.length === 0) return null;
  if (openIn(reading, limit, isKnown) !== null) return null;
  return { name: inputName(subject), about: subject.join(" ").slice(0, 500), limit };
}

/** A program of two inputs that come with one event. */
export function joinedPlain({ isAnd, parts }: Joined, text: string): Plain {
  const filled: Filled[] = [];
  const params: Record<string, JsonObject> = {};
  const guards = parts.map(({ limit, name }, i) => {
    const names = setParams(limit, i + 1, params, filled);
    return limitGuards(`input.${name}`, limit, names);
  });
  const bad = guards.map((one) => `(${one.bad})`).join(isAnd ? " && " : " || ");
  const back = `!(${bad})`;
  const data = Object.fromEntries(parts.map(({ name }) => [name, `input.${name}`]));
  const words = parts.map(({ about, limit }) => `${about} ${limit.words}`);
  const whole = {
    name: titleOf([], words.join(isAnd ? " and " : " or ")),
    about: text,
    params,
    inputs: Object.fromEntries(
      parts.map(({ about, limit, name }) => [name, inputOf(limit, about)]),
    ),
    trigger: { type: "on-event", event: "reading" },
    machine: { initial: "nominal", states: alertStates(bad, back, data) },
  };
  return monitor(whole, filled, []);
}

function inputOf({ values: [first] }: Limit, about: string) {
  const unit = unitText(first);
  return { type: "double", ...(unit === null ? {} : { unit }), about };
}

function setParams(
  { values, words }: Limit,
  nth: number,
  params: Record<string, JsonObject>,
  filled: Filled[],
): LimitNames {
  const slots = values.length === 1 ? [`limit${nth}`] : [`low${nth}`, `high${nth}`];
  for (const [i, slot] of slots.entries()) {
    const quantity = values[i]!;
    const unit = unitText(quantity);
    const about = "where the alert begins";
    params[slot] = {
      type: "double",
      ...(unit === null ? {} : { unit }),
      default: quantity.value,
      about,
    };
    filled.push({ slot, value: quantity.value, unit, words });
  }
  const [low, high = low] = slots.map((slot) => `params.${slot}`);
  return { limit: low!, low: low!, high: high!, band: `(${low!} - ${low!})` };
}
