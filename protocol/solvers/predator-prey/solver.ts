/** Predator and prey: the populations, the period and the means come out of the integration. */
import { TWO_PI, ULP } from "../../math/constants.js";
import { coveredWork } from "../../economy/price.js";
import { climb, coveredDoublings } from "../ladder.js";
import { formula, quantitiesOf, type Quantities, type Readings } from "../reading.js";
import {
  MARCH_STEPS_MAX,
  marchOf,
  refined,
  statedStepError,
  stepsOf,
  type March,
} from "../marching.js";
import { noSolution, SolverMissing, stopIf, tooLarge } from "../refusal.js";
import {
  defineSolver,
  type ErrorEstimate,
  type Inputs,
  type Progress,
  type SolverResult,
} from "../solver.js";
import { packFloats, unpackFloats } from "../state.js";
import { predatorPreyCard } from "./card.js";
import { firstIntegral, fastestRate, type Rates } from "./model.js";
import {
  lap,
  LAP_STEPS_MAX,
  march,
  ORDERS,
  type Lap,
  type Marched,
  type Method,
  type Start,
} from "./orbit.js";

type Given = Inputs<(typeof predatorPreyCard)["inputs"]>;
type Asked = "prey" | "predator" | "period" | "mean";

/**
 * Below the gate: refinement costs little, and references have more digits than the gate asks for.
 */
const TARGET = 1e-9;
/** Part of the fastest time scale that the first level steps. */
const FIRST_STEP: Readonly<Record<Method, number>> = { rk4: 0.4, dop853: 1, euler: 0.1 };
const STATE_FLOATS = 6;

function startOf(given: Given): Start {
  if (given.initialState !== undefined) {
    const [t, x, y, carryX, carryY, w0] = unpackFloats(
      given.initialState["run"],
      STATE_FLOATS,
      "/initialState/run",
    );
    return { t: t!, x: x!, y: y!, carryX: carryX!, carryY: carryY!, w0: w0! };
  }
  const { x0, y0 } = given;
  if (x0 === undefined || y0 === undefined) {
    throw new SolverMissing(
      x0 === undefined ? "x0" : "y0",
      x0 === undefined ? ["x0", "prey0"] : ["y0", "predator0"],
      "the populations at the start are missing",
    );
  }
  const w0 = x0 > 0 && y0 > 0 ? firstIntegral(given, x0, y0) : 0;
  return { t: 0, x: x0, y: y0, carryX: 0, carryY: 0, w0 };
}

/** First level of an open run: steps of the whole length. */
function firstSteps(given: Given, start: Start, length: number, method: Method): number {
  return Math.max(
    8,
    Math.ceil((length * fastestRate(given, start.x, start.y)) / FIRST_STEP[method]),
  );
}

function lengthOf(given: Given, asked: Asked): number {
  if (asked === "period" || asked === "mean") return TWO_PI / Math.sqrt(given.alpha * given.gamma);
  if (given.t_end === undefined)
    throw new SolverMissing(
      "t_end",
      ["t_end", "t_max"],
      `${asked} is asked for at t_end, which is missing`,
    );
  return given.t_end;
}

/** Steps of the stated run, or of the first three levels. */
function plannedSteps(given: Given): number {
  const method = given.method ?? "rk4";
  const length = lengthOf(given, given.quantity ?? "prey");
  return given.dt === undefined
    ? 7 * firstSteps(given, startOf(given), length, method)
    : 3 * Math.ceil(length / given.dt);
}

/** Operations of one step. */
function stages(method: Method): bigint {
  return method === "dop853" ? 12n : 4n;
}

function workOf(given: Given): bigint {
  return BigInt(Math.ceil(Math.min(plannedSteps(given), 1e15))) * stages(given.method ?? "rk4");
}

