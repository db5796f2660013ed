/** The unit that is asked for: one that is none, or that the law does not give. */
import { isDimensionless, isUnit } from "../../../units/index.js";
import { isInUnit } from "../askedKind.js";
import { BODIES, NEUTRAL, PLAIN, THINGS, lawStem } from "../lexicon/lawWords.js";
import type { Check } from "./stop.js";
import { ENTITY_WORDS } from "./behind.js";

/** `in zorks`, at the end. */
export const unknownUnit: Check = ({ given, text }, { profile: { law } }) => {
  const match = /\s(?:in|into|as)\s+([a-z]{3,})\s*[?.!]*$/i.exec(text);
  if (match === null || given.length === 0) return null;
  const stem = lawStem(match[1]!);
  if (isUnit(match[1]!) || NEUTRAL.has(stem) || law.vocabulary.has(stem) || ENTITY_WORDS.has(stem))
    return null;
  if (THINGS.has(stem) || PLAIN.has(stem) || BODIES.has(stem)) return null;
  return {
    at: [match.index, text.length],
    message: `"${match[1]!}" is no unit that is known here`,
    reason: "unknown unit",
  };
};

/** The unit that is asked for measures something else. */
export const otherUnit: Check = ({ how, text, wanted }, reading, said) => {
  if (isInUnit(reading, said) !== false) return null;
  if (wanted === null && how === "many")
    return {
      at: [0, text.length],
      message: `"how many" asks for a count; ${reading.profile.law.id} gives ${reading.target.about}`,
      reason: "unit",
    };
  if (wanted === null) return null;
  return {
    at: wanted.at,
    message: `nothing of ${reading.profile.law.entry.record.name} is measured in ${wanted.text}`,
    reason: "unit",
  };
};

const AS_SHARE = new RegExp(
  String.raw`\b(?:by\s+(?:how\s+many|what)\s+(?:percent(?:age)?|per\s+cent|factor|%)|` +
    String.raw`how\s+many\s+(?:percent|per\s+cent|times)|what\s+percent(?:age)?)\b`,
  "i",
);

/** `by how many percent`: the change of a quantity, and no quantity. */
export const asShare: Check = ({ text }, { target }) => {
  const match = AS_SHARE.exec(text);
  if (match === null || (target.unit !== null && isDimensionless(target.unit.dimension)))
    return null;
  return {
    at: [match.index, match.index + match[0].length],
    message: `"${match[0]}" asks for a share; this law gives ${target.about}`,
    reason: "unit",
  };
};
