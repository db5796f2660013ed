/** Bus admittances of a network by rows, and what its buses take at given voltages. */
import { cos, sin } from "../../math/index.js";
import type { Network } from "./case.js";

export interface Admittance {
  readonly starts: Int32Array;
  /** Of each row in rising order. */
  readonly columns: Int32Array;
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
  /** Where entry (j, i) stands, for every entry (i, j). */
  readonly mirrors: Int32Array;
  /** The entry (from, to) of every branch. */
  readonly entries: Int32Array;
}

export function admittanceOf({ branches, buses }: Network): Admittance {
  const n = buses.length;
  const { columns, starts } = patternOf(branches, n);
  const place = (i: number, j: number): number => {
    let k = starts[i]!;
    while (columns[k] !== j) k += 1;
    return k;
  };
  const [real, imaginary] = [new Float64Array(columns.length), new Float64Array(columns.length)];
  const mirrors = new Int32Array(columns.length);
  for (let i = 0; i < n; i += 1) {
    real[place(i, i)] = buses[i]!.gs;
    imaginary[place(i, i)] = buses[i]!.bs;
    for (let k = starts[i]!; k < starts[i + 1]!; k += 1) mirrors[k] = place(columns[k]!, i);
  }
  const add = (k: number, y: readonly number[], part: number): void => {
    real[k] = real[k]! + y[part]!;
    imaginary[k] = imaginary[k]! + y[part + 1]!;
  };
  const entries = new Int32Array(branches.length);
  for (let k = 0; k < branches.length; k += 1) {
    const { from, to, y } = branches[k]!;
    const forth = place(from, to);
    entries[k] = forth;
    add(place(from, from), y, 0);
    add(forth, y, 2);
    add(mirrors[forth]!, y, 4);
    add(place(to, to), y, 6);
  }
  return { starts, columns, real, imaginary, mirrors, entries };
}

/** Each bus with itself and with those that branches join it to, once. */
function patternOf(
  branches: Network["branches"],
  n: number,
): Pick<Admittance, "starts" | "columns"> {
  const joined = Array.from({ length: n }, (_, i) => [i]);
  for (const { from, to } of branches) {
    if (joined[from]!.includes(to)) continue;
    joined[from]!.push(to);
    joined[to]!.push(from);
  }
  const starts = new Int32Array(n + 1);
  for (let i = 0; i < n; i += 1) starts[i + 1] = starts[i]! + joined[i]!.length;
  const columns = new Int32Array(starts[n]!);
  for (let i = 0; i < n; i += 1)
    columns.set(
      joined[i]!.sort((a, b) => a - b),
      starts[i],
    );
  return { starts, columns };
}

/** Cosines and sines of va_i - va_j for every entry (i, j). */
export interface Turns {
  readonly cosines: Float64Array;
  readonly sines: Float64Array;
}

export function turnsOf({ columns }: Admittance): Turns {
  return {
    cosines: new Float64Array(columns.length).fill(1),
    sines: new Float64Array(columns.length),
  };
}

/**
 * Both functions are correctly rounded, so entry (j, i) is that of (i, j) to the last bit but for
 * the sign of the sine.
 */
export function turn(
  { columns, mirrors, starts }: Admittance,
  va: Float64Array,
  { cosines, sines }: Turns,
): void {
  for (let i = 0; i < va.length; i += 1) {
    for (let k = starts[i]!; k < starts[i + 1]!; k += 1) {
      const j = columns[k]!;
      if (j <= i) continue;
      const angle = va[i]! - va[j]!;
      const [c, s] = angle === 0 ? [1, 0] : [cos(angle), sin(angle)];
      cosines[k] = c;
      sines[k] = s;
      cosines[mirrors[k]!] = c;
      sines[mirrors[k]!] = 0 - s;
    }
  }
}

/** Powers that the network takes at every bus. */
export function injections(
  { columns, imaginary, real, starts }: Admittance,
  { cosines, sines }: Turns,
  vm: Float64Array,
  p: Float64Array,
  q: Float64Array,
): void {
  for (let i = 0; i < vm.length; i += 1) {
    let pi = 0;
    let qi = 0;
    for (let k = starts[i]!; k < starts[i + 1]!; k += 1) {
      const size = vm[columns[k]!]!;
      const [c, s] = [cosines[k]!, sines[k]!];
      pi += size * (real[k]! * c + imaginary[k]! * s);
      qi += size * (real[k]! * s - imaginary[k]! * c);
    }
    p[i] = vm[i]! * pi;
    q[i] = vm[i]! * qi;
  }
}
