/** Numbers as a scene says them: at a rate of things, without their unit, of an angle that is doubled. */
import { isDimensionless, isUnit, parseUnit } from "../../units/index.js";
import { aside, rewriting, type Rewrite } from "./rewrite.js";
import { COUNTED_TIMES, readAs, TIME_UNITS, VALUE } from "./written.js";
import { belowZero } from "./minus.js";
import { meanings, toTheSun } from "./unitsExplained.js";

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

const RATE = new RegExp(
  String.raw`(?<![\p{L}\d.])(\d[\d.,]*(?:e\d+)?)\s+(\p{Ll}{3,}s)\s(?:per|an?|every|each)\s` +
    String.raw`(${COUNTED_TIMES})(?!\p{L})`,
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
