/**
 * The value of a grid field between its points: cubic Lagrange, whose error is below that of a
 * second-order scheme.
 */

export interface Stencil {
  readonly first: number;
  readonly weights: readonly number[];
}

/** @param place in units of the grid distance, from the first point */
export function stencil(place: number, n: number, periodic: boolean, points = 4): Stencil {
  const near = Math.round(place);
  if (Math.abs(place - near) <= 1e-12 * Math.max(1, Math.abs(near)))
    return { first: near, weights: [1] };
  const order = Math.min(points, n);
  let first = Math.floor(place) - (order >> 1) + 1;
  if (!periodic) first = Math.min(Math.max(first, 0), n - order);
  const weights: number[] = [];
  for (let i = 0; i < order; i += 1) {
    let weight = 1;
    for (let j = 0; j < order; j += 1) if (j !== i) weight *= (place - first - j) / (i - j);
    weights.push(weight);
  }
  return { first, weights };
}

function wrapped(i: number, n: number, periodic: boolean): number {
  if (!periodic) return Math.min(Math.max(i, 0), n - 1);
  return ((i % n) + n) % n;
}

/**
 * Points of each axis to read where levels of a second-order scheme are extrapolated, which cancels all
 * but the fourth order. The error of four points is of that order, and that of six as large on coarse
 * levels; no level repeats it. Of data that jump or bend the nearest points say most.
 */
export function pointsOfLevels(isBroken: boolean): number {
  return isBroken ? 4 : 8;
}

/**
 * @param x, y places in units of the grid distances; rows may be 1
 * @param points of each axis that are read
 */
export function probeField(
  data: Float64Array,
  columns: number,
  rows: number,
  x: number,
  y: number,
  periodic = false,
  points = 4,
): number {
  const along = stencil(x, columns, periodic, points);
  const across = rows === 1 ? { first: 0, weights: [1] } : stencil(y, rows, periodic, points);
  let total = 0;
  across.weights.forEach((wy, b) => {
    const row = wrapped(across.first + b, rows, periodic) * columns;
    let part = 0;
    along.weights.forEach((wx, a) => {
      part += wx * data[row + wrapped(along.first + a, columns, periodic)]!;
    });
    total += wy * part;
  });
  return total;
}
