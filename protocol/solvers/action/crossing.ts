/**
 * Steps of an orbit over places at which its potential bends or jumps. A step ends there, and the
 * rest of it begins in the piece beyond. Over a jump the momentum across the wall gives or takes
 * what the potential rises or falls by; where it has less than that, the orbit turns back.
 */
import { crossing } from "../../math/ode/event.js";
import { rateOf, stuckAt, type Piece, type Pieces, type Wall } from "./pieces.js";
import { copyOf, copyStep, type State } from "./state.js";
import { Stepper, type Order, type Stepping } from "./stepper.js";
import { kineticOf, type System } from "./systems.js";

/** Walls that are met within one step. */
const WALLS_MAX = 256;
const HALVINGS_MAX = 40;
/** Part of the energies at a wall that their rounding makes. */
const ROUNDING = 1e-12;
/** Part of the energy across a wall within which it is not known whether the orbit passes. */
const BRINK = 1e-9;
/** Part of the least that a wall spans on a box beside its most, above which it is not near. */
const CLEAR = 0.01;
/** Part of a unit normal by which two that are parallel may differ. */
const PARALLEL = 1e-9;

export class PiecewiseStepper implements Stepping {
  readonly #system: System;
  readonly #pieces: Pieces;
  readonly #order: Order;
  readonly #steppers = new Map<Piece, Stepper>();
  readonly #box: Box;
  #last: Piece | null = null;
  #start: State | null = null;

  constructor(system: System, pieces: Pieces, order: Order) {
    [this.#system, this.#pieces, this.#order] = [system, pieces, order];
    this.#box = new Box(system);
  }

  step(state: State, h: number): void {
    let left = h;
    for (let walls = 0; left > 0; walls += 1) {
      if (walls > WALLS_MAX)
        throw stuckAt(
          state.q,
          `the orbit meets more than ${WALLS_MAX} walls of the potential in one step`,
        );
      const piece = this.#pieceOf(state, h);
      const start = (this.#start ??= copyOf(state));
      copyStep(state, start);
      this.#stepper(piece).step(state, left);
      const met = this.#firstOf(
        { piece, reach: this.#wayOf(start, h).reach, start },
        { at: 0, state: start },
        { at: left, state },
        0,
      );
      note(piece, start.q);
      if (met === null) {
        note(piece, state.q);
        return;
      }
      copyStep(start, state);
      this.#stepper(piece).step(state, met);
      note(piece, state.q);
      this.#cross(piece, state, h);
      left -= met;
    }
  }

  #stepper(piece: Piece): Stepper {
    const known = this.#steppers.get(piece);
    if (known !== undefined) return known;
    const stepper = new Stepper({ ...this.#system, force: piece.force }, this.#order);
    this.#steppers.set(piece, stepper);
    return stepper;
  }

  #pieceOf(state: State, h: number): Piece {
    const { reach, v } = this.#wayOf(state, h);
    const { q } = state;
    const last = this.#last;
    if (last?.walls.every((wall) => wall.valueAt(q) > wall.roundingAt(q, reach)) === true)
      return last;
    this.#last = this.#pieces.at({ q, v, reach });
    return this.#last;
  }

  #wayOf({ p }: State, h: number): { readonly v: Float64Array; readonly reach: Float64Array } {
    const v = p.map((one) => one * this.#system.inverseMass);
    return { v, reach: v.map((one) => Math.abs(one) * h) };
  }

  /** How far into a step the orbit meets a first wall; null of none. */
  #firstOf(step: Within, from: Moment, to: Moment, halvings: number): number | null {
    const { piece, reach } = step;
    const box = this.#box;
    box.around(piece, from, to);
    const [first, last] = [from.state.q, to.state.q];
    const met: Wall[] = [];
    let isOpen = false;
    for (const wall of piece.walls) {
      const [low, high] = wall.rangeOn(box.low, box.high);
      if (low > CLEAR * high) continue;
      const [least, most] = wall.rateOn(box.low, box.high, box.slow, box.fast);
      if (least > 0 && wall.valueAt(first) >= -wall.roundingAt(first, reach)) continue;
      if (!(most < 0)) isOpen = true;
      else if (!(wall.valueAt(last) > wall.roundingAt(last, reach))) met.push(wall);
    }
    if (!isOpen) return met.length === 0 ? null : this.#placeOf(step, met, from, to);
    if (halvings === HALVINGS_MAX)
      throw stuckAt(last, "the orbit touches a place at which the potential jumps or bends");
    const middle = this.#after(step, from.at + (to.at - from.at) / 2);
    return (
      this.#firstOf(step, from, middle, halvings + 1) ??
      this.#firstOf(step, middle, to, halvings + 1)
    );
  }

  #after({ piece, start }: Within, length: number): Moment {
    const state = copyOf(start);
    this.#stepper(piece).step(state, length);
    return { at: length, state };
  }

