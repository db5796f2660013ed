/** Numbers as a scene says them: at a rate of things, without their unit, of an angle that is doubled. */
import { dimensionsEqual, isDimensionless, isUnit, parseUnit } from "../../units/index.js";
import { readQuantity, spansIn, valueInSI } from "../../units/quantity/index.js";
import { aside, rewriting, type Rewrite } from "./rewrite.js";

const readAs = (said: string, other: string): string => `"${said.trim()}" is read as ${other}`;

const COUNTS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const POWERS: Readonly<Record<string, number>> = { thousand: 3, million: 6, billion: 9 };
const SCALED = new RegExp(
  String.raw`(?<![\p{L}\d.,^*/])(\d{1,3}(?:\.\d+)?|${COUNTS.join("|")})\s(${Object.keys(POWERS).join("|")})` +
    String.raw`(?=\s\p{Ll}{2,})`,
  "giu",
);

/** `2 million keys`, `one million elements` */
const scaled = rewriting(SCALED, ([all, many = "", power = ""]) => {
  const count = COUNTS.indexOf(many.toLowerCase()) + 1;
  const number = `${count > 0 ? count : many}e${POWERS[power.toLowerCase()]!}`;
  return [number, readAs(all, number)];
});

const TIME_UNITS: Readonly<Record<string, string>> = {
  second: "s",
  minute: "min",
  hour: "h",
  day: "d",
};
const RATE = new RegExp(
  String.raw`(?<![\p{L}\d.])(\d[\d.,]*(?:e\d+)?)\s+(\p{Ll}{3,}s)\s(?:per|an?|every|each)\s` +
    String.raw`(${Object.keys(TIME_UNITS).join("|")})(?!\p{L})`,
  "gu",
);

/** What turns, cycles and metres measure is no count of things. */
function isThing(noun: string): boolean {
  const unit = parseUnit(noun);
  if (!unit.ok) return true;
  return isDimensionless(unit.dimension) && unit.dimension.angle === 0 && noun === "counts";
}

/** `850 counts per second`, `2e6 keys a second` */
const ratesOfThings = rewriting(RATE, ([all, number = "", noun = "", time = ""]) =>
  isThing(noun)
    ? [`${number}/${TIME_UNITS[time]!} ${noun}`, readAs(all, `${number} per ${time}`)]
    : null,
);

const DEGREES = /\d\s?(?:°\s?|deg(?:rees?)?\s?)(?:C|Celsius|centigrade)\b/iu;
const BELOW_ZERO = new RegExp(
  String.raw`(?<!\d\s?)\bminus\s(\d+(?:\.\d+)?)(?=\s+(?:on|at|in|inside|outside|outdoors|indoors|below|above|behind|` +
    String.raw`underneath|for|during|tonight|today|and)\b|\s*[,.;?!](?!\d))`,
  "giu",
);

/** `13 degrees C on its inner surface and minus 2 on its outer surface` */
const belowZero = rewriting(BELOW_ZERO, ([all, number = ""], text) =>
  DEGREES.test(text) ? [`-${number}degC`, readAs(all, `-${number} degrees Celsius`)] : null,
);

const OF_RAYS = /\b(?:light|lasers?|beams?|rays?|refract\w*|index|fish|diver)\b/iu;
const LEVEL = /\b(?:ponds?|pools?|lakes?|sea|water|puddles?|aquariums?|tanks?|level)\b/iu;
const VERTICAL = /\b(from|to|with)(\s+the\s+)vertical\b/giu;

/** `50 degrees from the vertical` of a ray into a pond: the surface is level. */
const fromVertical = rewriting(VERTICAL, ([all, from = "", the = ""], text) =>
  OF_RAYS.test(text) && LEVEL.test(text)
    ? [`${from}${the}normal`, readAs(all, "from the normal: the surface is taken to be level")]
    : null,
);

const OF_MOTION =
  "sloshing|swinging|swing|oscillation|vibration|wobble|rocking|mode|note|tone|standing\\s+wave";
const SLOWEST = new RegExp(
  String.raw`\b(?:slowest|gravest|lowest)\s+(?:\p{Ll}[\p{Ll}-]*\s+){0,2}?(${OF_MOTION})\b`,
  "giu",
);

