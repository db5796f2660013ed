/** Average plaquette by Markov chains; a known value in two dimensions only stands beside it. */
import { PHILOX_NAME, Philox } from "../../math/random/philox.js";
import { exact as counted } from "../reading.js";
import { badInput, stopIf, tooLarge } from "../refusal.js";
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
import { defineSolver, type Quantity, type SolverResult } from "../solver.js";
import { packFloats, unpackFloats } from "../state.js";
import { gaugeCard, LINKS_MAX } from "./card.js";
import { Chain } from "./chain.js";
import { exactPlaquette } from "./exact.js";
import type { Exact } from "./exactSu3.js";
import { groups, type GroupName } from "./group.js";
import { chainField, statisticsOf } from "../statistics.js";
import { Sweeper } from "./sweeper.js";

const DOUBLINGS_MAX = 9;
const LOOP_MAX = 3;
/** How far off the group a link of a state may be: farther than rounding ever takes it. */
const ON_GROUP = 1e-6;
const COST: Readonly<Record<GroupName, number>> = { Z2: 4, U1: 12, SU2: 40, SU3: 300 };
/** Floats of a state that is still handed out. */
const STATE_FLOATS_MAX = 524_288;

interface Given {
  readonly group?: GroupName | undefined;
  readonly shape?: readonly number[] | undefined;
  readonly beta?: number | undefined;
  readonly sweeps?: number | undefined;
  readonly thermalization?: number | undefined;
  readonly start?: "hot" | "cold" | "both" | undefined;
  readonly seed?: number | undefined;
  readonly initialState?: Readonly<Record<string, unknown>> | undefined;
}

function linksOf({ shape }: Given): number {
  return shape!.reduce((n, side) => n * side, 1) * shape!.length;
}

export const gauge = defineSolver({
  card: gaugeCard,
  work: (given) => {
    const sweeps = (given.sweeps ?? 4 * SWEEPS_START) + (given.thermalization ?? THERMALIZATION);
    return BigInt(
      Math.ceil(
        Math.min(CHAINS * sweeps * linksOf(given) * COST[given.group!] * given.shape!.length, 1e18),
      ),
    );
  },
  memory: (given) => {
    const links = linksOf(given);
    if (!(links <= LINKS_MAX)) throw tooLarge("links", links, LINKS_MAX);
    // Two chains lie beside each other once more while they are swept.
    return (
      (CHAINS + 2) *
        (8 * links * groups[given.group!].size +
          8 * links +
          16 * (given.sweeps ?? SWEEPS_START << DOUBLINGS_MAX)) +
      65_536
    );
  },
  run(given, stop, progress): SolverResult {
    const poll = (): void => stopIf(stop);
    poll();
    progress(0, 1);
    const { chains, series, sweeper } = begun(given, poll);
    const exact = exactOf(given);
    const isBoth = given.start === undefined || given.start === "both";
    const found = sampled({
      sweeps: given.sweeps,
      doublingsMax: DOUBLINGS_MAX,
      scale: SCALE,
      measure: (sweeps, level, doublings, error) => {
        sweeper.sweep({
          sweeps,
          beta: given.beta!,
          measure: (c, plaquette) => series[c]!.push(plaquette),
          done: (c) => progress(level * CHAINS + c, (doublings + 1) * CHAINS + 1, level, error),
        });
        return series[0]!.length;
      },
      statistics: () => statisticsOf(series),
      excitation: excitationOf(given, 1, 1),
      exact: exact === null ? null : { value: exact.torus, uncertainty: exact.torusError },
      apart: isBoth ? "they have not met, as at a first-order transition." : null,
    });
    return answer(given, chains, series, exact, found);
  },
});

function exactOf({ beta, group, shape }: Given): Exact | null {
  const [m, n] = shape!;
  return shape!.length === 2 ? exactPlaquette(group!, beta!, m! * n!) : null;
}

/**
 * What one turned link changes in the mean of all r by t loops: each link is in 2 (r + t) of them for
 * every d of them. Only links of Z2 cannot be turned by less.
 */
function excitationOf({ group, shape }: Given, r: number, t: number): number {
  const sites = shape!.reduce((n, side) => n * side, 1);
  return group === "Z2" ? (4 * (r + t)) / (shape!.length * sites) : 0;
}

/** A plaquette is at most 1; errors are never taken against less than a twentieth of that. */
const SCALE = 0.05;

