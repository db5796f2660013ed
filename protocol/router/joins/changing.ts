/** Words of a question that laws which lead to each other must not pass over. */
import type { Registry } from "../../operators/registry.js";
import { lawIndexOf } from "../laws/lexicon/lawIndex.js";
import { lawStem } from "../laws/lexicon/lawWords.js";
import { rootOf } from "../laws/lexicon/roots.js";
import { turnsIn } from "../laws/licence/turns.js";
import { GUARDED } from "../laws/licence/wordClasses.js";
import type { Question } from "../laws/reading/reading.js";
import { supposedOf } from "../laws/reading/spanForms.js";

/** Kinds of words that change a question, and that no join takes. */
const CHANGING: ReadonlySet<string> = new Set([
  "denial",
  "share",
  "operation",
  "comparison",
  "extreme",
]);

/**
 * Whether a word changes what is asked, and is none of what asks.
 *
 * @param isLeft places of words that another law has
 */
export function isChanged(
  question: Question,
  isLeft: (at: readonly [number, number]) => boolean = () => false,
): boolean {
  const { given, head, text, tokens } = question;
  const isTurn = turnsIn(text);
  // `1.8 mm longer`, read as a change of length.
  const isOfNumber = ([from]: readonly [number, number]): boolean =>
    given.some(
      ({ span }) =>
        supposedOf(span) !== null &&
        span.at[1] <= from &&
        text.slice(span.at[1], from).trim() === "",
    );
  return tokens.some(
    (token) =>
      !token.isOpener &&
      CHANGING.has(GUARDED.get(token.stem) ?? "") &&
      !head.includes(token.stem) &&
      !isTurn(token.at) &&
      !isOfNumber(token.at) &&
      !isLeft(token.at),
  );
}

/** `12 rad/s about its axis` */
const ROUND = /^(?:about|around)$/iu;

/** A number is never used without the word behind it: some law must have it. */
export function areFollowersKnown(registry: Registry, { given }: Question): boolean {
  const { profiles } = lawIndexOf(registry);
  return given.every(
    ({ span: { follower } }) =>
      follower === null ||
      ROUND.test(follower.text) ||
      profiles.postings.has(rootOf(lawStem(follower.text))),
  );
}
