/** Reads unit text such as `kg m/s^2`, `W/(m^2 K)`, `km`. */
import { nearest } from "../search/nearest.js";
import { UNIT_CHARS_MAX } from "../limits.js";
import { isAmbiguousName, twoMeanings, twoReadings } from "./ambiguous.js";
import type { TypedFactor } from "./ambiguous.js";
import { once } from "../once.js";
import { countWork } from "../workCount.js";
import {
  DimensionRangeError,
  dimension,
  dimensionless,
  equals,
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
import { exponentAt, toAscii } from "./exponents.js";
import { FURTHER_ROWS } from "./furtherUnits.js";
import { BASE_NAMES, BINARY_PREFIXES, DECIMAL_PREFIXES, UNIT_ROWS } from "./table.js";
import type { Prefix, PrefixFamily, UnitRow } from "./table.js";
import type { UnitRefusal, UnitValue } from "./unit.js";

export { factorText, fromSI, isCoherent, isExactIn, toSI } from "./convert.js";
export type { UnitRefusal, UnitValue } from "./unit.js";

export interface ReadingOptions {
  /** A degree of temperature below a slash is a difference, as in `J/(kg degC)`. */
  readonly hasDifferencesBelow?: boolean;
}

/** Work of reading a unit, in all and for a character. */
const READING_WORK = 20;
const CHAR_WORK = 2;

/** Powers of measured constants in a factor. */
type Measured = Readonly<Record<string, number>>;

interface NamedUnit {
  readonly dimension: Dimension;
  readonly factor: Exact;
  readonly piPower: number;
  readonly offset?: Exact;
  readonly measured?: Measured;
  readonly print: string;
  readonly word: string;
  readonly prefixes: PrefixFamily;
  readonly kind: "symbol" | "word";
}

/** Words of one name: `international nautical miles`. */
const NAME_WORDS_MAX = 4;

/** What a unit is, whatever it is called. */
type Measure = Omit<NamedUnit, "kind" | "prefixes" | "print" | "word">;
type Names = Pick<UnitRow, "symbols" | "words" | "print" | "prefixes">;

interface Entry {
  readonly measure: () => Measure;
  readonly row: Names;
  readonly kind: NamedUnit["kind"];
}

const BASE_DIMENSIONS: Readonly<Record<string, Dimension>> = {
  m: dimension(0, 1),
  s: dimension(0, 0, 1),
  A: dimension(0, 0, 0, 1),
  K: dimension(0, 0, 0, 0, 1),
  mol: dimension(0, 0, 0, 0, 0, 1),
  cd: dimension(0, 0, 0, 0, 0, 0, 1),
};

/** All names of units. What each is, is read when it is looked up: to read all takes 20 ms. */
const entries = once((): ReadonlyMap<string, Entry> => {
  const named = new Map<string, Entry>();
  const define = (row: Names, make: () => Measure): void => {
    const measure = once(make);
    for (const name of row.symbols) named.set(name, { measure, row, kind: "symbol" });
    for (const name of row.words) named.set(name, { measure, row, kind: "word" });
  };
  for (const [symbol, words] of BASE_NAMES)
    define({ symbols: [symbol], words: words.split(" "), prefixes: "decimal" }, () => ({
      dimension: BASE_DIMENSIONS[symbol]!,
      factor: ONE,
      piPower: 0,
    }));
  define(
    { symbols: ["g"], words: ["gram", "grams", "gramme", "grammes"], prefixes: "decimal" },
    () => ({ dimension: dimension(1), factor: exact(1n, 1000n), piPower: 0 }),
  );
  for (const row of [...UNIT_ROWS, ...FURTHER_ROWS]) define(row, () => measureOf(row));
  return named;
});

const RADIAN: Measure = { dimension: withAngle(dimensionless, 1), factor: ONE, piPower: 0 };

function measureOf(row: UnitRow): Measure {
  // The radian alone is made of itself.
  const of: ({ readonly ok: true } & Measure) | UnitRefusal =
    row.of === "rad" && row.symbols.includes("rad") ? { ok: true, ...RADIAN } : parseUnit(row.of);
  if (!of.ok) throw new Error(`Unit table: ${row.of}: ${of.message}`);
  return {
    dimension: of.dimension,
    factor: multiplyExact(exactOfText(row.factor), of.factor),
    piPower: of.piPower + row.piPower,
    ...(row.offset === undefined ? {} : { offset: exactOfText(row.offset) }),
    ...measuredOf([
      [of.measured, 1],
      [row.measured === undefined ? undefined : Object.fromEntries([row.measured]), 1],
    ]),
  };
}

const units = new Map<string, NamedUnit>();

function namedUnit(name: string): NamedUnit | undefined {
  const known = units.get(name);
  if (known !== undefined) return known;
  const entry = entries().get(name);
  if (entry === undefined) return undefined;
  const { kind, measure, row } = entry;
  const symbol = row.symbols[0] ?? row.words[0]!;
  const word = row.words[0] ?? symbol;
  // A word prints as the symbol; only a unit without symbols prints as its word.
  const print = kind === "word" ? (row.print ?? symbol) : symbol;
  const unit = { ...measure(), print, word, prefixes: row.prefixes, kind };
  units.set(name, unit);
  return unit;
}

function withPrefix(unit: NamedUnit, prefix: Prefix): NamedUnit {
  const symbol = prefix.symbol + unit.print;
  return {
    ...unit,
    factor: multiplyExact(unit.factor, exactOfText(prefix.factor)),
    print: twoMeanings(symbol) === null ? symbol : prefix.word + unit.word,
  };
}

const KILO = DECIMAL_PREFIXES.findIndex((prefix) => prefix.symbol === "k");
const PREFIXES_OF: Readonly<Record<PrefixFamily, ReadonlySet<Prefix>>> = {
  none: new Set(),
  decimal: new Set(DECIMAL_PREFIXES),
  large: new Set(DECIMAL_PREFIXES.slice(0, KILO + 1)),
  data: new Set([...BINARY_PREFIXES, ...DECIMAL_PREFIXES.slice(0, KILO + 1)]),
};
/** Longest first, so that `da` is tried before `d`. */
const PREFIXES: readonly Prefix[] = [...BINARY_PREFIXES, ...DECIMAL_PREFIXES].sort(
  (a, b) => b.symbol.length - a.symbol.length,
);

/** A whole word that is a unit is never split into prefix and unit: `min`, `cd`, `Pa`, `ft`. */
function lookUp(name: string): NamedUnit | undefined {
  const whole = namedUnit(name);
  if (whole !== undefined) return whole;
  for (const prefix of PREFIXES) {
    for (const kind of ["symbol", "word"] as const) {
      if (!name.startsWith(prefix[kind])) continue;
      const unit = namedUnit(name.slice(prefix[kind].length));
      if (unit?.kind !== kind) continue;
      if (PREFIXES_OF[unit.prefixes].has(prefix)) return withPrefix(unit, prefix);
    }
  }
  return undefined;
}

interface Factor {
  readonly unit: NamedUnit;
  /** As typed, without its exponent. */
  readonly typed: string;
  /** Whether `^` was typed behind it. */
  readonly isRaised: boolean;
  /** Its power is a minus and a digit right behind it: `s-1`. */
  readonly isSuffixed?: boolean;
  readonly exponent: Rational;
  readonly position: number;
}

class UnitError extends Error {
  readonly position: number;
  /** Looked up only where somebody reads it: the nearest names cost a comparison with every unit. */
  readonly describe: () => string;
  constructor(message: string | (() => string), position: number) {
    super("not a unit");
    this.describe = typeof message === "string" ? () => message : message;
    this.position = position;
  }
}

/** Also codes of UCUM, which stand in brackets: `[lb_av]`, `mm[Hg]`. */
const NAME = /(?:[\p{L}°℃℉%‰′″][\p{L}\p{N}_]*(?:\[[A-Za-z0-9_']+\])?|\[[A-Za-z0-9_']+\])/uy;
/** `mm2` is written for mm^2; no longer symbol is raised so, and never to more than 6. */
const RAISED = /^(\p{L}{1,2})([2-6])$/u;
/** `s-1`, `m-2.`: the power of a symbol as CF and UCUM write it, right behind it. */
const BELOW = /-([1-9])(?![\p{L}\d_]|\.\d)/uy;
const NEXT_WORD = / +(\p{L}+)/uy;
/** What begins a name behind `square`. */
const NEXT_NAME = / +[\p{L}°℃℉%‰′″]/uy;
const POWER_WORD = / +(squared|cubed)(?![\p{L}\p{N}_])/uy;
const PER = / *per(?![\p{L}\p{N}_])/uy;
/** A dot or a hyphen right between two letters: `N.m`, `ft-lbf`. */
const MARK_BETWEEN = /[-.](?=\p{L})/uy;
const POWER_WORDS: ReadonlyMap<string, number> = new Map([
  ["square", 2],
  ["sq", 2],
  ["squared", 2],
  ["cubic", 3],
  ["cu", 3],
  ["cubed", 3],
]);
/** `√m`, `√(N m)`, `sqrt(Hz)`. */
const ROOT = /(?:√|sqrt(?![\p{L}\p{N}_])) */uy;

class Reader {
  readonly #text: string;
  #at = 0;
  constructor(text: string) {
    this.#text = text;
  }

  unit(): { above: Factor[]; below: Factor[] } {
    this.#space();
    if (this.#done())
      throw new UnitError("A unit is missing; a dimensionless quantity has the unit 1.", 0);
    const above = this.#isSlash() ? [] : this.#product(false);
    const below: Factor[] = [];
    while (this.#slash()) below.push(...this.#denominator(above));
    if (!this.#done())
      throw new UnitError(`"${this.#text.charAt(this.#at)}" is not part of a unit.`, this.#at);
    return { above, below };
  }

  #denominator(above: readonly Factor[]): Factor[] {
    this.#space();
    const below = this.#text.charAt(this.#at) === "(" ? this.#parenthesised() : this.#factors();
    this.#refuseProduct(above, below);
    return below;
  }

  #parenthesised(): Factor[] {
    this.#at += 1;
    const inside = this.#product(true);
    if (!this.#peek(")")) throw new UnitError("A closing parenthesis is missing.", this.#at);
    this.#at += 1;
    return inside;
  }

  /** A factor, or all below one root. */
  #factors(): Factor[] {
    this.#space();
    if (this.#match(ROOT) === null) return [this.#factor()];
    const isWithin = this.#text.charAt(this.#at) === "(";
    const inside = isWithin ? this.#parenthesised() : [this.#factor()];
    const [first] = inside;
    if (this.#text.charAt(this.#at) === "^" || (!isWithin && first!.isRaised))
      throw new UnitError("A root and a power are told apart by parentheses: √(m^3).", this.#at);
    return inside.map((one) => ({
      ...one,
      exponent: rational(one.exponent.num, 2 * one.exponent.den),
    }));
  }

  /** `J/kg K` has two readings, so both are offered and neither is taken. */
  #refuseProduct(above: readonly Factor[], below: readonly Factor[]): void {
    const start = this.#at;
    if (this.#done() || this.#isSlash() || this.#peek(")")) return;
    this.#times();
    const next = this.#factors();
    const print = (factors: readonly Factor[]): string[] =>
      factors.filter((f) => f.unit !== UNITY).map((f) => formatPower(f.unit.print, f.exponent));
    const first = formatQuotient(print(above), print([...below, ...next]));
    const second = formatQuotient(print([...above, ...next]), print(below));
    throw new UnitError(
      `A product after "/" can be read in two ways: write "${first}" or "${second}".`,
      start,
    );
  }

  #product(inside: boolean): Factor[] {
    const factors = this.#factors();
    for (;;) {
      const end = this.#done() || this.#isSlash() || (inside && this.#peek(")"));
      if (end) return factors;
      this.#times();
      factors.push(...this.#factors());
    }
  }

  #factor(): Factor {
    this.#space();
    const position = this.#at;
    if (this.#text.charAt(this.#at) === "1" && !/[\d.]/.test(this.#text.charAt(this.#at + 1))) {
      this.#at += 1;
      return { unit: UNITY, typed: "1", isRaised: false, exponent: this.#exponent(), position };
    }
    const name = this.#match(NAME)?.[0];
    if (name === undefined) throw new UnitError(this.#unexpected(), position);
    const times = POWER_WORDS.get(name);
    if (times !== undefined && this.#seesName()) {
      const { exponent, ...rest } = this.#factor();
      return { ...rest, exponent: rational(exponent.num * times, exponent.den) };
    }
    const typed = this.#words(name);
    const question = twoMeanings(typed);
    if (question !== null) throw new UnitError(question, position);
    const unit = lookUp(typed);
    const below = unit?.kind === "symbol" ? this.#match(BELOW) : null;
    if (unit !== undefined && below !== null)
      return {
        unit,
        typed,
        isRaised: true,
        isSuffixed: true,
        exponent: rational(-Number(below[1])),
        position,
      };
    const size = unit === undefined ? undefined : this.#match(BELOW)?.[1];
    if (size !== undefined)
      throw new UnitError(
        () => `A minus behind a word may be a range; its power is written as in ${typed}^-${size}.`,
        position,
      );
    const isRaised = this.#text.charAt(this.#at) === "^";
    if (unit !== undefined) return { unit, typed, isRaised, exponent: this.#exponent(), position };
    const raised = RAISED.exec(typed);
    const base = raised === null ? undefined : lookUp(raised[1]!);
    if (raised === null || base === undefined || isRaised || !isLengthOrTime(base))
      throw new UnitError(() => unknownUnit(typed), position);
    const exponent = rational(Number(raised[2]));
    return { unit: base, typed: raised[1]!, isRaised: true, exponent, position };
  }

  /** `light year` and `deg C` are one name each. */
  #words(name: string): string {
    const start = this.#at;
    let [whole, end, longest] = [name, start, name];
    for (let words = 1; words < NAME_WORDS_MAX; words += 1) {
      const next = this.#peekWord();
      if (next === null) break;
      this.#at += next[0].length;
      whole += `_${next[1]!}`;
      if (entries().has(whole) || isAmbiguousName(whole)) [longest, end] = [whole, this.#at];
    }
    this.#at = end;
    return longest;
  }

  #seesName(): boolean {
    NEXT_NAME.lastIndex = this.#at;
    return NEXT_NAME.test(this.#text);
  }

  #peekWord(): RegExpExecArray | null {
    NEXT_WORD.lastIndex = this.#at;
    return NEXT_WORD.exec(this.#text);
  }

  /** What may stand between the factors of a product. */
  #times(): void {
    if (this.#match(MARK_BETWEEN) === null && this.#peek("*")) this.#at += 1;
  }

  #isSlash(): boolean {
    PER.lastIndex = this.#at;
    return PER.test(this.#text) || this.#peek("/");
  }

  #slash(): boolean {
    if (this.#match(PER) !== null) return true;
    if (!this.#peek("/")) return false;
    this.#at += 1;
    return true;
  }

  #exponent(): Rational {
    const word = this.#match(POWER_WORD);
    if (word !== null) return rational(POWER_WORDS.get(word[1]!)!);
    if (this.#text.charAt(this.#at) !== "^") return rational(1);
    this.#at += 1;
    const position = this.#at;
    try {
      const read = exponentAt(this.#text, position);
      if (read !== null) {
        this.#at = read.end;
        return read.exponent;
      }
    } catch (error) {
      if (error instanceof DimensionRangeError) throw new UnitError(error.message, position);
      throw error;
    }
    throw new UnitError(
      "An exponent is a number such as 2 or 0.5, or a fraction in parentheses as in Hz^(1/2).",
      position,
    );
  }

  #unexpected(): string {
    const found = this.#text.charAt(this.#at);
    if (found === "") return "A unit is missing at the end.";
    return /\d/.test(found)
      ? "A number stands where a unit is expected: numbers belong to the value."
      : `"${found}" stands where a unit is expected.`;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found !== null) this.#at += found[0].length;
    return found;
  }

  #space(): void {
    while (this.#text.charAt(this.#at) === " ") this.#at += 1;
  }

  #peek(character: string): boolean {
    this.#space();
    return this.#text.charAt(this.#at) === character;
  }

  #done(): boolean {
    this.#space();
    return this.#at >= this.#text.length;
  }
}

/** Symbols that a digit may follow as a power: `mm2`, `s2`. */
function isLengthOrTime({ dimension: d, kind, offset }: NamedUnit): boolean {
  const isOne = equals(d, BASE_DIMENSIONS["m"]!) || equals(d, BASE_DIMENSIONS["s"]!);
  return isOne && kind === "symbol" && offset === undefined;
}

const UNITY: NamedUnit = {
  dimension: dimensionless,
  factor: ONE,
  piPower: 0,
  print: "1",
  word: "1",
  prefixes: "none",
  kind: "symbol",
};

function unknownUnit(name: string): string {
  const [, base = "", power] = /^(.*?\p{L})([2-9])$/u.exec(name) ?? [];
  if (power !== undefined && lookUp(base) !== undefined)
    return `"${name}" is not a unit this node knows; a power of "${base}" is written ${base}^${power}.`;
  const near = nearest(name, entries().keys(), 3)
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

/** `s-3 s`, `h-2 min`: two numbers of one kind of unit with a minus between them. */
function refuseRange(factors: readonly Factor[]): void {
  for (const { isSuffixed, position, unit } of factors) {
    const isTwice = factors.some(
      (other) => other.position !== position && equals(other.unit.dimension, unit.dimension),
    );
    if (isSuffixed === true && isTwice)
      throw new UnitError(
        `This may be a range: write a power of ${unit.print} with "^".`,
        position,
      );
  }
}

/** Rejects degC in company; otherwise multiplies up. */
function assemble(
  above: readonly Factor[],
  below: readonly Factor[],
  { hasDifferencesBelow = false }: ReadingOptions,
): UnitValue {
  const factors = [
    ...above,
    ...below.map((f) => ({ ...f, exponent: rational(-f.exponent.num, f.exponent.den) })),
  ].filter((f) => f.unit !== UNITY);
  const all = hasDifferencesBelow ? factors.map(asDifference) : factors;
  refuseRange(all);
  const twice = below.find(({ isSuffixed }) => isSuffixed === true);
  if (twice !== undefined) throw new UnitError("A slash and a minus both divide.", twice.position);
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
    ...measuredOf(all.map((f) => [f.unit.measured, f.exponent.num / f.exponent.den])),
  };
}

/** The powers of measured constants in a product; what cancels is no longer there. */
function measuredOf(
  factors: readonly (readonly [of: Measured | undefined, power: number])[],
): Pick<UnitValue, "measured"> {
  const powers = new Map<string, number>();
  for (const [of = {}, times] of factors)
    for (const [name, power] of Object.entries(of))
      powers.set(name, (powers.get(name) ?? 0) + power * times);
  const left = [...powers].filter(([, power]) => power !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
  return left.length === 0 ? {} : { measured: Object.fromEntries(left) };
}

/** Below a slash a degree is the size of a degree: `J/(kg degC)`. */
function asDifference(factor: Factor): Factor {
  const { exponent, unit } = factor;
  const size = unit.offset === undefined || exponent.num > 0 ? undefined : SIZES.get(unit.print);
  return size === undefined ? factor : { ...factor, unit: namedUnit(size)! };
}

/** Units of the differences of temperatures that have their own zero. */
const SIZES: ReadonlyMap<string, string> = new Map([
  ["degC", "K"],
  ["degF", "degR"],
]);

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
  const above: TypedFactor[] = [];
  const below: TypedFactor[] = [];
  for (const [typed, exponent] of powers) {
    if (exponent.num > 0) above.push({ typed, exponent, isRaised: false });
    if (exponent.num < 0)
      below.push({ typed, exponent: rational(-exponent.num, exponent.den), isRaised: false });
  }
  if (twoReadings(above, below) !== null) return raisedText(powers);
  const text = ({ typed, exponent }: TypedFactor): string => formatPower(typed, exponent);
  return formatQuotient(above.map(text), below.map(text));
}

/** Every exponent written out, which has one reading: `C^-1`, `ft^1 lb^1`. */
function raisedText(powers: ReadonlyMap<string, Rational>): string {
  return [...powers]
    .filter(([, { num }]) => num !== 0)
    .map(([name, { num, den }]) => `${name}^${den === 1 ? num : `(${num}/${den})`}`)
    .join(" ");
}

/**
 * Reads a unit.
 * A product after an unparenthesised `/` is refused with both spellings, and so is what people
 * read in two ways; degC and degF stand only alone.
 * Source of the grammar: SI Brochure, 9th edition, section 5.4, made unambiguous.
 */
export function parseUnit(text: string, options: ReadingOptions = {}): UnitValue | UnitRefusal {
  const read = readUnit(text, options);
  return read.ok ? read : { ok: false, message: read.describe(), position: read.position };
}

/** Whether a text is a unit, at a small part of the cost of telling why not. */
export function isUnit(text: string, options: ReadingOptions = AS_WRITTEN): boolean {
  if (options !== AS_WRITTEN) return readUnit(text, options).ok;
  const before = looked.get(text);
  if (before === undefined) {
    const is = readUnit(text, options).ok;
    if (looked.size < LOOKED_MAX && text.length <= UNIT_CHARS_MAX) looked.set(text, is);
    return is;
  }
  countWork(READING_WORK + CHAR_WORK * text.length);
  return before;
}

const AS_WRITTEN: ReadingOptions = {};
/** Words of texts that were looked at: most are no units, and say so by an error that costs more than the look. */
const looked = new Map<string, boolean>();
const LOOKED_MAX = 8_192;

interface Unread {
  readonly ok: false;
  readonly describe: () => string;
  readonly position: number;
}

function readUnit(text: string, options: ReadingOptions): UnitValue | Unread {
  countWork(READING_WORK + CHAR_WORK * text.length);
  if (text.length > UNIT_CHARS_MAX) {
    return {
      ok: false,
      describe: () => `A unit has at most ${UNIT_CHARS_MAX} characters.`,
      position: UNIT_CHARS_MAX,
    };
  }
  const { ascii, positions } = toAscii(text);
  try {
    const { above, below } = new Reader(ascii).unit();
    const typed = (factors: readonly Factor[]): Factor[] => factors.filter((f) => f.unit !== UNITY);
    const question = twoReadings(typed(above), typed(below));
    if (question !== null) return { ok: false, describe: () => question, position: 0 };
    return assemble(above, below, options);
  } catch (error) {
    if (error instanceof UnitError) {
      return { ok: false, describe: error.describe, position: positions[error.position] ?? 0 };
    }
    if (error instanceof DimensionRangeError) {
      const { message } = error;
      return { ok: false, describe: () => message, position: 0 };
    }
    throw error;
  }
}

/** Every whole-word unit name, sorted; prefixed forms are not listed. */
export function unitNames(): readonly string[] {
  return [...entries().keys()].sort();
}
