/**
 * Spectral radius of a non-negative matrix, by its strongly connected parts: each has one positive
 * eigenvector.
 */

const STEPS_MAX = 100_000;
const AGREED = 4e-16;

/** Rows and columns that reach one another, each index once; an index on no cycle stands alone. */
function parts(matrix: Float64Array, n: number): number[][] {
  const reach = Uint8Array.from(matrix, (value) => (value > 0 ? 1 : 0));
  for (let k = 0; k < n; k += 1) {
    for (let i = 0; i < n; i += 1) {
      if (reach[i * n + k] === 0) continue;
      for (let j = 0; j < n; j += 1) if (reach[k * n + j] === 1) reach[i * n + j] = 1;
    }
  }
  const found: number[][] = [];
  const placed = new Set<number>();
  for (let i = 0; i < n; i += 1) {
    if (placed.has(i)) continue;
    const part = [i];
    for (let j = i + 1; j < n; j += 1)
      if (reach[i * n + j] === 1 && reach[j * n + i] === 1) part.push(j);
    for (const j of part) placed.add(j);
    found.push(part);
  }
  return found;
}

/**
 * Power iteration on the part plus its largest row sum, which leaves one eigenvalue on the circle;
 * ratios enclose it.
 */
function radiusOf(matrix: Float64Array, n: number, part: readonly number[]): number {
  let shift = 0;
  for (const i of part) {
    let row = 0;
    for (const j of part) row += matrix[i * n + j]!;
    shift = Math.max(shift, row);
  }
  if (part.length === 1 || shift === 0) return shift;
  let x = part.map(() => 1);
  for (let step = 0; ; step += 1) {
    const y = part.map((i, a) =>
      part.reduce((sum, j, b) => sum + matrix[i * n + j]! * x[b]!, shift * x[a]!),
    );
    const ratios = y.map((value, a) => value / x[a]!);
    const least = Math.min(...ratios);
    const most = Math.max(...ratios);
    if (most - least <= AGREED * most || step === STEPS_MAX) return (least + most) / 2 - shift;
    const top = Math.max(...y);
    x = y.map((value) => value / top);
  }
}

/**
 * @param matrix n by n, row-major, no entry negative. @returns 0 where no power of it is other than
 * zero in the end
 */
export function spectralRadius(matrix: Float64Array, n: number): number {
  return Math.max(...parts(matrix, n).map((part) => radiusOf(matrix, n, part)));
}
