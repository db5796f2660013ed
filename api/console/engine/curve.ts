/** What changes the answer: the value over one input, the others held. */
import { evaluateUnnamed } from "../../../protocol/equations/index.js";
import { compute } from "../../../protocol/chains/compute.js";
import type { Registry } from "../../../protocol/operators/registry.js";
import { formatDimension, fromSI, parseUnit, toSI } from "../../../protocol/units/index.js";
import { requestOf } from "./equations.js";
import type { Curve, Question, Range } from "./messages.js";
import { settledChain } from "./registry.js";

interface Point {
  readonly value: number | null;
  readonly spread: number;
  /** Which pieces of the equation held. */
  readonly piece: string;
}

const NOTHING: Point = { value: null, spread: 0, piece: "" };
/** A note tells the piece that held, and where. */
const PIECE = / holds(?: otherwise|, for )/;

/** From an input in SI to the value. @returns null where the question has no answer at all */
function functionOf(
  registry: Registry | null,
  question: Question,
  name: string,
): ((at: number) => Point) | null {
  if (question.equation !== undefined) {
    const read = requestOf(question);
    if ("bad" in read) return null;
    const { request } = read;
    return (at) => {
      const outcome = evaluateUnnamed({ ...request, inputs: { ...request.inputs, [name]: at } });
      if (outcome.status !== "value") return NOTHING;
      const piece = outcome.notes.filter((note) => PIECE.test(note)).join("\n");
      return { value: outcome.value, spread: outcome.uncertainty, piece };
    };
  }
  const settled = registry === null ? null : settledChain(registry, question);
  if (settled === null || "status" in settled) return null;
  const { inputs, plan, uncertainties } = settled;
  const spreads = Object.keys(uncertainties).length === 0 ? {} : { uncertainties };
  return (at) => {
    const result = compute(plan, { inputs: { ...inputs, [name]: at }, ...spreads });
    return result.status === "value"
      ? { value: result.value, spread: result.uncertainty, piece: "" }
      : NOTHING;
  };
}

/** A value at a place of the axis. */
type Placed = Point & { readonly at: number };

/** A rise between two neighbours above this part of the whole is looked at more closely. */
const STEEP = 0.05;
/** Halvings of the way between them: what is still as steep then is a jump. */
const HALVINGS = 20;
/** Jumps of one curve that are looked for. */
const JUMPS_MAX = 24;

/**
 * Points of a curve with both edges of each jump and a gap between them, so that no line leads
 * over it: where a piece of the equation ends, at a step, at a pole.
 *
 * @param points with the place of each
 */
function withJumps(points: readonly Placed[], value: (at: number) => Point): readonly Placed[] {
  const known = points.flatMap((point) => (point.value === null ? [] : [point.value]));
  const tall = Math.max(...known) - Math.min(...known);
  let left = JUMPS_MAX;
  return points.flatMap((point, i) => {
    const before = points[i - 1];
    if (before === undefined || left === 0 || !isSteep(before, point, tall)) return [point];
    left -= 1;
    const [low, high] = edges(before, point, value);
    if (rise(low, high) <= STEEP * tall && low.piece === high.piece) return [point];
    const gap = rise(low, high) <= TOUCHING * tall ? [] : [{ ...NOTHING, at: high.at }];
    return [...(low === before ? [] : [low]), ...gap, ...(high === point ? [] : [high]), point];
  });
}

/** Two pieces that meet within this part of the whole are one line. */
const TOUCHING = 1e-3;

function rise(a: Point, b: Point): number {
  return a.value === null || b.value === null ? 0 : Math.abs(a.value - b.value);
}

function isSteep(a: Point, b: Point, tall: number): boolean {
  if (a.value === null || b.value === null) return false;
  return a.piece !== b.piece || rise(a, b) > STEEP * tall;
}

/** Where the way is divided: a step or a boundary may lie in its middle, and has no value. */
const PARTS = [1 / 2, 2 / 5, 3 / 5];

/** A point between two places; null where none has a value, as near to a boundary. */
function between(low: number, high: number, value: (at: number) => Point): Placed | null {
  for (const part of PARTS) {
    const at = low + (high - low) * part;
    if (at <= low || at >= high) return null;
    const point = value(at);
    if (point.value !== null) return { ...point, at };
  }
  return null;
}

/** The way between two points halved on the side that is steeper, or where the piece changes. */
function edges(
  from: Placed,
  to: Placed,
  value: (at: number) => Point,
): readonly [low: Placed, high: Placed] {
  let [low, high] = [from, to];
  for (let i = 0; i < HALVINGS; i += 1) {
    const middle = between(low.at, high.at, value);
    if (middle === null) break;
    const isAbove =
      low.piece === high.piece
        ? rise(middle, high) > rise(low, middle)
        : middle.piece === low.piece;
    if (isAbove) low = middle;
    else high = middle;
  }
  return [low, high];
}

/** @param low, high in the unit */
export function curveOf(
  registry: Registry | null,
  question: Question,
  name: string,
  { count, high, low, unit }: Range,
): Curve | null {
  const value = functionOf(registry, question, name);
  if (value === null) return null;
  const parsed = unit === "" || unit === "1" ? null : parseUnit(unit);
  const isRatio = low > 0 && high / low > 100;
  const at = Array.from({ length: count }, (_, i) => {
    const share = i / (count - 1);
    return isRatio ? low * Math.exp(Math.log(high / low) * share) : low + (high - low) * share;
  });
  const pointAt = (x: number): Point => value(parsed?.ok === true ? toSI(x, parsed) : x);
  const points = withJumps(
    at.map((x) => ({ ...pointAt(x), at: x })),
    pointAt,
  );
  return {
    name,
    unit,
    at: points.map((point) => point.at),
    values: points.map((point) => point.value),
    spreads: points.map(({ spread }) => spread),
  };
}

const USUAL =
  "m km cm mm um nm au ly pc ft in mi|kg g mg t lb|s ms us ns min h d yr|K degC degF|N kN MN lbf|" +
  "J kJ MJ kWh eV keV MeV GeV cal|W kW MW GW|Pa hPa kPa MPa GPa bar atm psi|m/s km/h km/s mph|" +
  "Hz kHz MHz GHz THz|V mV kV|A mA|ohm kohm|C nC uC|T mT|m^2 cm^2 mm^2 km^2|m^3 L cm^3|rad deg|" +
  "mol mmol|kg/m^3 g/cm^3|N/m|F uF nF pF|H mH|m/s^2|Bq kBq|Gy|Sv mSv";

/** Units for the same quantity, the given one first. */
export function unitsLike(unit: string): readonly string[] {
  const own = parseUnit(unit);
  if (!own.ok) return [unit];
  const dimension = formatDimension(own.dimension);
  const alike = USUAL.split(/[ |]/).filter((text) => {
    const parsed = parseUnit(text);
    return parsed.ok && formatDimension(parsed.dimension) === dimension;
  });
  return [...new Set([unit, ...alike])];
}

/** @returns null where the two are of different quantities */
export function convertedTo(value: number, from: string, to: string): number | null {
  const [own, other] = [parseUnit(from), parseUnit(to)];
  if (!own.ok || !other.ok) return null;
  if (formatDimension(own.dimension) !== formatDimension(other.dimension)) return null;
  return from === to ? value : fromSI(toSI(value, own), other);
}