/** `the slowest lengthwise sloshing` */
const slowest = rewriting(SLOWEST, ([all, motion = ""]) => {
  if (/^lowest\s+mode$/iu.test(all)) return null;
  const said = [`lowest mode ${motion}`, "lowest mode"].find(({ length }) => length <= all.length);
  return said === undefined ? null : [said, readAs(all, "the lowest mode")];
});

const TWO_THETA = new RegExp(
  String.raw`\b2[\s-]?(?:theta|θ)\s*(?:=|of|is|at)?\s*(\d+(?:\.\d+)?)(\s?(?:°|deg(?:rees?)?\b))`,
  "giu",
);

/** `2-theta = 44.5°`: laws of crystals count the half of it. */
const twoTheta = rewriting(TWO_THETA, ([all, number = "", unit = ""]) => {
  const half = `${Number((Number(number) / 2).toPrecision(12))}`;
  return [`theta=${half}${unit}`, readAs(all, `theta = ${half} degrees`)];
});

const SYMBOL = String.raw`[\p{L}][\p{L}]?_?[\p{L}\d]{0,3}`;
const VALUE = String.raw`\d[\d.]*(?:e[-+]?\d+)?`;
const QUOTIENT = new RegExp(
  String.raw`(?<![\p{L}\d/])(${SYMBOL})\s?\/\s?(${SYMBOL})\s*=\s*(${VALUE})(?!\d)(?:\s?([\p{L}µ%°]+))?`,
  "gu",
);

/** `p2/p1 = 6 with p1 = 1.0 bar`: the other one follows. */
const quotients = rewriting(
  QUOTIENT,
  ([all, above = "", below = "", ratio = "", next = ""], text) => {
    if (isUnit(next) || /[%°]/u.test(next)) return null;
    const valueOf = (symbol: string): RegExpExecArray | null =>
      new RegExp(
        String.raw`(?<![\p{L}\d/])${symbol}\s*=\s*(${VALUE})\s?([\p{L}µ%°][\p{L}/]*)`,
        "u",
      ).exec(text);
    const [below1, above1] = [valueOf(below), valueOf(above)];
    const known = below1 ?? above1;
    if (known === null || (below1 !== null && above1 !== null)) return null;
    const [, value = "", unit = ""] = known;
    const product = below1 === null ? Number(value) / Number(ratio) : Number(value) * Number(ratio);
    const other = below1 === null ? below : above;
    const said = `${other}=${Number(product.toPrecision(12))}${unit}`;
    const whole = next === "" ? said : `${said} ${next}`;
    return [whole, readAs(all.slice(0, all.length - next.length), said)];
  },
);

const MEANING = new RegExp(
  String.raw`(?:\b(?:with|where|and|using|taking|if)\s+)?(?:\b(?:1|an?|one)\s)(\p{L}[\p{L}-]*(?:\s\p{Ll}+)?)\s*` +
    String.raw`(?:=|\bis|\bequals|\bbeing)\s+(${VALUE}(?:\s?(?:x|×)\s?10\^?\d+)?` +
    String.raw`(?:\s(?:thousand|million|billion|trillion))?` +
    String.raw`\s\p{L}[\p{L}^\d]*(?:\s[a-z]{1,2}(?![\p{L}\d]))?)(?:\s\([^()]*\))?`,
  "giu",
);
/** Units are rounded no further where they are explained. */
const UNIT_SHARE = 1e-3;
const LENGTHS: Readonly<Record<string, string>> = { "light-year": "ly", "light year": "ly" };

function inSI(text: string) {
  const read = readQuantity(text);
  if (!read.ok || !read.hasUnit) return null;
  const [reading] = read.readings;
  return { value: valueInSI(reading!), dimension: reading!.unit.dimension };
}

function isSameSize(one: string, other: string): boolean {
  const [a, b] = [inSI(one), inSI(other)];
  if (a === null || b === null || !dimensionsEqual(a.dimension, b.dimension)) return false;
  return Math.abs(a.value - b.value) <= UNIT_SHARE * Math.abs(a.value);
}

/** `with 1 kpc = 3.0857e19 m`, `a light-year is 9.461 trillion km` */
const meanings = aside(
  MEANING,
  (_written, [, unit = "", value = ""]) =>
    isSameSize(`1 ${LENGTHS[unit.toLowerCase()] ?? unit}`, value),
  "says what a unit is; it is what it is here",
);

