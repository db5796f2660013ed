/**
 * What the operators of mechanics that a job names add to its answer, about the subject at the end
 * of the run. KO42 is in every job, and NM21, gravitation, is the run itself.
 */
import type { Readings } from "../reading.js";
import { accelerate, type Bodies } from "./gravity.js";

/** The operators that a job may name. */
export const MECHANICS = [
  "KO42",
  "NM18",
  "NM19",
  "NM20",
  "NM21",
  "NM23",
  "NM25",
  "NM26",
  "NM28",
] as const;
export type MechanicsOperator = (typeof MECHANICS)[number];

interface End {
  readonly bodies: Bodies;
  readonly subject: number;
  /** Positions and velocities at the start, and the time since. */
  readonly start: { readonly q: Float64Array; readonly v: Float64Array };
  readonly elapsed: number;
  /** Those at the end. */
  readonly q: Float64Array;
  readonly v: Float64Array;
}

type Three = readonly [number, number, number];

const AXES = ["x", "y", "z"] as const;

const ADDED: Readonly<Record<MechanicsOperator, (end: End) => Readings>> = {
  KO42: () => ({}),
  NM21: () => ({}),
  // Where the subject would be, had no force acted on it.
  NM18: ({ elapsed, start, subject }) => {
    const [q, v] = [three(start.q, subject), three(start.v, subject)];
    return components("free_position", "m", [
      q[0] + v[0] * elapsed,
      q[1] + v[1] * elapsed,
      q[2] + v[2] * elapsed,
    ]);
  },
  NM19: (end) => components("force", "N", forceOn(end)),
  NM20: (end) => {
    const [x, y, z] = forceOn(end);
    return components("reaction_force", "N", [-x, -y, -z]);
  },
  NM23: ({ bodies, subject, v }) => {
    const speed = speedOf(three(v, subject));
    return {
      subject_kinetic_energy: { value: (bodies.mass[subject]! * speed * speed) / 2, unit: "J" },
    };
  },
  NM25: ({ subject, v }) => ({
    subject_speed: { value: speedOf(three(v, subject)), unit: "m/s" },
  }),
  NM26: ({ bodies, subject, v }) =>
    components("subject_momentum", "kg m/s", times(bodies.mass[subject]!, three(v, subject))),
  // About the origin, as that of all bodies is.
  NM28: ({ bodies, q, subject, v }) => {
    const [x, y, z] = three(q, subject);
    const [px, py, pz] = times(bodies.mass[subject]!, three(v, subject));
    return components("subject_angular_momentum", "kg m^2/s", [
      y * pz - z * py,
      z * px - x * pz,
      x * py - y * px,
    ]);
  },
};

/** How many operators a job is priced by: what is named twice, and KO42, adds nothing. */
export function pricedOperators(named: readonly MechanicsOperator[] | undefined): number {
  return Math.max(1, distinct(named).filter((id) => id !== "KO42").length);
}

export function addedReadings(named: readonly MechanicsOperator[] | undefined, end: End): Readings {
  return Object.assign({}, ...distinct(named).map((id) => ADDED[id](end)));
}

function distinct(named: readonly MechanicsOperator[] = ["NM21"]): readonly MechanicsOperator[] {
  return [...new Set(named)];
}

function forceOn({ bodies, q, subject }: End): Three {
  const a = new Float64Array(3 * bodies.n);
  accelerate(bodies, q, a);
  return times(bodies.mass[subject]!, three(a, subject));
}

function three(values: Float64Array, body: number): Three {
  return [values[3 * body]!, values[3 * body + 1]!, values[3 * body + 2]!];
}

function times(factor: number, [x, y, z]: Three): Three {
  return [factor * x, factor * y, factor * z];
}

function speedOf([x, y, z]: Three): number {
  return Math.sqrt(x * x + y * y + z * z);
}

function components(name: string, unit: string, vector: Three): Readings {
  return Object.fromEntries(
    AXES.map((axis, i) => [`${name}_${axis}`, { value: vector[i]!, unit }]),
  );
}
