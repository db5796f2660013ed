/** Numbers as people say them: `two and a half`, `ten to the minus three`, `a tenth of the speed of light`. */
import { isUnit } from "../../../units/index.js";
import {
  ORDINALS,
  MULTIPLES,
  COUNT,
  TENS,
  WORDED,
  INCHES,
  SHARE,
  DIGITS,
  BEFORE,
  END,
  countOf,
  shareOf,
  SHARE_DIGITS,
  printed,
  rule,
  type Rule,
} from "./wordRules.js";

const TIME = "second|minute|hour|day|week|month|year";
const AMOUNT = String.raw`lit(?:re|er)|(?:kilo|milli)?gram(?:me)?|kilo|tonne|pint|gallon`;
/** Units of which one is a number, and no word of the sentence. */
const ONE_OF =
  String.raw`(?:micro|milli|nano|mega|giga|centi)\p{L}{3,10}|volts?|amp|ampere|coulomb|tesla|watt|newton|joule|` +
  String.raw`pascal|bar|atmosphere|ohm|farad|henry|tonne|ton|mile|inch|foot|(?:kilo)?met(?:re|er)|degree|` +
  String.raw`square\smet(?:re|er)|Bohr\smagneton|nuclear\smagneton|${TIME}|${AMOUNT}`;

export const OF_NUMBERS: readonly Rule[] = [
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
  // `one microcoulomb`, `after one hour`
  rule(
    String.raw`(?<!\b(?:per|each|every|than|any|no)\s)${BEFORE}one(?=\s(?:${ONE_OF})${END}(?!\s+(?:is|takes|has)\b))`,
    () => "1",
  ),
  // `after an hour`, `in a full day`, `a litre of water`
  rule(
    String.raw`(?<=\b(?:after|for|within|lasts|last|exactly)\s)an?(?=\s(?:${TIME})${END}(?!\s+(?:of|per)\b))`,
    () => "1",
  ),
  rule(String.raw`${BEFORE}an?\s(?:full|whole|single)(?=\s(?:${TIME})${END})`, () => "1"),
  rule(
    String.raw`(?<!\b(?:per|each|every|of|in)\s)${BEFORE}an?(?=\s(?:${AMOUNT})\sof\s)`,
    () => "1",
  ),
  rule(
    String.raw`${BEFORE}one-(met(?:re|er)|lit(?:re|er)|kilogram|kilo|inch|foot|mile|tonne|ton|hour|` +
      String.raw`second|minute|volt|watt)${END}`,
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
  rule(
    String.raw`${BEFORE}1:(?=\d{1,6}[\s-](?:dilution|scale|slope|gradient|model|map|mix|mixture)${END})`,
    () => "1/",
  ),
  // `five below zero`
  rule(
    String.raw`${BEFORE}(${WORDED}|\d+(?:\.\d+)?)\s(?:degrees?\s)?(below|above)\s(?:zero|0)${END}`,
    (_all, number, side) => `${/^b/iu.test(side!) ? "-" : ""}${countOf(number!)} degC`,
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
  // `aged 9 and 12` is of nothing that is computed.
  rule(String.raw`(?<=\baged\s)\d{1,2}(?:\sand\s\d{1,2})?(?=\s*(?:[,.;)]|$)|\sand\s)`, () => ""),
  // `mu* 0.1`
  rule(String.raw`(?<=(?:^|[\s,(])\p{L}{1,6})\*(?=\s?=?\s\d)`, () => ""),
  // `a 1s orbital` is of a shell, and of no second.
  rule(
    String.raw`(?<=${BEFORE}[1-7])s(?=\s(?:orbitals?|electrons?|states?|shells?|levels?)${END})`,
    () => "",
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

export const OF_THINGS: readonly Rule[] = [
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
