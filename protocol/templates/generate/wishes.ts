/**
 * Clauses that wish for an alarm before its condition: `an alert would be nice once`, `set up an alarm
 * that goes off when`. Each begins with a verb that asks; any other stays, and stops the sentence.
 */
import { CALLED, HOW, INTRODUCER, MESSAGE, WHO } from "./words.js";

const MUST = "(?:must|should|shall|has to|ought to|is to|needs to|will)";
const NOTICE =
  "(?:an? |the |one |some )?(?:(?:new|short|quick|immediate|automatic|loud|urgent|separate) )?" +
  `${MESSAGE}s?`;
const SOUNDS =
  "(?:goes off|go off|sounds?|fires?|triggers?|rings?|comes?(?: in| up)?|starts?|is raised|is sent)";
const GOES = `(?: (?:that|which) ${SOUNDS})?`;
const ADDRESSEE = `(?:${HOW})?(?: (?:to|for) (?<whom>${WHO}))?`;
const WISH =
  "(?:(?:would|will|'d|'ll) )?(?:really |also |very much )?(?:be (?:very |most )?(?:grateful|glad|happy" +
  "|thankful|obliged) " +
  "(?:for|to (?:get|have|receive))|(?:appreciate|like|love|want|need|expect|wish for|prefer|request)" +
  "(?: to (?:get|have|receive|see|be sent))?)";
const SETS =
  "(?:set(?: up)?|add|create|make|configure|define|build|establish|arrange(?: for)?|schedule|put in|install)";
const DUE = "(?:needed|wanted|required|desired|due|appreciated|welcome)";
const WELCOME = `(?:useful|nice|good|great|helpful|handy|fine|perfect|ideal|${DUE})`;
const AHEAD = `(?: for)?(?=(?: only)? ${INTRODUCER}\\b)`;
const START = "(?<=^|[|,;:.] ?|\\b(?:please|kindly|and) )";

/** In front of a condition. */
export const WISHES: readonly string[] = [
  `${START}(?:i|we) ?${WISH} ${NOTICE}${GOES}${ADDRESSEE}${AHEAD}`,
  `${START}${SETS} ${NOTICE}(?: rule)?${GOES}${ADDRESSEE}${AHEAD}`,
  `${START}${NOTICE}${ADDRESSEE} (?:would be ${WELCOME}|(?:will be|is) ${DUE})${AHEAD}`,
  `${START}${NOTICE} (?:${MUST} )?(?:${SOUNDS}|be (?:raised|given|sent|triggered|issued|generated|created|fired` +
    `|activated|set off` +
    `|sounded))${ADDRESSEE}${AHEAD}`,
  `${START}(?:i|we) ?(?:would|'d) (?:be (?:glad|happy|grateful) )?(?:to|if you) (?:know|let (?:me|us) know)${AHEAD}`,
  `${START}it would be ${WELCOME} (?:to (?:get|have|receive|see|be sent)|if (?:i|we) (?:could |can )?(?:get` +
    `|got|have|had|receive|received)) ` +
    `${NOTICE}${ADDRESSEE}${AHEAD}`,
  `${START}(?:could|can|may) (?:i|we) (?:please )?(?:get|have|receive) ${NOTICE}${ADDRESSEE}(?: please)?${AHEAD}`,
  `^(?:an? )${MESSAGE}${ADDRESSEE}(?:,? please)?,?${AHEAD}`,
  `${START}(?:i|we) ?(?:(?:would|'d) )?(?:really )?(?:like|love|want|need|prefer|wish) to be ${CALLED}` +
    `(?: about it)?${AHEAD}`,
  `${START}(?:i|we) ?(?:(?:would|'d) )?(?:like|love|want|need|prefer) (?:my|our|the) [a-z]+ to (?:buzz|ring` +
    `|beep|flash|sound|vibrate)${AHEAD}`,
  `${START}(?:make sure|see to it|ensure)(?: that)? (?:i|we) ?(?:'m|am|are|'re|get|will be) ${CALLED}${AHEAD}`,
  // Whoever wants to know is called.
  `${START}(?<who>${WHO}) (?:wants?|needs?|would like|has|have) to (?:know|hear|be ${CALLED})${AHEAD}`,
];
