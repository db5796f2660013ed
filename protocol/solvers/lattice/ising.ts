/**
 * Energy per site of the Ising model by Markov chains; a value known in closed form only stands
 * beside it.
 */
import { exp, tanh } from "../../math/index.js";
import { compensatedSum } from "../../math/sum.js";
import { PHILOX_NAME } from "../../math/random/philox.js";
import { chainField, statisticsOf, type Statistics } from "../statistics.js";
import { exact as counted, formula } from "../reading.js";
import { badInput, SolverMissing, stopIf, tooLarge } from "../refusal.js";
import {
  assumedSweeps,
  CHAINS,
  FROZEN_NOTE,
  sampled,
  SEED_ASSUMED,
  SWEEPS_START,
  THERMALIZATION,
  type Sampled,
} from "../sampling.js";
import type { Progress, Quantity, SolverResult, StopSignal } from "../solver.js";
import { packFloats, unpackFloats } from "../state.js";
import { SITES_MAX, SWEEPS_MAX } from "./card.js";
import { cancelledSize, exactSpins, type ExactSpins } from "./onsager.js";
import type { LatticeInputs } from "./scalarField.js";
import { Spins } from "./wolff.js";

const DOUBLINGS_MAX = 11;
/** Part of the lowest energy below which errors are not taken relative to the value. */
const SCALE_PART = 0.05;
const STATE_FLOATS_MAX = 1_048_576;
const BITS = 32;

interface Problem {
  readonly shape: readonly number[];
  readonly sites: number;
  readonly T: number;
}

interface Chains {
  readonly spins: readonly Spins[];
  readonly energies: number[][];
  /** The energy that each spin has on the mean given its neighbours. */
  readonly expected: number[][];
  readonly orders: number[][];
}

function problemOf(inputs: LatticeInputs): Problem {
  const { quantity, shape, T } = inputs;
  if (shape === undefined)
    throw new SolverMissing("shape", ["shape"], "give shape, the sites of each side");
  if (T === undefined)
    throw new SolverMissing("T", ["T"], "give T, the temperature in units of J / k_B");
  if (quantity !== undefined && quantity !== "energy")
    throw badInput("/quantity", "the value of mode ising is the energy per site");
  const sites = shape.reduce((n, side) => n * side, 1);
  if (!(sites <= SITES_MAX)) throw tooLarge("sites of the lattice", sites, SITES_MAX);
  return { shape, sites, T };
}

export function isingMemory(inputs: LatticeInputs): number {
  const { shape, sites } = problemOf(inputs);
  return (
    CHAINS *
      (sites * (5 + 8 * shape.length) + 48 * (inputs.sweeps ?? SWEEPS_START << DOUBLINGS_MAX)) +
    65_536
  );
}

export function isingWork(inputs: LatticeInputs): bigint {
  const { shape, sites } = problemOf(inputs);
  const sweeps = (inputs.sweeps ?? 4 * SWEEPS_START) + (inputs.thermalization ?? THERMALIZATION);
  return BigInt(
    Math.ceil(Math.min(CHAINS * sweeps * sites * shape.length * 8, Number.MAX_SAFE_INTEGER)),
  );
}

export function runIsing(
  inputs: LatticeInputs,
  stop: StopSignal,
  progress: Progress,
): SolverResult {
  const problem = problemOf(inputs);
  const poll = (): void => stopIf(stop);
  poll();
  progress(0, 1);
  const chains = begun(inputs, problem, poll);
  const means = meansOf(problem);
  const measured = new Float64Array(2);
  const exact = exactSpins(problem.shape, problem.T);
  const found = sampled({
    sweeps: inputs.sweeps,
    doublingsMax: DOUBLINGS_MAX,
    scale: scaleOf(problem),
    measure: (sweeps, level, doublings, error) => {
      for (const [c, spins] of chains.spins.entries()) {
        for (let k = 0; k < sweeps; k += 1) {
          spins.sweep(poll);
          spins.measure(means, measured);
          chains.energies[c]!.push(measured[0]!);
          chains.expected[c]!.push(measured[1]!);
          chains.orders[c]!.push(spins.magnetisation());
        }
        progress(level * CHAINS + c + 1, (doublings + 1) * CHAINS + 1, level, error);
      }
      return chains.energies[0]!.length;
    },
    statistics: () => settled(chains),
    excitation: excitationOf(problem),
    exact: exact === null ? null : exactQuantity(exact.finite, problem),
    apart: "they have not met; give a longer thermalization",
  });
  return answer(inputs, problem, chains, exact, found);
}

function exactQuantity(energy: number, { shape, T }: Problem): Quantity {
  const size = Math.max(Math.abs(energy), cancelledSize(shape, T));
  return { ...formula(size, "1"), value: energy };
}

/** One spin that turns against all its neighbours. */
function excitationOf({ shape, sites }: Problem): number {
  return (4 * shape.length) / sites;
}

function scaleOf({ shape }: Problem): number {
  return SCALE_PART * shape.length;
}

