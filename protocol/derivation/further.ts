/** The smallest sets of further inputs with which what is wanted would follow. */
import type { Question } from "./question.js";
import { Pool, type Fact } from "./facts.js";
import type { Law, LawSlot } from "./laws.js";
import type { LawBook } from "./lawBook.js";
import type { PathSearch } from "./search.js";

export interface FurtherInputs {
  readonly inputs: readonly {
    readonly kind: string;
    readonly name: string;
    readonly unit: string;
  }[];
  readonly laws: readonly string[];
  /** Things that its laws are about and nobody said. */
  readonly supposes: readonly string[];
}

const SETS_MAX = 8;
const INPUTS_MAX = 3;

/** Ways to use all known values in one law, or behind another, with some of its inputs open. */
export function furtherInputs(
  book: LawBook,
  question: Question,
  search: PathSearch,
): readonly FurtherInputs[] {
  const all = (1 << question.known.length) - 1;
  const start = search.start();
  const facts = [...start.all, ...search.further(start, 1, null)];
  const pool = new Pool(facts);
  const goals = search.goalKinds();
  const found: (FurtherInputs & { readonly laws: readonly string[] })[] = [];
  for (const law of book.laws) {
    if (law.isStatedOnly) continue;
    if (law.isConversion && law.inputs === 1) continue;
    if (question.use !== null && !law.isConversion && !question.use.has(law.id)) continue;
    for (const target of law.slots) {
      if (!target.accepted.some((kind) => goals.has(kind))) continue;
      if (!target.isResult && law.entry.resultSymbol === null) continue;
      const open = openSlots(law, target, pool, all);
      if (open === null) continue;
      const inputs = open.slots.map(({ kind, symbol, unit }) => ({
        kind,
        name: law.entry.record.symbols[symbol]?.name ?? kind.replaceAll("_", " "),
        unit,
      }));
      found.push({ inputs, laws: [...open.laws, law.id], supposes: search.supposes(law) ?? [] });
    }
  }
  const least = found.sort(
    (a, b) =>
      Number(a.supposes.length > 0) - Number(b.supposes.length > 0) ||
      a.inputs.length - b.inputs.length ||
      a.laws.length - b.laws.length ||
      (a.laws.join() < b.laws.join() ? -1 : 1),
  );
  const shown = new Map<string, FurtherInputs>();
  for (const one of least) {
    const key = one.inputs
      .map(({ kind }) => kind)
      .sort()
      .join();
    if (!shown.has(key) && shown.size < SETS_MAX) shown.set(key, one);
  }
  return [...shown.values()];
}

/** The fewest slots that stay open where all known values are used; null where that cannot be. */
function openSlots(
  law: Law,
  target: LawSlot,
  pool: Pool,
  all: number,
): { readonly slots: readonly LawSlot[]; readonly laws: readonly string[] } | null {
  const slots = law.slots.filter((slot) => slot !== target);
  let best: { slots: readonly LawSlot[]; laws: readonly string[] } | null = null;
  const choose = (
    at: number,
    mask: number,
    used: readonly Fact[],
    open: readonly LawSlot[],
  ): void => {
    if (open.length > INPUTS_MAX || (best !== null && open.length >= best.slots.length)) return;
    if (at === slots.length) {
      if (mask !== all || open.length === 0) return;
      const laws = used.flatMap(({ steps }) => steps.map((step) => step.law));
      const own = [...new Set(laws)].filter((one) => !one.isConversion).map(({ id }) => id);
      if (own.length < 3 && !laws.includes(law)) best = { slots: open, laws: own };
      return;
    }
    const slot = slots[at]!;
    for (const fact of pool.fitting(slot))
      if (!used.includes(fact)) choose(at + 1, mask | fact.mask, [...used, fact], open);
    choose(at + 1, mask, used, slot.isOptional ? open : [...open, slot]);
  };
  choose(0, 0, [], []);
  return best;
}
