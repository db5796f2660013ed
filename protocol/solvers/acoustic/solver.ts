import { placing } from "../fields/placed.js";
import { PI, ULP } from "../../math/constants.js";
import type { z } from "zod";
import { layerEigenvalue, layerMode } from "../../math/eigen/layers.js";
import { eigenvalue, eigenvector, sturmForm } from "../../math/eigen/tridiagonal.js";
import { evenPoints } from "../fields/sampler.js";
import { withHidden, type Hidden } from "../fields/unseen.js";
import { compileExpression } from "../expression.js";
import { numericalUncertainty } from "../gate.js";
import { climb, type Climbed, type LadderOptions } from "../ladder.js";
import { hiddenInLayers, hiddenInverse, layerEnds, placeRounding } from "../layering.js";
import { widened } from "../reading.js";
import { placesOf } from "../places.js";
import { badInput, SolverMissing, stopIf } from "../refusal.js";
import {
  defineSolver,
  type Assumed,
  type Field,
  type Progress,
  type Quantity,
  type SolverResult,
  type StopSignal,
} from "../solver.js";
import { onStated } from "../stated.js";
import { acousticCard, CELLS_MAX } from "./card.js";
import {
  hornLayers,
  hornMatrix,
  plugEigenvalue,
  type Duct,
  type Horn,
  type LayeredHorn,
} from "./horn.js";

type AcousticInputs = z.output<typeof acousticCard.inputs>;

const FIRST_CELLS = 128;
const MODES = 6;
const SWEEPS = 30;
/** Part of a frequency that some thousand layers lose. */
const ROUNDING = 1e-13;
/** Of the square of the cells: how many times less of their last bits is lost, at most, of smooth ducts. */
const ROUNDED_PART = 16;
/** Ratio of the sections at the ends of a cell beyond which it hides a front. */
const STEEPEST = 3;

interface Asked {
  readonly c: number;
  /** Modes that sound nothing come first. */
  readonly skip: number;
  readonly modes: number;
  /** Cells of the first level. */
  readonly first: number;
  /** What the section hides, beside the value. */
  readonly hidden: number;
}

interface Run {
  readonly horn: Horn | LayeredHorn | null;
  readonly squares: readonly number[];
  readonly cells: number;
}

function firstCells({ cells, modes = MODES }: AcousticInputs): number {
  if (cells !== undefined) return cells;
  let first = FIRST_CELLS;
  while (first < 8 * modes) first *= 2;
  return first;
}

export const acoustic = defineSolver({
  card: acousticCard,
  refused: placing(({ area, length = 1 }: AcousticInputs) => ({
    given: { area },
    over: { x: [0, length] },
  })),
  work: (inputs) => BigInt(firstCells(inputs)) * BigInt(7 * SWEEPS * (inputs.modes ?? MODES)),
  memory: (inputs) => Math.min(2 * CELLS_MAX, firstCells(inputs) * 32) * 8 * 12,
  run,
});

function need<T>(value: T | undefined, name: string, accepts: readonly string[], what: string): T {
  if (value === undefined)
    throw new SolverMissing(name, accepts, `${what} is absent: give ${accepts.join(" or ")}.`);
  return value;
}

function sectionOf(area: AcousticInputs["area"], length: number): (x: number) => number {
  if (area === undefined) return () => 1;
  if (typeof area === "number") {
    if (!(area > 0)) throw badInput("/area", "the cross-section must be positive");
    return () => area;
  }
  if (typeof area === "string") {
    const { value } = compileExpression(area, ["x", "L"], "/area");
    const slots = new Float64Array([0, length]);
    return (x) => {
      slots[0] = x;
      return value(slots);
    };
  }
  if (area.length < 2) throw badInput("/area", "samples need both ends of the duct");
  const last = area.length - 1;
  return (x) => {
    const at = Math.min(Math.max((x / length) * last, 0), last);
    const i = Math.min(Math.floor(at), last - 1);
    return area[i]! + (area[i + 1]! - area[i]!) * (at - i);
  };
}

