/**
 * A question whose numbers and units stand as the grammar of quantities reads them, for a proposal: `two and
 * a half`, `a quarter of a million`, `ten to the minus three`, `15 celcius`, `4186 J/kg K`. Every character
 * keeps its place; what would be longer than it was typed stays.
 */
import { isUnit } from "../../../units/index.js";

/** Groups that are not there are undefined. */
type Said = (all: string, ...groups: (string | undefined)[]) => string;
type Rule = readonly [pattern: RegExp, said: Said];

export function respelled(typed: string): string {
  return RULES.reduce(
    (text, [pattern, said]) =>
      text.replace(pattern, (all: string, ...groups: (string | undefined)[]) =>
        fitted(all, said(all, ...groups)),
      ),
    typed,
  );
}

function fitted(all: string, said: string): string {
  return said.length > all.length ? all : said.padEnd(all.length);
}

const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen " +
  "seventeen eighteen nineteen";
const COUNTS: ReadonlyMap<string, number> = new Map([
  ...ONES.split(" ").map((word, i) => [word, i] as const),
  ..."twenty thirty forty fifty sixty seventy eighty ninety"
    .split(" ")
    .map((word, i) => [word, 10 * (i + 2)] as const),
]);
const ORDINALS: ReadonlyMap<string, number> = new Map(
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
const MULTIPLES: ReadonlyMap<string, number> = new Map([
  ["hundred", 1e2],
  ["thousand", 1e3],
  ["million", 1e6],
  ["billion", 1e9],
]);
const COUNT = [...COUNTS.keys()].slice(1).join("|");
const TENS = [...COUNTS.keys()].slice(20).join("|");
const WORDED = String.raw`(?:(?:${TENS})(?:[-\s](?:${[...COUNTS.keys()].slice(1, 10).join("|")}))?|${COUNT})`;
const INCHES = [...COUNTS.keys()].slice(1, 12).join("|");
const PART = [...PARTS.keys()].join("|");
const SHARE = String.raw`(?:(an?|one|two|three|four|five|six|seven|nine)[\s-]+)?(${PART})s?`;
const DIGITS = String.raw`\d+(?:\.\d+)?(?:e-?\d+)?`;
const BEFORE = String.raw`(?<![\p{L}\p{N}_.,-])`;
const END = String.raw`(?![\p{L}\p{N}])`;

function countOf(word: string): number {
  const [tens = "", one] = word.toLowerCase().split(/[-\s]/u);
  const known = COUNTS.get(tens);
  if (known === undefined) return Number(word);
  return known + (one === undefined ? 0 : COUNTS.get(one)!);
}

/** `three quarters` is 0.75; a third has more digits than there is place for. */
function shareOf(many: string | undefined, part: string): number {
  const above = many === undefined || /^an?$/iu.test(many) ? 1 : countOf(many);
  return above / PARTS.get(part.toLowerCase())!;
}

const SHARE_DIGITS = 12;

function printed(value: number): string {
  return String(Number(value.toPrecision(SHARE_DIGITS)));
}

function rule(pattern: string, said: Said, flags = "giu"): Rule {
  return [new RegExp(pattern, flags), said];
}

const OF_NUMBERS: readonly Rule[] = [
  // Other signs for minus.
  rule(String.raw`(?<=10\^?[({]?)[\u2212\u2013](?=\d)`, () => "-"),
  rule(String.raw`(?<=^|[\s(=])\u2013(?=\d)`, () => "-"),
  // `2,2 kOhm`
  rule(
    String.raw`(?<![\p{L}\p{N}.,^])(\d{1,6}),(\d{1,2})(?=\s?(\p{L}{1,6})${END})`,
    (all, whole, part, unit) =>
      isUnit(unit!) || isUnit(unit!.toLowerCase()) ? `${whole!}.${part!}` : all,
  ),
  rule(String.raw`(?<==\s?\d{1,3}),(?=\d{1,2}(?:\s*[.;?!)]|\s*$|\s\p{L}))`, () => "."),
  rule(String.raw`(?<=\bratio\s(?:of\s)?${DIGITS})\s(?:to|:)\s1(?![\d.])`, () => ""),
  // `0,025 eV`: no list begins so.
  rule(String.raw`(?<![\p{L}\p{N}.,])0,(?=\d+(?![\d,]))`, () => "0."),
  rule(
    String.raw`${BEFORE}(${COUNT}|\d+)\s+and\s+(a|one|three)[\s-]+(half|quarters?)${END}`,
    (_all, whole, many, part) => printed(countOf(whole!) + shareOf(many, part!.replace(/s$/u, ""))),
  ),
  rule(String.raw`${BEFORE}(\d+)\s+and\s+1/([248])(?![\d/])`, (_all, whole, below) =>
    printed(Number(whole) + 1 / Number(below)),
  ),
  rule(
    String.raw`${BEFORE}${SHARE}\s+of\s+an?\s+(${[...MULTIPLES.keys()].join("|")})${END}`,
    (_all, many, part, of) => printed(shareOf(many, part!) * MULTIPLES.get(of!.toLowerCase())!),
  ),
  rule(
    String.raw`${BEFORE}${SHARE}\s+of\s+an?\s+(\p{L}{1,12})(?=\s|[,.;:?!)]|$)`,
    (all, many, part, unit) => {
      const share = shareOf(many, part!);
      const isExact = printed(share).length < SHARE_DIGITS && !/^third|sixth$/iu.test(part!);
      return isExact && isUnit(unit!) ? `${printed(share)} ${unit!}` : all;
    },
  ),
  // `a hundred and sixty`
  rule(
    String.raw`${BEFORE}(?:(an?|one|two|three|four|five|six|seven|eight|nine)\s+)hundred\s+and\s+(${WORDED})` +
      String.raw`(?![\p{L}\p{N}-]|\s+(?:hundred|thousand|million|point|and)\b)`,
    (_all, many, rest) =>
      String(100 * (/^an?$/iu.test(many!) ? 1 : countOf(many!)) + countOf(rest!)),
  ),
  // `3/4 of a mile`
  rule(
    String.raw`${BEFORE}([1-9])/([248])\s+of\s+an?\s+(\p{L}{1,12})${END}`,
    (all, above, below, unit) =>
      isUnit(unit!) ? `${Number(above) / Number(below)} ${unit!}` : all,
  ),
  // `one microcoulomb`
  rule(
    String.raw`(?<!\b(?:per|each|every|for|in|than|any|by)\s)${BEFORE}one(?=\s(?:(?:micro|milli|nano|mega|giga|centi)\p{L}{3,10}|` +
      String.raw`volts?|amp|ampere|coulomb|tesla|watt|newton|joule|pascal|bar|atmosphere|ohm|farad|henry|tonne|ton|` +
      String.raw`mile|inch|foot|met(?:re|er)|kilomet(?:re|er))${END}(?!\s+(?:is|takes|has)\b))`,
    () => "1",
  ),
  rule(
    String.raw`${BEFORE}one-(met(?:re|er)|lit(?:re|er)|kilogram|kilo|inch|foot|mile|tonne|ton|hour|second|minute|volt|watt)${END}`,
    (_all, unit) => `1 ${unit!}`,
  ),
  // `a quarter-watt resistor`
  rule(
    String.raw`${BEFORE}(three[\s-])?(half|quarter)[\s-](inch|watt|mile|tonne|volt|amp)(?![\p{L}\p{N}])`,
    (_all, many, part, unit) =>
      `${printed(shareOf(many === undefined ? undefined : "three", part!))} ${unit!}`,
  ),
  rule(String.raw`${BEFORE}(${TENS}|\d{2,3})[-\s]odd(?=\s)`, (_all, word) =>
    String(countOf(word!)),
  ),
  rule(
    String.raw`${BEFORE}(?:(${DIGITS}|${COUNT})\s+(?:times|x|×)\s+)?(?:ten|10)\s+to\s+the\s+(?:power\s+(?:of\s+)?)?` +
      String.raw`(minus\s+|-)?(${COUNT}|${[...ORDINALS.keys()].join("|")}|\d{1,2})(?:th)?(?:\s+power)?${END}`,
    (_all, factor, sign, power) => {
      const exponent = ORDINALS.get(power!.toLowerCase()) ?? countOf(power!);
      return `${countOf(factor ?? "1")}e${sign === undefined ? "" : "-"}${exponent}`;
    },
  ),
  rule(
    String.raw`(?<=(?:is|was|at|of|to|from|outside|inside|it's|be|and|than)\s+)(minus|plus)\s+(${WORDED})` +
      String.raw`(?![\p{L}\p{N}-]|\s+(?:hundred|thousand|million|point|and))`,
    (_all, sign, word) => `${/^m/iu.test(sign!) ? "-" : ""}${countOf(word!)}`,
  ),
  // `a 10:1 transformer`, `1:25000`
  rule(String.raw`${BEFORE}(\d+(?:\.\d+)?):1(?![\d.:/]|\d)(?!\s*:)`, (all, number) =>
    Number(number) > 1 ? number! : all,
  ),
  rule(
    String.raw`(?<=\b(?:scale|slope|map|model|diluted|mixed|gradient)\s(?:of\s|is\s|at\s)?|\ba\s)` +
      String.raw`1:(?=\d{1,6}(?![\d.:]))`,
    () => "1/",
  ),
  rule(String.raw`${BEFORE}1:(?=(?:\d000+|\d00|\d{4,6})(?![\d.:]))`, () => "1/"),
  // `300 × 500 mm`
  rule(String.raw`(?<=\d\s)×(?=\s?\d+(?:\.\d+)?\s?(?:[mc]?m|in|ft)${END})`, () => "x"),
  // `seven foot six`
  rule(
    String.raw`${BEFORE}(${COUNT}|\d)\s(?:foot|feet)\s(${INCHES})${END}(?!\s\p{L}+s\b)`,
    (_all, feet, inches) => `${countOf(feet!)} ft ${countOf(inches!)} in`,
  ),
  // `2h30`
  rule(String.raw`${BEFORE}(\d{1,2})h30(?![\p{L}\p{N}])`, (_all, hours) => `${hours!}.5h`),
  // `a gain of x40`
  rule(
    String.raw`(?<=\b(?:gain|of|is|by|factor|at|zoom|magnification)\s)[x×](?=\d+(?:\.\d+)?(?![\d.]|\s?[=:_]))`,
    () => "",
  ),
  rule(
    String.raw`${BEFORE}a\s+couple\s+of\s+(?=hours|days|metres|meters|litres|kilos|minutes)`,
    () => "2",
  ),
  rule(
    String.raw`${BEFORE}spin[-\s]([3579])/2(?!\d)`,
    (_all, twice) => `spin ${Number(twice) / 2}`,
  ),
  rule(
    String.raw`${BEFORE}one(?=\s+moles?${END}(?!\s+(?:of\s+(?:\p{L}+\s+){1,3})?(?:is|weighs|has|takes|contains)\b))`,
    () => "1",
  ),
  rule(String.raw`${BEFORE}two-theta(?=\s+\d)`, () => "2theta ="),
  rule(String.raw`${BEFORE}two-theta${END}`, () => "2theta"),
];

const BODIES: ReadonlyMap<string, string> = new Map([
  ["sun", "Msun"],
  ["earth", "Mearth"],
  ["jupiter", "Mjupiter"],
]);
const OF_LIGHT = String.raw`(?:of\s+)?(?:the\s+)?(?:speed\s+of\s+light|light\s+speed|lightspeed)`;

const OF_THINGS: readonly Rule[] = [
  rule(
    String.raw`${BEFORE}${SHARE}\s+${OF_LIGHT}${END}`,
    (_all, many, part) => `${printed(shareOf(many, part!))} c`,
  ),
  rule(String.raw`${BEFORE}(0?\.\d+)\s+${OF_LIGHT}${END}`, (_all, share) => `${share!} c`),
  // `twice as heavy as the Sun`
  rule(
    String.raw`${BEFORE}(?:(twice|half)|(${DIGITS}|${COUNT})\s+times)\s+(?:as\s+(?:heavy|massive)\s+as|the\s+` +
      String.raw`mass\s+of)\s+(?:the\s+|our\s+)?(sun|earth|jupiter)${END}`,
    (all, word, times, body) => {
      const unit = BODIES.get(body!.toLowerCase())!;
      const many = word === undefined ? countOf(times!) : /^t/iu.test(word) ? 2 : 0.5;
      return isUnit(unit) ? `${many} ${unit}` : all;
    },
  ),
  rule(String.raw`(?<=(?:\d|million|billion|thousand)\s)suns${END}`, () => "Msun"),
];

/** Faults of spelling and abbreviations of a trade, behind a number. */
const SPELLED: readonly (readonly [text: string, unit: string])[] = [
  ["percents|procent|perzent", "percent"],
  ["cel[cs]ius|celcious|celsuis|celsious", "celsius"],
  ["dioptries|dioptrics", "dioptres"],
  ["dioptry", "dioptre"],
  ["ampers", "amps"],
  ["amper", "amp"],
  ["bhp", "hp"],
  ["revs", "rev"],
  ["kVp", "kV"],
  ["kOhms?", "kohm"],
  ["MOhms?", "Mohm"],
  ["mtrs?|mts", "m"],
  ["cms", "cm"],
  ["gms?", "g"],
  ["lt?rs?|lts", "L"],
  ["kilotons?\\s+TNT", "ktTNT"],
  ["megatons?\\s+TNT", "MtTNT"],
  ["tons?\\s+TNT", "tTNT"],
  ["sqm", "m²"],
  ["sqft", "ft²"],
  ["cbm", "m³"],
  ["cuft", "ft³"],
  ["V(?:rms|ac|dc|AC|DC)", "V"],
  ["mbars", "mbar"],
  ["psi[ga]", "psi"],
  ["bar[ga]", "bar"],
  ["kilogram+es?|kilogramms?", "kg"],
  ["gramm(?:es?|s)?", "g"],
  ["litters?", "litre"],
  ["kilowat+s?", "kW"],
  ["wats", "W"],
  ["minuts|minuites", "min"],
  ["joul+s|jouls", "J"],
  ["fl\\.?\\s?oz", "floz"],
  ["degrees?\\s+(?:of|in)\\s+(?:celsius|celcius|centigrade)", "degC"],
  ["degrees?\\s+(?:of|in)\\s+fahrenheit", "degF"],
  ["grad[es]?\\s+celsius", "degC"],
];

const PREFIXED =
  "ohms?|farads?|amps?|amperes?|volts?|watts?|metres?|meters?|grams?|seconds?|henr(?:y|ies)|joules?|newtons?|" +
  "pascals?|hertz|coulombs?|teslas?|litres?|liters?|bars?";
const PER_TIME = "second|minute|hour|day|week|year";
const OF_UNITS: readonly Rule[] = [
  ...SPELLED.map(([text, unit]) =>
    rule(
      String.raw`(?<=\d\s?)(?:${text})(?![\p{L}\p{N}/^])`,
      () => unit,
      /^(?:V|[kM]ohm)$/u.test(unit) ? "gu" : "giu",
    ),
  ),
  // `4e-3 mol L^-1 s^-1`, `5000 M-1 s-1`
  rule(
    String.raw`(?<=\d\s?(?:[mµun]?mol|[mµ]?g|mg))\s?(?:L|l)\s?(?:\^?[-\u2212]1|⁻¹)(?:\s?(s|min|h)\s?(?:\^?[-\u2212]1|⁻¹))?(?!\d)`,
    (_all, time) => `/L${time === undefined ? "" : `/${time}`}`,
    "gu",
  ),
  rule(
    String.raw`(?<=\d)\sM\s?(?:[-\u2212]1|⁻¹)\s?(s|cm)\s?(?:[-\u2212]1|⁻¹)(?!\d)`,
    (_all, below) => ` /M/${below!}`,
    "gu",
  ),
  // `2000 sq. ft.`
  rule(
    String.raw`(?<=\d\s?)(sq|cu)\.\s?(ft|in|yd|mi|[cmk]?m)(?:\.(?=\s*(?:$|\p{Ll})))?(?![\p{L}\p{N}])`,
    (_all, sort, unit) => `${unit!}${/^s/iu.test(sort!) ? "²" : "³"}`,
  ),
  // `9 g of salt in a litre`
  rule(
    String.raw`(?<=\d\s?(?:g|mg|kg|mol|mmol|grams?|moles?)\s[^.;?\d]{0,40}\bin\s)(?:a|one)\s(?:litre|liter)${END}`,
    () => "1 L",
  ),
  rule(String.raw`(?<=\d)-kilos?${END}`, () => " kg"),
  rule(
    String.raw`${BEFORE}(?:a|one)\s(half|quarter)[\s-]turn${END}`,
    (_all, part) => `${printed(shareOf(undefined, part!))} turn`,
  ),
  // `85 kilometers per our`
  rule(String.raw`(?<=\p{L}\s(?:per|an?)\s)our${END}`, () => "h"),
  rule(
    String.raw`(?<=\d\s?)(kilo|micro|milli|mega|nano|pico|giga|centi)[\s-](${PREFIXED})${END}`,
    (_all, prefix, unit) => prefix! + unit!,
  ),
  // `4186 J/kg K`, `0.045 W/m.K`
  rule(
    String.raw`(?<=(?:J|W|cal|Btu|BTU)/(?:kg|g|mol|lb|[cm]?m[23²³]?|m\^[23]))[\s.·-](?=(?:K|°C|degC)(?![\p{L}\d^/]))`,
    () => "/",
    "gu",
  ),
  // `250 mL O2 per minute`, `1e16 electrons per m³`
  rule(
    String.raw`(?<=\d\s)(mL|ml|L|l|k?g|mg|m?mol)\s((?!(?:per|of|and|in|at|to|is)\s)\p{L}[\p{L}\d]*)\s` +
      String.raw`(per\s(?:${PER_TIME}))${END}`,
    (_all, amount, of, time) => `${amount!} ${time!} ${of!}`,
    "gu",
  ),
  rule(
    String.raw`(?<=\d\s)([a-z]{4,}s)\s(per\s[cmk]?m[²³])(?![\p{L}\p{N}²³])`,
    (_all, noun, below) => `${below!} ${noun!}`,
    "gu",
  ),
  // `3 a minute`, `twice a second`
  rule(String.raw`(?<=\d)\s(?:an?)\s(?=(?:${PER_TIME})${END})`, (all) => "/".padStart(all.length)),
  rule(
    String.raw`${BEFORE}twice\san?\s(?=(?:${PER_TIME})${END})`,
    (all) => `2${"/".padStart(all.length - 1)}`,
  ),
  // `f/5 Newton`
  rule(String.raw`(?<=\bf/\d{1,2}(?:\.\d)?)\s(?=\p{Lu})`, () => ";", "gu"),
  // `OD 80 / ID 50 mm`
  rule(String.raw`(?<=\p{Lu}{1,3}\s?${DIGITS})\s/(?=\s\p{Lu}{1,3}\s?\d)`, () => ",", "gu"),
];

/** What states no quantity: a function that is written out, the unit of what is asked for. */
const OF_FORMULAS: readonly Rule[] = [
  rule(
    String.raw`(?<=\s)\d?\s?\p{L}\s?(?:sin|cos)\s?\([\p{L}\s]{1,6}\)(?:\s?(?:sin|cos)\s?\([\p{L}\s]{1,6}\))?`,
    () => "",
  ),
  rule(String.raw`(?<![\p{L}\p{N}.])1/\(1\s?[-+]\s?[\p{L}_/]{1,12}\)`, () => ""),
  rule(String.raw`(?<!\d\s?)\(1/(?:s|m|K|min|h|cm|yr|d)\)`, () => ""),
];

const RULES: readonly Rule[] = [...OF_NUMBERS, ...OF_THINGS, ...OF_UNITS, ...OF_FORMULAS];