export const predatorPrey = defineSolver({
  card: predatorPreyCard,
  work: workOf,
  memory: (given) => {
    const steps = plannedSteps(given);
    if (!(steps <= MARCH_STEPS_MAX)) throw tooLarge("steps", steps, MARCH_STEPS_MAX);
    return 1 << 20;
  },
  run(given, stop, progress): SolverResult {
    const start = startOf(given);
    const method = given.method ?? "rk4";
    const asked = given.quantity ?? "prey";
    const length = lengthOf(given, asked);
    const poll = (): void => stopIf(stop);
    progress(0, 1);
    if (asked === "period" || asked === "mean")
      return lapAnswer(given, { start, method, asked, length }, poll, progress);
    const planned = (m: March): Marched => march(given, start, method, m, poll);
    const at = (run: Marched): number => (asked === "prey" ? run.x : run.y);
    if (given.dt !== undefined) {
      const stated = marchOf(length, given.dt);
      const run = planned(stated);
      progress(1, 3);
      const finer = planned(refined(stated, 2));
      const error = statedError(at(run), at(finer), stepsOf(stated), method);
      return marchAnswer(given, start, {
        asked,
        method,
        run,
        value: at(run),
        error,
        quantities: quantitiesOf([marchReadings(finer), marchReadings(run)], ORDERS[method]),
        dt: given.dt,
      });
    }
    const first = firstSteps(given, start, length, method);
    const climbed = climb<Marched>({
      start: first,
      formalOrder: ORDERS[method],
      scale: 0,
      target: TARGET,
      doublings: coveredDoublings(workOf(given)),
      at: (steps, level, error) => {
        progress(level, 7, level, error);
        if (steps > MARCH_STEPS_MAX) throw tooLarge("steps", steps, MARCH_STEPS_MAX);
        const run = planned({ dt: length / steps, whole: steps, rest: 0, parts: 1 });
        return { run, value: at(run) };
      },
      readings: marchReadings,
    });
    const steps = climbed.error.levels.at(-1)!.resolution;
    return marchAnswer(given, start, {
      asked,
      method,
      run: climbed.run,
      value: climbed.value,
      error: climbed.error,
      quantities: climbed.quantities,
      dt: length / steps,
    });
  },
});

/** Euler is held to the gate even at a stated step: what it answers otherwise is its own drift. */
function statedError(stated: number, halved: number, steps: number, method: Method): ErrorEstimate {
  const error = statedStepError(stated, halved, steps, ORDERS[method], 0);
  return method === "euler" ? { ...error, fixedByCaller: false } : error;
}

function marchReadings({ t, x, y }: Marched): Readings {
  return {
    prey: { value: x, unit: "1" },
    predator: { value: y, unit: "1" },
    t: { value: t, unit: "s" },
  };
}

function lapReadings({ meanPredator, meanPrey, period }: Lap): Readings {
  return {
    period: { value: period, unit: "s" },
    mean_prey: { value: meanPrey, unit: "1" },
    mean_predator: { value: meanPredator, unit: "1" },
  };
}

interface MarchOutcome {
  readonly asked: Asked;
  readonly method: Method;
  readonly run: Marched;
  readonly value: number;
  readonly error: ErrorEstimate;
  readonly quantities: Quantities;
  readonly dt: number;
}

function equationsOf({ alpha, beta, delta, gamma }: Rates): string[] {
  return [
    `dx/dt = ${alpha} x - ${beta} x y`,
    `dy/dt = ${delta} x y - ${gamma} y`,
    `W = ${gamma} (u - 1 - ln u) + ${alpha} (v - 1 - ln v), u = ${delta} x / ${gamma}, v = ${beta} y / ${alpha}`,
  ];
}

function assumedOf(given: Given, method: Method, dt: number): SolverResult["assumed"] {
  return [
    ...(given.method === undefined
      ? [{ name: "method", value: method, unit: "", why: "the default scheme" }]
      : []),
    ...(given.dt === undefined
      ? [{ name: "dt", value: dt, unit: "s", why: "halved until two levels agreed" }]
      : []),
  ];
}

