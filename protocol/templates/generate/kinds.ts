/** Nouns of quantities and their units: a noun says which unit its limit has. */
import { dimensionsEqual, parseUnit } from "../../units/index.js";
import type { Dimension } from "../../units/index.js";

/** A unit, and the nouns of what is measured in it. */
const NOUNS: Readonly<Record<string, string>> = {
  K: "temperature, temp, wind chill, dew point",
  Pa:
    "pressure, arterial pressure, mean arterial pressure, blood pressure, pressure loss, pressure drop, " +
    "differential pressure, stress, vacuum, tension of vapour",
  "m^3/s": "flow, flow rate, discharge, throughput",
  "kg/s": "mass flow, mass flow rate",
  W: "power, load, load power, heat output",
  J: "energy, work, heat",
  V: "voltage, potential",
  A: "current, amperage",
  ohm: "resistance, impedance",
  C: "charge",
  F: "capacitance",
  T: "magnetic field, flux density",
  Hz: "frequency, sample rate, pulse rate",
  m:
    "level, water level, tank level, distance, height, depth, length, width, " +
    "thickness, diameter, radius, altitude, displacement, vibration, amplitude, clearance, gap, " +
    "uplift, drawdown, settlement, stage, position",
  "m/s": "speed, velocity, wind, wind speed, gust, vibration, vibration velocity",
  "m/s^2": "acceleration, deceleration, vibration",
  kg: "mass, weight",
  N: "force, thrust, load, tension, weight",
  "N m": "torque, moment",
  s: "duration, delay, latency, response time, age, period, uptime",
  deg:
    "angle, tilt, inclination, slope, pitch, roll, yaw, heading, azimuth, latitude, " +
    "longitude, phase, position",
  "rad/s": "rotation rate, angular velocity",
  rpm: "speed, rotor speed, rotation speed, shaft speed",
  "1/s": "heart rate, pulse, respiration rate, respiratory rate, breathing rate, count rate",
  "kg/m^3":
    "density, concentration, dissolved oxygen, oxygen level, glucose level, chlorine level, nitrate level, " +
    "ammonia level, glucose, blood sugar",
  "mol/m^3": "concentration, glucose level, glucose, blood sugar",
  "1":
    "humidity, relative humidity, rh, moisture, saturation, oxygen saturation, " +
    "state of charge, ratio, efficiency, concentration, load, utilization, utilisation, " +
    "slope, noise, noise level, sound level, probability, share, ph, heart rate, " +
    "respiration rate, respiratory rate, breathing rate, position",
  // How full something is; a number alone is none of these.
  "%": "level, water level, tank level, fill level, charge, dissolved oxygen",
  pH: "ph",
  lx: "illuminance, brightness",
  Sv: "dose",
  Gy: "dose",
  "Sv/s": "dose rate",
  "Gy/s": "dose rate",
  Bq: "activity",
  "m^2": "area, surface area",
  "m^3": "volume, level",
  "S/m": "conductivity",
};

const KINDS: ReadonlyMap<string, readonly Measure[]> = kindsOf(NOUNS);

function kindsOf(nouns: typeof NOUNS): ReadonlyMap<string, readonly Measure[]> {
  const kinds = new Map<string, Measure[]>();
  for (const [unit, names] of Object.entries(nouns)) {
    const read = parseUnit(unit);
    if (!read.ok) throw new Error(`${unit}: ${read.message}`);
    for (const name of names.split(", ")) {
      const all = kinds.get(name) ?? [];
      kinds.set(name, [...all, { dimension: read.dimension, isShare: unit === "%", unit }]);
    }
  }
  return kinds;
}

interface Measure {
  readonly dimension: Dimension;
  readonly unit: string;
  /** The unit has to be written: a number alone leaves it open. */
  readonly isShare: boolean;
}

export interface Kind {
  readonly noun: string;
  /** How many words at the end of the phrase are the noun. */
  readonly words: number;
  readonly measures: readonly Measure[];
}

const NOUN_WORDS_MAX = 3;

/** The quantity that a phrase ends with: `wind speed` of `the mean wind speed`. */
export function kindAtEnd(words: readonly string[]): Kind | null {
  for (let count = Math.min(NOUN_WORDS_MAX, words.length); count > 0; count -= 1) {
    const noun = words.slice(-count).join(" ");
    const measures = KINDS.get(noun) ?? KINDS.get(noun.replace(/(?<=[^s])s$/u, ""));
    if (measures !== undefined) return { noun, words: count, measures };
  }
  return null;
}

export function isKind(word: string): boolean {
  const words = word.split(" ");
  return kindAtEnd(words)?.words === words.length;
}

/** The quantity may be one of the noun's. */
export function hasDimension(
  { measures }: Kind,
  { dimension, unit }: { readonly dimension: Dimension; readonly unit: string },
): boolean {
  return measures.some(
    (own) => dimensionsEqual(own.dimension, dimension) && !(own.isShare && unit === "1"),
  );
}
