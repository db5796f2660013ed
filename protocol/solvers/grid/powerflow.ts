/**
 * Full Newton iteration on the AC power flow in polar form (Tinney and Hart, IEEE Trans. PAS-86
 * (1967) 1449).
 */
import { ULP } from "../../math/constants.js";
import { cos, sin } from "../../math/index.js";
import { sparseSolve } from "../../math/linear/sparseLu.js";
import { LIMIT_SLACK } from "../gate.js";
import { noSolution, notConverged, stopIf } from "../refusal.js";
import type { StopSignal } from "../solver.js";
import {
  admittanceOf,
  injections,
  turn,
  turnsOf,
  type Admittance,
  type Turns,
} from "./admittance.js";
import { PQ, PV, SLACK, type Network } from "./case.js";
import { Jacobian } from "./jacobian.js";

export interface Flow {
  readonly vm: Float64Array;
  readonly va: Float64Array;
  readonly p: Float64Array;
  readonly q: Float64Array;
  readonly iterations: number;
  /** Largest mismatch of power, per unit. */
  readonly mismatch: number;
  readonly losses: readonly number[];
  /** The residue of the last step: the largest error of a voltage, per unit and rad. */
  readonly doubt: number;
}

/** The residue of a step lies another way than the last mismatch. */
const DOUBT_FACTOR = 10;
const TOLERANCE = 1e-11;
export const MISMATCH_MAX = 1e-8;
const ITERATIONS_MAX = 30;
const LIMIT_ROUNDS_MAX = 20;
/** Steps of the load below which a path has ended; before its first point, has not begun. */
const LOAD_STEP_MIN = 1e-7;
const FIRST_STEP_MIN = 1e-3;

interface Start {
  readonly vm: Float64Array;
  readonly va: Float64Array;
}

/** Angles of the nearest slack bus, counted in branches. */
function flatStart({ branches, buses }: Network): Start {
  const vm = new Float64Array(buses.length);
  const va = new Float64Array(buses.length);
  for (let i = 0; i < vm.length; i += 1) vm[i] = buses[i]!.type === PQ ? 1 : buses[i]!.setpoint;
  const queue = [...buses.keys()].filter((i) => buses[i]!.type === SLACK);
  for (const i of queue) va[i] = buses[i]!.va;
  if (queue.length === 1) return { vm, va: va.fill(va[queue[0]!]!) };
  const joined: number[][] = buses.map(() => []);
  for (const { from, to } of branches) {
    joined[from]!.push(to);
    joined[to]!.push(from);
  }
  const seen = new Set(queue);
  for (let k = 0; k < queue.length; k += 1) {
    for (const other of joined[queue[k]!]!) {
      if (seen.has(other)) continue;
      seen.add(other);
      va[other] = va[queue[k]!]!;
      queue.push(other);
    }
  }
  return { vm, va };
}

/** Newton from a start with loads and generation times `share`; null where it does not arrive. */
function newton(
  network: Network,
  y: Admittance,
  from: Start,
  share: number,
  stop: StopSignal,
): Flow | null {
  const { buses } = network;
  const jacobian = new Jacobian(network, y);
  const { angle, size } = jacobian;
  const [vm, va] = [from.vm.slice(), from.va.slice()];
  const [p, q] = [new Float64Array(vm.length), new Float64Array(vm.length)];
  const turns = turnsOf(y);
  const miss = new Float64Array(jacobian.n);
  const losses: number[] = [];
  let best = Number.POSITIVE_INFINITY;
  let moved = 0;
  let before = 0;
  for (let iteration = 0; iteration <= ITERATIONS_MAX; iteration += 1) {
    stopIf(stop);
    turn(y, va, turns);
    injections(y, turns, vm, p, q);
    for (let i = 0; i < vm.length; i += 1) {
      const bus = buses[i]!;
      if (angle[i]! >= 0) miss[angle[i]!] = share * (bus.pg - bus.pd) - p[i]!;
      if (size[i]! >= 0) miss[size[i]!] = share * (bus.qg - bus.qd) - q[i]!;
    }
    let mismatch = 0;
    for (let k = 0; k < miss.length; k += 1) mismatch = Math.max(mismatch, Math.abs(miss[k]!));
    losses.push(lossOf(network, y, turns, vm));
    if (!Number.isFinite(mismatch)) return null;
    // Rounding leaves a floor: nothing is gained once it no longer falls.
    if (mismatch <= TOLERANCE || (mismatch <= MISMATCH_MAX / 10 && mismatch >= 0.5 * best)) {
      const left = before === 0 ? mismatch : moved * Math.min(1, mismatch / before);
      const doubt = 4 * ULP + DOUBT_FACTOR * left;
      return { vm, va, p, q, iterations: iteration, mismatch, losses, doubt };
    }
    best = Math.min(best, mismatch);
    [before, moved] = [mismatch, 0];
    const lu = jacobian.factored(turns, vm, p, q);
    if (lu === null) return null;
    const step = sparseSolve(lu, miss);
    for (let k = 0; k < step.length; k += 1) moved = Math.max(moved, Math.abs(step[k]!));
    for (let i = 0; i < vm.length; i += 1) {
      if (angle[i]! >= 0) va[i]! += step[angle[i]!]!;
      if (size[i]! >= 0) vm[i]! += vm[i]! * step[size[i]!]!;
      if (!(vm[i]! > 0.01) || vm[i]! > 10) return null;
    }
  }
  return null;
}

