/**
 * What solvers that march in time share: stated steps, their measured error, and samples of the
 * way.
 */
import { ULP } from "../math/constants.js";
import type { ErrorEstimate, Field } from "./solver.js";

/** Steps of one run. */
export const MARCH_STEPS_MAX = 50_000_000;
/** Part of a step below which an interval counts as a whole number of steps. */
const WHOLE_SLACK = 1e-9;

export interface March {
  readonly dt: number;
  /** Steps of exactly dt. */
  readonly whole: number;
  /** A last, shorter step; 0 where the interval is a whole number of steps. */
  readonly rest: number;
  /** Into how many equal ones each of these is cut. */
  readonly parts: number;
}

/** @param tEnd, dt  s, positive */
export function marchOf(tEnd: number, dt: number): March {
  const ratio = tEnd / dt;
  const near = Math.round(ratio);
  if (near >= 1 && Math.abs(ratio - near) <= WHOLE_SLACK)
    return { dt, whole: near, rest: 0, parts: 1 };
  const whole = Math.floor(ratio);
  return { dt, whole, rest: tEnd - whole * dt, parts: 1 };
}

export function stepsOf({ parts, rest, whole }: March): number {
  return parts * (whole + (rest > 0 ? 1 : 0));
}

/** Length of step i, counted from 0. */
export function stepLength({ dt, parts, rest, whole }: March, i: number): number {
  return (i < parts * whole ? dt : rest) / parts;
}

/** Every step cut into `parts`. */
export function refined(march: March, parts: number): March {
  return { ...march, parts: march.parts * parts };
}

/**
 * Error of a value at a step the caller fixed, from one run at half that step: the value stays that
 * of the stated step.
 * @param order of the method: the difference is that part of the error which halving removes
 */
export function statedStepError(
  stated: number,
  halved: number,
  steps: number,
  order: number,
  scale: number,
): ErrorEstimate {
  const size = Math.max(Math.abs(stated), scale);
  const change = Math.abs(halved - stated);
  const rest = 1 / ((1 << Math.min(order, 20)) - 1);
  return {
    relative: change === 0 ? 0 : (change * (1 + rest)) / size,
    scale,
    method: "step-halving",
    fixedByCaller: true,
    levels: [
      { resolution: steps, value: stated },
      { resolution: 2 * steps, value: halved },
    ],
  };
}

/**
 * Error of the better of two runs along one mesh, the second with every step halved. Each of its
 * steps rounds once more, which two runs that agree do not show: a random walk of that many.
 */
export function halvedMeshError(
  coarse: number,
  fine: number,
  steps: number,
  scale: number,
): ErrorEstimate {
  const change = Math.abs(fine - coarse);
  return {
    relative:
      (change === 0 ? 0 : change / Math.max(Math.abs(fine), scale)) + ULP * Math.sqrt(2 * steps),
    scale,
    method: "step-halving",
    levels: [
      { resolution: steps, value: coarse },
      { resolution: 2 * steps, value: fine },
    ],
  };
}

/** Points of a recorded way. */
const TRACE_POINTS_MAX = 2_048;

/** Samples that a run begins with room for. */
const TRACE_POINTS_START = 64;

/**
 * Samples of several quantities along a run of any length: every step, then every second, every
 * fourth, ... and the end.
 */
export class Trace {
  #stride = 1;
  #count = 0;
  /** Rows: step, time, then the quantities. */
  #rows: readonly Float64Array[];

  constructor(columns: number) {
    this.#rows = Array.from({ length: 2 + columns }, () => new Float64Array(TRACE_POINTS_START));
  }

  /**
   * Whether a sample of this step would be kept: a caller in an inner loop asks before it puts one
   * together.
   */
  wants(step: number, last: boolean): boolean {
    return last || step % this.#stride === 0;
  }

  /** Steps from this one to the next whose sample would be kept. */
  untilWanted(step: number): number {
    return this.#stride - (step % this.#stride);
  }

  /** Keeps the sample if its turn has come or it is the last one. */
  take(step: number, t: number, last: boolean, ...values: readonly number[]): void {
    if (step % this.#stride !== 0 && !last) return;
    if (this.#count >= TRACE_POINTS_MAX && !last) {
      this.#thin();
      if (step % this.#stride !== 0) return;
    }
    if (this.#count === this.#rows[0]!.length) this.#grow();
    const count = this.#count;
    const rows = this.#rows;
    rows[0]![count] = step;
    rows[1]![count] = t;
    for (let i = 2; i < rows.length; i += 1) rows[i]![count] = values[i - 2]!;
    this.#count = count + 1;
  }

  #grow(): void {
    this.#rows = this.#rows.map((row) => {
      const longer = new Float64Array(2 * row.length);
      longer.set(row);
      return longer;
    });
  }

  #thin(): void {
    this.#stride *= 2;
    const [steps] = this.#rows;
    let kept = 0;
    for (let i = 0; i < this.#count; i += 1) {
      if (steps![i]! % this.#stride !== 0) continue;
      for (const row of this.#rows) row[kept] = row[i]!;
      kept += 1;
    }
    this.#count = kept;
  }

  /** @param axis name and unit of the independent variable */
  fields(
    axis: { readonly name: string; readonly unit: string },
    ...names: readonly (readonly [string, string])[]
  ): Field[] {
    const count = this.#count;
    const rows = this.#rows;
    const values = [...rows[1]!.subarray(0, count)];
    return names.map(([name, unit], i) => ({
      name,
      unit,
      shape: [count],
      data: rows[2 + i]!.slice(0, count),
      axes: [{ ...axis, n: count, values }],
    }));
  }
}
