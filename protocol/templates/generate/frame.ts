/**
 * The frame of a sentence: is its condition an alarm, or what must hold. A word of denial counts
 * only right before the comparator or the verb of a norm that it turns; any other is left over, and
 * what is left over stops the sentence.
 */
import { CHANGES } from "./changes.js";
import { Q, type Masked, type Taken } from "./masked.js";
import { calledIn } from "./acts.js";
import { AGAIN, END, happensIn, IT, orElseIn, otherwiseIn, RANGE } from "./otherwise.js";
import { nounPhrase } from "./nounPhrase.js";
import { changes } from "./subject.js";
import { isAction } from "./things.js";
import {
  ABOVE,
  BELOW,
  BOUNDS,
  LESS_WORDS,
  MORE_WORDS,
  MOVES,
  READINGS,
  REACHES,
  SINKS,
} from "./words.js";

export interface Frame {
  /** The condition says what must hold: it is bad where it does not. */
  readonly isInverted: boolean;
  /** The sentence says what must, may, or may not be. */
  readonly isNorm: boolean;
  /** It says by itself that the condition is an alarm. */
  readonly isAlarm: boolean;
  /** A comparison by its sign, and nothing else. */
  readonly isExpression: boolean;
  /** A bound that may be either, though an alarm is asked for. */
  readonly isOpen: boolean;
  /** What it says of a range, and no condition. */
  readonly aside: readonly string[];
  /** A word of denial stands before the comparator. */
  readonly isDenied: boolean;
  /** Who is to be called where it does not hold. */
  readonly recipients: readonly string[];
  /** Where it is bad, as a clause behind the norm says again. */
  readonly said: "above" | "below" | null;
}

const COMPARED =
  `(?:${MOVES} )?(?:by )?(?:\\b(?:back|up|down|out|even|ever|always) )*` +
  `(?:${ABOVE}|${REACHES}|${BELOW}|${SINKS}|between|within|inside|in|outside|out of|leaves?` +
  "|(?:deviate|stray|drift|differ|depart)s? (?:by )?(?:more than|over|at least)" +
  `|(?:at |from )?\\{[qtn]\\d+\\} (?:\\| ?)?,? ?(?:to|-|\\.\\.\\.?|(?:or|and) (?:${MORE_WORDS}|${LESS_WORDS}` +
  `|above|below|over|under|up))` +
  "|(?:at )?\\{[qtn]\\d+\\} @)";
/** Right behind the word that is taken stands a comparison with a number, or its verb. */
const AHEAD = `(?= ${COMPARED.replaceAll("(?<", "(?:<")}(?![a-z]))`;
/** A change with its size: a reading may not do that. */
const CHANGE_AHEAD = `(?= (?:be )?(?:${CHANGES}) (?:by |of |at |more |faster |quicker )?[^|,;:{]{0,30}\\{)`;
const MUST =
  "(?:must|should|shall|has to|have to|needs? to|ought to|is to|are to|is supposed to|are supposed to)";
const ALLOWED = "(?:allowed|permitted)";
/** The beginning of a clause. */
const START = `(?<=^|[|,.;:}] ?|\\b(?:and|please|to|then|you|always) )`;

