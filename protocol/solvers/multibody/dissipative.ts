/**
 * Bodies without positions: the master equation, uniform in space and first order in time, so that
 * it dissipates: T dphi_i/dt = -(mu^2 phi_i + lambda phi_i^3 + exp(-phi_i/phi_c)) + phi_42
 * SUM_{k=1..42} C_k(phi_i) + (mean phi - phi_i), with phi_i the share of the mass at the start and
 * T one calcond. Nothing of it is conserved, and nothing of it is sealed.
 */
import { exp } from "../../math/index.js";
import { FixedStepper } from "../../math/ode/rungeKutta4.js";
import type { Rhs } from "../../math/ode/rhs.js";
import { CALCOND_NS, KO42_ALPHA } from "../../limits.js";
import { stepLength, stepsOf, Trace, type March } from "../marching.js";
import { exploded } from "../refusal.js";

const CALCOND_S = Number(CALCOND_NS) / 1e9;
const POLYNOMIALS = 42;

export const DISSIPATIVE_NOTE =
  "NUMERICAL FALLBACK: without positions there is no gravity to integrate; the dissipative master equation was " +
  "integrated by RK4. It has no invariant: energy is not conserved and was not checked, and no envelope is minted.";

/** SUM_{k=1..42} T_k, the argument held to [-1, 1] where the polynomials are bounded. */
function chebyshevSum(phi: number): number {
  const u = Math.min(1, Math.max(-1, phi));
  let before = 1;
  let now = u;
  let sum = u;
  for (let k = 2; k <= POLYNOMIALS; k += 1) {
    const next = 2 * u * now - before;
    before = now;
    now = next;
    sum += next;
  }
  return sum;
}

const rhs: Rhs = (_t, phi, out) => {
  let mean = 0;
  for (const value of phi) mean += value;
  mean /= phi.length;
  for (let i = 0; i < phi.length; i += 1) {
    const u = phi[i]!;
    out[i] =
      ((KO42_ALPHA / POLYNOMIALS) * chebyshevSum(u) - u - u * u * u - exp(-u) + (mean - u)) /
      CALCOND_S;
  }
};

export interface Dissipated {
  readonly phi: Float64Array;
  readonly trace: Trace;
  readonly t: number;
}

export function dissipate(
  mass: Float64Array,
  subject: number,
  march: March,
  poll: () => void,
): Dissipated {
  let total = 0;
  for (const m of mass) total += m;
  const stepper = new FixedStepper(mass.length, rhs, "rk4");
  stepper.start(
    0,
    mass.map((m) => (total > 0 ? m / total : 0)),
  );
  const trace = new Trace(1);
  trace.take(0, 0, false, stepper.y[subject]!);
  const steps = stepsOf(march);
  for (let i = 0; i < steps; i += 1) {
    if (i % 256 === 0) poll();
    if (!stepper.step(stepLength(march, i))) throw exploded(i + 1, "phi");
    trace.take(i + 1, stepper.t, i + 1 === steps, stepper.y[subject]!);
  }
  return { phi: stepper.y, trace, t: stepper.t };
}
