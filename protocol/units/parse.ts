/** Reads unit text such as `kg m/s^2`, `W/(m^2 K)`, `km`. */
import { nearest } from "../operators/nearest.js";
import { UNIT_CHARS_MAX } from "../limits.js";
import {
  DimensionRangeError,
  dimension,
  dimensionless,
  formatPower,
  formatQuotient,
  multiply,
  power,
  rational,
  withAngle,
} from "./dimension.js";
import type { Dimension } from "./dimension.js";
import type { Rational } from "./rational.js";
import { ONE, exact, exactOfText, multiplyExact, powerExact, rootExact } from "./exact.js";
import type { Exact } from "./exact.js";
import { BASE_NAMES, BINARY_PREFIXES, DECIMAL_PREFIXES, UNIT_ROWS } from "./table.js";
import type { Prefix, PrefixFamily, UnitRow } from "./table.js";
import type { UnitRefusal, UnitValue } from "./unit.js";

export { fromSI, isCoherent, toSI } from "./convert.js";
export type { UnitRefusal, UnitValue } from "./unit.js";

interface NamedUnit {
  readonly dimension: Dimension;
  readonly factor: Exact;
  readonly piPower: number;
  readonly offset?: Exact;
  readonly print: string;
  readonly prefixes: PrefixFamily;
  readonly kind: "symbol" | "word";
}

const units = new Map<string, NamedUnit>();

function define(
  unit: Omit<NamedUnit, "kind" | "prefixes" | "print">,
  row: Pick<UnitRow, "symbols" | "words" | "prefixes">,
): void {
  const symbol = row.symbols[0] ?? row.words[0]!;
  const word = row.words[0] ?? symbol;
  for (const name of row.symbols) {
    units.set(name, { ...unit, print: symbol, prefixes: row.prefixes, kind: "symbol" });
  }
  for (const name of row.words) {
    // A word prints as the symbol; only a unit without symbols prints as its word.
    const print = row.symbols.length > 0 ? symbol : word;
    units.set(name, { ...unit, print, prefixes: row.prefixes, kind: "word" });
  }
}

const BASE_DIMENSIONS: Readonly<Record<string, Dimension>> = {
  m: dimension(0, 1),
  s: dimension(0, 0, 1),
  A: dimension(0, 0, 0, 1),
  K: dimension(0, 0, 0, 0, 1),
  mol: dimension(0, 0, 0, 0, 0, 1),
  cd: dimension(0, 0, 0, 0, 0, 0, 1),
};

function defineAll(): void {
  for (const [symbol, words] of BASE_NAMES) {
    define(
      { dimension: BASE_DIMENSIONS[symbol]!, factor: ONE, piPower: 0 },
      { symbols: [symbol], words: words.split(" "), prefixes: "decimal" },
    );
  }
  define(
    { dimension: dimension(1), factor: exact(1n, 1000n), piPower: 0 },
    { symbols: ["g"], words: ["gram", "grams", "gramme", "grammes"], prefixes: "decimal" },
  );
  for (const row of UNIT_ROWS) {
    const of: UnitValue | UnitRefusal =
      row.of === "rad" && !units.has("rad")
        ? { ok: true, dimension: withAngle(dimensionless, 1), factor: ONE, piPower: 0, text: "rad" }
        : parseUnit(row.of);
    if (!of.ok) throw new Error(`Unit table: ${row.of}: ${of.message}`);
    define(
      {
        dimension: of.dimension,
        factor: multiplyExact(exactOfText(row.factor), of.factor),
        piPower: of.piPower + row.piPower,
        ...(row.offset === undefined ? {} : { offset: exactOfText(row.offset) }),
      },
      row,
    );
  }
}

function withPrefix(unit: NamedUnit, prefix: Prefix): NamedUnit {
  return {
    ...unit,
    factor: multiplyExact(unit.factor, exactOfText(prefix.factor)),
    print: prefix.symbol + unit.print,
  };
}

const KILO = DECIMAL_PREFIXES.findIndex((prefix) => prefix.symbol === "k");
const PREFIXES_OF: Readonly<Record<PrefixFamily, ReadonlySet<Prefix>>> = {
  none: new Set(),
  decimal: new Set(DECIMAL_PREFIXES),
  data: new Set([...BINARY_PREFIXES, ...DECIMAL_PREFIXES.slice(0, KILO + 1)]),
};
/** Longest first, so that `da` is tried before `d`. */
const PREFIXES: readonly Prefix[] = [...BINARY_PREFIXES, ...DECIMAL_PREFIXES].sort(
  (a, b) => b.symbol.length - a.symbol.length,
);

/** A whole word that is a unit is never split into prefix and unit: `min`, `cd`, `Pa`, `ft`. */
function lookUp(name: string): NamedUnit | undefined {
  const whole = units.get(name);
  if (whole !== undefined) return whole;
  for (const prefix of PREFIXES) {
    for (const kind of ["symbol", "word"] as const) {
      if (!name.startsWith(prefix[kind])) continue;
      const unit = units.get(name.slice(prefix[kind].length));
      if (unit?.kind !== kind) continue;
      if (PREFIXES_OF[unit.prefixes].has(prefix)) return withPrefix(unit, prefix);
    }
  }
  return undefined;
}

