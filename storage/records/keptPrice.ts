/** The price and funding of an envelope, read from what is kept of it. */
import type { Funding } from "../../protocol/seal/envelope.js";

export interface KeptPrice {
  readonly credits: number;
  readonly funding: Funding;
}

/**
 * What most envelopes begin with: one that says its chain, and one whose chain stands in the first
 * of its window.
 */
const PRICED = /^\{"credits":([1-9][0-9]{0,15}),"funding":"(free|paid)",/;
const UNPRICED = '{"equations":';
const UNPRICED_BYTES = Buffer.from(UNPRICED, "latin1");
/** As far as a price of sixteen digits goes. */
const PRICED_BYTES_MAX = 48;

/** @returns null where it is that of the window's first envelope, or there is none */
export function priceOfText(text: string): KeptPrice | null {
  if (text.startsWith(UNPRICED)) return null;
  const found = PRICED.exec(text);
  if (found !== null) return priceFound(found);
  // A domain stands before the price, or the text is of an older writer.
  let kept: Partial<KeptPrice>;
  try {
    kept = JSON.parse(text);
  } catch {
    return null;
  }
  const { credits, funding } = kept;
  return Number.isSafeInteger(credits) && (funding === "free" || funding === "paid")
    ? { credits: credits!, funding }
    : null;
}

/**
 * The same of a text as it is stored, of which most is not looked at. @param from UTF-8 from `at`
 * to `end`
 */
export function priceOfBytes(from: Buffer, at: number, end: number): KeptPrice | null {
  if (beginsWith(from, at, end, UNPRICED_BYTES)) return null;
  const found = PRICED.exec(from.toString("latin1", at, Math.min(end, at + PRICED_BYTES_MAX)));
  return found === null ? priceOfText(from.toString("utf8", at, end)) : priceFound(found);
}

function beginsWith(from: Buffer, at: number, end: number, start: Buffer): boolean {
  if (end - at < start.length) return false;
  for (let i = 0; i < start.length; i += 1) if (from[at + i] !== start[i]) return false;
  return true;
}

function priceFound([, credits, funding]: RegExpExecArray): KeptPrice {
  return { credits: Number(credits), funding: funding === "free" ? "free" : "paid" };
}
