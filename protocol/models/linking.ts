/**
 * Which number of a text came from which receipt. A stated number is linked where it is the sealed value
 * rounded to the digits that are stated, in the unit that is stated; nothing else is near enough. The
 * comparison is exact.
 */
import { dimensionsEqual, parseUnit, type UnitValue } from "../units/index.js";
import { scaleOf } from "../units/convert.js";
import { addExact, exactOfText, multiplyExact, subtractExact, type Exact } from "../units/exact.js";
import { NO_LINE, numbersOf, type LineState, type StatedNumber } from "./numbers.js";

/** A number that was computed, or went into a computation. */
export interface ReceiptNumber {
  /** Null for what was evaluated and not sealed. */
  readonly receipt: string | null;
  /** `value`, `uncertainty`, or `inputs.m_1`. */
  readonly field: string;
  readonly value: number;
  /** Null where it is not known: any unit fits. */
  readonly unit: string | null;
}

export interface LinkedNumber {
  readonly text: string;
  /** In the text as it is answered, UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly unit: string | null;
  readonly from: "receipt" | "evaluation" | "none";
  readonly receipt: string | null;
  readonly field: string | null;
}

/** Without a unit fewer digits fit too much. */
const BARE_SIGNIFICANT_MIN = 3;
/** Numbers of one chat that are compared; those behind them count as without a receipt. */
const COMPARED_MAX = 4_096;
export const WITHHELD = "[no receipt]";

interface Source {
  readonly number: ReceiptNumber;
  readonly unit: UnitValue | null;
  /** As it is written, and in SI. */
  readonly bare: Exact;
  readonly si: Exact;
}

export class NumberLinker {
  readonly #isStrict: boolean;
  readonly #sources: Source[] = [];
  readonly numbers: LinkedNumber[] = [];
  readonly #receipts = new Set<string>();
  #state: LineState = NO_LINE;
  #line = "";
  /** Characters that were answered. */
  #at = 0;
  #compared = 0;
  withheld = 0;

  /** @param isStrict what has no receipt is not answered */
  constructor(isStrict: boolean) {
    this.#isStrict = isStrict;
  }

  /** An id that may be stated: of a receipt that was made or found genuine here. */
  addReceipt(id: string): void {
    this.#receipts.add(id);
  }

  add(number: ReceiptNumber): void {
    if (number.receipt !== null) this.addReceipt(number.receipt);
    if (!Number.isFinite(number.value)) return;
    const unit = number.unit === null ? null : parseUnit(number.unit);
    const bare = exactOfText(String(number.value));
    const read = unit?.ok === true ? unit : null;
    this.#sources.push({ number, unit: read, bare, si: read === null ? bare : inSi(bare, read) });
  }

  /** @returns what may be shown of the text so far, and was not yet */
  take(text: string): string {
    let shown = "";
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      shown += this.#part(text.slice(from, end + 1));
      from = end + 1;
    }
    const rest = text.slice(from);
    this.#line += rest;
    return this.#isStrict ? shown : shown + rest;
  }

  /** The last line ends here. @returns what of it was not shown yet */
  end(): string {
    return this.#lineEnds();
  }

  /** @param text up to the end of a line, of which a beginning may have come before */
  #part(text: string): string {
    this.#line += text;
    const strict = this.#lineEnds();
    return this.#isStrict ? strict : text;
  }

  #lineEnds(): string {
    const line = this.#line;
    this.#line = "";
    const { numbers, state } = numbersOf(line, this.#state, {
      withWords: this.#isStrict,
      isReceipt: (text) => [...this.#receipts].some((id) => id.startsWith(text)),
    });
    this.#state = state;
    let shown = "";
    let from = 0;
    for (const stated of numbers) {
      if (stated.start < from) continue;
      const found = this.#find(stated);
      const text = line.slice(stated.start, stated.end);
      shown += line.slice(from, stated.start);
      from = stated.end;
      const isHidden = this.#isStrict && found?.source.number.receipt == null;
      const start = this.#at + shown.length;
      shown += isHidden ? WITHHELD : text;
      if (isHidden) this.withheld += 1;
      else this.numbers.push(linked(text, start, stated, found));
    }
    shown += line.slice(from);
    this.#at += shown.length;
    return this.#isStrict ? shown : "";
  }

  #find(stated: StatedNumber): Match | null {
    const { value } = stated;
    if (value === null || this.#compared >= COMPARED_MAX) return null;
    this.#compared += 1;
    let unsealed: Match | null = null;
    for (const source of this.#sources) {
      for (const unit of stated.units) {
        if (!fits(stated, value, unit ?? unitAhead(stated, source), source)) continue;
        if (source.number.receipt !== null) return { source, unit };
        unsealed ??= { source, unit };
      }
    }
    return unsealed;
  }
}

interface Match {
  readonly source: Source;
  readonly unit: UnitValue | null;
}

function linked(
  text: string,
  start: number,
  stated: StatedNumber,
  found: Match | null,
): LinkedNumber {
  const number = found?.source.number;
  return {
    text,
    start,
    end: start + text.length,
    unit: (found === null ? stated.units[0] : found.unit)?.text ?? null,
    from: number === undefined ? "none" : number.receipt === null ? "evaluation" : "receipt",
    receipt: number?.receipt ?? null,
    field: number?.field ?? null,
  };
}

/** A number without a unit has the one that is named ahead of it, where that one is of its kind. */
function unitAhead({ ahead }: StatedNumber, { unit }: Source): UnitValue | null {
  return (
    (unit !== null && ahead.find(({ dimension }) => dimensionsEqual(dimension, unit.dimension))) ||
    null
  );
}

function fits(
  { half, significant }: StatedNumber,
  value: Exact,
  unit: UnitValue | null,
  source: Source,
): boolean {
  // Zero says nothing of what is small.
  if (significant === 0) return source.bare.num === 0n && dimensionFits(unit, source);
  if (unit === null) {
    const isPure = source.number.unit === "1";
    return (isPure || significant >= BARE_SIGNIFICANT_MIN) && within(value, half, source.bare);
  }
  if (!dimensionFits(unit, source)) return false;
  return within(inSi(value, unit), multiplyExact(half, scaleOf(unit, 0)), source.si);
}

function dimensionFits(unit: UnitValue | null, source: Source): boolean {
  return (
    unit === null || source.unit === null || dimensionsEqual(unit.dimension, source.unit.dimension)
  );
}

function inSi(value: Exact, unit: UnitValue): Exact {
  const scaled = multiplyExact(value, scaleOf(unit, 0));
  return unit.offset === undefined ? scaled : addExact(scaled, unit.offset);
}

/** |a - b| <= half */
function within(a: Exact, half: Exact, b: Exact): boolean {
  const { den, num } = subtractExact(a, b);
  const size = num < 0n ? -num : num;
  return size * half.den <= half.num * den;
}
