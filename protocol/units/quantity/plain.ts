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
const FULL_WIDTH = /[\uff01-\uff5e]/;
const FULL_WIDTH_OFFSET = 0xfee0;

/** Same length, same places. */
export function plain(text: string): string {
  let out = "";
  for (let i = 0; i < text.length; i += 1) {
    const sign = text.charAt(i);
    out += FULL_WIDTH.test(sign)
      ? String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET)
      : (SIGNS.get(sign) ?? sign);
  }
  return out;
}
