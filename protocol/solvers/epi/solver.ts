/**
 * Epidemics: final size, peak and state out of the integration; the stochastic distribution out of
 * its exact recursion.
 */
import { exp, powi } from "../../math/index.js";
import { compensatedSum } from "../../math/sum.js";
import { PHILOX_NAME } from "../../math/random/philox.js";
import {
  halvedMeshError,
  MARCH_STEPS_MAX,
  marchOf,
  refined,
  statedStepError,
  stepsOf,
} from "../marching.js";
import {
  exact,
  formula,
  levelUncertainty,
  quantitiesOf,
  remainder,
  type Quantities,
  type Reading,
  type Readings,
} from "../reading.js";
import { badInput, SolverMissing, stopIf, tooLarge } from "../refusal.js";
import {
  defineSolver,
  type Assumed,
  type ErrorEstimate,
  type Field,
  type Progress,
  type Quantity,
  type SolverResult,
} from "../solver.js";
import { packFloats, unpackFloats } from "../state.js";
import { epiCard, STOCHASTIC_PERSONS_MAX } from "./card.js";
import {
  halvedCourse,
  OVER,
  openCourse,
  statedCourse,
  type Course,
  type CourseOptions,
} from "./course.js";
import {
  C,
  COMPARTMENTS,
  E,
  I,
  LIMIT_SEED,
  modelOf,
  R,
  S,
  startOf,
  totalOf,
  type Given,
  type Model,
} from "./model.js";
import { finalSizes, samplePath } from "./stochastic.js";

/** Of the scheme. */
const ORDER = 8;
/**
 * Evaluations of a usual open run: steps of order 8 over a whole epidemic, and again with half of
 * them.
 */
const OPEN_EVALUATIONS = 12 * 600;
const PATH_PERSONS_MAX = 4_096;

function requireTimes(given: Given): number {
  if (given.t_end === undefined)
    throw new SolverMissing(
      "t_end",
      ["t_end", "t_max", "t_end_days"],
      "the state is asked for at t_end, which is missing",
    );
  return given.t_end;
}

/** Evaluations planned; groups meet one another in each. */
function planned(given: Given): number {
  const groups = given.groups?.length ?? 1;
  if (given.mode === "stochastic") return ((given.N ?? 1) * (given.N ?? 1)) / 2;
  if (given.dt !== undefined && given.t_end !== undefined)
    return 36 * groups * groups * Math.ceil(given.t_end / given.dt);
  return OPEN_EVALUATIONS * groups * groups;
}

export const epi = defineSolver({
  card: epiCard,
  work: (given) => BigInt(Math.ceil(Math.min(planned(given), 1e18))),
  memory: (given) => {
    if (given.mode === "stochastic" && given.N !== undefined && given.N > STOCHASTIC_PERSONS_MAX) {
      throw tooLarge("persons of the exact stochastic recursion", given.N, STOCHASTIC_PERSONS_MAX);
    }
    if (
      given.dt !== undefined &&
      given.t_end !== undefined &&
      given.t_end / given.dt > MARCH_STEPS_MAX
    ) {
      throw tooLarge("steps", given.t_end / given.dt, MARCH_STEPS_MAX);
    }
    return 1 << 21;
  },
  run(given, stop, progress): SolverResult {
    const model = modelOf(given);
    const poll = (): void => stopIf(stop);
    poll();
    progress(0, 1);
    return model.mode === "stochastic"
      ? stochastic(given, model, poll, progress)
      : deterministic(given, model, poll, progress);
  },
});

function readingsOf(model: Model, { peak, peakTime, y }: Course): Readings {
  const at = (compartment: number): Reading => ({ value: totalOf(y, compartment), unit: "1" });
  return {
    susceptible: at(S),
    infective: at(I),
    recovered: at(R),
    ever_infected: at(C),
    ...(model.mode === "seir" ? { exposed: at(E) } : {}),
    ...(model.limit
      ? {}
      : {
          peak_infective: { value: peak, unit: "1" },
          peak_time: { value: peakTime, unit: model.timeless ? "1" : "s" },
        }),
  };
}

/**
 * The readings of a course, by what halved steps change. An epidemic that was followed to its end
 * still has carriers: they are part of what is not known, and ought to be none.
 */
function measured(
  model: Model,
  asked: "final_size" | "peak" | "state",
  runs: readonly Course[],
): Quantities {
  const quantities = quantitiesOf(
    runs.map((course) => readingsOf(model, course)),
    ORDER,
  );
  if (asked === "state") return quantities;
  const rest = OVER * Math.abs(quantities["ever_infected"]!.value);
  return Object.fromEntries(
    Object.entries(quantities).map(([name, one]) => [
      name,
      name.startsWith("peak_")
        ? one
        : name === "infective" || name === "exposed"
          ? remainder(one.value)
          : { ...one, uncertainty: one.uncertainty + rest },
    ]),
  );
}

