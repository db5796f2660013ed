/** A quantity in the place of an input: which meaning fits, and its value in SI, rounded once. */
import { once } from "../../once.js";
import { relativeSpreadOf } from "../constants.js";
import { scaleOf } from "../convert.js";
import { dimensionKey, equals, formatDimension, isDimensionless } from "../dimension.js";
import type { Dimension } from "../dimension.js";
import { addExact, multiplyExact, roundToDouble } from "../exact.js";
import type { Exact } from "../exact.js";
import { quantityDimension } from "../quantities.js";
import type { UnitValue } from "../unit.js";
import { printReading } from "./print.js";
import type { Quantity, Reading } from "./quantity.js";

export interface Slot {
  /** For messages. */
  readonly name: string;
  /** Null where no unit is known: then only a bare number is taken. */
  readonly unit: UnitValue | null;
  /** A difference of two temperatures, so that 5 degC is 5 K. */
  readonly isDifference: boolean;
}

export interface SlotValue {
  readonly ok: true;
  /** SI. */
  readonly value: number;
  /** The same before it was rounded, with pi to 100 decimals in its place. */
  readonly exact: Exact;
  /** Power of pi in it. */
  readonly piPower: number;
  readonly reading: Reading;
}

export interface SlotRefusal {
  readonly ok: false;
  readonly message: string;
}

interface InSI {
  readonly exact: Exact;
  /** Rounded once; an infinity past the largest double. */
  readonly rounded: number;
}

/** A reading is held against the inputs of hundreds of laws. */
const asValues = new WeakMap<Reading, InSI>();
const asDifferences = new WeakMap<Reading, InSI>();

function inSI(reading: Reading, isDifference: boolean): InSI {
  const known = isDifference ? asDifferences : asValues;
  const kept = known.get(reading);
  if (kept !== undefined) return kept;
  const exact = exactSI(reading, isDifference);
  const pair = { exact, rounded: roundToDouble(exact) };
  known.set(reading, pair);
  return pair;
}

/** The value of a reading in SI before it is rounded. */
function exactSI({ number, piPower, unit }: Reading, isDifference: boolean): Exact {
  const scaled = multiplyExact(number, scaleOf(unit, piPower));
  return unit.offset === undefined || isDifference ? scaled : addExact(scaled, unit.offset);
}

/** @param counted the reading whose turns are counts, where `reading` has angles */
function valued(reading: Reading, isDifference = false, counted = reading): SlotValue {
  const { exact, rounded } = inSI(counted, isDifference);
  const piPower = counted.piPower + counted.unit.piPower;
  return { ok: true, value: rounded, exact, piPower, reading };
}

/** Value in SI, rounded once; an infinity past the largest double. */
export function valueInSI(reading: Reading, isDifference = false): number {
  return inSI(reading, isDifference).rounded;
}

/** Standard uncertainty in SI that a value has from its unit, as one in solar masses has. */
export function spreadOfUnit({ reading, value }: SlotValue): number {
  return Math.abs(value) * relativeSpreadOf(reading.unit);
}

