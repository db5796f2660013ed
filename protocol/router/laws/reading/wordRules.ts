/** Numbers in words and what rules of them are made of: a pattern, and what is said in its place. */

/** Groups that are not there are undefined. */
type Said = (all: string, ...groups: (string | undefined)[]) => string;
export type Rule = readonly [pattern: RegExp, said: Said];

const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen " +
  "seventeen eighteen nineteen";
const COUNTS: ReadonlyMap<string, number> = new Map([
  ...ONES.split(" ").map((word, i) => [word, i] as const),
  ..."twenty thirty forty fifty sixty seventy eighty ninety"
    .split(" ")
    .map((word, i) => [word, 10 * (i + 2)] as const),
]);
export const ORDINALS: ReadonlyMap<string, number> = new Map(
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
    .split(" ")
    .map((word, i) => [word, i + 1] as const),
);
/** What a whole is parted in. */
const PARTS: ReadonlyMap<string, number> = new Map([
  ["half", 2],
  ["quarter", 4],
  ["third", 3],
  ["fifth", 5],
  ["sixth", 6],
  ["eighth", 8],
  ["tenth", 10],
  ["sixteenth", 16],
  ["twentieth", 20],
  ["hundredth", 100],
  ["thousandth", 1e3],
  ["millionth", 1e6],
]);
export const MULTIPLES: ReadonlyMap<string, number> = new Map([
  ["hundred", 1e2],
  ["thousand", 1e3],
  ["million", 1e6],
  ["billion", 1e9],
]);
export const COUNT = [...COUNTS.keys()].slice(1).join("|");
export const TENS = [...COUNTS.keys()].slice(20).join("|");
export const WORDED = String.raw`(?:(?:${TENS})(?:[-\s](?:${[...COUNTS.keys()].slice(1, 10).join("|")}))?|${COUNT})`;
export const INCHES = [...COUNTS.keys()].slice(1, 12).join("|");
const PART = [...PARTS.keys()].join("|");
export const SHARE = String.raw`(?:(an?|one|two|three|four|five|six|seven|nine)[\s-]+)?(${PART})s?`;
export const DIGITS = String.raw`\d+(?:\.\d+)?(?:e-?\d+)?`;
export const BEFORE = String.raw`(?<![\p{L}\p{N}_.,-])`;
export const END = String.raw`(?![\p{L}\p{N}])`;

export function countOf(word: string): number {
  const [tens = "", one] = word.toLowerCase().split(/[-\s]/u);
  const known = COUNTS.get(tens);
  if (known === undefined) return Number(word);
  return known + (one === undefined ? 0 : COUNTS.get(one)!);
}

/** `three quarters` is 0.75; a third has more digits than there is place for. */
export function shareOf(many: string | undefined, part: string): number {
  const above = many === undefined || /^an?$/iu.test(many) ? 1 : countOf(many);
  return above / PARTS.get(part.toLowerCase())!;
}

export const SHARE_DIGITS = 12;

export function printed(value: number): string {
  return String(Number(value.toPrecision(SHARE_DIGITS)));
}

export function rule(pattern: string, said: Said, flags = "giu"): Rule {
  return [new RegExp(pattern, flags), said];
}
