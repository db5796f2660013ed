/**
 * One machine on a stiff grid, and the frequency of a grid after a loss: fixed steps of the
 * classical fourth-order rule.
 */
import { PI } from "../../math/constants.js";
import { asin, sin } from "../../math/index.js";
import { noSolution, notConverged, stopIf, tooLarge } from "../refusal.js";
import type { StopSignal } from "../solver.js";

export interface Machine {
  readonly inertia: number;
  readonly frequency: number;
  readonly pm: number;
  readonly before: number;
  readonly during: number;
  readonly after: number;
  readonly damping: number;
}

export interface Swing {
  readonly clearing: number;
  readonly delta: Float64Array;
  readonly step: number;
  readonly angle: number;
}

const BISECTIONS = 48;
const TIME_MAX_S = 100;
/** Steps of one swing: a stiffer grid after the fault turns too fast beside the fault. */
const SWING_STEPS_MAX = 1_000_000;

/**
 * @throws SolverRefusal NO_SOLUTION for a machine without an angle of rest, or one that no delay
 * makes unstable
 */
export function criticalClearing(machine: Machine, steps: number, stop: StopSignal): Swing {
  const { after, before, frequency, inertia, pm } = machine;
  if (pm >= before)
    throw noSolution(
      "the machine has no angle of rest before the fault: Pm is not below Pmax.",
      {},
    );
  if (pm >= after)
    throw noSolution(
      "the machine has no angle of rest after the fault: Pm is not below PmaxPost.",
      {},
    );
  if (unlosable(machine)) {
    throw noSolution("the machine stays in step however long the fault lasts.", {});
  }
  // The unit of time: a quarter swing about the rest after the fault.
  const scale = Math.sqrt((2 * inertia) / (2 * PI * frequency * after));
  const h = scale / steps;
  const start = asin(pm / before);
  let low = 0;
  let high = scale;
  while (!loses(machine, start, high, h, stop)) {
    low = high;
    high *= 2;
    if (high / h > SWING_STEPS_MAX)
      throw tooLarge("steps before the fault is cleared", Math.ceil(high / h), SWING_STEPS_MAX);
    if (high > TIME_MAX_S)
      throw notConverged("budget", `no clearing time below ${TIME_MAX_S} s loses the machine.`, {});
  }
  for (let k = 0; k < BISECTIONS && high - low > 1e-13 * high; k += 1) {
    const middle = low + (high - low) / 2;
    if (loses(machine, start, middle, h, stop)) high = middle;
    else low = middle;
  }
  const path: number[] = [];
  const angle = follow(machine, start, low, h, stop, path).cleared;
  const keep = Math.max(1, Math.ceil(path.length / 2_048));
  return {
    clearing: low + (high - low) / 2,
    delta: Float64Array.from(path.filter((_, i) => i % keep === 0)),
    step: h * keep,
    angle,
  };
}

/**
 * The swing that an everlasting fault begins turns back within its own equal areas; damping only
 * helps it.
 */
function unlosable({ before, during, pm }: Machine): boolean {
  if (pm >= during) return false;
  const start = asin(pm / before);
  const peak = PI - asin(pm / during);
  // Work done by Pm - Pe up to the unstable rest of the fault itself.
  return pm * (peak - start) + during * (cosine(peak) - cosine(start)) < 0;
}

function cosine(x: number): number {
  return sin(x + PI / 2);
}

function loses(
  machine: Machine,
  start: number,
  clearing: number,
  h: number,
  stop: StopSignal,
): boolean {
  stopIf(stop);
  return follow(machine, start, clearing, h, stop, null).lost;
}

/**
 * Whole steps up to the clearing, one shorter step to it, then on until the swing turns back or
 * passes the unstable rest.
 */
