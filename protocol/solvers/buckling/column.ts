/**
 * A column of Hermite beams: bending stiffness, and the geometric stiffness of its axial forces.
 */
import type { z } from "zod";
import { addTo, symmetricBanded, type SymmetricBanded } from "../../math/eigen/bandedPencil.js";
import { compileExpression } from "../expression.js";
import { hiddenInLayers } from "../layering.js";
import { placesOf } from "../places.js";
import { badInput, SolverMissing } from "../refusal.js";
import type { bucklingCard } from "./card.js";
import { bent } from "./pieces.js";

export type BucklingInputs = z.output<typeof bucklingCard.inputs>;
export type End = "pinned" | "fixed" | "free" | "guided";

interface Spring {
  readonly translation: number;
  readonly rotation: number;
}

/** Lengths in units of the column's, stiffness in units of the one at its stiffest sample. */
export interface Column {
  readonly length: number;
  readonly reference: number;
  readonly stiffness: (xi: number) => number;
  /** Places that have a node on every mesh, both ends among them. */
  readonly breaks: readonly number[];
  /** Places too near to one of these: they lie within elements. */
  readonly inner: readonly number[];
  readonly start: End;
  readonly end: End;
  readonly springs: readonly [Spring, Spring];
  readonly foundation: number;
  readonly uniform: boolean;
  /** A bound of what the flexibility hides between these places, averaged, beside its mean. */
  readonly hidden?: (nodes: Float64Array) => { readonly missed: number; readonly size: number };
}

const STIFFNESS_SAMPLES = 64;
const NOWHERE = new Float64Array(0);

function profileOf(
  given: number | number[] | string,
  name: string,
  length: number,
): (xi: number) => number {
  if (typeof given === "number") return () => given;
  if (typeof given === "string") {
    const { value } = compileExpression(given, ["x", "L"], `/${name}`);
    const slots = new Float64Array([0, length]);
    return (xi) => {
      slots[0] = xi * length;
      return value(slots);
    };
  }
  if (given.length < 2) throw badInput(`/${name}`, "samples need both ends of the column");
  const last = given.length - 1;
  return (xi) => {
    const i = Math.min(Math.floor(xi * last), last - 1);
    return given[i]! + (given[i + 1]! - given[i]!) * (xi * last - i);
  };
}

const NAMES: readonly End[] = ["pinned", "fixed", "free", "guided"];

function endsOf(text: string): readonly [End, End] {
  const start = NAMES.find((name) => text.startsWith(`${name}-`))!;
  return [start, NAMES.find((name) => text === `${start}-${name}`)!];
}

/** @throws SolverRefusal INVALID_BODY for a stiffness that is not positive; SolverMissing */
export function columnOf(inputs: BucklingInputs): Column {
  const { E, EI, I, ends, length, springs } = inputs;
  if (EI !== undefined && (E !== undefined || I !== undefined))
    throw badInput("/EI", "give EI, or E and I, not both");
  if (length === undefined)
    throw new SolverMissing("length", ["length", "L"], "The length of the column is absent.");
  if (ends === undefined)
    throw new SolverMissing("ends", ["ends"], "What holds the ends is absent.");
  const given = EI ?? I;
  if (given === undefined || (EI === undefined && E === undefined)) {
    throw new SolverMissing(
      given === undefined ? "I" : "E",
      ["E", "I", "EI"],
      "The bending stiffness is absent: give E and I, or EI.",
    );
  }
  const name = EI === undefined ? "I" : "EI";
  const raw = profileOf(given, name, length);
  const factor = EI === undefined ? E! : 1;
  let reference = 0;
  for (let i = 0; i < STIFFNESS_SAMPLES; i += 1) {
    const value = raw((i + 0.5) / STIFFNESS_SAMPLES) * factor;
    if (!(value > 0) || !Number.isFinite(value)) {
      throw badInput(
        `/${name}`,
        `the stiffness must be positive; at x = ${((i + 0.5) / STIFFNESS_SAMPLES) * length} m it is not`,
      );
    }
    reference = Math.max(reference, value);
  }
  const scale = factor / reference;
  const places = typeof given === "string" ? placesIn(given, name, length) : NOWHERE;
  const knots =
    typeof given === "object" ? given.map((_, i) => i / (given.length - 1)).slice(1, -1) : [];
  const { breaks, inner } = apart([0, ...(knots.length <= 64 ? knots : []), ...places, 1]);
  const [start, end] = typeof ends === "string" ? endsOf(ends) : ends;
  const springOf = (at: "start" | "end"): Spring => ({
    translation: (springs?.[at]?.translation ?? 0) * ((length * length) / reference) * length,
    rotation: ((springs?.[at]?.rotation ?? 0) * length) / reference,
  });
  return {
    length,
    reference,
    stiffness: (xi) => raw(xi) * scale,
    breaks,
    inner,
    start,
    end,
    springs: [springOf("start"), springOf("end")],
    foundation: (inputs.foundation ?? 0) * ((length * length) / reference) * (length * length),
    uniform: typeof given === "number",
    ...(typeof given === "string"
      ? { hidden: hiddenFlexibility(given, name, length, places) }
      : {}),
  };
}

