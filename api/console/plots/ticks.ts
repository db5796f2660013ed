/** Round places for ticks, and short numbers for axes. */

const ROUND = [1, 2, 5, 10] as const;
const DIGITS = 6;

export function shortNumber(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e6 || size < 1e-3)) {
    const [digits = "", power = ""] = value.toExponential(DIGITS - 1).split("e");
    return `${Number(digits)}e${Number(power)}`.replace("-", "−").replace("e-", "e−");
  }
  return String(Number(value.toPrecision(DIGITS))).replace("-", "−");
}

/** About `count` round places from `low` to `high`. */
export function ticksOf(low: number, high: number, count: number): readonly number[] {
  const wide = high - low;
  if (!(wide > 0) || !Number.isFinite(wide)) return [low];
  const raw = wide / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * (ROUND.find((one) => one * power >= raw) ?? 10);
  const first = Math.ceil(low / step);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * step);
}

/** `Temperature [K]`; the name alone where there is no unit. */
export function axisTitle(name: string, unit: string): string {
  return unit === "" || unit === "1" ? name : `${name} [${unit}]`;
}