/** h tanh(h / T) for every sum of neighbours. */
function meansOf({ shape, T }: Problem): Float64Array {
  const links = 2 * shape.length;
  return Float64Array.from(
    { length: 2 * links + 1 },
    (_, k) => (k - links) * tanh((k - links) / T),
  );
}

/**
 * The energy less the part of its noise that is known to be noise: measured and expected energy
 * have one mean, and their difference is taken off in the proportion that leaves the least spread.
 */
function settled({ energies, expected }: Chains): Statistics {
  const n = energies[0]!.length;
  const all = CHAINS * n;
  const over = (of: (c: number, k: number) => number): number =>
    compensatedSum(energies.map((one, c) => compensatedSum(one.map((_, k) => of(c, k))))) / all;
  const noise = (c: number, k: number): number => energies[c]![k]! - expected[c]![k]!;
  const [mean, bias] = [over((c, k) => energies[c]![k]!), over(noise)];
  const spread = over((c, k) => (noise(c, k) - bias) * (noise(c, k) - bias));
  const shared = over((c, k) => (energies[c]![k]! - mean) * (noise(c, k) - bias));
  const part = spread > 0 ? shared / spread : 0;
  return statisticsOf(
    energies.map((one, c) => one.map((energy, k) => energy - part * noise(c, k))),
  );
}

function begun(inputs: LatticeInputs, { shape, sites, T }: Problem, poll: () => void): Chains {
  const join = 1 - exp(-2 / T);
  const spins = Array.from(
    { length: CHAINS },
    (_, c) => new Spins(shape, join, inputs.seed ?? 0, c),
  );
  const chains: Chains = {
    spins,
    energies: spins.map(() => []),
    expected: spins.map(() => []),
    orders: spins.map(() => []),
  };
  if (inputs.initialState !== undefined) {
    if (inputs.thermalization !== undefined)
      throw badInput("/thermalization", "a continued run is past its thermalisation");
    resume(inputs.initialState, chains, sites);
    return chains;
  }
  const warm = inputs.thermalization ?? THERMALIZATION;
  for (const [c, one] of spins.entries()) {
    one.start(c % 2 === 1);
    let turned = 0;
    let clusters = 0;
    for (let k = 0; k < warm; k += 1) {
      const size = one.turnAll(poll);
      // The last half tells how large clusters are.
      if (2 * k >= warm) {
        turned += size.turned;
        clusters += size.clusters;
      }
    }
    if (clusters > 0)
      one.clusters = Math.max(1, Math.min(sites, Math.round((clusters * sites) / turned)));
  }
  return chains;
}

/** Spins as bits, 32 to a number. */
function packed({ spin }: Spins): Float64Array {
  const out = new Float64Array(Math.ceil(spin.length / BITS));
  for (let x = 0; x < spin.length; x += 1)
    if (spin[x] === 1) out[Math.floor(x / BITS)]! += (1 << (x % BITS)) >>> 0;
  return out;
}

function stateOf({ energies, expected, orders, spins }: Chains): SolverResult["state"] {
  const n = energies[0]!.length;
  const size = 2 + 3 * n + Math.ceil(spins[0]!.spin.length / BITS);
  if (CHAINS * size > STATE_FLOATS_MAX) return undefined;
  const all = new Float64Array(CHAINS * size);
  for (const [c, one] of spins.entries()) {
    const at = c * size;
    all.set([one.words.position, one.clusters], at);
    for (const [k, series] of [energies[c]!, expected[c]!, orders[c]!].entries())
      all.set(series, at + 2 + k * n);
    all.set(packed(one), at + 2 + 3 * n);
  }
  return { measured: n, chains: packFloats(all) };
}

function resume(
  state: Readonly<Record<string, unknown>>,
  { energies, expected, orders, spins }: Chains,
  sites: number,
): void {
  const { chains, measured } = state;
  if (!Number.isSafeInteger(measured) || Number(measured) < 1 || Number(measured) > SWEEPS_MAX) {
    throw badInput("/initialState/measured", "expected the measurements so far");
  }
  const n = Number(measured);
  const words = Math.ceil(sites / BITS);
  const size = 2 + 3 * n + words;
  if (CHAINS * size > STATE_FLOATS_MAX)
    throw tooLarge("numbers of a state", CHAINS * size, STATE_FLOATS_MAX);
  const all = unpackFloats(chains, CHAINS * size, "/initialState/chains");
  for (const [c, one] of spins.entries()) {
    const at = c * size;
    const [position, clusters] = [all[at]!, all[at + 1]!];
    if (!Number.isSafeInteger(position) || position < 0)
      throw badInput("/initialState/chains", "no position of a generator");
    if (!Number.isSafeInteger(clusters) || clusters < 1 || clusters > sites)
      throw badInput("/initialState/chains", "no number of clusters");
    one.words.seek(position);
    one.clusters = clusters;
    for (const [k, series] of [energies[c]!, expected[c]!, orders[c]!].entries()) {
      for (const value of all.subarray(at + 2 + k * n, at + 2 + (k + 1) * n)) series.push(value);
    }
    const bits = all.subarray(at + 2 + 3 * n, at + size);
    for (let x = 0; x < sites; x += 1)
      one.spin[x] = (bits[Math.floor(x / BITS)]! >>> (x % BITS)) & 1 ? 1 : -1;
  }
}

