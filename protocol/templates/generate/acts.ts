/**
 * Who is called, and how: clauses that only ask for an alarm, wherever they stand. They leave the
 * sentence before it is read, with whom they name. What else somebody is to do stays, and stops the
 * sentence.
 */
import type { Masked, Taken } from "./masked.js";
import { changes, isDismissed } from "./subject.js";
import { isNoName } from "./nounPhrase.js";
import { isAction } from "./things.js";
import { WISHES } from "./wishes.js";
import {
  ABOVE,
  ALARM,
  BELOW,
  CALLED,
  CALLS,
  HOW,
  INTRODUCER,
  MESSAGE,
  REACHES,
  SINKS,
  SORT,
  WHEN_NOUN,
  WHO,
} from "./words.js";

export interface Acts {
  /** Something asks for an alarm. */
  readonly isAct: boolean;
  readonly recipients: readonly string[];
  /** As whom somebody asks. */
  readonly askers: readonly string[];
  /** What the alarm is called. */
  readonly sorts: readonly string[];
}

const MUST = "(?:must|should|shall|has to|have to|needs? to|ought to|is to|are to|will|wants? to)";
const A = "(?:an? |the )?";
/** The names of whoever is called stand between these words. */
const TO_WHOM = `(?: (?:to|for) (?<whom>${WHO}))`;
/** Somebody is called: `tell the vet`, `let the vet know`, `give the vet a ring`, `send a mail to the vet`. */
const TOLD =
  `(?:${CALLS} (?<who>${WHO})(?: up)?|let (?<who2>${WHO}) know|(?:give|send|shoot|drop|get) (?<who3>${WHO}) ` +
  `(?:an?|the) ${MESSAGE}|(?:send|post|drop|push|leave|write|issue|give|open|raise|create|log|file|trigger` +
  `|generate|fire) ${A}${SORT}*${MESSAGE}${TO_WHOM}?` +
  `|(?:escalate|report|signal|flag)(?: (?:it|this|that))? to (?<who4>${WHO})|say (?:so|something))`;
/** Without anybody: `alarm`, `beep`. */
const SOUND =
  "(?:make (?:a |some )?(?:noise|sound)|escalate|alarm|alert|warn|beep|buzz|ring|shout|yell|holler|signal|trigger" +
  "|flag it|report(?: it)?|page|" +
  "(?:sound|ring|blow|trip|raise|generate|set off|flash|light|fire|issue|create|give|trigger|cause|start) (?:up )?" +
  `(?:the |an? |my )?${SORT}*` +
  "(?:alarm|horn|siren|bell|buzzer|gong|whistle|klaxon|alert|warning|lamp|light|beacon|screen|display|monitor))";
const SOON =
  "(?: (?:about|of) (?:it|this|that))?(?: (?:for|on|in) (?:both|either)(?: cases?)?)?" +
  "(?:,? (?:at once|immediately|right away|straight away|as soon as possible|asap|now|please|then|any hour" +
  "|day or night|only))*";
/** An act of theirs, which they are asked for. */
const TO_DO = "(?<todo> to (?!be\\b|the\\b|an?\\b)[a-z]+(?: [a-z'-]+){0,6})?";
/** An act by itself, with whom it calls. */
export const ACT = `(?:please )?(?:${TOLD}(?<how>${HOW})?|${SOUND})${SOON}`;
/** The end of a clause. */
export const AT_END = "(?= ?(?:[|;:,!?)-]|\\.(?: |$)|$))";
const BEGIN =
  "(?:(?<=[|,;:?!})>-] ?|\\. )|(?<=^|[|,;:?!})>-] ?|\\. )(?:(?:and|then|so|please|you|just|kindly|can|could" +
  "|would) )+)";
const MADE = `(?:${A}${SORT}*${ALARM}|an? emergency)`;
const COMPARED = `(?:at|${ABOVE}|${BELOW}|${REACHES}|${SINKS}) (?:[a-z]+ ){0,3}?\\{`;

const TO_KNOW =
  "to (?:hear(?: from you)?|know|be told|learn|be informed|see)(?: (?:about|of) (?:it|this|that))?(?: (?:right away" +
  "|straight away|at once|immediately|as soon as possible|asap))?";
const FEELS =
  "(?:get|become|am|are|feel|start getting) (?:nervous|worried|uneasy|anxious|concerned|alarmed)";

const ALARMS =
  `(?:${SOUND}|${CALLS} (?<who>${WHO})|raise ${MADE}|be (?:reported|flagged|alarmed|escalated` +
  `|passed on|signalled)${TO_WHOM}?)`;
