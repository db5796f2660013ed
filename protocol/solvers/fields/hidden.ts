/**
 * Whether a field has structure between the points of a grid that none of them shows. Levels that
 * all miss a spike, or all meet one phase of a wave, agree on a wrong value.
 */
import type { Node } from "../../equations/evaluation/node.js";
import { IntervalRun } from "../../equations/integrals/interval.js";

/** Part of the spans of a rule of 21 points that one cell may cover: less than half a wave. */
const CELL_REACH = 0.25;
/** A jump counts as shown where the samples on its sides differ by this part of it. */
const SHOWN_PART = 0.25;

/**
 * @param slots values of all variables; those of `axes` are overwritten
 * @param axes slot and points of each axis, one or two
 * @returns a bound of what cells hide, averaged over the grid; 0 where every cell is resolved
 */
export function hiddenBetween(
  root: Node,
  slots: Float64Array,
  axes: readonly { readonly slot: number; readonly points: Float64Array }[],
  value: (slots: Float64Array) => number,
): number {
  const run = new IntervalRun(root, { reach: CELL_REACH });
  if (!run.canHide) return 0;
  const low = Float64Array.from(slots);
  const high = Float64Array.from(slots);
  const cells = axes.map(({ points }) => Math.max(1, points.length - 1));
  const total = cells.reduce((all, n) => all * n, 1);
  let hidden = 0;
  for (let k = 0; k < total; k += 1) {
    let rest = k;
    axes.forEach(({ points, slot }, a) => {
      const i = rest % cells[a]!;
      rest = Math.floor(rest / cells[a]!);
      low[slot] = points[i]!;
      high[slot] = points[Math.min(i + 1, points.length - 1)]!;
    });
    const missed = run.unresolvedBox(low, high);
    // A pole has no finite bound; what it does to a grid shows in the levels.
    if (missed === 0 || !Number.isFinite(missed)) continue;
    const shown = Math.abs(value(high) - value(low));
    if (!(shown >= SHOWN_PART * missed)) hidden += missed / total;
  }
  return hidden;
}
