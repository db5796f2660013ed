/**
 * Branches of next to no impedance (closed breakers, bus ties) join their ends to one bus.
 *
 * Their admittance beside that of lines would leave a mismatch of rounding above the bound: 1e8 per
 * unit times the last bit of a voltage is 1e-8. What the ends differ by is part of the uncertainty.
 */
import { PQ, SLACK, type Branch, type Bus, type Network } from "./case.js";
import { branchFlow } from "./powerflow.js";

/** Per unit; at this impedance the rounding of a mismatch is 1e-10. */
const TIE_MAX = 1e-6;
/** Losses change by twice the part by which a voltage does; as much again for safety. */
const LOSS_FACTOR = 4;

interface Tie {
  readonly branch: number;
  /** Per unit: the whole, and its resistance. */
  readonly impedance: number;
  readonly resistance: number;
}

export interface Ties {
  /** The network with tied buses as one; the network itself where nothing is tied. */
  readonly network: Network;
  /** Bus of the joined network for each bus. */
  readonly groupOf: Int32Array;
  /** Branches whose ends are one bus. */
  readonly inside: readonly number[];
  /** Those of them that tie. */
  readonly ties: readonly Tie[];
}

/** Impedance of a branch that is nothing but that; null for transformers and charged lines. */
function seriesOf({ y }: Branch): number | null {
  const isSeries =
    y[0] === y[6] && y[1] === y[7] && [2, 4].every((k) => y[k] === -y[0]! && y[k + 1] === -y[1]!);
  return isSeries ? 1 / Math.sqrt(y[0]! * y[0]! + y[1]! * y[1]!) : null;
}

export function tied(network: Network): Ties {
  const { base, branches, buses } = network;
  const root = Int32Array.from(buses, (_, i) => i);
  const find = (i: number): number => {
    let at = i;
    while (root[at] !== at) at = root[at]!;
    return at;
  };
  const voltage = buses.map(({ setpoint, type }) => (type === PQ ? null : setpoint));
  const angle = buses.map(({ type, va }) => (type === SLACK ? va : null));
  const ties: Tie[] = [];
  branches.forEach((branch, k) => {
    const impedance = seriesOf(branch);
    if (impedance === null || !(impedance < TIE_MAX)) return;
    const [a, b] = [find(branch.from), find(branch.to)];
    const [one, other] = [voltage[a]!, voltage[b]!];
    // Two voltages that are held and differ drive a current that is no rounding.
    if (a !== b && one !== null && other !== null && one !== other) return;
    const [turn, against] = [angle[a]!, angle[b]!];
    if (a !== b && turn !== null && against !== null && turn !== against) return;
    ties.push({ branch: k, impedance, resistance: branch.y[0]! * impedance * impedance });
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    root[high] = low;
    voltage[low] = one ?? other;
    angle[low] = turn ?? against;
  });
  if (ties.length === 0)
    return { network, groupOf: Int32Array.from(buses, (_, i) => i), inside: [], ties };
  const groups = [...root.keys()].filter((i) => root[i] === i);
  const groupOf = Int32Array.from(buses, (_, i) => groups.indexOf(find(i)));
  const joined = groups.map((first) => joinedBus(buses.filter((_, i) => find(i) === first)));
  const inside: number[] = [];
  const left: Branch[] = [];
  branches.forEach((branch, k) => {
    const [from, to] = [groupOf[branch.from]!, groupOf[branch.to]!];
    if (from !== to) {
      left.push({ ...branch, from, to });
      return;
    }
    inside.push(k);
    if (ties.some((tie) => tie.branch === k)) return;
    // At one voltage a line inside is its charging alone.
    const bus = joined[from]!;
    bus.gs += branch.y[0]! + branch.y[2]! + branch.y[4]! + branch.y[6]!;
    bus.bs += branch.y[1]! + branch.y[3]! + branch.y[5]! + branch.y[7]!;
  });
  return { network: { base, buses: joined, branches: left }, groupOf, inside, ties };
}

type Joined = { -readonly [K in keyof Bus]: Bus[K] };

function joinedBus(members: readonly Bus[]): Joined {
  const held =
    members.find(({ type }) => type === SLACK) ?? members.find(({ type }) => type !== PQ);
  const sum = (of: (bus: Bus) => number): number => members.reduce((all, bus) => all + of(bus), 0);
  return {
    ...(held ?? members[0]!),
    pd: sum(({ pd }) => pd),
    qd: sum(({ qd }) => qd),
    gs: sum(({ gs }) => gs),
    bs: sum(({ bs }) => bs),
    pg: sum(({ pg }) => pg),
    qg: sum(({ qg }) => qg),
    qMin: sum(({ qMin }) => qMin),
    qMax: sum(({ qMax }) => qMax),
  };
}

interface Solution {
  readonly vm: Float64Array;
  readonly va: Float64Array;
  readonly p: Float64Array;
  readonly q: Float64Array;
}

/** Voltages and powers of every bus; a bus whose voltage is held supplies what its group needs. */
export function spread({ buses }: Network, { groupOf }: Ties, solved: Solution): Solution {
  const n = buses.length;
  const of = (from: Float64Array): Float64Array =>
    Float64Array.from(groupOf, (group) => from[group]!);
  const [p, q] = [new Float64Array(n), new Float64Array(n)];
  const first = new Map<number, number>();
  buses.forEach((bus, i) => {
    const group = groupOf[i]!;
    const before = first.get(group);
    const rank = (at: number): number =>
      buses[at]!.type === SLACK ? 0 : buses[at]!.type === PQ ? 2 : 1;
    if (before === undefined || rank(i) < rank(before)) first.set(group, i);
    p[i] = bus.pg - bus.pd;
    q[i] = bus.qg - bus.qd;
  });
  for (const [group, i] of first) {
    let [others, reactive] = [0, 0];
    buses.forEach((_, k) => {
      if (k === i || groupOf[k] !== group) return;
      others += p[k]!;
      reactive += q[k]!;
    });
    p[i] = solved.p[group]! - others;
    q[i] = solved.q[group]! - reactive;
  }
  return { vm: of(solved.vm), va: of(solved.va), p, q };
}

/**
 * What the ties leave unknown of the loss, per unit: their own, and that of the voltage they drop.
 */
export function tieError(
  network: Network,
  { inside, ties }: Ties,
  at: Solution,
  loss: number,
): number {
  const isInside = new Set(inside);
  const through = new Float64Array(network.buses.length);
  network.branches.forEach(({ from, to }, k) => {
    if (isInside.has(k)) return;
    const { pf, pt, qf, qt } = branchFlow(network, k, at.vm, at.va);
    through[from]! += Math.abs(pf) + Math.abs(qf);
    through[to]! += Math.abs(pt) + Math.abs(qt);
  });
  let error = 0;
  for (const { branch, impedance, resistance } of ties) {
    const { from, to } = network.branches[branch]!;
    // What passes is at most half of what comes and goes at its ends.
    const passes = [from, to].reduce(
      (sum, i) => sum + (through[i]! + Math.abs(at.p[i]!) + Math.abs(at.q[i]!)) / 2,
      0,
    );
    error += resistance * passes * passes + LOSS_FACTOR * impedance * passes * Math.abs(loss);
  }
  return error;
}