const TO_THE_SUN = new RegExp(
  String.raw`(?:\b(?:if|as|and|when)\s+)?\bthe\s+Earth\s+is\s+(${VALUE}(?:\s(?:million|billion))?\s[\p{L}]+)` +
    String.raw`\s+(?:away\s+)?from\s+the\s+Sun\b`,
  "giu",
);

/** `the Earth is 149.6 million km from the Sun` */
const toTheSun = aside(
  TO_THE_SUN,
  (_written, [, value = ""]) => isSameSize("1 au", value),
  "is the astronomical unit, which the law has",
);

const HEADED = new RegExp(
  String.raw`(?<=(?:^|[,;(]\s)[^.;:?!,\d]{0,40}\b\p{L}{3,}\s)#?\d{1,4}(?=\s*:\s)`,
  "gu",
);

/** `Void check, panel 14: ...` */
const labels = aside(HEADED, () => true, "is of a heading; it is set aside");

/** What would be read as something else as it stands. */
export const misleading: readonly Rewrite[] = [twoTheta, quotients];

export const scenes: readonly Rewrite[] = [
  scaled,
  ratesOfThings,
  belowZero,
  fromVertical,
  slowest,
  meanings,
  toTheSun,
  labels,
];

const AT_NOUGHT = /\bat\s+[Tt]\s*=\s*0(?:\s?K)?(?![\d.])/gu;

/** `52 nm at T = 0`: of the name of the input, and no temperature of its own. */
const atNought = rewriting(AT_NOUGHT, ([all]) => [
  "at zero ",
  readAs(all, "at zero temperature, of the number beside it"),
]);

/** A number with a unit that was said before is the same once more. */
const saidAgain: Rewrite = (before) => {
  const { notes, text } = before;
  const spans = spansIn(text).filter(
    ({ kind, name, quantities }) => kind === "value" && name === null && quantities.length === 1,
  );
  for (const [i, { at, quantities }] of spans.entries()) {
    const [reading] = quantities[0]!.readings;
    const isAgain = spans.slice(0, i).some(({ quantities: [other] }) => {
      const [one] = other!.readings;
      if (other!.hasUnit !== quantities[0]!.hasUnit) return false;
      return (
        dimensionsEqual(one!.unit.dimension, reading!.unit.dimension) &&
        valueInSI(one!) === valueInSI(reading!)
      );
    });
    if (!isAgain) continue;
    const said = text.slice(0, at[0]) + " ".repeat(at[1] - at[0]) + text.slice(at[1]);
    const message = `"${text.slice(...at).trim()}" is said twice; it is read once`;
    return { ...before, notes: [...notes, { what: "fact", at, message }], text: said };
  }
  return before;
};

const BOTH_ENDS = new RegExp(
  String.raw`\bfrom\s+(-?\d+(?:\.\d+)?)\s*(?:\S{0,3}\s?C\s+)?to\s+(-?\d+(?:\.\d+)?)` +
    String.raw`(\s?(?:°\s?|deg(?:rees?)?\s?)(?:C|Celsius)\b)`,
  "giu",
);

/** `from 12 to 40 degrees Celsius`: how far it rises, where no law takes both. */
const risen = rewriting(BOTH_ENDS, ([all, first = "", last = ""], text) => {
  // Water that freezes or boils on the way takes more than its heat capacity says.
  const isPhase = [first, last].some((end) => Number(end) < 0 || Number(end) > 100);
  if (isPhase && /\b(?:water|ice|steam|snow)\b/iu.test(text)) return null;
  const rise = `${Number(Math.abs(Number(last) - Number(first)).toPrecision(12))} K`;
  const said = [`temperature rise of ${rise}`, `a rise of ${rise}`, `by ${rise}`].find(
    ({ length }) => length <= all.length,
  );
  return said === undefined ? null : [said, readAs(all, `a change by ${rise}`)];
});

/** Rewrites that are tried where nothing else was enough: it may leave out what was meant. */
export const lastScenes: readonly (readonly Rewrite[])[] = [[atNought], [saidAgain], [risen]];