function marchAnswer(given: Given, start: Start, outcome: MarchOutcome): SolverResult {
  const { asked, dt, error, method, quantities, run, value } = outcome;
  const onAxis = start.x === 0 || start.y === 0;
  const fields = run.trace.fields({ name: "t", unit: "s" }, ["prey", "1"], ["predator", "1"]);
  return {
    value,
    unit: "1",
    equations: equationsOf(given),
    outputs: quantities,
    named: {},
    fields: asked === "predator" ? fields.toReversed() : fields,
    state: {
      run: packFloats(Float64Array.of(run.t, run.x, run.y, run.carryX, run.carryY, start.w0)),
    },
    invariants: onAxis
      ? []
      : [
          {
            name: "first integral",
            first: start.w0,
            last: run.w,
            driftPct: run.driftPct,
            boundPct: 0.1,
          },
        ],
    error,
    assumed: assumedOf(given, method, dt),
    notes: onAxis
      ? [
          "One species is absent: the first integral does not exist, the other grows or dies exponentially.",
        ]
      : [],
  };
}

function lapAnswer(
  given: Given,
  lapAsked: { start: Start; method: Method; asked: "period" | "mean"; length: number },
  poll: () => void,
  progress: Progress,
): SolverResult {
  const { asked, length, method, start } = lapAsked;
  if (!(start.x > 0 && start.y > 0))
    throw noSolution("an orbit with one species absent does not close: it has no period");
  if (start.w0 <= ULP * (given.alpha + given.gamma)) {
    throw noSolution(
      "the start is the equilibrium (gamma/delta, alpha/beta): nothing moves, so there is no period",
    );
  }
  const of = (run: Lap): number => (asked === "period" ? run.period : run.meanPrey);
  const go = (dt: number, stepsMax = LAP_STEPS_MAX): Lap =>
    lap(given, start, method, dt, stepsMax, poll);
  let run: Lap;
  let value: number;
  let error: ErrorEstimate;
  let quantities: Quantities;
  let dt: number;
  if (given.dt === undefined) {
    const first = firstSteps(given, start, length, method);
    // What three levels need at least decides before the second: a first lap of a seventh of the
    // steps that the price covers, or none.
    const steps = Number(coveredWork(workOf(given)) / stages(method));
    const coarsest = go(length / first, Math.min(LAP_STEPS_MAX / 4, Math.floor(steps / 7)));
    const doublings = coveredDoublings(BigInt(7 * coarsest.steps) * stages(method));
    const climbed = climb<Lap>({
      start: first,
      formalOrder: ORDERS[method],
      scale: 0,
      target: TARGET,
      doublings,
      at: (steps, level, error) => {
        progress(level, 7, level, error);
        const one = level === 0 ? coarsest : go(length / steps, 2 * LAP_STEPS_MAX);
        return { run: one, value: of(one) };
      },
      readings: lapReadings,
    });
    ({ error, quantities, run, value } = climbed);
    dt = length / error.levels.at(-1)!.resolution;
  } else {
    dt = given.dt;
    run = go(dt);
    value = of(run);
    const finer = go(dt / 2);
    error = statedError(value, of(finer), run.steps, method);
    quantities = quantitiesOf([lapReadings(finer), lapReadings(run)], ORDERS[method]);
  }
  return {
    value,
    unit: asked === "period" ? "s" : "1",
    equations: equationsOf(given),
    outputs: {
      ...quantities,
      small_amplitude_period: formula(length, "s"),
    },
    named: {},
    fields: run.trace.fields({ name: "t", unit: "s" }, ["prey", "1"], ["predator", "1"]),
    invariants: [
      {
        name: "first integral",
        first: start.w0,
        last: run.w,
        driftPct: run.driftPct,
        boundPct: 0.1,
      },
    ],
    error,
    assumed: assumedOf(given, method, dt),
    notes: [
      "small_amplitude_period is 2 pi / sqrt(alpha gamma), the limit of small orbits: it stands " +
        "beside, not behind, the value.",
    ],
  };
}