interface Factor {
  readonly unit: NamedUnit;
  readonly exponent: Rational;
  readonly position: number;
}

class UnitError extends Error {
  readonly position: number;
  constructor(message: string, position: number) {
    super(message);
    this.position = position;
  }
}

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/**
 * Positions are kept: every replacement is one character for one, except superscript runs, which
 * gain a `^`.
 */
function toAscii(text: string): { ascii: string; positions: number[] } {
  let ascii = "";
  const positions: number[] = [];
  const put = (character: string, position: number): void => {
    ascii += character;
    positions.push(position);
  };
  let raised = false;
  for (let i = 0; i < text.length; i += 1) {
    const character = text.charAt(i);
    const digit = SUPERSCRIPTS.indexOf(character);
    const isRaised = digit >= 0 || character === "⁻";
    if (isRaised && !raised) put("^", i);
    raised = isRaised;
    if (isRaised) put(digit >= 0 ? String(digit) : "-", i);
    else if ("·⋅×".includes(character)) put("*", i);
    else if (character === "µ" || character === "μ") put("u", i);
    else if (character === "÷") put("/", i);
    // The signs that Unicode keeps for the ohm and the angstrom, as the letters they stand for.
    else if (character === "\u2126") put("\u03a9", i);
    else if (character === "\u212b") put("\u00c5", i);
    else if (character === "−") put("-", i);
    else put(character, i);
  }
  positions.push(text.length);
  return { ascii, positions };
}

const NAME = /[\p{L}°℃℉%‰′″][\p{L}\p{N}_]*/uy;
const INTEGER = /[+-]?\d{1,4}/y;
const FRACTION = /\(\s*([+-]?\d{1,4})\s*(?:\/\s*(\d{1,4})\s*)?\)/y;

class Reader {
  private readonly text: string;
  private at = 0;
  constructor(text: string) {
    this.text = text;
  }

  unit(): { above: Factor[]; below: Factor[] } {
    this.space();
    if (this.done())
      throw new UnitError("A unit is missing; a dimensionless quantity has the unit 1.", 0);
    const above = this.product(false);
    const below: Factor[] = [];
    while (this.peek("/")) {
      this.at += 1;
      below.push(...this.denominator(above));
    }
    if (!this.done())
      throw new UnitError(`"${this.text.charAt(this.at)}" is not part of a unit.`, this.at);
    return { above, below };
  }

  private denominator(above: readonly Factor[]): Factor[] {
    this.space();
    if (this.text.charAt(this.at) === "(") {
      this.at += 1;
      const inside = this.product(true);
      if (!this.peek(")")) throw new UnitError("A closing parenthesis is missing.", this.at);
      this.at += 1;
      this.refuseProduct(above, inside);
      return inside;
    }
    const one = this.factor();
    this.refuseProduct(above, [one]);
    return [one];
  }

  /** `J/kg K` has two readings, so both are offered and neither is taken. */
  private refuseProduct(above: readonly Factor[], below: readonly Factor[]): void {
    const start = this.at;
    if (this.done() || this.peek("/") || this.peek(")")) return;
    if (this.peek("*")) this.at += 1;
    const next = this.factor();
    const print = (factors: readonly Factor[]): string[] =>
      factors.filter((f) => f.unit !== UNITY).map((f) => formatPower(f.unit.print, f.exponent));
    const first = formatQuotient(print(above), print([...below, next]));
    const second = formatQuotient(print([...above, next]), print(below));
    throw new UnitError(
      `A product after "/" can be read in two ways: write "${first}" or "${second}".`,
      start,
    );
  }

  private product(inside: boolean): Factor[] {
    const factors = [this.factor()];
    for (;;) {
      this.space();
      const end = this.done() || this.peek("/") || (inside && this.peek(")"));
      if (end) return factors;
      if (this.peek("*")) this.at += 1;
      factors.push(this.factor());
    }
  }

  private factor(): Factor {
    this.space();
    const position = this.at;
    if (this.text.charAt(this.at) === "1" && !/[\d.]/.test(this.text.charAt(this.at + 1))) {
      this.at += 1;
      return { unit: UNITY, exponent: this.exponent(), position };
    }
    const name = this.match(NAME);
    if (name === null) throw new UnitError(this.unexpected(), position);
    const unit = lookUp(name[0]);
    if (unit === undefined) throw new UnitError(unknownUnit(name[0]), position);
    return { unit, exponent: this.exponent(), position };
  }

  private exponent(): Rational {
    if (this.text.charAt(this.at) !== "^") return rational(1);
    this.at += 1;
    const position = this.at;
    try {
      const whole = this.match(INTEGER);
      if (whole !== null) return rational(Number(whole[0]));
      const fraction = this.match(FRACTION);
      if (fraction !== null) return rational(Number(fraction[1]), Number(fraction[2] ?? "1"));
    } catch (error) {
      if (error instanceof DimensionRangeError) throw new UnitError(error.message, position);
      throw error;
    }
    throw new UnitError(
      "An exponent is an integer, or a fraction in parentheses as in Hz^(1/2).",
      position,
    );
  }