/** Norms that forbid: what they name is the alarm. */
const FORBIDDEN: readonly string[] = [
  `${START}(?:never|do not|you must not|we must not) (?:ever )?(?:let|allow|permit)\\b(?! (?:[a-z]+ ){1,4}know\\b)`,
  `\\b(?:${MUST}|may|can|could|might|will|would) (?:not|never) (?:ever )?be ${ALLOWED} to${AHEAD}`,
  `\\b(?:is|are) (?:not|never) ${ALLOWED} to${AHEAD}`,
  `\\b(?:${MUST}|may|can|could) (?:not|never)(?: ever)?${AHEAD}`,
  `\\b(?:${MUST}|may|can|could|is ${ALLOWED} to|are ${ALLOWED} to) (?:not|never)(?: ever)?${CHANGE_AHEAD}`,
  `${START}(?:i|we|you) (?:(?:can|will|do) )?(?:tolerate|accept|allow|permit|want|take) (?:nothing` +
    `|no(?: [a-z]+)??)${AHEAD}`,
  `${START}(?:i|we|you) (?:can|must|may|will|do) not (?:ever )?(?:have|let|allow|accept|tolerate|want|afford` +
    `|permit)\\b`,
  `,? ?\\b(?:which |that |this |it )?(?:is|are) (?:(?:not|never) (?:${ALLOWED}|acceptable|ok|okay|tolerable` +
    `|tolerated|fine)` +
    `|unacceptable|forbidden|prohibited|banned|off limits)\\b`,
];
/** Norms that demand or bound: what they name must hold. */
const DEMANDED: readonly string[] = [
  `(?<!\\bnot )\\b${MUST}(?: always)?${AHEAD}`,
  `(?<!\\bnot )\\b(?:may|can|is ${ALLOWED} to|are ${ALLOWED} to)(?: (?:be|go|get|reach|rise))?` +
    `(?= (?:${BOUNDS})(?![a-z]))`,
  `\\b(?:needs?|requires?)(?= (?:${BOUNDS})(?![a-z]))`,
  `\\b(?:is|are) (?:limited|restricted|capped) to(?= (?:${BOUNDS})(?![a-z]))`,
  `${START}(?:keeps?|hold)\\b(?! for)`,
  `${START}(?:make sure|ensure|guarantee|see to it|verify|confirm)(?: that)?\\b`,
  `${START}check(?: that)?\\b(?! (?:whether|if|for|every|each|when)\\b)(?!.*\\b(?:when|if|once)\\b)`,
];
/** A bound up to which all is fine, beside an alarm behind it. */
const FINE = "\\b(?:is|are) (?:only |just )?(?:fine|ok|okay|acceptable|normal|allowed|good|safe)";
const FINE_BOUNDS: readonly (readonly [string, string])[] = [
  [`${FINE} (?:up )?to(?= \\{)`, "at most"],
  [`${FINE} down to(?= \\{)`, "at least"],
];
/** `permissible range 2 degC to 8 degC`. */
const RIGHT =
  "\\b(?:permissible|permitted|allowed|allowable|acceptable|normal|safe|target|operating|specified|correct|healthy)" +
  ` (?:range|band|window|limits)(?: (?:is|are|of|from|:)|:)*(?= ${Q} ?(?:to|-) ?${Q})`;
/** `allowed 0.9 to 1.1 bar`. */
const ALLOWED_RANGE =
  "(?<=^|[|,;:] ?)(?:permissible|permitted|allowed|allowable|acceptable|normal|safe|tolerated)(?: (?:values?" +
  "|is|are|from))*:? ?" +
  `(?=${Q} ?(?:to|-|\\.\\.\\.?) ?${Q})`;
/** `the ventilation should keep the CO under 50 ppm`: who keeps it changes nothing. */
const KEEPER =
  `^(?:the|an?|my|our) (?<keeper>(?!not\\b)[a-z]+(?: [a-z]+){0,3}?) ${MUST} (?:always )?` +
  `(?:keep|hold|maintain) (?=[^|{]{1,60} ${COMPARED.replaceAll("(?<", "(?:<")})`;
/** `target 65 degF, tolerance 3 degF`. */
const TARGET_VALUE =
  "(?:\\b(?:the )?(?:target|set ?-?point|sp|nominal(?: value)?)(?: (?:is|of|at))*:? )?(?<middle>\\{[qn]\\d+\\})";
const TARGET = `${TARGET_VALUE} ?,? (?:and |with )?(?:an? |the )?tolerance (?:is |of )?(?:@ )?(?<off>\\{[qn]\\d+\\})`;
/** `SP 6.0 bar, deviation alarm ±0.4 bar`. */
const TARGET_ALARM =
  `${TARGET_VALUE} ?,? ?(?:deviation alarm|(?:alarm|alert|warn|\\|) ?` +
  "(?:beyond|outside(?: of)?|(?:on|at) (?:a )?deviations?(?: of)?)):? @ (?<off>\\{[qn]\\d+\\})";
/** `the maximum pressure of the vessel is 10 bar`, beside an alarm behind it. */
const EXTREME =
  "(?: allowed| allowable| permitted| permissible)? (?<what>[a-z][a-z' -]*?) (?:is|:|=) ?(?=\\{)";
