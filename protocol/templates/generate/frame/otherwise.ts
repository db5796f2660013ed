/**
 * What stands behind a condition that must hold and says again when to alert: `otherwise`, `if it is
 * not`, `outside of that`, `on any violation`, `above it`.
 */
import { ACT, isCaller } from "../acts.js";
import type { Masked, Taken } from "../masked.js";
import { ABOVE, BELOW, LESS_WORDS, MORE_WORDS, MOVES, WHO } from "../words.js";

export interface Otherwise {
  readonly taken: Taken;
  /** Where it is bad, as a comparator without a number says again; null where all else is. */
  readonly said: "above" | "below" | null;
}

/** Names of groups: of two acts in one pattern none is read. */
const SECOND_NAMES = /\(\?<[a-z0-9]+>/gu;
const UNNAMED_ACT = ACT.replace(SECOND_NAMES, "(?:");
const JOINTS = "(?:,? ?\\b(?:or|and|else|so|then) )*[,;.:]? ?(?<![a-z])";
/** An act behind a norm. */
export const AGAIN = `(?:,? ?\\b(?:or|and|else|so|then) )*,? ?(?<![a-z])${ACT},? `;
export const END = "[ |.!]*$";
export const IT = "(?:it|they|that|this|these|those|you|we)";
const THE = "(?:this|that|these|those|the|its|their)";
const WHEN = "(?:when(?:ever)?|if|once|as soon as|in case)";
const FAILS =
  "(?:does|do|is|are|can|could) not(?: (?:so|the case|true|met|fulfilled|kept|respected|observed|satisfied|given" +
  "|guaranteed|possible))?";
const THAT = "(?: (?:than )?(?:that|this|it|there|these|those))?";
/** The contrary of a range. */
export const RANGE =
  "(?:range|band|window|interval|zone|limits?|tolerances?|spec|specs|specifications?|bounds|corridor)";
const OFF =
  `(?:outside|out|off|beyond)(?: of)?(?: (?:it|${THE}|here|(?:${THE} )?${RANGE}))?` +
  "(?: by (?:more than|over) (?:that|this|it))?";
/** What breaks a norm: a noun, for each time that it happens. */
const BREACH =
  "(?:excursion|deviation|departure|violation|breach|exceedance|overrun|non-?compliance)(?:e?s)?";
const LEAVES =
  `${WHEN} (?:${IT} (?:is|are|gets?|goes|strays?|falls|drifts?|moves|lies|sits) ${OFF}` +
  `|${IT} (?:strays?|drifts?|deviates?)(?: from (?:it|this|that))?` +
  `|${IT} leaves? (?:it|${THE} ${RANGE})` +
  `|(?:the|its|that) (?<thing>(?:[a-z]+ ){1,2}?)(?:is|gets|goes) (?:outside|out)(?: of)? (?:it|there` +
  `|${THE}(?: ${RANGE})?)` +
  "|violated|broken|breached|not met)" +
  `|(?:${WHEN} )?(?:outside|out)(?: of)?(?: (?:it|${THE}|(?:${THE} )?${RANGE}))?` +
  `|(?:on|for|at|upon) (?:(?:any|every|each|an?|all) )?${BREACH}`;
/** What else there is: the contrary of what is fine. */
const ELSE =
  "(?:anything|everything|all)(?: that is)? (?:else|outside(?: of)? (?:it|this|that|these|those)|other than that)";
const MUST = "(?:must|should|shall|will|has to|have to|needs? to)";
/** `breaches should alarm`, behind which the act is gone already. */
const BREACHES =
  `[,;.:] ?(?:(?:any|every|each|all) )?${BREACH}(?: ?[|:=]|,? (?:${MUST}|means?|gives?|raises?|triggers?) (?:an? )?` +
  "(?:alarm|alert|warning))";
/** The contrary of what must hold, by a comparator without a number. */
const SIDED =
  `(?:${WHEN} (?:${IT} )?)?(?:${MOVES} |at |from )*(?:(?<over>exceeded|surpassed|(?:on |upon )?exceed(?:ing|ance)` +
  `|${ABOVE}|${MORE_WORDS})|(?<under>${BELOW}|${LESS_WORDS}))${THAT}`;
/** `report anything higher to the lab`: the contrary, by what is beyond it. */
const ANYTHING =
  `(?:report|flag|alert(?: (?:me|us))?(?: (?:to|of|about|on))?|alarm(?: on)?) (?:anything|everything|all` +
  `|any value|values) ` +
  `(?:(?<over>above|over|beyond|${MORE_WORDS})|(?<under>below|under|${LESS_WORDS})) ?(?:than )?(?:that|this|it)?` +
  `(?: (?:to|for) (?:the |an? |my |our )?(?<whom>${WHO}))?`;
const ELSE_ALARMS =
  `,? ?\\b(?:but |and )?(?:${UNNAMED_ACT},? (?:when|if|for|on|at) )?${ELSE}(?:[ ,:]*\\|)?` +
  "(?: (?:(?:is|gives|means|raises|triggers) (?:an? )?(?:alarm|alert|warning)|should (?:alarm|alert|warn)))?" +
  `(?:,? ${ACT})?`;

const ALL_ELSE: readonly string[] = [
  `,? ?\\b(?:(?:or )?else|(?:or |and )?otherwise),? ${ACT}${END}`,
  `${ELSE_ALARMS}${END}`,
  `[,;.]? ?\\b(?:and |but )?${WHEN} (?:not|${IT} ${FAILS}) ?,? ?(?:\\||(?:then |please )?${ACT})${END}`,
  `${JOINTS}${ACT},? (?:otherwise|${WHEN} (?:not|${IT} ${FAILS})|${LEAVES})${END}`,
  `${BREACHES}${END}`,
];
const ONE_SIDE: readonly string[] = [
  `${JOINTS}${ACT},? ${SIDED}${END}`,
  `${JOINTS}${ANYTHING}${END}`,
];

/** Takes it out; null where nothing says it again. */
export function otherwiseIn(masked: Masked): Otherwise | null {
  for (const pattern of ALL_ELSE) {
    const taken = masked.take(pattern, isCaller);
    if (taken !== null) return { taken, said: null };
  }
  for (const pattern of ONE_SIDE) {
    const taken = masked.take(pattern, isCaller);
    if (taken !== null)
      return { taken, said: taken.groups["over"] === undefined ? "below" : "above" };
  }
  return null;
}

/** `or alarm`, behind what must hold, is `or else alarm`. */
export function orElseIn(masked: Masked): void {
  masked.rewrite(`,? or (?=${UNNAMED_ACT}${END})`, ", or else ");
}

/** Behind what must not be: when it happens. */
export function happensIn(masked: Masked): Taken | null {
  const happens = `${WHEN} ${IT} (?:does|do|is|are|happens)`;
  return (
    masked.take(`${AGAIN}(?:${happens}|in (?:that|this|such a|any such) case)${END}`, isCaller) ??
    masked.take(
      `,? ?[;.]? ?\\b(?:and |but )?${happens} ?,? ?(?:\\||(?:then |please )?${ACT})${END}`,
      isCaller,
    )
  );
}
