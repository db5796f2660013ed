/** What a sentence is about, said before its condition: `Barn 1: warn me when the humidity is above`. */
import { kindAtEnd } from "./kinds.js";
import type { Masked } from "./masked.js";
import { isNoName, nounPhrase } from "./nounPhrase.js";
import { isAction, isThingNoun } from "./things.js";
import { INTRODUCER } from "./words.js";

const LED = /^(?:the|an?|my|our|his|her|their|its|in|on|at|for|inside|of|from) /u;
const DETERMINED = /^(?:the|an?|my|our|his|her|their|its) /u;
/** A name with a number or a letter, or a tag: `bed 12`, `barn b`, `t-101`. */
const NUMBERED = /^(?:[a-z]+ (?:\d[\d.]*[a-z]?|[a-z]\d*)|[a-z]+-\d+[a-z]?)$/u;
/** A thing with its place: `freezer in room 214`. An act has no place right behind it. */
const PLACED = /^[a-z-]+ (?:in|of|at|inside|under|near|behind) [a-z0-9]/u;
/** A verb of what happens, and no name. */
const HAPPENS = /[^su]s$/u;

/**
 * Whether the words name a thing for certain: an act or a state before a condition would be another
 * sentence, and its verb may be any word.
 */
export function isThing(words: string): boolean {
  const plain = words.replace(/^(?:in|on|at|for|inside|from|of) /u, "");
  const all = plain
    .split(" ")
    .filter((word) => !/^(?:the|an?|my|our|his|her|their|its)$/u.test(word));
  const isNamed = LED.test(words) || NUMBERED.test(words) || PLACED.test(words);
  const happens = all.length > 1 && HAPPENS.test(all.at(-1)!);
  return isNamed && !happens && nounPhrase(plain.replace(DETERMINED, "").split(" ")).ok;
}

/** Takes it out. @returns its words, in their order */
export function topicIn(masked: Masked): readonly string[] {
  const taken =
    masked.take("^(?<topic>[^|{},:;]+?) ?:(?= )", ({ groups: { topic } }) => isLabel(topic!)) ??
    masked.take(
      "^(?<topic>[^|{},:;]+?) ?,(?= ?[|a-z])",
      ({ groups: { topic } }) => isThing(topic!) || isNamedThing(topic!),
    ) ??
    masked.take(
      `^(?<topic>[^|{},:;]+?) ?\\|(?= ?(?:\\||${INTRODUCER}\\b))`,
      ({ groups: { topic } }) => isThing(topic!) || isNamedThing(topic!),
    ) ??
    masked.take(
      "(?<=[a-z}|] ?)[,:;] ?(?:(?:for|in|on|at) )?(?<topic>(?:the |my |our )?[^|{},:;]+?)[ .|]*$",
      ({ groups: { topic } }) => isNamedThing(topic!),
    ) ??
    masked.take(
      "\\b(?:flag|monitor|watch|observe) (?<topic>[^|{},:;]+?)(?= (?:when|if|once|whenever) (?!it\\b|they\\b" +
        "|that\\b|this\\b)[a-z])",
      ({ groups: { topic } }) => nounPhrase(topic!.replace(DETERMINED, "").split(" ")).ok,
    );
  const topic = taken?.groups["topic"];
  if (topic === undefined) return [];
  const phrase = nounPhrase(topic.replace(LED, "").replace(DETERMINED, "").split(" "));
  return phrase.ok ? phrase.words : [];
}

/** `server room`, `the milk tank`, `cold store 4`: by their nouns, and no act. */
function isNamedThing(topic: string): boolean {
  const words = topic.replace(LED, "").replace(DETERMINED, "").split(" ");
  return isThingNoun(words) && !isOfAlarm(words) && nounPhrase(words).ok;
}

/** `low level alarm on the tank`: a limit, with its side. */
function isOfAlarm(words: readonly string[]): boolean {
  return words.some((word) => /^(?:alarm|alert|warning|trip|limit)s?$/u.test(word));
}

/** A word before a colon is a label, whatever it is, with a tag or without; and so is a quantity by its name. */
function isLabel(topic: string): boolean {
  const words = topic.split(" ");
  const plain = topic.replace(LED, "").replace(DETERMINED, "").split(" ");
  const isQuantity =
    words.length > 1 &&
    (kindAtEnd(words) !== null || (isThingNoun(plain) && !isOfAlarm(plain))) &&
    nounPhrase(plain).ok;
  const isWord = /^[a-z]+(?: [a-z]+-\d+[a-z]?)?$/u.test(topic) && !isNoName(words[0]!);
  return isThing(topic) || isQuantity || (isWord && !isAction(words[0]!));
}
