/** Codes of UCUM that stand in brackets, as `[g]`, and mean something else than what they hold. */
import { equals } from "./dimension.js";
import { equalExact } from "./exact.js";
import { parseUnit } from "./parse.js";
import type { UnitValue } from "./unit.js";

/** What to write in brackets for a unit whose symbol is such a code. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ["g", "gram"],
  ["S", "siemens"],
  ["Btu", "BTU"],
]);

/** The unit that the code is, where the name in the brackets alone is another; else null. */
export function otherCodeOf(name: string): UnitValue | null {
  const [code, unit] = [parseUnit(`[${name}]`), parseUnit(name)];
  if (!code.ok || !unit.ok) return null;
  const isSame = equals(code.dimension, unit.dimension) && equalExact(code.factor, unit.factor);
  return isSame ? null : code;
}

/** How a name that may be a unit is written as one in an equation. */
export function asUnit(name: string): string {
  const written = OTHER_NAMES.get(name) ?? name;
  return `If ${name} is a unit, write it in brackets behind its number, as in 2 [${written}].`;
}
