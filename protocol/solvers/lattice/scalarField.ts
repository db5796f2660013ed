/**
 * A real scalar field on a periodic lattice: from a body to levels of the step, and from a run to
 * an answer.
 */
import type { z } from "zod";
import { compensatedSum } from "../../math/sum.js";
import { compileExpression } from "../expression.js";
import { Drift } from "../fields/drift.js";
import { isCount, statedSteps } from "../fields/march.js";
import { LIMIT_SLACK } from "../gate.js";
import { climb, type Climbed, type Rung } from "../ladder.js";
import { exact, FLOOR, formula, type Readings } from "../reading.js";
import { badInput, exploded, need, stopIf, tooLarge, unstableStep } from "../refusal.js";
import type { Assumed, Progress, SolverResult, StopSignal } from "../solver.js";
import { packFloats, unpackFloats } from "../state.js";
import { COORDINATES, SITES_MAX, STEPS_MAX, type latticeCard } from "./card.js";
import { Field, forceOf, type Lattice } from "./leapfrog.js";

export type LatticeInputs = z.output<typeof latticeCard.inputs>;

interface Level {
  readonly dt: number;
  readonly t: number;
  readonly now: Float64Array;
  readonly before: Float64Array;
}

interface March {
  readonly steps: number;
  readonly dt: number;
}

interface Problem {
  readonly shape: readonly number[];
  readonly sites: number;
  readonly spacing: number;
  readonly mu2: number;
  readonly lambda: number;
  readonly tEnd: number;
  readonly initial: LatticeInputs["initial"];
  readonly velocity: LatticeInputs["velocity"];
  readonly stated: March | null;
  readonly from: Level | null;
  readonly asked: "energy" | "field" | "mean" | "mean_square";
  readonly probe: readonly number[];
  readonly assumed: readonly Assumed[];
}

interface Run {
  readonly march: March;
  readonly field: Field;
  readonly drift: Drift;
  readonly energy: number;
  readonly before2: Float64Array;
}

const COURANT = 0.5;
const DOUBLINGS = 5;
/**
 * Part of itself by which a field may change with twice the step, for the change to fall with the
 * square of the step.
 */
const ALIKE = 0.05;
/**
 * An estimate by a coarser run is taken this much larger, and twice one by a finer run where the
 * fields differ by more.
 */
const CAUTION = 1.25;
const BYTES_PER_SITE = 160;

/** Half the frequency of the fastest mode: the step times it may not pass 1. */
function rateOf({ mu2, shape, spacing }: Pick<Problem, "mu2" | "shape" | "spacing">): number {
  return Math.sqrt(shape.length / (spacing * spacing) + Math.max(0, mu2) / 4);
}

function problemOf(inputs: LatticeInputs): Problem {
  const assumed: Assumed[] = [];
  const shape = need(inputs.shape, "shape", "the sites of each side");
  const sites = shape.reduce((n, side) => n * side, 1);
  if (!(sites <= SITES_MAX)) throw tooLarge("sites of the lattice", sites, SITES_MAX);
  const mu2 = need(inputs.mu2, "mu2", "the square of the mass");
  const lambda = need(inputs.lambda, "lambda", "the coupling");
  const spacing = inputs.spacing ?? 1;
  if (inputs.spacing === undefined)
    assumed.push({ name: "spacing", value: 1, unit: "1", why: "lattice units unless given" });
  const { quantity: asked = "energy", probe = shape.map(() => 0) } = inputs;
  if (asked === "madelung")
    throw badInput("/quantity", "the Madelung constant is that of a crystal (mode madelung)");
  if (asked === "field" && inputs.probe === undefined)
    assumed.push({
      name: "probe",
      value: [...probe],
      unit: "1",
      why: "the first site unless given",
    });
  if (probe.length !== shape.length || probe.some((at, a) => !(at < shape[a]!))) {
    throw badInput(
      "/probe",
      `a site of a lattice ${shape.join(" x ")} has ${shape.length} indices below its sides`,
    );
  }
  const from = inputs.initialState === undefined ? null : levelOf(inputs.initialState, sites);
  if (from === null) {
    need(inputs.initial, "initial", "the field at the start");
    if (inputs.velocity === undefined)
      assumed.push({ name: "velocity", value: 0, unit: "1", why: "at rest unless given" });
  } else if (inputs.initial !== undefined || inputs.velocity !== undefined) {
    throw badInput(
      inputs.initial === undefined ? "/velocity" : "/initial",
      "a continued run has its field from the state",
    );
  }
  const stated = statedMarch(inputs, from, assumed);
  const tEnd = stated === null ? inputs.t_end! : stated.steps * stated.dt;
  const problem: Problem = {
    shape,
    sites,
    spacing,
    mu2,
    lambda,
    tEnd,
    initial: inputs.initial,
    velocity: inputs.velocity,
    stated,
    from,
    asked,
    probe,
    assumed,
  };
  const march = stated ?? levelMarch(problem, 0);
  const number = march.dt * rateOf(problem);
  if (!(number <= 1 + LIMIT_SLACK)) {
    throw unstableStep("dt sqrt(d / spacing^2 + mu2 / 4)", number, 1, 1 / rateOf(problem));
  }
  if (!(march.steps <= STEPS_MAX)) throw tooLarge("steps", march.steps, STEPS_MAX);
  return problem;
}

