/** Whether the name of a sender reads as another: by marks that turn it around, or by its letters. */

export type SenderMark = "bidi" | "invisible" | "mixed-scripts" | "look-alike" | "address-in-name";

/** Marks for the direction of writing. */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
/** Characters that are drawn as nothing. */
const UNSEEN =
  "\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200d\\u2060-\\u2064" +
  "\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0";
const INVISIBLE = new RegExp(`[${UNSEEN}]`);
const TO_DROP = new RegExp(
  `[\\0-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f${UNSEEN}]`,
  "g",
);

/** Scripts whose letters stand for one another in lists of confusables (UTS #39). */
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ["latin", /\p{Script=Latin}/u],
  ["cyrillic", /\p{Script=Cyrillic}/u],
  ["greek", /\p{Script=Greek}/u],
  ["armenian", /\p{Script=Armenian}/u],
  ["cherokee", /\p{Script=Cherokee}/u],
  ["coptic", /\p{Script=Coptic}/u],
];

/** Letters of other scripts that are drawn as Latin ones. Source: confusables.txt of UTS #39. */
const DRAWN = "аеорсухѕіјһԁԛԝѵґгӏАВЕКМНОРСТХЅІЈΑΒΕΖΗΙΚΜΝΟΡΤΥΧονιραօսո";
const DRAWN_AS_LATIN = new RegExp(`^[${DRAWN}\\s\\d.,'-]+$`);
/** Letters of mathematics and of full width: compatible with plain ones, and drawn as they are. */
const STYLED = /[\u{1d400}-\u{1d7ff}\uff01-\uff5e\u2100-\u214f\u24b6-\u24e9]/u;

const ADDRESS = /[^\s@<>]+@[^\s@<>]{2,}/;

/** @returns marks of what is not as it looks, each once */
export function senderMarks(name: string, address: string): readonly SenderMark[] {
  const marks: SenderMark[] = [];
  if (BIDI.test(name)) marks.push("bidi");
  if (INVISIBLE.test(name)) marks.push("invisible");
  const words = name.replaceAll(TO_DROP, "").split(/[\s()[\]"]+/);
  if (words.some((word) => SCRIPTS.filter(([, letters]) => letters.test(word)).length > 1))
    marks.push("mixed-scripts");
  const clean = name.replaceAll(TO_DROP, "").trim();
  if (STYLED.test(clean) || (DRAWN_AS_LATIN.test(clean) && /\p{L}/u.test(clean)))
    marks.push("look-alike");
  const said = ADDRESS.exec(clean)?.[0];
  if (said !== undefined && said.toLowerCase() !== address.toLowerCase())
    marks.push("address-in-name");
  return marks;
}

/** A name without what has no letter and what turns letters around. */
export function plainName(name: string): string {
  return name.replaceAll(TO_DROP, "").trim();
}