/** `raise an undervoltage alarm`: of what it is. */
const KIND_OF_ALARM =
  `(?:sound|raise|generate|trigger|issue|fire|create|give|send) (?:an?|the) (?!no\\b)` +
  `(?<sort>(?:[a-z-]+ ){1,2}?)${ALARM}`;
/** What a condition is to people: it says that an alarm is due. */
const IS_ALARM =
  `(?:is|gives|means|raises|triggers|causes|makes|deserves|warrants|calls for|merits|should (?:be|give|cause` +
  `|trigger)) ` +
  `${MADE}${TO_WHOM}?`;
/** Verbs that ask for any message: `needs a text to the vet`. */
const ASKS_FOR =
  "(?:means|deserves|warrants|calls for|merits|needs|requires|demands|justifies|is worth|should (?:trigger|get" +
  "|cause)) " +
  `${A}${SORT}*${MESSAGE}${TO_WHOM}?`;

const PATTERNS: readonly string[] = [
  ...WISHES,
  // Before the condition.
  `(?<=^(?:please |hey |hi |hello )?)(?:(?:(?:can|could|would|will) (?:you|it|this|the system|someone` +
    `|somebody|anybody)|(?:someone|somebody` +
    `|you) ${MUST}) )?${ACT}(?= ${INTRODUCER}\\b)`,
  // Behind it only a condition of its own: one that says the first again is the frame's.
  `${BEGIN}${ACT}(?= ${INTRODUCER}\\b[^{]*\\{)`,
  `\\b(?:i|we)(?: would| 'd|'d)? (?:want|need|wish|like)(?: ${TO_KNOW}|(?: an?)? ${MESSAGE}(?:${HOW})?)\\b`,
  `(?<=^|[|,;:.] ?)${A}${ALARM} is (?:needed|wanted|required|due)(?= ${INTRODUCER}\\b)`,
  `\\b(?:i|we) ${FEELS}(?= ${INTRODUCER}\\b)`,
  `(?<=^|[|,;:.] ?)(?<who>(?:the |an? |my |our )?${WHO}) (?:${MUST}|wants? to) be ${CALLED}(?=,? ${INTRODUCER}\\b)`,
  // Behind it.
  `(?:,? (?:it|this|that))? ?\\b${MUST} ${ALARMS}${SOON}${AT_END}`,
  `(?:,? (?:it|this|that|which))? ?\\b${IS_ALARM}${AT_END}`,
  `(?:${BEGIN}|\\band (?:(?:then|so|please|you|just) )*)${ACT}${TO_DO}${AT_END}`,
  `(?:,? (?:it|this|that|which))? ?\\b${ASKS_FOR}${AT_END}`,
  `${BEGIN}${A}${MESSAGE}${TO_WHOM}${AT_END}`,
  `${BEGIN}${A}${SORT}*(?:${ALARM}|${MESSAGE})${TO_WHOM}?(?: please)?${AT_END}`,
  `(?<!-)${BEGIN}${A}(?<noun>(?!high\\b|low\\b|upper\\b|lower\\b)[a-z]{3,}) (?:alarm|alert` +
    `|warning)(?: please)?${AT_END}`,
  // To whom, behind what is reported.
  `(?<=^(?:please )?(?:report|flag|signal) [^|,;:]*\\{[qn]\\d+\\}) to (?<whom>(?:the |an? |my |our )?${WHO})${AT_END}`,
  `(?<=^(?:please )?)(?:report|signal|flag|escalate) to (?<whom>(?:the |an? |my |our )?${WHO})(?= (?:any|all|every) )`,
  `${BEGIN}${KIND_OF_ALARM}${AT_END}`,
  `^(?:please )?${KIND_OF_ALARM}(?= ${INTRODUCER}\\b)`,
  `^${A}${MESSAGE}${TO_WHOM} ?(?=:)`,
  `^(?:please )?${A}${SORT}+${ALARM}${TO_WHOM}?(?= ${INTRODUCER}\\b)`,
  `,? ?\\bshould it (?:alarm|alert|warn|ring|beep)${AT_END}`,
  `,? ?\\bwithout (?<who>(?:the |an? |my |our )?${WHO}) (?:being|getting) ${CALLED}${AT_END}`,
  // Before what is read: an alarm on vibration above.
  `(?<=^(?:please )?)${ACT} (?:on|for|about|of)(?= (?:an? |the |any )?(?!sudden\\b|any\\b)[a-z][^{|,;:]*\\{)`,
  `^(?:please )?(?!alarm|alert|warn)${SOUND}(?= ${COMPARED})`,
  // Between what is read and its limit.
  // `warn` there names a second limit, below the alarm's.
  `(?<=[|,;:] ?)(?!warn)${ACT}(?= ${COMPARED})`,
  `(?<=^|[|,;:.] ?)only(?= ${INTRODUCER}\\b)`,
  `\\b${MUST} (?:alarm|alert|warn)(?= ${COMPARED})`,
];