function statedMarch(
  { dt, steps, t_end: tEnd }: LatticeInputs,
  from: Level | null,
  assumed: Assumed[],
): March | null {
  const step = dt ?? from?.dt;
  if (from !== null && step !== from.dt)
    throw badInput("/dt", `a leapfrog goes on with its own step, ${from.dt}`);
  if (step === undefined) {
    if (steps === undefined) {
      need(tEnd, "t_end", "the time that is computed, or dt and steps");
      return null;
    }
    return { steps, dt: need(tEnd, "t_end", "the time that is computed, or dt") / steps };
  }
  if (tEnd !== undefined) return statedSteps(tEnd, step, steps, () => 1, assumed);
  return { steps: need(steps, "steps", "the number of steps"), dt: step };
}

function levelMarch(problem: Problem, level: number): March {
  const steps = Math.max(2, Math.ceil((problem.tEnd * rateOf(problem)) / COURANT)) * (1 << level);
  return { steps, dt: problem.tEnd / steps };
}

function levelOf(state: Readonly<Record<string, unknown>>, sites: number): Level {
  const { before, dt, phi, sites: held, t } = state;
  if (
    !isCount(held) ||
    typeof t !== "number" ||
    !Number.isFinite(t) ||
    typeof dt !== "number" ||
    !(dt > 0)
  ) {
    throw badInput("/initialState", "no state of a field on a lattice");
  }
  if (held !== sites)
    throw badInput("/initialState/sites", `the state has ${held} sites, the lattice ${sites}`);
  return {
    dt,
    t,
    now: unpackFloats(phi, sites, "/initialState/phi"),
    before: unpackFloats(before, sites, "/initialState/before"),
  };
}

/** An input on every site, row-major, the last side fastest. */
function onSites(
  { shape, sites, spacing }: Problem,
  input: LatticeInputs["initial"],
  pointer: string,
): Float64Array {
  if (input === undefined) return new Float64Array(sites);
  if (typeof input === "number") return new Float64Array(sites).fill(input);
  if (typeof input !== "string") {
    if (input.length !== sites)
      throw badInput(
        pointer,
        `${input.length} samples; the lattice has ${shape.join(" x ")} = ${sites} sites`,
      );
    return Float64Array.from(input);
  }
  const expression = compileExpression(input, COORDINATES.slice(0, shape.length), pointer);
  const at = shape.map(() => 0);
  const slots = new Float64Array(shape.length);
  const data = new Float64Array(sites);
  for (let i = 0; i < sites; i += 1) {
    data[i] = expression.value(slots);
    if (data[i]! - data[i]! !== 0)
      throw badInput(pointer, `no finite number at site ${at.join(", ")}`);
    for (let a = at.length - 1; a >= 0; a -= 1) {
      at[a] = at[a]! + 1 === shape[a]! ? 0 : at[a]! + 1;
      slots[a] = at[a]! * spacing;
      if (at[a] !== 0) break;
    }
  }
  return data;
}

/**
 * Field and rate at the start; of a state as good as its step, for the finer run that measures the
 * error.
 */
function startOf(problem: Problem): { readonly phi: Float64Array; readonly rate: Float64Array } {
  const { from } = problem;
  if (from === null)
    return {
      phi: onSites(problem, problem.initial, "/initial"),
      rate: onSites(problem, problem.velocity, "/velocity"),
    };
  const push = forceOf({ ...problem, dt: from.dt }, from.now);
  return {
    phi: from.now,
    rate: push.map(
      (force, i) => (from.now[i]! - from.before[i]!) / from.dt + 0.5 * from.dt * force,
    ),
  };
}

/**
 * Of densities: what stands at the start without its signs; of the field: its size, and that of its
 * vacua.
 */
