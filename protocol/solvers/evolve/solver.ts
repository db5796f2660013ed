/**
 * Lennard-Jones atoms at constant energy. Everything runs in sigma, epsilon and the mass; units si
 * only convert.
 */
import { PI, ULP } from "../../math/constants.js";
import { cbrt } from "../../math/index.js";
import { PHILOX_NAME } from "../../math/random/philox.js";
import { constantsBySymbol } from "../../units/index.js";
import { marchOf, refined, statedStepError, stepsOf, type March } from "../marching.js";
import { formula, quantitiesOf, type Quantities, type Reading, type Readings } from "../reading.js";
import { badInput, SolverMissing, SolverRefusal, stopIf, tooLarge } from "../refusal.js";
import {
  defineSolver,
  type Assumed,
  type ErrorEstimate,
  type Field,
  type Inputs,
  type SolverResult,
} from "../solver.js";
import { packFloats, unpackFloats } from "../state.js";
import { LIST_PAIRS_MAX, type Potential } from "./atoms.js";
import { ATOM_STEPS_MAX, ATOMS_MAX, evolveCard } from "./card.js";
import { evolve as run, type Configuration, type Evolved } from "./run.js";
import { kineticOf, lattice, temperatureOf, thermal } from "./start.js";

type Given = Inputs<(typeof evolveCard)["inputs"]>;

const DRIFT_BOUND_PCT = 0.1;
const RANGE = 2.5;
/** Step where none is given, in sigma (m/epsilon)^(1/2), and how often it is halved. */
const STEP = 0.004;
const HALVINGS_MAX = 5;
const PAIRS_PER_ATOM = 40;

/** What one reduced unit is. */
interface Scale {
  readonly si: boolean;
  readonly length: number;
  readonly energy: number;
  readonly time: number;
  readonly temperature: number;
  readonly pressure: number;
  readonly speed: number;
}

function scaleOf(given: Given): Scale {
  const si =
    given.units === undefined
      ? given.epsilon !== undefined || given.sigma !== undefined || given.m !== undefined
      : given.units === "si";
  if (!si) {
    for (const name of ["epsilon", "sigma", "m"] as const) {
      if (given[name] !== undefined)
        throw badInput(`/${name}`, `in units lj ${name} is 1: leave it out`);
    }
    return { si, length: 1, energy: 1, time: 1, temperature: 1, pressure: 1, speed: 1 };
  }
  for (const name of ["epsilon", "sigma", "m"] as const) {
    if (given[name] === undefined)
      throw new SolverMissing(name, name === "m" ? ["m", "mass"] : [name], `units si need ${name}`);
  }
  const [energy, length, mass] = [given.epsilon!, given.sigma!, given.m!];
  const speed = Math.sqrt(energy / mass);
  return {
    si,
    length,
    energy,
    time: length / speed,
    temperature: energy / constantsBySymbol.get("k_B")!.value,
    pressure: energy / (length * length * length),
    speed,
  };
}

function boxOf(given: Given, { length }: Scale): Float64Array {
  if (given.positions === undefined) {
    const edge = cbrt(given.n! / (given.rho! * length * length * length));
    return Float64Array.of(edge, edge, edge);
  }
  const { box } = given;
  if (box === undefined)
    throw new SolverMissing("box", ["box"], "positions need the box they repeat in");
  return Float64Array.from(
    typeof box === "number" ? [box, box, box] : box,
    (edge) => edge / length,
  );
}

function flat(rows: readonly (readonly number[])[], by: number): Float64Array {
  const out = new Float64Array(3 * rows.length);
  for (const [i, row] of rows.entries())
    for (let axis = 0; axis < 3; axis += 1) out[3 * i + axis] = row[axis]! / by;
  return out;
}

