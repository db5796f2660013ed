/** Words of acts that no pattern of an act took out: they are no part of what is watched. */
import { ALARM, ALERT_VERBS, CALLED, MESSAGE } from "./words.js";

const WHEN = "(?:when|if|once|as soon as|whenever)";
/** Recipients: a word or two before the condition, or a person. */
export const RECIPIENTS = new RegExp(
  `\\b(?:to )?(?:${ALERT_VERBS}) (?:the |an? |my |our )(?<who>(?:[a-z-]+ ){1,2})` +
    "(?=when\\b|if\\b|once\\b|before\\b|as soon|whenever|that\\b)",
  "gu",
);
const PEOPLE =
  "(?:me|us|them|him|her|someone|somebody|(?:the |an? |my |our )?(?:operator|team|crew|staff|engineer|owner" +
  "|nurse|driver|doctor|control room|shift))";
/** Who is told, and how. */
export const COMMANDS = new RegExp(
  [
    "\\b(?:i|we)(?: must| should| have to| need to| want to| would like to)? (?:be )?" +
      `(?:${CALLED}|know|see|hear)(?: (?:about|of) (?:it|this|that))?\\b`,
    "\\b(?:please|kindly|hey|hi|hello|thanks|thank you|can you|could you|would you|i would like|i'd like|i want" +
      "|we want|i need|we need)\\b",
    `\\b(?:to )?(?:${ALERT_VERBS}|let)(?:s|ed|ing)? ${PEOPLE}(?: know)?(?: only)?\\b`,
    "\\b(?:to )?(?:raise|send|give|sound|trigger|fire|issue|create|set off|set up|be) (?:an?|the|me an?|us an?)? ?" +
      `(?:${ALARM}|notification|contract|monitor|message|${CALLED})\\b`,
    `\\b(?:give|drop|send|shoot) (?:me|us) an? (?:call|${MESSAGE})\\b`,
    "\\bstart(?:s)? (?:warning|alerting|notifying|telling)(?: me| us)?\\b",
    // A noise is an alarm where it stands right before its condition.
    "\\b(?:ring|beep|buzz|shout|whistle|holler|yell|nudge|say so|say something|bother)(?: (?:at )?(?:me|us))?" +
      `(?= ${WHEN}\\b)`,
    "(?:\\bonly )?\\b(?:alert|alarm|warn|warning|notify|tell|monitor|watch|check|observe|track|supervise" +
      "|guard|look after|look at|flag|report)\\b(?: only)?",
    `\\b(?:an? |the )?${ALARM}\\b`,
    "\\b(?:me|us|it|its|my|our|your|their|this|that|these|those|they|we|i|you)\\b",
  ].join("|"),
  "gu",
);
