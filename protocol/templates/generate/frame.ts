/**
 * The frame of a sentence: is its condition an alarm, or what must hold. A word of denial counts
 * only right before the comparator or the verb of a norm that it turns; any other is left over, and
 * what is left over stops the sentence.
 */
import { GAP, type Masked, type Taken } from "./masked.js";
import { ABOVE, BELOW, BOUNDS, CALLS, MOVES, REACHES, SINKS, WHO } from "./words.js";

export interface Frame {
  /** The condition says what must hold: it is bad where it does not. */
  readonly isInverted: boolean;
  /** The sentence says what must, may, or may not be. */
  readonly isNorm: boolean;
  /** A word of denial stands before the comparator. */
  readonly isDenied: boolean;
  /** Who is to be called where it does not hold. */
  readonly recipients: readonly string[];
}

const COMPARED =
  `(?:${MOVES} )?(?:by )?(?:(?:back|up|down|out|even|ever|always) )*` +
  `(?:${ABOVE}|${REACHES}|${BELOW}|${SINKS}|between|within|inside|in|outside|out of|leaves?` +
  "|(?:deviate|stray|drift|differ|depart)s? (?:by )?(?:more than|over|at least)" +
  `|at(?= \\{[qtn]\\d+\\} (?:\\| )?(?:to|-|or|and)(?![a-z])))`;
/** Right behind the word that is taken stands a comparison with a number, or its verb. */
const AHEAD = `(?= ${COMPARED.replaceAll("(?<", "(?:<")}(?![a-z]))`;
const MUST =
  "(?:must|should|shall|has to|have to|needs? to|ought to|is to|are to|is supposed to|are supposed to)";
const ALLOWED = "(?:allowed|permitted)";
/** The beginning of a clause. */
const START = `(?<=^|[|,.;:}] ?|\\b(?:and|please|to|then|you|always) )`;

/** Norms that forbid: what they name is the alarm. */
const FORBIDDEN: readonly string[] = [
  `${START}(?:never|do not|you must not|we must not) (?:ever )?(?:let|allow|permit)\\b`,
  `\\b(?:${MUST}|may|can|could|might|will|would) (?:not|never) (?:ever )?be ${ALLOWED} to${AHEAD}`,
  `\\b(?:is|are) (?:not|never) ${ALLOWED} to${AHEAD}`,
  `\\b(?:${MUST}|may|can|could) (?:not|never)(?: ever)?${AHEAD}`,
];
/** Norms that demand or bound: what they name must hold. */
const DEMANDED: readonly string[] = [
  `(?<!\\bnot )\\b${MUST}(?: always)?${AHEAD}`,
  `(?<!\\bnot )\\b(?:may|can|is ${ALLOWED} to|are ${ALLOWED} to)(?: (?:be|go|get|reach|rise))?` +
    `(?= (?:${BOUNDS})(?![a-z]))`,
  `${START}(?:keeps?|hold)\\b(?! for)`,
  `${START}(?:make sure|ensure|guarantee|see to it|verify|confirm)(?: that)?\\b`,
  `${START}check(?: that)?\\b(?! (?:whether|if|for|every|each|when)\\b)(?!.*\\b(?:when|if|once)\\b)`,
];
/** They say what is wanted, and stand before the subject. */
const WANTED = `${START}(?:i|we) (?:want|need|would like)\\b(?= [^|{]{1,60} to (?:be|stay|remain|keep)${AHEAD})`;
/** Behind a norm they say again when to alert. */
const TOLD =
  `(?:(?:${CALLS}|let|shout|beep|holler|yell)(?: (?<who>${WHO}))?(?: know)?|(?:ring|sound|raise) (?:the |an? )?` +
  "(?:bell|horn|siren|alarm|buzzer))";
const AGAIN = `,? ?(?:\\b(?:or|and|else) )*\\b(?:please )?${TOLD},? `;
/** `not more than` is a bound by itself. */
const NO_BOUND = "(?! (?:more|less|fewer|higher|lower|greater) than\\b(?! or equal))";
const DENIED: readonly string[] = [
  `\\b(?:is|are|do|does|did|has|stays|gets|goes) (?:not|no longer)${NO_BOUND}${AHEAD}`,
  `\\bfails? to${AHEAD}`,
  `\\bno longer${AHEAD}`,
  `(?<= )not${NO_BOUND}${AHEAD}`,
];
const INTRODUCED = /\b(?:when|if|once|whenever|as soon as|in case)\b/u;

