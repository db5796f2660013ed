/** Velocity Verlet (Swope et al. 1982) at constant energy, in reduced units. */
import { stepLength, stepsOf, Trace, type March } from "../marching.js";
import { exploded, noSolution } from "../refusal.js";
import { Atoms, type Potential } from "./atoms.js";
import { kineticOf, temperatureOf } from "./start.js";

const BINS = 100;
/** Samples of g(r) are this many steps apart. */
const SAMPLE_STEPS = 16;

export interface Configuration {
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly box: Float64Array;
  readonly t: number;
  /** Energy at the start of all; null for the first run. */
  readonly energy0: number | null;
}

export interface Evolved {
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly t: number;
  readonly energy0: number;
  readonly energy: number;
  readonly potential: number;
  readonly virial: number;
  readonly driftPct: number;
  readonly momentum: number;
  readonly meanTemperature: number;
  readonly meanVirial: number;
  readonly trace: Trace;
  readonly distances: Float64Array;
  readonly samples: number;
  readonly bin: number;
}

/** @param whole with g(r) and the way it went; otherwise only for its energy */
export function evolve(
  from: Configuration,
  potential: Potential,
  march: March,
  poll: () => void,
  whole = true,
): Evolved {
  const atoms = new Atoms(from.q, from.v, from.box, potential, poll);
  const { n } = atoms;
  const bin = potential.rc / BINS;
  const distances = new Float64Array(BINS);
  atoms.evaluate();
  if (!Number.isFinite(atoms.energy))
    throw noSolution("two atoms start at one point, where their energy has no value");
  if (whole) atoms.count(distances, bin);
  const first = atoms.energy + kineticOf(from.v);
  const energy0 = from.energy0 ?? first;
  const scale = energy0 === 0 ? 1 : Math.abs(energy0);
  const trace = new Trace(3);
  trace.take(0, from.t, false, temperatureOf(from.v), first / n, atoms.energy / n);
  let samples = 1;
  let energy = first;
  let drift = 0;
  let temperatures = 0;
  let virials = 0;
  const steps = stepsOf(march);
  const every = Math.max(1, Math.floor(20_000 / n));
  const perKinetic = n > 1 ? 2 / (3 * n - 3) : 0;
  let { t } = from;
  for (let k = 0; k < steps; k += 1) {
    if (k % every === 0) poll();
    const h = stepLength(march, k);
    atoms.drift(h);
    atoms.evaluate();
    if (whole && (k + 1) % SAMPLE_STEPS === 0) {
      atoms.count(distances, bin);
      samples += 1;
    }
    const kinetic = atoms.kick(h);
    t = k < march.parts * march.whole ? from.t + (k + 1) * h : t + h;
    energy = atoms.energy + kinetic;
    if (!Number.isFinite(energy)) throw exploded(k + 1, "the energy");
    drift = Math.max(drift, Math.abs(energy - energy0) / scale);
    temperatures += perKinetic * kinetic;
    virials += atoms.virial;
    const last = k + 1 === steps;
    if (whole && trace.wants(k + 1, last))
      trace.take(k + 1, t, last, perKinetic * kinetic, energy / n, atoms.energy / n);
  }
  const [q, v] = [atoms.taken("q"), atoms.taken("v")];
  return {
    q,
    v,
    t,
    energy0,
    energy,
    potential: atoms.energy,
    virial: atoms.virial,
    driftPct: 100 * drift,
    momentum: momentumOf(v),
    meanTemperature: steps > 0 ? temperatures / steps : temperatureOf(v),
    meanVirial: steps > 0 ? virials / steps : atoms.virial,
    trace,
    distances,
    samples,
    bin,
  };
}

function momentumOf(v: Float64Array): number {
  const sums = [0, 0, 0];
  for (let i = 0; i < v.length; i += 1) sums[i % 3]! += v[i]!;
  return Math.sqrt(sums[0]! * sums[0]! + sums[1]! * sums[1]! + sums[2]! * sums[2]!);
}
