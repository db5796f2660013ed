/** Words of a scene that ask, as the name of the quantity that they mean. */
import { rewriting, type Rewrite } from "./rewrite.js";
import { readAs, TIME_UNITS } from "./written.js";

function meaning(said: string, quantity: string): string {
  return readAs(said, `the ${quantity}`);
}

const PER_EACH = new RegExp(
  String.raw`\bhow\s+many\s+(joule|watt|kilowatt|kilowatt-hour|newton|gram|litre|unit)s?\b` +
    String.raw`([^.?!;]{0,40}?)\bfor\s+(?:each|every|one)\s+\1\b`,
  "giu",
);

/** `how many joules of heat for each joule of electricity` */
const perEach = rewriting(PER_EACH, ([all, , between = ""]) => [
  `what ratio ${between.trim()}`,
  meaning(all, "ratio of the two"),
]);

const TIMES_AS = /\bhow\s+many\s+times\s+(?:faster|quicker)(?=\s)/giu;

/** `how many times faster does it run` */
const timesFaster = rewriting(TIMES_AS, ([all]) => ["what speedup", meaning(all, "speedup")]);

const LONGER = new RegExp(
  String.raw`\bby\s+(?:what\s+percentage|how\s+many\s+per\s?cent|what\s+fraction)\s+(?:does|is|do|will)\s+` +
    String.raw`((?:[\p{L}]+\s+){1,4}?)(?:get\s+longer|stretch(?:ed)?|lengthen(?:ed)?|elongated?)`,
  "giu",
);

/** `by what percentage does the line get longer` */
const percentLonger = rewriting(LONGER, ([all, what = ""]) => [
  `what strain of ${what}`.slice(0, all.length),
  meaning(all, "strain"),
]);

const DEGREES = /\bby\s+how\s+many\s+degrees\b/giu;
const TEMPERATURES = /\d\s?(?:°|deg(?:rees?)?\s?)[CF]\b|\d\s?K\b/u;

/** `by how many degrees` of a temperature */
const degrees = rewriting(DEGREES, ([all], text) =>
  TEMPERATURES.test(text)
    ? ["by how many kelvins", meaning(all, "change of temperature in kelvins")]
    : null,
);

const MANY_OF_TIME = /\bhow\s+many\s+(second|minute|hour|day|year)s(?=\s)/giu;

/** `how many minutes does it need` */
const manyOfTime = rewriting(MANY_OF_TIME, ([all, unit = ""]) => [
  `how long in ${TIME_UNITS[unit.toLowerCase()]!}`,
  meaning(all, "time"),
]);

const MANY_ON_AVERAGE =
  /\bhow\s+many\s+([a-z]+s|people)\s+are\s+(?:there\s+)?((?:in|at|on)\s[^.,;?!]{3,40}?)\s+on\s+average(?=\s*[?.]|$)/giu;

/** `how many customers are in the shop on average` */
const meanNumber = rewriting(MANY_ON_AVERAGE, ([all, noun = "", where = ""]) => [
  `what mean number of ${noun} ${where}`,
  meaning(all, "mean number"),
]);

export const askings: readonly Rewrite[] = [
  perEach,
  timesFaster,
  percentLonger,
  degrees,
  manyOfTime,
  meanNumber,
];
