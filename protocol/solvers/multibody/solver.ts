/** Bodies under gravity; or, without positions, the dissipative form that says so. */
import { MARCH_STEPS_MAX, marchOf, refined, statedStepError, stepsOf } from "../marching.js";
import {
  FLOOR,
  fromConstant,
  quantitiesOf,
  remainder,
  type Quantities,
  type Reading,
  type Readings,
} from "../reading.js";
import {
  badInput,
  noSolution,
  notConverged,
  SolverMissing,
  SolverRefusal,
  stopIf,
  tooLarge,
} from "../refusal.js";
import {
  defineSolver,
  type Assumed,
  type ErrorEstimate,
  type Inputs,
  type Progress,
  type SolverResult,
} from "../solver.js";
import { packFloats, unpackFloats } from "../state.js";
import { constantsBySymbol, SOURCES } from "../../units/index.js";
import type { CompositionOrder } from "../../math/ode/composition.js";
import { BODIES_MAX, multibodyCard } from "./card.js";
import { dissipate, DISSIPATIVE_NOTE } from "./dissipative.js";
import { addedReadings, pricedOperators } from "./mechanics.js";
import { distanceFromCentre, energyOf, momentaOf, type Bodies } from "./gravity.js";
import {
  OPEN_RTOLS,
  openRun,
  symplecticRun,
  TRACED_MAX,
  type Phase,
  type Ran,
  type Reference,
  type RunOptions,
} from "./run.js";

type Given = Inputs<(typeof multibodyCard)["inputs"]>;
type GivenBody = NonNullable<Given["bodies"]>[number];

const DRIFT_BOUND_PCT = 0.1;
/** Part of the subject's distance that halving a stated step may change. */
const STATED_STEP_ERROR_MAX = 0.5;
const DEFAULT_ORDER: CompositionOrder = 8;
const STAGES: Readonly<Record<CompositionOrder, number>> = { 2: 1, 4: 5, 6: 9, 8: 17 };
/** Steps of a usual open run. */
const OPEN_STEPS = 500;
/** Pairs evaluated at a stated step, a pair counting as eight at least: a minute or so. */
const PAIRS_MAX = 17_179_869_184;
const PAIRS_LEAST = 8;
/** Bodies up to which a second run measures what the uncertainty of G does. */
const UNCERTAIN_BODIES_MAX = 64;
const G_CHANGE = 1e-6;

function massOf(body: GivenBody, i: number): number {
  if (body.m !== undefined && body.mass !== undefined)
    throw badInput(`/bodies/${i}`, "m and mass are the same: give one");
  const mass = body.m ?? body.mass;
  if (mass === undefined) throw badInput(`/bodies/${i}`, `body ${i} has no mass m`);
  return mass;
}

interface System {
  readonly bodies: Bodies;
  readonly start: Phase;
  readonly reference: Reference;
}

function gravityOf(given: Given): number {
  return given.G ?? constantsBySymbol.get("G")!.value;
}

function systemOf(given: Given): System {
  if (given.initialState !== undefined) return continued(given, given.initialState);
  const list = given.bodies!;
  const n = list.length;
  const bodies = { n, G: gravityOf(given), mass: Float64Array.from(list, massOf) };
  const q = new Float64Array(3 * n);
  const v = new Float64Array(3 * n);
  for (const [i, { position, velocity }] of list.entries()) {
    if (position === undefined)
      throw badInput(
        `/bodies/${i}/position`,
        `body ${i} has no position, others have: give all or none`,
      );
    if (velocity === undefined) {
      throw new SolverMissing(
        `bodies.${i}.velocity`,
        [`bodies.${i}.velocity`],
        `body ${i} has a position but no velocity`,
      );
    }
    q.set(position, 3 * i);
    v.set(velocity, 3 * i);
  }
  for (let i = 0; i < n; i += 1) {
    for (let j = i + 1; j < n; j += 1) {
      if (q[3 * i] === q[3 * j] && q[3 * i + 1] === q[3 * j + 1] && q[3 * i + 2] === q[3 * j + 2]) {
        throw noSolution(
          `bodies ${i} and ${j} start at one point, where their attraction has no value`,
          { bodies: [i, j] },
        );
      }
    }
  }
  const { kinetic, total } = energyOf(bodies, q, v);
  return {
    bodies,
    start: { t: 0, q, v, carryQ: new Float64Array(3 * n), carryV: new Float64Array(3 * n) },
    reference: { energy: total, kinetic },
  };
}

