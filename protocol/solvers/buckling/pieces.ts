/**
 * An element whose stiffness jumps or bends within: bent as a beam of such pieces is when its moment
 * is linear, so that a hinge of any width counts by the integral of 1 / EI.
 */
import { badInput } from "../refusal.js";

/** Gauss' three points on (0, 1). */
const POINTS = [
  [0.1127016653792583, 5 / 18],
  [0.5, 8 / 18],
  [0.8872983346207417, 5 / 18],
] as const;
/** Below it the pieces of an element bend at one place alone, and its two moments are one. */
const HINGE = 1e-9;
/** Of the flexibility of an element: what halving a part of it may still change. */
const PART = 1e-11;
const HALVINGS_MAX = 24;

type Pair = readonly [number, number];
export type Four = readonly [number, number, number, number];

/** Where the element is integrated: place, weight, and its four functions and their slopes. */
export interface BentPoint {
  readonly x: number;
  readonly weight: number;
  readonly shape: Four;
  readonly slope: Four;
}

export interface Bent {
  /** Of deflection and slope at both ends, row by row. */
  readonly stiffness: readonly Four[];
  readonly points: readonly BentPoint[];
}

/**
 * @param stiffness over parts of the length
 * @param places ends of the pieces; the stiffness is smooth between two
 */
export function bent(
  { length, stiffness }: { readonly length: number; readonly stiffness: (xi: number) => number },
  places: readonly number[],
): Bent {
  const from = places[0]!;
  const h = places[places.length - 1]! - from;
  const flexibility = (x: number): number => {
    const here = stiffness(x);
    if (here > 0 && Number.isFinite(here)) return 1 / here;
    throw badInput("/EI", `the stiffness must be positive; at x = ${x * length} m it is not`);
  };
  const ends = partsOf(flexibility, places);
  const unit = (x: number): Pair => [(x - from) / h - 1, (x - from) / h];
  let [f00, f01, f11] = [0, 0, 0];
  for (let k = 1; k < ends.length; k += 1) {
    over(ends[k - 1]!, ends[k]!, (x, w) => {
      const [a, b] = unit(x);
      const f = w * flexibility(x);
      f00 += f * a * a;
      f01 += f * a * b;
      f11 += f * b * b;
    });
  }
  const det = f00 * f11 - f01 * f01;
  if (!(det > HINGE * f00 * f11)) {
    throw badInput(
      "/EI",
      `near x = ${places[1]! * length} m the column is a hinge: nothing else of it bends beside that.`,
    );
  }
  // Rotations of the ends against the chord, from the four unknowns.
  const turned: readonly [Four, Four] = [
    [1 / h, 1, -1 / h, 0],
    [1 / h, 0, -1 / h, 1],
  ];
  const moments = [0, 1, 2, 3].map((i): Pair => {
    const [a, b] = [turned[0][i]!, turned[1][i]!];
    return [(f11 * a - f01 * b) / det, (f00 * b - f01 * a) / det];
  });
  const stiff = moments.map(([m, n]): Four => {
    const [a, b] = turned;
    return [m * a[0] + n * b[0], m * a[1] + n * b[1], m * a[2] + n * b[2], m * a[3] + n * b[3]];
  });
  const bends = (x: number, i: number): number => {
    const [a, b] = unit(x);
    return (moments[i]![0] * a + moments[i]![1] * b) * flexibility(x);
  };
  const points: BentPoint[] = [];
  let shape: number[] = [1, 0, 0, 0];
  let slope: number[] = [0, 1, 0, 0];
  for (let k = 1; k < ends.length; k += 1) {
    const start = ends[k - 1]!;
    // Slope and deflection go on from the start of the piece by the bends up to x.
    const at = (x: number): { shape: number[]; slope: number[] } => {
      const [w, d] = [shape.map((one, i) => one + slope[i]! * (x - start)), [...slope]];
      over(start, x, (at1, weight) => {
        for (let i = 0; i < 4; i += 1) {
          const turn = weight * bends(at1, i);
          d[i]! += turn;
          w[i]! += turn * (x - at1);
        }
      });
      return { shape: w, slope: d };
    };
    over(start, ends[k]!, (x, weight) => {
      const here = at(x);
      points.push({
        x,
        weight,
        shape: four(here.shape),
        slope: four(here.slope),
      });
    });
    ({ shape, slope } = at(ends[k]!));
  }
  return { stiffness: stiff, points };
}

function four(values: readonly number[]): Four {
  return [values[0]!, values[1]!, values[2]!, values[3]!];
}

/** The pieces, halved where three points do not know the integral of 1 / EI. */
function partsOf(flexibility: (x: number) => number, places: readonly number[]): number[] {
  const integral = (from: number, to: number): number => {
    let sum = 0;
    over(from, to, (x, weight) => {
      sum += weight * flexibility(x);
    });
    return sum;
  };
  const wholes = places.slice(1).map((to, k) => integral(places[k]!, to));
  const least = PART * wholes.reduce((sum, one) => sum + one, 0);
  const ends = [places[0]!];
  for (let k = 1; k < places.length; k += 1) {
    const open: (readonly [from: number, to: number, whole: number, halvings: number])[] = [
      [places[k - 1]!, places[k]!, wholes[k - 1]!, 0],
    ];
    for (let part = open.pop(); part !== undefined; part = open.pop()) {
      const [from, to, whole, halvings] = part;
      const middle = from + 0.5 * (to - from);
      const [left, right] = [integral(from, middle), integral(middle, to)];
      if (halvings >= HALVINGS_MAX || Math.abs(left + right - whole) <= least) ends.push(to);
      else open.push([middle, to, right, halvings + 1], [from, middle, left, halvings + 1]);
    }
  }
  return ends;
}

function over(from: number, to: number, visit: (x: number, weight: number) => void): void {
  for (const [point, weight] of POINTS) visit(from + point * (to - from), weight * (to - from));
}
