/** Full Newton iteration on the AC power flow in polar form (Tinney and Hart, IEEE Trans. PAS-86 (1967) 1449). */
import { cos, sin } from "../../math/index.js";
import { minimumDegree } from "../../math/linear/minimumDegree.js";
import { sparseLu, sparseSolve } from "../../math/linear/sparseLu.js";
import { noSolution, notConverged, stopIf } from "../refusal.js";
import type { StopSignal } from "../solver.js";
import { PQ, PV, SLACK, type Network } from "./case.js";

/** Bus admittances by rows: `real` and `imaginary` of (i, columns[p]). */
interface Admittance { readonly starts: Int32Array; readonly columns: Int32Array; readonly real: Float64Array; readonly imaginary: Float64Array }

export interface Flow {
  readonly vm: Float64Array;
  readonly va: Float64Array;
  readonly p: Float64Array;
  readonly q: Float64Array;
  readonly iterations: number;
  /** Largest mismatch of power, per unit. */
  readonly mismatch: number;
  readonly losses: readonly number[];
}

const TOLERANCE = 1e-11;
export const MISMATCH_MAX = 1e-8;
const ITERATIONS_MAX = 30;
const LIMIT_ROUNDS_MAX = 20;
const LOAD_STEP_MIN = 1e-3;

export function admittanceOf({ branches, buses }: Network): Admittance {
  const rows = buses.map(({ bs, gs }, i) => new Map<number, [number, number]>([[i, [gs, bs]]]));
  const add = (i: number, j: number, re: number, im: number): void => {
    const entry = rows[i]!.get(j);
    if (entry === undefined) rows[i]!.set(j, [re, im]);
    else {
      entry[0] += re;
      entry[1] += im;
    }
  };
  for (const { from, to, y } of branches) {
    add(from, from, y[0]!, y[1]!);
    add(from, to, y[2]!, y[3]!);
    add(to, from, y[4]!, y[5]!);
    add(to, to, y[6]!, y[7]!);
  }
  const starts = new Int32Array(buses.length + 1);
  rows.forEach((row, i) => { starts[i + 1] = starts[i]! + row.size; });
  const count = starts[buses.length]!;
  const made = { starts, columns: new Int32Array(count), real: new Float64Array(count), imaginary: new Float64Array(count) };
  rows.forEach((row, i) => {
    [...row.keys()].sort((a, b) => a - b).forEach((j, k) => {
      const [re, im] = row.get(j)!;
      const at = starts[i]! + k;
      made.columns[at] = j;
      made.real[at] = re;
      made.imaginary[at] = im;
    });
  });
  return made;
}

/** Powers that the network takes at every bus. */
function injections(y: Admittance, vm: Float64Array, va: Float64Array, p: Float64Array, q: Float64Array): void {
  for (let i = 0; i < vm.length; i += 1) {
    let pi = 0;
    let qi = 0;
    for (let k = y.starts[i]!; k < y.starts[i + 1]!; k += 1) {
      const j = y.columns[k]!;
      const angle = va[i]! - va[j]!;
      const [c, s] = i === j ? [1, 0] : [cos(angle), sin(angle)];
      pi += vm[j]! * (y.real[k]! * c + y.imaginary[k]! * s);
      qi += vm[j]! * (y.real[k]! * s - y.imaginary[k]! * c);
    }
    p[i] = vm[i]! * pi;
    q[i] = vm[i]! * qi;
  }
}

interface Unknowns { readonly angle: Int32Array; readonly size: Int32Array; readonly n: number; readonly order: Int32Array }

/** Buses in an order of little fill, each with its angle before its magnitude. */
function unknownsOf({ buses }: Network, y: Admittance): Unknowns {
  const neighbours = buses.map((_, i) => [...y.columns.subarray(y.starts[i], y.starts[i + 1])]);
  const order = minimumDegree(neighbours);
  const angle = new Int32Array(buses.length).fill(-1);
  const size = new Int32Array(buses.length).fill(-1);
  let n = 0;
  for (const i of order) {
    if (buses[i]!.type === SLACK) continue;
    angle[i] = n;
    n += 1;
    if (buses[i]!.type === PQ) {
      size[i] = n;
      n += 1;
    }
  }
  return { angle, size, n, order: Int32Array.from({ length: n }, (_, k) => k) };
}

