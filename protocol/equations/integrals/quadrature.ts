/**
 * Definite integrals of a function of one variable, by the 21-point Kronrod rule on panels.
 *
 * Panels are halved, always the worst one first, until the rule resolves the integrand on each of
 * them (interval.ts) and its error estimates settle. Towards a singular end or infinity
 * the halving gives a geometric series of panels; whether their contributions fall off decides
 * between a value with a bound for the rest and `divergent`.
 */
import { ULP } from "../../math/constants.js";
import { GAUSS_WEIGHTS, KRONROD_NODES, KRONROD_WEIGHTS } from "./nodes.js";

/**
 * What an integrand is a function of: its variable x, the distance u from the limit it starts at by
 * x = from + u, or from the one it stops at by x = to - u.
 */
export type Frame = "plain" | "start" | "stop";

/** Part of the axis: as it is, or from `at` to an infinite end by x = at + 1/s or x = at - 1/s. */
export interface Piece {
  readonly frame: Frame;
  readonly map: "plain" | "up" | "down";
  readonly at: number;
  /** Its ends, in its own variable. */
  readonly low: number;
  readonly high: number;
}

interface Panel {
  readonly piece: Piece;
  /** In the variable of the piece. */
  readonly low: number;
  readonly high: number;
  readonly depth: number;
  /** Bound of what the rule may miss. */
  readonly missed: number;
  /** Sizes of the contributions split off on the way here, the last ones only. */
  readonly chain: readonly number[];
}
export interface Rule {
  readonly value: number;
  readonly error: number;
  readonly size: number;
}
export interface Settled extends Rule {
  readonly panel: Panel;
}

export interface Integrand {
  /** Integrand in x. */
  readonly at: (x: number, frame: Frame) => number;
  /**
   * What the rule may miss of the integrand between two points, and its largest magnitude there.
   */
  readonly missed: (
    from: number,
    to: number,
    frame: Frame,
  ) => { missed: number; magnitude: number };
}

type Failure = "divergent" | "oscillating" | "undefined" | "unsettled";
export type Quadrature =
  | {
      readonly ok: true;
      readonly value: number;
      readonly error: number;
      readonly size: number;
      readonly panels: readonly Panel[];
    }
  | { readonly ok: false; readonly why: Failure; readonly x: number; readonly frame: Frame };

/** Relative change the estimates settle to. */
const SETTLED = 1e-12;
/** Part of the whole that may be left unresolved. */
const MISSED_MAX = 1e-11;
export const EVALUATIONS_MAX = 200_000;
const POINTS = 21;
/** Contributions a geometric rest is judged by. */
const CHAIN_MAX = 8;
/** Falls off more slowly than this from panel to panel: no end in sight. */
const RATIO_DIVERGENT = 0.985;
const DEPTH_MAX = 1_100;
const NEAREST_INFINITY = 1e-300;
/**
 * Halvings looked at, from the whole piece on, for what may hide near a singular end: 75 orders of
 * magnitude, beyond which powers begin to underflow.
 */
const BEYOND_STEPS = 250;

function pointOf(piece: Piece, s: number): { x: number; weight: number } {
  if (piece.map === "plain") return { x: s, weight: 1 };
  return { x: piece.map === "up" ? piece.at + 1 / s : piece.at - 1 / s, weight: 1 / (s * s) };
}

/** Pieces of [from, to]; from < to, either end may be infinite. */
export function piecesOf(from: number, to: number, frame: Frame = "plain"): readonly Piece[] {
  const isUp = to === Number.POSITIVE_INFINITY;
  const isDown = from === Number.NEGATIVE_INFINITY;
  if (!isUp && !isDown) return [{ frame, map: "plain", at: 0, low: from, high: to }];
  const at = isDown ? (isUp ? 0 : to) : from;
  // A step of 1 would be lost beside a large end.
  const step = Math.max(1, Math.abs(at));
  return [
    ...(isDown
      ? ([
          { frame, map: "down", at, low: 0, high: 1 / step },
          { frame, map: "plain", at: 0, low: at - step, high: at },
        ] as const)
      : []),
    ...(isUp
      ? ([
          { frame, map: "plain", at: 0, low: at, high: at + step },
          { frame, map: "up", at, low: 0, high: 1 / step },
        ] as const)
      : []),
  ];
}

/** Worst first; equal ones in the order they came. */
class Heap<T> {
  readonly #items: { key: number; order: number; item: T }[] = [];
  #order = 0;

