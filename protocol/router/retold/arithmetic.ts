/** Arithmetic between numbers that a question writes out: `1/137.036`, `W/L = 20/1 um`. */
import { isUnit } from "../../units/index.js";
import { rewriting, type Rewrite } from "./rewrite.js";
import { readAs, UNSIGNED } from "./written.js";

const ENDS = String.raw`(?=\s*(?:[,;)]|\.(?:\s|$)|$)|\s+(?:and|with|for|at)\s)`;
const DIGITS = 15;

/** A value to the digits of a double, as a decimal number. */
function written(value: number): string {
  return String(Number(value.toPrecision(DIGITS)));
}

const OF_TWO = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.])([\p{L}][\p{L}\p{N}_]{0,4})\s?\/\s?([\p{L}][\p{L}\p{N}_]{0,4})\s*=\s*` +
    String.raw`(${UNSIGNED})\s?([\p{L}µ]{1,4})?\s?\/\s?(${UNSIGNED})\s?([\p{L}µ]{1,4})(?![\p{L}\p{N}^/])`,
  "gu",
);

/** `W/L = 20/1 um`: both of the two are said. */
const bothOf = rewriting(
  OF_TWO,
  ([all, above = "", below = "", first = "", firstUnit, second = "", unit = ""]) => {
    if (!isUnit(unit) || (firstUnit !== undefined && !isUnit(firstUnit))) return null;
    const said = `${above} = ${first} ${firstUnit ?? unit}, ${below} = ${second} ${unit}`;
    return [said, readAs(all, said)];
  },
);

const QUOTIENT = new RegExp(
  String.raw`(?<=[=:]\s*)(${UNSIGNED})\s?\/\s?(${UNSIGNED})${ENDS}`,
  "gu",
);

/** `alpha = 1/137.036` */
const quotients = rewriting(QUOTIENT, ([all, above = "", below = ""]) => {
  if (Number(below) === 0) return null;
  const value = written(Number(above) / Number(below));
  return [value, readAs(all, value)];
});

const OF_LIGHT = /(?<=\b[a-z]_[a-z]+\s*=\s*0?\.\d+)\s?c(?![\p{L}\p{N}])/gu;

/** `x_ac = 0.25 c`: of the chord, where the law takes a pure number of this name. */
export const ofChord = rewriting(OF_LIGHT, ([all]) => [
  "",
  readAs(all, "the length that the number is a part of"),
]);

export const arithmeticForms: readonly Rewrite[] = [bothOf, quotients];
