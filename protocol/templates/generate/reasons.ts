/** Why an alarm is asked for, and what a condition means to people: no part of the condition. */
import { AT_END } from "./acts.js";
import type { Masked, Taken } from "./masked.js";
import { changes } from "./subject.js";

/** What a condition means to people is no part of it, and asks for nothing. */
const BAD =
  "(?:a )?(?:problem|issue|fault|concern|danger|hazard|risk|bad|dangerous|critical|unacceptable)";
const MEANING =
  `\\b(?:(?:means|indicates|suggests|points to) (?!no\\b|not\\b|nothing\\b|all\\b|an? alarm\\b|an? alert\\b` +
  `|an? warning\\b)(?:an? |the )?[a-z]+(?: [a-z]+){0,2}?` +
  `|(?:is|are) ${BAD})${AT_END}`;
/** Why it is asked for: no number, and no word of a condition. */
const REASON = "(?<=[a-z}.,;|] ?),? ?\\bbecause\\b (?<why>[^{}|]*)$";

/** What somebody does then. */
const THEN = "(?<=[a-z}|] ?)[,;] ?(?:she|he|they|we|i)(?:'ll| will) (?<why>[^{}|,;]*)$";

/** Takes them out, with what they say. */
export function reasonsIn(masked: Masked): readonly string[] {
  const isPlain = ({ groups: { why } }: Taken): boolean => !changes(why!);
  return [masked.take(REASON, isPlain), masked.take(THEN, isPlain), masked.take(MEANING)].flatMap(
    (one) => (one === null ? [] : [one.words]),
  );
}
