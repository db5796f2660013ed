/** Why a sentence cannot be a contract, where its words say so, and what to write instead. */

type Reason = readonly [words: string, message: string];

/** Each is of what no program of one sentence does; the first that stands in the sentence counts. */
const REASONS: readonly Reason[] = [
  [
    "\\b(?:latch(?:ed|es|ing)?|acknowledg\\w*" +
      "|until (?:some\\w+|the \\w+|it is) (?:resets?|acknowledged|confirms?|reset))\\b",
    "an alert ends by its reading, and nobody acknowledges it: write where it clears, as in clears below 70 degC",
  ],
  [
    "\\b(?:remind me every|again every|repeat(?:ed(?:ly)?)?|at most once|once (?:an?|per) (?:hour|day|week)" +
      "|not more than once)\\b",
    "an alert is raised once, when its condition begins, and is not repeated: leave out how often",
  ],
  [
    "\\b(?:yesterday|last (?:week|month|year|night)" +
      "|(?:an?|one|two|\\d+) (?:hours?|days?|weeks?|minutes?) (?:ago|before|earlier))\\b",
    "a contract keeps no reading of that time: write a change within a time, as in rises by 5 K within 1 h",
  ],
  [
    "\\b(?:(?:after|since) (?:the )?(?:[a-z]+ )?(?:starts?|start-?up|starting|started|power-?up" +
      "|switch(?:ed|ing) on)|after the [a-z]+ starts)\\b",
    "a contract knows of no start: join a reading that says that it runs, as in and the speed is above 500 rpm",
  ],
  [
    "(?<!\\b(?:it|i|we|you) )\\b(?:would|will|is going to|is about to|predicted to|expected to)\\b",
    "a plain monitor foretells nothing: write how fast it may change, as in rises faster than 2 K per minute",
  ],
  [
    "\\b(?:two|three|2|3) (?:of|out of) (?:the |any )?(?:two|three|four|five|\\d+)\\b",
    "a sentence joins two readings by and, or by or: write a program for a vote of several",
  ],
  [
    "\\b(?:except|while|whilst|during|unless|as long as|only (?:when|if|while)|whenever)\\b(?! (?:[^\\d]*\\d))",
    "a state without a number cannot be read: join a reading with its limit, as in while the current is above 1 A",
  ],
  [
    "\\b(?:equals?|is exactly|equal to|=)(?= ?[-+]?\\d)",
    "a reading is compared by a side: write above, below, or outside of two values",
  ],
];
/** An alarm at a number: it stands alone, without a word of a side. */
const AT_NUMBER = /\b(?:alarm|alert|warn(?:ing)?)\b[^.;,]*?(?:\bat|:|,)? ?[-+]?\d/iu;
const SIDED = /\b(?:above|below|over|under|exceeds?|than|least|most|outside|between)\b/iu;
const NO_SIDE = "is the alarm from there upward, or downward? Write at or above, or at or below";

const PATTERNS = REASONS.map(([words, message]) => [new RegExp(words, "iu"), message] as const);

const TIME_OF_DAY = /is a time, and no monitor looks at one/u;

/** The reason that the sentence's words give; the reader's own where they give none. @param text as it was read */
export function reasonOf(text: string, message: string): string {
  if (TIME_OF_DAY.test(message)) return message;
  const open = /is no setting of what was found|is not understood|no template watches this/u;
  if (!open.test(message)) return message;
  const found = PATTERNS.find(([pattern]) => pattern.test(text));
  if (found !== undefined) return found[1];
  return AT_NUMBER.test(text) && !SIDED.test(text) ? NO_SIDE : message;
}
