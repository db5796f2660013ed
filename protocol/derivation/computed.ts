/** The value of a derivation that was found, and what records say against it. */
import { planChain, type ChainPlan } from "../chains/plan.js";
import type { KernelValue } from "../chains/result.js";
import { stemsOf } from "../lexicon/kinds.js";
import { MODULATION_ID } from "../operators/chain.js";
import type { Derivation } from "../seal/derivationFormat.js";
import { dimensionKey } from "../units/dimension.js";
import { parseUnit } from "../units/parse.js";
import type { Fact } from "./facts.js";
import type { LawBook } from "./lawBook.js";
import type { Question } from "./question.js";
import { runDerivation, type DerivedStep } from "./run.js";
import type { Path } from "./search.js";

/** A law for speeds well below that of light is off by half of the square of this share. */
const SLOW_SHARE_MAX = 0.01;
const LIGHT_SPEED = 299_792_458;
const CELESTIAL: ReadonlySet<string> = new Set(
  stemsOf(
    "moon mars venus mercury jupiter saturn uranus neptune pluto titan sun star planet asteroid",
  ),
);

export interface Computed {
  readonly path: Path;
  readonly plan: ChainPlan;
  readonly derivation: Derivation;
  readonly kernel: KernelValue;
  readonly steps: readonly DerivedStep[];
}

/** A derivation without a law stands on the chain of the modulation alone. */
export function chainOf(laws: readonly string[]): readonly string[] {
  return laws.length === 0 ? [MODULATION_ID] : laws;
}

/** @returns why it has no value */
export function computedOf(book: LawBook, question: Question, path: Path): Computed | string {
  const { fact } = path;
  const laws = fact.steps.filter(({ law }) => !law.isConversion).map(({ law }) => law.id);
  const plan = planChain(book.registry, chainOf(laws));
  if (plan.status === "invalid") return plan.message;
  const derivation = derivationOf(question, fact);
  const done = runDerivation(plan, derivation);
  if (done.status === "none") return done.message;
  const { kernel, steps } = done;
  const { unit } = question.wanted;
  const own = kernel.unit === null ? null : parseUnit(kernel.unit);
  if (
    unit !== null &&
    (own === null || !own.ok || dimensionKey(own.dimension) !== dimensionKey(unit.dimension))
  )
    return `the result is in ${kernel.unit ?? "an unknown unit"}, not in ${unit.text}`;
  const beyond = beyondValidity(question, fact, derivation, steps);
  return beyond ?? { path, plan, derivation, kernel, steps };
}

function derivationOf({ known }: Question, { mask, steps }: Fact): Derivation {
  const used = known.flatMap((_, at) => ((mask & (1 << at)) === 0 ? [] : [at]));
  const sourceOf = (fact: Fact): string =>
    fact.given >= 0
      ? `given ${used.indexOf(fact.given)}`
      : `step ${steps.indexOf(fact.steps.at(-1)!)}`;
  return {
    given: used
      .map((at) => known[at]!)
      .map(({ kind, of, uncertainty, value }) => ({
        kind,
        value,
        ...(of === "" ? {} : { of }),
        ...(uncertainty > 0 ? { u: uncertainty } : {}),
      })),
    steps: steps.map(({ bound, law, target }) => ({
      law: law.id,
      for: target.symbol,
      bind: Object.fromEntries(
        bound.flatMap((fact, at) =>
          fact === null ? [] : [[law.slots[at]!.symbol, sourceOf(fact)]],
        ),
      ),
    })),
  };
}

/** What records say of their validity and a number can show. */
function beyondValidity(
  { said }: Question,
  { steps }: Fact,
  { given, steps: bound }: Derivation,
  shown: readonly DerivedStep[],
): string | null {
  for (const [at, { law, target }] of steps.entries()) {
    const values = law.slots.flatMap((slot) => {
      const from = bound[at]!.bind[slot.symbol]?.split(" ");
      if (slot === target) return [{ slot, value: shown[at]!.value }];
      if (from === undefined) return [];
      const list: readonly { readonly value: number }[] = from[0] === "given" ? given : shown;
      return [{ slot, value: list[Number(from[1])]!.value }];
    });
    if (/below c\b/.test(law.validity)) {
      const fast = values.find(
        ({ slot, value }) =>
          slot.kinds.has("speed") && Math.abs(value) > SLOW_SHARE_MAX * LIGHT_SPEED,
      );
      if (fast !== undefined)
        return `${law.id} holds for speeds well below that of light, and ${fast.slot.symbol} is ${fast.value} m/s`;
    }
    const gravity = law.slots.find(
      (slot) => slot.isOptional && slot.kinds.has("gravitational_acceleration"),
    );
    const isStandard =
      gravity !== undefined && gravity !== target && bound[at]!.bind[gravity.symbol] === undefined;
    if (isStandard && [...said].some((word) => CELESTIAL.has(word)))
      return `${law.id} takes the gravity of the Earth; give that of the body that was named`;
  }
  return null;
}
