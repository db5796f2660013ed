/** Jobs of solvers: quoted, run in the workers, sealed, and run again for checks. */
import { canonicalize } from "../../protocol/encoding/jcs.js";
import { quoteJob } from "../../protocol/economy/price.js";
import type { AnswerShape } from "../../protocol/kernel/answerShape.js";
import { masterEquationText } from "../../protocol/chains/master.js";
import { fieldsModeOf } from "../../protocol/kernel/solveAgain.js";
import type { SolvedAgain } from "../../protocol/kernel/reexecute.js";
import { solverJobOf } from "../../protocol/kernel/reexecute.js";
import type { KernelValue } from "../../protocol/chains/result.js";
import type { Crypto, JsonObject, JsonValue } from "../../protocol/ports.js";
import { cardOf } from "../../protocol/solvers/cards.js";
import type { FieldsMode } from "../../protocol/solvers/fieldText.js";
import type { SolverCard } from "../../protocol/solvers/solver.js";
import type { RowBlocks } from "../../protocol/table/blocks.js";
import type { TableRow } from "../../protocol/kernel/table/rows.js";
import {
  solverTableOf,
  type SolverTable,
  type SolverTableInputs,
} from "../../protocol/kernel/table/solverRows.js";
import type { Visibility } from "../../storage/records/records.js";
import type { Metrics } from "../runtime/metrics/metrics.js";
import type { FurtherWrite, ChainFacts, Payment, SealedPlace } from "../sealing/draft.js";
import type { Companion } from "../sealing/stagedLog.js";
import type { SealedAnswer } from "../sealing/envelopeLog.js";
import type { ResultSealer } from "../sealing/sealer.js";
import { CHALLENGE, deadlineOf, jobOptionsOf, type Asker } from "./evaluator.js";
import { tableAsked, type KeptRows, type RowKeeper } from "./keptRows.js";
import { Sweeps, type SolvedTable, type SweepOptions } from "./sweeps.js";
import type { JobOutcome, JobValue } from "./workers/messages.js";
import type { JobOptions, SolverPool } from "./workers/pool.js";

/** A check of somebody's receipt may take as long as the job did. */
const AGAIN_DEADLINE_MS = 600_000;

interface SolverModules {
  readonly crypto: Pick<Crypto, "sha256">;
  readonly keptRows: KeptRows;
  readonly pool: SolverPool;
  readonly sealer: Pick<ResultSealer, "seal">;
  readonly metrics: Metrics;
  readonly registryVersion: string;
}

export interface SolverJob {
  readonly solver: string;
  readonly body: JsonObject;
  readonly mode: FieldsMode;
  readonly media: string | null;
  readonly field: number;
}

export interface SolvedSeal {
  readonly account: string;
  /** Id of the machine whose key asks. */
  readonly machine: string | null;
  readonly visibility: Visibility;
  readonly domain: string | null;
  /** How its price is paid. */
  readonly payment: Payment;
  readonly furtherWrite?: FurtherWrite;
  /** The short form of the answer. */
  readonly shape?: AnswerShape | null;
  /** What other logs write with it. */
  readonly companion?: Companion<SealedPlace>;
}

export class SolverService {
  readonly #modules: SolverModules;
  readonly #sweeps: Sweeps;

  constructor(modules: SolverModules) {
    this.#modules = modules;
    this.#sweeps = new Sweeps(modules);
  }

