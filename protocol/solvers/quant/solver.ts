/**
 * Option prices: the value comes out of the paths or the grid, a closed form only stands beside it.
 */
import { exp } from "../../math/index.js";
import { PHILOX_NAME } from "../../math/random/philox.js";
import type { JsonObject } from "../../ports.js";
import { numericalUncertainty } from "../gate.js";
import { climb, LADDER_DOUBLINGS_MAX } from "../ladder.js";
import { exact, formula, joined, levelUncertainty, type Readings } from "../reading.js";
import { badInput, notConverged, SolverMissing, stopIf } from "../refusal.js";
import {
  defineSolver,
  type Assumed,
  type ErrorEstimate,
  type Invariant,
  type Progress,
  type Quantity,
  type SolverResult,
} from "../solver.js";
import type { z } from "zod";
import { ASIAN_OUTPUTS, asianIntegrand, meanAverage } from "./asian.js";
import { BARRIER_OUTPUTS, barrierIntegrand, type Barrier } from "./barrier.js";
import { quantCard } from "./card.js";
import { blackScholes, continuousBarrier, geometricAsian, type Market } from "./closed.js";
import { EUROPEAN_OUTPUTS, europeanIntegrand } from "./european.js";
import { carriedWork, carry, POINTS_START, stripOf, type Carried } from "./dated.js";
import { evened } from "./evened.js";
import { domainOf, earlyExercise, type Surface } from "./exercise.js";
import { roundedPaths, sample, SCRAMBLES, type Integrand, type Sampled } from "./sampling.js";

export type QuantInputs = z.output<typeof quantCard.inputs>;

/** Errors are taken against at least this part of the spot: smaller prices are nobody's. */
const SCALE_OF_SPOT = 1e-3;
const CELLS_START = 128;
const OPEN_PATHS = 32_768;
const VOL_BUMP = 0.01;
/** Of the points to a deviation, from four on. */
const DATED_DOUBLINGS = 4;
/** Parity of sampled prices, in percent of the sum of its two sides. */
const PARITY_BOUND_PCT = 0.1;

function marketOf({ K, q, r, S, sigma, T, type }: QuantInputs): Market {
  return { S: S!, K: K!, r: r!, sigma: sigma!, T: T!, q: q ?? 0, sign: type === "put" ? -1 : 1 };
}

function datesOf({ exercises, fixings, monitoring, style }: QuantInputs): number {
  return (
    (style === "asian"
      ? fixings
      : style === "barrier"
        ? monitoring
        : style === "bermudan"
          ? exercises
          : undefined) ?? 1
  );
}

function isGrid({ style }: QuantInputs): boolean {
  return style === "american" || style === "bermudan";
}

/** Standard errors, and part of the closed form, by which a sample may stand off from it. */
const FAR_ERRORS = 10;
const FAR_PART = 1e-3;

export const quant = defineSolver({
  card: quantCard,
  work: (given) => {
    const dates = BigInt(datesOf(given));
    if (isGrid(given)) {
      const cells = BigInt(given.cells ?? 4 * CELLS_START);
      const steps = cells / 2n > 4n * dates ? cells / 2n : 4n * dates;
      return 9n * cells * steps;
    }
    const strip = carriedStrip(given);
    if (strip !== null) return BigInt(21 * 3 * carriedWork(strip, Number(dates)));
    return (
      BigInt(roundedPaths(given.paths ?? OPEN_PATHS)) *
      dates *
      (given.style === "barrier" ? 5n : 1n)
    );
  },
  memory: (given) =>
    65_536 +
    128 * ((carriedStrip(given)?.intervals ?? 0) << DATED_DOUBLINGS) +
    (isGrid(given) ? 640 * (given.cells ?? 32 * CELLS_START) : SCRAMBLES * 640 * datesOf(given)),
  run(given, stop, progress): SolverResult {
    const poll = (): void => stopIf(stop);
    poll();
    progress(0, 1);
    requireFitting(given);
    if (isGrid(given)) return onGrid(given, poll, progress);
    return carriedStrip(given) === null
      ? byPaths(given, poll, progress)
      : byDates(given, poll, progress);
  },
});

