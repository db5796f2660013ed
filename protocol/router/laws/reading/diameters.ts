/** Lengths that are diameters by what stands around them: `dia 4 cm`, `5 mm across`, `ø 20`, `a 3-inch pipe`. */
import { dimensionsEqual, quantityDimension } from "../../../units/index.js";
import type { Quantity, Span } from "../../../units/quantity/index.js";
import { inEither, plainValue, stateOfPart, type Part, type Spans } from "./spanForms.js";

const LENGTH = quantityDimension("length");
const SIGN = String.raw`[øØ⌀∅]`;
const BEFORE = new RegExp(
  String.raw`(?:(?<![\p{L}\p{N}])(?:dia|diam)\.?|(?<![\p{L}\p{N}])${SIGN}|\bdiameters?)\s*(?:of|is|=|:)?\s*$`,
  "iu",
);
const BEHIND = new RegExp(
  String.raw`^\s*(?:${SIGN}|(?:in\s+)?(?:dia|diam|diameter|bore)\b)|^\s+across(?=\s*(?:[,.;:?!)]|$)|` +
    String.raw`\s+(?:and|sees|is|has|falls|in|with|that|which|rolls|moves|carries|rises|hangs|floats)\b)`,
  "iu",
);
const ROUND =
  "pipes?|piping|tubes?|tubing|hoses?|balls?|spheres?|beads?|marbles?|drops?|droplets?|bubbles?|telescopes?|dish|" +
  "dishes|holes?|pizzas?|discs?|disks?|bolts?|balloons?|duct|ducts|nozzles?";
const ROUND_BEHIND = new RegExp(
  String.raw`^[\s-]*(?:wide\s+)?(?:(?:steel|glass|copper|plastic|water|garden|iron|brass|rubber|round|` +
    String.raw`radio|fire)\s+)?(?:${ROUND})(?![\p{L}\p{N}])`,
  "iu",
);
/** Units in which people say how wide a round thing is, not how long. */
const SMALL = /^(?:mm|cm|in|mil|um|nm)$/u;

/** Numbers that are a diameter have that word before them, as if it were said. */
export function withDiameters(text: string, spans: Spans): Spans {
  return spans.map((span) => {
    const own = plainValue(span);
    if (own === null || stateOfPart(span).length > 0) return span;
    const head = text.slice(Math.max(0, span.at[0] - 16), span.at[0]);
    const tail = text.slice(own.at[1], own.at[1] + 40);
    const isSaid = BEFORE.test(head) || BEHIND.test(tail);
    if (!own.hasUnit) {
      const isSigned = new RegExp(`${SIGN}\\s*$`, "u").test(head);
      return isSigned ? wide(inEither(span, own, ["mm", "1"])) : span;
    }
    const isRound = isSaid || (isSmall(own) && ROUND_BEHIND.test(tail));
    return isRound && isLength(own) ? wide(span) : span;
  });
}

function wide(span: Span): Part {
  return { ...span, asIfSaid: ["diameter"] };
}

function isLength({ readings }: Quantity): boolean {
  return LENGTH !== undefined && dimensionsEqual(readings[0]!.unit.dimension, LENGTH);
}

function isSmall({ readings }: Quantity): boolean {
  return SMALL.test(readings[0]!.unit.text);
}
