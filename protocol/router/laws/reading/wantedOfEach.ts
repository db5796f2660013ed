/** Units that an answer is asked in of one of something: `how many mg are in a cubic metre`. */
import { isDimensionless, parseUnit } from "../../../units/index.js";
import type { Wanted } from "./wantedUnit.js";

const ONE = String.raw`(?:an?|one|each|every)\s+((?:(?:square|cubic)\s+)?\p{Ll}{3,})(?!\p{L})`;
const MANY = new RegExp(
  String.raw`\bhow\s+many\s+(\p{Ll}+)(?!\s+per\b)\b[^.?!;,\d]{0,40}?\s(?:in|on|for|per)\s+${ONE}`,
  "iu",
);
const IN_EACH = new RegExp(
  String.raw`\bin\s+(\p{Ll}+)\s+(?:does|do|is|are|will|acts?|pulls?)\s+(?:on\s+|for\s+)?${ONE}`,
  "iu",
);
/** Times go by, and things are no lengths: `a turn`, `each second`. */
const NO_ONE =
  /^(?:second|minute|hour|day|week|month|year|turn|cycle|point|bar|line|stone|cell|hand|foot|feet)s?$/iu;

/** The unit of a question that asks of one of something; null for none. */
export function wantedOfEach(text: string): Wanted | null {
  const match = MANY.exec(text) ?? IN_EACH.exec(text);
  if (match === null || NO_ONE.test(match[2]!)) return null;
  const [above, below] = [parseUnit(match[1]!), parseUnit(match[2]!)];
  if (!above.ok || !below.ok || isDimensionless(below.dimension)) return null;
  const unit = parseUnit(`${above.text}/${below.text}`);
  if (!unit.ok) return null;
  const at = [match.index, match.index + match[0].length] as const;
  return { text: unit.text, at, dimension: unit.dimension, isInside: true };
}
