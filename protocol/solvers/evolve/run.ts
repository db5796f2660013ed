/** Velocity Verlet (Swope et al. 1982) at constant energy, in reduced units. */
import { Trace } from "../marching.js";
import { stepLength, stepsOf, type March } from "../marching.js";
import { exploded, noSolution } from "../refusal.js";
import { Forces, type Potential } from "./forces.js";
import { kineticOf, temperatureOf } from "./start.js";

const BINS = 100;
/** Samples of g(r) are this many steps apart. */
const SAMPLE_STEPS = 16;

export interface Configuration {
  readonly q: Float64Array; readonly v: Float64Array; readonly box: Float64Array; readonly t: number;
  /** Energy at the start of all; null for the first run. */
  readonly energy0: number | null;
}

export interface Evolved {
  readonly q: Float64Array; readonly v: Float64Array; readonly t: number;
  readonly energy0: number; readonly energy: number; readonly potential: number; readonly virial: number;
  readonly driftPct: number; readonly momentum: number;
  readonly meanTemperature: number; readonly meanVirial: number;
  readonly trace: Trace;
  readonly distances: Float64Array; readonly samples: number; readonly bin: number;
}

export function evolve(from: Configuration, potential: Potential, march: March, poll: () => void): Evolved {
  const { box } = from;
  const q = Float64Array.from(from.q);
  const v = Float64Array.from(from.v);
  const n = q.length / 3;
  const forces = new Forces(n, box, potential, poll);
  const { force, sums } = forces;
  const bin = potential.rc / BINS;
  const distances = new Float64Array(BINS);
  forces.evaluate(q, distances, bin);
  if (!Number.isFinite(sums.energy)) throw noSolution("two atoms start at one point, where their energy has no value");
  const first = sums.energy + kineticOf(v);
  const energy0 = from.energy0 ?? first;
  const scale = energy0 === 0 ? 1 : Math.abs(energy0);
  const trace = new Trace(3);
  trace.take(0, from.t, false, temperatureOf(v), first / n, sums.energy / n);
  let samples = 1;
  let energy = first;
  let drift = 0;
  let temperatures = 0;
  let virials = 0;
  const steps = stepsOf(march);
  const every = Math.max(1, Math.floor(20_000 / n));
  let { t } = from;
  for (let k = 0; k < steps; k += 1) {
    if (k % every === 0) poll();
    const h = stepLength(march, k);
    for (let i = 0; i < q.length; i += 1) {
      v[i] = v[i]! + h / 2 * force[i]!;
      q[i] = q[i]! + h * v[i]!;
    }
    const sampled = (k + 1) % SAMPLE_STEPS === 0;
    forces.evaluate(q, sampled ? distances : null, bin);
    if (sampled) samples += 1;
    for (let i = 0; i < v.length; i += 1) v[i] = v[i]! + h / 2 * force[i]!;
    t = k < march.parts * march.whole ? from.t + (k + 1) * h : t + h;
    energy = sums.energy + kineticOf(v);
    if (!Number.isFinite(energy)) throw exploded(k + 1, "the energy");
    drift = Math.max(drift, Math.abs(energy - energy0) / scale);
    temperatures += temperatureOf(v);
    virials += sums.virial;
    trace.take(k + 1, t, k + 1 === steps, temperatureOf(v), energy / n, sums.energy / n);
  }
  return { q, v, t, energy0, energy, potential: sums.energy, virial: sums.virial, driftPct: 100 * drift, momentum: momentumOf(v),
    meanTemperature: steps > 0 ? temperatures / steps : temperatureOf(v), meanVirial: steps > 0 ? virials / steps : sums.virial,
    trace, distances, samples, bin };
}

function momentumOf(v: Float64Array): number {
  const sums = [0, 0, 0];
  for (let i = 0; i < v.length; i += 1) sums[i % 3]! += v[i]!;
  return Math.sqrt(sums[0]! * sums[0]! + sums[1]! * sums[1]! + sums[2]! * sums[2]!);
}
