/**
 * The interval of an initial value problem, cut where its rates change by the independent variable
 * alone: at jumps and kinks, and until no panel spans more of a pulse or a period than a grid
 * follows. Without this, grids whose points all miss a pulse, or all meet one phase of a period,
 * agree on a wrong value.
 */
import type { Node } from "../evaluation/node.js";
import { breakpointsOf, isExplicit, reads, type Explicit } from "../integrals/breakpoints.js";
import { IntervalRun } from "../integrals/interval.js";

/** Part of the spans of a rule of 21 points that one step may cover. */
const STEP_REACH = 0.125;
/** Part of its largest magnitude that an expression may vary unseen. */
const NEGLIGIBLE = 1e-13;
const LEAST = 1e-300;
export const PANELS_MAX = 65_536;

export interface Panel {
  readonly from: number;
  readonly to: number;
  /** The variable is read between these only: a jump may lie at the ends. */
  readonly low: number;
  readonly high: number;
}

/** What a step over the last of the grids may have hidden, by the state as well. */
export class OdePanels {
  readonly #roots: readonly Node[];
  readonly #time: number;
  readonly #first: number;
  readonly #components: number;
  /** Of the rates that can hide something; null where none can. */
  readonly #runs: IntervalRun[] | null;
  /** Whether the state alone can hide something from a grid. */
  readonly watches: boolean;
  readonly #low: Float64Array;
  readonly #high: Float64Array;

  constructor(roots: readonly Node[], time: number, first: number, size: number) {
    this.#roots = roots;
    this.#time = time;
    this.#first = first;
    this.#components = roots.length;
    const runs = roots.map((root) => new IntervalRun(root, { reach: 2 * STEP_REACH }));
    this.#runs = runs.some((run) => run.canHide) ? runs : null;
    this.watches = roots.some((root) =>
      hidesBy(root, (slot) => slot >= first && slot < first + roots.length),
    );
    this.#low = new Float64Array(size);
    this.#high = new Float64Array(size);
  }

  /** @returns ascending; null where the rates change too often to be followed */
  of(slots: Float64Array, start: number, end: number): readonly Panel[] | null {
    const [from, to] = start <= end ? [start, end] : [end, start];
    const whole = { from, to, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
    if (this.#runs === null || from === to) return [whole];
    const components = this.#components;
    const first = this.#first;
    const roots = this.#roots;
    const time = this.#time;
    const explicit: Explicit = {
      variable: time,
      isFixed: (slot) => slot < first || slot >= first + components,
      slots,
      from,
      to,
      touching: true,
    };
    const parts = new Set<Node>();
    for (const root of roots) explicitParts(root, explicit, parts);
    if (parts.size === 0) return [whole];
    const places = breakpointsOf(roots, explicit);
    if (places === null) return null;
    const pieces = piecesBetween(places, whole);
    const runs = [...parts].map((part) => new IntervalRun(part, { reach: STEP_REACH }));
    return this.#cut(runs, pieces, slots);
  }

  #cut(
    runs: readonly IntervalRun[],
    pieces: readonly Panel[],
    slots: Float64Array,
  ): readonly Panel[] | null {
    const high = this.#high;
    const low = this.#low;
    const time = this.#time;
    low.set(slots);
    high.set(slots);
    const over = ({ from, to, low: least, high: most }: Panel): void => {
      low[time] = Math.max(from, least);
      high[time] = Math.min(to, most);
    };
    const sizes = runs.map((run) => {
      let size = 0;
      for (const piece of pieces) {
        over(piece);
        run.unresolvedBox(low, high);
        const magnitude = run.magnitude();
        if (magnitude > size) size = magnitude;
      }
      return Number.isFinite(size) ? size : 0;
    });
    const panels: Panel[] = [];
    const open = pieces.toReversed();
    for (let panel = open.pop(); panel !== undefined; panel = open.pop()) {
      over(panel);
      const isSeen = runs.every(
        (run, i) => run.unresolvedBox(low, high) <= NEGLIGIBLE * sizes[i]! + LEAST,
      );
      const middle = panel.from + (panel.to - panel.from) / 2;
      if (isSeen || middle <= panel.from || middle >= panel.to) panels.push(panel);
      else open.push({ ...panel, from: middle }, { ...panel, to: middle });
      if (panels.length + open.length > PANELS_MAX) return null;
    }
    return panels;
  }

  /** A bound of what the rates may hide over one step, times its length; of the worst rate. */
  hidden(
    slots: Float64Array,
    from: number,
    to: number,
    least: Float64Array,
    most: Float64Array,
  ): number {
    if (this.#runs === null) return 0;
    const first = this.#first;
    const high = this.#high;
    const low = this.#low;
    const time = this.#time;
    low.set(slots);
    high.set(slots);
    [low[time], high[time]] = [Math.min(from, to), Math.max(from, to)];
    low.set(least, first);
    high.set(most, first);
    let worst = 0;
    for (const run of this.#runs) worst = Math.max(worst, run.unresolvedBox(low, high));
    return worst === 0 ? 0 : worst * Math.abs(to - from);
  }
}

/** Whether an operation that can hide something reads one of these slots. */
function hidesBy(node: Node, which: (slot: number) => boolean): boolean {
  if (node.op === "slot" || node.op === "constant") return false;
  const parts = node.op === "many" ? node.args : "b" in node ? [node.a, node.b] : [node.a];
  if (parts.some((part) => hidesBy(part, which))) return true;
  const decides =
    node.op === "div" ? [node.b] : node.op === "call1" || node.op === "call2" ? parts : null;
  const reading = decides ?? (node.op === "powi" && node.n < 0 ? parts : []);
  return reading.some((part) => reads(part, which));
}

/** The largest parts in which only the variable and what is fixed enter. */
function explicitParts(node: Node, explicit: Explicit, into: Set<Node>): void {
  if (node.op === "slot" || node.op === "constant") return;
  if (isExplicit(node, explicit)) {
    if (new IntervalRun(node).canHide) into.add(node);
    return;
  }
  const parts = node.op === "many" ? node.args : "b" in node ? [node.a, node.b] : [node.a];
  for (const part of parts) explicitParts(part, explicit, into);
}

function piecesBetween(
  places: readonly { readonly from: number; readonly to: number }[],
  whole: Panel,
): Panel[] {
  const pieces: Panel[] = [];
  let { from, low } = whole;
  let high = whole.high;
  for (const place of places) {
    if (place.to >= whole.to) high = place.from;
    else {
      const end = place.from + (place.to - place.from) / 2;
      if (place.from > from) {
        pieces.push({ from, to: end, low, high: place.from });
        from = end;
      }
      low = place.to;
    }
  }
  pieces.push({ from, to: whole.to, low, high });
  return pieces;
}