/** Takes the words of norms and denials out. @returns what stops where two of them meet */
export function frameIn(
  masked: Masked,
): Frame | { readonly stop: string; readonly message: string } {
  masked.take(
    "\\bkeep (?:me|us|an eye|a (?:close )?(?:eye|watch))(?: (?:posted|informed|updated|on" +
      "|out))*\\b",
  );
  masked.take(`\\bthere\\b(?= ${MUST}(?: always)?${AHEAD})`);
  masked.take(`\\bthere\\b${AHEAD}`);
  masked.take("\\b(?:make sure|ensure) (?:to|that you|you|i|we)\\b");
  const orElse = masked.take(
    `(?:,? ?\\b(?:or )?else,? (?:please )?${TOLD.replace("<who>", "<whom>")}[.!]?$)|` +
      `${AGAIN}(?:otherwise|(?:if|when) (?:not|(?:it|they|that) (?:does|do|is|are) not)|` +
      "(?:if|when|whenever|once|as soon as) (?:it|they) (?:is|are|gets?|goes) (?:outside|out of it|out of " +
      "(?:this|that)(?: (?:range|band|window))?|outside of (?:it|that|this)|beyond (?:it|that))" +
      "|(?:if|when|once) it leaves (?:it|(?:that|this) (?:range|band|window)))[.!]?$",
  );
  const isElse = orElse !== null;
  const isForbidden = takeOne(masked, FORBIDDEN);
  // The limit of a quantity is a norm by itself.
  const isLimit = masked.take(`(?<=[a-z] )limit(?= ?[|:]? ?(?:is )?(?:${BOUNDS})\\b)`) !== null;
  const isWanted = !isForbidden && masked.take(WANTED) !== null;
  if (isWanted) masked.take(`\\bto(?= (?:be|stay|remain|keep)${AHEAD})`);
  // A bound that stands first is one that must hold.
  const isBound = new RegExp(`^(?:please )?(?:${BOUNDS}) \\{`, "u").test(masked.rest);
  const isDemanded = takeOne(masked, DEMANDED) || isLimit || isWanted || isBound;
  const hasIntroducer = INTRODUCED.test(masked.rest);
  const isUnless = !hasIntroducer && masked.take("\\bunless\\b") !== null;
  let again: Taken | null = null;
  if (isForbidden) {
    masked.take(`\\bto${AHEAD}`);
    again = masked.take(
      `${AGAIN}(?:if|when) (?:it|they|that|this) (?:does|do|is|are|happens)[.!]?$`,
    );
  }
  const isDenied =
    takeOne(masked, DENIED) || (isDemanded && masked.take(`\\bnever(?: ever)?${AHEAD}`) !== null);
  if (isDenied) masked.take("\\bany ?more\\b");
  const norms = [isForbidden, isDemanded, isUnless].filter(Boolean).length;
  if (norms > 1) {
    const message = "two things that must hold: write a sentence for each";
    return { stop: "", message };
  }
  if (norms === 1) masked.take("\\bat all times\\b");
  const isOtherwise = masked.take("(?<=^|[|,;:.] ?)(?:(?:or|and) )?otherwise\\b") !== null;
  if ((isElse || isOtherwise) && norms === 0) {
    const message = "nothing before it says what must hold: write what must be, or when to alert";
    return { stop: "", message };
  }
  const turns = [isDemanded, isUnless, isDenied].filter(Boolean).length;
  const recipients = [orElse, again].flatMap((one) => {
    const who = one?.groups["who"] ?? one?.groups["whom"];
    return who === undefined || /^(?:me|us)$/u.test(who) ? [] : [who];
  });
  return { isInverted: turns % 2 === 1, isNorm: norms > 0, isDenied, recipients };
}

function takeOne(masked: Masked, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => masked.take(pattern) !== null);
}

export const CLAUSE_ENDS = new RegExp(`(?:[${GAP},;:!?()]|\\.(?=\\s|$|[${GAP}]))+`, "u");
