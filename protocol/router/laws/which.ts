/** Which of two things alike is asked about: `the force on the small piston`. */
import { lawStem } from "./lexicon/lawWords.js";
import type { Law, LawSlot } from "./lexicon/lexicon.js";
import type { Question } from "./reading/reading.js";

const WHICH: ReadonlySet<string> = new Set(
  (
    "small smaller large larger narrow narrower wide wider first second primary secondary input output inner outer " +
    "upper lower lighter heavier"
  )
    .split(" ")
    .map(lawStem),
);

/** Whether what is asked for is called as the other of two alike, and not as the one that a reading gives. */
export function isOther(law: Law, target: LawSlot, question: Question): boolean {
  const stems = whichIn(question);
  if (stems.length === 0) return false;
  const others = [...law.slots, law.result].filter(
    (one) => one !== target && one.quantity === target.quantity,
  );
  const says = ({ words }: LawSlot, stem: string): boolean => words.has(stem);
  return stems.some(
    (stem) => !says(target, stem) && others.filter((one) => says(one, stem)).length === 1,
  );
}

/** Words of that kind from what asks to the next number or mark. */
function whichIn({ given, text, tokens }: Question): readonly string[] {
  const last = tokens.findLastIndex(({ isOpener }) => isOpener);
  if (last < 0) return [];
  const opener = tokens[last]!;
  const end = given
    .map(({ span }) => span.name?.at[0] ?? span.at[0])
    .find((at) => at > opener.at[0]);
  return tokens
    .slice(last)
    .filter(
      ({ at, clause, stem }) =>
        clause === opener.clause &&
        WHICH.has(stem) &&
        // `beats per second`
        !/\bper\s+$/i.test(text.slice(0, at[0])) &&
        (end === undefined || at[0] < end),
    )
    .map(({ stem }) => stem);
}