function deterministic(
  given: Given,
  model: Model,
  poll: () => void,
  progress: Progress,
): SolverResult {
  const asked = given.quantity ?? "final_size";
  if (asked === "extinction")
    throw badInput("/quantity", "extinction is a probability: take mode stochastic");
  if (asked === "state" && model.timeless) {
    throw new SolverMissing(
      "gamma",
      ["gamma", "gamma_per_day", "beta", "beta_per_day"],
      "the state at a time needs a rate",
    );
  }
  if (model.limit && asked !== "final_size")
    throw new SolverMissing("I0", ["I0"], `${asked} depends on who is infective at the start`);
  const options = optionsOf(given, model, asked, poll, LIMIT_SEED * model.total);
  const pick = (course: Course): number => valueOf(given, model, asked, course);
  if (given.dt !== undefined) {
    if (asked !== "state")
      throw badInput("/dt", `dt fixes the step of the state; ${asked} chooses its own steps`);
    const march = marchOf(options.length, given.dt);
    const course = statedCourse(options, march);
    progress(1, 3);
    const finer = statedCourse(options, refined(march, 2));
    return answer({
      given,
      model,
      asked,
      course,
      quantities: measured(model, asked, [finer, course]),
      doubts: partDoubts(model, [finer, course]),
      value: pick(course),
      error: statedStepError(pick(course), pick(finer), stepsOf(march), ORDER, 0),
    });
  }
  const coarse = openCourse(options);
  progress(1, 3);
  const fine = halvedCourse(options, coarse.mesh);
  progress(2, 3);
  const steps = coarse.mesh.length;
  if (!model.limit)
    return answer({
      given,
      model,
      asked,
      course: fine,
      quantities: measured(model, asked, [coarse, fine]),
      doubts: partDoubts(model, [coarse, fine]),
      value: pick(fine),
      error: halvedMeshError(pick(coarse), pick(fine), steps, 0),
    });
  // Half the seed again: what is linear in it cancels, and what changes is the error of a seed that
  // is not zero.
  const half = halvedCourse(
    { ...options, start: startOf(given, model, (LIMIT_SEED * model.total) / 2) },
    coarse.mesh,
  );
  const value = 2 * pick(half) - pick(fine);
  const change = Math.abs(pick(fine) - pick(coarse)) + Math.abs(pick(half) - pick(fine));
  // Twice what half the seed changes is what a seed of none would.
  const ofSeed = measured(model, asked, [half, fine]);
  const quantities = Object.fromEntries(
    Object.entries(measured(model, asked, [coarse, fine])).map(([name, one]) => [
      name,
      { ...one, uncertainty: one.uncertainty + 2 * ofSeed[name]!.uncertainty },
    ]),
  );
  const seeded = partDoubts(model, [half, fine]);
  return answer({
    given,
    model,
    asked,
    course: fine,
    quantities,
    doubts: partDoubts(model, [coarse, fine]).map((one, g) => one + 2 * seeded[g]!),
    value,
    error: { ...halvedMeshError(pick(coarse), value, steps, 1), relative: change + OVER },
  });
}

function optionsOf(
  given: Given,
  model: Model,
  asked: string,
  poll: () => void,
  seed: number,
): CourseOptions {
  const length = asked === "state" ? requireTimes(given) : Number.POSITIVE_INFINITY;
  if (given.initialState === undefined)
    return { model, start: startOf(given, model, seed), t: 0, length, poll };
  const n = COMPARTMENTS * model.sizes.length;
  const state = unpackFloats(given.initialState["run"], 2 * n + 1, "/initialState/run");
  return {
    model,
    start: state.slice(1, 1 + n),
    carry: state.slice(1 + n),
    t: state[0]!,
    length,
    poll,
  };
}

function valueOf(
  given: Given,
  model: Model,
  asked: "final_size" | "peak" | "state",
  course: Course,
): number {
  if (asked === "peak") return course.peak;
  if (asked === "final_size") return totalOf(course.y, C) / model.total;
  return totalOf(course.y, { S, E, I, R }[given.compartment ?? "I"]);
}

interface Outcome {
  readonly given: Given;
  readonly model: Model;
  readonly asked: "final_size" | "peak" | "state";
  readonly course: Course;
  readonly quantities: Quantities;
  /** Of the part of each group that was infected. */
  readonly doubts: readonly number[];
  readonly value: number;
  readonly error: ErrorEstimate;
}

