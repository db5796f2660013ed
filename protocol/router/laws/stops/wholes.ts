/** A whole asked of a law that gives the change of it. */
import type { Law, LawSlot } from "../lexicon/lexicon.js";
import type { Question } from "../reading/reading.js";
import type { Reading } from "../filling/readings.js";
import type { Stop } from "./stop.js";

const CHANGE_SAID = new RegExp(
  String.raw`\b(?:by\s+(?:how|what)|chang\w*|increas\w*|decreas\w*|longer|shorter|elongat\w*|extensions?|` +
    String.raw`extends?|expan\w*|ris(?:e|es|en|ing)|rose|stretch\w*|gr(?:ow|ows|ew|owth)|depress\w*|lower\w*|` +
    String.raw`lengthen\w*|elevat\w*|shifts?|displace\w*|contract\w*|shrink\w*|deflect\w*|deform\w*|moves?|more|` +
    String.raw`larger|bigger|smaller|extra|additional|differ\w*|gains?|added|overflow\w*|spill\w*|gaps?|joints?|` +
    String.raw`delta\w*|Δ\w*)\b`,
  "i",
);
const WARMING = /\b(?:warm\w*|heat\w*|hotter|cool\w*|colder|drops?|falls?)\b/i;
/** A temperature by itself, whatever warms or cools: that of the water after 10 kJ of heat. */
const WHOLE_ASKED = new RegExp(
  String.raw`(?:^|\b(?:what(?:'s|\s+(?:is|was|are|will|would)(?:\s+be)?)?|which|find|calculate|determine|compute)\s+)` +
    String.raw`(?:the\s+|its\s+)?temperature\b(?!\s+(?:drop|fall|jump|lift))`,
  "i",
);
const COEFFICIENTS =
  /\b(?:\w+\s+)?expansion\s+coefficients?|coefficients?\s+of\s+(?:\w+\s+){0,2}expansion|expansivity/gi;
const IS_CHANGE =
  /^(?:Change|Increase|Elongation|Extension|Rise|Lowering|Decrease|Displacement of the free end)\b/;
const OF_SIZE = /length|displacement|volume|area|temperature/;
const AFTERWARDS =
  /\b(?:new|final|resulting|total|whole|expanded|heated|stretched)\s+(?:length|volume|area|width|size|temperature)\b/i;

/** `what is its new length`: a law of the change gives no whole. */
export function wholeForChange(
  question: Question,
  { profile: { law }, target }: Reading,
): Stop | null {
  const { asked, text } = question;
  // `a rail of 10 m, its new length`: no law of the change gives what it is afterwards.
  if (isOfChange(law, target) && AFTERWARDS.test(askingPart(text)))
    return {
      at: [0, text.length],
      message: `${law.id} relates a change to the size before it; ask by how much it changes`,
      reason: "change",
    };
  if (!isChange(law, target)) return null;
  const ask = askingPart(text).replace(COEFFICIENTS, "");
  const isOfTemperature = target.quantity.includes("temperature");
  const isItself = isOfTemperature && WHOLE_ASKED.test(ask);
  const isSaid = CHANGE_SAID.test(ask) || (isOfTemperature && WARMING.test(ask) && !isItself);
  const isWhole = AFTERWARDS.test(ask);
  if ((asked === null && !isItself) || (isSaid && !isWhole)) return null;
  return {
    at: [0, text.length],
    message: `${law.id} gives a change; ask by how much it changes`,
    reason: "change",
  };
}

function isChange({ entry: { record } }: Law, target: LawSlot): boolean {
  if (target.isDifference) return target.quantity.includes("temperature");
  return target.isResult && IS_CHANGE.test(record.description) && OF_SIZE.test(target.quantity);
}

/** A law of a change, asked for the size that changes. */
function isOfChange(law: Law, target: LawSlot): boolean {
  return !target.isResult && OF_SIZE.test(target.quantity) && isChange(law, law.result);
}

/** The sentence that asks. */
function askingPart(text: string): string {
  const sentences = text.split(/(?<=[.;!?])\s+/);
  const asking = sentences.filter((one) =>
    /\?|\b(?:find|calculate|determine|compute|what|how)\b/i.test(one),
  );
  return (asking.length === 0 ? sentences : asking).join(" ");
}