const EXTREMES: readonly (readonly [string, string])[] = [
  [`\\b(?:the )?(?:max(?:imum)?|highest|upper limit (?:of|for|on)(?: the)?)${EXTREME}`, "at most"],
  [`\\b(?:the )?(?:min(?:imum)?|lowest|lower limit (?:of|for|on)(?: the)?)${EXTREME}`, "at least"],
];
/** `10 ppm max`. */
const EXTREME_BEHIND = (word: string): string =>
  `(?<q>\\{[qn]\\d+\\}) (?:${word})(?= ?(?:$|[,;:.|]))`;
/** `neither for a moment nor longer`, behind a norm. */
const EVEN =
  ",? ?\\b(?:(?:not )?even |neither )(?:for (?:a|one|even a) (?:single )?(?:moment|second|instant)|briefly|once)" +
  "(?: nor (?:for )?longer)?";
/** `pressure at least 2 bar: alarm`: is that when, or what must hold? */
const OPEN_BOUND = new RegExp(
  `^[^|{]*(?<!\\b(?:for|by|within|after|in|of) )\\b(?:${BOUNDS}) (?:\\{q\\d+\\}|\\{n\\d+\\}(?! ?${READINGS}))`,
  "u",
);
/** `oil temp > 98 degC for 5 min`: an expression, as rules of alarms are written. */
const EXPRESSION = new RegExp(
  `^[a-z][a-z0-9_. /-]* (?:>=|<=|≥|≤|>|<) \\{[qn]\\d+\\}` +
    `(?: for (?:at least )?\\{[tn]\\d+\\}(?: ${READINGS})?)?[ .|]*$`,
  "u",
);
/** What must hold, said without a verb: `ammonia no higher than 20 ppm`, beside an alarm for all else. */
const CLAUSE = new RegExp(
  `^(?!.*\\b(?:not|never|no|ignore|disregard|skip|forget|suppress|mute|silence|disable|cancel|stop|tolerate|accept` +
    `|allow)\\b(?! (?:more|less|higher|lower|greater|fewer) than))[^|]*${COMPARED.replaceAll("(?<", "(?:<")}` +
    `[^|]*\\|[ .]*$`,
  "u",
);
/** A limit, where its alarm says on which side. */
const LIMIT_SIDES = [
  ["above", "at most"],
  ["below", "at least"],
] as const;
/** A range between two values. */
const STATED = `${Q} ?(?:to|-|\\.\\.\\.?) ?${Q}|\\b(?:between|from) ${Q} (?:and|to|up to) ${Q}`;
/** Words that say of a range what else it is. */
const CHANGED = /\b(?:is|are|not|no|never|may|can)\b/u;
/** A value with its tolerance. */
const TOLERANCE = new RegExp(`${Q} @ ${Q}`, "u");
/** They say what is wanted, and stand before the subject. */
const WANTED = `${START}(?:i|we) (?:want|need|would like)\\b(?= [^|{]{1,60} to (?:be|stay|remain|keep)${AHEAD})`;
/** The range itself, said before: alarm when it is in there. */
const THERE =
  `(?:when(?:ever)?|if|once|as soon as|while) (?:${IT} (?:is|are|gets?|goes|runs?|falls) )?(?:back )?` +
  `(?:inside|within|in) (?:there|it|(?:this|that|the|its|one of these) ${RANGE})`;
