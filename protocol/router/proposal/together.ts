/** Two things that are joined: a law takes the sum of two numbers where words say that they are one. */
import { isDimensionless } from "../../units/index.js";
import type { Use } from "../laws/filling/fillTypes.js";
import type { Law } from "../laws/lexicon/lexicon.js";
import type { Given } from "../laws/reading/reading.js";
import { arithmeticStep, togetherIn } from "./arithmetic.js";
import type { Guess } from "./candidates.js";
import type { Chaining } from "./chaining.js";
import { useOf } from "./fill.js";
import { isSupposed } from "./suppose.js";
import { chainOf, inOrder, isUsedIn, type Chain, type Step } from "./steps.js";

/** `A lump of 2 kg sticks to one of 4 kg`: the last law takes both masses. */
export function togetherOf(
  { numbers, registry }: Chaining,
  guess: Guess,
  { left, own, root }: { readonly left: readonly Given[]; readonly own: Step; readonly root: Step },
): readonly Chain[] {
  const { question } = numbers;
  const law = root.profile?.law;
  const together = togetherIn(question.text);
  if (law === undefined || together === null) return [];
  if (together === "collided" && root === own) return [];
  if (root.filled.uses.some(isSupposed)) return [];
  const before = inOrder(root).filter((step) => step !== root);
  const others = question.given.filter(
    (one) => left.includes(one) || before.some((step) => isUsedIn(step, one)),
  );
  return root.filled.uses
    .filter((use) => isAlone(use, law) && mayBeSum(use))
    .flatMap((use) => {
      const alike = others.flatMap((one): readonly Use[] => {
        if (one.span.at[0] === use.at[0]) return [];
        const [option] = numbers.of(law, root.target, one).filter(({ slot }) => slot === use.slot);
        return option === undefined ? [] : [useOf(option, one, question)];
      });
      const [other, another] = alike;
      if (other === undefined || another !== undefined) return [];
      const slot = root.book.slots.find(({ symbol }) => symbol === use.slot.name);
      const sum =
        slot &&
        arithmeticStep(registry, "sum", slot, {
          given: new Map(),
          usesOf: (slots) =>
            [use, other].map((one, i) => ({
              ...one,
              slot: slots.find(({ name }) => name === `x_${i + 1}`)!,
            })),
        });
      if (sum === undefined || sum === null) return [];
      const filled = { ...root.filled, uses: root.filled.uses.filter((one) => one !== use) };
      const whole: Step = {
        ...root,
        filled,
        given: new Map([...root.given, [use.slot.name, sum]]),
      };
      const isOwn = root === own;
      const of = isOwn ? { ...guess, filled } : guess;
      return [
        chainOf(registry, question, { guess: of, own: isOwn ? whole : own, root: whole }, "whole"),
      ];
    });
}

/** A law of two masses takes each by itself. */
function isAlone({ slot }: Use, { slots }: Law): boolean {
  return slots.every((other) => other === slot || other.quantity !== slot.quantity);
}

function mayBeSum({ score, slot: { unit } }: Use): boolean {
  return score !== undefined && unit !== null && !isDimensionless(unit.dimension);
}
