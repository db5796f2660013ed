export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What we hold ourselves to, in words; printed, never asserted: machines are noisy. */
  readonly target?: string;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function printRows(title: string, rows: readonly Row[]): void {
  process.stdout.write(`\n${title}\n`);
  for (const row of rows) {
    const figure = row.value >= 1000 ? row.value.toFixed(0) : row.value.toPrecision(4);
    const target = row.target === undefined ? "" : `   (${row.target})`;
    process.stdout.write(`  ${row.name.padEnd(52)} ${figure.padStart(10)} ${row.unit}${target}\n`);
  }
}
