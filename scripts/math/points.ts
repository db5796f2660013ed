/**
 * Seeded arguments for the check of the fast phases: spread over exponents, over the main range,
 * close to the edges of table cells and to the limits of each method, and published hard cases.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as math from "../../protocol/math/index.js";
import { Words } from "./words.js";

export interface Subject {
  readonly name: string;
  readonly evaluate: (x: number, y: number) => number;
  /** Argument: uniform range, exponents when spread, and a period of cell edges. */
  readonly x: Range;
  /** The second argument, of functions that take one. */
  readonly y?: Range;
  /** Where a method begins or ends; the points lie close to them on both sides. */
  readonly limits: readonly number[];
}

interface Range {
  readonly low: number;
  readonly high: number;
  readonly exponents: readonly [number, number];
  readonly edge: number;
  readonly whole?: boolean;
}

const LN2_STEP = 0.0054152123481245725;
const PI_STEP = 0.01227184630308513;

function range(
  low: number,
  high: number,
  exponents: readonly [number, number],
  edge = 0.0078125,
): Range {
  return { low, high, exponents, edge };
}

function one(
  name: string,
  evaluate: (x: number) => number,
  x: Range,
  ...limits: readonly number[]
): Subject {
  return { name, evaluate, x, limits };
}

function two(
  name: string,
  evaluate: (x: number, y: number) => number,
  x: Range,
  y: Range,
  ...limits: readonly number[]
): Subject {
  return { name, evaluate, x, y, limits };
}

const any = range(-30, 30, [-1022, 1023], PI_STEP);
const turns = range(-9, 9, [-60, 40]);
const unit = range(-1, 1, [-60, -1]);
const positive = range(0, 4, [-1022, 1023], 0.00390625);

/** Every function of the first tier. */
export const subjects: readonly Subject[] = [
  one("exp", math.exp, range(-745, 710, [-60, 9], LN2_STEP), -708, 709, 1),
  one("expm1", math.expm1, range(-40, 710, [-54, 9], LN2_STEP), 0.03125, -0.03125, -40, 0.0027),
  one("exp2", math.exp2, range(-1075, 1024, [-60, 9]), -1021, 1023, 1),
  one("exp10", math.exp10, range(-323, 308, [-60, 8], LN2_STEP / Math.LN10), -307, 308),
  one("log", math.log, positive, 1, 1.0078125, 0.9921875, 0.70703125, 1.4140625),
  one("log1p", math.log1p, range(-1, 4, [-54, 300], 0.00390625), 0.0078125, -0.0078125, -0.99),
  one("log2", math.log2, positive, 1, 1.0078125, 0.9921875, 2, 1024),
  one("log10", math.log10, positive, 1, 1.0078125, 0.9921875, 10, 1000),
  two("pow", math.pow, range(0, 30, [-1022, 1023], 0.00390625), range(-20, 20, [-30, 9]), 1, 2),
  two("powi", math.powi, range(-9, 9, [-15, 15]), { ...range(-64, 65, [0, 5]), whole: true }, 1),
  one("sin", math.sin, any, 0.0078125, Math.PI, 2 * Math.PI, 1e6, Math.PI / 2),
  one("cos", math.cos, any, 0.0078125, Math.PI, 1.5 * Math.PI, 1e6, Math.PI / 2),
  one("tan", math.tan, any, 0.0078125, Math.PI, 2.5 * Math.PI, 1e6, Math.PI / 2),
  one("sinpi", math.sinpi, turns, 1, 0.5, 2, 1e6),
  one("cospi", math.cospi, turns, 1, 0.5, 2, 1e6),
  one("tanpi", math.tanpi, turns, 1, 0.5, 0.25, 1e6),
  one("asin", math.asin, unit, 1, 0.0078125, 0.5, Math.SQRT1_2),
  one("acos", math.acos, unit, 1, -1, 0.0078125, 0.5, Math.SQRT1_2),
  one("atan", math.atan, range(-30, 30, [-60, 60]), 1, 0.00390625, 128, 1e15),
  two("atan2", math.atan2, range(-9, 9, [-99, 99]), range(-9, 9, [-99, 99]), 1),
  one("sinh", math.sinh, range(-710, 710, [-28, 8], LN2_STEP), 0.0625, 40, 708),
  one("cosh", math.cosh, range(-710, 710, [-28, 8], LN2_STEP), 0.0625, 40, 708),
  one("tanh", math.tanh, range(-22, 22, [-28, 4], LN2_STEP / 2), 0.0625, 20),
  one("asinh", math.asinh, range(-30, 30, [-28, 1023]), 0.0625, 1, 1152921504606846976),
  one("acosh", math.acosh, range(1, 30, [0, 1023]), 1, 1.0078125, 2, 1152921504606846976),
  one("atanh", math.atanh, range(-1, 1, [-28, -1]), 0.0625, 1, 0.99),
  one("cbrt", math.cbrt, any, 1, 8, 27, 1000),
  one("erf", math.erf, range(-6.2, 6.2, [-60, 2], 0.125), 0.5, -0.5, 1, 6),
  one("erfc", math.erfc, range(-6, 27.5, [-60, 4], 0.125), 0.5, -0.5, 1, 26.5),
  one("gamma", math.gamma, range(-180, 171.6, [-60, 6], 0.5), 1, 2, 20, 171.6),
  one("lgamma", math.lgamma, range(-180, 1000, [-60, 900], 0.5), 1, 2, 20, -2.4570247382208006),
  two("hypot", math.hypot, range(0, 9, [0, 60]), range(0, 9, [0, 60]), 1),
];

