/** Units as people go on with them: `9.5 W per m2 K`, `130 turns per coil`, `120 mV/decade`. */
import { isUnit, parseUnit } from "../../units/index.js";
import { lawStem, lawStems } from "../laws/lexicon/lawWords.js";
import { rewriting, type Rewrite } from "./rewrite.js";
import type { Stopped } from "./stopped.js";
import { readAs } from "./written.js";
import { ofEachUnit } from "./perEach.js";

const NUMBER = String.raw`(?<![\p{L}\d.^])[-+]?(?:\d[\d.,]*|\.\d+)(?:e[-+]?\d+)?`;

const BELOW = new RegExp(
  String.raw`(${NUMBER}\s?)([\p{L}µΩ°%][\p{L}\dµΩ^²³]*)?(?:\s?\/\s?|\s?per\s)` +
    String.raw`([\p{L}µ]{1,3}(?:\^?-?[234])?)(?:\s(?:and|per)\s|\s|\*|·)` +
    String.raw`(K|°C|degC|C|m[23]?|s|Pa|mol|kg|V|cm)(?![\p{L}\d^/]|\s*=|\s\d)`,
  "gu",
);

/** `9.5 W per m2 K`, `11.25 per Pa m`: all that stands behind "per" is below. */
const products = rewriting(BELOW, ([all, number = "", above = "", first = "", second = ""]) => {
  const kelvins = /^(?:°C|degC|C)$/u.test(second) ? "K" : second;
  const unit = `${above === "" ? "1" : above}/(${first} ${kelvins})`;
  if (!isUnit(first) || !isUnit(unit)) return null;
  const said = `${number.trimEnd()} ${above}/(${first} ${kelvins})`;
  return [said, readAs(all, `${number.trim()} ${unit}`)];
});

const IN_WORDS = new RegExp(
  String.raw`(${NUMBER})\s([a-z]{3,})\sper\s([a-z]{3,}|square\s[a-z]+)\s(?:and|per)\s(?:per\s)?([a-z]{3,})(?![\p{L}])`,
  "gu",
);

/** `0.52 watt per metre and kelvin` */
const productsInWords = rewriting(
  IN_WORDS,
  ([all, number = "", above = "", first = "", second = ""]) => {
    const units = [above, first, /^degrees?$/u.test(second) ? "kelvin" : second].map((one) =>
      parseUnit(one),
    );
    const [up, one, other] = units.map((unit) => (unit.ok ? unit.text : ""));
    const unit = `${up}/(${one} ${other})`;
    return isUnit(unit) ? [`${number} ${unit}`, readAs(all, `${number} ${unit}`)] : null;
  },
);

const PER_NOUN = /\s(?:per|for\s+each|for\s+every)\s+([a-z]{3,})(?![\p{L}-])/gu;
const OF_NUMBER = new RegExp(String.raw`${NUMBER}(?:\s?[^\s,;:.()]+){0,2}$`, "u");
const HEAD_CHARS = 40;

/** `130 turns per coil`, `-7.2e8 J/m^3 per volume`: what a number is of each, where the law speaks of it. */
export function perNounsOf({ entry }: Stopped): Rewrite {
  if (entry === null) return (before) => before;
  const { description, name } = entry.record;
  const own = new Set(lawStems(`${name} ${description}`));
  return rewriting(PER_NOUN, ({ 0: all, 1: noun = "", index }, text) => {
    if (!own.has(lawStem(noun))) return null;
    if (!OF_NUMBER.test(text.slice(Math.max(0, index - HEAD_CHARS), index))) return null;
    return (isUnit(noun) && !/^(?:molecule|atom|particle|ion)$/u.test(noun)) ||
      /^(?:cent|cubic|square|unit|mille|mil|year|annum)$/u.test(noun)
      ? null
      : ["", readAs(all, "what the number is of each, and no unit")];
  });
}

const PER_DECADE = new RegExp(
  String.raw`(?<=${NUMBER}\s?(?:[mµ]?V|dB))\s?(?:\/|per\s)\s?(?:decade|dec)(?![\p{L}])`,
  "gu",
);

/** `120 mV/decade`: a slope, counted for each power of ten. */
const perDecade = rewriting(PER_DECADE, ([all]) => [
  "",
  readAs(all, "for each power of ten, and no unit"),
]);

const PER_OF = new RegExp(String.raw`(${NUMBER})\s(\p{L}+)\s(cm|m|mm)([23])(?![\p{L}\d^/])`, "gu");

/** `2300 ohm cm2`: a word and a symbol with a power. */
const products2 = rewriting(PER_OF, ([all, number = "", word = "", symbol = "", power = ""]) => {
  if (!isUnit(word) || word.length < 3) return null;
  const unit = `${word} ${symbol}^${power}`;
  return isUnit(unit) ? [`${number} ${unit}`, readAs(all, `${number} ${unit}`)] : null;
});

const PER_ASKED = new RegExp(
  String.raw`(?<![\d.]\s?\p{L}{0,9})\sper\s+([\p{L}µ]+(?:\^?[23])?)(?:\s+(?:and|per)\s+([\p{L}µ]+(?:\^?[23])?))?` +
    String.raw`(?=\s*[?.]?\s*$)`,
  "gu",
);

/** `impingement rate per m^2 and s?` */
const perAsked = rewriting(PER_ASKED, ([all, first = "", second = ""]) => {
  const unit = second === "" ? `1/${first}` : `1/(${first} ${second})`;
  if (!isUnit(first) || !isUnit(unit)) return null;
  return [`, in ${unit}`, `"${all.trim()}" asks for a value in ${unit}`];
});

const ONE_OVER =
  /(?<=\p{L}{3})(\s)(1\/(?:\([^()]{1,16}\)|[\p{L}µ]{1,8}(?:\^?\d)?))(?=\s*\?*\s*$)/gu;

/** `true rate 1/s?` */
const oneOver = rewriting(ONE_OVER, ([all, , unit = ""]) =>
  isUnit(unit) ? [`, in ${unit}`, `"${all.trim()}" asks for a value in ${unit}`] : null,
);

const CHARGES = /(?<=\bcharge\b[^.;?]{0,16}?\s)([-+]?\d+)\s?e(?![\p{L}\d])/gu;

/** `particle charge: 1 e` */
const charges = rewriting(CHARGES, ([all, number = ""]) => [
  `${number} elementary_charge`,
  readAs(all, `${number} elementary charges`),
]);

const ALL_IN = new RegExp(
  String.raw`,\s+(?:all\s+)?(?:times?|lengths?|numbers?|values?|forces?|masses|temperatures?|units?|everything)` +
    String.raw`\s+(?:are\s+)?in\s+([\p{L}°µ]{1,12})(?=\s*[.?]?\s*$)`,
  "giu",
);

/** `..., times in seconds.` says how numbers are written, and asks for nothing. */
const allIn = rewriting(ALL_IN, ([all, unit = ""]) =>
  isUnit(unit)
    ? ["", `"${all.replace(/^,\s*/u, "")}" says in what the numbers are, and asks for nothing`]
    : null,
);

export const perNounForms: readonly Rewrite[] = [
  products,
  products2,
  productsInWords,
  perDecade,
  ofEachUnit,
  perAsked,
  oneOver,
  charges,
  allIn,
];