/** Least distance of two nodes that stand at places of their own. */
const APART = 0.005;

/** A narrow piece begins at a node and ends within the element behind it. */
function apart(places: readonly number[]): Pick<Column, "breaks" | "inner"> {
  const breaks: number[] = [];
  const inner: number[] = [];
  for (const place of places) {
    const last = breaks.at(-1);
    if (place === 1) breaks.push(1);
    else if (last === undefined || place - last >= APART) breaks.push(place);
    else inner.push(place);
  }
  return { breaks, inner };
}

/** Measured: 0.006 to 0.009. */
const BENT_WITHIN = 0.02;

/**
 * Within an element the moment is taken as linear, though it turns where a narrow piece bends: part
 * of a load that no finer mesh mends.
 * @param load in units of the reference
 */
export function bentWithin({ breaks, inner, stiffness }: Column, load: number): number {
  let most = 0;
  for (const to of inner) {
    const from = breaks.findLast((x) => x < to)!;
    const places = [from, ...inner.filter((x) => x > from && x < to), to];
    let bend = 0;
    for (let k = 1; k < places.length; k += 1) {
      const width = places[k]! - places[k - 1]!;
      bend += width / stiffness(places[k - 1]! + 0.5 * width);
    }
    most = Math.max(most, load * bend * (to - from));
  }
  return BENT_WITHIN * most * most;
}

/** A thin weak place hardly lowers the stiffness of an element, but its inverse. */
function hiddenFlexibility(
  given: string,
  name: string,
  length: number,
  places: Float64Array,
): Column["hidden"] {
  const expression = compileExpression(`1/(${given})`, ["x", "L"], `/${name}`);
  return (nodes) => {
    const slots = Float64Array.of(0, length);
    const points = Float64Array.from(new Set([...nodes, ...places]))
      .toSorted()
      .map((xi) => xi * length);
    const breaks = places.map((xi) => xi * length);
    const missed = hiddenInLayers(expression, slots, points, breaks);
    let size = 0;
    for (let e = 0; e + 1 < points.length; e += 1) {
      slots[0] = 0.5 * (points[e]! + points[e + 1]!);
      size += (expression.value(slots) * (points[e + 1]! - points[e]!)) / length;
    }
    return { missed, size };
  };
}

/** Where an expression of the stiffness jumps or bends, in parts of the length. */
function placesIn(given: string, name: string, length: number): Float64Array {
  const expression = compileExpression(given, ["x", "L"], `/${name}`);
  const slots = Float64Array.of(0, length);
  return placesOf(expression, slots, [0, length], name).map((x) => x / length);
}

const GRADING_SAMPLES = 512;

/**
 * Nodes at every break. Between two, elements are as long against each other as the local wave
 * length, the root of the stiffness; each doubling cuts every element at the middle of that
 * measure.
 */
export function nodesOf(
  { breaks, inner, stiffness }: Column,
  elements: number,
  level: number,
): Float64Array {
  const nodes: number[] = [0];
  // Samples of a narrow piece say nothing of the wave length beside it.
  const local = inner.length === 0 ? stiffness : (): number => 1;
  const measures = breaks.slice(1).map((to, s) => measureOf(local, breaks[s]!, to));
  const whole = measures.reduce((sum, measure) => sum + measure[GRADING_SAMPLES]!, 0);
  measures.forEach((measure, s) => {
    const [from, width] = [breaks[s]!, breaks[s + 1]! - breaks[s]!];
    const most = measure[GRADING_SAMPLES]!;
    const count = Math.max(1, Math.round((most / whole) * elements)) << level;
    let k = 0;
    for (let i = 1; i < count; i += 1) {
      const wanted = (most * i) / count;
      while (measure[k + 1]! < wanted) k += 1;
      const part = (wanted - measure[k]!) / (measure[k + 1]! - measure[k]!);
      nodes.push(from + (width * (k + part)) / GRADING_SAMPLES);
    }
    nodes.push(from + width);
  });
  return Float64Array.from(nodes);
}

/** Integral of the inverse root of the stiffness from `from`, at even points. */
function measureOf(stiffness: (xi: number) => number, from: number, to: number): Float64Array {
  const sums = new Float64Array(GRADING_SAMPLES + 1);
  const h = (to - from) / GRADING_SAMPLES;
  for (let i = 0; i < GRADING_SAMPLES; i += 1)
    sums[i + 1] = sums[i]! + h / Math.sqrt(stiffness(from + (i + 0.5) * h));
  return sums;
}

export interface Pencil {
  readonly bending: SymmetricBanded;
  /** Of a unit load on the top. */
  readonly topLoad: SymmetricBanded;
  /** Of a unit load spread evenly along the column. */
  readonly spreadLoad: SymmetricBanded;
  /** Unknown of deflection and slope at each node, -1 where it is prescribed. */
  readonly index: Int32Array;
}

