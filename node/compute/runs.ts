/** What a machine computes by itself or for its caller: priced, run and sealed, by operators or by a solver. */
import type { Quote } from "../../protocol/economy/price.js";
import type { ChainPlan } from "../../protocol/chains/plan.js";
import { numbersOf, valueOf } from "../../protocol/kernel/machineValue.js";
import type { KernelValue } from "../../protocol/chains/result.js";
import type { JsonObject, JsonValue } from "../../protocol/ports.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { cardOf } from "../../protocol/solvers/cards.js";
import { SolverMissing, SolverRefusal } from "../../protocol/solvers/refusal.js";
import type { Visibility } from "../../storage/records/records.js";
import type { Payment, SealedPlace } from "../sealing/draft.js";
import type { SealedAnswer } from "../sealing/envelopeLog.js";
import type { Companion } from "../sealing/stagedLog.js";
import type { ComputeService } from "./compute.js";
import { jobOptionsOf, type Asker, type Evaluator } from "./evaluator.js";
import { creditsOf, type SolverService } from "./solvers.js";
import type { JobOutcome } from "./workers/messages.js";

/** A job that takes longer is a refusal. */
const JOB_DEADLINE_MS = 60_000;

/** The computed parts, without their inputs. */
export interface RunProgram {
  /** A solver, or a chain of operators. */
  readonly solver: string | null;
  readonly operators: readonly string[] | null;
  readonly domain: string | null;
}

export interface RunModules {
  readonly compute: ComputeService;
  readonly evaluator: Evaluator;
  readonly solvers: SolverService;
}

export interface SealSettings {
  readonly account: string;
  /** Id of the machine that it is computed for. */
  readonly machine: string;
  readonly visibility: Visibility;
  readonly payment: Payment;
  readonly companion: Companion<SealedPlace>;
}

/** A value that may be sealed. */
export interface RunValue {
  readonly kernel: KernelValue;
  seal(options: SealSettings): Promise<SealedAnswer>;
}

export interface PreparedRun {
  /** Null where nothing will be sealed, because the run will be refused. */
  readonly quote: Quote | null;
  /** @throws Refusal where there is no value */
  run(by: Asker): Promise<RunValue>;
}

/** @throws Refusal for operators or a solver that there are not */
export function checkProgram({ compute }: Pick<RunModules, "compute">, program: RunProgram): void {
  if (program.solver === null) planOf(compute, program);
  else if (cardOf(program.solver) === null) throw noSolver(program.solver);
}

/** `heat/1` of a solver; of operators the version of their registry. */
export function engineOf({ compute }: Pick<RunModules, "compute">, program: RunProgram): string {
  if (program.solver === null) return planOf(compute, program).registryVersion;
  const card = cardOf(program.solver);
  if (card === null) throw noSolver(program.solver);
  return `${card.id}/${card.version}`;
}

/** @throws Refusal for inputs that operators cannot take */
export async function prepareRun(
  modules: RunModules,
  program: RunProgram,
  inputs: JsonObject,
  by: Asker,
): Promise<PreparedRun> {
  return program.solver === null
    ? prepareChain(modules, program, numbersOf(inputs))
    : prepareJob(modules, program, program.solver, inputs, by);
}

function prepareChain(
  { compute, evaluator }: RunModules,
  program: RunProgram,
  inputs: Readonly<Record<string, number>>,
): PreparedRun {
  const plan = planOf(compute, program);
  const { domain } = program;
  return {
    quote: plan.quote,
    run: async (by) => {
      const kernel = valueOf(compute.observed(await evaluator.compute(plan, { inputs }, by)));
      return {
        kernel,
        seal: ({ account, companion, machine, payment, visibility }) =>
          compute.seal(
            plan,
            { operators: program.operators ?? [], inputs, ...(domain === null ? {} : { domain }) },
            kernel,
            { account, machine, companion, payment, visibility },
          ),
      };
    },
  };
}

function planOf(compute: ComputeService, { operators }: RunProgram): ChainPlan {
  const plan = compute.plan(operators ?? []);
  if (plan.status !== "invalid") return plan;
  const { code, message, nearest = [] } = plan;
  throw new Refusal(code, message, nearest.length === 0 ? {} : { members: { nearest } });
}

async function prepareJob(
  { evaluator, solvers }: RunModules,
  { domain }: RunProgram,
  solver: string,
  body: JsonObject,
  by: Asker,
): Promise<PreparedRun> {
  const quote = await quoteOf(evaluator, solver, body, by);
  return {
    quote,
    run: async (asker) => {
      const outcome = await solvers.run(
        { solver, body, mode: "none", media: null, field: 0 },
        jobOptionsOf(asker, JOB_DEADLINE_MS),
      );
      if (outcome.kind !== "value") throw unsolved(outcome);
      if (outcome.unsealed !== null)
        throw new Refusal("DID_NOT_CONVERGE", outcome.unsealed, { members: { reason: "gate" } });
      if (creditsOf(outcome) !== quote?.credits)
        throw new Error(
          `${solver} was quoted at ${quote?.credits}, and costs ${creditsOf(outcome)}`,
        );
      return {
        kernel: outcome.kernel,
        seal: ({ account, companion, machine, payment, visibility }) =>
          solvers.seal(outcome, {
            account,
            machine,
            companion,
            domain,
            payment,
            visibility,
          }),
      };
    },
  };
}

function noSolver(solver: string): Refusal {
  return new Refusal("INVALID_INPUT", `there is no solver ${solver}`);
}

/** Null for a body that the run will refuse in the solver's own words. */
async function quoteOf(
  evaluator: Evaluator,
  solver: string,
  body: JsonObject,
  by: Asker,
): Promise<Quote | null> {
  try {
    const quote = await evaluator.quote(solver, body, by);
    return quote === null || quote.credits === 0 ? null : quote;
  } catch (error) {
    if (error instanceof SolverRefusal || error instanceof SolverMissing) return null;
    throw error;
  }
}

function unsolved(outcome: Exclude<JobOutcome, { kind: "value" }>): Refusal {
  switch (outcome.kind) {
    case "refused": {
      const members: Readonly<Record<string, JsonValue>> = outcome.members;
      return new Refusal(outcome.code, outcome.message, { members });
    }
    case "missing": {
      const { accepts, message, missing } = outcome;
      const inputError = { code: "MISSING_INPUT", message, missing, accepts: accepts.join(", ") };
      return new Refusal("INVALID_INPUT", message, { members: { inputError } });
    }
    case "stopped":
      return new Refusal("BUSY", "the job was stopped", { retryAfterSeconds: 1 });
    default:
      return outcome satisfies never;
  }
}