/** Change of angles and of relative magnitudes that takes the mismatch away to first order; null where singular. */
function newtonStep(y: Admittance, { angle, n, order, size }: Unknowns, vm: Float64Array, va: Float64Array,
  p: Float64Array, q: Float64Array, miss: Float64Array): Float64Array | null {
  const starts = new Int32Array(n + 1);
  const rows: number[] = [];
  const values: number[] = [];
  const columnOf: (readonly [number, boolean])[] = Array.from({ length: n }, () => [0, false] as const);
  for (let j = 0; j < vm.length; j += 1) {
    if (angle[j]! >= 0) columnOf[angle[j]!] = [j, false];
    if (size[j]! >= 0) columnOf[size[j]!] = [j, true];
  }
  columnOf.forEach(([j, magnitude], column) => {
    for (let k = y.starts[j]!; k < y.starts[j + 1]!; k += 1) {
      const i = y.columns[k]!;
      if (angle[i]! < 0) continue;
      const [h, m] = derivatives(y, i, j, vm, va, p, q, magnitude);
      rows.push(angle[i]!);
      values.push(h);
      if (size[i]! >= 0) {
        rows.push(size[i]!);
        values.push(m);
      }
    }
    starts[column + 1] = rows.length;
  });
  const lu = sparseLu({ n, starts, rows: Int32Array.from(rows), values: Float64Array.from(values) }, order);
  return lu === null ? null : sparseSolve(lu, miss);
}

/** dP_i and dQ_i by the angle of bus j, or by the logarithm of its magnitude. */
function derivatives(y: Admittance, i: number, j: number, vm: Float64Array, va: Float64Array, p: Float64Array, q: Float64Array,
  magnitude: boolean): readonly [number, number] {
  let k = y.starts[i]!;
  while (y.columns[k] !== j) k += 1;
  const [g, b] = [y.real[k]!, y.imaginary[k]!];
  if (i === j) {
    const v2 = vm[i]! * vm[i]!;
    return magnitude ? [p[i]! + g * v2, q[i]! - b * v2] : [-q[i]! - b * v2, p[i]! - g * v2];
  }
  const [c, s] = [cos(va[i]! - va[j]!), sin(va[i]! - va[j]!)];
  const vv = vm[i]! * vm[j]!;
  const active = vv * (g * c + b * s);
  const reactive = vv * (g * s - b * c);
  return magnitude ? [active, reactive] : [reactive, -active];
}

interface Start { readonly vm: Float64Array; readonly va: Float64Array }

function flatStart({ buses }: Network): Start {
  const slack = buses.find(({ type }) => type === SLACK)!;
  return { vm: Float64Array.from(buses, ({ setpoint, type }) => type === PQ ? 1 : setpoint),
    va: new Float64Array(buses.length).fill(slack.va) };
}

/** Newton from a start with loads and generation times `share`; null where it does not arrive. */
function newton(network: Network, y: Admittance, from: Start, share: number, stop: StopSignal): Flow | null {
  const { buses } = network;
  const unknowns = unknownsOf(network, y);
  const vm = Float64Array.from(from.vm);
  const va = Float64Array.from(from.va);
  const p = new Float64Array(buses.length);
  const q = new Float64Array(buses.length);
  const miss = new Float64Array(unknowns.n);
  const losses: number[] = [];
  let best = Number.POSITIVE_INFINITY;
  for (let iteration = 0; iteration <= ITERATIONS_MAX; iteration += 1) {
    stopIf(stop);
    injections(y, vm, va, p, q);
    let mismatch = 0;
    for (let i = 0; i < buses.length; i += 1) {
      const bus = buses[i]!;
      if (unknowns.angle[i]! >= 0) miss[unknowns.angle[i]!] = share * (bus.pg - bus.pd) - p[i]!;
      if (unknowns.size[i]! >= 0) miss[unknowns.size[i]!] = share * (bus.qg - bus.qd) - q[i]!;
    }
    for (let k = 0; k < miss.length; k += 1) mismatch = Math.max(mismatch, Math.abs(miss[k]!));
    losses.push(lossOf(network, vm, va));
    if (!Number.isFinite(mismatch)) return null;
    // Rounding leaves a floor: nothing is gained once it no longer falls.
    if (mismatch <= TOLERANCE || mismatch <= MISMATCH_MAX / 10 && mismatch >= 0.5 * best) {
      return { vm, va, p, q, iterations: iteration, mismatch, losses };
    }
    best = Math.min(best, mismatch);
    const step = newtonStep(y, unknowns, vm, va, p, q, miss);
    if (step === null) return null;
    for (let i = 0; i < buses.length; i += 1) {
      if (unknowns.angle[i]! >= 0) va[i]! += step[unknowns.angle[i]!]!;
      if (unknowns.size[i]! >= 0) vm[i]! += vm[i]! * step[unknowns.size[i]!]!;
      if (!(vm[i]! > 0.01) || vm[i]! > 10) return null;
    }
  }
  return null;
}