  #placeOf(step: Within, met: readonly Wall[], from: Moment, to: Moment): number {
    const places = met.map((wall) =>
      crossing(
        (length) => wall.valueAt(this.#after(step, length).state.q),
        from.at,
        Math.max(0, wall.valueAt(from.state.q)),
        to.at,
        Math.min(0, wall.valueAt(to.state.q)),
      ),
    );
    return Math.min(...places);
  }

  #cross(piece: Piece, state: State, h: number): void {
    const { p, q } = state;
    const { reach, v } = this.#wayOf(state, h);
    const next = this.#pieces.at({ q, v, reach });
    const rise = next.potential.value(q) - piece.potential.value(q);
    const size = Math.max(
      Math.abs(next.potential.value(q)),
      Math.abs(piece.potential.value(q)),
      kineticOf(this.#system, p),
    );
    if (next === piece) throw stuckAt(q, "it is not clear on which side of a wall the orbit is");
    if (Math.abs(rise) <= ROUNDING * size) return;
    if (!Number.isFinite(rise))
      throw stuckAt(
        q,
        "a root, a power or a pole of the potential begins: steps do not follow it to its end",
      );
    const normal = normalOf(piece, q, reach, v);
    const { inverseMass } = this.#system;
    let across = 0;
    normal.forEach((n, i) => (across += n * p[i]!));
    const has = (across * across * inverseMass) / 2;
    if (Math.abs(has - rise) <= BRINK * Math.max(has, Math.abs(rise)))
      throw stuckAt(
        q,
        "the potential jumps by what the orbit has left: it neither passes nor turns",
      );
    const after =
      has > rise
        ? Math.sign(across) * Math.sqrt(across * across - (2 * rise) / inverseMass)
        : -across;
    normal.forEach((n, i) => {
      p[i] = p[i]! + (after - across) * n;
      state.carryP[i] = 0;
    });
  }
}

/** A step within one piece, as it would be without the piece's end. */
interface Within {
  readonly piece: Piece;
  readonly start: State;
  /** Of the orbit in the whole step. */
  readonly reach: Float64Array;
}

interface Moment {
  /** Time since the step began; s. */
  readonly at: number;
  readonly state: State;
}

/** Places and speeds between two moments of a way, with what it bends by between them. */
class Box {
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly slow: Float64Array;
  readonly fast: Float64Array;
  readonly #inverseMass: number;
  readonly #forces: readonly [Float64Array, Float64Array];

  constructor({ dimensions, inverseMass }: System) {
    const list = (): Float64Array => new Float64Array(dimensions);
    [this.low, this.high, this.slow, this.fast] = [list(), list(), list(), list()];
    this.#forces = [list(), list()];
    this.#inverseMass = inverseMass;
  }

  around({ force }: Piece, from: Moment, to: Moment): void {
    const [first, last] = this.#forces;
    force(from.state.q, first);
    force(to.state.q, last);
    const long = to.at - from.at;
    const inverse = this.#inverseMass;
    for (let i = 0; i < first.length; i += 1) {
      const [q0, q1] = [from.state.q[i]!, to.state.q[i]!];
      const [v0, v1] = [from.state.p[i]! * inverse, to.state.p[i]! * inverse];
      const pull = Math.max(Math.abs(first[i]!), Math.abs(last[i]!)) * inverse;
      // The way leaves its chord by an eighth of this; the speed its own by less than its change.
      const bent = (pull * long * long) / 4;
      const turned = Math.abs(v1 - v0) / 4;
      this.low[i] = Math.min(q0, q1) - bent;
      this.high[i] = Math.max(q0, q1) + bent;
      this.slow[i] = Math.min(v0, v1) - turned;
      this.fast[i] = Math.max(v0, v1) + turned;
    }
  }
}

/** The one direction across the walls at a place. @throws SolverRefusal where two of them meet */
function normalOf(
  { walls }: Piece,
  q: Float64Array,
  reach: Float64Array,
  v: Float64Array,
): number[] {
  let normal: number[] | null = null;
  for (const wall of walls) {
    if (Math.abs(wall.valueAt(q)) > wall.roundingAt(q, reach)) continue;
    const slopes = wall.slopesAt(q);
    if (!(rateOf(slopes, v)[0] < 0)) continue;
    const long = Math.sqrt(slopes.reduce((sum, one) => sum + one * one, 0));
    const unit = slopes.map((one) => one / long);
    if (normal?.some((one, i) => Math.abs(one - unit[i]!) > PARALLEL) === true)
      throw stuckAt(q, "two jumps of the potential meet, and the orbit goes over both at once");
    normal ??= unit;
  }
  if (normal === null) throw stuckAt(q, "a jump of the potential has no direction across it");
  return normal;
}

function note({ high, low }: Piece, q: Float64Array): void {
  for (let i = 0; i < q.length; i += 1) {
    low[i] = Math.min(low[i]!, q[i]!);
    high[i] = Math.max(high[i]!, q[i]!);
  }
}
