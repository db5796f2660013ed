/** Why an alarm is asked for, and what a condition means to people: no part of the condition. */
import { ACT, AT_END } from "./acts.js";
import type { Masked, Taken } from "./masked.js";
import { changes, isDismissed } from "./subject.js";
import { isThing } from "./topic.js";
import { ABOVE, BELOW, REACHES, SINKS, WHEN_NOUN } from "./words.js";

/** What a condition means to people is no part of it, and asks for nothing. */
const BAD =
  "(?:a )?(?:problem|issue|fault|concern|danger|hazard|risk|bad|dangerous|critical|unacceptable)";
const MEANING =
  `\\b(?:(?:means|indicates|suggests|points to) (?!no\\b|not\\b|nothing\\b|all\\b|an? alarm\\b|an? alert\\b` +
  `|an? warning\\b)(?:an? |the )?[a-z]+(?: [a-z]+){0,2}?` +
  `|(?:is|are) ${BAD})${AT_END}`;
/** Why it is asked for: no number, and no word of a condition. */
const REASON = "(?<=[a-z}.,;|] ?),? ?\\bbecause\\b (?<why>[^{}|]*)$";

/** `to avoid frost damage`, `avoid the resonance`: what an alarm is for, before all else. */
const PURPOSE =
  "^(?:please )?(?:(?:in order )?to )?(?:avoid|prevent|protect|guard against|save)(?:ing)? (?<why>(?![^|{},:;]*" +
  "\\b(?:alarm|alert|warning|message|notification)s?\\b)[^|{},:;]*)[:,](?= ?[|a-z])";

/** What somebody does then. */
const THEN = "(?<=[a-z}|] ?)[,;] ?(?:she|he|they|we|i)(?:'ll| will) (?<why>[^{}|,;]*)$";

/** `means that we have to stop`, behind a condition. */
const MEANS = "(?<=\\{[^{]*)\\bmeans (?:that )?(?:we|it|they|you|i|the) (?<why>[a-z' ]+)" + AT_END;

/** Bad, or broken: any other state could be one that is wanted. */
const STATE =
  `(?:${BAD}|too [a-z]+|(?!(?:allowed|permitted|accepted|tolerated|expected|intended|wanted|desired|needed|required` +
  "|satisfied|protected|advised|limited|supposed|kept|maintained|cleared|muted|disabled)\\b)[a-z]{3,}ed)";
const WHEN = "(?:when(?:ever)?|if|once|as soon as)";
const ACTS = `(?:[|,;:.] ?)(?:(?:and|then|so|please) )*${ACT.replace(/\(\?<[a-z0-9]+>/gu, "(?:")}${AT_END}`;
/** `the filter is clogged when the pressure loss exceeds 2 bar, alert me`. */
const IS_STATE = `^(?<what>[^{|,;:]*?) (?:is|are|gets?) (?<state>${STATE}) (?=${WHEN} )`;

/** `my greenhouse is in danger below 3 degC, wake me`. */
const STATE_AT =
  `\\b(?:is|are|gets?) (?:in (?:danger|trouble)|at risk|(?!too\\b)${STATE}) ` +
  `(?=(?:${ABOVE}|${REACHES}|${BELOW}|${SINKS}) \\{)`;

/** A state by its condition, where an act stands behind: the condition is what counts. */
function stateIn(masked: Masked): readonly string[] {
  if (!new RegExp(ACTS, "u").test(masked.rest)) return [];
  const found = masked.peek(IS_STATE, ({ groups: { what } }) => !changes(what!) && isThing(what!));
  if (found === null) {
    const behind = masked.take(STATE_AT);
    return behind === null ? [] : [behind.words];
  }
  const isOfIt = masked.rewrite(`${IS_STATE}(?=${WHEN} (?:it|they) )`, "$<what> ");
  if (isOfIt) return [found.groups["state"]!];
  masked.take(IS_STATE);
  return [found.words];
}

/** Takes them out, with what they say. */
export function reasonsIn(masked: Masked): readonly string[] {
  const isPlain = ({ groups: { why } }: Taken): boolean =>
    !changes(why!) && !isDismissed(why!) && !why!.split(" ").some((word) => WHEN_NOUN.test(word));
  const state = stateIn(masked);
  const others = [
    masked.take(REASON, isPlain),
    masked.take(THEN, isPlain),
    masked.take(PURPOSE, isPlain),
    masked.take(MEANS, isPlain),
    masked.take(MEANING),
  ].flatMap((one) => (one === null ? [] : [one.words]));
  return [...state, ...others];
}
