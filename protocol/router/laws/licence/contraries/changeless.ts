/** `a constant flux`, where a law takes the change of the flux: what stays has none. */
import type { Filled } from "../../filling/fillTypes.js";
import { lawStem } from "../../lexicon/lawWords.js";
import type { Law } from "../../lexicon/lexicon.js";
import type { Question } from "../../reading/reading.js";
import type { Open } from "../open.js";

const STAYS =
  /\b(?:constant|steady|unchanging|unchanged|unvarying|stationary)\s+((?:\p{L}+\s+){0,2}\p{L}+)/giu;
const CHANGE_OF = /^(?:total\s+)?(?:change|rise|fall|increase|decrease|drop)\s+(?:of|in)\b/iu;

export function changeless({ text }: Question, law: Law, { target, uses }: Filled): Open | null {
  const changes = uses.filter(
    ({ score, slot }) => score !== undefined && CHANGE_OF.test(slot.about),
  );
  if (changes.length === 0 || CHANGE_OF.test(target.about)) return null;
  for (const match of text.matchAll(STAYS)) {
    const [written, nouns = ""] = match;
    const said = nouns.split(/\s+/).map((word) => lawStem(word));
    const change = changes.find(({ slot }) => said.some((stem) => isOf(slot.about, stem)));
    if (change === undefined) continue;
    return {
      what: "case",
      at: [match.index, match.index + written.length],
      message: `"${written}" stays as it is, and ${law.entry.record.name} takes the ${change.slot.about}`,
    };
  }
  return null;
}

const STEADY_MOTION = new RegExp(
  String.raw`\b(?:constant|steady|uniform|unchanging)\s+(?:(angular\s+)?(?:velocity|speed)\b|` +
    String.raw`\d[\d.,]*\s*(?:km/h|m/s|mph|knots?)(?![\p{L}\d^²*/]))|\bat\s+terminal\s+(?:velocity|speed)\b`,
  "iu",
);

/** `at constant velocity 20 m/s and acceleration 2 m/s^2`: one of the two is not so. */
export function steadyMotion({ text }: Question, law: Law, { uses }: Filled): Open | null {
  const match = STEADY_MOTION.exec(text);
  if (match === null) return null;
  const kind = match[1] === undefined ? "acceleration" : "angular_acceleration";
  const hasSpeeds = law.slots.some(({ quantity }) => /speed|velocity/.test(quantity));
  const use = uses.find(
    ({ slot, score, value }) => slot.quantity === kind && score !== undefined && value !== 0,
  );
  if (use === undefined || !hasSpeeds) return null;
  return {
    what: "case",
    at: [match.index, match.index + match[0].length],
    message: `"${match[0]}" has no ${use.slot.about}, and ${law.entry.record.name} takes one`,
  };
}

/** `flux`, of the change of the magnetic flux. */
function isOf(about: string, stem: string): boolean {
  return about
    .replace(CHANGE_OF, "")
    .split(/[^\p{L}]+/u)
    .some((word) => word.length > SHORT && lawStem(word) === stem);
}

/** `of`, `the` */
const SHORT = 3;
