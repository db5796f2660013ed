/** Explicit steps of two rows of a plate at once: the inner loop of the scheme. */

/** Places of a step's sums: of a row, of the row above it, and the range so far. */
export const [LINE, ABOVE, LOW, HIGH] = [0, 1, 2, 3] as const;

/** Which columns of how many are computed. */
interface Columns { readonly i0: number; readonly i1: number; readonly mesh: { readonly nx: number } }

interface Pair {
  /** alpha dt / hx^2 and alpha dt / hy^2. */
  readonly rx: number;
  readonly ry: number;
  /** The lower of the two rows. */
  readonly j: number;
  readonly tally: Float64Array;
}

/** Widens the range of temperatures by one. */
function taken(tally: Float64Array, value: number): number {
  if (value < tally[LOW]!) tally[LOW] = value;
  if (value > tally[HIGH]!) tally[HIGH] = value;
  return value;
}

/** Inner points of rows j and j + 1 and what both hold: two sums side by side do not wait for each other. */
export function explicitRows({ i0, i1, mesh: { nx } }: Columns, u: Float64Array, next: Float64Array, { j, rx, ry, tally }: Pair): void {
  const columns = nx + 1;
  const own = 1 - 2 * rx - 2 * ry;
  const row = j * columns;
  const end = row + nx;
  let line = i0 === 0 ? 0.5 * taken(tally, next[row]!) : 0;
  let above = i0 === 0 ? 0.5 * taken(tally, next[row + columns]!) : 0;
  let low = tally[LOW]!;
  let high = tally[HIGH]!;
  let west = u[row]!;
  let here = u[row + 1]!;
  let westUp = u[row + columns]!;
  let hereUp = u[row + columns + 1]!;
  for (let at = row + 1; at < end; at += 1) {
    const east = u[at + 1]!;
    const eastUp = u[at + columns + 1]!;
    const one = rx * (west + east) + ry * (u[at - columns]! + hereUp) + own * here;
    const two = rx * (westUp + eastUp) + ry * (here + u[at + 2 * columns]!) + own * hereUp;
    next[at] = one;
    next[at + columns] = two;
    west = here;
    here = east;
    westUp = hereUp;
    hereUp = eastUp;
    line += one;
    above += two;
    if (one < low) low = one;
    if (one > high) high = one;
    if (two < low) low = two;
    if (two > high) high = two;
  }
  tally[LOW] = low;
  tally[HIGH] = high;
  tally[LINE] = i1 === nx ? line + 0.5 * taken(tally, next[end]!) : line;
  tally[ABOVE] = i1 === nx ? above + 0.5 * taken(tally, next[end + columns]!) : above;
}
