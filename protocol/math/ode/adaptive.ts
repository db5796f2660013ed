/**
 * Integration with steps chosen by the error estimate, and again along the same mesh with every
 * step halved: what the second run changes is a measured error, and its result is the better one.
 */
import { ULP } from "../constants.js";
import { pow } from "../index.js";
import { Dop853 } from "./dop853.js";
import type { Rhs } from "./rhs.js";

const SAFETY = 0.9;
const GROWTH_MAX = 6;
const SHRINK_MAX = 0.2;
/** The error of a step falls with its eighth power. */
const EXPONENT = -1 / 8;
const STEPS_MAX = 5_000_000;

export interface AdaptiveOptions {
  readonly rhs: Rhs;
  readonly t: number;
  readonly y: Float64Array;
  /** May be Infinity where `onStep` ends the run. */
  readonly tEnd: number;
  readonly rtol: number;
  /** One for each component; none unless given. */
  readonly atol?: Float64Array;
  readonly hMax?: number;
  readonly stepsMax?: number;
  /** Whether the step of the last `attempt` may stand; else half of it is tried. */
  readonly admits?: (method: Dop853, h: number) => boolean;
  /** After each step taken; true ends the run. May throw. */
  readonly onStep?: (method: Dop853, steps: number) => boolean | void;
}

export interface Integrated {
  readonly method: Dop853;
  /** Lengths of the steps taken, in order. */
  readonly mesh: readonly number[];
  /**
   * `end`: tEnd was reached; `event`: onStep ended it; `steps`: too many; `collapsed`: the steps
   * became smaller than the resolution of t; `explosion`: a state that is not finite.
   */
  readonly status: "end" | "event" | "steps" | "collapsed" | "explosion";
}

/** Never throws itself; the status says how far it came. */
export function integrate(options: AdaptiveOptions): Integrated {
  const {
    admits,
    atol = null,
    hMax = Number.POSITIVE_INFINITY,
    onStep,
    rhs,
    rtol,
    stepsMax = STEPS_MAX,
    t,
    tEnd,
    y,
  } = options;
  const method = new Dop853(y.length, rhs);
  method.start(t, y);
  const mesh: number[] = [];
  const direction = tEnd < t ? -1 : 1;
  let size = firstStep(method, rtol, atol, Math.min(hMax, Math.abs(tEnd - t)));
  let rejectedBefore = false;
  while (direction * (tEnd - method.t) > 0) {
    if (mesh.length >= stepsMax) return { method, mesh, status: "steps" };
    const left = Math.abs(tEnd - method.t);
    // The last two steps share what is left, so that none is tiny.
    const h = size >= left ? left : size > left / 2 ? left / 2 : size;
    if (!(h > 4 * ULP * Math.abs(method.t)) || h < 1e-300)
      return { method, mesh, status: "collapsed" };
    const error = method.attempt(direction * h, rtol, atol);
    if (!(error <= 1)) {
      size =
        h * (Number.isFinite(error) ? Math.max(SHRINK_MAX, SAFETY * pow(error, EXPONENT)) : 0.1);
      rejectedBefore = true;
      continue;
    }
    if (admits !== undefined && !admits(method, direction * h)) {
      size = h / 2;
      rejectedBefore = true;
      continue;
    }
    if (!method.accept()) return { method, mesh, status: "explosion" };
    if (h === left) method.t = tEnd;
    mesh.push(direction * h);
    const growth = error === 0 ? GROWTH_MAX : Math.min(GROWTH_MAX, SAFETY * pow(error, EXPONENT));
    size = Math.min(hMax, h * Math.max(SHRINK_MAX, rejectedBefore ? Math.min(1, growth) : growth));
    rejectedBefore = false;
    if (onStep?.(method, mesh.length) === true) return { method, mesh, status: "event" };
  }
  return { method, mesh, status: "end" };
}

/** Least part of the whole that a first step covers: the error shortens it where that is too long. */
const FIRST_PART_MIN = 1e-12;

/** Hairer, Norsett and Wanner I, II.4: from the sizes of y, y' and y''. */
function firstStep(method: Dop853, rtol: number, atol: Float64Array | null, most: number): number {
  const { size, slope, y } = method;
  let d0 = 0;
  let d1 = 0;
  for (let i = 0; i < size; i += 1) {
    const scale = (atol === null ? 0 : atol[i]!) + rtol * Math.abs(y[i]!);
    if (scale === 0) continue;
    d0 += (y[i]! / scale) * (y[i]! / scale);
    d1 += (slope[i]! / scale) * (slope[i]! / scale);
  }
  const guess = d0 > 0 && d1 > 0 ? 0.01 * Math.sqrt(d0 / d1) : 1e-6;
  if (!Number.isFinite(most)) return guess;
  // A start that is 0 but for rounding would ask for a step that the time cannot show.
  return Math.min(most, Math.max(guess, FIRST_PART_MIN * most, 64 * ULP * Math.abs(method.t)));
}

/**
 * Along a mesh, every step in `parts` equal ones.
 * @param onStep after each step; true ends the run
 */
export function followMesh(
  { rhs, t, y }: Pick<AdaptiveOptions, "rhs" | "t" | "y">,
  mesh: readonly number[],
  parts: number,
  onStep?: (method: Dop853, steps: number) => boolean | void,
): { readonly method: Dop853; readonly status: "end" | "event" | "explosion" } {
  const method = new Dop853(y.length, rhs);
  method.start(t, y);
  let steps = 0;
  for (const whole of mesh) {
    const h = whole / parts;
    for (let part = 0; part < parts; part += 1) {
      if (!method.step(h)) return { method, status: "explosion" };
      steps += 1;
      if (onStep?.(method, steps) === true) return { method, status: "event" };
    }
  }
  return { method, status: "end" };
}
