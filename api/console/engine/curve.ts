/** What changes the answer: the value over one input, the others held. */
import { evaluateUnnamed } from "../../../protocol/equations/index.js";
import { compute } from "../../../protocol/kernel/compute.js";
import type { Registry } from "../../../protocol/operators/registry.js";
import { formatDimension, fromSI, parseUnit, toSI } from "../../../protocol/units/index.js";
import { requestOf } from "./equations.js";
import type { Curve, Question, Range } from "./messages.js";
import { settledChain } from "./registry.js";

interface Point {
  readonly value: number | null;
  readonly spread: number;
}

const NOTHING: Point = { value: null, spread: 0 };

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
      return outcome.status === "value"
        ? { value: outcome.value, spread: outcome.uncertainty }
        : NOTHING;
    };
  }
  const settled = registry === null ? null : settledChain(registry, question);
  if (settled === null || "status" in settled) return null;
  const { inputs, plan, uncertainties } = settled;
  const spreads = Object.keys(uncertainties).length === 0 ? {} : { uncertainties };
  return (at) => {
    const result = compute(plan, { inputs: { ...inputs, [name]: at }, ...spreads });
    return result.status === "value"
      ? { value: result.value, spread: result.uncertainty }
      : NOTHING;
  };
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
  const points = at.map((x) => value(parsed?.ok === true ? toSI(x, parsed) : x));
  return {
    name,
    unit,
    at,
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