/** Added lengths have the section of the end they are added to. */
function ductOf(inputs: AcousticInputs): Duct {
  if (inputs.V !== undefined || inputs.A !== undefined || inputs.L_eff !== undefined)
    return vesselOf(inputs);
  const length = need(inputs.length, "length", ["length", "L"], "the length of the duct");
  const ends = need(inputs.ends, "ends", ["ends"], "whether the ends are open or closed");
  const [start, end] = typeof ends === "string" ? ends.split("-") : ends;
  const openStart = start === "open";
  const openEnd = end === "open";
  const { endCorrection = 0 } = inputs;
  const [left, right] =
    typeof endCorrection === "number" ? [endCorrection, endCorrection] : endCorrection;
  const before = openStart ? left : 0;
  const after = openEnd ? right : 0;
  const section = sectionOf(inputs.area, length);
  const area =
    before === 0 && after === 0
      ? section
      : (x: number): number => section(Math.min(Math.max(x - before, 0), length));
  const total = before + length + after;
  return {
    length: total,
    area,
    places: placesIn(inputs.area, length, before, total),
    openStart,
    openEnd,
    volume: 0,
  };
}

/** Where an expression of the section is not smooth, added lengths included. */
function placesIn(
  area: AcousticInputs["area"],
  length: number,
  before: number,
  total: number,
): Float64Array {
  if (typeof area !== "string") return new Float64Array(0);
  const expression = compileExpression(area, ["x", "L"], "/area");
  const own = placesOf(expression, Float64Array.of(0, length), [0, length], "area");
  if (own.length === 0) return own;
  const ends = [before, before + length].filter((x) => x > 0 && x < total);
  return Float64Array.from([...own.map((x) => before + x), ...ends]).toSorted();
}

function vesselOf(inputs: AcousticInputs): Duct {
  if (inputs.length !== undefined || inputs.area !== undefined || inputs.ends !== undefined) {
    throw badInput(
      "/V",
      "a vessel is {A, V, L_eff, c}, a duct {length or area, c, ends}: give one of the two",
    );
  }
  const A = need(inputs.A, "A", ["A", "neck_area"], "the area of the neck");
  return {
    length: need(inputs.L_eff, "L_eff", ["L_eff", "neck_length"], "the length of the neck"),
    area: () => A,
    places: new Float64Array(0),
    openStart: true,
    openEnd: false,
    volume: need(inputs.V, "V", ["V", "volume"], "the volume of the vessel"),
  };
}

function run(inputs: AcousticInputs, stop: StopSignal, progress: Progress): SolverResult {
  const duct = ductOf(inputs);
  const c = need(inputs.c, "c", ["c", "speed"], "the speed of sound");
  // Two closed ends let the air stand still: a mode of frequency zero that sounds nothing.
  const skip = duct.openStart || duct.openEnd ? 0 : 1;
  const { modes = MODES, neck = "plug" } = inputs;
  const plug = duct.volume > 0 && neck === "plug";
  const first = firstCells(inputs);
  const inPieces = duct.places.length > 0;
  let before: number | undefined;
  const at: LadderOptions<Run>["at"] = (cells, level, error) => {
    stopIf(stop);
    progress(Math.min(level, 6), 7, level, error);
    const horn = plug ? null : inPieces ? hornLayers(duct, first, cells) : hornMatrix(duct, cells);
    const square = horn === null ? plugEigenvalue(duct, cells) : squareOf(horn, skip, before);
    before = square;
    return { value: frequency(square, c), run: { horn, squares: [square], cells } };
  };
  const options = { formalOrder: 2, scale: 0, at };
  const levels: Climbed<Run> =
    inputs.cells === undefined
      ? climb({ ...options, start: first })
      : onStated({ ...options, resolution: first });
  const climbed = plug || inPieces ? levels : withRounding(levels);
  const asked = { c, skip, modes: plug ? 1 : modes, first };
  if (typeof inputs.area !== "string")
    return answer(inputs, duct, climbed, { ...asked, hidden: 0 });
  const lost = ROUNDING + placeRounding([0, duct.length], duct.places);
  const error = withHidden(
    inPieces ? { ...climbed.error, relative: climbed.error.relative + lost } : climbed.error,
    sectionShown(inputs.area, inputs.length!, climbed.run.cells),
    climbed.run.cells,
  );
  const hidden = error.relative - climbed.error.relative;
  return answer(inputs, duct, { ...climbed, error }, { ...asked, hidden });
}