function scaleOf(
  problem: Problem,
  phi: Float64Array,
  rate: Float64Array,
): { readonly energy: number; readonly field: number } {
  const { lambda, mu2, sites, spacing } = problem;
  const push = forceOf({ ...problem, mu2: 0, lambda: 0, dt: 1 }, phi);
  const parts = phi.map(
    (u, i) =>
      0.5 * (rate[i]! * rate[i]! + Math.abs(mu2) * u * u) + 0.25 * Math.abs(lambda) * u * u * u * u,
  );
  const stretched = 0.5 * Math.abs(compensatedSum(phi.map((u, i) => u * push[i]!)));
  const largest = phi.reduce((most, u) => Math.max(most, Math.abs(u)), 0);
  const fastest = rate.reduce((most, u) => Math.max(most, Math.abs(u)), 0);
  const vacuum = mu2 < 0 && lambda > 0 ? Math.sqrt(-mu2 / lambda) : 0;
  return {
    energy: (compensatedSum(parts) + stretched) / sites,
    field: Math.max(largest + fastest * spacing, vacuum),
  };
}

function run(
  problem: Problem,
  march: March,
  start: ReturnType<typeof startOf>,
  stop: StopSignal,
  report: (part: number) => void,
): Run {
  const { from } = problem;
  const lattice: Lattice = { ...problem, dt: march.dt };
  const drift = new Drift();
  const goesOn = from !== null && from.dt === march.dt;
  let field: Field;
  let energy = 0;
  let done = 0;
  if (goesOn) {
    field = new Field(lattice, from.now, from.before);
  } else {
    field = new Field(lattice, start.phi, start.phi);
    energy = field.start(start.rate);
    if (energy - energy !== 0) throw exploded(1, "the energy");
    drift.sample(energy);
    done = 1;
  }
  let before2 = field.before;
  const reportEvery = Math.max(1, Math.floor(march.steps / 16));
  for (let n = done; n < march.steps; n += 1) {
    if (n === march.steps - 1) before2 = field.before.slice();
    stopIf(stop);
    energy = field.step();
    if (energy - energy !== 0) throw exploded(n + 1, "the energy");
    drift.sample(energy);
    if (n % reportEvery === 0) report(n / march.steps);
  }
  return { march, field, drift, energy, before2 };
}

export function fieldMemory(inputs: LatticeInputs): number {
  return problemOf(inputs).sites * BYTES_PER_SITE;
}

export function fieldWork(inputs: LatticeInputs): bigint {
  const problem = problemOf(inputs);
  const { shape, sites, stated } = problem;
  const steps = stated === null ? 7 * levelMarch(problem, 0).steps : 3 * stated.steps;
  return BigInt(Math.ceil(Math.min(Number.MAX_SAFE_INTEGER, sites * steps * (shape.length + 1))));
}

function indexOf({ probe, shape }: Problem): number {
  return probe.reduce((index, at, a) => index * shape[a]! + at, 0);
}

function valueOf(problem: Problem, { energy, field }: Run): number {
  const { now } = field;
  switch (problem.asked) {
    case "energy":
      return energy;
    case "field":
      return now[indexOf(problem)]!;
    case "mean":
      return compensatedSum(now) / now.length;
    case "mean_square":
      return compensatedSum(now.map((u) => u * u)) / now.length;
  }
}

export function runField(
  inputs: LatticeInputs,
  stop: StopSignal,
  progress: Progress,
): SolverResult {
  const problem = problemOf(inputs);
  stopIf(stop);
  progress(0, 1);
  const start = startOf(problem);
  const sizes = scaleOf(problem, start.phi, start.rate);
  const scale =
    problem.asked === "energy"
      ? sizes.energy
      : problem.asked === "mean_square"
        ? sizes.field * sizes.field
        : sizes.field;
  const rung = (march: March, from: number, of: number, error?: number): Rung<Run> => {
    const outcome = run(problem, march, start, stop, (part) =>
      progress(from + part, of, from, error),
    );
    return { run: outcome, value: valueOf(problem, outcome) };
  };
  const { stated } = problem;
  const climbed: Climbed<Run> =
    stated === null
      ? climb({
          start: levelMarch(problem, 0).steps,
          formalOrder: 2,
          scale,
          at: (_, level, error) => rung(levelMarch(problem, level), level, DOUBLINGS + 1, error),
          readings: readingsOf,
        })
      : measured(problem, stated, scale, rung);
  progress(1, 1);
  return answer(problem, climbed, sizes.energy);
}

function readingsOf({ energy, field: { now } }: Run): Readings {
  const { length } = now;
  return {
    energy_density: { value: energy, unit: "1" },
    mean: { value: compensatedSum(now) / length, unit: "1" },
    mean_square: { value: compensatedSum(now.map((u) => u * u)) / length, unit: "1" },
  };
}

