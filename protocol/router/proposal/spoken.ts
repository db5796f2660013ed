/**
 * A text with what its words say of numbers in figures, letter for letter in the same places: `in a day` is
 * in one day, and `20 cm instead of 30 cm` compares the two.
 */
const SPAN = new RegExp(
  String.raw`\b((?:in|within|during|over|for|through(?:out)?|every|each)\s+)` +
    String.raw`(an?(?:\s+(?:full|whole|single))?|one(?:\s+(?:full|whole|single))?|the\s+(?:full|whole))` +
    String.raw`(?=\s+(?:minute|hour|day|week|year)\b(?!\s*(?:of\s+\d|\d|old\b)))`,
  "giu",
);
const OF_EACH = /\b(a|per|every|each)(?=\s+(?:minute|hour|day|week|year)\s*[?.!,;:])/giu;
const INSTEAD =
  /\b(?:instead\s+of|rather\s+than|as\s+against|versus|vs\.?|compared\s+(?:to|with))(?=\s)/giu;

/** The forms of a text that are read, each as long as it, the likeliest first. */
export function spokenForms(text: string): readonly string[] {
  const compared = text.replace(INSTEAD, (words) =>
    "than".padEnd(words.length).slice(0, words.length),
  );
  const inSpan = compared.replace(SPAN, (_, before: string, one: string) => before + asOne(one));
  // What goes on in a day is asked of all of it.
  if (inSpan !== compared) return [inSpan];
  return [...new Set([compared, compared.replace(OF_EACH, asOne)])];
}

function asOne(words: string): string {
  return "1".padStart(words.length);
}