/** Roundings of a matrix are parts of its largest eigenvalue, which grows with the square of the cells. */
function withRounding(levels: Climbed<Run>): Climbed<Run> {
  const { error, run } = levels;
  const part = (ULP * run.cells * run.cells) / ROUNDED_PART;
  return { ...levels, error: { ...error, relative: error.relative + part } };
}

function squareOf(horn: Horn | LayeredHorn, index: number, guess?: number): number {
  return "ends" in horn ? layerEigenvalue(horn, index, guess) : eigenvalue(sturmForm(horn), index);
}

/** What the section and its inverse hide between points, beside their means. */
function sectionShown(area: string, length: number, cells: number): Hidden[] {
  const slots = Float64Array.of(0, length);
  const range = [0, length] as const;
  const expression = compileExpression(area, ["x", "L"], "/area");
  const places = placesOf(expression, slots, range, "area");
  const points =
    places.length === 0 ? evenPoints(cells, length) : layerEnds(range, places, cells, cells);
  let size = 0;
  for (let i = 1; i < points.length; i += 1) {
    slots[0] = 0.5 * (points[i - 1]! + points[i]!);
    size += (expression.value(slots) * (points[i]! - points[i - 1]!)) / length;
  }
  const { steepest, ...inverse } = hiddenInverse(expression, slots, points);
  // A front within a cell is known to a part of the cell only.
  const isFront = places.length === 0 && steepest > STEEPEST;
  return [
    { name: "area", size, missed: hiddenInLayers(expression, slots, points, places) },
    { name: "1/area", ...inverse },
    { name: "area", size: cells, missed: isFront ? 1 : 0 },
  ];
}

function frequency(square: number, c: number): number {
  return (c * Math.sqrt(Math.max(square, 0))) / (2 * PI);
}

interface Tone {
  readonly value: number;
  readonly uncertainty: number;
}

function listed(duct: Duct, { cells, horn, squares }: Run, asked: Asked): Tone[] {
  if (horn === null) return [];
  if ("ends" in horn) return listedInLayers(horn, hornLayers(duct, asked.first, cells / 2), asked);
  const { c, modes, skip } = asked;
  const fine = sturmForm(horn);
  const coarse = sturmForm(hornMatrix(duct, Math.max(4, cells >> 1)));
  const tones: Tone[] = [];
  let change = 0;
  for (let k = skip; k < skip + modes && k < coarse.diagonal.length; k += 1) {
    const square = squares[k - skip] ?? eigenvalue(fine, k);
    const value = frequency(square, c);
    const below = eigenvalue(coarse, k, {
      at: square - change,
      within: Math.max(8 * Math.abs(change), 1e-3 * Math.abs(square)),
    });
    change = square - below;
    const gain = (value - frequency(below, c)) / 3;
    tones.push({ value: value + gain, uncertainty: Math.abs(gain) });
  }
  return tones;
}

function listedInLayers(fine: LayeredHorn, coarse: LayeredHorn, { c, modes, skip }: Asked): Tone[] {
  return Array.from({ length: modes }, (_, k) => {
    const below = layerEigenvalue(coarse, skip + k);
    const value = frequency(layerEigenvalue(fine, skip + k, below), c);
    const gain = (value - frequency(below, c)) / 3;
    return { value: value + gain, uncertainty: Math.max(Math.abs(gain), ROUNDING * value) };
  });
}

/** Pressure at the ends of layers, largest magnitude 1. */
function layeredShape(horn: LayeredHorn, square: number): Field[] {
  const { u } = layerMode(horn, square);
  const largest = u.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  const data = u.map((one) => one / largest);
  const axes = [{ name: "x", unit: "m", n: data.length, values: [...horn.ends] }];
  return [{ name: "pressure", unit: "1", shape: [data.length], data, axes }];
}

