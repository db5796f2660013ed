/**
 * Walls and spikes of a smooth field that are steep beside its range: places between which each
 * piece shows what it does, however steep.
 */
import type { Node } from "../../equations/evaluation/node.js";
import type { Break } from "./breakpoints.js";
import { Hiding } from "./hidden.js";

/** Parts of the range: a field that shows itself on each of them is not steep. */
const PARTS = 64;
/** Parts that may hide something: a field that is steep in more of them oscillates, and is left to the levels. */
const STEEP_PARTS_MAX = 8;
/** Part of the range below which nothing is cut. */
const NARROWEST = 1e-9;
/** Places in all: a field with more of them is steep all over, and is left to the levels. */
const PLACES_MAX = 2_048;

/**
 * @param slots values of all variables; that of `slot` is overwritten
 * @returns ascending; none where the field is not steep anywhere
 */
export function steepPlaces(
  root: Node,
  value: (slots: Float64Array) => number,
  slots: Float64Array,
  { from, slot, to }: { readonly slot: number; readonly from: number; readonly to: number },
): Break[] {
  const ranges = new Hiding(root, value);
  if (!ranges.canHide) return [];
  const [low, high] = [Float64Array.from(slots), Float64Array.from(slots)];
  const shows = (a: number, b: number): boolean => {
    [low[slot], high[slot]] = [a, b];
    return ranges.shows(low, high);
  };
  const least = NARROWEST * (to - from);
  const ends = Array.from({ length: PARTS + 1 }, (_, i) => from + ((to - from) * i) / PARTS);
  const places: number[] = [];
  const hiding = hidingParts(ends, shows);
  if (hiding.length > STEEP_PARTS_MAX) return [];
  for (const part of hiding) {
    const [start, end] = [ends[part]!, ends[part + 1]!];
    const open = [[start, end] as const];
    let isCut = false;
    for (let part = open.pop(); part !== undefined; part = open.pop()) {
      const [a, b] = part;
      if (b - a <= least || shows(a, b)) {
        if (isCut && b < end) places.push(b);
        continue;
      }
      if (places.length > PLACES_MAX) return [];
      isCut = true;
      const middle = a + (b - a) / 2;
      open.push([middle, b], [a, middle]);
    }
    if (isCut) places.push(start, end);
  }
  const at = Float64Array.from(slots);
  const inside = [...new Set(places)].filter((x) => x > from && x < to).toSorted((a, b) => a - b);
  return inside.map((x) => {
    at[slot] = x;
    const here = value(at);
    return { at: x, from: x, to: x, kind: "kink", before: here, after: here };
  });
}

/** Numbers of the parts that do not show the field, ascending: what a range shows, its parts do. */
function hidingParts(ends: readonly number[], shows: (a: number, b: number) => boolean): number[] {
  const found: number[] = [];
  const open: (readonly [first: number, end: number])[] = [[0, ends.length - 1]];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const [first, end] = range;
    if (shows(ends[first]!, ends[end]!)) continue;
    if (end - first === 1) {
      found.push(first);
      continue;
    }
    const middle = (first + end) >> 1;
    open.push([middle, end], [first, middle]);
  }
  return found;
}
