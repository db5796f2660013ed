/** The price and funding of an envelope, read from what is kept of it. */
import type { Funding } from "../protocol/seal/envelope.js";

export interface KeptPrice {
  readonly credits: number;
  readonly funding: Funding;
}

/** What most envelopes begin with: one that says its chain, and one whose chain stands in the first of its window. */
const PRICED = /^\{"credits":([1-9][0-9]{0,15}),"funding":"(free|paid)",/;
const UNPRICED = '{"equations":';

/** @returns null where it is that of the window's first envelope, or there is none */
export function priceOfText(text: string): KeptPrice | null {
  if (text.startsWith(UNPRICED)) return null;
  const found = PRICED.exec(text);
  if (found !== null) return { credits: Number(found[1]), funding: found[2] === "free" ? "free" : "paid" };
  // A domain stands before the price, or the text is of an older writer.
  let kept: Partial<KeptPrice>;
  try {
    kept = JSON.parse(text);
  } catch {
    return null;
  }
  const { credits, funding } = kept;
  return Number.isSafeInteger(credits) && (funding === "free" || funding === "paid") ? { credits: credits!, funding } : null;
}
