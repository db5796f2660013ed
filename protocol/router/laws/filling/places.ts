/**
 * Whether a law has a place for each number of a question beside what is asked for, by dimensions
 * alone. Most laws have not, whatever the words say.
 */
import { dimensionKey, dimensionless, quantityDimension } from "../../../units/index.js";
import type { Profile } from "../lexicon/profile.js";
import type { Given } from "../reading/reading.js";

const PURE = dimensionKey(dimensionless);
const TEMPERATURE = dimensionKey(quantityDimension("temperature")!);

/** The dimensions that numbers say: each may have one of several. */
export type Stands = ReadonlyMap<
  string,
  { readonly keys: readonly string[]; readonly count: number }
>;

export function standsOf(given: readonly Given[]): Stands {
  const stands = new Map<string, { readonly keys: readonly string[]; readonly count: number }>();
  for (const { constant, label, span } of given) {
    const [quantity] = span.quantities;
    if (constant !== null || quantity === undefined) continue;
    const { hasUnit, readings } = quantity;
    // A name says more than a missing unit.
    if (!hasUnit && (span.name !== null || label !== null)) continue;
    const keys = hasUnit
      ? [...new Set(readings.map(({ unit }) => dimensionKey(unit.dimension)))]
      : [PURE];
    const name = keys.join(" ");
    stands.set(name, { keys, count: (stands.get(name)?.count ?? 0) + 1 });
  }
  return stands;
}

/** @param asked the place of what is asked for: an input, or behind them all the result */
export function mayStand({ isFree, taken }: Profile, asked: number, stands: Stands): boolean {
  // It may have the number already, or depend on it not at all.
  if (isFree) return true;
  for (const { count, keys } of stands.values()) {
    // Two temperatures are one difference, and a mass and a speed one momentum.
    const needed = keys.includes(TEMPERATURE) ? 1 : count;
    let places = 0;
    for (let at = 0; at < taken.length && places < needed; at += 1)
      if (at !== asked && taken[at]!.some((key) => keys.includes(key))) places += 1;
    if (places < needed) return false;
  }
  return true;
}
