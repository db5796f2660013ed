/** `Lens: object distance for an image at 30 cm`: what is asked for by its whole name is given by a number. */
import type { Filled } from "../../filling/fillTypes.js";
import type { Law } from "../../lexicon/lexicon.js";
import type { Question } from "../../reading/reading.js";
import type { Open } from "../open.js";

/** Where what is asked begins, if nothing asks: at the start, or behind the name of the law. */
const BEGINS = /^(?:[^:.;?]{0,60}:\s+)?(?:the\s+|its\s+)?(?:change\s+(?:of|in)\s+(?:the\s+)?)?/iu;
/** Words that the number itself may stand behind: `object distance of 30 cm`. */
const SAID_OF = /^\s*(?:of|is|=|:|at|to)?\s*$/iu;

export function aboutAsked(
  { given, openers, text }: Question,
  law: Law,
  { target, uses }: Filled,
): Open | null {
  if (openers > 0) return null;
  const start = BEGINS.exec(text)?.[0].length ?? 0;
  for (const { at, score, slot } of uses) {
    if (
      score === undefined ||
      !slot.about.includes(" ") ||
      (slot.quantity === target.quantity && slot.about === target.about)
    )
      continue;
    const places = [start, 0].filter((from) => mayBegin(text.charAt(from), slot.about));
    if (places.length === 0) continue;
    const name = new RegExp(
      `^${slot.about.replace(/\bthe\s+/gu, "").replace(/[^\p{L}\d]+/gu, "\\W+(?:the\\s+)?")}\\b`,
      "iu",
    );
    const own = places
      .map((from) => ({ from, match: name.exec(text.slice(from)) }))
      .find(({ match }) => match !== null);
    if (own === undefined || !given.some(({ span }) => span.at === at && span.name === null))
      continue;
    const end = own.from + own.match![0].length;
    if (at[0] < end || SAID_OF.test(text.slice(end, at[0]))) continue;
    if (isOfLaw(law, text.slice(own.from), end - own.from)) continue;
    return {
      what: "kind",
      at: [own.from, end],
      message:
        `"${text.slice(own.from, end)}" is asked for, and "${text.slice(...at)}" is taken for it ` +
        `by ${law.entry.record.name}`,
    };
  }
  return null;
}

/** Few questions begin with the letter of an input's name: a pattern is made for these alone. */
function mayBegin(char: string, about: string): boolean {
  const first = about.replace(/^the\s+/u, "").charAt(0);
  return char > "~" || !/[a-z]/iu.test(first) || char.toLowerCase() === first.toLowerCase();
}

/** `sound intensity level`: the name of an input begins the longer name of the law. */
function isOfLaw({ entry: { record } }: Law, said: string, length: number): boolean {
  const names = [record.name, ...record.name.split(":")].map((name) => name.trim().toLowerCase());
  return names.some((name) => name.length > length && said.toLowerCase().startsWith(name));
}
