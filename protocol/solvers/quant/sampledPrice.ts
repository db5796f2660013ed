/** A price as the mean over sampled paths. */
import { exp } from "../../math/index.js";
import { PHILOX_NAME } from "../../math/random/philox.js";
import { exact } from "../reading.js";
import { notConverged } from "../refusal.js";
import type { ErrorEstimate, Invariant, Progress, Quantity, SolverResult } from "../solver.js";
import { ASIAN_OUTPUTS, asianIntegrand, meanAverage } from "./asian.js";
import { BARRIER_OUTPUTS, barrierIntegrand, type Barrier } from "./barrier.js";
import { blackScholes, continuousBarrier, geometricAsian, type Market } from "./closed.js";
import { EUROPEAN_OUTPUTS, europeanIntegrand } from "./european.js";
import { sample, SCRAMBLES, type Integrand, type Sampled } from "./sampling.js";
import {
  type QuantInputs,
  SCALE_OF_SPOT,
  marketOf,
  type ClosedForm,
  barrierOf,
  closedOutputs,
  closedQuantity,
  closedNames,
  assumedOf,
  equationsOf,
} from "./stated.js";

/** Parity of sampled prices, in percent of the sum of its two sides. */
const PARITY_BOUND_PCT = 0.1;

/** Standard errors by which a sample may stand off from the closed form. */
const FAR_ERRORS = 6;

interface Plan {
  readonly integrand: Integrand;
  readonly outputs: readonly string[];
  readonly closed: ClosedForm | null;
  /** The output that is 0 where a path is paid nothing. */
  readonly paid: number;
  /** Call minus put, where both are sampled. */
  readonly parity: { readonly name: string; readonly forward: number } | null;
}

function planOf(given: QuantInputs, market: Market): Plan {
  const { K, q, r, S, T } = market;
  if (given.style === "asian") {
    const n = given.fixings!;
    const geometric = given.average === "geometric";
    return {
      integrand: asianIntegrand(market, n, geometric),
      outputs: ASIAN_OUTPUTS,
      paid: ASIAN_OUTPUTS.indexOf("delta"),
      closed: geometric ? { value: geometricAsian(market, n), name: "kemna-vorst" } : null,
      parity: geometric
        ? null
        : { name: "put-call parity", forward: exp(-r * T) * (meanAverage(market, n) - K) },
    };
  }
  if (given.style === "barrier") {
    const barrier = barrierOf(given);
    const touched = isTouched(market, barrier);
    return {
      integrand: barrierIntegrand(market, barrier),
      outputs: BARRIER_OUTPUTS,
      paid: BARRIER_OUTPUTS.indexOf("price"),
      parity: null,
      closed:
        barrier.dates > 0
          ? null
          : {
              value: touched
                ? barrier.knockIn
                  ? blackScholes(market)
                  : 0
                : continuousBarrier(market, barrier.level, barrier.down, barrier.knockIn),
              name: "reiner-rubinstein",
            },
    };
  }
  return {
    integrand: europeanIntegrand(market),
    outputs: EUROPEAN_OUTPUTS,
    paid: EUROPEAN_OUTPUTS.indexOf("price"),
    closed: { value: blackScholes(market), name: "black-scholes-merton" },
    parity: { name: "put-call parity", forward: S * exp(-q * T) - K * exp(-r * T) },
  };
}

function isTouched({ S }: Market, { down, level }: Barrier): boolean {
  return down ? S <= level : S >= level;
}

/**
 * A sample in which hardly a path was paid has no variance to judge by; one that has a closed form
 * is held to it.
 */
function requireSeen({ closed, paid }: Plan, market: Market, run: Sampled): void {
  const value = run.mean[0]!;
  const error = run.standardError[0]!;
  if (closed === null) {
    if (2 * run.nonzero[paid]! >= SCRAMBLES) return;
    throw notConverged(
      "gate",
      "hardly a path of the sample was paid anything: what is paid too rarely to be seen is not known from it.",
      { value, standard_error: error, scrambles: SCRAMBLES, scrambles_paid: run.nonzero[paid]! },
    );
  }
  const { uncertainty } = closedQuantity(closed.value, market);
  if (Math.abs(value - closed.value) <= FAR_ERRORS * error + uncertainty) return;
  throw notConverged(
    "gate",
    `the sample gives ${value} with a standard error of ${error}, the closed form ` +
      `${closed.value}: what is paid too rarely to be seen is missing from it.`,
    { value, standard_error: error, closed_form: closed.value },
  );
}

export function byPaths(given: QuantInputs, poll: () => void, progress: Progress): SolverResult {
  const market = marketOf(given);
  const plan = planOf(given, market);
  const scale = SCALE_OF_SPOT * market.S;
  const seed = given.seed ?? 0;
  const run = sample(plan.integrand, seed, scale, given.paths, poll, progress);
  const value = run.mean[0]!;
  requireSeen(plan, market, run);
  const outputs: Record<string, Quantity> = {
    standard_error: {
      value: run.standardError[0]!,
      unit: "1",
      // Of a deviation that so many independent estimates tell.
      uncertainty: run.standardError[0]! / Math.sqrt(2 * (SCRAMBLES - 1)),
    },
    paths: exact(run.paths),
  };
  plan.outputs.forEach((name, k) => {
    if (name === "price" || name === "parity") return;
    outputs[name] = { value: run.mean[k]!, unit: UNITS[name]!, uncertainty: run.standardError[k]! };
  });
  progress(1, 1);
  const error: ErrorEstimate = {
    relative: run.standardError[0]! / Math.max(Math.abs(value), scale),
    scale,
    method: "sampling",
    levels: run.levels,
  };
  return {
    value,
    unit: "1",
    equations: equationsOf(given, market),
    outputs: { ...outputs, ...closedOutputs(plan.closed, value, market, error) },
    named: closedNames(given, plan.closed, value),
    fields: [
      {
        name: "scramble estimates",
        unit: "1",
        shape: [SCRAMBLES],
        data: run.estimates,
        axes: [{ name: "scramble", unit: "1", n: SCRAMBLES, start: 0, step: 1 }],
      },
    ],
    invariants: plan.parity === null ? [] : [parityOf(plan.parity, market, run)],
    error,
    assumed: [
      ...assumedOf(given),
      ...(given.seed === undefined
        ? [{ name: "seed", value: 0, unit: "1", why: "no seed was given" }]
        : []),
      ...(given.paths === run.paths
        ? []
        : [
            {
              name: "paths",
              value: run.paths,
              unit: "1",
              why:
                given.paths === undefined
                  ? "doubled until three standard errors passed"
                  : "rounded up to 32 scrambles of a power of two",
            },
          ]),
    ],
    prng: { name: `sobol (joe-kuo), linear scramble by ${PHILOX_NAME}`, seed: String(seed) },
    notes: ["The standard error comes from 32 independent scrambles, widened to Student's t."],
  };
}

/** Derivatives by the rate, the spot, the volatility, a year. */
const UNITS: Readonly<Record<string, string>> = {
  delta: "1",
  gamma: "1",
  vega: "1",
  theta: "1/yr",
  rho: "yr",
};

function parityOf(
  { forward, name }: { readonly name: string; readonly forward: number },
  { K, q, r, S, sign, T }: Market,
  run: Sampled,
): Invariant {
  const difference = sign * (run.mean[0]! - run.mean[1]!);
  const size = S * exp(-q * T) + K * exp(-r * T);
  return {
    name,
    first: forward,
    last: difference,
    driftPct: (100 * Math.abs(difference - forward)) / size,
    boundPct: PARITY_BOUND_PCT,
  };
}