function continued(given: Given, state: Readonly<Record<string, unknown>>): System {
  const n = state["bodies"];
  if (typeof n !== "number" || !Number.isInteger(n) || n < 1 || n > BODIES_MAX)
    throw badInput("/initialState/bodies", "expected the number of bodies");
  const numbers = unpackFloats(state["run"], 4 + 13 * n, "/initialState/run");
  const cut = (k: number): Float64Array =>
    numbers.slice(4 + n + 3 * n * k, 4 + n + 3 * n * (k + 1));
  return {
    bodies: { n, mass: numbers.slice(4, 4 + n), G: given.G ?? numbers[1]! },
    start: { t: numbers[0]!, q: cut(0), v: cut(1), carryQ: cut(2), carryV: cut(3) },
    reference: { energy: numbers[2]!, kinetic: numbers[3]! },
  };
}

function stateOf(
  { G, mass, n }: Bodies,
  { carryQ, carryV, q, t, v }: Phase,
  { energy, kinetic }: Reference,
): { bodies: number; run: string } {
  return {
    bodies: n,
    run: packFloats(
      Float64Array.from([t, G, energy, kinetic, ...mass, ...q, ...v, ...carryQ, ...carryV]),
    ),
  };
}

function bodyCount(given: Given): number {
  const stated = given.initialState?.["bodies"];
  return given.bodies?.length ?? (typeof stated === "number" ? stated : 1);
}

function hasPositions({ bodies, initialState }: Given): boolean {
  return initialState !== undefined || bodies!.some(({ position }) => position !== undefined);
}

export const multibody = defineSolver({
  card: multibodyCard,
  work: (given) => {
    const pairs = Math.max(1, (bodyCount(given) * (bodyCount(given) - 1)) / 2);
    const steps =
      given.dt === undefined
        ? OPEN_STEPS * 12 * 3
        : 3 * Math.ceil(given.t_max / given.dt) * STAGES[given.order ?? DEFAULT_ORDER];
    return BigInt(Math.ceil(Math.min(1e18, pairs * steps)));
  },
  operators: ({ operators }) => pricedOperators(operators),
  memory: (given) => {
    if (given.dt !== undefined && !(given.t_max / given.dt <= MARCH_STEPS_MAX))
      throw tooLarge("steps", given.t_max / given.dt, MARCH_STEPS_MAX);
    if (given.dt !== undefined && hasPositions(given)) {
      const pairs = Math.max(PAIRS_LEAST, (bodyCount(given) * (bodyCount(given) - 1)) / 2);
      const need =
        3 * Math.ceil(given.t_max / given.dt) * STAGES[given.order ?? DEFAULT_ORDER] * pairs;
      if (!(need <= PAIRS_MAX)) throw tooLarge("pairs evaluated", need, PAIRS_MAX);
    }
    return (1 << 20) + 8 * 200 * bodyCount(given);
  },
  unsealed: (given) => !hasPositions(given),
  run(given, stop, progress): SolverResult {
    const poll = (): void => stopIf(stop);
    poll();
    progress(0, 1);
    return hasPositions(given)
      ? conservative(given, poll, progress)
      : dissipative(given, poll, progress);
  },
});

interface Outcome {
  readonly ran: Ran;
  /** The run that is looser, or has half the step. */
  readonly beside: Ran;
  readonly value: number;
  readonly error: ErrorEstimate;
}

function integrated(given: Given, system: System, options: RunOptions): Outcome {
  const { bodies } = system;
  const of = ({ q }: Ran): number => distanceFromCentre(bodies, q, options.subject);
  if (given.dt !== undefined) {
    const order = given.order ?? DEFAULT_ORDER;
    const march = marchOf(given.t_max, given.dt);
    const ran = symplecticRun(
      { ...options, progress: (f) => options.progress(f / 3) },
      order,
      march,
    );
    requireEnergy(given, ran, system.reference);
    requireLightEnergy(given, ran);
    const finer = symplecticRun(
      { ...options, progress: (f) => options.progress((1 + 2 * f) / 3) },
      order,
      refined(march, 2),
    );
    const error = statedStepError(of(ran), of(finer), stepsOf(march), order, 0);
    requireUse(given, error.relative);
    return { ran, beside: finer, value: of(ran), error };
  }
  const [loose, tight] = OPEN_RTOLS;
  const coarse = openRun(
    { ...options, progress: (f) => options.progress(f / 3) },
    given.t_max,
    loose,
  );
  const ran = openRun(
    { ...options, progress: (f) => options.progress((1 + 2 * f) / 3) },
    given.t_max,
    tight,
  );
  requireEnergy(given, ran, system.reference);
  const change = Math.abs(of(ran) - of(coarse));
  return {
    ran,
    beside: coarse,
    value: of(ran),
    error: {
      relative: change === 0 ? 0 : change / Math.abs(of(ran)),
      scale: 0,
      method: "step-halving",
      levels: [
        { resolution: coarse.steps, value: of(coarse) },
        { resolution: ran.steps, value: of(ran) },
      ],
    },
  };
}