/** Energy per site by bonds along each side, apart from the tables of neighbours. */
function countedAgain({ spin }: Spins, shape: readonly number[]): number {
  let like = 0;
  let stride = spin.length;
  for (const side of shape) {
    const block = stride;
    stride /= side;
    for (let x = 0; x < spin.length; x += 1) {
      const base = x - (x % block);
      like += spin[x]! * spin[base + ((x - base + stride) % block)]!;
    }
  }
  return -like / spin.length;
}

function answer(
  inputs: LatticeInputs,
  problem: Problem,
  chains: Chains,
  exact: ExactSpins | null,
  { error, found, isFrozen, value: perSite }: Sampled,
): SolverResult {
  const { energies, orders, spins } = chains;
  const { shape, sites, T } = problem;
  const { seed } = inputs;
  const n = energies[0]!.length;
  const all = CHAINS * n;
  const mean = (of: (energy: number, order: number) => number): number =>
    compensatedSum(
      energies.map((one, c) => compensatedSum(one.map((energy, k) => of(energy, orders[c]![k]!)))),
    ) / all;
  const order = mean((_, m) => Math.abs(m));
  const order2 = mean((_, m) => m * m);
  const order4 = mean((_, m) => m * m * m * m);
  const energy = mean((one) => one);
  const spread = mean((one) => (one - energy) * (one - energy));
  // Functions of means have the error of what is linear in them, measurement by measurement; never
  // less than one spin that was turned unseen.
  const known = (value: number, linear: (energy: number, order: number) => number): Quantity => {
    const series = energies.map((one, c) => one.map((e, k) => linear(e, orders[c]![k]!)));
    const turned = linear(energy + excitationOf(problem), order - 2 / sites);
    const unseen = Math.abs(turned - linear(energy, order)) / all;
    const { standardError } = statisticsOf(series);
    return { value, unit: "1", uncertainty: Math.max(standardError, unseen) };
  };
  const outputs: Record<string, Quantity> = {
    measured_energy: known(energy, (one) => one),
    magnetisation: known(order, (_, m) => Math.abs(m)),
    specific_heat: known(
      (sites * spread) / (T * T),
      (one) => (sites * (one - energy) * (one - energy)) / (T * T),
    ),
    susceptibility: known(
      (sites * (order2 - order * order)) / T,
      (_, m) => (sites * (m * m - 2 * order * Math.abs(m))) / T,
    ),
    ...(order2 === 0
      ? {}
      : {
          binder_cumulant: known(
            1 - order4 / (3 * order2 * order2),
            (_, m) =>
              (2 * order4 * m * m) / (3 * order2 * order2 * order2) -
              (m * m * m * m) / (3 * order2 * order2),
          ),
        }),
    standard_error: { value: found.standardError, unit: "1", uncertainty: found.errorOfError },
    autocorrelation_time: { value: found.tau, unit: "1", uncertainty: found.tauError },
    sweeps: counted(n),
    ...(exact === null
      ? {}
      : {
          exact_finite: exactQuantity(exact.finite, problem),
          exact_infinite: exactQuantity(exact.infinite, problem),
          exact_infinite_magnetisation: formula(exact.magnetisation, "1"),
        }),
  };
  const state = stateOf(chains);
  const again = Math.max(
    ...spins.map((one, c) => Math.abs(countedAgain(one, shape) - energies[c]![n - 1]!)),
  );
  return {
    value: perSite,
    unit: "1",
    equations: [
      `H = -J SUM s_i s_j over nearest neighbours of ${shape.join(" x ")} sites, periodic; k_B T = ${T} J`,
      `E / (N J) = ${perSite}`,
    ],
    outputs,
    named: {
      mode: "ising",
      scheme: "wolff",
      clusters: spins.map((one) => one.clusters),
      exact: exact === null ? null : { ...exact },
    },
    fields: [
      {
        name: "spin",
        unit: "1",
        shape,
        data: Float64Array.from(spins[0]!.spin),
        axes: shape.map((side, a) => ({
          name: "xyzw"[a]!,
          unit: "1",
          n: side,
          start: 0,
          step: 1,
          periodic: true,
        })),
      },
      chainField("energy", energies),
    ],
    ...(state === undefined ? {} : { state }),
    invariants: [
      {
        name: "energy of the last spins, counted again",
        first: 0,
        last: again,
        driftPct: 100 * again,
        boundPct: 1e-12,
      },
    ],
    error,
    assumed: [...(seed === undefined ? [SEED_ASSUMED] : []), ...assumedSweeps(inputs, n)],
    prng: { name: PHILOX_NAME, seed: String(seed ?? 0) },
    notes: [
      "Half of the chains began with all spins alike, half at random; the field shows the last spins of the first.",
      ...(isFrozen && exact !== null ? [FROZEN_NOTE] : []),
    ],
  };
}
