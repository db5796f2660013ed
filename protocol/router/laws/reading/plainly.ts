/**
 * A question without what only numbers its parts, and with some turns said as the grammar of
 * quantities reads them. Every character keeps its place.
 */
import { dimensionsEqual, isUnit } from "../../../units/index.js";
import { readQuantity, valueInSI } from "../../../units/quantity/index.js";
import { lawStem } from "../lexicon/lawWords.js";

export interface Ordinal {
  readonly value: number;
  /** The lowest one, wherever a law begins to count. */
  readonly isLowest?: boolean;
  /** Stem of the word behind it: `order`, `harmonic`. */
  readonly of: string;
}

const WORDS: ReadonlyMap<string, number> = new Map(
  "first second third fourth fifth sixth seventh eighth ninth tenth"
    .split(" ")
    .map((word, i) => [word, i + 1] as const),
);
const ORDINAL = new RegExp(
  String.raw`(?<![\p{L}\p{N}.])(?:(\d{1,2})(?:st|nd|rd|th)|(first|second|third|fourth|fifth|sixth|seventh` +
    String.raw`|eighth|ninth|tenth)|(fundamental|lowest))(?=[\s-]+(?:(?:[a-z]+[\s-]+){0,2}?` +
    String.raw`(modes?|harmonics?|overtones?)(?![a-z])|(?:[a-z]+[\s-]+)?([a-z]+)))`,
  "giu",
);
const LABEL = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:homework|problem|exercise|question|example|task|figure|fig\.?|part|no\.|` +
    String.raw`nr\.?|q)\s*\d+(?:\.\d+)*[a-z]?\s*(?:[:.)](?!\d)|-(?=\s))`,
  "giu",
);
const PHASES =
  /(?<![\p{L}\p{N}.])\d(?=-(?:phase|dimensional|d\b|body|axis|way|wire|fold|part)\b)/giu;
const AT_NOUGHT = /(?<=[\p{L}_]{1,6})\(0\)(?=\s*[=:])/gu;
const SHARE_OF_LIGHT = new RegExp(
  String.raw`(\d+(?:\.\d+)?)\s*(?:%|percent|per cent)\s+(?:of\s+)?(?:the\s+)?(?:speed\s+of\s+light|` +
    String.raw`light\s+speed|lightspeed|c(?![\p{L}\p{N}]))`,
  "giu",
);
const TIMES_LIGHT =
  /(\d+(?:\.\d+)?)\s*(?:times|x)\s+(?:the\s+)?(?:speed\s+of\s+light|light\s+speed)/giu;
/** `from 20 degC up to 180 degC` is a beginning and an end. */
const UP_TO = /\b(?:up|down)(?=\s+to\b)(?<=\bfrom\b[^,.;?]{1,24}(?:up|down))/giu;
/** The reference of sound levels, which their laws have. */
const REFERENCE =
  /\(?\b(?:re|ref|reference|relative to|with respect to)\.?:?\s*20\s*(?:[µu]|micro)\s?Pa\w*\)?/giu;
/** `n = 4 Bohr orbit`: a name, and no unit. */
const NAME_BEHIND = /(?<=\d)\s(?=Bohr\s+(?:orbit|model|level|radius))/gu;
/** `one electron per ion`, `a single photon` count as the first of what a law counts. */
const ONE_OF = /(?<![\p{L}\p{N}-])(?:one|a single|single)\s+([a-z]+)/giu;
const DENSITY =
  String.raw`per\s+(?:cubic\s+|square\s+)?(?:cm|m|mm|km|dm)?(?:metres?|meters?|centimetres?|` +
  String.raw`centimeters?|millimetres?|litres?|liters?|l|seconds?|s|minutes?|min|hours?|h|days?|` +
  String.raw`years?|kilograms?|kg)?(?:\^-?\d)?(?![\p{L}\d^])`;
/** `4e22 carriers per m^3`, `250 mL of oxygen per minute`: the unit goes on behind a noun. */
const COUNT_PER = new RegExp(
  String.raw`(?<![\p{L}\d.])(\d(?:[\d.,]*\d)?(?:e[+-]?\d+|\s?[x×]\s?10\^-?\d+)?)\s` +
    String.raw`((?:[a-z][a-z-]+\s){1,3}?)(${DENSITY})`,
  "giu",
);
/** `8.5e28 electrons/m^3`, `600 lines/mm`: the noun that is counted stands within the unit. */
const COUNT_SLASH = new RegExp(
  String.raw`(?<![\p{L}\d.])(\d(?:[\d.,]*\d)?(?:e[+-]?\d+|\s?[x×]\s?10\^-?\d+)?)\s` +
    String.raw`([a-z][a-z-]{2,})(\/(?:cm|mm|km|dm|m|L|l|s|kg|g|µm|nm|min|h)(?:\^-?\d|[²³])?)(?![\p{L}\d^/])`,
  "gu",
);
const AMOUNT_PER = new RegExp(
  String.raw`(?<![\p{L}\d.])(\d(?:[\d.,]*\d)?(?:e[+-]?\d+)?\s[\p{L}µ]{1,12})\s(of\s(?:[a-z]+\s){1,2}?)(${DENSITY})`,
  "giu",
);
/** `12 grams of powder a second` */
const AMOUNT_A_TIME = new RegExp(
  String.raw`(?<![\p{L}\d.])(\d(?:[\d.,]*\d)?(?:e[+-]?\d+)?\s[\p{L}µ]{1,12})\sof\s` +
    String.raw`((?:(?!(?:in|at|for|on|per|and)\s)[a-z]+\s){1,2}?)` +
    String.raw`(?:an?|each|every)\s(second|minute|hour|day)(?=\s*(?:[,.;:?!)]|$))`,
  "giu",
);
/** Marks around a quotation are no minutes of arc, and no feet. */
const QUOTED = /(?<=^|[\s(])(['"])(?=[\p{L}\p{N}])([^'"]*)\1(?=$|[\s,.;:?!)])/gu;
/** `a half-kilo stone` */
const HALF =
  /(?<![\p{L}\p{N}])half-(kilogram|kilo|litre|liter|metre|meter|hour|mile|tonne)(?![\p{L}])/giu;
const HALVES: ReadonlyMap<string, string> = new Map([
  ["kilogram", "0.5 kg"],
  ["kilo", "0.5 kg"],
  ["litre", "0.5 L"],
  ["liter", "0.5 L"],
  ["metre", "0.5 m"],
  ["meter", "0.5 m"],
  ["hour", "0.5 h"],
  ["mile", "0.5 mi"],
  ["tonne", "0.5 t"],
]);
/** `28 degC per kilometre`: what is per something is a difference. */
const DEGREES_PER =
  /(?<=\d\s?)(\s?(?:°C|degC|degrees?\s+Celsius|degrees?\s+C))(?=\s?\/|\s+per\s)/gu;
/** `surface minus 6 °C`: a sign, where no number stands before it. */
const MINUS_DEGREES =
  /(?<![\d%°)]\s{0,2}|\d\s?\p{L}{1,12}\s)\bminus\s+(?=\d[\d.,]*\s?(?:°|deg|[KCF]\b))/giu;
/** `a 20 solar-mass star` */
const OF_A_BODY = /(?<=\d\s(?:solar|earth|jupiter))-(?=(?:mass|radius|luminosity)(?:es)?\b)/giu;
/** `(1 D = 3.33564e-30 C m)`: what a unit is, where it is what it is here. */
const UNIT_SAID = /\(\s*(1\s+[\p{L}][\p{L} ]{0,16}?)\s*=\s*(\d[^()=]{2,28})\)/gu;
/** People round a unit that they explain no further than this. */
export const UNIT_SHARE = 1e-3;
/** `60,000 BTU (IT)`: which of the units of that name, as it is here. */
const WHICH_BTU = /(?<=\bBTU)\s\((?:IT|international)\)/giu;
/** `1/e^2 radius`: where the radius of a beam is, as its laws count it. */
const AT_E_SQUARED = /(?<![\p{L}\d/])1\/e(?:\^?2)(?=[\s-]+(?:beam\s+)?(?:radius|radii|waist))/giu;
const ASIDE = /(?:^|(?<=[.;:?!]\s))[^.;:?!,\d]*\saside,/giu;

export function plainly(typed: string): {
  readonly text: string;
  readonly ordinals: readonly Ordinal[];
} {
  const ordinals: Ordinal[] = [];
  const blank = (text: string): string => " ".repeat(text.length);
  const light =
    (share: (text: string) => string) =>
    (all: string, number: string): string => {
      const said = `${share(number)} c`;
      return said.length > all.length ? all : said.padEnd(all.length);
    };
  const text = typed
    .replace(QUOTED, (_all, _mark, inside: string) => ` ${inside} `)
    .replace(HALF, (all, unit: string) => HALVES.get(unit.toLowerCase())!.padEnd(all.length))
    .replace(LABEL, blank)
    .replace(ASIDE, blank)
    .replace(AMOUNT_PER, (all, amount: string, noun: string, per: string) =>
      per.trim().toLowerCase() === "per"
        ? all
        : `${amount} ${per} ${noun.trim()}`.padEnd(all.length),
    )
    .replace(AMOUNT_A_TIME, (all, amount: string, noun: string, time: string) => {
      const rate = `${amount} per ${time} ${noun.trim()}`;
      return rate.length > all.length ? all : rate.padEnd(all.length);
    })
    .replace(COUNT_PER, (all, count: string, noun: string, per: string) =>
      isUnit(noun.trim().split(/\s/)[0]!) ||
      /^(?:of|and|in|at|to|is|cubic|square|hundred|thousand|million|billion|trillion|dozen)\s/i.test(
        noun,
      ) ||
      per.trim().toLowerCase() === "per"
        ? all
        : `${count} ${per} ${noun.trim()}`.padEnd(all.length),
    )
    .replace(COUNT_SLASH, (all, count: string, noun: string, per: string) =>
      isUnit(noun) ? all : `${count}${per} ${noun}`,
    )
    .replace(DEGREES_PER, (all: string) => "K".padStart(all.length))
    .replace(MINUS_DEGREES, (all: string) => "-".padStart(all.length))
    .replace(OF_A_BODY, " ")
    .replace(WHICH_BTU, blank)
    .replace(UNIT_SAID, (all, unit: string, value: string) =>
      isUnitSaid(unit, value) ? blank(all) : all,
    )
    .replace(UP_TO, blank)
    .replace(REFERENCE, blank)
    .replace(AT_E_SQUARED, blank)
    .replace(NAME_BEHIND, ";")
    .replace(AT_NOUGHT, blank)
    .replace(PHASES, blank)
    .replace(/sqrt\(m\)/g, "m^(1/2)")
    .replace(SHARE_OF_LIGHT, light(hundredth))
    .replace(
      TIMES_LIGHT,
      light((number) => number),
    )
    .replace(
      ORDINAL,
      (
        all,
        digits: string | undefined,
        word: string | undefined,
        low: string | undefined,
        mode: string | undefined,
        noun: string | undefined,
      ) => {
        const value =
          digits === undefined ? (WORDS.get(word?.toLowerCase() ?? "first") ?? 1) : Number(digits);
        const isLowest = low !== undefined;
        ordinals.push({ value, of: lawStem(mode ?? noun!), ...(isLowest ? { isLowest } : {}) });
        return digits === undefined ? all : blank(all);
      },
    );
  for (const match of text.matchAll(ONE_OF)) ordinals.push({ value: 1, of: lawStem(match[1]!) });
  return { text, ordinals };
}

/** Whether a quantity is what the unit is here, as people round it. */
export function isUnitSaid(unit: string, value: string): boolean {
  const [one, said] = [readQuantity(unit), readQuantity(value.trim())];
  if (!one.ok || !said.ok || !one.hasUnit || !said.hasUnit) return false;
  const [first] = said.readings;
  return one.readings.some((reading) => {
    if (!dimensionsEqual(reading.unit.dimension, first!.unit.dimension)) return false;
    const own = valueInSI(reading);
    return Math.abs(own - valueInSI(first!)) <= UNIT_SHARE * Math.abs(own);
  });
}

/** The decimal point two places to the left: exact. */
function hundredth(number: string): string {
  const [whole = "0", part = ""] = number.split(".");
  const digits = whole.padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}${part}`;
}