function requireEnergy(given: Given, { driftPct, energy }: Ran, reference: Reference): void {
  if (driftPct <= DRIFT_BOUND_PCT) return;
  throw new SolverRefusal(
    "ENERGY_NOT_CONSERVED",
    `energy drifted by ${driftPct} percent, more than ${DRIFT_BOUND_PCT}: nothing was sealed. ` +
      "Take a smaller dt, or none: then steps are chosen.",
    {
      drift: driftPct,
      bound: DRIFT_BOUND_PCT,
      dt: given.dt ?? null,
      t_max: given.t_max,
      first: reference.energy,
      last: energy,
    },
  );
}

/** Energy per mass of a body so light that the energy of the whole does not show it. */
function requireLightEnergy(given: Given, { light }: Ran): void {
  if (light === null || light.driftPct <= DRIFT_BOUND_PCT) return;
  throw new SolverRefusal(
    "ENERGY_NOT_CONSERVED",
    `the energy per mass of body ${light.body} in the field of the others drifted by ` +
      `${light.driftPct} percent, more than ${DRIFT_BOUND_PCT}: nothing was sealed. Take a ` +
      "smaller dt, or none: then steps are chosen.",
    {
      drift: light.driftPct,
      bound: DRIFT_BOUND_PCT,
      dt: given.dt ?? null,
      t_max: given.t_max,
      body: light.body,
    },
  );
}

/** A step that the caller fixed may be coarse; a distance known to no digit answers nothing. */
function requireUse(given: Given, relative: number): void {
  if (relative <= STATED_STEP_ERROR_MAX) return;
  throw notConverged(
    "gate",
    `halving dt changes the distance of the subject by ${relative} of it: the step does not ` +
      "follow the motion. Take a smaller dt, or none: then steps are chosen.",
    { error: relative, bound: STATED_STEP_ERROR_MAX, dt: given.dt ?? null },
  );
}

function conservative(given: Given, poll: () => void, progress: Progress): SolverResult {
  const system = systemOf(given);
  const { bodies, reference, start } = system;
  const subject = given.subject ?? 0;
  if (subject >= bodies.n)
    throw badInput("/subject", `there are ${bodies.n} bodies, counted from 0`);
  const measured =
    given.G === undefined && given.initialState === undefined && bodies.n <= UNCERTAIN_BODIES_MAX;
  const options: RunOptions = {
    bodies,
    start,
    reference,
    subject,
    poll,
    progress: (f) => progress(f * (measured ? 0.75 : 1), 1),
  };
  const outcome = integrated(given, system, options);
  const other = measured ? withOtherG(given, system, options) : null;
  progress(1, 1);
  return answer(given, system, subject, outcome, other);
}

/** A run with another G: what it changes is what the uncertainty of G does. */
interface Changed {
  readonly bodies: Bodies;
  readonly ran: Ran;
}

function withOtherG(
  given: Given,
  { bodies, reference, start }: System,
  options: RunOptions,
): Changed {
  const changed = { ...bodies, G: bodies.G * (1 + G_CHANGE) };
  const { kinetic, total } = energyOf(changed, start.q, start.v);
  const other = {
    ...options,
    bodies: changed,
    reference: { ...reference, energy: total, kinetic },
    progress: () => undefined,
  };
  const ran =
    given.dt === undefined
      ? openRun(other, given.t_max, OPEN_RTOLS[1])
      : symplecticRun(other, given.order ?? DEFAULT_ORDER, marchOf(given.t_max, given.dt));
  return { bodies: changed, ran };
}

/** Part of each number that G leaves open, over the relative change of G. */
const G_PART = SOURCES["G"]! / G_CHANGE;