function follow(
  machine: Machine,
  start: number,
  clearing: number,
  h: number,
  stop: StopSignal,
  path: number[] | null,
): {
  readonly lost: boolean;
  readonly cleared: number;
} {
  const { after, damping, during, frequency, inertia, pm } = machine;
  const gain = (PI * frequency) / inertia;
  const drag = (damping * gain) / (2 * PI * frequency);
  const state = new Float64Array([start, 0]);
  const whole = Math.floor(clearing / h);
  for (let k = 0; k < whole; k += 1) {
    swingStep(state, h, pm, during, gain, drag);
    path?.push(state[0]!);
    if (k % 4096 === 0) stopIf(stop);
  }
  swingStep(state, clearing - whole * h, pm, during, gain, drag);
  const cleared = state[0]!;
  const unstable = PI - asin(pm / after);
  for (let k = 0; k < SWING_STEPS_MAX; k += 1) {
    if (state[0]! >= unstable) return { lost: true, cleared };
    if (state[1]! < 0) return { lost: false, cleared };
    swingStep(state, h, pm, after, gain, drag);
    path?.push(state[0]!);
    if (k % 4096 === 0) stopIf(stop);
  }
  return { lost: false, cleared };
}

function swingStep(
  state: Float64Array,
  h: number,
  pm: number,
  pmax: number,
  gain: number,
  drag: number,
): void {
  const [d, w] = [state[0]!, state[1]!];
  const a1 = gain * (pm - pmax * sin(d)) - drag * w;
  const w2 = w + 0.5 * h * a1;
  const a2 = gain * (pm - pmax * sin(d + 0.5 * h * w)) - drag * w2;
  const w3 = w + 0.5 * h * a2;
  const a3 = gain * (pm - pmax * sin(d + 0.5 * h * w2)) - drag * w3;
  const w4 = w + h * a3;
  const a4 = gain * (pm - pmax * sin(d + h * w3)) - drag * w4;
  state[0] = d + (h / 6) * (w + 2 * w2 + 2 * w3 + w4);
  state[1] = w + (h / 6) * (a1 + 2 * a2 + 2 * a3 + a4);
}

export interface Trip {
  readonly inertia: number;
  readonly frequency: number;
  readonly loss: number;
  readonly damping: number;
  readonly droop: number;
  readonly governor: number;
}

export interface Nadir {
  readonly nadir: number;
  readonly time: number;
  readonly settled: number;
  readonly frequency: Float64Array;
  readonly step: number;
}

/**
 * 2 H y' = g - dP - D y, T g' = -y / R - g from rest; y is the relative deviation of the frequency.
 * @returns lowest frequency (between steps by the parabola through three), its time, and the end of
 * the run
 */
export function frequencyNadir(trip: Trip, tEnd: number, steps: number, stop: StopSignal): Nadir {
  const { damping, droop, frequency, governor, inertia, loss } = trip;
  const h = tEnd / steps;
  const slope = (y: number, g: number): number => (g - loss - damping * y) / (2 * inertia);
  const governed = (y: number, g: number): number => (-y / droop - g) / governor;
  const series = new Float64Array(steps + 1);
  let y = 0;
  let g = 0;
  for (let k = 1; k <= steps; k += 1) {
    const [a1, b1] = [slope(y, g), governed(y, g)];
    const [a2, b2] = [
      slope(y + 0.5 * h * a1, g + 0.5 * h * b1),
      governed(y + 0.5 * h * a1, g + 0.5 * h * b1),
    ];
    const [a3, b3] = [
      slope(y + 0.5 * h * a2, g + 0.5 * h * b2),
      governed(y + 0.5 * h * a2, g + 0.5 * h * b2),
    ];
    const [a4, b4] = [slope(y + h * a3, g + h * b3), governed(y + h * a3, g + h * b3)];
    y += (h / 6) * (a1 + 2 * a2 + 2 * a3 + a4);
    g += (h / 6) * (b1 + 2 * b2 + 2 * b3 + b4);
    series[k] = y;
    if (k % 8192 === 0) stopIf(stop);
  }
  let low = 0;
  for (let k = 1; k <= steps; k += 1) if (series[k]! < series[low]!) low = k;
  let [nadir, time] = [series[low]!, low * h];
  if (low > 0 && low < steps) {
    const [a, b, c] = [series[low - 1]!, series[low]!, series[low + 1]!];
    const bend = a - 2 * b + c;
    const shift = bend > 0 ? (0.5 * (a - c)) / bend : 0;
    nadir = b - 0.25 * (a - c) * shift;
    time = (low + shift) * h;
  }
  const keep = Math.max(1, Math.ceil(steps / 4_096));
  return {
    nadir: frequency * (1 + nadir),
    time,
    settled: frequency * (1 + y),
    step: h * keep,
    frequency: series.filter((_, i) => i % keep === 0).map((value) => frequency * (1 + value)),
  };
}
