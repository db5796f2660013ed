/**
 * Random jobs with fields, sides and sources that jump or bend: whether each is answered right, or
 * refused. Their values come from `scripts/solvers/reference/rough*.py`.
 */
import { readFileSync } from "node:fs";
import { executeJob } from "../../protocol/solvers/execute.js";
import { numericalUncertainty } from "../../protocol/solvers/gate.js";
import { loadSolver } from "../../protocol/solvers/load.js";
import { SolverRefusal } from "../../protocol/solvers/refusal.js";

const JOBS = [
  "test/vectors/rough.json",
  "test/vectors/roughFields.json",
  "test/vectors/roughSamples.json",
];
const COUNTS = "test/vectors/roughCounts.json";
/** Standard uncertainties within which a value is right. */
const RATIO_MAX = 3;

export interface RoughJob {
  readonly solver: string;
  readonly kind: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly value: number;
  /** What the reference itself may be off by. */
  readonly noise: number;
  /** The output that is asked for, where it is not the value. */
  readonly output?: string;
}

export type Outcome = "right" | "refused" | "wrong";

export function roughJobs(): readonly RoughJob[] {
  return JOBS.flatMap(
    (file) => (JSON.parse(readFileSync(file, "utf8")) as { jobs: readonly RoughJob[] }).jobs,
  );
}

export async function outcomeOf({
  body,
  noise,
  output,
  solver,
  value,
}: RoughJob): Promise<Outcome> {
  const loaded = await loadSolver(solver);
  try {
    const { result } = executeJob(loaded, body, { aborted: false });
    const of = output === undefined ? result : result.outputs[output]!;
    const stated =
      output === undefined
        ? numericalUncertainty(result.error, result.value)
        : (result.outputs[output]!.uncertainty ?? 0);
    const off = Math.abs(of.value - value);
    return off <= RATIO_MAX * Math.max(stated, noise) ? "right" : "wrong";
  } catch (error) {
    if (error instanceof SolverRefusal && error.code !== "INVALID_BODY") return "refused";
    throw error;
  }
}

/** Of the jobs of one solver and kind. */
export interface RoughCount {
  readonly solver: string;
  readonly kind: string;
  readonly jobs: number;
  readonly right: number;
  readonly refused: number;
  readonly wrong: number;
}

export function countsOf(outcomes: readonly (readonly [RoughJob, Outcome])[]): RoughCount[] {
  const groups = new Map<string, (readonly [RoughJob, Outcome])[]>();
  for (const one of outcomes) {
    const key = `${one[0].solver} ${one[0].kind}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].map((group) => {
    const of = (wanted: Outcome): number => group.filter(([, was]) => was === wanted).length;
    const { kind, solver } = group[0]![0];
    const [right, refused, wrong] = [of("right"), of("refused"), of("wrong")];
    return { solver, kind, jobs: group.length, right, refused, wrong };
  });
}

export function keptCounts(): readonly RoughCount[] {
  return JSON.parse(readFileSync(COUNTS, "utf8")) as RoughCount[];
}

/** The part of docs/validation.md about them. */
export function roughTable(): string {
  const rows = keptCounts().map(
    ({ jobs, kind, refused, right, solver, wrong }) =>
      `| ${solver} | ${kind} | ${jobs} | ${right} | ${refused} | ${wrong} |`,
  );
  return `## Fields that jump or bend

Random jobs of \`test/vectors/rough*.json\`, by the kind of what is not smooth. Their values are series, closed forms,
spectral elements, control volumes, counted configurations and importance samples of
\`scripts/solvers/reference/rough*.py\`, which share nothing with the solvers.
A value is right within ${RATIO_MAX} of the uncertainties that it states; what cannot be resolved is to be refused.
\`npm run t -- solvers/rough\` runs a part of them, its long form all.

Refused although there is a value: jumps that move along characteristics of a wave or a basin, between whose points no
scheme of second order places them, and meshes of a basin have 256 cells a side at most; layers and skins far thinner
than the finest cell of a ladder; loads of \`fea\` beside corners at which the stress has no bound, and values of it
that nearly cancel; walls of a duct or a column so steep that the finest mesh hides what they average to; films of light
and warm lattices that take a minute each are not drawn.

| Solver | Kind | Jobs | Right | Refused | Wrong |
|---|---|---|---|---|---|
${rows.join("\n")}
`;
}
