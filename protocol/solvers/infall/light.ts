/**
 * The bending of light: w'' = 3 (m/b) w^2 - w in w = b/r over the angle, from infinity to infinity.
 */
import { PI } from "../../math/constants.js";
import { followMesh, integrate, type Integrated } from "../../math/ode/adaptive.js";
import { Dop853 } from "../../math/ode/dop853.js";
import { crossing } from "../../math/ode/event.js";
import type { Rhs } from "../../math/ode/rhs.js";
import { Trace } from "../marching.js";
import { notConverged } from "../refusal.js";

/** What the double pi leaves out. */
const PI_LOW = 1.2246467991473532e-16;
const RTOL = 1e-13;

export interface Ray {
  readonly angle: number;
  /** Largest departure of w'^2 + w^2 - 2 (m/b) w^3 from 1. */
  readonly drift: number;
  /** Closest approach over b. */
  readonly nearest: number;
  readonly trace: Trace;
  readonly mesh: readonly number[];
}

/**
 * @param ratio GM/c^2 over the impact parameter, below 1/27^(1/2). @param halved a mesh to follow
 * with each step halved
 */
export function bend(ratio: number, halved: readonly number[] | null): Ray {
  const rhs: Rhs = (_phi, y, out) => {
    out[0] = y[1]!;
    out[1] = 3 * ratio * y[0]! * y[0]! - y[0]!;
  };
  const start = Float64Array.of(0, 1);
  const probe = new Dop853(2, rhs);
  const before = Float64Array.from(start);
  const trace = new Trace(1);
  trace.take(0, 0, false, 0);
  let drift = 0;
  let top = 0;
  let angle = Number.NaN;
  const onStep = (method: Dop853, steps: number): boolean => {
    const { y } = method;
    const { from, h } = method.lastStep;
    const at = (length: number, component: number): number => {
      probe.start(from, before);
      if (length > 0) probe.step(length);
      return probe.y[component]!;
    };
    drift = Math.max(
      drift,
      Math.abs(y[1]! * y[1]! + y[0]! * y[0]! - 2 * ratio * y[0]! * y[0]! * y[0]! - 1),
    );
    if (before[1]! > 0 && y[1]! <= 0)
      top = at(
        crossing((length) => at(length, 1), 0, before[1]!, h, y[1]!),
        0,
      );
    const out = y[0]! <= 0;
    if (out) angle = from + crossing((length) => at(length, 0), 0, before[0]!, h, y[0]!);
    before.set(y);
    trace.take(steps, out ? angle : method.t, out, out ? 0 : y[0]!);
    return out;
  };
  let run: Pick<Integrated, "mesh" | "status">;
  if (halved === null)
    run = integrate({
      rhs,
      t: 0,
      y: start,
      tEnd: 1e4,
      rtol: RTOL,
      atol: Float64Array.of(1e-15, 1e-15),
      hMax: 0.25,
      onStep,
    });
  else
    run = { status: followMesh({ rhs, t: 0, y: start }, halved, 2, onStep).status, mesh: halved };
  if (run.status !== "event") throw notConverged("budget", "the ray did not come out again.");
  return { angle: angle - PI - PI_LOW, drift, nearest: 1 / top, trace, mesh: run.mesh };
}