/** It must last that long before an alarm: no norm of the reading. */
const BEFORE_ALARM =
  `\\bbefore (?:you |we |i |it )?(?:${ACT}|(?:an? |the )?${ALARM}(?: is (?:raised|given` +
  `|sent))?)${AT_END}`;

/** `should it get hotter than 95 degC, call me`: a condition, where an act stands behind it. */
const UNNAMED_ACT = ACT.replace(/\(\?<[a-z0-9]+>/gu, "(?:");
const SHOULD = `^should (?=[^{?]+\\{[qtn]\\d+\\}[^{?]*?,? ${UNNAMED_ACT}${AT_END})`;

const ONESELF = /^(?:me|us|somebody|someone)$/u;

/** Takes them out, the first ones first. */
export function actsIn(masked: Masked): Acts {
  const recipients: string[] = [];
  const sorts: string[] = [];
  let isAct = false;
  masked.rewrite(SHOULD, "if ");
  const asker = masked.take(
    "^as (?:an?|the) [a-z][a-z -]{0,40}?,? (?=(?:i|we)\\b)",
    ({ words }) => !changes(words.slice(3)),
  );
  // Call me should the level fall below, and after it was above for 5 minutes: both are conditions.
  masked.rewrite(
    `(?<=^(?:please )?${UNNAMED_ACT}),? should (?=(?:the|an?|any|my|our|its|it)\\b[^{?]*\\{)`,
    " if ",
  );
  masked.rewrite(
    `(?<=^(?:please )?${UNNAMED_ACT}) after (?=(?:the|my|our|an?|any|it)\\b[^{?]*\\{[qn]\\d+\\} for [a-z ]*\\{t)`,
    " if ",
  );
  const late = masked.take(BEFORE_ALARM);
  if (late !== null) {
    isAct = true;
    masked.take(`\\b${MUST}(?= (?:have been|be|stay|remain)\\b)`);
  }
  masked.rewrite(
    `(?<=^(?:please )?${UNNAMED_ACT}|[|,;:.] ?(?:please )?${UNNAMED_ACT}) (?:while|as long as|so long as)` +
      "(?= (?:the |an? |my |our )?[a-z][^|,;:{]*\\{)",
    " when",
  );
  for (const pattern of PATTERNS) {
    const taken = masked.take(pattern, (one) => isCaller(one) && isSort(one.groups["noun"]));
    if (taken === null) continue;
    isAct = true;
    recipients.push(...calledIn(taken));
    const sort = taken.groups["sort"] ?? taken.groups["noun"];
    if (sort !== undefined) sorts.push(sort.trim());
  }
  return { isAct, recipients, sorts, askers: asker === null ? [] : [asker.words] };
}

/** A noun by which an alarm is called, and nothing that is done to it. */
function isSort(noun: string | undefined): boolean {
  return (
    noun === undefined || !(isAction(noun) || isNoName(noun) || changes(noun) || isDismissed(noun))
  );
}

/** Whoever is called has no word that changes when: `the lab in winter`, `the lab twice`. */
export function isCaller(taken: Taken): boolean {
  // The night crew is no time.
  return calledIn(taken).every((name) => {
    if (isDismissed(name)) return false;
    const words = name.split(" ");
    const isWhen = WHEN_NOUN.test(words.at(-1)!);
    return !isWhen && !changes(words.filter((word) => !WHEN_NOUN.test(word)).join(" "));
  });
}

/** Whom an act calls, and by which way. */
export function calledIn({ groups }: Taken): readonly string[] {
  const { how, todo, who, who2, who3, who4, whom } = groups;
  const named = who ?? who2 ?? who3 ?? who4 ?? whom;
  const others =
    named === undefined || ONESELF.test(named) ? [] : [named.replace(/^(?:the|an?|my|our) /u, "")];
  return [...others, ...[how, todo].flatMap((one) => (one === undefined ? [] : [one.trim()]))];
}