function startOf(given: Given, scale: Scale): Configuration {
  if (given.initialState !== undefined) {
    const n = given.initialState["atoms"];
    if (typeof n !== "number" || !Number.isInteger(n) || n < 1 || n > ATOMS_MAX)
      throw badInput("/initialState/atoms", "expected the number of atoms");
    const numbers = unpackFloats(given.initialState["run"], 5 + 6 * n, "/initialState/run");
    return {
      t: numbers[0]!,
      energy0: numbers[1]!,
      box: numbers.slice(2, 5),
      q: numbers.slice(5, 5 + 3 * n),
      v: numbers.slice(5 + 3 * n),
    };
  }
  const box = boxOf(given, scale);
  const q =
    given.positions === undefined
      ? lattice(given.n!, box[0]!)
      : flat(given.positions, scale.length);
  const n = q.length / 3;
  if (given.velocities !== undefined) {
    if (given.velocities.length !== n)
      throw badInput("/velocities", `expected ${n} velocities, one for each atom`);
    return { q, v: flat(given.velocities, scale.speed), box, t: 0, energy0: null };
  }
  if (given.T0 === undefined && given.steps !== 0)
    throw new SolverMissing(
      "T0",
      ["T0", "T"],
      "atoms that move need velocities, or the temperature to draw them at",
    );
  return {
    q,
    v:
      given.T0 === undefined
        ? new Float64Array(3 * n)
        : thermal(n, given.T0 / scale.temperature, given.seed ?? 0),
    box,
    t: 0,
    energy0: null,
  };
}

function potentialOf(given: Given, box: Float64Array, { length }: Scale): Potential {
  const rc = given.r_c === undefined ? RANGE : given.r_c / length;
  const half = Math.min(box[0]!, box[1]!, box[2]!) / 2;
  if (rc > half * (1 + 1e-12)) {
    throw badInput(
      "/r_c",
      `the range, ${rc} sigma, is beyond half the box, ${half} sigma: an atom would meet itself`,
      { r_c: rc * length, most: half * length },
    );
  }
  if (given.tail === true && (given.cutoff ?? "shifted-energy") !== "truncated")
    throw badInput("/tail", "the tail belongs to the truncated potential");
  return { rc, cutoff: given.cutoff ?? "shifted-energy" };
}

/**
 * Energy per atom beyond the range in a fluid without structure: (8/3) pi rho ((1/3) rc^-9 -
 * rc^-3).
 */
function tailOf({ rc }: Potential, density: number): number {
  const cube = 1 / (rc * rc * rc);
  return (8 / 3) * PI * density * ((cube * cube * cube) / 3 - cube);
}

function marchFor(
  given: Given,
  { time }: Scale,
): { readonly march: March; readonly open: boolean } {
  if (given.steps !== undefined && given.t_end !== undefined)
    throw badInput("/steps", "a run ends at t_end or after steps: give one");
  if (given.steps === 0) return { march: { dt: 1, whole: 0, rest: 0, parts: 1 }, open: false };
  if (given.steps !== undefined) {
    if (given.dt === undefined) throw new SolverMissing("dt", ["dt"], "steps need their length dt");
    return { march: { dt: given.dt / time, whole: given.steps, rest: 0, parts: 1 }, open: false };
  }
  const length = given.t_end! / time;
  return given.dt === undefined
    ? { march: marchOf(length, Math.min(STEP, length)), open: true }
    : { march: marchOf(length, given.dt / time), open: false };
}

function atomsOf(given: Given): number {
  const stated = given.initialState?.["atoms"];
  return given.n ?? given.positions?.length ?? (typeof stated === "number" ? stated : 1);
}

function plannedSteps(given: Given): number {
  if (given.steps !== undefined) return given.steps;
  const { time } = scaleOf(given);
  return given.t_end! / (given.dt ?? STEP * time);
}

