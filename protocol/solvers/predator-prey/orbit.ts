/** Runs along one orbit at a fixed step: to a time, or once round. */
import { twoSumError } from "../../math/index.js";
import { Dop853 } from "../../math/ode/dop853.js";
import { crossing } from "../../math/ode/event.js";
import { FixedStepper } from "../../math/ode/rungeKutta4.js";
import { MARCH_STEPS_MAX, stepLength, stepsOf, Trace, type March } from "../marching.js";
import { exploded, notConverged } from "../refusal.js";
import { firstIntegral, rhsOf, type Rates } from "./model.js";

export type Method = "rk4" | "dop853" | "euler";
export const ORDERS: Readonly<Record<Method, number>> = { rk4: 4, dop853: 8, euler: 1 };
const POLL_STEPS = 4_096;
/** Near the end of the range of doubles an orbit loses its digits and never comes back. */
const LEAST = 1e-290;
/**
 * A dozen bits of a subnormal number: a run with an end of its own goes on down to here, where the
 * first integral is lost beyond what any step mends.
 */
const LEAST_MARCHED = 2e-320;
/** Steps once round: some seconds. */
export const LAP_STEPS_MAX = MARCH_STEPS_MAX;

export interface Start {
  readonly t: number;
  readonly x: number;
  readonly y: number;
  readonly carryX: number;
  readonly carryY: number;
  /** First integral at the start of the whole run. */
  readonly w0: number;
}

export interface Marched {
  readonly t: number;
  readonly x: number;
  readonly y: number;
  readonly carryX: number;
  readonly carryY: number;
  readonly w: number;
  readonly driftPct: number;
  readonly trace: Trace;
}

type Stepper = Pick<FixedStepper, "y" | "carry" | "t" | "start" | "step">;

function stepperOf(rates: Rates, method: Method, size: number): Stepper {
  return method === "dop853"
    ? new Dop853(size, rhsOf(rates))
    : new FixedStepper(size, rhsOf(rates), method);
}

/**
 * Relative departure of the first integral, in percent; rounding decides only where the orbit is a
 * point.
 */
function driftOf(rates: Rates, w: number, w0: number): number {
  return (100 * Math.abs(w - w0)) / Math.max(w0, 1e-12 * (rates.alpha + rates.gamma));
}

function requirePopulations(prey: number, predator: number, step: number): void {
  if (!Number.isFinite(prey) || !Number.isFinite(predator)) throw exploded(step, "a population");
  if (prey < 0 || predator < 0) {
    throw notConverged(
      "invariant",
      `a population became negative in step ${step}: the step is too long.`,
      { step },
    );
  }
}

function requireDigits(prey: number, predator: number, least: number, step: number): void {
  if (prey > least && predator > least) return;
  throw notConverged(
    "explosion",
    `a population fell below ${least} in step ${step}: doubles hold no such orbit.`,
    { step },
  );
}

export function march(
  rates: Rates,
  start: Start,
  method: Method,
  plan: March,
  poll: () => void,
): Marched {
  if (method === "rk4") return marchRk4(rates, start, plan, poll);
  const stepper = stepperOf(rates, method, 2);
  stepper.start(
    start.t,
    Float64Array.of(start.x, start.y),
    Float64Array.of(start.carryX, start.carryY),
  );
  const steps = stepsOf(plan);
  const trace = new Trace(2);
  trace.take(0, start.t, false, start.x, start.y);
  const inside = start.x > 0 && start.y > 0;
  let drift = 0;
  let w = start.w0;
  for (let i = 0; i < steps; i += 1) {
    if (i % POLL_STEPS === 0) poll();
    stepper.step(stepLength(plan, i));
    const prey = stepper.y[0]!;
    const predator = stepper.y[1]!;
    requirePopulations(prey, predator, i + 1);
    if (inside) {
      requireDigits(prey, predator, LEAST_MARCHED, i + 1);
      w = firstIntegral(rates, prey, predator);
      drift = Math.max(drift, driftOf(rates, w, start.w0));
    }
    const last = i + 1 === steps;
    if (trace.wants(i + 1, last)) trace.take(i + 1, stepper.t, last, prey, predator);
  }
  return {
    t: stepper.t,
    x: stepper.y[0]!,
    y: stepper.y[1]!,
    carryX: stepper.carry[0]!,
    carryY: stepper.carry[1]!,
    w,
    driftPct: drift,
    trace,
  };
}

/**
 * The same with the classical step written out for two populations: the bits of the general one,
 * without its arrays.
 */
