/** A phrase that states a value beside another value or another phrase states neither. */
const COUNT = "(?:one|two|three|four|five|six|seven|eight|nine|ten|another|single)";
/** `one or two electrons`, `one, then two electrons`, `half past noon`, `nearly normal incidence` */
const BEFORE = new RegExp(
  String.raw`(?:\b(?:${COUNT}|\d+)(?:\s+\p{L}+)?\s+(?:or|to)\s+|\b${COUNT}\s*(?:,\s*)?(?:(?:and|then|plus)\s+)+|` +
    String.raw`\bor\s+(?:an?\s+|the\s+|at\s+|in\s+)?|\d\s*[-\u2013]\s*|` +
    String.raw`\b(?:second|third|next|last|almost|nearly|about|before|after|past)\s+(?:the\s+|to\s+)?)$`,
  "iu",
);
/** `two electrons and then one`, `the fundamental or the first overtone` */
const BEHIND = new RegExp(
  String.raw`^\p{L}*\s*(?:,\s*)?(?:or\b|(?:and|then|plus|followed\s+by|and\s+later)\s+(?:then\s+|later\s+)?${COUNT}\b)`,
  "iu",
);

/** Whether what stands there is one of several, of which nobody says which. */
export function isOneOfSeveral(text: string, [from, to]: readonly [number, number]): boolean {
  return BEFORE.test(text.slice(0, from)) || BEHIND.test(text.slice(to));
}