/**
 * A step that the caller stated, beside one twice as long where that is still far from its limit
 * and both fields are nearly the same, so that they differ as the order says; beside half the step
 * elsewhere.
 */
function measured(
  problem: Problem,
  stated: March,
  scale: number,
  rung: (march: March, from: number, of: number) => Rung<Run>,
): Climbed<Run> {
  const { run, value } = rung(stated, 0, 3);
  const { dt, steps } = stated;
  const beside = (other: Rung<Run>, part: number): Climbed<Run> => {
    const change = Math.abs(value - other.value);
    const relative = change === 0 ? 0 : (part * change) / Math.max(Math.abs(value), scale);
    const levels = [
      { resolution: steps, value },
      { resolution: other.run.march.steps, value: other.value },
    ];
    levels.sort((one, two) => one.resolution - two.resolution);
    const others = readingsOf(other.run);
    const quantities = Object.entries(readingsOf(run)).map(([name, reading]) => {
      const left = part * Math.abs(reading.value - others[name]!.value);
      return [name, { ...reading, uncertainty: Math.max(left, FLOOR * Math.abs(reading.value)) }];
    });
    return {
      value,
      run: run,
      error: { relative, scale, method: "levels", levels, fixedByCaller: true },
      quantities: Object.fromEntries(quantities),
    };
  };
  if (steps % 2 === 0 && 2 * dt * rateOf(problem) <= COURANT) {
    const coarser = rung({ steps: steps / 2, dt: 2 * dt }, 1, 3);
    if (apart(run.field.now, coarser.run.field.now) <= ALIKE) return beside(coarser, CAUTION / 3);
  }
  const finer = rung({ steps: 2 * steps, dt: dt / 2 }, 2, 3);
  return beside(finer, apart(run.field.now, finer.run.field.now) <= ALIKE ? 4 / 3 : 8 / 3);
}

/** Root mean square of the difference, in parts of that of the first. */
function apart(one: Float64Array, other: Float64Array): number {
  let [difference, size] = [0, 0];
  for (let i = 0; i < one.length; i += 1) {
    difference += (one[i]! - other[i]!) * (one[i]! - other[i]!);
    size += one[i]! * one[i]!;
  }
  return difference === 0 ? 0 : Math.sqrt(difference / size);
}

function answer(
  problem: Problem,
  { error, quantities, run, value }: Climbed<Run>,
  energyScale: number,
): SolverResult {
  const { asked, assumed, from, lambda, mu2, probe, shape, sites, spacing, tEnd } = problem;
  const { before2, drift, field, march } = run;
  // Copies: the memory of a kernel cannot be handed from thread to thread.
  const [before, now] = [field.before.slice(), field.now.slice()];
  const end = (from?.t ?? 0) + march.steps * march.dt;
  const axes = shape.map((n, a) => ({
    name: COORDINATES[a]!,
    unit: "1",
    n,
    start: 0,
    step: spacing,
    periodic: true,
  }));
  const rate = now.map((u, i) => (u - before[i]!) / march.dt);
  const what = {
    energy: "energy density",
    field: `phi(${probe.join(", ")})`,
    mean: "mean of phi",
    mean_square: "mean of phi^2",
  }[asked];
  return {
    value,
    unit: "1",
    equations: [
      `phi_tt = lap phi - (${mu2}) phi - (${lambda}) phi^3 on ${shape.join(" x ")} sites, ${spacing} apart, periodic`,
      "(phi+ - 2 phi + phi-)/dt^2 = lap phi - mu2 phi - lambda phi^2 (phi+ + phi-)/2",
      `${what} at t = ${end}: ${value}`,
    ],
    outputs: {
      ...quantities,
      time: formula(end, "1"),
      steps: exact(march.steps),
      courant: formula(march.dt * rateOf(problem), "1"),
    },
    named: { mode: "phi4", scheme: "leapfrog", quantity: asked, dt: march.dt },
    fields: [
      { name: "phi", unit: "1", shape, data: now, axes },
      { name: "phi_rate", unit: "1", shape, data: rate, axes },
    ],
    ...(march.steps < 2 ? {} : { timeLevels: { before2, before1: before, tau: march.dt / tEnd } }),
    state: { sites, dt: march.dt, t: end, phi: packFloats(now), before: packFloats(before) },
    invariants: [drift.invariant("two-level energy density", energyScale)],
    error: { ...error, method: "step-halving" },
    assumed,
    notes: [
      "The lattice is the model: the error is that of the time step.",
      ...(lambda < 0
        ? ["lambda is negative: the potential has no lower bound, and a large field runs away."]
        : []),
    ],
  };
}
