/**
 * Numbers that a question says twice, and numbers of who asks: `37 degC (310.15 K)`, `across the 2k2`,
 * `I'm 64`, `52 nm at T = 0`. None is another input.
 */
import { dimensionsEqual } from "../../../units/index.js";
import { valueInSI, type Quantity, type Reading } from "../../../units/quantity/index.js";
import { plainValue, type Spans } from "./spanForms.js";

const NEAR_CHARS = 24;
/** Two that differ by no more are one, rounded. */
const SAME_SHARE = 1e-3;
const OPENS = /^\s*\(\s*(?:=\s*)?$/u;
const CLOSES = /^[^()\d]{0,6}\)/u;
const REFERS = /\b(?:the|that|this)\s+$/iu;
const OF_AGE = /\b[Ii](?:'m|’m|\s+am)\s+$/u;
const AT_NOUGHT = /\bat\s+$/iu;

/** Each number once. */
export function withoutSaidAgain(text: string, spans: Spans): Spans {
  return spans.filter((span, i) => {
    const quantity = plainValue(span);
    if (quantity === null) return true;
    const start = span.name?.at[0] ?? span.at[0];
    const head = text.slice(Math.max(0, start - NEAR_CHARS), start);
    const tail = text.slice(span.at[1], span.at[1] + NEAR_CHARS);
    if (span.name !== null) return !(isOfZero(span.name.text, quantity) && AT_NOUGHT.test(head));
    if (!quantity.hasUnit) return !(OF_AGE.test(head) && /^(?:\s+and\b|,)/iu.test(tail));
    const before = spans[i - 1];
    const other = before === undefined ? null : plainValue(before);
    const gap = before === undefined ? "" : text.slice(before.at[1], span.at[0]);
    if (OPENS.test(gap) && CLOSES.test(tail) && isSame(other, quantity, SAME_SHARE)) return false;
    return !(
      REFERS.test(head) &&
      spans.slice(0, i).some((one) => one.name === null && isSame(plainValue(one), quantity, 0))
    );
  });
}

/** `at T = 0` is of the name of the number before it. */
function isOfZero(name: string, { readings }: Quantity): boolean {
  return name === "T" && readings[0]!.number.num === 0n;
}

function isSame(one: Quantity | null, { readings }: Quantity, share: number): boolean {
  if (one?.hasUnit !== true) return false;
  return one.readings.some((own) => readings.some((other) => isNear(own, other, share)));
}

function isNear(one: Reading, other: Reading, share: number): boolean {
  if (!dimensionsEqual(one.unit.dimension, other.unit.dimension)) return false;
  const [a, b] = [valueInSI(one), valueInSI(other)];
  return Math.abs(a - b) <= share * Math.abs(a);
}
