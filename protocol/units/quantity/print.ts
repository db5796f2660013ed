/** Quantities as text that reads back as the same: exact decimals where they end, else fractions. */
import type { Exact } from "../exact.js";
import type { UnitValue } from "../unit.js";
import type { Reading } from "./quantity.js";

const POWERS_OF_TEN = 15;
/** Decimals up to which a multiple of pi is shown as a fraction. */
const SHORT = 12;

export function printReading({ number, piPower, unit }: Reading): string {
  const count = printNumber(number, piPower);
  return unit.text === "1" ? count : `${count} ${spelled(unit)}`;
}

/** A unit that begins with its slash follows the number at once: `5 /s`. */
function spelled({ text }: UnitValue): string {
  return text.startsWith("1/") ? text.slice(1) : text;
}

/** `0.25`, `-1/3`, `5 pi/6`, `6.02214076e23`. */
export function printNumber({ num, den }: Exact, piPower: 0 | 1 = 0): string {
  const sign = num < 0n ? "-" : "";
  const size = num < 0n ? -num : num;
  const places = decimalPlaces(den);
  if (piPower === 1 && (places === null || places < SHORT))
    return `${sign}${size} pi${den === 1n ? "" : `/${den}`}`;
  if (piPower === 1) return `${printNumber({ num, den })} pi`;
  if (places === null) return `${sign}${size}/${den}`;
  const digits = String((size * 10n ** BigInt(places)) / den);
  return sign + (size === 0n ? "0" : pointed(digits, places));
}

/** Decimals of a fraction with this denominator; null where they do not end. */
function decimalPlaces(den: bigint): number | null {
  let [rest, twos, fives] = [den, 0, 0];
  while (rest % 2n === 0n) [rest, twos] = [rest / 2n, twos + 1];
  while (rest % 5n === 0n) [rest, fives] = [rest / 5n, fives + 1];
  return rest === 1n ? Math.max(twos, fives) : null;
}

function pointed(digits: string, places: number): string {
  const significant = digits.replace(/0+$/, "");
  const exponent = digits.length - 1 - places;
  if (Math.abs(exponent) > POWERS_OF_TEN) {
    const rest = significant.slice(1);
    return `${significant.charAt(0)}${rest === "" ? "" : `.${rest}`}e${exponent}`;
  }
  if (places === 0) return digits;
  const padded = digits.padStart(places + 1, "0");
  return `${padded.slice(0, -places)}.${padded.slice(-places)}`.replace(/\.?0+$/, "");
}
