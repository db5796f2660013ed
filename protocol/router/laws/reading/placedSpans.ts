/** Numbers of two readers in one list, each in its place. */
import { dimensionsEqual, type Dimension } from "../../../units/index.js";
import type { Span } from "../../../units/quantity/index.js";
import type { Counted } from "./countedWords.js";
import type { Spans } from "./spanForms.js";

/** Spans in their places; one of the second list stands for those that it covers, and has their name. */
export function merged(spans: Spans, others: Spans): Spans {
  if (others.length === 0) return spans;
  const covering = byCharacter(others);
  const covered = byCharacter(spans);
  const rest = spans.filter((span) => over(span, covering) === undefined);
  const placed = others.map((one) => ({
    ...one,
    name: one.name ?? over(one, covered)?.name ?? null,
  }));
  return [...rest, ...placed].sort((a, b) => a.at[0] - b.at[0]);
}

/** Words that no quantity has: `half a kilogram` is one. */
export function withWords(text: string, spans: Spans, words: Spans): Spans {
  if (words.length === 0) return spans;
  const inWord = byCharacter(words);
  const isPart = ({ at }: Span): boolean => {
    const word = inWord.get(at[0]);
    return word !== undefined && word.at[0] <= at[0] && at[1] <= word.at[1];
  };
  const whole = byCharacter(
    spans.filter((span) => /\s/u.test(text.slice(...span.at)) && !isPart(span)),
  );
  return merged(
    spans,
    words.filter((word) => over(word, whole) === undefined),
  );
}

function byCharacter(spans: Spans): ReadonlyMap<number, Span> {
  const found = new Map<number, Span>();
  for (const span of spans) for (let at = span.at[0]; at < span.at[1]; at += 1) found.set(at, span);
  return found;
}

/** The first of the others that shares a character. */
function over({ at: [from, to] }: Span, others: ReadonlyMap<number, Span>): Span | undefined {
  for (let at = from; at < to; at += 1) {
    const found = others.get(at);
    if (found !== undefined) return found;
  }
  return undefined;
}

const LIST_CHARS = 110;
const A_DOZEN = 12;

/** Counts of words, without those that say how long a list of numbers is. */
export function listed(words: readonly Counted[], read: Spans): Spans {
  let first = 0;
  return words.flatMap(({ count, span }) => {
    while (first < read.length && read[first]!.at[0] < span.at[1]) first += 1;
    if (count === null || count >= A_DOZEN) return [span];
    const near: (Dimension | undefined)[] = [];
    for (let i = first; i < read.length && read[i]!.at[0] < span.at[1] + LIST_CHARS; i += 1)
      near.push(read[i]!.quantities[0]?.readings[0]?.unit.dimension);
    const isList = near.some((one) => near.filter((own) => isEqual(own, one)).length >= count);
    return isList ? [] : [span];
  });
}

function isEqual(one: Dimension | undefined, other: Dimension | undefined): boolean {
  return one !== undefined && other !== undefined && dimensionsEqual(one, other);
}
