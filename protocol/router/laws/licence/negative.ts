/** A size is asked for, and the law gives a negative number: whose gain it counts is for the asker to say. */
import type { Filled } from "../filling/fillTypes.js";
import type { Law } from "../lexicon/lexicon.js";
import type { Question } from "../reading/reading.js";
import type { Open } from "./open.js";

/** Questions for how much there is of something, which a sign does not answer. */
const SIZE_ASKED =
  /\bhow\s+(?:much|many|big|large|great|far|long|wide|deep|high|tall|strong|fast|heavy|quickly)\b/iu;

export function negativeSize(
  { text }: Question,
  law: Law,
  { target }: Filled,
  value: number,
): Open | null {
  const asked = SIZE_ASKED.exec(text);
  if (asked === null || !target.isResult || !(value < 0)) return null;
  const { description } = law.entry.record;
  return {
    what: "case",
    at: [asked.index, asked.index + asked[0].length],
    message: `"${asked[0]}" asks for a size, and the value is negative here: ${description}`,
  };
}
