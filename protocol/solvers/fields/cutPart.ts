/** A small rectangle that a curve of jumps cuts in two: the polygons on both sides of it. */
export type Place = readonly [x: number, y: number];

const HALVINGS = 24;
/** A parabola through three places of a curve holds 4/3 of the triangle of its chord. */
const PARABOLA = 4 / 3;

/**
 * @param read a number for the side of the curve that a place is on
 * @returns null where the corners do not show one curve from side to side
 */
export function sidesOfCurve(
  { x, y }: { readonly x: Place; readonly y: Place },
  read: (x: number, y: number) => number,
): readonly [readonly Place[], readonly Place[]] | null {
  const corners: readonly Place[] = [
    [x[0], y[0]],
    [x[1], y[0]],
    [x[1], y[1]],
    [x[0], y[1]],
  ];
  const [values, places] = [corners.map((at) => read(...at)), corners];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (!(high > low) || values.some((one) => one !== low && one !== high)) return null;
  const isHigh = (value: number): boolean => value - low > high - value;
  const cuts: Place[] = [];
  const sides: readonly [Place[], Place[]] = [[], []];
  let side: 0 | 1 = 0;
  for (let k = 0; k < 4; k += 1) {
    const [at, next] = [places[k]!, places[(k + 1) % 4]!];
    sides[side].push(at);
    const here = isHigh(values[k]!);
    if (here === isHigh(values[(k + 1) % 4]!)) continue;
    if (cuts.length === 2) return null;
    const cut = between(at, next, (place) => isHigh(read(...place)) === here);
    cuts.push(cut);
    sides[side].push(cut);
    side = side === 0 ? 1 : 0;
    sides[side].push(cut);
  }
  const [first, second] = cuts;
  if (first === undefined || second === undefined) return null;
  const apex = apexOf([first, second], { x, y }, (at) => isHigh(read(...at)));
  if (apex === null) return sides;
  // The first polygon meets the chord between its two cuts, the second closes on it.
  const [outer, inner] = sides;
  const cut = outer.indexOf(first) + 1;
  return [
    [...outer.slice(0, cut), apex, ...outer.slice(cut)],
    [...inner, apex],
  ];
}

/** The last place from `at` towards `next` at which a condition holds. */
function between(at: Place, next: Place, holds: (place: Place) => boolean): Place {
  let [low, high] = [0, 1];
  const placeAt = (part: number): Place => [
    at[0] + part * (next[0] - at[0]),
    at[1] + part * (next[1] - at[1]),
  ];
  for (let k = 0; k < HALVINGS; k += 1) {
    const middle = (low + high) / 2;
    if (holds(placeAt(middle))) low = middle;
    else high = middle;
  }
  return placeAt((low + high) / 2);
}

/** Where a polygon must bend for it to hold what the curve does between its two cuts. */
function apexOf(
  [a, b]: readonly [Place, Place],
  { x, y }: { readonly x: Place; readonly y: Place },
  isHigh: (place: Place) => boolean,
): Place | null {
  const middle: Place = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  // Across the chord by a quarter of it: what bends more is no small part.
  const across: Place = [-(b[1] - a[1]) / 4, (b[0] - a[0]) / 4];
  const inside = (at: Place): Place => [
    Math.min(Math.max(at[0], x[0]), x[1]),
    Math.min(Math.max(at[1], y[0]), y[1]),
  ];
  const from = inside([middle[0] - across[0], middle[1] - across[1]]);
  const to = inside([middle[0] + across[0], middle[1] + across[1]]);
  const begins = isHigh(from);
  if (begins === isHigh(to)) return null;
  const on = between(from, to, (place) => isHigh(place) === begins);
  const apex: Place = [
    middle[0] + PARABOLA * (on[0] - middle[0]),
    middle[1] + PARABOLA * (on[1] - middle[1]),
  ];
  const isInside = apex[0] >= x[0] && apex[0] <= x[1] && apex[1] >= y[0] && apex[1] <= y[1];
  return isInside ? apex : null;
}

/** Area and centre of area of a polygon without crossings. */
export function polygon(corners: readonly Place[]): {
  readonly area: number;
  readonly middle: Place;
} {
  const [x0, y0] = corners[0]!;
  let [twice, sumX, sumY] = [0, 0, 0];
  for (let k = 0; k < corners.length; k += 1) {
    const [a, b] = [corners[k]!, corners[(k + 1) % corners.length]!];
    const [ax, ay, bx, by] = [a[0] - x0, a[1] - y0, b[0] - x0, b[1] - y0];
    const cross = ax * by - bx * ay;
    twice += cross;
    sumX += (ax + bx) * cross;
    sumY += (ay + by) * cross;
  }
  if (twice === 0) return { area: 0, middle: [x0, y0] };
  return { area: twice / 2, middle: [x0 + sumX / (3 * twice), y0 + sumY / (3 * twice)] };
}