/** `not more than` is a bound by itself. */
const NO_BOUND = "(?! (?:more|less|fewer|higher|lower|greater) than\\b(?! or equal))";
const DENIED: readonly string[] = [
  `\\b(?:is|are|do|does|did|has|stays|gets|goes) (?:not|no longer)${NO_BOUND}${AHEAD}`,
  `\\bfails? to${AHEAD}`,
  `\\bno longer${AHEAD}`,
  `(?<= )not${NO_BOUND}${AHEAD}`,
];
/** It says what must hold. */
const NORM = new RegExp(
  `\\b${MUST}(?![a-z])|^(?:please )?(?:keep|hold|min|max|minimum|maximum|${BOUNDS})\\b`,
  "u",
);
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
  masked.take("\\bat any (?:time|moment|point)\\b");
  masked.rewrite(`(${Q}) (?:at (most|least))\\b`, "at $2 $1");
  masked.take("\\b(?:make sure|ensure) (?:to|that you|you|i|we)\\b");
  masked.rewrite(
    `\\b(?:(?:has|have) an? |the )?(?:upper|maximum|max) (?:allowed |alarm )?limit(?: is| of|:)? (?=${Q})`,
    "at most ",
  );
  masked.rewrite(
    `\\b(?:(?:has|have) an? |the )?(?:lower|minimum|min) (?:allowed |alarm )?limit(?: is| of|:)? (?=${Q})`,
    "at least ",
  );
  if (!INTRODUCED.test(masked.rest)) {
    masked.rewrite(EXTREME_BEHIND("max(?:imum)?|tops"), "must be at most $<q>");
    masked.rewrite(EXTREME_BEHIND("min(?:imum)?"), "must be at least $<q>");
  }
  if (NORM.test(masked.rest)) orElseIn(masked);
  masked.rewrite(`^(?:please )?min(?:imum)?(?: of)? (?=${Q})`, "at least ");
  masked.rewrite(`^(?:please )?max(?:imum)?(?: of)? (?=${Q})`, "at most ");
  const otherwise = otherwiseIn(masked);
  const isElse = otherwise !== null;
  masked.rewrite(RIGHT, "must be");
  if (isElse && !INTRODUCED.test(masked.rest))
    for (const [side, bound] of LIMIT_SIDES)
      if (otherwise.said === side)
        masked.rewrite(
          `[,:]? ?\\b(?:alarm )?limit(?: (?:is|of|at|:))* (?=${Q} ?(?:$|[|,;.]))`,
          ` must be ${bound} `,
        );
  if (isElse)
    masked.rewrite(
      `\\b(?:alarm |alert |warning )?limits?(?: (?:are|of|at)|:)* (?<from>${Q}) (?:and|to|-) (?<to>${Q})`,
      "must be between $<from> and $<to>",
    );
  masked.rewrite(ALLOWED_RANGE, "must be ");
  masked.rewrite(TARGET, "$<middle> @ $<off>");
  masked.rewrite(TARGET_ALARM, "must be $<middle> @ $<off>");
  if (isElse)
    for (const [words, bound] of EXTREMES) masked.rewrite(words, `$<what> must be ${bound} `);
  const there = thereIn(masked);
  const keeper = masked.peek(KEEPER, (one) => !changes(one.groups["keeper"]!))?.groups["keeper"];
  if (keeper !== undefined) masked.rewrite(KEEPER, "keep ");
  const isForbidden = takeOne(masked, FORBIDDEN);
  // The limit of a quantity is a norm by itself.
  const isLimit = masked.take(`(?<=[a-z] )limit(?= ?[|:]? ?(?:is )?(?:${BOUNDS})\\b)`) !== null;
  const isWanted = !isForbidden && masked.take(WANTED) !== null;
  if (isWanted) masked.take(`\\bto(?= (?:be|stay|remain|keep)${AHEAD})`);
  // A bound that stands first is one that must hold.
  const isBound = new RegExp(`^(?:please )?(?:${BOUNDS}) \\{`, "u").test(masked.rest);
  masked.rewrite(
    "\\b(may|can) (?:be |go |get |reach |rise |climb )?(?:anything )?up to(?= \\{)",
    "$1 be at most",
  );
  masked.rewrite(
    "\\b(may|can) (?:be |go |get |fall |drop |sink )?down to(?= \\{)",
    "$1 be at least",
  );
  if (isElse)
    masked.rewrite(
      `\\b(?:may|can)(?: (?:be|go|range|vary|move|stay))?(?: anywhere)? (?=(?:from|between|within) ${Q})`,
      "must be ",
    );
  const isStated = otherwise?.said === null && takenIsFine(masked);
  const isFine = isElse && FINE_BOUNDS.some(([words, bound]) => masked.rewrite(words, bound));
  const hasIntroducer = INTRODUCED.test(masked.rest);
  const isDemanded =
    takeOne(masked, DEMANDED) ||
    isLimit ||
    isWanted ||
    isBound ||
    isFine ||
    isStated ||
    (isElse && TOLERANCE.test(masked.rest)) ||
    (isElse && !isForbidden && !hasIntroducer && CLAUSE.test(masked.rest));
  const isUnless = !hasIntroducer && masked.take("\\bunless\\b(?=[^|,;]*\\{)") !== null;
  let again: Taken | null = null;
  if (isForbidden) {
    masked.take(`\\bto${AHEAD}`);
    again = happensIn(masked);
  }
  const isDenied =
    takeOne(masked, DENIED) || (isDemanded && masked.take(`\\bnever(?: ever)?${AHEAD}`) !== null);
  if (isDenied) masked.take("\\bany ?more\\b");
  const norms = [isForbidden, isDemanded, isUnless].filter(Boolean).length;
  if (norms > 1) {
    const message = "two things that must hold: write a sentence for each";
    return { stop: "", message };
  }
  if (norms === 1) {
    masked.take("\\bat all times\\b");
    masked.take(EVEN);
  }
  const isOtherwise = masked.take("(?<=^|[|,;:.] ?)(?:(?:or|and) )?otherwise\\b") !== null;
  if ((isElse || isOtherwise) && norms === 0) {
    const message = "nothing before it says what must hold: write what must be, or when to alert";
    return { stop: "", message };
  }
  const turns = [isDemanded, isUnless, isDenied].filter(Boolean).length;
  const recipients = [otherwise?.taken ?? null, again, there?.taken ?? null].flatMap((one) =>
    one === null ? [] : calledIn(one),
  );
  const isExpression = norms === 0 && EXPRESSION.test(masked.rest);
  return {
    isInverted: turns % 2 === 1,
    isNorm: norms > 0,
    isAlarm: there !== null || isExpression,
    isExpression,
    isOpen: norms === 0 && !hasIntroducer && OPEN_BOUND.test(masked.rest),
    isDenied,
    recipients,
    said: otherwise?.said ?? null,
    aside: [
      ...(there?.aside ?? []),
      ...(otherwise?.taken.groups["thing"] === undefined
        ? []
        : [otherwise.taken.groups["thing"].trim()]),
      ...(keeper === undefined ? [] : [keeper]),
    ],
  };
}