const OWN_INPUTS: Readonly<Record<string, readonly (keyof QuantInputs)[]>> = {
  european: ["paths", "seed"],
  american: ["cells"],
  bermudan: ["exercises", "cells"],
  asian: ["fixings", "average", "paths", "seed"],
  barrier: ["barrier", "barrierType", "monitoring", "paths", "seed"],
};

/** An input of another style would be ignored in silence. */
function requireFitting(given: QuantInputs): void {
  const style = given.style ?? "european";
  const own = OWN_INPUTS[style]!;
  for (const name of [
    "exercises",
    "fixings",
    "average",
    "barrier",
    "barrierType",
    "monitoring",
    "paths",
    "cells",
    "seed",
  ] as const) {
    if (given[name] !== undefined && !own.includes(name))
      throw badInput(`/${name}`, `${name} is no input of a ${style} option`);
  }
  const required = {
    asian: ["fixings"],
    bermudan: ["exercises"],
    barrier: ["barrier", "barrierType"],
  } as const;
  if (style === "european" || style === "american") return;
  for (const name of required[style]) {
    if (given[name] === undefined)
      throw new SolverMissing(name, [name], `the price of a ${style} option depends on ${name}`);
  }
}

interface Plan {
  readonly integrand: Integrand;
  readonly outputs: readonly string[];
  readonly closed: { readonly value: number; readonly name: string } | null;
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
    closed: { value: blackScholes(market), name: "black-scholes-merton" },
    parity: { name: "put-call parity", forward: S * exp(-q * T) - K * exp(-r * T) },
  };
}

function barrierOf({ barrier, barrierType, monitoring }: QuantInputs): Barrier {
  return {
    level: barrier!,
    down: barrierType!.startsWith("down"),
    knockIn: barrierType!.endsWith("in"),
    dates: monitoring ?? 0,
  };
}

function isTouched({ S }: Market, { down, level }: Barrier): boolean {
  return down ? S <= level : S >= level;
}

/**
 * Where a barrier is watched at dates and no paths were asked for, its value is carried from date
 * to date.
 */
function carriedStrip(given: QuantInputs): ReturnType<typeof stripOf> {
  if (given.style !== "barrier" || given.paths !== undefined || given.seed !== undefined)
    return null;
  if (
    given.monitoring === undefined ||
    given.barrier === undefined ||
    given.barrierType === undefined
  )
    return null;
  return stripOf(marketOf(given), barrierOf(given));
}

/** Deviations of the volatility for vega, small enough for the gate of its own. */
const DATED_VOL_BUMP = 1e-3;

