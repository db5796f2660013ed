/**
 * A number as physicists write it: rounded by its uncertainty, which stands in brackets behind the
 * digits it belongs to, `1.980559(45)e20 N`, and with an SI prefix where that is usual.
 */

/** Significant digits of an uncertainty, as CODATA states them. */
const UNCERTAINTY_DIGITS = 2;
/** Significant digits of a value that nothing but rounding limits. */
const DIGITS_MAX = 10;
/** Counts are written out up to here. */
const WHOLE_MAX = 1e12;
/** A plain decimal has its leading digit in this range, other numbers have an exponent. */
const PLAIN_EXPONENT_MIN = -3;
const PLAIN_EXPONENT_MAX = 5;
/** Leading digits for which no prefix is needed: 0.1 to 9,999. */
const BARE_EXPONENT_MIN = -1;
const BARE_EXPONENT_MAX = 3;

/** Prefixes by exponent; what stands above peta and below femto is written with a power of ten. */
const PREFIXES: ReadonlyMap<number, string> = new Map([
  [-15, "f"],
  [-12, "p"],
  [-9, "n"],
  [-6, "u"],
  [-3, "m"],
  [0, ""],
  [3, "k"],
  [6, "M"],
  [9, "G"],
  [12, "T"],
  [15, "P"],
]);
const KILO = 3;
const UP_TO_PETA = "A V W J N Pa Hz ohm eV S H F Bq".split(" ");
/** Units that people write with prefixes, and the largest exponent that is usual. */
const PREFIXED: ReadonlyMap<string, number> = new Map([
  ...UP_TO_PETA.map((unit): [string, number] => [unit, 15]),
  ["m", KILO],
  ["C", KILO],
  ["T", 0],
  ["s", 0],
  ["K", 0],
  ["mol", 0],
  ["rad", 0],
  ["Wb", 0],
  ["Gy", 0],
  ["Sv", 0],
]);

export interface Measured {
  readonly value: number;
  /** Standard uncertainty in the unit of the value. */
  readonly uncertainty?: number | null;
  /** Whether it bounds nothing but the computation. */
  readonly isNumerical?: boolean;
  /** "" or "1" for a pure number, null where it is not known. */
  readonly unit?: string | null;
}

/** Digits of a number without their point, and the place of the first: 198055.. and 20. */
interface Digits {
  readonly digits: string;
  readonly exponent: number;
}

/** @param last place of the last digit kept. @returns no digits for what is less than half of it */
function roundedAt(size: number, last: number): Digits | null {
  if (size === 0) return null;
  const exponent = exponentOf(size);
  if (exponent < last) {
    // One digit, or none: whether it is at least a half of the last place.
    const isHalf = exponent === last - 1 && mantissaOf(size) >= 5;
    return isHalf ? { digits: "1", exponent: last } : null;
  }
  const [digits, shown] = split(size, exponent - last);
  // A carry adds a digit in front.
  return { digits: shown > exponent ? `${digits}0` : digits, exponent: shown };
}

function split(size: number, decimals: number): readonly [string, number] {
  const [mantissa = "", exponent = "0"] = size.toExponential(Math.min(decimals, 100)).split("e");
  return [mantissa.replace(".", ""), Number(exponent)];
}

function exponentOf(size: number): number {
  return Number(size.toExponential().split("e")[1]);
}

function mantissaOf(size: number): number {
  return Number(size.toExponential().split("e")[0]);
}

/** The digits with the point where it belongs, from the place `first` to the place `last`. */
function pointed(digits: Digits | null, last: number): string {
  const first = Math.max(digits?.exponent ?? 0, 0);
  const all =
    digits === null
      ? "0".repeat(first - last + 1)
      : "0".repeat(first - digits.exponent) + digits.digits;
  const whole = all.slice(0, first + 1).padEnd(first + 1, "0");
  const rest = all.slice(first + 1);
  return rest === "" ? whole : `${whole}.${rest}`;
}

