/**
 * Letters of five by nine points for bitmaps, drawn for this project: printable ASCII in order, a digit of base 32 for each
 * row of five points, the last two rows below the base line.
 */

export const GLYPH_COLUMNS = 5;
export const GLYPH_ROWS = 9;
/** Rows above the base line. */
export const GLYPH_RISE = 7;

const GLYPHS: readonly string[] = [
  "000000000", "444440400", "aa0000000", "aavavaa00", "4fke5u400", "op248j300", "cik8lid00", "440000000", "248884200", "842224800",
  "0a4v4a000", "044v44000", "000006480", "000v00000", "00000cc00", "11248gg00", "ehjlphe00", "4c4444e00", "eh1248v00", "v2421he00",
  "26aiv2200", "vgu11he00", "68guhhe00", "v12488800", "ehhehhe00", "ehhf12c00", "0cc0cc000", "0cc0c4800", "248g84200", "00v0v0000",
  "842124800", "eh1240400", "ehnlnge00", "4ahhvhh00", "uhhuhhu00", "ehggghe00", "sihhhis00", "vgguggv00", "vgguggg00", "ehgnhhf00",
  "hhhvhhh00", "e44444e00", "72222ic00", "hikokih00", "ggggggv00", "hrllhhh00", "hppljjh00", "ehhhhhe00", "uhhuggg00", "ehhhlid00",
  "uhhukih00", "fgge11u00", "v44444400", "hhhhhhe00", "hhhhaa400", "hhhllrh00", "hha4ahh00", "hha444400", "v1248gv00", "e88888e00",
  "gg8421100", "e22222e00", "4ah000000", "0000000v0", "840000000", "00e1fhf00", "ggmphhu00", "00egghe00", "11djhhf00", "00ehvge00",
  "698s88800", "00fhhf1he", "ggmphhh00", "40c444e00", "2062222ic", "ggikoki00", "c44444e00", "00qlllh00", "00mphhh00", "00ehhhe00",
  "00uhhpmgg", "00fhhjd11", "00mpggg00", "00fge1u00", "88s889600", "00hhhjd00", "00hhha400", "00hhlla00", "00ha4ah00", "00hhhf1he",
  "00v248v00", "244844200", "444444400", "844244800", "009m00000",
];
const FIRST = 32;
/** What a letter that is not here is written as. */
const SPELT: Readonly<Record<string, string>> = {
  "\u00b0": "deg", "\u00b2": "^2", "\u00b3": "^3", "\u00b5": "u", "\u00b7": "*", "\u00d7": "x", "\u00e9": "e", "\u2013": "-", "\u2014": "-",
  "\u2019": "'", "\u2212": "-", "\u03b1": "alpha", "\u03b2": "beta", "\u03b3": "gamma", "\u03b4": "delta", "\u03b5": "eps", "\u03b8": "theta",
  "\u03bb": "lambda", "\u03bc": "mu", "\u03c0": "pi", "\u03c1": "rho", "\u03c3": "sigma", "\u03c4": "tau", "\u03c6": "phi", "\u03c8": "psi",
  "\u03c9": "omega",
};

/** The same in letters that have a glyph; `?` for what has none. */
export function spelt(text: string): string {
  return Array.from(text, (letter) => (/^[ -~]$/.test(letter) ? letter : SPELT[letter] ?? "?")).join("");
}

/** Whether a point of a letter is inked; `row` from the top. */
export function inked(letter: string, row: number, column: number): boolean {
  const rows = GLYPHS[letter.charCodeAt(0) - FIRST] ?? GLYPHS["?".charCodeAt(0) - FIRST]!;
  return ((Number.parseInt(rows[row]!, 32) >> (GLYPH_COLUMNS - 1 - column)) & 1) === 1;
}
