/** `Pauli diamagnetism`, by a law of paramagnetism: the name of a law with another word in the place of one. */
import { isUnit } from "../../../../units/index.js";
import {
  LAW_WORDS,
  QUANTITY_STEMS,
  THINGS,
  VERBS,
  lawStem,
  plainWords,
} from "../../lexicon/lawWords.js";
import type { Law } from "../../lexicon/lexicon.js";
import { PLACE, type Profile } from "../../lexicon/profile.js";
import { rootOf } from "../../lexicon/roots.js";
import type { Question, Token } from "../../reading/reading.js";
import { rootsOfWord } from "../licensedWord.js";
import type { Open } from "../open.js";
import { ADJECTIVES, CLOSED, GUARDED, isParticle, sameExtreme } from "../wordClasses.js";

const ARTICLES = /^(?:an?|the|its|my|our)$/iu;
/** They say what kind of thing a name is of, and people say any of them. */
export const GENERIC: ReadonlySet<string> = new Set(
  ["system", "distribution", "coefficient", "kinetics", "reaction", "final", "new"].map(lawStem),
);
const NAMED = PLACE.title | PLACE.result | PLACE.alias | PLACE.case;
const PARTICIPLE = /(?:ed|ing)$/iu;

/** @param stems of the tokens, without accents */
export function otherName(
  question: Question,
  stems: readonly string[],
  law: Law,
  places: Profile["places"],
): Open | null {
  const { given, text, tokens } = question;
  const words = tokens.flatMap((token, i) =>
    ARTICLES.test(token.text) ? [] : [{ ...token, stem: stems[i]! }],
  );
  const said = new Set(stems.map((stem) => rootOf(stem)));
  for (const name of namesOf(law)) {
    for (const [place, own] of name.entries()) {
      if (isSmall(own) || said.has(rootOf(own)) || isWeak(name, place)) continue;
      for (let start = 0; start + name.length <= words.length; start += 1) {
        const window = words.slice(start, start + name.length);
        const isSame = window.every(({ stem }, i) => i === place || stem === name[i]);
        if (!isSame || !isJoined(window)) continue;
        const other = window[place]!;
        if (!isAnother(other, words[start + place - 1]?.stem ?? "")) continue;
        return {
          what: "case",
          at: other.at,
          message: `"${other.text}" is said, and ${law.entry.record.name} is of another`,
        };
      }
    }
  }
  return null;

  /** No mark and no number between them. */
  function isJoined(window: readonly Token[]): boolean {
    const [from, to] = [window[0]!.at[0], window.at(-1)!.at[1]];
    if (given.some(({ span: { at } }) => from < at[1] && at[0] < to)) return false;
    return !/[^\p{L}\p{M}\s\d’'-]/u.test(text.slice(from, to));
  }

  function isAnother({ at, isOpener, stem, text: word }: Token, before: string): boolean {
    if (isOpener || isSmall(stem) || GUARDED.has(stem) || GENERIC.has(stem)) return false;
    if (sameExtreme(stem) !== null || (/\p{L}/u.test(word) && isUnit(word))) return false;
    const bits = rootsOfWord(stem).reduce((sum, root) => sum | (places.get(root) ?? 0), 0);
    if ((bits & NAMED) !== 0 || bits === PLACE.description) return false;
    // `ideal gas fill`, and no `a pull gossip`
    const isNoun = /\b(?:an?|the)\s+$/iu.test(text.slice(0, at[0])) || PARTICIPLE.test(word);
    return (isNoun || !VERBS.has(word.toLowerCase())) && !isParticle([before, stem], 1);
  }
}

/** The rest of a name must name the law: a kind of quantity alone does not. */
function isWeak(name: readonly string[], place: number): boolean {
  const own = name[place]!;
  if (GENERIC.has(own) || LAW_WORDS.has(own)) return true;
  // `a red pendulum` is a simple one, and `a synchronous motor` no induction motor.
  const isKind = (stem: string): boolean =>
    QUANTITY_STEMS.has(stem) || (THINGS.has(stem) && ADJECTIVES.has(own));
  return name.every((stem, i) => i === place || isSmall(stem) || isKind(stem));
}

/** Each part of the name of a law that has two words or more. */
function namesOf(law: Law): readonly (readonly string[])[] {
  return law.entry.record.name
    .split(/[:(),]/)
    .map((part) =>
      plainWords(part)
        .filter((word) => !ARTICLES.test(word))
        .map(lawStem),
    )
    .filter((name) => name.filter((stem) => !isSmall(stem)).length > 1);
}

function isSmall(stem: string): boolean {
  return CLOSED.has(stem);
}
