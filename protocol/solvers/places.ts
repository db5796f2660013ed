/** Ends of the pieces in which an expression of one place is smooth. */
import type { Expression } from "./expression.js";
import { breaksOf } from "./fields/breakpoints.js";
import { badInput, notConverged } from "./refusal.js";

/** A place known to less than this part of the range is kept as two. */
const NARROW = 1e-12;

/**
 * @param slots values of all variables; the place has the first
 * @param name of the field in the body, for refusals
 * @returns ascending, within the range
 * @throws SolverRefusal DID_NOT_CONVERGE where they are not told apart
 */
export function placesOf(
  { root, value }: Pick<Expression, "root" | "value">,
  slots: Float64Array,
  [from, to]: readonly [number, number],
  name: string,
): Float64Array {
  const isFixed = (): boolean => true;
  const { open, places } = breaksOf(root, value, { variable: 0, isFixed, slots, from, to });
  if (open !== null) {
    const middle = Float64Array.from(slots);
    middle[0] = open[0] + 0.5 * (open[1] - open[0]);
    if (!Number.isFinite(value(middle)))
      throw badInput(`/${name}`, `no finite number at x = ${middle[0]}`);
    throw notConverged(
      "gate",
      `${name} jumps or bends between ${open[0]} and ${open[1]} at places that cannot be told apart.`,
      { from: open[0], to: open[1] },
    );
  }
  const width = NARROW * (to - from);
  return Float64Array.from(
    places.flatMap((one) => (one.to - one.from > width ? [one.from, one.to] : [one.at])),
  );
}
