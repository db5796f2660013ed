/** Why a quantity that stands in an equation has two readings, with the ways to write each. */
import { once } from "../../once.js";
import { otherCodeOf } from "../../units/bracketCodes.js";
import { equals, formatDimension } from "../../units/dimension.js";
import { exact, multiplyExact } from "../../units/exact.js";
import { quantityDimension } from "../../units/quantities.js";
import { PARTS } from "../../units/quantity/measured.js";
import { printNumber, printReading } from "../../units/quantity/print.js";
import type { Quantity, Reading } from "../../units/quantity/quantity.js";
import { valueInSI } from "../../units/quantity/slot.js";
import { functionBySpelling } from "./functions.js";

/** Where a quantity stands in its equation. */
export interface Placed {
  readonly start: number;
  readonly end: number;
  readonly quantity: Quantity;
  /** `2 [m]` */
  readonly isBracketed: boolean;
}

/** Names of temperatures, whose C and F are degrees. */
const TEMPERATURE = /^(?:T|temp|temperature)(?:_|\d|$)/i;
const DIFFERENCE = /^(?:[dDΔδ∆]|[dD]elta)_?(?:T|[tT]heta|θ|temp)/u;
/** The 2 of `6 ft 2`. */
const SECOND_NUMBER = /^\s+\.?\d/;
/** The 2 and the (1) of `2(1) kg`. */
const NUMBER_BEFORE = /^([\d.]+(?:[eE][+-]?\d+)?)((?:\([\d.]+\))?)/;
/** The 2 and the 1 of `2 1/2 kg`. */
const MIXED_BEFORE = /^(\d+)\s+(\d+)$/;
/** The -1 of `5 rad-1`; in `10 kg-3 kg` a difference follows. */
const POWER_BEHIND = /^-[1-9](?![\p{L}\d_.]|\s*[\p{L}°%‰′[])/u;
/** What the 5 % of `200 + 5%` are added to. */
const ADDED = /^(.*[\p{L}\p{N})\]%‰′°])\s*([+-])\s*$/su;
/** The part is of what stands behind: `200 + 5% * 300`. */
const FACTOR_BEHIND = /^\s*(?:[*/^(·×]|of\b|\p{L})/u;
/** A sum that counts in parts of a whole: `1 - x`, `100% - x`. */
const WITH_PARTS = /(?:^|[+-]\s*)1(?:\.0*)?(?=\s*(?:$|[+-]))|[%‰]|\bpp[mbt]\b/u;
const SUBJECT = /^\s*([\p{L}][\p{L}\p{N}_']*)\s*(?:\([^()]*\))?\s*:?=/u;
/** Constants per kelvin, beside which no difference of temperatures stands. */
const ABSOLUTE = /(?<![\p{L}\p{N}_])(?:k_B|R_gas|sigma_SB|b_Wien)(?![\p{L}\p{N}_])/u;
/** Digits of a temperature that is offered in K. */
const SHOWN_DIGITS = 12;
const IN_BRACKETS = /\[([^\]]+)\]$/;
const WORDS = /[\p{L}][\p{L}\p{N}_']*/gu;
/** The units are made when a text first asks for one. */
const powerDimension = once(() => quantityDimension("power")!);

/** Whether a name says that it is a temperature: T, T_1, temperature. */
export function isTemperatureName(name: string): boolean {
  return TEMPERATURE.test(name);
}

/** Whether a name says that it is a difference of temperatures: dT, delta_T. */
export function isDifferenceName(name: string): boolean {
  return DIFFERENCE.test(name);
}

/** The one name left of the first equals sign. */
export function subjectOf(text: string): string | null {
  return SUBJECT.exec(text)?.[1] ?? null;
}

/**
 * @param text plain
 * @param typed the quantity as it stands there
 * @returns null where there is one reading
 */
export function questionOf(text: string, typed: string, placed: Placed): string | null {
  const { end, isBracketed, quantity, start } = placed;
  if (quantity.question !== null) return `${typed}: ${quantity.question}`;
  const code = isBracketed ? codeIn(typed, quantity.readings[0]!) : null;
  if (code !== null) return code;
  const left = numeratorOf(text.slice(0, start));
  if (left !== null) return fractionBefore(left, typed);
  const tail = text.slice(end);
  if (SECOND_NUMBER.test(tail)) return `${typed} is followed by a second number.`;
  const power = isBracketed ? null : POWER_BEHIND.exec(tail)?.[0];
  if (power !== null && power !== undefined)
    return (
      `${typed}${power}: write ${typed}^${power} for a power of the unit, ` +
      `or ${typed} - ${power.slice(1)} for a difference.`
    );
  const reading = quantity.readings[0]!;
  if (PARTS.has(reading.unit.text)) return partOf(text, typed, placed, reading);
  if (reading.unit.offset !== undefined) return temperatureAt(text, typed, placed, reading);
  if (reading.unit.text === "deg" && isBesideTemperature(text, placed))
    return `${typed} may be degrees of temperature or an angle: write it in degC, degF or K, or the angle in rad.`;
  if (equals(reading.unit.dimension, powerDimension()) && /\/\s*h\b/.test(typed))
    return `${typed}: h may be the hour or Planck's constant: write the unit as ${typed.replace(/\/\s*h\b/, "/hour")}.`;
  return null;
}

/** `2 [g]` is two grams here, and two standard gravities by UCUM. */
function codeIn(typed: string, reading: Reading): string | null {
  const [, name = ""] = IN_BRACKETS.exec(typed) ?? [];
  const other = otherCodeOf(name.trim());
  if (other === null) return null;
  const [here, there] = [reading, { ...reading, unit: other }].map(
    (one) => `${valueInSI(one)} ${formatDimension(one.unit.dimension)}`,
  );
  return `${typed} may be ${name.trim()} or the code [${name.trim()}] of UCUM: write ${here} or ${there}.`;
}

function fractionBefore(left: string, typed: string): string {
  const [, number = "", digits = ""] = NUMBER_BEFORE.exec(typed) ?? [];
  const unit = typed.slice(number.length + digits.length).trim();
  const below = `${left}/(${typed})`;
  const [, whole, above] = MIXED_BEFORE.exec(left) ?? [];
  if (whole !== undefined && /^\d+$/.test(number)) {
    const sum = BigInt(whole) * BigInt(number) + BigInt(above!);
    return `${left}/${typed}: write ${sum} ${unit}/${number}, or ${whole}*${above}/(${typed}).`;
  }
  if (digits !== "")
    return `${left}/${typed}: write ${below}, or give the number with its uncertainty as an input.`;
  const isNumber = /^[\d.]+(?:[eE][+-]?\d+)?$/.test(left);
  const numerator = isNumber ? `${left} ${unit}` : `${left}*1 ${unit}`;
  return `${left}/${typed}: write ${numerator}/${number} or ${below}.`;
}

/**
 * The pure number above a slash right before a quantity: the 3 of `3/4 inch`, the `sqrt(3)` of
 * `sqrt(3)/4 inch`. Null where a name or another quantity stands there: `60 km/80 km/h` divides.
 */
function numeratorOf(head: string): string | null {
  if (!/\/\s*$/.test(head)) return null;
  const whole = head.replace(/\s*\/\s*$/, "");
  const left = whole.slice(termStart(whole)).trim();
  if (left === "" || /[°%‰′″[\]'"]/.test(left)) return null;
  const words = left.replaceAll(/\d\.?[eE][+-]?\d/g, "").match(WORDS) ?? [];
  const isPure = words.every((word) => isPi(word) || functionBySpelling(word) !== undefined);
  return isPure ? left : null;
}

function isPi(word: string): boolean {
  return word === "pi" || word === "π";
}

/** Where the product begins that a text ends in. */
function termStart(text: string): number {
  return startOf(text, isBoundary);
}

function startOf(text: string, begins: (text: string, at: number) => boolean): number {
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    const sign = text[at]!;
    if (sign === ")") depth += 1;
    else if (sign === "(" && depth > 0) depth -= 1;
    else if (depth === 0 && begins(text, at)) return at + 1;
  }
  return 0;
}

/**
 * `200 + 5%` is 210 on a calculator and 200.05 in a sum of numbers. Beside a 1, or beside other
 * parts, both are the same.
 */
function partOf(
  text: string,
  typed: string,
  { end, start }: Placed,
  { number, unit }: Reading,
): string | null {
  const [, before = "", sign] = ADDED.exec(text.slice(0, start)) ?? [];
  if (sign === undefined || FACTOR_BEHIND.test(text.slice(end))) return null;
  const sum = before.slice(startOf(before, endsSum)).trim();
  if (sum === "" || WITH_PARTS.test(sum)) return null;
  const part = printNumber(multiplyExact(number, unit.factor));
  const whole = sum === before.slice(termStart(before)).trim() ? sum : `(${sum})`;
  return (
    `${sum} ${sign} ${typed}: write ${whole}*(1 ${sign} ${typed}) for a part of it, ` +
    `or ${sum} ${sign} ${part} for the number.`
  );
}

/** Where neither a sum nor anything else goes on to the left. */
function endsSum(text: string, at: number): boolean {
  return /[=<>≈~→≤≥≠,;([{|±]/.test(text[at]!);
}

function isBoundary(text: string, at: number): boolean {
  const sign = text[at]!;
  if (sign !== "+" && sign !== "-") return /[=<>≈~→≤≥≠,;([{|±]/.test(sign);
  // The sign of an exponent, and one that no term stands before.
  const before = text.slice(0, at).trimEnd();
  return !/(?:\d\.?[eE]|[*/^])$/.test(before);
}

/** A point on a scale counts as one alone, and beside constants that take no difference. */
function temperatureAt(
  text: string,
  typed: string,
  { end, start }: Placed,
  reading: Reading,
): string | null {
  const isSum = /[+-]\s*$/.test(text.slice(0, start)) || /^\s*[+-]/.test(text.slice(end));
  const subject = subjectOf(text);
  const isDifference = subject !== null && isDifferenceName(subject);
  if (!isSum && !isDifference && (isAlone(text, start, end) || ABSOLUTE.test(text))) return null;
  const isNegative = /(?:^|[=(,;*/^])\s*-\s*$/.test(text.slice(0, start));
  const number = isNegative ? multiplyExact(reading.number, exact(-1n)) : reading.number;
  const signed = { ...reading, number };
  const scale = { ...reading.unit, text: `delta_${reading.unit.text}` };
  const difference = printReading({ ...signed, unit: scale });
  const kelvins = Number(valueInSI(signed).toPrecision(SHOWN_DIGITS));
  const point = `${kelvins} ${formatDimension(reading.unit.dimension)}`;
  const shown = `${isNegative ? "-" : ""}${typed}`;
  return `${shown} may be a point on its scale or a difference: write ${point} or ${difference}.`;
}

/** The whole side of an equation, or one of the numbers of which the larger or smaller is taken. */
function isAlone(text: string, start: number, end: number): boolean {
  const head = text.slice(0, start).trimEnd();
  const tail = text.slice(end).trimStart();
  const isListed = /(?:^|[^\p{L}\p{N}_])(?:max|min)\([^()]*$/u.test(head);
  if (isListed) return /(?:\(|,)$/.test(head) && /^[,)]/.test(tail);
  if (/(?:^|[^\p{L}\p{N}_)\]])\($/u.test(head) && tail.startsWith(")"))
    return isAlone(text, head.length - 1, text.length - tail.length + 1);
  const opens = /(?:^|[=<>≈~≤≥≠,;{]|\b(?:if|where|for))$/;
  return opens.test(head) && /^(?:$|[=<>≈~≤≥≠,;}])/.test(tail);
}

/** Whether degrees stand for a temperature as likely as for an angle. */
function isBesideTemperature(text: string, { end, start }: Placed): boolean {
  if (isInCall(text, start)) return false;
  const subject = subjectOf(text);
  if (subject !== null && (isTemperatureName(subject) || isDifferenceName(subject))) return true;
  const isSum = /[+-]\s*$/.test(text.slice(0, start)) || /^\s*[+-]/.test(text.slice(end));
  const isNear = (name: string): boolean => isTemperatureName(name) || isDifferenceName(name);
  return isSum && ((text.match(WORDS) ?? []).some(isNear) || /\d\s*(?:K|kelvins?)\b/.test(text));
}

/** `sin(20°)` takes an angle. */
function isInCall(text: string, at: number): boolean {
  let depth = 0;
  for (let i = at - 1; i >= 0; i -= 1) {
    if (text[i] === ")") depth += 1;
    if (text[i] !== "(") continue;
    if (depth > 0) depth -= 1;
    else if (/[\p{L}_][\p{L}\p{N}_]*$/u.test(text.slice(0, i))) return true;
  }
  return false;
}