/** Sums over the bodies, and what the named operators say of the subject. */
function readingsOf(
  given: Given,
  bodies: Bodies,
  { start }: System,
  subject: number,
  ran: Ran,
): Readings {
  const { angular, linear } = momentaOf(bodies, ran.q, ran.v);
  const { kinetic } = energyOf(bodies, ran.q, ran.v);
  return {
    energy: { value: ran.energy, unit: "J" },
    kinetic_energy: { value: kinetic, unit: "J" },
    momentum_x: { value: linear[0]!, unit: "kg m/s" },
    momentum_y: { value: linear[1]!, unit: "kg m/s" },
    momentum_z: { value: linear[2]!, unit: "kg m/s" },
    angular_momentum_x: { value: angular[0]!, unit: "kg m^2/s" },
    angular_momentum_y: { value: angular[1]!, unit: "kg m^2/s" },
    angular_momentum_z: { value: angular[2]!, unit: "kg m^2/s" },
    ...addedReadings(given.operators, {
      bodies,
      subject,
      start,
      elapsed: ran.t - start.t,
      q: ran.q,
      v: ran.v,
    }),
  };
}

/** Where each body is and how fast, each coordinate a reading: `q 4` is the y of the second. */
function placesOf(bodies: Bodies, { q, v }: Ran): Readings {
  const readings: Record<string, Reading> = {};
  for (let i = 0; i < 3 * bodies.n; i += 1) {
    readings[`q ${i}`] = { value: q[i]!, unit: "m" };
    readings[`v ${i}`] = { value: v[i]!, unit: "m/s" };
  }
  return readings;
}

/**
 * What sums over bodies lose to rounding, and what the run lost of what is conserved: parts that two
 * runs need not show.
 */
function lostOf(bodies: Bodies, { energy, q, v }: Ran, reference: Reference, name: string): number {
  const { kinetic } = energyOf(bodies, q, v);
  if (name === "energy")
    return Math.max(
      Math.abs(energy - reference.energy),
      FLOOR * (kinetic + Math.abs(energy - kinetic)),
    );
  const isAngular = name.startsWith("angular_momentum_");
  if (!isAngular && !name.startsWith("momentum_")) return 0;
  let size = 0;
  for (let i = 0; i < bodies.n; i += 1) {
    const length = (of: Float64Array): number =>
      Math.abs(of[3 * i]!) + Math.abs(of[3 * i + 1]!) + Math.abs(of[3 * i + 2]!);
    size += bodies.mass[i]! * length(v) * (isAngular ? length(q) : 1);
  }
  return FLOOR * size;
}

function answer(
  given: Given,
  system: System,
  subject: number,
  { beside, error, ran, value }: Outcome,
  other: Changed | null,
): SolverResult {
  const { bodies, reference, start } = system;
  const distance = (of: Ran): number => distanceFromCentre(bodies, of.q, subject);
  const uncertainty = other === null ? 0 : Math.abs(distance(other.ran) - distance(ran)) * G_PART;
  const known = (read: (of: Bodies, one: Ran) => Readings): Quantities => {
    const last = read(bodies, ran);
    const shown = other === null ? last : fromConstant(last, read(other.bodies, other.ran), G_PART);
    return quantitiesOf([read(bodies, beside), shown], 8);
  };
  const sums = known((of, one) => readingsOf(given, of, system, subject, one));
  const places = known(placesOf);
  const doubts = (letter: "q" | "v", i: number): number[] =>
    [0, 1, 2].map((axis) => places[`${letter} ${3 * i + axis}`]!.uncertainty);
  const traced = Math.min(bodies.n, TRACED_MAX);
  const names = Array.from({ length: traced }, (_, i) =>
    ["x", "y", "z"].map((axis) => [`${axis} ${i}`, "m"] as const),
  ).flat();
  const three = (vector: Float64Array, i: number): number[] => [
    ...vector.subarray(3 * i, 3 * i + 3),
  ];
  return {
    value,
    unit: "m",
    ...(uncertainty > 0 ? { physicalUncertainty: uncertainty } : {}),
    equations: [
      "m_i d^2 r_i/dt^2 = SUM_j G m_i m_j (r_j - r_i)/|r_j - r_i|^3",
      `G = ${bodies.G}, ${bodies.n} bodies, t = ${start.t} to ${ran.t} s`,
    ],
    outputs: {
      ...Object.fromEntries(
        Object.entries(sums).map(([name, one]) => [
          name,
          {
            ...one,
            uncertainty: Math.max(one.uncertainty, lostOf(bodies, ran, reference, name)),
          },
        ]),
      ),
      energy_drift_on_calcond_boundary: remainder(ran.boundaryPct / 100),
    },
    named: {
      energyDriftPct: ran.driftPct,
      energyDriftBoundPct: DRIFT_BOUND_PCT,
      conservative: true,
      conservationChecked: true,
      bodies: Array.from({ length: bodies.n }, (_, i) => ({
        m: bodies.mass[i]!,
        position: three(ran.q, i),
        velocity: three(ran.v, i),
        position_uncertainty: doubts("q", i),
        velocity_uncertainty: doubts("v", i),
      })),
    },
    fields: ran.trace.fields({ name: "t", unit: "s" }, ["distance", "m"], ...names),
    state: stateOf(bodies, ran, reference),
    invariants: [
      {
        name: "energy",
        first: reference.energy,
        last: ran.energy,
        driftPct: ran.driftPct,
        boundPct: DRIFT_BOUND_PCT,
      },
      {
        name: "momentum",
        first: 0,
        last: ran.momentumPct,
        driftPct: ran.momentumPct,
        boundPct: DRIFT_BOUND_PCT,
      },
      {
        name: "angular momentum",
        first: 0,
        last: ran.angularPct,
        driftPct: ran.angularPct,
        boundPct: DRIFT_BOUND_PCT,
      },
      ...(ran.light === null || ran.light.body < 0
        ? []
        : [
            {
              name: `energy per mass of body ${ran.light.body}`,
              first: 0,
              last: ran.light.driftPct,
              driftPct: ran.light.driftPct,
              boundPct: DRIFT_BOUND_PCT,
            },
          ]),
    ],
    error,
    assumed: assumedOf(given, subject),
    notes: [
      given.dt === undefined
        ? `Explicit Runge-Kutta of order 8, ${ran.steps} steps chosen by their error; no softening.`
        : `Symplectic composition of order ${given.order ?? DEFAULT_ORDER}, ${ran.steps} steps; no softening.`,
      "Energy was checked after every step, and on the last calcond boundary of the run.",
    ],
  };
}

