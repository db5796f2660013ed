/**
 * Signs that people type for one another, each replaced by one: every place of the plain text is the
 * same place of the typed one.
 */

const SIGNS: ReadonlyMap<string, string> = new Map(
  [
    ["\u2212\u2012\u2013\uFE63", "-"],
    ["\u00d7\u00b7\u22c5\u2219", "*"],
    ["\u2044\u2215\u00f7", "/"],
    ["\u2018\u2019\u02bc", "'"],
    ["\u201c\u201d", '"'],
    ["\u00a0\u2007\u2009\u202f\u2002\u2003\u2008\u200a\u3000\t\n\r", " "],
    ["\u00ba\u02da", "°"],
    ["\u03c0", "π"],
  ].flatMap(([from, to]) => from!.split("").map((sign) => [sign, to!] as const)),
);
const FULL_WIDTH_OFFSET = 0xfee0;
/** One of the signs, or a sign of full width. */
const TYPED = new RegExp(String.raw`[${[...SIGNS.keys()].join("")}\uff01-\uff5e]`, "g");

/** Same length, same places. */
export function plain(text: string): string {
  return text.replace(
    TYPED,
    (sign) => SIGNS.get(sign) ?? String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET),
  );
}
