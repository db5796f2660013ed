/** What a channel computes at a tick: priced, run and sealed, by operators or by a solver. */
import type { Quote } from "../../protocol/economy/price.js";
import type { ChainPlan } from "../../protocol/kernel/plan.js";
import type { KernelResult, KernelValue } from "../../protocol/kernel/result.js";
import type { JsonObject, JsonValue } from "../../protocol/ports.js";
import { Refusal } from "../../protocol/refusal.js";
import { cardOf } from "../../protocol/solvers/cards.js";
import { SolverMissing, SolverRefusal } from "../../protocol/solvers/refusal.js";
import type { Visibility } from "../../storage/records.js";
import type { ChannelContract } from "../../storage/streamRecords.js";
import type { ComputeService } from "../compute/compute.js";
import type { Asker, Evaluator } from "../compute/evaluator.js";
import { creditsOf, type SolverService } from "../compute/solvers.js";
import type { JobOutcome } from "../compute/workers/messages.js";
import type { Payment, SealedPlace } from "../sealing/draft.js";
import type { SealedAnswer } from "../sealing/envelopeLog.js";
import type { Companion } from "../sealing/stagedLog.js";

/** A tick waits for no job that takes longer. */
const JOB_DEADLINE_MS = 60_000;

export interface RunModules {
  readonly compute: ComputeService;
  readonly evaluator: Evaluator;
  readonly solvers: SolverService;
}

export interface SealWish {
  readonly account: string;
  readonly channel: string;
  readonly visibility: Visibility;
  readonly payment: Payment;
  readonly companion: Companion<SealedPlace>;
}

/** A value that may be sealed. */
export interface RunValue {
  readonly kernel: KernelValue;
  seal(wish: SealWish): Promise<SealedAnswer>;
}

export interface PreparedRun {
  /** Null where nothing will be sealed, because the run will be refused. */
  readonly quote: Quote | null;
  /** @throws Refusal where there is no value */
  run(by: Asker): Promise<RunValue>;
}

/** @throws Refusal for operators or a solver that there are not */
export function checkContract({ compute }: RunModules, contract: ChannelContract): void {
  if (contract.solver === null) planOf(compute, contract);
  else if (cardOf(contract.solver) === null) throw noSolver(contract.solver);
}

/** @param inputs of this tick, in the place of those that the contract declares */
export async function prepareRun(
  modules: RunModules,
  contract: ChannelContract,
  inputs: JsonObject,
  by: Asker,
): Promise<PreparedRun> {
  const all = { ...contract.inputs, ...inputs };
  return contract.solver === null
    ? prepareChain(modules, contract, numbersOf(all))
    : prepareJob(modules, contract, contract.solver, all, by);
}

function prepareChain(
  { compute, evaluator }: RunModules,
  contract: ChannelContract,
  inputs: Readonly<Record<string, number>>,
): PreparedRun {
  const plan = planOf(compute, contract);
  const { domain } = contract;
  return {
    quote: plan.quote,
    run: async (by) => {
      const kernel = valueOf(compute.observed(await evaluator.compute(plan, { inputs }, by)));
      return {
        kernel,
        seal: ({ account, channel, companion, payment, visibility }) =>
          compute.seal(
            plan,
            { operators: contract.operators ?? [], inputs, ...(domain === null ? {} : { domain }) },
            kernel,
            { account, machine: channel, companion, payment, visibility },
          ),
      };
    },
  };
}

function planOf(compute: ComputeService, { operators }: ChannelContract): ChainPlan {
  const plan = compute.plan(operators ?? []);
  if (plan.status !== "invalid") return plan;
  const { code, message, nearest = [] } = plan;
  throw new Refusal(code, message, nearest.length === 0 ? {} : { members: { nearest } });
}

/** @throws Refusal INVALID_INPUT */
function numbersOf(inputs: JsonObject): Readonly<Record<string, number>> {
  const numbers: Record<string, number> = {};
  for (const [name, value] of Object.entries(inputs)) {
    if (typeof value !== "number") throw badInput(name, "operators take numbers");
    numbers[name] = value;
  }
  return numbers;
}

function badInput(name: string, message: string): Refusal {
  const pointer = `/inputs/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  return new Refusal("INVALID_INPUT", `${name}: ${message}`, {
    errors: [{ pointer, code: "INVALID_INPUT", message }],
  });
}

/** A tick is a change: what gives no value is an error, and not counted. */
function valueOf(result: KernelResult): KernelValue {
  switch (result.status) {
    case "value": {
      const [unused] = Object.entries(result.unused);
      if (unused === undefined) return result;
      const [name, nearest] = unused;
      const message = `no operator of this chain has an input ${name}`;
      throw new Refusal("INVALID_INPUT", message, nearest === null ? {} : { members: { nearest } });
    }
    case "invalid":
      throw new Refusal(result.code, result.message);
    case "not-converged":
      throw new Refusal("DID_NOT_CONVERGE", result.message, {
        members: { reason: "step-halving" },
      });
    case "missing":
      throw new Refusal("INVALID_INPUT", result.inputError.message, {
        members: { inputError: { ...result.inputError } },
      });
    case "refused": {
      const { kind, message } = result.refusal;
      if (kind === "precision-loss")
        throw new Refusal("DID_NOT_CONVERGE", message, { members: { reason: kind } });
      throw new Refusal("INVALID_INPUT", message, { members: { refusal: { kind, message } } });
    }
    default:
      return result satisfies never;
  }
}

async function prepareJob(
  { evaluator, solvers }: RunModules,
  { domain }: ChannelContract,
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
        { caller: asker.caller, signal: asker.signal, deadlineMs: JOB_DEADLINE_MS },
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
        seal: ({ account, channel, companion, payment, visibility }) =>
          solvers.seal(outcome, {
            account,
            machine: channel,
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
