/** What an orbit under way consists of, and its form as one list of numbers. */
import { kineticOf, type System } from "./systems.js";

/** Numbers of a run beside its coordinates. */
export const [
  T,
  E0,
  KINETIC0,
  ACTION,
  ACTION_CARRY,
  ERROR,
  ERROR_RK4,
  RETURN_ACTION,
  RETURN_TIME,
  SIDE,
] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
/** Count, sums of t, t^2, e, t e, e of RK4, t e of RK4: what the slopes need. */
export const SUMS = 10;
export const BOOK = 17;

export interface State {
  readonly book: Float64Array;
  /** q, p and what their sums left out. */
  readonly q: Float64Array;
  readonly p: Float64Array;
  readonly carryQ: Float64Array;
  readonly carryP: Float64Array;
  /**
   * q and p at the start of all, and the largest distances of each from there, whatever the axes.
   */
  readonly first: Float64Array;
  readonly extent: Float64Array;
  /** RK4: q and p together, and their carries. */
  readonly rk: Float64Array;
  readonly rkCarry: Float64Array;
}

export function floatsOf(dimensions: number): number {
  return BOOK + 10 * dimensions + 2;
}

export function packed(state: State): Float64Array {
  const { book, carryP, carryQ, extent, first, p, q, rk, rkCarry } = state;
  return Float64Array.from([
    ...book,
    ...q,
    ...p,
    ...carryQ,
    ...carryP,
    ...first,
    ...extent,
    ...rk,
    ...rkCarry,
  ]);
}

export function unpacked(numbers: Float64Array, dimensions: number): State {
  let at = 0;
  const take = (n: number): Float64Array => {
    const part = numbers.slice(at, at + n);
    at += n;
    return part;
  };
  const d = dimensions;
  return {
    book: take(BOOK),
    q: take(d),
    p: take(d),
    carryQ: take(d),
    carryP: take(d),
    first: take(2 * d),
    extent: take(2),
    rk: take(2 * d),
    rkCarry: take(2 * d),
  };
}

export function startState(system: System, q: Float64Array, p: Float64Array): State {
  const d = system.dimensions;
  const book = new Float64Array(BOOK);
  book[KINETIC0] = kineticOf(system, p);
  book[E0] = book[KINETIC0]! + system.potential(q);
  const both = Float64Array.from([...q, ...p]);
  return {
    book,
    q: Float64Array.from(q),
    p: Float64Array.from(p),
    carryQ: new Float64Array(d),
    carryP: new Float64Array(d),
    first: both,
    extent: new Float64Array(2),
    rk: Float64Array.from(both),
    rkCarry: new Float64Array(2 * d),
  };
}

/** What a step changes; RK4 apart. */
export function copyStep(from: State, to: State): void {
  for (const name of ["book", "q", "p", "carryQ", "carryP", "extent"] as const)
    to[name].set(from[name]);
}

export function copyOf(state: State): State {
  const { book, carryP, carryQ, extent, first, p, q, rk, rkCarry } = state;
  return {
    book: book.slice(),
    q: q.slice(),
    p: p.slice(),
    carryQ: carryQ.slice(),
    carryP: carryP.slice(),
    first,
    extent: extent.slice(),
    rk: rk.slice(),
    rkCarry: rkCarry.slice(),
  };
}

function unturned({ turn }: System, angle: number): number {
  return turn === null ? angle : angle - turn * Math.round(angle / turn);
}

export function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}

/**
 * Signed distance beyond the start, along the way the orbit left it; scaled by extents, so that
 * units do not matter.
 */
export function beyond(
  system: System,
  { extent, first, p, q }: State,
  heading: Float64Array,
): number {
  const d = system.dimensions;
  let along = 0;
  let alongP = 0;
  for (let i = 0; i < d; i += 1) {
    along += unturned(system, q[i]! - first[i]!) * heading[i]!;
    alongP += (p[i]! - first[d + i]!) * heading[d + i]!;
  }
  return share(along, extent[0]! * extent[0]!) + share(alongP, extent[1]! * extent[1]!);
}

/** Distances of q and p from the start. */
export function partings(
  system: System,
  { first, p, q }: Pick<State, "first" | "p" | "q">,
): readonly [number, number] {
  const d = system.dimensions;
  let ofQ = 0;
  let ofP = 0;
  for (let i = 0; i < d; i += 1) {
    const dq = unturned(system, q[i]! - first[i]!);
    const dp = p[i]! - first[d + i]!;
    ofQ += dq * dq;
    ofP += dp * dp;
  }
  return [Math.sqrt(ofQ), Math.sqrt(ofP)];
}