/** Of each group, who was infected. */
function infectedParts(model: Model, { y }: Course): number[] {
  return Array.from(model.sizes, (size, g) => y[g * COMPARTMENTS + C]! / size);
}

/** What runs leave open of it, and who is infective where a course ends. */
function partDoubts(model: Model, runs: readonly Course[]): number[] {
  return infectedParts(model, runs.at(-1)!).map(
    (part, g) =>
      levelUncertainty(
        runs.map((run) => infectedParts(model, run)[g]!),
        ORDER,
      ) +
      OVER * part,
  );
}

function answer({
  asked,
  course,
  doubts,
  error,
  given,
  model,
  quantities,
  value,
}: Outcome): SolverResult {
  const { y } = course;
  const clock = model.timeless ? "1" : "s";
  const fields = course.trace.fields(
    { name: "t", unit: clock },
    ["infective", "1"],
    ["susceptible", "1"],
    ["exposed", "1"],
    ["recovered", "1"],
  );
  const packed = new Float64Array(1 + 2 * y.length);
  packed[0] = course.t;
  packed.set(y, 1);
  packed.set(course.carry, 1 + y.length);
  return {
    value,
    unit: "1",
    equations: equationsOf(model),
    outputs: {
      R0: formula(model.R0, "1"),
      ...quantities,
    },
    named:
      model.sizes.length === 1
        ? {}
        : {
            finalSizes: infectedParts(model, course),
            finalSizes_uncertainty: [...doubts],
          },
    fields: model.mode === "seir" ? fields : fields.filter(({ name }) => name !== "exposed"),
    ...(asked === "state" ? { state: { run: packFloats(packed) } } : {}),
    invariants: course.invariants,
    error,
    assumed: assumedOf(given, model),
    notes: notesOf(model, asked, course),
  };
}

function equationsOf({
  beta,
  gamma,
  mode,
  R0,
  sigma,
  sizes,
  total,
  vaccinationRate,
}: Model): string[] {
  const away = vaccinationRate > 0 ? ` - ${vaccinationRate} S` : "";
  const infection =
    sizes.length === 1 ? `${beta} S I / ${total}` : `${beta} S_g SUM_h C_gh I_h / N_h`;
  return [
    `dS/dt = -${infection}${away}`,
    ...(mode === "seir"
      ? [`dE/dt = ${infection} - ${sigma} E`, `dI/dt = ${sigma} E - ${gamma} I`]
      : [`dI/dt = ${infection} - ${gamma} I`]),
    `dR/dt = ${gamma} I`,
    `R0 = ${R0}`,
  ];
}

function assumedOf(given: Given, model: Model): Assumed[] {
  return [
    ...(given.mode === undefined
      ? [
          {
            name: "mode",
            value: model.mode,
            unit: "",
            why: model.mode === "seir" ? "sigma is given" : "no sigma is given",
          },
        ]
      : []),
    ...(model.limit
      ? [
          {
            name: "I0",
            value: LIMIT_SEED,
            unit: "1",
            why: "no start was given: two runs from vanishing fractions are extrapolated to the limit of none",
          },
        ]
      : []),
    ...(model.perHead
      ? [
          {
            name: "N",
            value: 1,
            unit: "1",
            why: "no N was given: all numbers are fractions of the population",
          },
        ]
      : []),
    ...(model.timeless
      ? [
          {
            name: "gamma",
            value: 1,
            unit: "1",
            why: "no rate was given: time counts in infectious periods",
          },
        ]
      : []),
  ];
}

function notesOf(model: Model, asked: string, course: Course): string[] {
  return [
    ...(asked === "peak" && course.peakTime === 0
      ? ["The infective never rise above their start: there is no epidemic wave."]
      : []),
    ...(model.limit && model.R0 <= 1
      ? ["R0 is at most 1: no epidemic starts from a vanishing number."]
      : []),
    ...(asked === "final_size" ? ["The final size counts those infected at the start."] : []),
  ];
}

interface Chances {
  readonly persons: number;
  readonly susceptible: number;
  readonly infective: number;
  readonly immune: number;
}

function headsOf(given: Given, model: Model): Chances {
  const { N } = given;
  if (N === undefined) throw new SolverMissing("N", ["N"], "a stochastic epidemic counts persons");
  if (given.I0 === undefined)
    throw new SolverMissing("I0", ["I0"], "a stochastic epidemic starts from persons");
  if (given.contacts !== undefined || given.groups !== undefined)
    throw badInput("/contacts", "the exact recursion is of one group");
  if (model.vaccinationRate > 0)
    throw badInput("/vaccination_rate", "the exact recursion immunises only at the start");
  const infective = Array.isArray(given.I0) ? given.I0[0]! : given.I0;
  if (!Number.isInteger(N) || !Number.isInteger(infective) || infective < 1)
    throw badInput("/I0", "N and I0 are whole persons, at least one infective");
  const immune = Math.round((given.vaccinated ?? 0) * N);
  const susceptible = N - infective - immune;
  if (susceptible < 0) throw badInput("/I0", "more are infective or immune than there are");
  return { persons: N, susceptible, infective, immune };
}