function shapeField({ length }: Duct, { horn, squares }: Run): Field[] {
  if (horn === null) return [];
  if ("ends" in horn) return layeredShape(horn, squares[0]!);
  const all = eigenvector(horn, squares[0]!);
  const v = all.subarray(0, Math.round(length / horn.h));
  const data = new Float64Array(v.length);
  let largest = 0;
  for (let i = 0; i < v.length; i += 1) {
    data[i] = v[i]! / horn.root[i]!;
    largest = Math.max(largest, Math.abs(data[i]!));
  }
  for (let i = 0; i < v.length; i += 1) data[i]! /= largest;
  return [
    {
      name: "pressure",
      unit: "1",
      shape: [v.length],
      data,
      axes: [{ name: "x", unit: "m", n: v.length, start: length / (2 * v.length), step: horn.h }],
    },
  ];
}

function answer(
  inputs: AcousticInputs,
  duct: Duct,
  { error, run: finest, value }: Climbed<Run>,
  asked: Asked,
): SolverResult {
  const { c, hidden, skip } = asked;
  const vessel = duct.volume > 0;
  const list =
    finest.horn === null
      ? [{ value, uncertainty: numericalUncertainty(error, value) }]
      : listed(duct, finest, asked);
  const outputs: Record<string, Quantity> = {};
  list.forEach((mode, i) => {
    outputs[`f_${i + 1}`] = { ...mode, unit: "Hz" };
  });
  if (vessel) {
    const wave = climb({
      start: 128,
      formalOrder: 2,
      scale: 0,
      at: (cells) => ({
        run: null,
        value: frequency(eigenvalue(sturmForm(hornMatrix(duct, cells)), 0), c),
      }),
    });
    outputs["neck_as_duct"] = {
      value: wave.value,
      unit: "Hz",
      uncertainty: numericalUncertainty(wave.error, wave.value),
    };
  }
  return {
    value,
    unit: "Hz",
    equations:
      vessel && finest.horn === null
        ? [
            `V/c^2 p'' + p / integral(dx/A) = 0 with A = ${inputs.A!} m^2, V = ${duct.volume} ` +
              `m^3, L_eff = ${duct.length} m, c = ${c} m/s`,
          ]
        : [
            `(S p')' + (2 pi f / ${c})^2 S p = 0 on 0 < x < ${duct.length} m, ` +
              `${duct.openStart ? "p" : "p'"} = 0 at x = 0, ` +
              (vessel
                ? `S p' = (2 pi f / c)^2 ${duct.volume} p at the far end`
                : `${duct.openEnd ? "p" : "p'"} = 0 at the far end`),
          ],
    outputs: widened(outputs, hidden),
    named: {
      modes: list.map((mode, i) => ({ mode: i + 1, ...mode, unit: "Hz" })),
      ...(vessel ? { model: finest.horn === null ? "plug" : "duct" } : {}),
    },
    fields: shapeField(duct, finest),
    invariants: [],
    error,
    assumed: assumptions(inputs, error, vessel),
    notes:
      skip === 1
        ? [
            "Between closed ends the first sounding mode is the second of the matrix; the first has no frequency.",
          ]
        : [],
  };
}

function assumptions(
  inputs: AcousticInputs,
  error: SolverResult["error"],
  vessel: boolean,
): Assumed[] {
  const assumed: Assumed[] = [];
  if (inputs.cells === undefined) {
    assumed.push({
      name: "cells",
      value: error.levels.at(-1)!.resolution,
      unit: "1",
      why: "cells at which the gate passed",
    });
  }
  if (vessel && inputs.neck === undefined) {
    assumed.push({
      name: "neck",
      value: "plug",
      unit: "",
      why: "an effective length is that of a plug of air; neck_as_duct has the other",
    });
  }
  if (!vessel && inputs.area === undefined)
    assumed.push({ name: "area", value: "constant", unit: "", why: "no section was stated" });
  if (!vessel && inputs.endCorrection === undefined) {
    assumed.push({
      name: "endCorrection",
      value: 0,
      unit: "m",
      why: "none is added unless stated",
    });
  }
  return assumed;
}