const GAUSS = [
  [-0.7745966692414834, 5 / 9],
  [0, 8 / 9],
  [0.7745966692414834, 5 / 9],
] as const;
const DOFS = 4;
const BAND = 3;

/** Held at zero: deflection, slope. */
const HELD: Readonly<Record<End, readonly [boolean, boolean]>> = {
  pinned: [true, false],
  fixed: [true, true],
  free: [false, false],
  guided: [false, true],
};

export function assemble(column: Column, nodes: Float64Array): Pencil {
  const index = numbering(column, nodes.length);
  let n = 0;
  for (let i = 0; i < index.length; i += 1) n = Math.max(n, index[i]! + 1);
  const pencil: Pencil = {
    bending: symmetricBanded(n, BAND),
    topLoad: symmetricBanded(n, BAND),
    spreadLoad: symmetricBanded(n, BAND),
    index,
  };
  for (let e = 0; e + 1 < nodes.length; e += 1) {
    const [from, to] = [nodes[e]!, nodes[e + 1]!];
    const inner = column.inner.filter((x) => x > from && x < to);
    if (inner.length === 0) addElement(pencil, column, from, to, e);
    else addPieces(pencil, column, [from, ...inner, to], e);
  }
  const last = 2 * (nodes.length - 1);
  const [start, end] = column.springs;
  for (const [dof, value] of [
    [0, start.translation],
    [1, start.rotation],
    [last, end.translation],
    [last + 1, end.rotation],
  ] as const) {
    if (index[dof]! >= 0) addTo(pencil.bending, index[dof]!, index[dof]!, value);
  }
  return pencil;
}

function numbering({ end, start }: Column, nodes: number): Int32Array {
  const index = new Int32Array(2 * nodes);
  let next = 0;
  for (let i = 0; i < index.length; i += 1) {
    const held =
      i < 2 ? HELD[start][i]! : i >= index.length - 2 && HELD[end][i - index.length + 2]!;
    index[i] = held ? -1 : next;
    if (!held) next += 1;
  }
  return index;
}

function addElement(
  { bending, index, spreadLoad, topLoad }: Pencil,
  column: Column,
  from: number,
  to: number,
  element: number,
): void {
  const h = to - from;
  const shape = new Float64Array(DOFS);
  const slope = new Float64Array(DOFS);
  const curvature = new Float64Array(DOFS);
  for (const [point, weight] of GAUSS) {
    const s = 0.5 * (1 + point);
    const x = from + s * h;
    const w = 0.5 * weight * h;
    hermite(s, h, shape, slope, curvature);
    const ei = column.stiffness(x);
    for (let a = 0; a < DOFS; a += 1) {
      const i = index[2 * element + a]!;
      if (i < 0) continue;
      for (let b = 0; b <= a; b += 1) {
        const j = index[2 * element + b]!;
        if (j < 0) continue;
        addTo(
          bending,
          i,
          j,
          w * (ei * curvature[a]! * curvature[b]! + column.foundation * shape[a]! * shape[b]!),
        );
        addTo(topLoad, i, j, w * slope[a]! * slope[b]!);
        addTo(spreadLoad, i, j, w * (1 - x) * slope[a]! * slope[b]!);
      }
    }
  }
}

function addPieces(
  { bending, index, spreadLoad, topLoad }: Pencil,
  column: Column,
  ends: readonly number[],
  element: number,
): void {
  const { points, stiffness } = bent(column, ends);
  for (let a = 0; a < DOFS; a += 1) {
    const i = index[2 * element + a]!;
    if (i < 0) continue;
    for (let b = 0; b <= a; b += 1) {
      const j = index[2 * element + b]!;
      if (j < 0) continue;
      let [held, top, spread] = [stiffness[a]![b]!, 0, 0];
      for (const { shape, slope, weight, x } of points) {
        const turns = weight * slope[a]! * slope[b]!;
        held += weight * column.foundation * shape[a]! * shape[b]!;
        top += turns;
        spread += (1 - x) * turns;
      }
      addTo(bending, i, j, held);
      addTo(topLoad, i, j, top);
      addTo(spreadLoad, i, j, spread);
    }
  }
}

/** Cubic Hermite functions of deflection and slope at both ends, and their derivatives by x. */
function hermite(
  s: number,
  h: number,
  shape: Float64Array,
  slope: Float64Array,
  curvature: Float64Array,
): void {
  const t = 1 - s;
  shape[0] = t * t * (1 + 2 * s);
  shape[1] = h * s * t * t;
  shape[2] = s * s * (3 - 2 * s);
  shape[3] = -h * s * s * t;
  slope[0] = (-6 * s * t) / h;
  slope[1] = t * (1 - 3 * s);
  slope[2] = (6 * s * t) / h;
  slope[3] = s * (3 * s - 2);
  curvature[0] = (12 * s - 6) / (h * h);
  curvature[1] = (6 * s - 4) / h;
  curvature[2] = (6 - 12 * s) / (h * h);
  curvature[3] = (6 * s - 2) / h;
}
