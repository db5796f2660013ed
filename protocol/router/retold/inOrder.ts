/** Lists of bare numbers as inputs of one symbol in their order: `I_1`, `I_2`, `I_3`. */
import { spansIn, valueFor, type Span } from "../../units/quantity/index.js";
import type { Law, LawSlot } from "../laws/lexicon/lexicon.js";
import { rewriting, type Rewrite } from "./rewrite.js";

const JOINT = /^\s*(?:,|;|,?\s*and)\s*$/u;

/** `0.20, 0.35, 0.50 kg m2`: as many as a law has inputs `I_1`, `I_2`, `I_3` of this kind, in their order. */
export function inOrder(law: Law): Rewrite {
  return (before) => {
    const { text } = before;
    const spans = spansIn(text).filter(
      ({ kind, quantities }) => kind === "value" && quantities.length === 1,
    );
    const names = new Map<number, LawSlot>();
    for (let i = 0; i < spans.length; i += 1) {
      let end = i;
      while (isListed(text, spans[end]!, spans[end + 1])) end += 1;
      const list = spans.slice(i, end + 1);
      const slots = orderedSlots(law, list);
      list.forEach(({ at }, k) => {
        if (slots.length === list.length && list.length > 1) names.set(at[0], slots[k]!);
      });
      i = end;
    }
    if (names.size === 0) return before;
    return rewriting(/(?<![\p{L}\p{N}_.])(?=[-+]?\.?\d)/gu, ({ index }) => {
      const slot = names.get(index);
      return slot === undefined
        ? null
        : [
            `${slot.name} = `,
            `the numbers of a list are read in order: the ${slot.about} (${slot.name})`,
          ];
    })(before);
  };
}

function isListed(text: string, one: Span, next: Span | undefined): boolean {
  if (next === undefined || one.name !== null || next.name !== null) return false;
  return (
    JOINT.test(text.slice(one.at[1], next.at[0])) &&
    one.quantities[0]!.hasUnit === next.quantities[0]!.hasUnit
  );
}

/** The inputs that all of a list fit, where they are one symbol with the digits 1, 2 and so on. */
function orderedSlots({ slots }: Law, list: readonly Span[]): readonly LawSlot[] {
  const fitting = slots.filter((slot) =>
    list.every(({ quantities }) => valueFor(quantities[0]!, slot).ok),
  );
  const [base] = fitting[0]?.name.split("_") ?? [];
  const isRow = fitting.every(({ name }, i) => name === `${base}_${i + 1}`);
  return isRow ? fitting : [];
}
