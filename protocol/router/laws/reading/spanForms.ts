/** Numbers of a question put together again, and what is known of one beside its digits. */
import { parseUnit } from "../../../units/index.js";
import {
  printReading,
  type Place,
  type Quantity,
  type Reading,
  type Span,
} from "../../../units/quantity/index.js";

export type Spans = readonly Span[];
/** What two spans that stand side by side are together; null for two. */
export type Join = (text: string, one: Span, next: Span) => Span | null;

export function joinedBy(text: string, spans: Spans, join: Join): Spans {
  const found: Span[] = [];
  for (const span of spans) {
    const before = found.at(-1);
    const both = before === undefined ? null : join(text, before, span);
    if (both === null) found.push(span);
    else found[found.length - 1] = both;
  }
  return found;
}

export function quantityOf(at: Place, readings: readonly Reading[]): Quantity {
  const [usual] = readings;
  return {
    ok: true,
    at,
    readings,
    question: null,
    spread: null,
    hasUnit: usual!.unit.text !== "1",
    isWord: false,
    text: printReading(usual!),
  };
}

export function valueSpan(span: Span, at: Place, readings: readonly Reading[]): Span {
  return { ...span, kind: "value", at, message: null, quantities: [quantityOf(at, readings)] };
}

export function plainValue({ kind, quantities }: Span): Quantity | null {
  const [quantity, another] = quantities;
  return kind === "value" && another === undefined ? (quantity ?? null) : null;
}

/** A number that says more than its digits: of a change, of what is long and round, of a bound. */
export interface Part extends Span {
  /** Words that it has as if they were said. */
  readonly asIfSaid: readonly string[];
  /** What a reading with it supposes; null for nothing. */
  readonly supposes?: string | null;
}

export function stateOfPart(span: Span): readonly string[] {
  return isPart(span) ? span.asIfSaid : [];
}

function isPart(span: Span): span is Part {
  return "asIfSaid" in span;
}

/** What a reading with this number supposes; null for nothing. */
export function supposedOf(span: Span): string | null {
  return isPart(span) ? (span.supposes ?? null) : null;
}

/** The same number in each of the units; the first is the usual one. */
export function inEither(span: Span, own: Quantity, units: readonly string[]): Span {
  const { number, piPower } = own.readings[0]!;
  const readings = units.flatMap((one): Reading[] => {
    const unit = parseUnit(one);
    return unit.ok ? [{ number, piPower, unit }] : [];
  });
  return readings.length === 0 ? span : valueSpan(span, own.at, readings);
}

export const PURE = pure();

function pure(): Reading["unit"] {
  const unit = parseUnit("1");
  if (!unit.ok) throw new RangeError("The unit 1 is known.");
  return unit;
}