  get size(): number {
    return this.#items.length;
  }

  push(key: number, item: T): void {
    const items = this.#items;
    items.push({ key, order: this.#order, item });
    this.#order += 1;
    for (let i = items.length - 1; i > 0;) {
      const up = (i - 1) >> 1;
      if (!this.#before(i, up)) break;
      this.#swap(i, up);
      i = up;
    }
  }

  pop(): T | undefined {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (top === undefined || last === undefined || items.length === 0) return top?.item;
    items[0] = last;
    for (let i = 0; ;) {
      let first = i;
      for (const down of [2 * i + 1, 2 * i + 2]) {
        if (down < items.length && this.#before(down, first)) first = down;
      }
      if (first === i) return top.item;
      this.#swap(i, first);
      i = first;
    }
  }

  all(): T[] {
    return this.#items.map(({ item }) => item);
  }

  #before(i: number, j: number): boolean {
    const [a, b] = [this.#items[i]!, this.#items[j]!];
    return a.key > b.key || (a.key === b.key && a.order < b.order);
  }

  #swap(i: number, j: number): void {
    [this.#items[i], this.#items[j]] = [this.#items[j]!, this.#items[i]!];
  }
}

export function integrate(integrand: Integrand, pieces: readonly Piece[]): Quadrature {
  return new Integration(integrand).run(pieces);
}

class Integration {
  readonly #integrand: Integrand;
  readonly #open = new Heap<Panel>();
  readonly #settled = new Heap<Settled>();
  readonly #closed: Settled[] = [];
  #size = 0;
  #value = 0;
  #error = 0;
  #evaluations = 0;
  #failed: Quadrature | null = null;

  constructor(integrand: Integrand) {
    this.#integrand = integrand;
  }

  run(pieces: readonly Piece[]): Quadrature {
    for (const piece of pieces) this.#add(this.#panelOn(piece, piece.low, piece.high, 0));
    this.#resolve();
    this.#refine();
    if (this.#failed !== null) return this.#failed;
    return this.#total();
  }

  #panelOn(piece: Piece, low: number, high: number, depth: number): Panel {
    return { piece, low, high, depth, missed: this.#missedOn(piece, low, high).missed, chain: [] };
  }

  /** Evaluated if the rule resolves the integrand on it, else kept for halving. */
  #add(panel: Panel): void {
    if (panel.missed === 0) this.#settle(panel);
    else this.#open.push(panel.missed, panel);
  }

  #missedOn(piece: Piece, low: number, high: number): { missed: number; magnitude: number } {
    if (piece.map === "plain") {
      const found = this.#integrand.missed(low, high, piece.frame);
      return { missed: found.missed * (high - low), magnitude: found.magnitude * (high - low) };
    }
    const [p, q] = [pointOf(piece, low).x, pointOf(piece, high).x];
    const found = this.#integrand.missed(Math.min(p, q), Math.max(p, q), piece.frame);
    const length = Math.abs(p - q);
    const magnitude = found.magnitude === 0 ? 0 : found.magnitude * length;
    // The weight 1/s^2 itself must not span too much.
    if (high > 4 * low)
      return { missed: magnitude === magnitude ? magnitude : Number.POSITIVE_INFINITY, magnitude };
    return { missed: found.missed === 0 ? 0 : found.missed * length, magnitude };
  }

  #settle(panel: Panel, extra = 0): Settled {
    const rule = this.#rule(panel);
    const settled: Settled = { ...rule, error: rule.error + extra, panel };
    this.#settled.push(settled.error, settled);
    this.#count(settled, 1);
    return settled;
  }

  #count({ value, error, size }: Rule, sign: number): void {
    this.#value += sign * value;
    this.#error += sign * error;
    this.#size += sign * size;
  }

  #rule({ piece, low, high }: Panel): Rule {
    const centre = 0.5 * (low + high);
    const half = 0.5 * (high - low);
    let kronrod = 0;
    let gauss = 0;
    let size = 0;
    const values: number[] = [];
    this.#evaluations += POINTS;
    for (let i = 0; i < KRONROD_NODES.length; i += 1) {
      const offset = half * KRONROD_NODES[i]!;
      const isCentre = i === KRONROD_NODES.length - 1;
      for (const s of isCentre ? [centre] : [centre - offset, centre + offset]) {
        const y = this.#sample(piece, s);
        kronrod += KRONROD_WEIGHTS[i]! * y;
        size += KRONROD_WEIGHTS[i]! * Math.abs(y);
        if ((i & 1) === 1) gauss += GAUSS_WEIGHTS[(i - 1) >> 1]! * y;
        values.push(KRONROD_WEIGHTS[i]!, y);
      }
    }
    const mean = kronrod / 2;
    let spread = 0;
    for (let i = 0; i < values.length; i += 2)
      spread += values[i]! * Math.abs(values[i + 1]! - mean);
    const raw = Math.abs(kronrod - gauss) * half;
    spread *= half;
    size *= half;
    // The estimate of QUADPACK: the difference of the rules is far larger than the error.
    const scaled =
      spread === 0 || raw === 0
        ? raw
        : spread * Math.min(1, ((200 * raw) / spread) * Math.sqrt((200 * raw) / spread));
    return { value: kronrod * half, error: Math.max(scaled, 10 * ULP * size), size };
  }