/**
 * Fraction of the susceptibles a deterministic epidemic of this R0 takes: only where minor ends and
 * major begins.
 */
function majorFraction(r0: number): number {
  let z = r0 > 1 ? 1 : 0;
  for (let i = 0; i < 500; i += 1) z = 1 - exp(-r0 * z);
  return z;
}

function stochastic(
  given: Given,
  model: Model,
  poll: () => void,
  progress: Progress,
): SolverResult {
  const asked = given.quantity ?? "final_size";
  if (asked !== "final_size" && asked !== "extinction")
    throw badInput(
      "/quantity",
      "a stochastic epidemic has a final size and a probability of extinction here",
    );
  const { immune, infective, persons, susceptible } = headsOf(given, model);
  const sizes = finalSizes(persons, susceptible, infective, model.R0, poll);
  progress(1, 2);
  const total = compensatedSum(sizes);
  const mean = compensatedSum(sizes.map((p, k) => p * (infective + k))) / persons;
  const variance = compensatedSum(
    sizes.map((p, k) => p * (infective + k - mean * persons) * (infective + k - mean * persons)),
  );
  const cut = Math.floor(0.5 * majorFraction((model.R0 * susceptible) / persons) * susceptible);
  const minor =
    model.R0 * susceptible > persons ? compensatedSum(sizes.subarray(0, cut + 1)) : total;
  const seeded = given.seed ?? 0;
  const value = asked === "final_size" ? mean : minor;
  const relative = (2 * persons + 8) * 2.22e-16;
  const summed = (sum: number): Quantity => ({
    value: sum,
    unit: "1",
    uncertainty: relative * Math.abs(sum),
  });
  return {
    value,
    unit: "1",
    equations: [
      `(S, I) -> (S - 1, I + 1) at rate ${model.beta} S I / ${persons}`,
      `(S, I) -> (S, I - 1) at rate ${model.gamma} I`,
    ],
    outputs: {
      R0: formula(model.R0, "1"),
      mean_final_size: summed(mean),
      deviation_final_size: summed(Math.sqrt(Math.max(0, variance)) / persons),
      extinction: summed(minor),
      branching_extinction: model.R0 > 1 ? formula(powi(1 / model.R0, infective), "1") : exact(1),
      nobody_else: summed(sizes[0]!),
    },
    named: {},
    fields: [
      {
        name: "probability",
        unit: "1",
        shape: [sizes.length],
        data: sizes,
        axes: [{ name: "ever infected", unit: "1", n: sizes.length, start: infective, step: 1 }],
      },
      ...pathsOf(given, model, { immune, infective, persons, susceptible }, seeded),
    ],
    invariants: [
      {
        name: "total probability",
        first: 1,
        last: total,
        driftPct: 100 * Math.abs(total - 1),
        boundPct: 0.1,
      },
    ],
    error: { relative, scale: 0, method: "rounding", levels: [{ resolution: persons, value }] },
    assumed: [
      {
        name: "minor",
        value: cut,
        unit: "1",
        why: "a minor epidemic infects at most half of what the deterministic one would, beyond the start",
      },
      ...(given.seed === undefined
        ? [
            {
              name: "seed",
              value: 0,
              unit: "1",
              why: "seed of the paths shown; the value uses no chance",
            },
          ]
        : []),
    ],
    prng: { name: PHILOX_NAME, seed: String(seeded) },
    notes: [
      "branching_extinction is the limit of a large population, beside the exact value.",
      ...(model.sigma > 0 ? ["A latent time leaves the final size as it is."] : []),
    ],
  };
}

function pathsOf(given: Given, model: Model, heads: Chances, seed: number): Field[] {
  const fields: Field[] = [];
  const shown = heads.persons <= PATH_PERSONS_MAX ? (given.paths ?? 1) : 0;
  for (let k = 0; k < shown; k += 1) {
    const { infective, t } = samplePath(
      {
        n: heads.persons,
        susceptible: heads.susceptible,
        infective: heads.infective,
        r0: model.R0,
        gamma: model.gamma,
      },
      seed,
      k,
    );
    fields.push({
      name: `path ${k}`,
      unit: "1",
      shape: [t.length],
      data: infective,
      axes: [{ name: "t", unit: model.timeless ? "1" : "s", n: t.length, values: Array.from(t) }],
    });
  }
  return fields;
}
