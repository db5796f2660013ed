/** One noun phrase, and nothing beside it: what a reading, a thing or a person is called. */
import type { Phrase } from "./reading.js";
import { WHEN_NOUN } from "./words.js";

export const DETERMINERS: ReadonlySet<string> = new Set([
  "a",
  "an",
  "the",
  "any",
  "each",
  "every",
  "some",
]);
const PREPOSITIONS: ReadonlySet<string> = new Set(
  (
    "of in at on inside within from for near behind under between by beside outside to through into across" +
    " along above below over upstream downstream"
  ).split(" "),
);
/** Behind these \`to\` compares, or says how it changes. */
const COMPARES =
  /^(?:compared|relative|equal|set|due|close|next|up|down|similar|according|prior|owing|changes?|[a-z]+s)$/u;
const SIDES: ReadonlySet<string> = new Set(["inside", "outside", "upstream", "downstream"]);
/** `the vessel has a pressure above`. */
const OWNS = /^(?:has|have|shows?|reads?|reports?|registers?|indicates?|sees?|detects?|records?)$/u;
/** What stands there is read: `less than 50 L in the tank`. */
export const PLACES: ReadonlySet<string> = new Set(["in", "at", "on", "inside", "within"]);
/** With `on` they are an act, where other words before it have a place. */
const SWITCHING: ReadonlySet<string> = new Set(["turn", "switch", "put"]);
/** Words of grammar: none of them names a reading. */
const GRAMMAR: ReadonlySet<string> = new Set(
  (
    "is am are was were be been being has have had do does did will would may might can could shall" +
    " should must need ought not no never nor neither either both only just even still again too" +
    " very quite almost nearly hardly about around roughly always often sometimes ever soon later" +
    " now then than there here to by with without but while whereas unless except until till" +
    " before after during since because although though however or and so as if when once whenever" +
    " whether which who whose what where why how that this these those it they we i you he she" +
    " nobody nothing everybody everyone anybody anyone somebody someone none" +
    " more less most least twice half double triple minus plus times divided"
  ).split(" "),
);
const ADVERB = /^(?!supply$|assembly$|family$|fly$|anomaly$|reply$)[a-z]{3,}ly$/u;

export function nounPhrase(words: readonly string[]): Phrase {
  // `inside is warmer than outside`: both are names there.
  if (words.length === 1 && SIDES.has(words[0]!))
    return { ok: true, head: words, words, hasOf: false };
  const parts: string[][] = [[]];
  const opened: string[] = [""];
  let [hasOf, owns] = [false, false];
  for (const [i, word] of words.entries()) {
    const isOpen = i > 0 && (PREPOSITIONS.has(words[i - 1]!) || OWNS.test(words[i - 1]!));
    if (OWNS.test(word) && DETERMINERS.has(words[i + 1] ?? "") && parts.length === 1 && i > 0) {
      owns = true;
      parts.push([]);
      opened.push(word);
      continue;
    }
    if (word === "on" && i === 1 && SWITCHING.has(words[0]!)) {
      const stop = words.join(" ");
      return { ok: false, stop, message: notDone(stop) };
    }
    // `outside the barn` is a place, and `outside temperature` a name.
    const isSide = SIDES.has(word) && i === 0 && isNamedBehind(words[1]);
    if (isSide) {
      parts.at(-1)!.push(word);
      continue;
    }
    const isCompared = word === "to" && COMPARES.test(words[i - 1] ?? "");
    if (PREPOSITIONS.has(word) && !isCompared && parts.at(-1)!.length > 0) {
      hasOf ||= word === "of" && parts.length === 1;
      parts.push([]);
      opened.push(word);
    } else if (DETERMINERS.has(word) && isOpen) continue;
    else if (PLACES.has(word) && i === 0 && words.length > 1) continue;
    else if (isNoName(word)) return { ok: false, stop: word, message: unread(word) };
    else parts.at(-1)!.push(ownerOf(word));
  }
  // `the consumption of the day` is a reading: no time at which it is looked at.
  const isWhen = (part: readonly string[], i: number): boolean =>
    !/^(?:of|for)$/u.test(opened[i]!) && WHEN_NOUN.test(part.at(-1) ?? "");
  const time = parts.find(isWhen)?.at(-1);
  if (time !== undefined) {
    const message = `"${time}" is a time, and no monitor looks at one: write one condition without it`;
    return { ok: false, stop: time, message };
  }
  const empty = parts.find((part) => part.length === 0);
  if (empty !== undefined) {
    const stop = words.join(" ");
    return { ok: false, stop, message: unread(stop) };
  }
  return { ok: true, head: parts[owns ? 1 : 0]!, words: parts.flat(), hasOf };
}

function isNamedBehind(word: string | undefined): boolean {
  return word !== undefined && !isNoName(word) && !DETERMINERS.has(word);
}

/** `baby` of `baby's`. */
function ownerOf(word: string): string {
  const owner = word.replace(/'s$|'$/u, "");
  return owner === "" || isNoName(owner) ? word : owner;
}

export function notDone(act: string): string {
  return `"${act}" is nothing that a contract does: it raises and clears alerts. Write "alert when ..."`;
}

/** Whether it is a word of grammar, which names nothing. */
export function isNoName(word: string): boolean {
  return GRAMMAR.has(word) || DETERMINERS.has(word) || PREPOSITIONS.has(word) || ADVERB.test(word);
}

function unread(words: string): string {
  return `"${words}" is not understood here: say what is read, as in the bearing temperature`;
}
