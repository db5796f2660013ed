import { ULP } from "../../math/constants.js";
import type { z } from "zod";
import type { JsonObject, JsonValue } from "../../ports.js";
import { climb, type Climbed } from "../ladder.js";
import { formula, type Readings } from "../reading.js";
import { badInput, SolverMissing, tooLarge } from "../refusal.js";
import {
  defineSolver,
  type Assumed,
  type Field,
  type Progress,
  type SolverResult,
  type StopSignal,
} from "../solver.js";
import { packFloats, unpackFloats } from "../state.js";
import { onStated } from "../stated.js";
import { spread, tied, tieError } from "./breakers.js";
import { branchDoubts, busDoubts, type BranchDoubt } from "./doubt.js";
import { gridCard, OSCILLATORS_MAX, STEPS_MAX } from "./card.js";
import { networkOf, PQ, readText, SLACK, twoBuses, type Network } from "./case.js";
import { integratePhases, orderParameter, type Synchrony } from "./kuramoto.js";
import { branchFlow, MISMATCH_MAX, powerFlow } from "./powerflow.js";
import { criticalClearing, frequencyNadir, type Nadir, type Swing } from "./swing.js";

type GridInputs = z.output<typeof gridCard.inputs>;
type Mode = NonNullable<GridInputs["mode"]>;

const ORDER = 4;
const RADIAN = 57.29577951308232;

function modeOf({ V1, case: network, mode, omega }: GridInputs): Mode {
  const follows: Mode =
    network !== undefined || V1 !== undefined
      ? "powerflow"
      : omega !== undefined
        ? "kuramoto"
        : "swing";
  if (mode !== undefined && mode !== follows)
    throw badInput("/mode", `these inputs are those of mode ${follows}`);
  return follows;
}

function need(inputs: GridInputs, name: keyof GridInputs, what: string): number {
  const value = inputs[name];
  if (typeof value !== "number")
    throw new SolverMissing(name, [name], `${what} is absent: give ${name}.`);
  return value;
}

function stepsOf({ dt, steps, t_end = 0 }: GridInputs): number | null {
  if (steps !== undefined) return steps;
  return dt === undefined ? null : Math.max(1, Math.round(t_end / dt));
}

function sizeOf({ case: network }: GridInputs): number {
  return network === undefined
    ? 2
    : typeof network === "string"
      ? Math.ceil(network.length / 40)
      : network.bus.length;
}

export const grid = defineSolver({
  card: gridCard,
  work: (inputs) => {
    if (inputs.omega === undefined)
      return inputs.case === undefined ? 2_000_000n : BigInt(sizeOf(inputs)) * 20_000n;
    const steps = BigInt(stepsOf(inputs) ?? 7 * firstSteps(inputs));
    return steps * BigInt(inputs.omega.length + 2 * (inputs.links?.length ?? 0)) * 40n;
  },
  memory: (inputs) =>
    4_000 * sizeOf(inputs) +
    (inputs.omega?.length ?? 0) * 200 +
    (inputs.links?.length ?? 0) * 64 +
    4e6,
  run: (inputs, stop, progress) => {
    const mode = modeOf(inputs);
    if (mode !== "kuramoto" && inputs.initialState !== undefined) {
      throw badInput("/initialState", "only oscillators go on from a state");
    }
    if (mode === "powerflow") return flow(inputs, stop, progress);
    return mode === "kuramoto" ? kuramoto(inputs, stop, progress) : swing(inputs, stop, progress);
  },
});

function networkFrom(inputs: GridInputs): Network {
  const { case: given } = inputs;
  if (given !== undefined) {
    if (inputs.V1 !== undefined)
      throw badInput("/V1", "give a case or a line of two buses, not both");
    return networkOf(typeof given === "string" ? readText(given) : given);
  }
  return twoBuses({
    V1: need(inputs, "V1", "the voltage at the sending end"),
    X: need(inputs, "X", "the reactance"),
    P: need(inputs, "P", "the active power"),
    Q: need(inputs, "Q", "the reactive power"),
    resistance: inputs.resistance ?? 0,
  });
}

