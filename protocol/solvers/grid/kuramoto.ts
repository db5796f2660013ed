/**
 * Coupled phases, theta_i' = omega_i + K/N SUM_j sin(theta_j - theta_i), or K over the links of i.
 */
import { cos, sin } from "../../math/index.js";
import { stopIf } from "../refusal.js";
import type { StopSignal } from "../solver.js";

export interface Phases {
  readonly omega: Float64Array;
  readonly coupling: number;
  /** Pairs, two numbers each; null where every two are coupled. */
  readonly links: Int32Array | null;
}

export interface Synchrony {
  readonly theta: Float64Array;
  readonly order: Float64Array;
  readonly step: number;
}

const SAMPLES_MAX = 2_048;

/** |mean of e^(i theta)|. */
export function orderParameter(theta: Float64Array): number {
  let re = 0;
  let im = 0;
  for (let i = 0; i < theta.length; i += 1) {
    re += cos(theta[i]!);
    im += sin(theta[i]!);
  }
  return Math.sqrt(re * re + im * im) / theta.length;
}

function rates(
  { coupling, links, omega }: Phases,
  theta: Float64Array,
  out: Float64Array,
  c: Float64Array,
  s: Float64Array,
): void {
  const n = theta.length;
  let re = 0;
  let im = 0;
  for (let i = 0; i < n; i += 1) {
    c[i] = cos(theta[i]!);
    s[i] = sin(theta[i]!);
    re += c[i]!;
    im += s[i]!;
  }
  if (links === null) {
    // The mean field carries every pair: SUM_j sin(theta_j - theta_i) = im cos_i - re sin_i.
    for (let i = 0; i < n; i += 1) out[i] = omega[i]! + (coupling / n) * (im * c[i]! - re * s[i]!);
    return;
  }
  out.set(omega);
  for (let k = 0; k < links.length; k += 2) {
    const [a, b] = [links[k]!, links[k + 1]!];
    const pull = coupling * (s[b]! * c[a]! - c[b]! * s[a]!);
    out[a]! += pull;
    out[b]! -= pull;
  }
}

/** Fixed steps of the classical fourth-order rule. */
export function integratePhases(
  phases: Phases,
  start: Float64Array,
  h: number,
  steps: number,
  stop: StopSignal,
): Synchrony {
  const n = start.length;
  const theta = Float64Array.from(start);
  const [k1, k2, k3, k4] = [
    new Float64Array(n),
    new Float64Array(n),
    new Float64Array(n),
    new Float64Array(n),
  ];
  const [at, c, s] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  const keep = Math.max(1, Math.ceil(steps / SAMPLES_MAX));
  const order: number[] = [orderParameter(theta)];
  for (let k = 1; k <= steps; k += 1) {
    if (k % 16 === 0) stopIf(stop);
    rates(phases, theta, k1, c, s);
    for (let i = 0; i < n; i += 1) at[i] = theta[i]! + 0.5 * h * k1[i]!;
    rates(phases, at, k2, c, s);
    for (let i = 0; i < n; i += 1) at[i] = theta[i]! + 0.5 * h * k2[i]!;
    rates(phases, at, k3, c, s);
    for (let i = 0; i < n; i += 1) at[i] = theta[i]! + h * k3[i]!;
    rates(phases, at, k4, c, s);
    for (let i = 0; i < n; i += 1) theta[i]! += (h / 6) * (k1[i]! + 2 * (k2[i]! + k3[i]!) + k4[i]!);
    if (k % keep === 0) order.push(orderParameter(theta));
  }
  return { theta, order: Float64Array.from(order), step: h * keep };
}
