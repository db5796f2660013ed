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

/** Units that prefixes are put before. */
const PREFIXABLE: ReadonlySet<string> = new Set(
  "A,C,F,H,Hz,J,K,N,Pa,S,T,V,W,Wb,eV,m,mol,rad,s".split(","),
);
const PREFIXES = ["f", "p", "n", "µ", "m", "", "k", "M", "G", "T", "P"] as const;
const NO_PREFIX = PREFIXES.indexOf("");
/** Between them the numbers of an axis are as short without a prefix. */
const [SMALL, LARGE] = [0.1, 1e4];

/** The unit of an axis with the prefix that makes its numbers short, and what it is in the plain unit. */
export function prefixed(
  unit: string,
  values: Iterable<number | null>,
): { readonly unit: string; readonly factor: number } {
  let most = 0;
  for (const value of values) if (value !== null) most = Math.max(most, Math.abs(value));
  const plain = { unit, factor: 1 };
  if (!PREFIXABLE.has(unit) || most === 0 || (most >= SMALL && most < LARGE)) return plain;
  const power = Math.floor(Math.log10(most) / 3);
  const prefix = PREFIXES[NO_PREFIX + power];
  return prefix === undefined ? plain : { unit: prefix + unit, factor: 10 ** (3 * power) };
}