interface There {
  /** Whom the alarm calls. */
  readonly taken: Taken;
  /** What else is said of the range. */
  readonly aside: readonly string[];
}

/** `1480 to 1560 rpm shake the frame, alarm while the speed is in there`: the range is the alarm. */
function thereIn(masked: Masked): There | null {
  const named =
    "(?:the |its |our )?(?<read>(?!it\\b|they\\b)[a-z]+(?: [a-z]+){0,2}?) (?:is|are|gets?|goes|runs?|falls)";
  const taken =
    masked.take(`${AGAIN}${THERE}${END}`) ??
    masked.take(`${AGAIN}${THERE.replace(`${IT} (?:is|are|gets?|goes|runs?|falls)`, named)}${END}`);
  if (taken === null) return null;
  const { read } = taken.groups;
  const range = new RegExp(`(?:${STATED})`, "u").exec(masked.rest);
  if (read === undefined || range === null) return { taken, aside: [] };
  const [before, behind] = [
    masked.rest.slice(0, range.index),
    masked.rest.slice(range.index + range[0].length),
  ];
  const said = `${before} ${behind}`.replace(/[|,;:. ]+/gu, " ").trim();
  // Only a statement of what the range is: a word that changes it, or another number, stays.
  const isNamed = before.trim() === "" || isThingSaid(before.trim());
  if (!isNamed || changes(said) || said.includes("{")) return { taken, aside: [] };
  masked.rewrite(
    "^.*$",
    `${read} between ${range[0].replace(/^(?:between|from) /u, "").replace(/ ?(?:up to|to|-|\.\.\.?) ?/u, " and ")}`,
  );
  return { taken, aside: said === "" ? [] : [said] };
}

/** Before a range stands what has it, and no act or label. */
function isThingSaid(before: string): boolean {
  const words = before.replace(/^(?:the|an?|my|our|its) /u, "").split(" ");
  return !isAction(words[0]!) && nounPhrase(words).ok;
}

/** A range, or one that is said to be fine, where an alarm behind it is for all else. */
function takenIsFine(masked: Masked): boolean {
  if (INTRODUCED.test(masked.rest)) return false;
  const isRange = new RegExp(STATED, "u").test(masked.rest);
  const isRight = isRange && (masked.take(`${FINE}\\b`) !== null || !CHANGED.test(masked.rest));
  if (isRight)
    masked.rewrite(
      `(?:\\brange )?(?<!(?:within|from|in) )(?<range>${Q} ?(?:to|-|\\.\\.\\.?) ?${Q})`,
      "in $<range>",
    );
  return isRight;
}

function takeOne(masked: Masked, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => masked.take(pattern) !== null);
}