export const evolve = defineSolver({
  card: evolveCard,
  work: (given) =>
    BigInt(
      Math.ceil(Math.min(1e15, (1 + 3 * plannedSteps(given)) * atomsOf(given) * PAIRS_PER_ATOM)),
    ),
  memory: (given) => {
    const atomSteps = atomsOf(given) * plannedSteps(given);
    if (!(atomSteps <= ATOM_STEPS_MAX))
      throw tooLarge("steps times atoms", atomSteps, ATOM_STEPS_MAX);
    const atoms = atomsOf(given);
    return (1 << 20) + atoms * 1_200 + 8 * Math.min((atoms * (atoms - 1)) / 2, LIST_PAIRS_MAX);
  },
  run(given, stop, progress): SolverResult {
    const poll = (): void => stopIf(stop);
    poll();
    progress(0, 1);
    const scale = scaleOf(given);
    const start = startOf(given, scale);
    const potential = potentialOf(given, start.box, scale);
    const { march, open } = marchFor(given, scale);
    const n = start.q.length / 3;
    let plan = march;
    let ran = run(start, potential, plan, poll);
    progress(1, 3);
    if (stepsOf(march) === 0) {
      const value = ran.energy / n;
      return answer({
        given,
        scale,
        start,
        potential,
        march,
        ran,
        beside: null,
        error: {
          relative: 8 * n * ULP,
          scale: 1e-3,
          method: "rounding",
          levels: [{ resolution: 0, value }],
        },
      });
    }
    if (!open) {
      requireEnergy(given, ran, scale);
      const { beside, error } = statedError(start, potential, march, ran, poll);
      progress(1, 1);
      return answer({ given, scale, start, potential, march, ran, beside, error });
    }
    const levels = [{ resolution: stepsOf(plan), value: ran.energy / n }];
    let relative = Number.POSITIVE_INFINITY;
    let beside: Evolved | null = null;
    for (let level = 1; level <= HALVINGS_MAX && relative > 1e-4; level += 1) {
      plan = refined(plan, 2);
      const finer = run(start, potential, plan, poll);
      relative = Math.abs(finer.energy - ran.energy) / Math.abs(finer.energy);
      levels.push({ resolution: stepsOf(plan), value: finer.energy / n });
      [beside, ran] = [ran, finer];
      progress(1 + level, 2 + HALVINGS_MAX, level, relative);
    }
    requireEnergy(given, ran, scale);
    return answer({
      given,
      scale,
      start,
      potential,
      march: plan,
      ran,
      beside,
      error: { relative, scale: 0, method: "step-halving", levels },
    });
  },
});

/**
 * Of a step the caller stated, from a run with twice the step that keeps its energy, else from one
 * with half of it. The motion itself keeps the energy exactly: what the stated run has lost of it
 * at the end is known, and the error is never said to be less.
 */
function statedError(
  start: Configuration,
  potential: Potential,
  march: March,
  ran: Evolved,
  poll: () => void,
): { readonly beside: Evolved; readonly error: ErrorEstimate } {
  const n = ran.q.length / 3;
  const [steps, value, lost] = [stepsOf(march), ran.energy / n, Math.abs(ran.energy - ran.energy0)];
  const coarser =
    march.rest === 0 && steps % 2 === 0 ? coarserRun(start, potential, march, poll) : null;
  if (coarser === null) {
    const finer = run(start, potential, refined(march, 2), poll, false);
    const halved = statedStepError(value, finer.energy / n, steps, 2, 0);
    const relative = Math.max(halved.relative, lost === 0 ? 0 : lost / Math.abs(ran.energy));
    return { beside: finer, error: { ...halved, relative } };
  }
  const change = Math.max(Math.abs(coarser.energy - ran.energy) / 3, lost);
  return {
    beside: coarser,
    error: {
      relative: change === 0 ? 0 : change / Math.abs(ran.energy),
      scale: 0,
      method: "step-halving",
      fixedByCaller: true,
      levels: [
        { resolution: steps / 2, value: coarser.energy / n },
        { resolution: steps, value },
      ],
    },
  };
}

/** With twice the step; null where that is too long for these atoms. */
function coarserRun(
  start: Configuration,
  potential: Potential,
  march: March,
  poll: () => void,
): Evolved | null {
  try {
    const ran = run(
      start,
      potential,
      { ...march, dt: 2 * march.dt, whole: march.whole / 2 },
      poll,
      false,
    );
    return ran.driftPct <= DRIFT_BOUND_PCT ? ran : null;
  } catch (error) {
    if (error instanceof SolverRefusal) return null;
    throw error;
  }
}

function requireEnergy(
  given: Given,
  { driftPct, energy, energy0 }: Evolved,
  { energy: unit }: Scale,
): void {
  if (driftPct <= DRIFT_BOUND_PCT) return;
  const why =
    given.cutoff === "truncated"
      ? " A truncated potential steps where pairs cross r_c: shift it."
      : "";
  throw new SolverRefusal(
    "ENERGY_NOT_CONSERVED",
    `energy drifted by ${driftPct} percent, more than ${DRIFT_BOUND_PCT}: nothing was sealed.${why}`,
    {
      drift: driftPct,
      bound: DRIFT_BOUND_PCT,
      dt: given.dt ?? null,
      t_max: given.t_end ?? null,
      first: energy0 * unit,
      last: energy * unit,
    },
  );
}