/** Independent uncertainties of the same inputs; undefined where there are none. */
export function joinedSpreads(
  stated: Readonly<Record<string, number>>,
  ofUnits: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> | undefined {
  const all: Record<string, number> = { ...stated };
  for (const [name, part] of Object.entries(ofUnits)) {
    const own = all[name] ?? 0;
    all[name] = Math.sqrt(own * own + part * part);
  }
  return Object.keys(all).length === 0 ? undefined : all;
}

/** The value of a quantity for a slot; a bare number is in the unit of the slot. */
export function valueFor(quantity: Quantity, slot: Slot): SlotValue | SlotRefusal {
  const { hasUnit, readings, spread } = quantity;
  const refuse = (message: string): SlotRefusal => ({ ok: false, message });
  if (spread !== null)
    return refuse(`${slot.name} = ${quantity.text} states an uncertainty: give it apart`);
  const [first] = readings;
  if (!hasUnit) return bare(first!, slot);
  if (slot.unit === null)
    return refuse(
      `nothing here says in which unit ${slot.name} is, so ${quantity.text} is not converted; ` +
        "write it in SI without a unit",
    );
  const { dimension } = slot.unit;
  const fitting = readings.filter((one) => equals(one.unit.dimension, dimension));
  const [only, ...others] = fitting;
  if (only === undefined) return mismatch(quantity, slot.name, slot.unit);
  if (others.length > 0 && quantity.question !== null)
    return refuse(`${slot.name}: ${quantity.question}`);
  const turned = turning(only, slot.name, slot.unit) ?? counted(only, slot.name, slot.unit);
  if (turned !== null && !turned.ok) return turned;
  const found = turned ?? valued(only, slot.isDifference);
  const { value } = found;
  if (!Number.isFinite(value))
    return refuse(`${slot.name} = ${quantity.text} is beyond the largest number a double can hold`);
  if (value < 0 && only.unit.offset !== undefined && !slot.isDifference)
    return refuse(`${slot.name} = ${quantity.text} is below absolute zero`);
  return found;
}

function bare(reading: Reading, { name, unit }: Slot): SlotValue | SlotRefusal {
  const own = unit === null ? reading : { ...reading, unit };
  // In most units of SI a number is what it is without one.
  const found = valued(own, false, isOfSize(reading.unit, own.unit) ? reading : own);
  if (Number.isFinite(found.value)) return found;
  return { ok: false, message: `${name} is beyond the largest number a double can hold` };
}

function isOfSize(one: UnitValue, other: UnitValue): boolean {
  return (
    one.piPower === other.piPower &&
    one.offset === undefined &&
    other.offset === undefined &&
    one.factor.num === other.factor.num &&
    one.factor.den === other.factor.den
  );
}

/**
 * Turns where no angle is measured are a count: 500 turns/m of a coil are 500/m, 100 ampere turns
 * 100 A. What is per turn may be per 2 pi, as J/rev of a torque is. Null where the two do not meet.
 */
function counted(reading: Reading, name: string, slot: UnitValue): SlotValue | SlotRefusal | null {
  const { unit } = reading;
  const angle = unit.dimension.angle - slot.dimension.angle;
  if (Math.abs(angle) !== 1 || !TURN.test(unit.text)) return null;
  if (angle > 0) return valued(reading, false, { ...reading, unit: asCount(unit) });
  const message = `${name}: ${printReading(reading)} is per turn, which may be 1 or 2 pi: write it without the turn`;
  return { ok: false, message };
}

const TURN = /(?:^|[ /(])rev(?:$|[ /)])/;

/** A unit with its turn for one, not for 2 pi. */
function asCount(unit: UnitValue): UnitValue {
  const factor = multiplyExact(unit.factor, { num: 1n, den: 2n });
  return { ...unit, factor, piPower: unit.piPower - 1 };
}

/**
 * A frequency counts turns, an angular velocity radians: 3000 rpm are 50 Hz, and 60 Hz are no
 * 60 rad/s. Null where the two do not meet.
 */
function turning(reading: Reading, name: string, slot: UnitValue): SlotValue | SlotRefusal | null {
  const { unit } = reading;
  if (!isRate(slot.dimension) || !isRate(unit.dimension)) return null;
  const [isAngular, wantsAngular] = [unit.dimension.angle === 1, slot.dimension.angle === 1];
  if (isAngular === wantsAngular) return null;
  const text = printReading(reading);
  if (wantsAngular) {
    if (!unit.text.endsWith("Hz")) return null;
    return {
      ok: false,
      message:
        `${name} is an angular frequency in ${slot.text}, and ${text} counts whole turns: ` +
        "write it in rad/s or rev/s",
    };
  }
  if (!/^(?:rpm|rev\/)/.test(unit.text))
    return {
      ok: false,
      message:
        `${name} is a frequency in ${slot.text}, and ${text} is an angular velocity: ` +
        "write it in Hz or rpm",
    };
  // The turn is counted, not measured as an angle.
  return valued(reading, false, { ...reading, unit: asCount(unit) });
}

function isRate({ exponents }: Dimension): boolean {
  return exponents.every(({ den, num }, i) => den === 1 && num === (i === 2 ? -1 : 0));
}

/**
 * Names both dimensions: `r is a length in m, and 5 kg is a mass in kg`. It is written where somebody reads
 * it: a question holds its numbers against the inputs of hundreds of laws.
 */
function mismatch({ readings, text }: Quantity, name: string, slot: UnitValue): SlotRefusal {
  const [first] = readings;
  return {
    ok: false,
    get message() {
      const isDegree = first!.unit.text === "deg" && formatDimension(slot.dimension) === "K";
      const hint = isDegree ? ": write degC, degF or K" : "";
      return `${name} is ${kindOf(slot)}, and ${text} is ${kindOf(first!.unit)}${hint}`;
    },
  };
}

/** `a length in m`, `a pure number`. */
export function kindOf({ dimension }: UnitValue): string {
  if (isDimensionless(dimension))
    return dimension.angle === 1 ? "an angle in rad" : "a pure number";
  const word = kinds().get(dimensionKey(dimension));
  const unit = formatDimension(dimension);
  if (word === undefined) return `in ${unit}`;
  return `${/^[aeiou]/.test(word) ? "an" : "a"} ${word.replaceAll("_", " ")} in ${unit}`;
}

/** The name that most people have for a dimension; the first of several wins. */
const kinds = once(
  (): ReadonlyMap<string, string> =>
    new Map(
      (
        "length mass time temperature electric_current amount_of_substance luminous_intensity area volume " +
        "speed acceleration force pressure energy power electric_charge voltage electrical_resistance " +
        "conductance capacitance inductance magnetic_flux magnetic_flux_density frequency density momentum " +
        "angular_momentum volume_flow_rate mass_flow_rate dynamic_viscosity kinematic_viscosity " +
        "surface_tension heat_flux thermal_conductivity heat_capacity specific_heat_capacity electric_field " +
        "current_density molar_mass molar_concentration moment_of_inertia"
      )
        .split(" ")
        .reverse()
        .flatMap((name): [string, string][] => {
          const dimension = quantityDimension(name);
          return dimension === undefined ? [] : [[dimensionKey(dimension), name]];
        }),
    ),
);