function marchRk4(rates: Rates, start: Start, plan: March, poll: () => void): Marched {
  const { alpha, beta, delta, gamma } = rates;
  const steps = stepsOf(plan);
  const trace = new Trace(2);
  trace.take(0, start.t, false, start.x, start.y);
  const inside = start.x > 0 && start.y > 0;
  let { carryX, carryY, t, x, y } = start;
  let drift = 0;
  let w = start.w0;
  let wanted = trace.untilWanted(0);
  for (let i = 0; i < steps; i += 1) {
    if (i % POLL_STEPS === 0) poll();
    const h = stepLength(plan, i);
    const half = h / 2;
    const x1 = x * (alpha - beta * y);
    const y1 = y * (delta * x - gamma);
    let preyAt = x + half * x1;
    let predatorAt = y + half * y1;
    const x2 = preyAt * (alpha - beta * predatorAt);
    const y2 = predatorAt * (delta * preyAt - gamma);
    preyAt = x + half * x2;
    predatorAt = y + half * y2;
    const x3 = preyAt * (alpha - beta * predatorAt);
    const y3 = predatorAt * (delta * preyAt - gamma);
    preyAt = x + h * x3;
    predatorAt = y + h * y3;
    const x4 = preyAt * (alpha - beta * predatorAt);
    const y4 = predatorAt * (delta * preyAt - gamma);
    const sixth = h / 6;
    const changeX = sixth * (x1 + x4 + 2 * (x2 + x3)) + carryX;
    const sumX = x + changeX;
    carryX = twoSumError(x, changeX, sumX);
    x = sumX;
    const changeY = sixth * (y1 + y4 + 2 * (y2 + y3)) + carryY;
    const sumY = y + changeY;
    carryY = twoSumError(y, changeY, sumY);
    y = sumY;
    t += h;
    // Not negative and below infinity: anything else is said in its own words.
    if (!(x >= 0 && y >= 0 && x + y < Number.POSITIVE_INFINITY)) requirePopulations(x, y, i + 1);
    if (inside) {
      requireDigits(x, y, LEAST_MARCHED, i + 1);
      w = firstIntegral(rates, x, y);
      drift = Math.max(drift, driftOf(rates, w, start.w0));
    }
    wanted -= 1;
    if (wanted > 0 && i + 1 < steps) continue;
    trace.take(i + 1, t, i + 1 === steps, x, y);
    wanted = trace.untilWanted(i + 1);
  }
  return { t, x, y, carryX, carryY, w, driftPct: drift, trace };
}

export interface Lap {
  readonly period: number;
  readonly meanPrey: number;
  readonly meanPredator: number;
  readonly steps: number;
  readonly w: number;
  readonly driftPct: number;
  readonly trace: Trace;
}

/**
 * Once round the equilibrium. The orbit is convex about it in (delta x / gamma, beta y / alpha), so
 * it meets the ray through its start once a lap; the last step is shortened to end there.
 * @throws SolverRefusal where stepsMax do not close it
 */
export function lap(
  rates: Rates,
  start: Start,
  method: Method,
  dt: number,
  stepsMax: number,
  poll: () => void,
): Lap {
  const { alpha, beta, delta, gamma } = rates;
  const stepper = stepperOf(rates, method, 4);
  const at = new Float64Array(4);
  at.set([start.x, start.y]);
  stepper.start(0, at);
  const u0 = (delta * start.x) / gamma - 1;
  const v0 = (beta * start.y) / alpha - 1;
  const beyond = (): number =>
    u0 * ((beta * stepper.y[1]!) / alpha - 1) - v0 * ((delta * stepper.y[0]!) / gamma - 1);
  const trace = new Trace(2);
  trace.take(0, 0, true, start.x, start.y);
  const carry = new Float64Array(4);
  let side = 0;
  let drift = 0;
  for (let i = 0; ; i += 1) {
    if (i % POLL_STEPS === 0) poll();
    if (i >= stepsMax)
      throw notConverged("budget", `the orbit did not close within ${stepsMax} steps.`, {
        steps: i,
      });
    at.set(stepper.y);
    carry.set(stepper.carry);
    const t = stepper.t;
    stepper.step(dt);
    requirePopulations(stepper.y[0]!, stepper.y[1]!, i + 1);
    requireDigits(stepper.y[0]!, stepper.y[1]!, LEAST, i + 1);
    const w = firstIntegral(rates, stepper.y[0]!, stepper.y[1]!);
    drift = Math.max(drift, driftOf(rates, w, start.w0));
    const now = beyond();
    if (side < 0 && now >= 0) {
      const redo = (h: number): number => {
        stepper.start(t, at, carry);
        stepper.step(h);
        return beyond();
      };
      const h = crossing(redo, 0, side, dt, now);
      redo(h);
      trace.take(i + 1, t + h, true, stepper.y[0]!, stepper.y[1]!);
      const period = t + h;
      return {
        period,
        meanPrey: stepper.y[2]! / period,
        meanPredator: stepper.y[3]! / period,
        steps: i + 1,
        w: firstIntegral(rates, stepper.y[0]!, stepper.y[1]!),
        driftPct: drift,
        trace,
      };
    }
    side = now;
    trace.take(i + 1, stepper.t, false, stepper.y[0]!, stepper.y[1]!);
  }
}
