/** What stays the same in a change: both of its values are one, and cancel out of the law. */
import { valueExampleOf } from "../../../operators/record.js";
import type { Use } from "./fillTypes.js";
import { lawStem } from "../lexicon/lawWords.js";
import type { Law, LawSlot } from "../lexicon/lexicon.js";
import type { Question } from "../reading/reading.js";

export const HELD = "the same before and after; any value gives the same answer";

const SAME = new RegExp(
  String.raw`\b(?:constant|same|unchanged|unchanging|fixed)\s+([a-z]+)|` +
    String.raw`\b([a-z]+)\s+(?:(?:is|are|being)\s+)?(?:stays?|remains?|is|are|kept|held)\s+` +
    String.raw`(?:the\s+same|constant|fixed|unchanged)\b|` +
    String.raw`\b(rigid)\s+(?:\w+\s+){0,2}(?:tank|vessel|container|bottle|cylinder|box|can)\b`,
  "giu",
);

/** Of a question, which is held against hundreds of laws. */
const found = new WeakMap<Question, readonly string[]>();

/** Stems of the quantities that are said to stay the same. */
function sameIn(question: Question): readonly string[] {
  const kept = found.get(question);
  if (kept !== undefined) return kept;
  const stems = [...question.text.matchAll(SAME)].map(([, one, two, rigid]) =>
    lawStem(rigid === undefined ? (one ?? two)! : "volume"),
  );
  found.set(question, stems);
  return stems;
}

export function saysSame(question: Question): boolean {
  return sameIn(question).length > 0;
}

/** `at constant temperature`, where a law has a temperature before and one after, and neither is given. */
export function heldIn(
  law: Law,
  slots: readonly LawSlot[],
  question: Question,
  filled: ReadonlySet<LawSlot>,
): readonly Use[] {
  const same = sameIn(question);
  const example = same.length === 0 ? null : valueExampleOf(law.entry.record);
  if (example === null) return [];
  return same.flatMap((stem): readonly Use[] => {
    const own = slots.filter(({ quantity }) => quantity.split("_").map(lawStem).includes(stem));
    const [first, second, third] = own;
    if (first === undefined || second === undefined || third !== undefined) return [];
    if (filled.has(first) || filled.has(second) || first.quantity !== second.quantity) return [];
    const value = example.inputs[first.isResult ? second.name : first.name];
    if (value === undefined) return [];
    return own.map((slot) => ({
      slot,
      value,
      at: [0, 0],
      rule: HELD,
      uncertainty: null,
      said: "the same",
    }));
  });
}
