/** `three resistors of 2, 3 and 6 ohm`: a list as long as is said has one unit, that of its last number. */
import { printReading, type Quantity, type Span } from "../../../units/quantity/index.js";

const COUNTS = ["two", "three", "four", "five", "six"] as const;
const FIRST_COUNT = 2;
const COUNTED = new RegExp(
  String.raw`\b(${COUNTS.join("|")})\s+(?:[\p{L}-]+\s+){0,2}?\p{L}{2,}s\b[^\d.;:?!]{0,24}$`,
  "iu",
);
const COMMA = /^\s*,\s*$/;
const AND = /^\s*,?\s*and\s*$/i;

const HAS_COUNT = new RegExp(String.raw`\b(?:${COUNTS.join("|")})\s`, "iu");

export function withListUnits(text: string, spans: readonly Span[]): readonly Span[] {
  if (!HAS_COUNT.test(text)) return spans;
  const read = [...spans];
  for (const [first, span] of spans.entries()) {
    const said = COUNTED.exec(text.slice(0, span.at[0]))?.[1]?.toLowerCase();
    if (said === undefined) continue;
    const list = spans.slice(
      first,
      first + COUNTS.findIndex((word) => word === said) + FIRST_COUNT,
    );
    const unit = list.at(-1)?.quantities[0];
    if (
      unit === undefined ||
      !isList(text, list) ||
      isListed(text, list, spans[first + list.length])
    )
      continue;
    list.slice(0, -1).forEach((one, i) => {
      read[first + i] = { ...one, quantities: one.quantities.map((own) => inUnitOf(own, unit)) };
    });
  }
  return read;
}

/** Bare numbers and one with a unit, set apart by commas and an `and`. */
function isList(text: string, list: readonly Span[]): boolean {
  return list.every(({ at, kind, name, quantities: [own, another] }, i) => {
    const next = list[i + 1];
    const isPlain = kind === "value" && name === null && own !== undefined && another === undefined;
    if (next === undefined) return isPlain && own.hasUnit;
    const joint = i === list.length - 2 ? AND : COMMA;
    return isPlain && !own.hasUnit && joint.test(text.slice(at[1], next.at[0]));
  });
}

/** Whether the list goes on: it is longer than was said. */
function isListed(text: string, list: readonly Span[], next: Span | undefined): boolean {
  const gap = next === undefined ? "" : text.slice(list.at(-1)!.at[1], next.at[0]);
  return COMMA.test(gap) || AND.test(gap);
}

function inUnitOf(own: Quantity, { readings }: Quantity): Quantity {
  const { number, piPower } = own.readings[0]!;
  const shared = readings.map(({ unit }) => ({ number, piPower, unit }));
  return { ...own, hasUnit: true, readings: shared, text: printReading(shared[0]!) };
}
