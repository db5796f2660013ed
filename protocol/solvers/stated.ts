/** The error of a value on the resolution that a caller stated: measured on that one and on the doubled one. */
import type { ErrorEstimate, Level } from "./solver.js";
import type { Rung } from "./ladder.js";

export interface StatedOptions<T> {
  readonly resolution: number;
  readonly formalOrder: number;
  readonly scale: number;
  readonly at: (resolution: number, level: number) => Rung<T>;
}

/**
 * The value is that of the stated discrete problem. Its distance from the continuous one is taken from the extrapolate
 * of the two levels at the formal order.
 */
export function onStated<T>(options: StatedOptions<T>): { readonly value: number; readonly run: T; readonly error: ErrorEstimate } {
  const { at, formalOrder, resolution, scale } = options;
  const stated = at(resolution, 0);
  const finer = at(2 * resolution, 1);
  const change = finer.value - stated.value;
  const gain = 1 + 1 / ((1 << formalOrder) - 1);
  const size = Math.max(Math.abs(stated.value), scale);
  const levels: Level[] = [{ resolution, value: stated.value }, { resolution: 2 * resolution, value: finer.value }];
  const relative = change === 0 ? 0 : Math.abs(change) * gain / size;
  return { value: stated.value, run: stated.run, error: { relative, scale, method: "levels", levels, fixedByCaller: true } };
}