function byDates(given: QuantInputs, poll: () => void, progress: Progress): SolverResult {
  const market = marketOf(given);
  const barrier = barrierOf(given);
  const scale = SCALE_OF_SPOT * market.S;
  const strip = stripOf(market, barrier)!;
  // What comes in at a barrier is what does not go out at it.
  const european = blackScholes(market);
  const sign = barrier.knockIn ? -1 : 1;
  const base = barrier.knockIn ? european : 0;
  const climbed = climb<Carried>({
    start: POINTS_START,
    formalOrder: 4,
    scale,
    doublings: DATED_DOUBLINGS,
    at: (points, level) => {
      const run = carry(market, barrier, strip, points, poll);
      progress(level + 1, DATED_DOUBLINGS + 3);
      return { value: base + sign * run.price, run };
    },
    readings: ({ delta, gamma }) => ({
      delta: { value: delta, unit: "1" },
      gamma: { value: gamma, unit: "1" },
    }),
  });
  const moved = (sigma: number, points: number): number => {
    const other = { ...market, sigma };
    return carry(other, barrier, stripOf(other, barrier) ?? strip, points, poll).price;
  };
  const out = climbed.run;
  const vegas = [0, 1].map((level) => {
    const { resolution } = climbed.error.levels[level]!;
    const up = moved(market.sigma * (1 + DATED_VOL_BUMP), resolution);
    return (
      (up - moved(market.sigma * (1 - DATED_VOL_BUMP), resolution)) /
      (2 * DATED_VOL_BUMP * market.sigma)
    );
  });
  const vega = vegas[1]!;
  const { S } = market;
  const [free, wider] = barrier.knockIn
    ? [bumped(market, 1e-4), bumped(market, 2e-4)]
    : [NOTHING, NOTHING];
  const known = (name: "delta" | "gamma", value: number): Quantity => ({
    value: free[name] + sign * value,
    unit: "1",
    uncertainty: joined(climbed.quantities[name]!.uncertainty, Math.abs(free[name] - wider[name])),
  });
  progress(1, 1);
  return {
    value: climbed.value,
    unit: "1",
    equations: [
      ...equationsOf(given, market),
      "V_i(x) = exp(-r dt) INT over what survives V_(i+1)(y) N(y; x + (r - q - sigma^2/2) dt, sigma^2 dt) dy",
    ],
    outputs: {
      european: closedQuantity(european, market),
      delta: known("delta", out.delta),
      gamma: known("gamma", out.gamma),
      vega: {
        value: free.vega + sign * vega,
        unit: "1",
        uncertainty: joined(
          levelUncertainty(vegas, 4),
          Math.abs(free.vega - wider.vega),
          // The difference of two volatilities is of second order in their distance.
          DATED_VOL_BUMP * DATED_VOL_BUMP * Math.abs(vega),
        ),
      },
    },
    named: closedNames(given, null, climbed.value),
    fields: [
      {
        name: "value at the first date",
        unit: "1",
        shape: [out.values.length],
        data: out.values,
        axes: [
          {
            name: "spot",
            unit: "1",
            n: out.places.length,
            values: Array.from(out.places, (x) => S * exp(x)),
          },
        ],
      },
    ],
    invariants: [],
    error: climbed.error,
    assumed: assumedOf(given),
    notes: [
      "Carried from date to date by Simpson's rule; state paths or a seed for a sampled price.",
      ...(barrier.knockIn
        ? [
            "A knock-in is the European option less the knock-out; the field is that of the knock-out.",
          ]
        : []),
    ],
  };
}

interface Sensitivities {
  readonly delta: number;
  readonly gamma: number;
  readonly vega: number;
}

const NOTHING: Sensitivities = { delta: 0, gamma: 0, vega: 0 };

/** Of the European option, by differences of its closed form over a part of spot and volatility. */
function bumped(market: Market, bump: number): Sensitivities {
  const { S, sigma } = market;
  const at = (change: Partial<Market>): number => blackScholes({ ...market, ...change });
  const [up, down] = [at({ S: S * (1 + bump) }), at({ S: S * (1 - bump) })];
  return {
    delta: (up - down) / (2 * bump * S),
    gamma: (up - 2 * at({}) + down) / (bump * bump * S * S),
    vega:
      (at({ sigma: sigma * (1 + bump) }) - at({ sigma: sigma * (1 - bump) })) / (2 * bump * sigma),
  };
}

/** A difference of spot and strike, both discounted: it rounds as they do. */
function closedQuantity(value: number, { K, q, r, S, T }: Market): Quantity {
  return {
    value,
    unit: "1",
    uncertainty: formula(S * exp(-q * T) + K * exp(-r * T), "1").uncertainty,
  };
}

/** A sample in which nothing was paid has no variance to judge by. */
function requireSeen(value: number, standardError: number, closed: number | null): void {
  const isBlind = value === 0 && standardError === 0 && closed !== 0;
  const isFar =
    closed !== null && Math.abs(value - closed) > FAR_ERRORS * standardError + FAR_PART * closed;
  if (!isBlind && !isFar) return;
  throw notConverged(
    "gate",
    closed === null
      ? "no path of the sample was paid anything: what is paid too rarely to be seen is not known from it."
      : `the sample gives ${value} with a standard error of ${standardError}, the closed form ` +
          `${closed}: what is paid too rarely to be seen is missing from it.`,
    { value, standard_error: standardError, ...(closed === null ? {} : { closed_form: closed }) },
  );
}