  /** A job for each row. @throws BusyError when the signal was set; Refusal when time ran out */
  async table(card: SolverCard, table: SolverTable, options: SweepOptions): Promise<SolvedTable> {
    const solved = await this.#sweeps.run(card, table, options);
    this.#modules.metrics.computes.inc(card.id, solved.status, () => ({
      operator: card.id,
      verdict: solved.status,
    }));
    return solved;
  }

  /**
   * What keeps the rows of a table for the same request after a restart; null for one without a key.
   * @param scope of its idempotency key
   */
  async keeperOf(
    card: SolverCard,
    inputs: SolverTableInputs,
    scope: string | null,
  ): Promise<RowKeeper | null> {
    if (scope === null) return null;
    const { crypto, keptRows, registryVersion } = this.#modules;
    return keptRows.open(tableAsked(crypto, { scope, card, inputs, registryVersion }));
  }

  /** A row of a table that was sealed, with its proof. @throws BusyError; Refusal */
  row(
    card: SolverCard,
    table: SolverTable,
    row: number,
    blocks: RowBlocks | null,
    options: JobOptions,
  ): Promise<TableRow> {
    return this.#sweeps.provenRow(card, table, row, blocks, options);
  }

  /** Seals one envelope over all rows. */
  sealTable(
    { kernel, quote }: Extract<SolvedTable, { status: "value" }>,
    inputs: SolverTableInputs,
    seal: SolvedSeal,
  ): Promise<SealedAnswer> {
    return this.#seal(kernel, { credits: quote.credits, inputs: canonicalize(inputs) }, seal);
  }

  async run(
    { body, field, media, mode, solver }: SolverJob,
    options: JobOptions,
  ): Promise<JobOutcome> {
    const { metrics, pool } = this.#modules;
    const outcome = await pool.run({ solver, body, mode, media, field }, options);
    metrics.computes.inc(solver, outcome.kind, () => ({ operator: solver, verdict: outcome.kind }));
    if (outcome.kind === "refused" && outcome.code === "DID_NOT_CONVERGE") {
      metrics.gateFailures.inc({ reason: textOf(outcome.members["reason"]) });
    }
    return outcome;
  }

  seal(value: JobValue, seal: SolvedSeal): Promise<SealedAnswer> {
    const { kernel, inputs } = value;
    const priced = { credits: creditsOf(value), inputs: canonicalize(inputs) };
    return this.#seal(kernel, priced, seal);
  }

  #seal(
    kernel: KernelValue,
    { credits, inputs }: { readonly credits: number; readonly inputs: string },
    { account, companion, furtherWrite, domain, machine, payment, shape, visibility }: SolvedSeal,
  ): Promise<SealedAnswer> {
    return this.#modules.sealer.seal({
      chain: this.#chainOf(kernel, credits),
      account,
      machine,
      charge: payment,
      visibility,
      domain,
      inputs,
      uncertainties: null,
      result: kernel,
      furtherWrite: furtherWrite ?? null,
      shape: shape ?? null,
      ...(companion === undefined ? {} : { companion }),
    });
  }

  #chainOf({ equations, operatorChain, solution }: KernelValue, credits: number): ChainFacts {
    const { engine, precisionBound } = solution!;
    return {
      operators: operatorChain,
      masterEquation: masterEquationText(equations.slice(1)),
      credits,
      registryVersion: this.#modules.registryVersion,
      solver: { engine, precisionBound },
    };
  }

  /**
   * Runs the solver of a held receipt again; null for a closed form, or a solver this node does not
   * have. @throws BusyError
   */
  async again(held: JsonValue, by: Asker = CHALLENGE): Promise<SolvedAgain | null> {
    const job = solverJobOf(held);
    if (job === null) return null;
    const card = cardOf(job.solver);
    if (card === null) return null;
    const engine = `${card.id}/${card.version}`;
    if (job.isTable) return this.#tableAgain(card, job.inputs, by);
    const outcome = await this.#modules.pool.run(
      { solver: card.id, body: job.inputs, mode: fieldsModeOf(held), media: null, field: 0 },
      jobOptionsOf(by, deadlineOf(by, AGAIN_DEADLINE_MS)),
    );
    switch (outcome.kind) {
      case "value":
        return { engine, kernel: outcome.kernel, credits: creditsOf(outcome) };
      // Nobody may conclude from a check that was broken off.
      case "stopped":
        return null;
      case "missing":
        return { engine, refusal: outcome.message };
      case "refused":
        return outcome.members["reason"] === "deadline"
          ? null
          : { engine, refusal: outcome.message };
      default:
        return outcome satisfies never;
    }
  }

  async #tableAgain(card: SolverCard, inputs: JsonObject, by: Asker): Promise<SolvedAgain | null> {
    const engine = `${card.id}/${card.version}`;
    const read = solverTableOf(inputs);
    if ("refusal" in read) return { engine, refusal: `its inputs are no table: ${read.refusal}` };
    const options = jobOptionsOf(by, deadlineOf(by, AGAIN_DEADLINE_MS));
    const solved = await this.#sweeps.run(card, read.table, options);
    return solved.status === "none"
      ? { engine, refusal: "none of its rows has a value" }
      : { engine, kernel: solved.kernel, credits: solved.quote.credits };
  }

  /** The numbers of a sealed field, computed again; null when that gives no such field. */
  async field(
    held: JsonValue,
    field: number,
    media: string,
    by: Asker,
  ): Promise<Uint8Array | null> {
    const job = solverJobOf(held);
    if (job === null || cardOf(job.solver) === null) return null;
    const outcome = await this.#modules.pool.run(
      { solver: job.solver, body: job.inputs, mode: "none", media, field },
      jobOptionsOf(by, deadlineOf(by, AGAIN_DEADLINE_MS)),
    );
    return outcome.kind === "value" ? outcome.rendered : null;
  }
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "unknown";
}

/** What a solved job costs. */
export function creditsOf({ operators, work }: Pick<JobValue, "operators" | "work">): number {
  return quoteJob(work, operators).credits;
}