/** Powers of every branch with their uncertainties; none of those inside a group of tied buses. */
function branchRows(
  network: Network,
  inside: ReadonlySet<number>,
  { va, vm }: { va: Float64Array; vm: Float64Array },
  doubts: readonly BranchDoubt[],
): JsonValue {
  const { base, branches, buses } = network;
  return branches.map(({ from, to }, k): JsonObject => {
    const [at, against] = [buses[from]!.name, buses[to]!.name];
    if (inside.has(k))
      return { from: at, to: against, P_from: null, Q_from: null, P_to: null, Q_to: null };
    const { pf, pt, qf, qt } = branchFlow(network, k, vm, va);
    const { P_from, P_to, Q_from, Q_to } = doubts[k]!;
    // Written out: an object that begins as a copy of another takes each further member slowly.
    return {
      from: at,
      to: against,
      P_from: pf * base,
      P_from_uncertainty: P_from * base,
      Q_from: qf * base,
      Q_from_uncertainty: Q_from * base,
      P_to: pt * base,
      P_to_uncertainty: P_to * base,
      Q_to: qt * base,
      Q_to_uncertainty: Q_to * base,
    };
  });
}

function assumedInFlow(inputs: GridInputs, network: Network): SolverResult["assumed"] {
  return [
    ...(inputs.case === undefined && inputs.resistance === undefined
      ? [
          {
            name: "resistance",
            value: 0,
            unit: "ohm",
            why: "none was stated: the line takes no active power",
          },
        ]
      : []),
    ...(network.chosen === undefined
      ? []
      : [
          {
            name: "slack",
            value: network.chosen,
            unit: "",
            why: "no bus of type 3 has a generator: the first bus of type 2 holds the angle",
          },
        ]),
    ...(inputs.case !== undefined && inputs.qLimits === undefined
      ? [
          {
            name: "qLimits",
            value: false,
            unit: "",
            why: "reactive limits of generators are not enforced unless asked for",
          },
        ]
      : []),
  ];
}

function tieNote(count: number): string {
  return (
    `${count} ${count === 1 ? "branch has" : "branches have"} an impedance below 1e-6 per unit, as a ` +
    "closed breaker: the ends are taken as one bus, and the flow through " +
    `${count === 1 ? "it" : "them"} is not given.`
  );
}

