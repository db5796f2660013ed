/** What a slider moves, of a quantity as people write it. */

/** A number, what it states of its uncertainty behind a sign, and its unit. */
const LEADING = new RegExp(
  String.raw`^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*` +
    String.raw`(?:(?:±|\+\/?-)\s*([\d.eE+-]+)(?![\w.])\s*)?((?:1\/|[\p{L}°%Ωµ]).*)?$`,
  "su",
);
/** Digits in groups, as they are typed. */
const GROUPED = /(?<=\d)[ ,](?=\d{3}(?!\d))/g;
/** Digits of uncertainty in brackets; with an exponent behind them no slider moves it. */
const CONCISE = /^(\s*[+-]?[\d ,]+(?:\.(\d+))?)\((\d+)\)(?![eE])/;
const DIGITS = 6;

export interface Typed {
  readonly value: number;
  /** "" where none was typed. */
  readonly unit: string;
  /** The uncertainty behind ±, in the unit; "" where none was typed. */
  readonly spread: string;
}

/** `2.0(1)` as `2.0 ± 0.1` */
function expanded(text: string): string {
  return text.replace(
    CONCISE,
    (_, number: string, decimals = "", digits: string) =>
      `${number} ± ${Number(`${digits}e-${String(decimals).length}`)}`,
  );
}

/** What a slider moves: a number and its unit; null for what is written in another way. */
export function typedOf(text: string): Typed | null {
  const plain = expanded(text.replace(/[−–]/g, "-")).replace(GROUPED, "");
  const [, number, spread = "", unit = ""] = LEADING.exec(plain) ?? [];
  if (number === undefined || (spread === "" && unit.includes("±"))) return null;
  return { value: Number(number), unit: unit.trim(), spread };
}

/** The same quantity with another uncertainty; "" takes it away. */
export function withSpread(text: string, { spread, unit }: Typed, next: string): string {
  const plain = expanded(text).trim();
  const end = plain.length - unit.length;
  const number = (spread === "" ? plain.slice(0, end) : plain.split(/±|\+\/?-/)[0]!).trim();
  const stated = next.trim() === "" ? "" : ` ± ${next.trim()}`;
  return `${number}${stated}${unit === "" ? "" : ` ${unit}`}`;
}

/** Where a slider begins and ends about a value, within what the input can be. */
export function spanOf(
  value: number,
  [least, most]: readonly [number | null, number | null],
): readonly [number, number] {
  const [low, high] =
    value === 0 ? [-1, 1] : [Math.min(value / 4, value * 2), Math.max(value / 4, value * 2)];
  return [Math.max(low, least ?? low), Math.min(high, most ?? high)];
}

/** With the unit and the uncertainty that were typed. */
export function textOf(value: number, { spread, unit }: Typed): string {
  const stated = spread === "" ? "" : ` ± ${spread}`;
  return `${Number(value.toPrecision(DIGITS))}${stated}${unit === "" ? "" : ` ${unit}`}`;
}