function begun(
  given: Given,
  poll: () => void,
): { readonly chains: readonly Chain[]; readonly series: number[][]; readonly sweeper: Sweeper } {
  const group = groups[given.group!];
  const chains = Array.from(
    { length: CHAINS },
    (_, c) => new Chain(group, given.shape!, given.seed ?? 0, c),
  );
  const series: number[][] = chains.map(() => []);
  const sweeper = new Sweeper(chains, poll);
  const { initialState } = given;
  if (initialState !== undefined) {
    if (given.thermalization !== undefined)
      throw badInput("/thermalization", "a continued run is past its thermalisation");
    const measured = initialState["measured"];
    if (
      !Number.isSafeInteger(measured) ||
      Number(measured) < 1 ||
      Number(measured) > STATE_FLOATS_MAX
    )
      throw badInput("/initialState/measured", "expected the sweeps measured so far");
    const n = Number(measured);
    const links = chains[0]!.links.length;
    const all = unpackFloats(
      initialState["chains"],
      CHAINS * (3 + n + links),
      "/initialState/chains",
    );
    for (const [c, chain] of chains.entries()) {
      const at = c * (3 + n + links);
      if (!Number.isSafeInteger(all[at]!) || all[at]! < 0)
        throw badInput("/initialState/chains", "no position of a generator");
      chain.random.seek(all[at]!);
      chain.swept = all[at + 1]!;
      chain.drift = all[at + 2]!;
      series[c]!.push(...all.subarray(at + 3, at + 3 + n));
      chain.links.set(all.subarray(at + 3 + n, at + 3 + n + links));
      if (!chain.isOnGroup(ON_GROUP))
        throw badInput("/initialState/chains", "a link is no element of the group");
    }
    return { chains, series, sweeper };
  }
  for (const [c, chain] of chains.entries())
    chain.start(given.start === "hot" || (given.start !== "cold" && c % 2 === 1));
  sweeper.sweep({
    sweeps: given.thermalization ?? THERMALIZATION,
    beta: given.beta!,
    measure: null,
    done: () => {},
  });
  return { chains, series, sweeper };
}

function stateOf(
  chains: readonly Chain[],
  series: readonly (readonly number[])[],
): SolverResult["state"] {
  const n = series[0]!.length;
  const links = chains[0]!.links.length;
  if (CHAINS * (3 + n + links) > STATE_FLOATS_MAX) return undefined;
  const all = new Float64Array(CHAINS * (3 + n + links));
  for (const [c, chain] of chains.entries()) {
    const at = c * (3 + n + links);
    all.set([chain.random.position, chain.swept, chain.drift], at);
    all.set(series[c]!, at + 3);
    all.set(chain.links, at + 3 + n);
  }
  return { measured: n, chains: packFloats(all) };
}

function answer(
  given: Given,
  chains: readonly Chain[],
  series: readonly (readonly number[])[],
  exact: Exact | null,
  { error, found, isFrozen, value: mean }: Sampled,
): SolverResult {
  const { beta, group, seed, shape } = given;
  const state = stateOf(chains, series);
  const side = Math.min(LOOP_MAX, Math.floor(Math.min(...shape!) / 2));
  const wilsonLoops: { r: number; t: number; value: number; uncertainty: number }[] = [];
  for (let r = 1; r <= side; r += 1) {
    for (let t = r; t <= side; t += 1) {
      const loops = chains.map((chain) => chain.loop(r, t));
      const value = loops.reduce((total, one) => total + one, 0) / CHAINS;
      const squares = loops.reduce((total, one) => total + (one - value) * (one - value), 0);
      // Chains are independent of each other: the spread of their loops is that of the mean.
      const spread = Math.sqrt(squares / (CHAINS * (CHAINS - 1)));
      const uncertainty = Math.max(spread, excitationOf(given, r, t) / CHAINS);
      wilsonLoops.push({ r, t, value, uncertainty });
    }
  }
  const before = chains[0]!.plaquette();
  chains[0]!.transform(new Philox(seed ?? 0, CHAINS));
  const after = chains[0]!.plaquette();
  const drift = Math.max(...chains.map((chain) => chain.drift));
  const n = series[0]!.length;
  const outputs: Record<string, Quantity> = {
    standard_error: { value: found.standardError, unit: "1", uncertainty: found.errorOfError },
    autocorrelation_time: { value: found.tau, unit: "1", uncertainty: found.tauError },
    sweeps: counted(n),
    ...(exact === null
      ? {}
      : {
          exact_torus: { value: exact.torus, unit: "1", uncertainty: exact.torusError },
          exact_infinite: { value: exact.infinite, unit: "1", uncertainty: exact.infiniteError },
        }),
  };
  return {
    value: mean,
    unit: "1",
    equations: [
      `S = ${beta} SUM_p (1 - Re Tr U_p / N), group ${group}, sides ${shape!.join(" x ")}, periodic`,
      "P = mean of Re Tr U_p / N",
    ],
    outputs,
    named: {
      exact: exact === null ? null : { torus: exact.torus, infinite: exact.infinite },
      wilsonLoops,
    },
    fields: [chainField("plaquette", series)],
    ...(state === undefined ? {} : { state }),
    invariants: [
      {
        name: "gauge invariance",
        first: before,
        last: after,
        driftPct: 100 * Math.abs(after - before),
        boundPct: 1e-10,
      },
      { name: "links on the group", first: 0, last: drift, driftPct: 100 * drift, boundPct: 1e-9 },
    ],
    error,
    assumed: [
      ...(seed === undefined ? [SEED_ASSUMED] : []),
      ...(given.start === undefined
        ? [
            {
              name: "start",
              value: "both",
              unit: "",
              why: "half of the chains start hot, half cold",
            },
          ]
        : []),
      ...assumedSweeps(given, n),
    ],
    prng: { name: PHILOX_NAME, seed: String(seed ?? 0) },
    notes: [
      "Wilson loops are those of the last configuration of each chain.",
      ...(isFrozen && exact !== null ? [FROZEN_NOTE] : []),
    ],
  };
}