  #sample(piece: Piece, s: number): number {
    const { x, weight } = pointOf(piece, s);
    const y = this.#integrand.at(x, piece.frame);
    if (y === 0) return 0;
    const weighted = y * weight;
    if (weighted - weighted !== 0) this.#fail(y === y ? "divergent" : "undefined", x, piece);
    return weighted;
  }

  #fail(why: Failure, x: number, { frame }: Piece): void {
    this.#failed ??= { ok: false, why, x, frame };
  }

  /** Halves what the rule may miss until the rest is too small to matter. */
  #resolve(): void {
    for (let panel = this.#open.pop(); panel !== undefined; panel = this.#open.pop()) {
      if (this.#failed !== null) return;
      if (panel.missed <= (MISSED_MAX * this.#size) / (this.#open.size + 1)) {
        this.#settle(panel, panel.missed);
        continue;
      }
      const middle = 0.5 * (panel.low + panel.high);
      const isLast = this.#isNarrow(panel, middle);
      const rest =
        panel.missed === Number.POSITIVE_INFINITY && panel.depth >= CHAIN_MAX
          ? this.#restOf(panel)
          : null;
      if (
        rest !== null &&
        (isLast || rest <= SETTLED * 0.1 * this.#size) &&
        (isLast || !this.#hides(panel))
      ) {
        this.#close(panel, rest);
        continue;
      }
      if (isLast) {
        this.#last(panel);
        continue;
      }
      if (this.#evaluations > EVALUATIONS_MAX || this.#open.size * POINTS > EVALUATIONS_MAX) {
        this.#fail("unsettled", pointOf(panel.piece, middle).x, panel.piece);
        return;
      }
      this.#halve(panel, middle);
    }
  }

  /** No room for further halves, or so near to infinity that x is no longer a double. */
  #isNarrow({ piece, low, high, depth }: Panel, middle: number): boolean {
    return (
      !(middle > low && middle < high) ||
      depth >= DEPTH_MAX ||
      (piece.map !== "plain" && middle < NEAREST_INFINITY)
    );
  }

  /** Too narrow to be halved and still not resolved: all of it counts as its error. */
  #last(panel: Panel): void {
    const { piece, low, high } = panel;
    if (piece.map !== "plain" && low === 0) {
      this.#fail("oscillating", pointOf(piece, high).x, piece);
      return;
    }
    const rule = this.#rule(panel);
    const settled: Settled = { ...rule, error: rule.error + rule.size, panel };
    this.#closed.push(settled);
    this.#count(settled, 1);
  }

  #halve({ piece, low, high, depth, chain }: Panel, middle: number): void {
    const halves = [
      this.#panelOn(piece, low, middle, depth + 1),
      this.#panelOn(piece, middle, high, depth + 1),
    ];
    const done = halves.filter((half) => half.missed === 0).map((half) => this.#settle(half));
    // One half is done: the other carries on the series of contributions towards its point.
    const grown = done.length === 1 ? [...chain, done[0]!.size].slice(-2 * CHAIN_MAX) : chain;
    for (const half of halves)
      if (half.missed !== 0) this.#open.push(half.missed, { ...half, chain: grown });
  }

  /**
   * The rest between the panel's far end and the point it closes in on; infinite when it does
   * not fall off.
   */
  #restOf({ chain }: Panel): number | null {
    if (chain.length < 2 * CHAIN_MAX) return null;
    const early = Math.max(...chain.slice(0, CHAIN_MAX));
    const late = Math.max(...chain.slice(CHAIN_MAX));
    if (late === 0) return 0;
    let ratio = late / early;
    for (let i = CHAIN_MAX; i > 1; i >>= 1) ratio = Math.sqrt(ratio);
    return ratio < RATIO_DIVERGENT ? (2 * late * ratio) / (1 - ratio) : Number.POSITIVE_INFINITY;
  }

  /** Whether something the samples do not show may lie between the panel and its singular end. */
  #hides({ piece, low, high, depth }: Panel): boolean {
    const isLow = low === piece.low;
    if (!isLow && high !== piece.high) return false;
    const allowed = SETTLED * this.#size;
    let hidden = 0;
    let [p, q] = [low, high];
    for (let i = depth; i < BEYOND_STEPS; i += 1) {
      const middle = 0.5 * (p + q);
      if (!(middle > p && middle < q)) return false;
      const { magnitude } = isLow
        ? this.#missedOn(piece, middle, q)
        : this.#missedOn(piece, p, middle);
      if (magnitude !== magnitude) return false;
      hidden += magnitude;
      if (hidden > allowed) return true;
      if (isLow) q = middle;
      else p = middle;
    }
    return false;
  }

  #close(panel: Panel, rest: number): void {
    if (rest === Number.POSITIVE_INFINITY) {
      this.#fail(
        "divergent",
        pointOf(
          panel.piece,
          panel.low === 0 && panel.piece.map !== "plain" ? 0 : 0.5 * (panel.low + panel.high),
        ).x,
        panel.piece,
      );
      return;
    }
    // Its own samples are no guide; the bound of the rest covers it.
    const closed: Settled = { value: 0, error: rest, size: 0, panel };
    this.#closed.push(closed);
    this.#count(closed, 1);
  }

  /** Halves the panel with the largest error estimate until they settle. */
  #refine(): void {
    while (this.#failed === null && this.#evaluations <= EVALUATIONS_MAX) {
      if (this.#error <= Math.max(SETTLED * Math.abs(this.#value), 20 * ULP * this.#size)) return;
      const worst = this.#settled.pop();
      if (worst === undefined) return;
      const { panel } = worst;
      const middle = 0.5 * (panel.low + panel.high);
      if (worst.error <= 20 * ULP * worst.size) {
        this.#closed.push(worst);
        continue;
      }
      if (this.#isNarrow(panel, middle)) {
        this.#closed.push({ ...worst, error: worst.error + worst.size });
        this.#error += worst.size;
        continue;
      }
      this.#count(worst, -1);
      this.#settle({ ...panel, high: middle, depth: panel.depth + 1, missed: 0 });
      this.#settle({ ...panel, low: middle, depth: panel.depth + 1, missed: 0 });
    }
  }

  /** Sums again, from left to right: the running totals have lost what was taken away. */
  #total(): Quadrature {
    const all = [...this.#settled.all(), ...this.#closed].sort((a, b) => order(a.panel, b.panel));
    let [value, error, size] = [0, 0, 0];
    for (const part of all) {
      value += part.value;
      error += part.error;
      size += part.size;
    }
    const rounding = all.length * ULP * size;
    const panels = all.filter((part) => part.size !== 0).map((part) => part.panel);
    return { ok: true, value, error: error + rounding, size, panels };
  }
}

const MAP_ORDER = { down: 0, plain: 1, up: 2 } as const;
const FRAME_ORDER = { plain: 0, start: 1, stop: 2 } as const;

function order(a: Panel, b: Panel): number {
  return (
    FRAME_ORDER[a.piece.frame] - FRAME_ORDER[b.piece.frame] ||
    MAP_ORDER[a.piece.map] - MAP_ORDER[b.piece.map] ||
    a.low - b.low
  );
}

/** Points and weights of the rule on a panel, in x. */
export function pointsOf({ piece, low, high }: Panel): { x: number; weight: number }[] {
  const centre = 0.5 * (low + high);
  const half = 0.5 * (high - low);
  return KRONROD_NODES.flatMap((node, i) => {
    const offset = half * node;
    const isCentre = i === KRONROD_NODES.length - 1;
    return (isCentre ? [centre] : [centre - offset, centre + offset]).map((s) => {
      const { x, weight } = pointOf(piece, s);
      return { x, weight: weight * half * KRONROD_WEIGHTS[i]! };
    });
  });
}