/** Voltages as the case states them, which is where its author's own solution may stand. */
function statedStart({ buses }: Network): Start {
  const start = { vm: new Float64Array(buses.length), va: new Float64Array(buses.length) };
  buses.forEach(({ setpoint, type, va, vm }, i) => {
    start.vm[i] = type === PQ ? (vm > 0 ? vm : 1) : setpoint;
    start.va[i] = va;
  });
  return start;
}

/**
 * Share of the load at which two buses reach their limit: |V2|^2 is the root of a quadratic, which
 * is real up to there (Kundur, Power System Stability and Control, 14.1). Null for other networks.
 */
function exactLimit({ buses }: Network, y: Admittance): number | null {
  const load = buses.findIndex(({ type }) => type === PQ);
  if (buses.length !== 2 || load < 0) return null;
  const slack = 1 - load;
  const at = (i: number, j: number): number => y.columns.indexOf(j, y.starts[i]);
  const [own, across] = [at(load, load), at(load, slack)];
  const [g, b] = [y.real[own]!, y.imaginary[own]!];
  const coupling = y.real[across]! * y.real[across]! + y.imaginary[across]! * y.imaginary[across]!;
  const { pd, pg, qd, qg } = buses[load]!;
  const [p, q] = [pd - pg, qd - qg];
  const room = g * p - b * q + Math.sqrt((g * g + b * b) * (p * p + q * q));
  const source = buses[slack]!.setpoint;
  return room > 0 ? (coupling * source * source) / (2 * room) : Number.POSITIVE_INFINITY;
}

/**
 * Flat start; where that does not arrive, the voltages of the case; then loads and generation are
 * raised together from nothing.
 * @throws SolverRefusal NO_SOLUTION where two buses are shown to be beyond their limit,
 * DID_NOT_CONVERGE where no solution was found, which shows nothing
 */
function arrive(network: Network, y: Admittance, stop: StopSignal): Flow {
  const isUsual = ({ vm }: Flow): boolean => vm.every((v) => v > 0.3);
  const direct = newton(network, y, flatStart(network), 1, stop);
  if (direct !== null && isUsual(direct)) return direct;
  const limit = exactLimit(network, y);
  if (limit !== null && limit < 1 - LIMIT_SLACK) {
    throw noSolution(
      `the stated load is beyond what the line can carry: the largest is ${limit} of it.`,
      { transfer_limit: limit, transfer_limit_uncertainty: 1e-15 * limit },
    );
  }
  const stated = newton(network, y, statedStart(network), 1, stop);
  if (stated !== null && isUsual(stated)) return stated;
  let share = 0;
  let step = 0.25;
  let at: Start = flatStart(network);
  for (;;) {
    const next = Math.min(1, share + step);
    const flow = newton(network, y, at, next, stop);
    if (flow !== null && (next < 1 || flow.vm.every((v) => v > 0.05))) {
      if (next === 1) return flow;
      share = next;
      at = flow;
    } else {
      step *= 0.5;
      if (step < (share === 0 ? FIRST_STEP_MIN : LOAD_STEP_MIN))
        throw unsolved(network, share, step);
    }
  }
}

