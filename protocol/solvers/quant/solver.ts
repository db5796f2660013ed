/**
 * Option prices. The value comes from paths, dates or a grid; a closed form is shown for comparison.
 */
import { badInput, SolverMissing, stopIf } from "../refusal.js";
import { defineSolver, type SolverResult } from "../solver.js";
import { quantCard } from "./card.js";
import { carriedWork } from "./dated.js";
import { roundedPaths, SCRAMBLES } from "./sampling.js";
import { type QuantInputs, isGrid } from "./stated.js";
import { byPaths } from "./sampledPrice.js";
import { DATED_DOUBLINGS, carriedStrip, byDates } from "./datedPrice.js";
import { CELLS_START, onGrid } from "./gridPrice.js";

const OPEN_PATHS = 32_768;

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
