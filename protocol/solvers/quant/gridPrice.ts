/** The price of an option with early exercise, on a grid of spots and times. */
import { numericalUncertainty } from "../gate.js";
import { climb, LADDER_DOUBLINGS_MAX } from "../ladder.js";
import { joined, levelUncertainty, type Readings } from "../reading.js";
import type { Progress, Quantity, SolverResult } from "../solver.js";
import { blackScholes } from "./closed.js";
import { evened } from "./evened.js";
import { domainOf, earlyExercise, type Surface } from "./exercise.js";
import {
  type QuantInputs,
  SCALE_OF_SPOT,
  marketOf,
  closedQuantity,
  closedOutputs,
  closedNames,
  assumedOf,
  equationsOf,
} from "./stated.js";

export const CELLS_START = 128;

const VOL_BUMP = 0.01;

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

export function onGrid(given: QuantInputs, poll: () => void, progress: Progress): SolverResult {
  const market = marketOf(given);
  const dates = given.style === "american" ? null : given.exercises!;
  const scale = SCALE_OF_SPOT * market.S;
  const domain = domainOf(market);
  const climbed = evened(
    climb<Surface>({
      start: given.cells ?? CELLS_START,
      formalOrder: 2,
      scale,
      // The climb ends by what levels differ; `evened` extrapolates.
      extrapolate: false,
      doublings: given.cells === undefined ? LADDER_DOUBLINGS_MAX : 2,
      // With a stated grid all three levels are measured, whatever the first two say.
      at: (cells, level, error) => {
        progress(level, LADDER_DOUBLINGS_MAX + 3, level, error);
        const run = earlyExercise(market, cells, dates, domain, poll);
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