/**
 * Flat start; where that does not arrive, loads and generation are raised together from nothing.
 * @throws SolverRefusal NO_SOLUTION with the share of the load at which the path ends
 */
function arrive(network: Network, y: Admittance, stop: StopSignal): Flow {
  const direct = newton(network, y, flatStart(network), 1, stop);
  if (direct !== null && Math.min(...direct.vm) > 0.3) return direct;
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
      if (step < LOAD_STEP_MIN) {
        throw noSolution(`the stated loads are beyond what the network can carry: the path of solutions ends at ${share} of them.`,
          { transfer_limit: share });
      }
    }
  }
}

/** @param limits generators whose reactive power passes a limit are held at it, and give their voltage up */
export function powerFlow(network: Network, limits: boolean, stop: StopSignal): Flow & { readonly held: readonly number[] } {
  const y = admittanceOf(network);
  const held: number[] = [];
  for (let round = 0; round < LIMIT_ROUNDS_MAX; round += 1) {
    const flow = arrive(network, y, stop);
    if (!limits) return { ...flow, held };
    let changed = false;
    network.buses.forEach((bus, i) => {
      if (bus.type !== PV) return;
      const made = flow.q[i]! + bus.qd;
      const bounded = Math.min(Math.max(made, bus.qMin), bus.qMax);
      if (Math.abs(bounded - made) <= 1e-9) return;
      bus.type = PQ;
      bus.qg = bounded;
      held.push(bus.name);
      changed = true;
    });
    if (!changed) return { ...flow, held };
  }
  throw notConverged("budget", `after ${LIMIT_ROUNDS_MAX} rounds generators still pass their reactive limits.`, { rounds: LIMIT_ROUNDS_MAX });
}

export interface BranchFlow { readonly pf: number; readonly qf: number; readonly pt: number; readonly qt: number }

/** Powers into both ends of a branch, per unit. */
export function branchFlow({ branches }: Network, k: number, vm: Float64Array, va: Float64Array): BranchFlow {
  const { from, to, y } = branches[k]!;
  const angle = va[from]! - va[to]!;
  const [c, s] = [cos(angle), sin(angle)];
  const vv = vm[from]! * vm[to]!;
  const [f2, t2] = [vm[from]! * vm[from]!, vm[to]! * vm[to]!];
  // S = V conj(y V'): the imaginary part of y enters with the other sign.
  return { pf: f2 * y[0]! + vv * (y[2]! * c + y[3]! * s), qf: -f2 * y[1]! + vv * (y[2]! * s - y[3]! * c),
    pt: t2 * y[6]! + vv * (y[4]! * c - y[5]! * s), qt: -t2 * y[7]! + vv * (-y[4]! * s - y[5]! * c) };
}

/** Active power that stays in the branches, per unit; shunts of buses are no branch loss. */
export function lossOf(network: Network, vm: Float64Array, va: Float64Array): number {
  let total = 0;
  let lost = 0;
  for (let k = 0; k < network.branches.length; k += 1) {
    const { pf, pt } = branchFlow(network, k, vm, va);
    const term = pf + pt - lost;
    const next = total + term;
    lost = next - total - term;
    total = next;
  }
  return total;
}