/** The exponent that a prefix stands for; 0 where the unit has none or the number needs none. */
function prefixOf(exponent: number, unit: string): number {
  const most = PREFIXED.get(unit);
  if (most === undefined) return 0;
  if (exponent >= BARE_EXPONENT_MIN && exponent <= BARE_EXPONENT_MAX) return 0;
  const wanted = Math.floor(exponent / 3) * 3;
  // 384400 km: nobody says megametres.
  if (wanted > most) return most === KILO && exponent - most <= PLAIN_EXPONENT_MAX ? most : 0;
  return PREFIXES.has(wanted) ? wanted : 0;
}

function unitText(prefix: number, unit: string | null | undefined): string {
  if (unit === undefined || unit === null || unit === "" || unit === "1") return "";
  return ` ${PREFIXES.get(prefix) ?? ""}${unit}`;
}

/** Value, uncertainty in brackets where it is a physical one, and unit. */
export function measuredText(measured: Measured): string {
  const { isNumerical = false, uncertainty, unit, value } = measured;
  if (!Number.isFinite(value)) return `${value}`;
  return uncertainty === undefined || uncertainty === null || uncertainty <= 0 || isNumerical
    ? computedText(value, uncertainty ?? 0, unit ?? "")
    : uncertainText(value, uncertainty, unit ?? "");
}

function uncertainText(value: number, uncertainty: number, unit: string): string {
  const size = Math.abs(value);
  const [spread, top] = split(uncertainty, UNCERTAINTY_DIGITS - 1);
  const last = top - UNCERTAINTY_DIGITS + 1;
  const digits = roundedAt(size, last);
  const leading = Math.max(digits?.exponent ?? top, top);
  const prefix = prefixOf(leading, unit);
  const isPlain =
    last <= prefix &&
    leading - prefix <= PLAIN_EXPONENT_MAX &&
    leading - prefix >= PLAIN_EXPONENT_MIN;
  const shift = isPlain ? prefix : leading;
  const number = pointed(shifted(digits, shift), last - shift);
  const power = isPlain ? "" : `e${leading}`;
  const sign = value < 0 && digits !== null ? "-" : "";
  return `${sign}${number}(${bracketed(spread, last - shift)})${power}${unitText(isPlain ? prefix : 0, unit)}`;
}

/** With its point where the digits stand on both sides of one: 345.0(1.2), but 3.450(12). */
function bracketed(spread: string, last: number): string {
  return last < 0 && -last < spread.length
    ? `${spread.slice(0, last)}.${spread.slice(last)}`
    : spread;
}

function shifted(digits: Digits | null, by: number): Digits | null {
  return digits === null ? null : { digits: digits.digits, exponent: digits.exponent - by };
}

/** @param bound of the computation: digits below its first one are not shown */
function computedText(value: number, bound: number, unit: string): string {
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < WHOLE_MAX && !PREFIXED.has(unit))
    return `${value + 0}${unitText(0, unit)}`;
  if (size === 0) return `0${unitText(0, unit)}`;
  const finest = exponentOf(size) - DIGITS_MAX + 1;
  const held = bound > 0 ? exponentOf(bound) : finest;
  const last = Math.min(Math.max(held, finest), exponentOf(size));
  const digits = roundedAt(size, last)!;
  const prefix = prefixOf(digits.exponent, unit);
  const leading = digits.exponent - prefix;
  const isPlain = leading <= PLAIN_EXPONENT_MAX + 3 && leading >= PLAIN_EXPONENT_MIN;
  const shift = isPlain ? prefix : digits.exponent;
  const number = trimmed(pointed(shifted(digits, shift), last - shift));
  const power = isPlain ? "" : `e${digits.exponent}`;
  return `${value < 0 ? "-" : ""}${number}${power}${unitText(isPlain ? prefix : 0, unit)}`;
}

function trimmed(number: string): string {
  return number.includes(".") ? number.replace(/\.?0+$/, "") : number;
}

/** A bound or a step: two significant digits say enough. @param size positive */
export function roughText(size: number, unit: string | null | undefined): string {
  return computedText(Number(size.toPrecision(2)), 0, unit ?? "");
}

/** Any number of an answer, to read: ten digits at most, no exponent of zeros. */
export function plainText(value: number, unit?: string | null): string {
  return measuredText({ value, unit: unit ?? "" });
}
