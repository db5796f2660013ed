/** What a question asks of a whole or of a sum, where a law gives or takes another of its parts. */
import type { Filled } from "../../filling/fillTypes.js";
import type { Law } from "../../lexicon/lexicon.js";
import type { Question } from "../../reading/reading.js";
import type { Open } from "../open.js";

const ASKS_SHARE = /\b(?:what|which)\s+(?:fraction|share|part|percentage|proportion)\s+of\b/iu;

/** `what fraction of the cross-section?`: a part is no more than the whole. */
export function moreThanWhole({ text }: Question, law: Law, value: number): Open | null {
  const match = ASKS_SHARE.exec(text);
  if (match === null || law.result.unit?.text !== "1" || (value >= 0 && value <= 1)) return null;
  return {
    what: "order",
    at: [match.index, match.index + match[0].length],
    message:
      `"${match[0]}" asks for a part of a whole, and ${law.entry.record.name} gives more than one ` +
      "or less than nothing",
  };
}

const ASKS_CHANGE = new RegExp(
  String.raw`\bby\s+how\s+(?:much|many\s+\p{L}+)\b(?=[^.;?!]*\b(?:rais|lift|increas|decreas|reduc|lower|` +
    String.raw`chang|rise|ris|f[ae]ll|drop|grow|shr[iu]nk|exceed|add|boost|cut|differ|more|less|higher|longer|` +
    String.raw`shorter)\p{L}*\b)`,
  "iu",
);
const IS_CHANGE = new RegExp(
  String.raw`\b(?:change|increase|decrease|rise|fall|drop|difference|shift|elevation|depression|gain|loss|` +
    String.raw`expansion|elongation|extension|contraction|deflection|excess|lapse|sag|split\p{L}*|reduction|` +
    "correction|" +
    String.raw`advance|delay|lag|precession|factor|ratio|per|relative|displacement|amplification|stretch|delta|step)`,
  "iu",
);

/** `By how many amperes does it raise the current?`, by a law of the current itself. */
export function changeForWhole({ text }: Question, law: Law, { target }: Filled): Open | null {
  const match = ASKS_CHANGE.exec(text);
  const { description, name } = law.entry.record;
  if (match === null || IS_CHANGE.test(`${target.about} ${target.quantity}. ${name}`)) return null;
  if (target.isDifference || IS_CHANGE.test(description.split(/[.;]/u)[0]!)) return null;
  return {
    what: "kind",
    at: [match.index, match.index + match[0].length],
    message: `"${match[0]}" asks for a change, and ${name} gives the whole ${target.about}`,
  };
}

/** One thing is put to another. */
const PUT_TO = new RegExp(
  String.raw`\b(?:add|pour|mix|tip|stir|put|empt)\p{L}*\b[^.;?!\d]*(?:\d[^;?!]*?)?\b(?:into|to|with)\s+` +
    String.raw`(?:the\s+|another\s+|a\s+further\s+)?$`,
  "iu",
);
const AFTER = /\b(?:final|total|diluted|end|after|resulting|whole)\b/iu;

/** `50 mL into 450 mL of water`: the second number is what was there before, and no final volume. */
export function beforeForAfter({ text }: Question, law: Law, { uses }: Filled): Open | null {
  for (const { at, score, slot } of uses) {
    if (score === undefined || !AFTER.test(slot.about)) continue;
    const sentence = text
      .slice(0, at[0])
      .split(/[.;?!]\s/u)
      .at(-1)!;
    if (!PUT_TO.test(sentence) || /\bup\s+to\s*$/iu.test(sentence)) continue;
    return {
      what: "order",
      at,
      message: `"${text.slice(...at)}" was there before, and ${law.entry.record.name} takes the ${slot.about}`,
    };
  }
  return null;
}