function assumedOf(given: Given, subject: number): Assumed[] {
  return [
    ...(given.G === undefined && given.initialState === undefined
      ? [{ name: "G", value: gravityOf(given), unit: "m^3/(kg s^2)", why: "CODATA 2022" }]
      : []),
    ...(given.subject === undefined
      ? [{ name: "subject", value: subject, unit: "", why: "the first body" }]
      : []),
    ...(given.referenceMode === undefined
      ? [{ name: "referenceMode", value: "gravity", unit: "", why: "the bodies have positions" }]
      : []),
    ...(given.dt !== undefined && given.order === undefined
      ? [{ name: "order", value: DEFAULT_ORDER, unit: "1", why: "the default composition" }]
      : []),
  ];
}

function dissipative(given: Given, poll: () => void, progress: Progress): SolverResult {
  const mass = Float64Array.from(given.bodies!, massOf);
  const subject = given.subject ?? 0;
  if (subject >= mass.length)
    throw badInput("/subject", `there are ${mass.length} bodies, counted from 0`);
  for (const [i, { velocity }] of given.bodies!.entries()) {
    if (velocity !== undefined)
      throw badInput(`/bodies/${i}/velocity`, "a velocity needs a position");
  }
  const dt = given.dt ?? Math.min(given.t_max / 64, 0.05);
  const march = marchOf(given.t_max, dt);
  if (stepsOf(march) > MARCH_STEPS_MAX) throw tooLarge("steps", stepsOf(march), MARCH_STEPS_MAX);
  const coarse = dissipate(mass, subject, march, poll);
  progress(1, 3);
  const fine = dissipate(mass, subject, refined(march, 2), poll);
  progress(1, 1);
  const value = coarse.phi[subject]!;
  return {
    value,
    unit: "1",
    equations: [
      "T dphi_i/dt = -(mu^2 phi_i + lambda phi_i^3 + exp(-phi_i/phi_c)) + phi_42 SUM_{k=1..42} " +
        "C_k(phi_i) + (mean phi - phi_i)",
      "T = one calcond, mu = lambda = phi_c = 1, phi_i(0) = m_i / SUM m",
    ],
    outputs: {},
    named: {
      energyDriftPct: null,
      energyDriftBoundPct: null,
      conservative: false,
      conservationChecked: false,
      phi: [...coarse.phi],
    },
    fields: coarse.trace.fields({ name: "t", unit: "s" }, ["phi", "1"]),
    invariants: [],
    error: statedStepError(value, fine.phi[subject]!, stepsOf(march), 4, 1),
    assumed:
      given.dt === undefined
        ? [{ name: "dt", value: dt, unit: "s", why: "a small part of a calcond" }]
        : [],
    notes: [DISSIPATIVE_NOTE],
    unsealed: DISSIPATIVE_NOTE,
  };
}
