/** Numbers as a line of blocks: the lowest is the lowest block, the highest the highest. */
const BLOCKS = "▁▂▃▄▅▆▇█";

/** @param columns the newest that fit in are shown */
export function sparkline(values: readonly number[], columns: number): string {
  const shown = values.slice(-columns);
  const known = shown.filter((value) => Number.isFinite(value));
  const low = Math.min(...known);
  const high = Math.max(...known);
  const top = BLOCKS.length - 1;
  return shown
    .map((value) => {
      if (!Number.isFinite(value)) return " ";
      // The halves cannot overflow where the whole can.
      const part = high === low ? 0.5 : (value / 2 - low / 2) / (high / 2 - low / 2);
      return BLOCKS[Math.round(part * top)]!;
    })
    .join("");
}
