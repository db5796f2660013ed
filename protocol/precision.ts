/** The bound that a value is held to: the one rule, which gate, answer, seal and verification ask. */
import { PRECISION_BOUND, SAMPLING_BOUND } from "./limits.js";

/** Of sampled values three standard errors are held to a bound of their own. */
export function boundOfMethod(method: string): number {
  return method === "sampling" ? SAMPLING_BOUND : PRECISION_BOUND;
}

/** @param gate the gate that was passed; a closed form states none */
export function boundOf(gate?: { readonly precisionBound?: number }): number {
  return gate?.precisionBound ?? PRECISION_BOUND;
}

/** Whether a receipt may state this bound. */
export function isBound(bound: unknown, isOfSolver: boolean): boolean {
  return bound === PRECISION_BOUND || (isOfSolver && bound === SAMPLING_BOUND);
}