interface Outcome {
  readonly given: Given;
  readonly scale: Scale;
  readonly start: Configuration;
  readonly potential: Potential;
  readonly march: March;
  readonly ran: Evolved;
  /** A run with another step; null of one configuration. */
  readonly beside: Evolved | null;
  readonly error: ErrorEstimate;
}

/** Energies and pressures in the caller's units. */
function readingsOf(
  { scale, start }: Pick<Outcome, "scale" | "start">,
  tail: number,
  ran: Evolved,
): Readings {
  const n = ran.q.length / 3;
  const volume = start.box[0]! * start.box[1]! * start.box[2]!;
  const density = n / volume;
  const [joule, kelvin, pascal] = scale.si ? ["J", "K", "Pa"] : ["1", "1", "1"];
  const temperature = temperatureOf(ran.v);
  const ideal = (density * temperature * (n - 1)) / n;
  const energy = (value: number): Reading => ({ value: value * scale.energy, unit: joule });
  const pressure = (value: number): Reading => ({ value: value * scale.pressure, unit: pascal });
  const warmth = (value: number): Reading => ({
    value: value * scale.temperature,
    unit: kelvin,
  });
  return {
    potential_energy: energy(ran.potential / n + tail),
    kinetic_energy: energy(kineticOf(ran.v) / n),
    temperature: warmth(temperature),
    mean_temperature: warmth(ran.meanTemperature),
    virial: energy(ran.virial / n),
    pressure: pressure(ideal + ran.virial / (3 * volume)),
    virial_pressure: pressure(ran.virial / (3 * volume)),
    mean_pressure: pressure(
      (density * ran.meanTemperature * (n - 1)) / n + ran.meanVirial / (3 * volume),
    ),
  };
}

/** Pairs attract and repel: what rounding leaves of their sum is a part of what they are. */
function rounded(readings: Readings, scale: Scale, density: number, part: number): Quantities {
  const pair = Math.abs(readings["potential_energy"]!.value) / scale.energy;
  return Object.fromEntries(
    Object.entries(readings).map(([name, { unit, value }]) => {
      const size = name.includes("pressure")
        ? density * pair * scale.pressure
        : name === "virial" || name === "potential_energy"
          ? pair * scale.energy
          : 0;
      return [name, { value, unit, uncertainty: part * Math.max(Math.abs(value), size) }];
    }),
  );
}

function answer(outcome: Outcome): SolverResult {
  const { beside, error, given, march, potential, ran, scale, start } = outcome;
  const n = ran.q.length / 3;
  const volume = start.box[0]! * start.box[1]! * start.box[2]!;
  const density = n / volume;
  const tail = given.tail === true ? tailOf(potential, density) : 0;
  const [joule, kelvin, metre, second] = scale.si
    ? (["J", "K", "m", "s"] as const)
    : (["1", "1", "1", "1"] as const);
  const readings = readingsOf(outcome, tail, ran);
  return {
    value: (ran.energy / n + tail) * scale.energy,
    unit: joule,
    equations: [
      "m d^2 r_i/dt^2 = -grad_i SUM_j V(|r_i - r_j|)",
      `V(r) = 4 epsilon ((sigma/r)^12 - (sigma/r)^6), ${potential.cutoff} at ${potential.rc} sigma, ${n} atoms`,
    ],
    outputs: {
      ...(beside === null
        ? rounded(readings, scale, density, error.relative)
        : quantitiesOf([readingsOf(outcome, tail, beside), readings], 2)),
      ...(given.tail === true ? { tail_energy: formula(tail * scale.energy, joule) } : {}),
    },
    named: {
      energyDriftPct: ran.driftPct,
      energyDriftBoundPct: DRIFT_BOUND_PCT,
      cutoff: potential.cutoff,
    },
    fields: fieldsOf(ran, density, [kelvin, joule, metre, second], scale),
    state: {
      atoms: n,
      run: packFloats(Float64Array.from([ran.t, ran.energy0, ...start.box, ...ran.q, ...ran.v])),
    },
    invariants: [
      {
        name: "energy",
        first: ran.energy0 * scale.energy,
        last: ran.energy * scale.energy,
        driftPct: ran.driftPct,
        boundPct: DRIFT_BOUND_PCT,
      },
      momentumInvariant(start, ran),
    ],
    error,
    assumed: assumedOf(given, potential, march, scale),
    ...(given.velocities === undefined && given.T0 !== undefined && given.initialState === undefined
      ? { prng: { name: PHILOX_NAME, seed: String(given.seed ?? 0) } }
      : {}),
    notes: [
      `The potential is ${potential.cutoff} at r_c = ${potential.rc} ` +
        `sigma${tail === 0 ? "" : ", with the tail of a uniform fluid added"}; no thermostat.`,
    ],
  };
}