  private unexpected(): string {
    const found = this.text.charAt(this.at);
    if (found === "") return "A unit is missing at the end.";
    return /\d/.test(found)
      ? "A number stands where a unit is expected: numbers belong to the value."
      : `"${found}" stands where a unit is expected.`;
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found !== null) this.at += found[0].length;
    return found;
  }

  private space(): void {
    while (this.text.charAt(this.at) === " ") this.at += 1;
  }

  private peek(character: string): boolean {
    this.space();
    return this.text.charAt(this.at) === character;
  }

  private done(): boolean {
    this.space();
    return this.at >= this.text.length;
  }
}

const UNITY: NamedUnit = {
  dimension: dimensionless,
  factor: ONE,
  piPower: 0,
  print: "1",
  prefixes: "none",
  kind: "symbol",
};

function unknownUnit(name: string): string {
  const near = nearest(name, units.keys(), 3)
    .map((n) => `"${n}"`)
    .join(", ");
  return `"${name}" is not a unit this node knows; the nearest names are ${near}.`;
}

function raise(factor: Factor): { factor: Exact; piPower: number } {
  const { unit, exponent } = factor;
  const rooted = exponent.den === 1 ? unit.factor : rootExact(unit.factor, exponent.den);
  if (rooted === null || (unit.piPower * exponent.num) % exponent.den !== 0) {
    const name = formatPower(unit.print, exponent);
    throw new UnitError(
      `${name} has no exact factor; use the SI unit under this power.`,
      factor.position,
    );
  }
  return {
    factor: powerExact(rooted, exponent.num),
    piPower: (unit.piPower * exponent.num) / exponent.den,
  };
}

/** Rejects degC in company; otherwise multiplies up. */
function assemble(above: readonly Factor[], below: readonly Factor[]): UnitValue {
  const all = [
    ...above,
    ...below.map((f) => ({ ...f, exponent: rational(-f.exponent.num, f.exponent.den) })),
  ].filter((f) => f.unit !== UNITY);
  const affine = all.find((f) => f.unit.offset !== undefined);
  const alone = all.length === 1 && all[0]!.exponent.num === 1 && all[0]!.exponent.den === 1;
  if (affine !== undefined && !alone) {
    throw new UnitError(
      `${affine.unit.print} has its own zero and stands only alone; use K for differences.`,
      affine.position,
    );
  }
  let total: Dimension = dimensionless;
  let factor = ONE;
  let piPower = 0;
  let angle = 0;
  for (const f of all) {
    const raised = raise(f);
    total = multiply(total, power(f.unit.dimension, f.exponent));
    factor = multiplyExact(factor, raised.factor);
    piPower += raised.piPower;
    angle += Math.trunc((f.unit.dimension.angle * f.exponent.num) / f.exponent.den);
  }
  const offset = alone ? affine?.unit.offset : undefined;
  return {
    ok: true,
    dimension: withAngle(total, angle),
    factor,
    piPower,
    text: canonicalText(all),
    ...(offset === undefined ? {} : { offset }),
  };
}

/** Factors in the order typed, equal ones merged, negative powers below one `/`. */
function canonicalText(factors: readonly Factor[]): string {
  const powers = new Map<string, Rational>();
  for (const { unit, exponent } of factors) {
    const before = powers.get(unit.print);
    powers.set(
      unit.print,
      before === undefined
        ? exponent
        : rational(
            before.num * exponent.den + exponent.num * before.den,
            before.den * exponent.den,
          ),
    );
  }
  const above: string[] = [];
  const below: string[] = [];
  for (const [name, exponent] of powers) {
    if (exponent.num > 0) above.push(formatPower(name, exponent));
    if (exponent.num < 0) below.push(formatPower(name, { num: -exponent.num, den: exponent.den }));
  }
  return formatQuotient(above, below);
}

/**
 * Reads a unit.
 * A product after an unparenthesised `/` is refused with both spellings; degC and degF stand only
 * alone.
 * Source of the grammar: SI Brochure, 9th edition, section 5.4, made unambiguous.
 */
export function parseUnit(text: string): UnitValue | UnitRefusal {
  if (text.length > UNIT_CHARS_MAX) {
    return {
      ok: false,
      message: `A unit has at most ${UNIT_CHARS_MAX} characters.`,
      position: UNIT_CHARS_MAX,
    };
  }
  const { ascii, positions } = toAscii(text);
  try {
    const { above, below } = new Reader(ascii).unit();
    return assemble(above, below);
  } catch (error) {
    if (error instanceof UnitError) {
      return { ok: false, message: error.message, position: positions[error.position] ?? 0 };
    }
    if (error instanceof DimensionRangeError) {
      return { ok: false, message: error.message, position: 0 };
    }
    throw error;
  }
}

/** Every whole-word unit name, sorted; prefixed forms are not listed. */
export function unitNames(): readonly string[] {
  return [...units.keys()].sort();
}

defineAll();
