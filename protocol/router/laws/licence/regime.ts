/** Inputs outside of the regime that a record states of its law: `a tube of 2 cm`, in a law of capillaries. */
import { wordsOfRecord, type Regime } from "../../../lexicon/words/recordWords.js";
import { marginOf } from "../../../operators/margin.js";
import type { Filled } from "../filling/fillTypes.js";
import { lawStems } from "../lexicon/lawWords.js";
import type { Law } from "../lexicon/lexicon.js";
import { rootOf } from "../lexicon/roots.js";
import type { Question } from "../reading/reading.js";
import type { Open } from "./open.js";

/** Both sides of a bound that hold one value differ by rounding. */
const ROUNDING = 1e-9;

export function outOfRegime(
  question: Question,
  law: Law,
  { target, uses }: Filled,
  value: number,
): Open | null {
  const { regime = [] } = wordsOfRecord(law.id);
  const said = regime.filter(({ when }) => when === undefined || isSaid(question, when));
  if (said.length === 0) return null;
  const inputs = {
    ...Object.fromEntries(uses.map((use) => [use.slot.name, use.value])),
    ...(target.isResult && target === law.result ? {} : { [target.name]: value }),
  };
  const broken = said.find((one) => !isWithin(law, one, inputs));
  if (broken === undefined) return null;
  const { name } = law.entry.record;
  return {
    what: "case",
    at: [0, question.text.length],
    message: `${name} holds where ${broken.why} (${broken.holds}), and these inputs lie outside`,
  };
}

function isSaid({ tokens }: Question, when: string): boolean {
  const roots = new Set(lawStems(when).map(rootOf));
  return tokens.some(({ stem }) => roots.has(rootOf(stem)));
}

/** A comparison of which an input is not known says nothing. */
function isWithin(
  { entry: { record } }: Law,
  { holds }: Regime,
  inputs: Readonly<Record<string, number>>,
): boolean {
  const margin = marginOf(record, holds);
  if (!margin.ok) return true;
  const [low, high] = margin.sides.map((side) => side.evaluate(inputs));
  if (low?.status !== "value" || high?.status !== "value") return true;
  return low.value <= high.value + ROUNDING * Math.abs(high.value);
}