function momentumInvariant(
  start: Configuration,
  { momentum, v }: Evolved,
): SolverResult["invariants"][number] {
  const sums = [0, 0, 0];
  for (let i = 0; i < start.v.length; i += 1) sums[i % 3]! += start.v[i]!;
  const first = Math.sqrt(sums[0]! * sums[0]! + sums[1]! * sums[1]! + sums[2]! * sums[2]!);
  let speeds = 0;
  for (let i = 0; i < v.length; i += 1) speeds += Math.abs(v[i]!);
  const change = Math.abs(momentum - first);
  return {
    name: "momentum",
    first,
    last: momentum,
    driftPct: change === 0 ? 0 : (100 * change) / speeds,
    boundPct: DRIFT_BOUND_PCT,
  };
}

function fieldsOf(
  ran: Evolved,
  density: number,
  [kelvin, joule, metre, second]: readonly [string, string, string, string],
  scale: Scale,
): Field[] {
  const [temperature, energy, potential] = ran.trace.fields(
    { name: "t", unit: second },
    ["temperature", kelvin],
    ["energy", joule],
    ["potential energy", joule],
  );
  const scaled = (field: Field, by: number): Field => ({
    ...field,
    data: field.data.map((value) => value * by),
    axes: field.axes.map((axis) => ({ ...axis, values: axis.values!.map((t) => t * scale.time) })),
  });
  const n = ran.q.length / 3;
  const pairs = ran.distances.map((count, k) => {
    const shell =
      (4 / 3) * PI * ran.bin * ran.bin * ran.bin * ((k + 1) * (k + 1) * (k + 1) - k * k * k);
    return (2 * count) / (ran.samples * n * density * shell);
  });
  return [
    {
      name: "g(r)",
      unit: "1",
      shape: [pairs.length],
      data: pairs,
      axes: [
        {
          name: "r",
          unit: metre,
          n: pairs.length,
          start: (ran.bin / 2) * scale.length,
          step: ran.bin * scale.length,
        },
      ],
    },
    scaled(temperature!, scale.temperature),
    scaled(energy!, scale.energy),
    scaled(potential!, scale.energy),
  ];
}

function assumedOf(given: Given, { cutoff, rc }: Potential, march: March, scale: Scale): Assumed[] {
  return [
    ...(given.units === undefined
      ? [
          {
            name: "units",
            value: scale.si ? "si" : "lj",
            unit: "",
            why: scale.si
              ? "epsilon, sigma or m is given"
              : "neither epsilon, sigma nor m is given",
          },
        ]
      : []),
    ...(given.potential === undefined
      ? [{ name: "potential", value: "lj", unit: "", why: "the only one there is" }]
      : []),
    ...(given.cutoff === undefined
      ? [
          {
            name: "cutoff",
            value: cutoff,
            unit: "",
            why: "energy is continuous where pairs cross the range",
          },
        ]
      : []),
    ...(given.r_c === undefined
      ? [{ name: "r_c", value: rc * scale.length, unit: scale.si ? "m" : "1", why: "2.5 sigma" }]
      : []),
    ...(given.dt === undefined && march.whole > 0
      ? [
          {
            name: "dt",
            value: (march.dt / march.parts) * scale.time,
            unit: scale.si ? "s" : "1",
            why: "halved until two runs agreed",
          },
        ]
      : []),
    ...(given.seed === undefined && given.velocities === undefined && given.T0 !== undefined
      ? [{ name: "seed", value: 0, unit: "1", why: "velocities are drawn" }]
      : []),
  ];
}
