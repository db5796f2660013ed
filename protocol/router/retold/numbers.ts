/** Numbers in words and signs that the grammar of quantities does not read, as it reads them. */
import { isUnit } from "../../units/index.js";
import { rewriting, type Rewrite } from "./rewrite.js";
import { readAs, TIME_UNITS } from "./written.js";
import { minusFrom } from "./minus.js";

const FILLED_UP =
  /\b((?:made|filled|topped|diluted|brought|stands?|withstands?|bears?|holds?|endures?)\s+)up(\s+to)(?=\s+[\d.])/giu;

/** `made up to 250 mL`, `it stands up to 80 mT` */
const upTo = rewriting(FILLED_UP, ([all, verb = "", to = ""]) => [
  `${verb}  ${to}`,
  `what stands behind "${all}" is read as the value itself`,
]);

const RECIPROCAL = /(?<![\p{L}\d.])(\d[\d.]*(?:e-?\d+)?)\s1\/([\p{L}µ]{1,3})(?![\p{L}\d^/])/gu;

/** `0.23 1/d` */
const reciprocals = rewriting(RECIPROCAL, ([all, number = "", unit = ""]) =>
  isUnit(`1/${unit}`) ? [`${number}${unit}^-1`, readAs(all, `${number} per ${unit}`)] : null,
);

const A_TIME =
  /(?<![\p{L}\d.])(\d[\d,]*)\s([a-z]{3,})\s(?:an?|every|each)\s(second|minute|hour|day)(?![\p{L}])/gu;

/** `30 people an hour` */
const manyATime = rewriting(A_TIME, ([all, number = "", noun = "", time = ""]) =>
  isUnit(noun) && noun !== "people"
    ? null
    : [`${number}/${TIME_UNITS[time]!} ${noun}`, readAs(all, `${number} per ${time}`)],
);

const TO_ZERO = /\bfrom\s+(\d[\d.]*)(\s?)([\p{L}µ]{1,3})\s+(down\s+)?to\s+zero\b/gu;

/** `from 4 mWb to zero` */
const toZero = rewriting(TO_ZERO, ([all, number = "", blank = "", unit = ""]) =>
  isUnit(unit) ? [`from ${number}${blank}${unit} to 0${unit}`, `"${all}" ends at 0 ${unit}`] : null,
);

const AS_MUCH = new RegExp(
  String.raw`(?<![\p{L}\d.])(\d[\d.]*)\s?(kg|g|t|m|cm|mm|km|s|min|h|N|V|A|W|L|K|J|ohm)` +
    String.raw`((?:\s+[\p{L}]+)?,?\s+(?:and\s+)?the\s+other(?:\s+one)?(?:\s+is)?\s+)` +
    String.raw`(twice|three\s+times|four\s+times)\s+as\s+[a-z]+(?=\s*[.,;?!]|$)`,
  "gu",
);
const TIMES: Readonly<Record<string, number>> = { twice: 2, three: 3, four: 4 };

/** `one is 5 kg, the other twice as heavy` */
const asMuch = rewriting(AS_MUCH, ([all, number = "", unit = "", between = "", times = ""]) => {
  const factor = TIMES[times.split(/\s/u)[0]!]!;
  const product = Number((factor * Number(number)).toPrecision(12));
  const said = `${number} ${unit}${between}${product} ${unit}`;
  return [said, readAs(all, `${number} ${unit} and ${product} ${unit}`)];
});

const EACH_TAKES = new RegExp(
  String.raw`\b(?:one|an?|each|every)\s+(?:kg|kilogram|kilo)(?:\s+of\s+(?:it|water))?\s+(?:takes|needs)\s+` +
    String.raw`(\d[\d.,]*)\s*J\s+(?:for|per)\s+(?:each|every|one|a)\s+(?:degree|kelvin)\b`,
  "giu",
);
const PER_BOTH =
  /(?<=\d\s?)J\s+per\s+(?:kg|kilogram|kilo)\s+(?:and|per)\s+(?:degree|kelvin)(?:\s+Celsius)?\b/giu;

/** `one kilogram takes 4186 J for each degree`, `4186 J per kg and degree` */
const heats: readonly Rewrite[] = [
  rewriting(EACH_TAKES, ([all, number = ""]) => {
    const said = `specific heat ${number} J/(kg K)`;
    return [said, readAs(all, `the ${said}`)];
  }),
  rewriting(PER_BOTH, ([all]) => ["J/(kg K)", readAs(all, "J/(kg K)")]),
];

const SHARE_OF = /(?<=\d\s?)(?:vol|wt|mol)(?:[-.\s]\s?)?%/gu;
const OF_WHAT: Readonly<Record<string, string>> = { v: "volume", w: "mass", m: "amount" };

/** `60 vol%` */
const shares = rewriting(SHARE_OF, ([all]) => [
  "%",
  readAs(all, `percent by ${OF_WHAT[all.charAt(0)]!}`),
]);

const HALVES = /(?<![\p{L}\d./^*-]\s?)(\d{1,2})\/2(?![\d\p{L}/^*])/gu;

/** `J = 3/2` */
const halves = rewriting(HALVES, ([all, digits = ""]) => {
  const number = String(Number(digits) / 2);
  return [number, readAs(all, number)];
});

const AND_A_HALF = /\b(?:an?|one)\s+(hour|minute|day|year|month|week)\s+and\s+a\s+half\b/giu;
const COUNTS = ["zero", "one", "two", "three", "four", "five", "six"];
const SOME = String.raw`\b(${COUNTS.slice(2).join("|")})`;
const SOME_AND_A_HALF = new RegExp(
  String.raw`${SOME}\s+and\s+a\s+half(?=\s+\p{L})|` +
    String.raw`${SOME}\s+(hours|minutes|days|years)\s+and\s+a\s+half\b`,
  "giu",
);

/** `an hour and a half` */
const andAHalf: readonly Rewrite[] = [
  rewriting(AND_A_HALF, ([all, unit = ""]) => [`1.5 ${unit}s`, readAs(all, `1.5 ${unit}s`)]),
  rewriting(SOME_AND_A_HALF, ([all, first, second, unit = ""]) => {
    const number = `${COUNTS.indexOf((first ?? second ?? "").toLowerCase())}.5`;
    const said = `${number} ${unit}`.trim();
    return [said, readAs(all, said)];
  }),
];

const IN_MANY =
  /\b(?:one|1)\s+(?:\p{L}+\s+)?(?:in|out\s+of)\s+(ten|a\s+hundred|a\s+thousand|100|1,?000|10)\b/giu;

/** `one person in a hundred` */
const inMany = rewriting(IN_MANY, ([all, many = ""]) => {
  const share = /ten|\b10$/iu.test(many) ? "0.1" : /hundred|100$/iu.test(many) ? "0.01" : "0.001";
  return [share, readAs(all, share)];
});

export const numbers: readonly Rewrite[] = [
  upTo,
  reciprocals,
  manyATime,
  toZero,
  asMuch,
  ...heats,
  shares,
  halves,
  ...andAHalf,
  inMany,
  minusFrom,
];
