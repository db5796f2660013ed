/** How numbers and times are written, for the patterns of this folder; and how it is shown what they are read as. */

/** `2.6`, `.5`, `1e-3`: a decimal number without a sign, as part of a pattern. */
export const UNSIGNED = String.raw`(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?`;
/** The same with a sign, if it has one. */
export const SIGNED = String.raw`[-+]?${UNSIGNED}`;

/** `3.0857e19`, `12.`: digits and points, where what stands around them says that they are a number. */
export const VALUE = String.raw`\d[\d.]*(?:e[-+]?\d+)?`;

/** Units of times by their words. */
export const TIME_UNITS: Readonly<Record<string, string>> = {
  second: "s",
  minute: "min",
  hour: "h",
  day: "d",
  year: "yr",
};

/** Times that things are counted in: `30 people an hour`. */
export const COUNTED_TIMES = "second|minute|hour|day";

/** The message that words are read as something else. */
export function readAs(written: string, other: string): string {
  return `"${written.trim()}" is read as ${other}`;
}