function byPaths(given: QuantInputs, poll: () => void, progress: Progress): SolverResult {
  const market = marketOf(given);
  const plan = planOf(given, market);
  const scale = SCALE_OF_SPOT * market.S;
  const seed = given.seed ?? 0;
  const run = sample(plan.integrand, seed, scale, given.paths, poll, progress);
  const value = run.mean[0]!;
  requireSeen(value, run.standardError[0]!, plan.closed?.value ?? null);
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

function closedOutputs(
  closed: Plan["closed"],
  value: number,
  market: Market,
  error: ErrorEstimate,
): Record<string, Quantity> {
  if (closed === null) return {};
  return {
    closed_form: closedQuantity(closed.value, market),
    ...(closed.value === 0
      ? {}
      : {
          error_pct: {
            value: 100 * Math.abs(value / closed.value - 1),
            unit: "1",
            uncertainty: (100 * numericalUncertainty(error, value)) / Math.abs(closed.value),
          },
        }),
  };
}

function closedNames(given: QuantInputs, closed: Plan["closed"], value: number): JsonObject {
  return {
    style: given.style ?? "european",
    closedForm: closed?.name ?? null,
    errorPct:
      closed === null || closed.value === 0 ? null : 100 * Math.abs(value / closed.value - 1),
  };
}

function assumedOf(given: QuantInputs): Assumed[] {
  return [
    ...(given.q === undefined
      ? [{ name: "q", value: 0, unit: "1", why: "no dividend yield was given: none is paid" }]
      : []),
    ...(given.type === undefined
      ? [{ name: "type", value: "call", unit: "", why: "no type was given" }]
      : []),
    ...(given.style === undefined
      ? [{ name: "style", value: "european", unit: "", why: "no style was given" }]
      : []),
    ...(given.style === "asian" && given.average === undefined
      ? [{ name: "average", value: "arithmetic", unit: "", why: "no kind of mean was given" }]
      : []),
    ...(given.style === "barrier" && given.monitoring === undefined
      ? [
          {
            name: "monitoring",
            value: "continuous",
            unit: "",
            why: "no dates were given: the barrier is watched all the time",
          },
        ]
      : []),
  ];
}

function equationsOf(given: QuantInputs, { K, q, r, S, sigma, sign, T }: Market): string[] {
  const paid = sign > 0 ? `max(X - ${K}, 0)` : `max(${K} - X, 0)`;
  const path = `dS/S = (${r} - ${q}) dt + ${sigma} dW, S(0) = ${S}`;
  if (isGrid(given)) {
    return [
      path,
      `min(-V_t - ${sigma}^2 S^2 V_SS / 2 - (${r} - ${q}) S V_S + ${r} V, V - payoff) = 0, payoff = ${paid}, X = S`,
    ];
  }
  const subject =
    given.style === "asian"
      ? `${given.average ?? "arithmetic"} mean of S at ${given.fixings} fixings`
      : `S(${T})`;
  const when = given.style === "barrier" ? `, ${given.barrierType} at ${given.barrier}` : "";
  return [path, `V = exp(-${r} ${T}) E[${paid}], X = ${subject}${when}`];
}

/** The boundary is a point of the grid. */
function surfaceReadings({ boundary, delta, gamma, spots }: Surface): Readings {
  const at = spots.indexOf(boundary);
  const gap = at > 0 ? Math.abs(spots[at]! - spots[at - 1]!) : boundary;
  return {
    delta: { value: delta, unit: "1" },
    gamma: { value: gamma, unit: "1" },
    ...(boundary > 0
      ? { exercise_boundary: { value: boundary, unit: "1", uncertainty: gap } }
      : {}),
  };
}

function onGrid(given: QuantInputs, poll: () => void, progress: Progress): SolverResult {
  const market = marketOf(given);
  const dates = given.style === "american" ? null : given.exercises!;
  const scale = SCALE_OF_SPOT * market.S;
  const domain = domainOf(market);
  let rung = 0;
  const climbed = evened(
    climb<Surface>({
      start: given.cells ?? CELLS_START,
      formalOrder: 2,
      scale,
      // The climb ends by what levels differ; `evened` extrapolates.
      extrapolate: false,
      doublings: given.cells === undefined ? LADDER_DOUBLINGS_MAX : 2,
      // With a stated grid all three levels are measured, whatever the first two say.
      at: (cells) => {
        const run = earlyExercise(market, cells, dates, domain, poll);
        progress((rung += 1), LADDER_DOUBLINGS_MAX + 3);
        return { value: run.price, run };
      },
      readings: surfaceReadings,
    }),
    scale,
  );
  const isStated = given.cells !== undefined;
  const stated =
    given.cells === undefined
      ? climbed.run
      : earlyExercise(market, given.cells, dates, domain, poll);
  const value = isStated ? stated.price : climbed.value;
  const finest = climbed.error.levels.at(-1)!;
  const error = isStated
    ? {
        ...climbed.error,
        relative: Math.abs(climbed.value - value) / Math.max(Math.abs(value), scale),
        fixedByCaller: true,
      }
    : climbed.error;
  const cells = given.cells ?? Math.min(finest.resolution, 8 * CELLS_START);
  const vegaOn = (of: number): number => {
    const moved = (sigma: number): number =>
      earlyExercise({ ...market, sigma }, of, dates, domain, poll).price;
    return (
      (moved(market.sigma * (1 + VOL_BUMP)) - moved(market.sigma * (1 - VOL_BUMP))) /
      (2 * VOL_BUMP * market.sigma)
    );
  };
  const vegas = [vegaOn(Math.max(8, cells >> 1)), vegaOn(cells)];
  // On a stated grid the numbers are its own: how far the finest stands from them is added.
  const away = (name: string, { uncertainty, value: finestValue }: Quantity): Quantity => {
    const own = surfaceReadings(stated)[name]?.value ?? finestValue;
    return { value: own, unit: "1", uncertainty: uncertainty + Math.abs(own - finestValue) };
  };
  const shown = Object.fromEntries(
    Object.entries(climbed.quantities).map(([name, one]) => [
      name,
      isStated ? away(name, one) : one,
    ]),
  );
  progress(1, 1);
  const european = blackScholes(market);
  // Without a gain from waiting less, the right to exercise early is worth nothing.
  const isEuropean =
    market.sign > 0 ? market.q <= 0 && market.r >= 0 : market.r <= 0 && market.q >= 0;
  const closed = isEuropean ? { value: european, name: "black-scholes-merton" } : null;
  return {
    value,
    unit: "1",
    equations: equationsOf(given, market),
    outputs: {
      european: closedQuantity(european, market),
      early_exercise_premium: {
        value: value - european,
        unit: "1",
        uncertainty: numericalUncertainty(error, value),
      },
      ...shown,
      vega: {
        value: vegas[1]!,
        unit: "1",
        uncertainty: joined(levelUncertainty(vegas, 2), VOL_BUMP * VOL_BUMP * Math.abs(vegas[1]!)),
      },
      ...closedOutputs(closed, value, market, error),
    },
    named: closedNames(given, closed, value),
    fields: [
      {
        name: "price",
        unit: "1",
        shape: [stated.prices.length],
        data: stated.prices,
        axes: [
          { name: "spot", unit: "1", n: stated.spots.length, values: Array.from(stated.spots) },
        ],
      },
    ],
    invariants: [],
    error,
    assumed: [
      ...assumedOf(given),
      ...(isStated
        ? []
        : [
            {
              name: "cells",
              value: finest.resolution,
              unit: "1",
              why: "doubled until the levels agreed",
            },
          ]),
    ],
    notes:
      dates === null
        ? []
        : ["Exercise today is no right: the first date is T divided by their number."],
  };
}
