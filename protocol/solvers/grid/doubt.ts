/** What an error of the voltages makes of the powers at buses and in branches, to first order. */
import { ULP } from "../../math/constants.js";
import { PQ, SLACK, type Network } from "./case.js";

export interface BranchDoubt {
  readonly P_from: number;
  readonly Q_from: number;
  readonly P_to: number;
  readonly Q_to: number;
}

export interface BusDoubt {
  readonly P: number;
  readonly Q: number;
}

/**
 * Per unit, a branch each: S = V V' y moves by twice the part that V moves by, and by the difference
 * of two angles.
 * @param voltage largest error of a magnitude, per unit, or of an angle, in rad
 */
export function branchDoubts(
  { branches }: Network,
  vm: Float64Array,
  voltage: number,
): BranchDoubt[] {
  return branches.map(({ from, to, y }) => {
    const part = (k: number): number => Math.abs(y[k]!);
    const [f, t] = [vm[from]!, vm[to]!];
    const across = (k: number): number => (f + t + 2 * f * t) * (part(k) + part(k + 1));
    return {
      P_from: voltage * (2 * f * part(0) + across(2)),
      Q_from: voltage * (2 * f * part(1) + across(2)),
      P_to: voltage * (2 * t * part(6) + across(4)),
      Q_to: voltage * (2 * t * part(7) + across(4)),
    };
  });
}

interface FlowFound {
  /** The bus that stands for each. */
  readonly groupOf: ArrayLike<number>;
  readonly vm: Float64Array;
  readonly voltage: number;
  readonly mismatch: number;
}

/**
 * Per unit, a bus each. What the case states is missed by the mismatch; what the flow decides, by
 * what the branches carry there. Buses that closed breakers make one share what is decided.
 */
export function busDoubts(
  { branches, buses }: Network,
  doubts: readonly BranchDoubt[],
  inside: ReadonlySet<number>,
  { groupOf, mismatch, vm, voltage }: FlowFound,
): BusDoubt[] {
  const [p, q] = [new Float64Array(buses.length), new Float64Array(buses.length)];
  buses.forEach(({ bs, gs }, i) => {
    p[groupOf[i]!]! += 2 * vm[i]! * Math.abs(gs) * voltage;
    q[groupOf[i]!]! += 2 * vm[i]! * Math.abs(bs) * voltage;
  });
  branches.forEach(({ from, to }, k) => {
    if (inside.has(k)) return;
    const { P_from, P_to, Q_from, Q_to } = doubts[k]!;
    p[groupOf[from]!]! += P_from;
    q[groupOf[from]!]! += Q_from;
    p[groupOf[to]!]! += P_to;
    q[groupOf[to]!]! += Q_to;
  });
  const members = new Map<number, number>();
  for (let i = 0; i < buses.length; i += 1)
    members.set(groupOf[i]!, (members.get(groupOf[i]!) ?? 0) + 1);
  return buses.map(({ pd, qd, type }, i) => {
    const group = groupOf[i]!;
    const isAlone = members.get(group) === 1;
    const stated = (power: number): number => mismatch + 2 * ULP * Math.abs(power);
    return {
      P: isAlone && type !== SLACK ? stated(pd) : p[group]! + mismatch,
      Q: isAlone && type === PQ ? stated(qd) : q[group]! + mismatch,
    };
  });
}
