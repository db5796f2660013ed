/** Masses of one mole: `one mole of helium weighs 4.0 g` says no mass of a thing. */
import { dimensionsEqual, quantityDimension } from "../../../units/index.js";
import type { Span } from "../../../units/quantity/index.js";

const BEFORE = new RegExp(
  String.raw`\b(?:an?|one|1|each|every)\s+mol(?:es?)?\b[^.;?!,\d]{0,40}?\s(?:weighs?|has|is|masses)\s+` +
    String.raw`(?:about\s+|a\s+mass\s+of\s+|(?:about\s+)?a\s+weight\s+of\s+)?$`,
  "iu",
);
const BEHIND =
  /^\s*(?:,\s*)?(?:is\s+|are\s+|makes?\s+|for\s+|in\s+)?(?:an?|one|each|every)\s+mol(?:e)?(?!\p{L})/iu;
const NEAR_CHARS = 80;
const MASS = quantityDimension("mass");
const MESSAGE = "this is of one mole; give it for each mole, as in g/mol";

export function isOfOneMole(text: string, { at, quantities }: Span): boolean {
  const reading = quantities[0]?.readings[0];
  if (reading === undefined || MASS === undefined || !dimensionsEqual(reading.unit.dimension, MASS))
    return false;
  if (!/\bmol/iu.test(text)) return false;
  return (
    BEFORE.test(text.slice(Math.max(0, at[0] - NEAR_CHARS), at[0])) ||
    BEHIND.test(text.slice(at[1], at[1] + NEAR_CHARS))
  );
}

/** Whoever takes numbers as they stand takes none of these. */
export function withoutMoles(text: string, spans: readonly Span[]): readonly Span[] {
  return spans.map((span) =>
    span.kind === "value" && isOfOneMole(text, span)
      ? { ...span, kind: "change", message: MESSAGE }
      : span,
  );
}
