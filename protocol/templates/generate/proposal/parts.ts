/** Parts of a typed condition with nothing in them yet, and what of a stated number goes into them. */
import type { Amount, Condition, Part } from "../condition/condition.js";
import type { Stated } from "./stated.js";

export const NOTHING: Omit<Condition, "parts"> = {
  version: 1,
  kind: "alarm",
  joined: null,
  hold: null,
  clear: null,
  average: null,
};

export function part(quantity: string): Part {
  return { quantity, other: null, comparator: "above", values: [], unit: null, within: null };
}

export function amountOf({ amounts: [one] }: Stated): Amount {
  return { value: one!.value, unit: one!.unit ?? "1" };
}