function flow(inputs: GridInputs, stop: StopSignal, progress: Progress): SolverResult {
  const network = networkFrom(inputs);
  const ties = tied(network);
  progress(1, 4);
  const solved = powerFlow(ties.network, inputs.qLimits ?? false, stop);
  progress(3, 4);
  const { base, buses } = network;
  const { doubt, held, iterations, losses, mismatch } = solved;
  const isTied = ties.ties.length > 0;
  const { p, q, va, vm } = isTied ? spread(network, ties, solved) : solved;
  const inside = new Set(ties.inside);
  const value = losses.at(-1)! * base;
  const slacks = [...buses.keys()].filter((i) => buses[i]!.type === SLACK);
  const supplied = (power: (i: number) => number): number =>
    slacks.reduce((sum, i) => sum + power(i), 0) * base;
  let low = 0;
  for (let i = 1; i < vm.length; i += 1) if (vm[i]! < vm[low]!) low = i;
  let reactive = 0;
  let stiffness = 0;
  for (let k = 0; k < network.branches.length; k += 1) {
    if (inside.has(k)) continue;
    const { qf, qt } = branchFlow(network, k, vm, va);
    reactive += qf + qt;
    const { y } = network.branches[k]!;
    for (let part = 0; part < 8; part += 1) stiffness += Math.abs(y[part]!);
  }
  const change = losses.length < 2 ? 0 : Math.abs(losses.at(-1)! - losses.at(-2)!);
  // The last step was of second order: what is left of it, and the rounding of the mismatch itself.
  const load = buses.reduce((s, { pd, qd }) => s + Math.abs(pd) + Math.abs(qd), 0);
  const scale = load * base * 1e-3;
  const unknown = isTied ? tieError(network, ties, { p, q, va, vm }, losses.at(-1)!) : 0;
  const left = (Math.min(change * change, change) + mismatch * buses.length + unknown) * base;
  // Ties move voltages by the part that they move the loss by.
  const voltage = doubt + (unknown === 0 ? 0 : unknown / Math.abs(losses.at(-1)!));
  const power = left + 2 * ULP * load * base;
  const reactiveDoubt = 2 * (voltage * stiffness + ULP * Math.abs(reactive)) * base;
  const ofBranch = branchDoubts(network, vm, voltage);
  const branches = branchRows(network, inside, { va, vm }, ofBranch);
  const ofBus = busDoubts(network, ofBranch, inside, {
    groupOf: ties.groupOf,
    vm,
    voltage,
    mismatch,
  });
  const axes = [{ name: "bus", unit: "1", n: vm.length, start: 0, step: 1 }];
  return {
    value,
    unit: "W",
    equations: [
      "P_i + i Q_i = V_i SUM_j conj(Y_ij V_j) at every bus",
      `${buses.length} buses, ${network.branches.length} branches, base ${base} VA, ` +
        `${iterations} Newton steps from a flat start`,
    ],
    outputs: {
      loss_reactive: { value: reactive * base, unit: "W", uncertainty: reactiveDoubt },
      slack_P: { value: supplied((i) => p[i]! + buses[i]!.pd), unit: "W", uncertainty: power },
      slack_Q: {
        value: supplied((i) => q[i]! + buses[i]!.qd),
        unit: "W",
        uncertainty: power + reactiveDoubt,
      },
      min_voltage: { value: vm[low]!, unit: "1", uncertainty: voltage },
      min_voltage_bus: { value: buses[low]!.name, unit: "1", uncertainty: 0 },
      mismatch: { value: mismatch, unit: "1", uncertainty: mismatch },
      iterations: { value: iterations, unit: "1", uncertainty: 0 },
      ...(inputs.V1 === undefined
        ? {}
        : {
            V2: { value: vm[1]! * inputs.V1, unit: "V", uncertainty: voltage * inputs.V1 },
            angle: { value: va[1]!, unit: "rad", uncertainty: voltage },
          }),
    },
    named: {
      buses: buses.map((bus, i) => ({
        bus: bus.name,
        V: vm[i]!,
        V_uncertainty: voltage,
        angle: va[i]! * RADIAN,
        angle_uncertainty: (voltage + ULP * Math.abs(va[i]!)) * RADIAN,
        P: (p[i]! + bus.pd) * base,
        P_uncertainty: ofBus[i]!.P * base,
        Q: (q[i]! + bus.qd) * base,
        Q_uncertainty: ofBus[i]!.Q * base,
        type: bus.type === SLACK ? "slack" : bus.type === PQ ? "PQ" : "PV",
      })),
      branches,
      heldAtLimit: [...held],
    },
    fields: [
      { name: "voltage", unit: "1", shape: [vm.length], data: vm, axes, uncertainty: voltage },
      { name: "angle", unit: "rad", shape: [va.length], data: va, axes, uncertainty: voltage },
    ],
    invariants: [
      {
        name: "power mismatch",
        first: 0,
        last: mismatch,
        driftPct: 100 * mismatch,
        boundPct: 100 * MISMATCH_MAX,
      },
    ],
    error: {
      relative: left / Math.max(Math.abs(value), scale, Number.MIN_VALUE),
      scale,
      method: "residual",
      levels: losses.slice(-3).map((loss, k) => ({ resolution: k + 1, value: loss * base })),
    },
    assumed: assumedInFlow(inputs, network),
    notes: isTied ? [tieNote(ties.ties.length)] : [],
  };
}

function swing(inputs: GridInputs, stop: StopSignal, progress: Progress): SolverResult {
  const [inertia, frequency] = [
    need(inputs, "H", "the inertia constant"),
    need(inputs, "f0", "the nominal frequency"),
  ];
  if (inputs.dP !== undefined) return nadir(inputs, inertia, frequency, stop, progress);
  const machine = {
    inertia,
    frequency,
    pm: need(inputs, "Pm", "the mechanical power"),
    before: need(inputs, "Pmax", "Pmax before the fault"),
    during: need(inputs, "PmaxFault", "Pmax during the fault"),
    after: need(inputs, "PmaxPost", "Pmax after the fault"),
    damping: inputs.damping ?? 0,
  };
  const at = (steps: number, level: number, error?: number): { value: number; run: Swing } => {
    progress(Math.min(level, 6), 7, level, error);
    const clearing = criticalClearing(machine, steps, stop);
    return { value: clearing.clearing, run: clearing };
  };
  const readings = ({ angle }: Swing): Readings => ({
    clearing_angle: { value: angle, unit: "rad" },
  });
  const options = { formalOrder: ORDER, scale: 0, at, readings };
  const {
    error,
    quantities,
    run: swingRun,
    value,
  } = inputs.steps === undefined
    ? climb({ ...options, start: 16 })
    : onStated({ ...options, resolution: inputs.steps });
  const data = swingRun.delta;
  return {
    value,
    unit: "s",
    equations: [
      "(H / pi f0) delta'' = Pm - Pmax sin(delta) - D delta' / (2 pi f0)",
      `H = ${inertia} s, f0 = ${frequency} Hz, Pm = ${machine.pm}, Pmax = ${machine.before}, ` +
        `${machine.during}, ${machine.after} before, during, after`,
    ],
    outputs: quantities,
    named: { quantity: "clearing_time" },
    fields: [
      {
        name: "delta",
        unit: "rad",
        shape: [data.length],
        data,
        axes: [{ name: "t", unit: "s", n: data.length, start: swingRun.step, step: swingRun.step }],
      },
    ],
    invariants: [],
    error,
    assumed: defaulted(inputs, ["damping"]),
    notes: [],
  };
}