function unsolved({ buses, branches }: Network, share: number, step: number): Error {
  let least = Number.POSITIVE_INFINITY;
  let weakest = branches[0];
  for (const branch of branches) {
    const impedance =
      1 /
      Math.max(
        Math.sqrt(branch.y[6]! * branch.y[6]! + branch.y[7]! * branch.y[7]!),
        Number.MIN_VALUE,
      );
    if (impedance < least) [least, weakest] = [impedance, branch];
  }
  const between =
    weakest === undefined
      ? ""
      : ` The smallest impedance, ${least.toPrecision(3)} per unit, joins buses ` +
        `${buses[weakest.from]!.name} and ${buses[weakest.to]!.name}.`;
  return notConverged(
    "budget",
    share === 0
      ? "Newton's iteration found no solution from a flat start, from the voltages of the case, " +
          `nor at a small part of the load: whether there is one is not shown.${between}`
      : "no solution was found: raised from nothing, loads and generation have one up to " +
          `${share} of what is stated, and none was reached beyond; that there is none is not ` +
          `shown.${between}`,
    {
      transfer_limit: share,
      transfer_limit_uncertainty: step,
      ...(weakest === undefined
        ? {}
        : {
            smallest_impedance: least,
            between: [buses[weakest.from]!.name, buses[weakest.to]!.name],
          }),
    },
  );
}

/**
 * @param limits generators whose reactive power passes a limit are held at it, and give their
 * voltage up
 */
export function powerFlow(
  network: Network,
  limits: boolean,
  stop: StopSignal,
): Flow & { readonly held: readonly number[] } {
  const y = admittanceOf(network);
  const held: number[] = [];
  for (let round = 0; round < LIMIT_ROUNDS_MAX; round += 1) {
    const flow = arrive(network, y, stop);
    if (!limits) return { ...flow, held };
    let changed = false;
    network.buses.forEach((bus, i) => {
      if (bus.type !== PV) return;
      const reactive = flow.q[i]! + bus.qd;
      const bounded = Math.min(Math.max(reactive, bus.qMin), bus.qMax);
      if (Math.abs(bounded - reactive) <= 1e-9) return;
      bus.type = PQ;
      bus.qg = bounded;
      held.push(bus.name);
      changed = true;
    });
    if (!changed) return { ...flow, held };
  }
  throw notConverged(
    "budget",
    `after ${LIMIT_ROUNDS_MAX} rounds generators still pass their reactive limits.`,
    { rounds: LIMIT_ROUNDS_MAX },
  );
}

export interface BranchFlow {
  readonly pf: number;
  readonly qf: number;
  readonly pt: number;
  readonly qt: number;
}

/** Powers into both ends of a branch, per unit. */
export function branchFlow(
  { branches }: Network,
  k: number,
  vm: Float64Array,
  va: Float64Array,
): BranchFlow {
  const { from, to, y } = branches[k]!;
  const angle = va[from]! - va[to]!;
  const [c, s] = [cos(angle), sin(angle)];
  const vv = vm[from]! * vm[to]!;
  const [f2, t2] = [vm[from]! * vm[from]!, vm[to]! * vm[to]!];
  // S = V conj(y V'): the imaginary part of y enters with the other sign.
  return {
    pf: f2 * y[0]! + vv * (y[2]! * c + y[3]! * s),
    qf: -f2 * y[1]! + vv * (y[2]! * s - y[3]! * c),
    pt: t2 * y[6]! + vv * (y[4]! * c - y[5]! * s),
    qt: -t2 * y[7]! + vv * (-y[4]! * s - y[5]! * c),
  };
}

/** Active power that stays in the branches, per unit; shunts of buses are no branch loss. */
function lossOf(
  { branches }: Network,
  { entries }: Admittance,
  { cosines, sines }: Turns,
  vm: Float64Array,
): number {
  let total = 0;
  let lost = 0;
  for (let k = 0; k < branches.length; k += 1) {
    const { from, to, y } = branches[k]!;
    const [c, s] = [cosines[entries[k]!]!, sines[entries[k]!]!];
    const vv = vm[from]! * vm[to]!;
    const pf = vm[from]! * vm[from]! * y[0]! + vv * (y[2]! * c + y[3]! * s);
    const pt = vm[to]! * vm[to]! * y[6]! + vv * (y[4]! * c - y[5]! * s);
    const term = pf + pt - lost;
    const next = total + term;
    lost = next - total - term;
    total = next;
  }
  return total;
}
