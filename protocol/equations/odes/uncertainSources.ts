/** Quantities whose uncertainty reaches the result of an integration: each is varied by its width. */
import { rootOfSquares } from "../../math/index.js";
import { countedParts } from "../evaluation/uncertainty.js";
import { constantsBySymbol } from "../../units/constants.js";
import type { Binder } from "../evaluation/bind.js";
import type { CarriedResult } from "../evaluation/evaluation.js";
import type { Slot } from "../reading/bindNames.js";

/** One quantity whose uncertainty reaches the result. */
export interface Source {
  readonly name: string;
  /** Where its value stands, and where its slope goes. */
  readonly slot: number;
  readonly leaf: number;
  readonly width: number;
  readonly stated: boolean;
}

/** An uncertain constant, which stands in a slot behind all others. */
export interface VariedConstant {
  readonly name: string;
  readonly value: number;
  readonly leaf: number;
}

interface VariedValues {
  readonly binder: Binder;
  readonly slots: readonly Slot[];
  readonly constants: readonly VariedConstant[];
  /** Slot of the first of them. */
  readonly firstConstant: number;
}

export function sourcesOf(
  { binder, constants, firstConstant, slots }: VariedValues,
  stated: Float64Array | null,
  earlier: readonly (CarriedResult | null)[] | null,
): Source[] {
  const inputs = slots.flatMap((slot, i): Source[] => {
    const own = stated?.[i] ?? 0;
    const before = earlier?.[i] ?? null;
    const width =
      own > 0
        ? own
        : before !== null
          ? carriedWidth(before)
          : binder.given[i] === 0 && slot.constant !== null
            ? constantWidth(slot.constant, binder.values[i]!)
            : 0;
    return width > 0 ? [{ name: slot.name, slot: i, leaf: i, width, stated: own > 0 }] : [];
  });
  const ofConstants = constants.map(({ name, value, leaf }, i): Source => ({
    name,
    slot: firstConstant + i,
    leaf,
    width: constantWidth(name, value),
    stated: false,
  }));
  return [...inputs, ...ofConstants];
}

function carriedWidth({ contributions, absoluteBound }: CarriedResult): number {
  const width = rootOfSquares(countedParts(contributions));
  return width > 0 ? width : absoluteBound;
}

/** Half of the interval in which a constant is varied: its largest relative source. */
function constantWidth(name: string, value: number): number {
  const uncertainty = constantsBySymbol.get(name)?.uncertainty ?? 0;
  return uncertainty > 0 ? uncertainty : Math.abs(value) * 1e-9;
}
