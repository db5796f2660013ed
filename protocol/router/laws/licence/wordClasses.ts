/**
 * Words by what they do in a question: a short closed class that says nothing of its own, and words
 * that change what is asked. Any other word must be known to the reading.
 */
import closed from "./closed.json" with { type: "json" };
import guarded from "./guarded.json" with { type: "json" };
import plain from "../lexicon/plain.json" with { type: "json" };
import type { Question } from "../reading/reading.js";
import { BODIES, HOW, NEUTRAL, PLAIN, PLAIN_NOUNS, THINGS, lawStem } from "../lexicon/lawWords.js";

const stemsIn = (lists: readonly string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => list.split(" ").map(lawStem)));

/** Articles, pronouns, auxiliaries, links, courtesy and frames of questions. */
export const CLOSED: ReadonlySet<string> = stemsIn(Object.values(closed));

/** Those of them that a law may speak of, too. */
export const FRAMES: ReadonlySet<string> = stemsIn([closed.frames]);

/** What a word that changes a question changes, by its stem. */
export const GUARDED: ReadonlyMap<string, string> = new Map(
  Object.entries(guarded).flatMap(([kind, list]) =>
    list.split(" ").map((word) => [lawStem(word), kind] as const),
  ),
);

const HIGHEST = stemsIn([
  "most maximum greatest largest highest biggest strongest longest fastest peak max strongly",
]);
const LOWEST = stemsIn(["least minimum smallest lowest shortest slowest weakest min"]);

/** Words that say the same end of a scale; none for a word of no end. */
export function sameExtreme(stem: string): ReadonlySet<string> | null {
  return HIGHEST.has(stem) ? HIGHEST : LOWEST.has(stem) ? LOWEST : null;
}

/** They say that it is as the law has it. */
export const WHOLLY = stemsIn([
  "completely fully entirely wholly ideal perfect statistics kinetics",
]);

/** Sizes and qualities that no law takes. */
export const ADJECTIVES: ReadonlySet<string> = stemsIn(plain.qualities);

const DEGREES = stemsIn(["far large quickly often small soon late great intense likely"]);

/** The words of `how far` and `work out`: a question opens with no other. */
export function isAsking(stem: string): boolean {
  return CLOSED.has(stem) || HOW.has(stem) || DEGREES.has(stem);
}

/** Pronouns stand for a thing: a sentence that has one says something of it. */
export const POINTING: ReadonlySet<string> = stemsIn([
  "it its this that these those they them their he his him she her",
]);

/** A body, or an ordinary doing of bodies, which carries a quantity and is none. */
export function isOrdinary(stem: string): boolean {
  return THINGS.has(stem) || PLAIN.has(stem) || NEUTRAL.has(stem);
}

const DETERMINERS = stemsIn(["a an the my your his her its our their this that one"]);
export const PLACING: ReadonlySet<string> = stemsIn([
  "in at near under inside outside from without through into onto around against over",
  "above below behind beside between across past towards toward within beyond along",
]);

/** Words between a determiner and its noun. */
const NOUN_PHRASE_WORDS = 3;

/**
 * `a hiker`, `of my vacuum cleaner`: a noun that carries what is said, and says no place. An
 * everyday word elsewhere is no carrier.
 */
export function isCarrier(stems: readonly string[], at: number): boolean {
  if (!BODIES.has(stems[at]!)) return false;
  for (let i = at - 1; i >= Math.max(0, at - NOUN_PHRASE_WORDS); i -= 1) {
    const stem = stems[i]!;
    if (DETERMINERS.has(stem)) return !PLACING.has(stems[i - 1] ?? "");
    if (CLOSED.has(stem) || GUARDED.has(stem)) return false;
  }
  return false;
}

/** What every height is counted from. */
const GROUND = stemsIn(["ground floor surface horizontal"]);

/** `in a lift`, `at the old station`: a thing that is a place. */
export function isPlace({ text, tokens }: Question, at: number): boolean {
  const stem = tokens[at]!.stem;
  if (!isNoun(stem) || GROUND.has(stem)) return false;
  const before: string[] = [];
  for (let i = at - 1; i >= Math.max(0, at - NOUN_PHRASE_WORDS); i -= 1) {
    // A number or a mark parts them.
    if (/\S/.test(text.slice(tokens[i]!.at[1], tokens[i + 1]!.at[0]))) break;
    before.push(tokens[i]!.stem);
  }
  const [first = "", second = "", third = ""] = before;
  if (PLACING.has(first)) return true;
  if (DETERMINERS.has(first)) return PLACING.has(second);
  if (!isOrdinary(first)) return false;
  return PLACING.has(second) || (DETERMINERS.has(second) && PLACING.has(third));
}

function isNoun(stem: string): boolean {
  return THINGS.has(stem) || PLAIN_NOUNS.has(stem);
}

const PARTICLES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    up:
      "take takes push pushed climb climbs rise rises lift lifts lifted raise raised warm warms " +
      "warmed heat heats heated speed speeds end ends pick picks set light add straight",
    down:
      "slide slides sliding fall falls drop drops dropped roll rolls rolling come comes slow " +
      "slows touch touches run runs",
    out: "come comes knock knocked squirt squirts flow flows find work",
    off: "roll rolls give gives fall falls slide slides set",
    away: "far",
    back: "come comes go goes",
    together: "stick sticks stuck lock locks couple coupled join sound sounded",
    behind: "far",
    above: "far high",
  }).map(([particle, verbs]) => [lawStem(particle), stemsIn([verbs])] as const),
);

/** `slides down`, `warms up`, `how far away`: a word that goes with the one before it. */
export function isParticle(stems: readonly string[], at: number): boolean {
  const before = stems.slice(Math.max(0, at - 1), at);
  return before.some((stem) => PARTICLES.get(stems[at]!)?.has(stem) === true);
}
