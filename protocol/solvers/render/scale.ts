/** Ranges of axes, round ticks on them, and their numbers written exactly. */
import { log10 } from "../../math/logarithm.js";
import { label } from "../table.js";

export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** A range with ticks; `at` of a tick is its part of the way from `lo` to `hi`. */
export interface Scale {
  readonly lo: number;
  readonly hi: number;
  readonly ticks: readonly Tick[];
  /** Every tick times ten to this power is what it stands for. */
  readonly exponent: number;
  /**
   * The part taken away from every value, where the range is narrow beside its distance from zero.
   */
  readonly offset: number;
  /** `lo` and `hi` are powers of ten. */
  readonly isLog?: true;
}

/** Below this a range is the noise of a constant, and steps would be subnormal. */
const RANGE_MIN = 1e-290;
/** Ticks with more digits than this are counted from the start of the range. */
const TICK_INDEX_MAX = 20_000;
const PLAIN_DIGITS_MAX = 5;
const PLAIN_DIGITS_MIN = -1;
/** Slack of the question whether a tick still lies in the range, in steps. */
const EDGE = 1e-9;

export function fractionOf(
  { hi, lo }: { readonly hi: number; readonly lo: number },
  value: number,
): number {
  return (value / 2 - lo / 2) / (hi / 2 - lo / 2);
}

/** The place of a value on a scale; no number where it has none there. */
export function placeOn(scale: Scale, value: number): number {
  return fractionOf(scale, powerOf(value, scale.isLog === true));
}

/** The power of ten that a positive value is, on a logarithmic scale; otherwise the value. */
export function powerOf(value: number, isLog: boolean): number {
  if (!isLog) return value;
  return value > 0 ? log10(value) : Number.NaN;
}

/** Least and largest finite number. */
export function extent(data: ArrayLike<number>): readonly [number, number] {
  let lo = Infinity;
  let hi = -Infinity;
  for (let i = 0; i < data.length; i += 1) {
    const value = data[i]!;
    if (!Number.isFinite(value)) continue;
    if (value < lo) lo = value;
    if (value > hi) hi = value;
  }
  return lo <= hi ? [lo, hi] : [0, 0];
}

/** @param wanted how many steps there is room for */
export function scaleOf(least: number, largest: number, wanted: number): Scale {
  const [lo, hi] = widened(least, largest);
  const raw = hi / wanted - lo / wanted;
  const written = raw.toExponential();
  const cut = written.indexOf("e");
  const mantissa = Number(written.slice(0, cut));
  const power = Number(written.slice(cut + 1));
  const digit = [1, 2, 5, 10].find((round) => mantissa <= round)!;
  const step = Number(`${digit}e${power}`);
  const shifted = Math.max(Math.abs(lo), Math.abs(hi)) / step > TICK_INDEX_MAX;
  const offset = shifted ? lo : 0;
  const first = Math.ceil((lo - offset) / step - EDGE);
  const last = Math.floor((hi - offset) / step + EDGE);
  const exponent = commonExponent(Math.max(Math.abs(first), Math.abs(last)) * digit, power);
  const ticks: Tick[] = [];
  for (let k = first; k <= last; k += 1) {
    const at = shifted ? (k * step) / (hi - lo) : fractionOf({ lo, hi }, k * step);
    ticks.push({ at: Math.min(1, Math.max(0, at)), text: decimal(k * digit, power - exponent) });
  }
  return { lo, hi, ticks, exponent, offset };
}

/** Few decades are divided at 2 and 5 as well, many are passed over. */
const DIVIDED_DECADES_MAX = 2;
/** Powers of ten that are written in digits. */
const PLAIN_POWERS = [-3, 4] as const;

/** @param least, largest powers of ten. @param wanted how many steps there is room for */
export function logScaleOf(least: number, largest: number, wanted: number): Scale {
  const [lo, hi] = widened(least, largest);
  const [first, last] = [Math.floor(lo), Math.ceil(hi)];
  const every = Math.max(1, Math.ceil((last - first) / wanted));
  const digits = last - first <= DIVIDED_DECADES_MAX + 1 ? [1, 2, 5] : [1];
  const ticks: Tick[] = [];
  for (let power = first; power <= last; power += 1) {
    if ((power - first) % every !== 0) continue;
    for (const digit of digits) {
      const at = fractionOf({ lo, hi }, power + log10(digit));
      if (at < -EDGE || at > 1 + EDGE) continue;
      const isPlain = power >= PLAIN_POWERS[0] && power <= PLAIN_POWERS[1];
      const text = isPlain ? decimal(digit, power) : `${digit}e${power}`;
      ticks.push({ at: Math.min(1, Math.max(0, at)), text });
    }
  }
  return { lo, hi, ticks, exponent: 0, offset: 0, isLog: true };
}

function widened(lo: number, hi: number): readonly [number, number] {
  const size = Math.max(Math.abs(lo), Math.abs(hi));
  if (hi / 2 - lo / 2 > Math.max(RANGE_MIN, size * 1e-14)) return [lo, hi];
  const pad = size > RANGE_MIN && size < 1e300 ? size / 2 : 1;
  return size >= 1e300 ? [lo - size / 4, hi + size / 4] : [lo - pad, hi + pad];
}

/** 0, or a multiple of three that leaves one to three digits before the point. */
function commonExponent(largest: number, power: number): number {
  if (largest === 0) return 0;
  const digits = String(largest).length + power;
  return digits > PLAIN_DIGITS_MAX || digits < PLAIN_DIGITS_MIN
    ? Math.floor((digits - 1) / 3) * 3
    : 0;
}

/** `whole` times ten to the power, in digits and without rounding. */
function decimal(whole: number, power: number): string {
  if (whole === 0) return "0";
  const sign = whole < 0 ? "-" : "";
  const digits = String(Math.abs(whole));
  if (power >= 0) return `${sign}${digits}${"0".repeat(power)}`;
  const padded = digits.padStart(1 - power, "0");
  return `${sign}${padded.slice(0, power)}.${padded.slice(power)}`;
}

/** `x [m]`, `x [1e-9 m]`, `x - 12.5 [m]`: what the ticks of a scale count. */
export function scaleLabel(name: string, unit: string, { exponent, offset }: Scale): string {
  const taken =
    offset === 0 ? name : `${name} ${offset < 0 ? "+" : "-"} ${String(Math.abs(offset))}`;
  const plain = unit === "1" ? "" : unit;
  return label(taken, exponent === 0 ? plain : `1e${exponent}${plain === "" ? "" : ` ${plain}`}`);
}
