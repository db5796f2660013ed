/** Which of two comes first: `P arrives 24 s after S`, where the law has S after P. */
import { lawStem, lawStems } from "../lexicon/lawWords.js";
import type { Law } from "../lexicon/lexicon.js";
import type { Question } from "../reading/reading.js";
import type { Open } from "./open.js";
import { CLOSED } from "./wordClasses.js";

/** What stands before such a word comes later. */
const LATER = /\b(?:after|behind|following|follows|trails|lags)\b/giu;
/** What stands before such a word comes earlier. */
const EARLIER = /\b(?:before|ahead\s+of|precedes|leads|preceding)\b/giu;
/** Words at either side that say what comes. */
const SIDE_WORDS = 7;

interface Order {
  readonly at: readonly [number, number];
  readonly later: ReadonlySet<string>;
  readonly earlier: ReadonlySet<string>;
}

/** The question has the two in one order, and the description of the law in the other. */
export function otherOrder({ text }: Question, law: Law): Open | null {
  const { description, name } = law.entry.record;
  const own = ordersIn(description.split(":")[0]!);
  if (own.length === 0) return null;
  for (const said of ordersIn(text)) {
    const isTurned = own.some(
      ({ earlier, later }) =>
        has(said.later, earlier, later) &&
        has(said.earlier, later, earlier) &&
        !(has(said.later, later, earlier) && has(said.earlier, earlier, later)),
    );
    if (!isTurned) continue;
    const written = text.slice(...said.at);
    return {
      what: "order",
      at: said.at,
      message: `"${written}": ${name} has the two in the other order; say which of them comes first`,
    };
  }
  return null;
}

/** A word of one side of the law, which the other side has not. */
function has(
  side: ReadonlySet<string>,
  one: ReadonlySet<string>,
  other: ReadonlySet<string>,
): boolean {
  return [...side].some((stem) => one.has(stem) && !other.has(stem));
}

function ordersIn(text: string): readonly Order[] {
  const orders = (pattern: RegExp, isLater: boolean): readonly Order[] =>
    [...text.matchAll(pattern)].map((match) => {
      const at = [match.index, match.index + match[0].length] as const;
      const before = sideOf(
        text
          .slice(0, at[0])
          .split(/[.;?!]\s/u)
          .at(-1)!,
        -SIDE_WORDS,
      );
      const behind = sideOf(text.slice(at[1]).split(/[.,;?!]\s/u)[0]!, SIDE_WORDS);
      return isLater
        ? { at, later: before, earlier: behind }
        : { at, later: behind, earlier: before };
    });
  return [...orders(LATER, true), ...orders(EARLIER, false)];
}

/** Its nearest words that say something. */
function sideOf(text: string, count: number): ReadonlySet<string> {
  const stems = lawStems(text).filter((stem) => !CLOSED.has(stem) && !TIMES.has(stem));
  return new Set(count < 0 ? stems.slice(count) : stems.slice(0, count));
}

const TIMES: ReadonlySet<string> = new Set(
  "second seconds minute minutes hour hours time".split(" ").map(lawStem),
);
