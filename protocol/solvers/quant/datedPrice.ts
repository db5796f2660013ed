/** The price of a barrier option watched at dates: its value is carried from date to date. */
import { exp } from "../../math/index.js";
import { climb } from "../ladder.js";
import { joined, levelUncertainty } from "../reading.js";
import type { Progress, Quantity, SolverResult } from "../solver.js";
import { blackScholes, type Market } from "./closed.js";
import { carry, POINTS_START, stripOf, type Carried } from "./dated.js";
import {
  type QuantInputs,
  SCALE_OF_SPOT,
  marketOf,
  barrierOf,
  closedQuantity,
  closedNames,
  assumedOf,
  equationsOf,
} from "./stated.js";

/** Of the points to a deviation, from four on. */
export const DATED_DOUBLINGS = 4;

/**
 * Where a barrier is watched at dates and no paths were asked for, its value is carried from date
 * to date.
 */
export function carriedStrip(given: QuantInputs): ReturnType<typeof stripOf> {
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

export function byDates(given: QuantInputs, poll: () => void, progress: Progress): SolverResult {
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
    at: (points, level, error) => {
      progress(level, DATED_DOUBLINGS + 3, level, error);
      const run = carry(market, barrier, strip, points, poll);
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
