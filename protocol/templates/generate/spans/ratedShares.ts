/** Shares of a rated number that a sentence states: a number in its unit, and no share of a reading. */
import { parseUnit, toSI } from "../../../units/index.js";
import type { Quantity, Span } from "./spanTypes.js";
import { writtenIn } from "./writtenIn.js";

/** `80 % of its 32 A rating`: a number, and no share of a reading. */
export function withShares(text: string, spans: readonly Span[]): readonly Span[] {
  return spans.flatMap((one, i): readonly Span[] => {
    const [before, next] = [spans[i - 1], spans[i + 1]];
    if (before !== undefined && shareAt(text, before, one) !== null) return [];
    return [(next === undefined ? null : shareAt(text, one, next)) ?? one];
  });
}

const RATED =
  /^ (?:rat(?:ing|ed (?:value|load|current|power|speed|pressure))|capacity|nominal|maximum|limit)\b/u;

/** What the share of a stated number is, in its unit; a scale with a zero of its own has no share. */
function shareAt(text: string, share: Span, whole: Span): Quantity | null {
  if (share.kind !== "quantity" || whole.kind !== "quantity" || share.unit !== "%") return null;
  const between = /^ of (?:its|the|their|a|an|our|my) (?:(?:rated|nominal|maximum|full) )?$/u;
  const behind = RATED.exec(text.slice(whole.at[1]));
  const read = parseUnit(whole.unit);
  const isOne = between.test(text.slice(share.at[1], whole.at[0])) && behind !== null;
  if (!isOne || !read.ok || read.offset !== undefined || whole.unit === "1") return null;
  const at = [share.at[0], whole.at[1] + behind[0].length] as const;
  const si = share.si * whole.si;
  const value = writtenIn(Number(si.toPrecision(15)), whole.unit);
  return {
    ...whole,
    text: text.slice(...at),
    at,
    value,
    si: toSI(value, read),
    difference: toSI(value, read),
  };
}
