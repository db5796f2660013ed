/** Numbers below zero, which a question says by the word "minus". */
import { rewriting } from "./rewrite.js";
import { readAs } from "./written.js";

const JOINED_MINUS = /(and|to)(\s+)minus\s(\d+(?:\.\d+)?)(?!\s?(?:°|deg|[KCF%]))/giu;

const AFTER_DEGREES =
  /\d\s?(°\s?[CF]|degC|degrees?\s(?:C|F|Celsius|Fahrenheit))(?:\s\p{L}+){0,6}\s$/u;

const HEAD_CHARS = 60;

/** `13 degrees C inside and minus 2 outside`: behind "and" or "to", with the unit that stands before it. */
export const joinedMinus = rewriting(
  JOINED_MINUS,
  ({ 0: all, 1: joint = "", 2: blank = "", 3: number = "", index }, text) => {
    const head = text.slice(Math.max(0, index - HEAD_CHARS), index);
    const unit = AFTER_DEGREES.exec(head)?.[1];
    if (unit === undefined) return null;
    return [`${joint}${blank}-${number} ${unit}`, readAs(all, `-${number} ${unit}`)];
  },
);

const DEGREES = /\d\s?(?:°\s?|deg(?:rees?)?\s?)(?:C|Celsius|centigrade)\b/iu;

const BELOW_ZERO = new RegExp(
  String.raw`(?<!\d\s?)\bminus\s(\d+(?:\.\d+)?)(?=\s+(?:on|at|in|inside|outside|outdoors|indoors|below|above|behind|` +
    String.raw`underneath|for|during|tonight|today|and)\b|\s*[,.;?!](?!\d))`,
  "giu",
);

/** `it is minus 2 outside`: before a place or a mark, in degrees Celsius where the question has some. */
export const belowZero = rewriting(BELOW_ZERO, ([all, number = ""], text) =>
  DEGREES.test(text) ? [`-${number}degC`, readAs(all, `-${number} degrees Celsius`)] : null,
);

const MINUS_FROM = /\b(from\s+)minus\s+(\d[\d.]*)(?=\s+(?:up\s+)?to\s)/giu;

/** `from minus 10 to 35 °C` */
export const minusFrom = rewriting(MINUS_FROM, ([all, from = "", digits = ""]) => [
  from + `-${digits}`.padStart(all.length - from.length),
  readAs(all, `from -${digits}`),
]);
