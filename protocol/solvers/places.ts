/** Where an expression of a caller jumps or bends: ends of the pieces in which it is smooth. */
import { breakpointsOf } from "../equations/integrals/breakpoints.js";
import type { Expression } from "./expression.js";
import { badInput } from "./refusal.js";

/** A place known to less than this part of the range is kept as two. */
const NARROW = 1e-12;

/**
 * @param slots values of all variables; that of the one asked for is not read
 * @returns ascending, within the range
 * @throws SolverRefusal INVALID_BODY where there are too many
 */
export function placesOf(
  { root }: Pick<Expression, "root">,
  slots: Float64Array,
  [from, to]: readonly [number, number],
  pointer: string,
  variable = 0,
): Float64Array {
  const isFixed = (): boolean => true;
  const found = breakpointsOf([root], { variable, isFixed, slots, from, to, touching: true });
  if (found === null)
    throw badInput(pointer, `between ${from} and ${to} it jumps or bends at too many places`);
  const width = NARROW * (to - from);
  const ends = found.flatMap((at) =>
    at.to - at.from > width ? [at.from, at.to] : [at.from + 0.5 * (at.to - at.from)],
  );
  return Float64Array.from(ends);
}