function spread(words: Words, [from, to]: readonly [number, number]): number {
  return (1 + words.unit()) * math.exp2(from + words.below(to - from));
}

/** near (1 +- t) with t from 1/2 down to one unit in the last place. */
function close(words: Words, near: number): number {
  const t = math.exp2(-1 - words.below(52)) * (0.5 + words.unit());
  return near * (words.unit() < 0.5 ? 1 - t : 1 + t);
}

function draw(words: Words, limits: readonly number[], r: Range): number {
  const uniform = r.low + (r.high - r.low) * words.unit();
  if (r.whole === true) return Math.floor(uniform);
  const sign = r.low < 0 && words.unit() < 0.5 ? -1 : 1;
  const kind = words.below(8);
  if (kind < 3) return uniform;
  if (kind < 6) return sign * spread(words, r.exponents);
  if (kind === 6 && limits.length > 0) return close(words, limits[words.below(limits.length)]!);
  // Half a cell further: the edge between the two nearest table entries.
  return close(words, (Math.round(uniform / r.edge) + (words.unit() < 0.5 ? 0.5 : 0)) * r.edge);
}

function acceptable(name: string, x: number, y: number | undefined): boolean {
  if (!Number.isFinite(x) || x === 0 || y === 0 || (y !== undefined && !Number.isFinite(y))) {
    return false;
  }
  switch (name) {
    case "log":
    case "log2":
    case "log10":
    case "pow":
      return x > 0;
    case "log1p":
      return x > -1;
    case "asin":
    case "acos":
      return Math.abs(x) <= 1;
    case "atanh":
      return Math.abs(x) < 1;
    case "acosh":
      return x >= 1;
    case "gamma":
    case "lgamma":
      return x > 0 || Math.floor(x) !== x;
    case "sinpi":
    case "tanpi":
      return Math.floor(2 * x) !== 2 * x;
    default:
      return true;
  }
}

function published(name: string): number[][] {
  return readFileSync(join(process.cwd(), "scripts", "math", "hardest.txt"), "utf8")
    .split("\n")
    .map((line) => line.split(" "))
    .filter(([f]) => f === name)
    .map(([, ...hex]) => hex.map((h) => math.fromHex(h)));
}

/** `count` argument lists of one function, published hard cases first. */
export function pointsOf(subject: Subject, count: number): number[][] {
  const words = new Words(BigInt(subjects.indexOf(subject) + 1));
  const points = published(subject.name);
  while (points.length < count) {
    const x = draw(words, subject.limits, subject.x);
    const y = subject.y === undefined ? undefined : draw(words, subject.limits, subject.y);
    if (acceptable(subject.name, x, y)) points.push(y === undefined ? [x] : [x, y]);
  }
  return points.slice(0, count);
}
