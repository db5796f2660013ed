/** Expressions before a number, `deps/dalpha = 0.38`, as the one input that is a ratio or a square. */
import { spansIn, valueFor } from "../../units/quantity/index.js";
import type { Law } from "../laws/lexicon/lexicon.js";
import { rewriting, type Rewrite } from "./rewrite.js";
import { readAs } from "./written.js";
import { labelledIn } from "./labels.js";

const EXPRESSION = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.)])((?:[\p{L}][\p{L}\p{N}_]{0,6}(?:\^\d)?\s?\/\s?` +
    String.raw`(?:\(([^()=]{1,12})\)|[\p{L}][\p{L}\p{N}_]{0,6})(?:\^\d)?|` +
    String.raw`(?:sin|cos|tan)(?:\^2)?\s?\(?[\p{L}][\p{L}\p{N}_]{0,8}\)?(?:\^2)?))\s*=\s*(?=[-+]?\.?\d)`,
  "gu",
);

const OF_RATIO =
  /\b(?:ratio|per|over|relative|divided|squared|gradient|slope|square|fraction|reduced)\b/iu;

/** \`deps/dalpha = 0.38\`: an expression before a number, where one input alone is a ratio or a square and takes it. */
export function ratios(law: Law): Rewrite {
  return (before) => {
    const { text } = before;
    const names = new Set(labelledIn(text).map((one) => one.text));
    const spans = spansIn(text);
    const open = law.slots.filter(
      ({ about, quantity, spellings }) =>
        !spellings.some((one) => names.has(one)) &&
        OF_RATIO.test(`${about} ${quantity.replaceAll("_", " ")}`),
    );
    return rewriting(EXPRESSION, (match) => {
      const span = spans.find(({ at }) => at[0] === match.index + match[0].length);
      const quantity = span?.kind === "value" ? span.quantities[0] : undefined;
      const fitting = open.filter((slot) => quantity !== undefined && valueFor(quantity, slot).ok);
      const letters = match[1]!.split(/[^\p{L}]+|(?<=^|[^\p{L}])d(?=\p{L})/u);
      const own = fitting.filter(({ name }) => letters.includes(name.split("_")[0]!));
      const [slot, another] = own.length > 0 ? own : fitting;
      if (slot === undefined || another !== undefined) return null;
      return [`${slot.name} = `, readAs(match[1]!, `the ${slot.about} (${slot.name})`)];
    })(before);
  };
}
