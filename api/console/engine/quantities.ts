/** A quantity as one types it, for a field whose unit is known: by the grammar of the whole node. */
import { fromSI, parseUnit } from "../../../protocol/units/index.js";
import { readQuantity, valueFor } from "../../../protocol/units/quantity/index.js";
import type { ReadText } from "./messages.js";

/** @param unit of the field; "" for a pure number */
export function readAs(name: string, text: string, unit: string, isDifference: boolean): ReadText {
  const quantity = readQuantity(text);
  if (!quantity.ok) return { fault: quantity.message };
  const parsed = parseUnit(unit === "" ? "1" : unit);
  if (!parsed.ok) return { fault: `the unit ${unit} of ${name} cannot be read` };
  const found = valueFor(quantity, { name, unit: parsed, isDifference });
  if (!found.ok) return { fault: found.message };
  return { value: fromSI(found.value, parsed) };
}