function nadir(
  inputs: GridInputs,
  inertia: number,
  frequency: number,
  stop: StopSignal,
  progress: Progress,
): SolverResult {
  const trip = {
    inertia,
    frequency,
    loss: inputs.dP!,
    damping: inputs.damping ?? 0,
    droop: need(inputs, "droop", "the droop of the governors"),
    governor: need(inputs, "governorTime", "the time constant of the governors"),
  };
  // The slower of decay and oscillation, several times over.
  const tEnd =
    inputs.t_end ??
    12 *
      Math.max(
        trip.governor,
        Math.sqrt(2 * inertia * trip.droop * trip.governor),
        2 * inertia * trip.droop,
      );
  const at = (steps: number, level: number, error?: number): { value: number; run: Nadir } => {
    progress(Math.min(level, 6), 7, level, error);
    const lowest = frequencyNadir(trip, tEnd, steps, stop);
    return { value: lowest.nadir, run: lowest };
  };
  const stated = stepsOf({ ...inputs, t_end: tEnd });
  if (stated !== null && stated > STEPS_MAX) throw tooLarge("steps", stated, STEPS_MAX);
  const readings = ({ settled, time }: Nadir): Readings => ({
    nadir_time: { value: time, unit: "s" },
    final_frequency: { value: settled, unit: "Hz" },
  });
  const options = { formalOrder: ORDER, scale: 0, at, readings };
  const climbed: Climbed<Nadir> =
    stated === null
      ? climb({ ...options, start: 512 })
      : onStated({ ...options, resolution: stated });
  const { frequency: data, step } = climbed.run;
  return {
    value: climbed.value,
    unit: "Hz",
    equations: [
      "2 H y' = g - dP - D y, T g' = -y / R - g, f = f0 (1 + y)",
      `H = ${inertia} s, dP = ${trip.loss}, D = ${trip.damping}, R = ${trip.droop}, T = ${trip.governor} s`,
    ],
    outputs: {
      ...climbed.quantities,
      rate_of_change: formula((-frequency * trip.loss) / (2 * inertia), "Hz/s"),
    },
    named: { quantity: "frequency_nadir" },
    fields: [
      {
        name: "frequency",
        unit: "Hz",
        shape: [data.length],
        data,
        axes: [{ name: "t", unit: "s", n: data.length, start: 0, step }],
      },
    ],
    invariants: [],
    error: climbed.error,
    assumed: [
      ...defaulted(inputs, ["damping"]),
      ...(inputs.t_end === undefined
        ? [
            {
              name: "t_end",
              value: tEnd,
              unit: "s",
              why: "twelve times the slowest time of the loop",
            },
          ]
        : []),
    ],
    notes: [],
  };
}

function defaulted(inputs: GridInputs, names: readonly (keyof GridInputs)[]): Assumed[] {
  return names
    .filter((name) => inputs[name] === undefined)
    .map((name) => ({ name, value: 0, unit: "1", why: "none was stated" }));
}

/** A step short against the fastest oscillator and the coupling. */
function firstSteps({ K = 0, links, omega = [], t_end = 0 }: GridInputs): number {
  const rate =
    omega.reduce((most, w) => Math.max(most, Math.abs(w)), 0) +
    Math.abs(K) * (links === undefined ? 1 : 4);
  return Math.min(Math.max(32, Math.ceil(4 * rate * t_end)), STEPS_MAX / 32);
}

