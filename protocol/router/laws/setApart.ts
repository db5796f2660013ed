/** Numbers of a question that a proposal may set aside: of a sentence that asks nothing, or said twice. */
import { dimensionsEqual } from "../../units/index.js";
import { valueInSI, type Reading as QuantityReading } from "../../units/quantity/index.js";
import type { Given, Question } from "./reading/reading.js";

const SAME_SHARE = 1e-9;

export interface Part {
  readonly asked: Question;
  readonly left: readonly Given[];
}

/** The question without what one sentence tells, where it asks nothing; and without what is said twice. */
export function withoutSome(question: Question): readonly Part[] {
  const { given, text, tokens } = question;
  const sentences = [...text.matchAll(/[^.;!?]*(?:[.;!?](?!\s|$)[^.;!?]*)*[.;!?]?/gu)]
    .map((match) => [match.index, match.index + match[0].length] as const)
    .filter(([from, to]) => from < to);
  const bySentence = sentences.flatMap((place) => {
    const isIn = ({ at }: { readonly at: readonly [number, number] }): boolean =>
      place[0] <= at[0] && at[1] <= place[1];
    if (tokens.some((token) => token.isOpener && isIn(token))) return [];
    return [given.filter(({ span }) => isIn(span))];
  });
  const twice = given.filter((one, i) => given.slice(0, i).some((other) => isSame(one, other)));
  return (
    [...bySentence, ...twice.map((one) => [one])]
      .filter((left) => left.length > 0 && left.length < given.length)
      // What has a name is meant.
      .filter((left) => left.every(({ label, span }) => label === null && span.kind === "value"))
      .map((left) => ({
        left,
        asked: { ...question, given: given.filter((one) => !left.includes(one)) },
      }))
  );
}

const readingOf = ({ span }: Given): QuantityReading | undefined => span.quantities[0]?.readings[0];

/** The same value in another unit or other words: `half a metre (0.5 m)`. */
function isSame(one: Given, other: Given): boolean {
  const [a, b] = [readingOf(one), readingOf(other)];
  if (a === undefined || b === undefined || !isAlike(one, other)) return false;
  return Math.abs(valueInSI(a) - valueInSI(b)) <= SAME_SHARE * Math.abs(valueInSI(a));
}

function isAlike(one: Given, other: Given): boolean {
  const [a, b] = [readingOf(one), readingOf(other)];
  return a === undefined || b === undefined || dimensionsEqual(a.unit.dimension, b.unit.dimension);
}

/** A number of a kind that is used is set aside only where it is said twice. */
export function isIdle({
  left,
  question: { given },
}: {
  readonly left: readonly Given[];
  readonly question: Question;
}): boolean {
  return left.every((one) => given.every((other) => !isAlike(one, other) || isSame(one, other)));
}
