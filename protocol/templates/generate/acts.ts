/**
 * Who is called, and how: clauses that only ask for an alarm, before or behind a condition. They
 * leave the sentence before it is read, with whom they name. What else somebody is to do stays, and
 * stops the sentence.
 */
import type { Masked } from "./masked.js";
import { ABOVE, BELOW, CALLS, REACHES, SINKS, WHO } from "./words.js";

export interface Acts {
  /** Something asks for an alarm. */
  readonly isAct: boolean;
  readonly recipients: readonly string[];
}

const TOLD = `(?:${CALLS} (?<who>${WHO})(?: up)?|let (?<whom>${WHO}) know)`;
/** Without anybody: `alarm`, `beep`. */
const SOUND =
  "(?:alarm|alert|warn|beep|buzz|ring|shout|signal|trigger|report(?: it)?|" +
  "(?:sound|ring|blow|trip|raise|generate) (?:the |an? )?" +
  "(?:alarm|horn|siren|bell|buzzer|gong|whistle|klaxon|alert|warning))";
const SOON =
  "(?: (?:about|of) (?:it|this|that))?" +
  "(?:,? (?:at once|immediately|right away|straight away|now|please|then|any hour|day or night))*";
const INTRODUCER = "(?:when(?:ever)?|if|once|as soon as|in case)";
const AT_END = "(?=[ |;,.!]*$)";
const BEGIN = "(?:(?<=[|,;:?!})>-] ?)|(?<=^|[|,;:?!})>-] ?)(?:and|then|so|please) )";
const MUST = "(?:must|should|shall|has to|have to|needs? to|ought to|is to|will)";
const MADE = "(?:an? |the )?(?:alarm|alert|warning|emergency)";

const TO_KNOW =
  "to (?:hear|know|be told|learn)(?: (?:about|of) (?:it|this|that))?(?: (?:right away|at once|immediately))?";
const MESSAGE = "(?:text message|sms|text|e-?mail|call|message|warning|alarm|alert|notification)";

const ALARMS = `(?:alarm|alert|${CALLS} (?<who>${WHO})|raise ${MADE}|be (?:reported|flagged|alarmed))`;

const PATTERNS: readonly string[] = [
  // Before the condition.
  `(?<=^(?:please |hey |hi )?)(?:please )?(?:${TOLD}|${SOUND})${SOON}(?= ${INTRODUCER}\\b)`,
  `\\b(?:i|we) (?:want|need|wish|would like)(?: ${TO_KNOW}|(?: an?)? ${MESSAGE})\\b`,
  // Behind it.
  `(?:,? (?:it|this|that))? ?\\b${MUST} ${ALARMS}${SOON}${AT_END}`,
  `(?:,? (?:it|this|that|which))? ?\\b(?:is|gives|means|raises|triggers|causes|makes) ${MADE}${AT_END}`,
  `${BEGIN}(?:please )?(?:${TOLD}|${SOUND})${SOON}${AT_END}`,
  `${BEGIN}(?:please )?send (?:me|us) (?:an?|the) ${MESSAGE}${AT_END}`,
  `,? ?\\bshould it (?:alarm|alert|warn|ring|beep)${AT_END}`,
  // Between what is read and its limit.
  // `warn` there names a second limit, below the alarm's.
  `(?<=[|,;:] ?)(?!warn)(?:please )?(?:${TOLD}|${SOUND})(?= (?:at|${ABOVE}|${BELOW}|${REACHES}|${SINKS}) )`,
  `(?<=^|[|,;:.] ?)only(?= ${INTRODUCER}\\b)`,
  `\\b${MUST} (?:alarm|alert|warn)(?= (?:at|${ABOVE}|${BELOW}|${REACHES}|${SINKS}) )`,
];

const ONESELF = /^(?:me|us)$/u;

/** Takes them out, the first ones first. */
export function actsIn(masked: Masked): Acts {
  const recipients: string[] = [];
  let isAct = false;
  for (const pattern of PATTERNS) {
    const taken = masked.take(pattern);
    if (taken === null) continue;
    isAct = true;
    const { who, whom } = taken.groups;
    const named = who ?? whom;
    if (named !== undefined && !ONESELF.test(named))
      recipients.push(named.replace(/^(?:the|my|our) /u, ""));
  }
  return { isAct, recipients };
}