function kuramoto(inputs: GridInputs, stop: StopSignal, progress: Progress): SolverResult {
  const tEnd = need(inputs, "t_end", "the time to integrate over");
  const omega = Float64Array.from(inputs.omega!);
  const n = omega.length;
  if (n > OSCILLATORS_MAX) throw tooLarge("oscillators", n, OSCILLATORS_MAX);
  const start = phasesOf(inputs, n);
  for (const [a, b] of inputs.links ?? [])
    if (a >= n || b >= n || a === b)
      throw badInput("/links", `[${a}, ${b}] joins no two of ${n} oscillators`);
  const phases = {
    omega,
    coupling: inputs.K!,
    links: inputs.links === undefined ? null : Int32Array.from(inputs.links.flat()),
  };
  const at = (steps: number, level: number, error?: number): { value: number; run: Synchrony } => {
    if (steps > 2 * STEPS_MAX) throw tooLarge("steps", steps, STEPS_MAX);
    const phaseRun = integratePhases(phases, start, tEnd / steps, steps, stop);
    progress(Math.min(level + 1, 6), 7, level, error);
    return { value: orderParameter(phaseRun.theta), run: phaseRun };
  };
  const stated = stepsOf(inputs);
  const options = { formalOrder: ORDER, scale: 1, at };
  const {
    error,
    run: kuramotoRun,
    value,
  } = stated === null
    ? climb({ ...options, start: firstSteps(inputs) })
    : onStated({ ...options, resolution: stated });
  // Odd forces between pairs leave the sum of the phases to the natural frequencies alone.
  const sum = (x: Float64Array): number => x.reduce((s, v) => s + v, 0);
  const expected = sum(start) + sum(omega) * tEnd;
  const size =
    start.reduce((s, v) => s + Math.abs(v), 0) +
    omega.reduce((s, v) => s + Math.abs(v), 0) * tEnd +
    n;
  const drift = (100 * Math.abs(sum(kuramotoRun.theta) - expected)) / size;
  const field = (
    name: string,
    unit: string,
    data: Float64Array,
    axis: string,
    step: number,
    axisUnit: string,
  ): Field => ({
    name,
    unit,
    shape: [data.length],
    data,
    axes: [{ name: axis, unit: axisUnit, n: data.length, start: 0, step }],
  });
  return {
    value,
    unit: "1",
    equations: [
      `theta_i' = omega_i + ${phases.links === null ? `${inputs.K!}/${n}` : `${inputs.K!}`} ` +
        "SUM_j sin(theta_j - theta_i)",
      `${n} oscillators, t = ${tEnd} s; value = |mean of e^(i theta)|`,
    ],
    outputs: {
      mean_frequency: {
        value: sum(omega) / n,
        unit: "rad/s",
        uncertainty: (ULP * omega.reduce((s, w) => s + Math.abs(w), 0)) / n,
      },
    },
    named: { quantity: "order_parameter" },
    fields: [
      field("theta", "rad", kuramotoRun.theta, "oscillator", 1, "1"),
      field("order", "1", kuramotoRun.order, "t", kuramotoRun.step, "s"),
    ],
    state: { theta: packFloats(kuramotoRun.theta) },
    invariants: [
      {
        name: "sum of the phases",
        first: sum(start),
        last: sum(kuramotoRun.theta),
        driftPct: drift,
        boundPct: 1e-6,
      },
    ],
    error,
    assumed:
      stated === null
        ? [
            {
              name: "steps",
              value: error.levels.at(-1)!.resolution,
              unit: "1",
              why: "steps at which the gate passed",
            },
          ]
        : [],
    notes: [],
  };
}

function phasesOf({ initialState, theta0 }: GridInputs, n: number): Float64Array {
  if (initialState !== undefined) {
    if (theta0 !== undefined)
      throw badInput("/theta0", "a continuation brings its own phases: leave theta0 out");
    return unpackFloats(initialState["theta"], n, "/initialState/theta");
  }
  if (theta0 === undefined)
    throw new SolverMissing(
      "theta0",
      ["theta0", "initialState"],
      "The phases at the start are absent.",
    );
  if (theta0.length !== n)
    throw badInput("/theta0", `there are ${n} oscillators and ${theta0.length} phases`);
  return Float64Array.from(theta0);
}
