/** One worker thread: loads the code of a task at its first, runs one at a time. */
import { parentPort } from "node:worker_threads";
import { solve } from "../../../protocol/kernel/solved.js";
import { loadSolver } from "../../../protocol/solvers/load.js";
import { SolverMissing, SolverRefusal, Stopped } from "../../../protocol/solvers/refusal.js";
import { renderField } from "../../../protocol/solvers/render.js";
import type { Progress, StopSignal } from "../../../protocol/solvers/solver.js";
import { nodeCrypto } from "../../runtime/crypto.js";
import { within, WorkEnded } from "../../../protocol/workCount.js";
import type {
  EvaluationTask,
  FromWorker,
  JobOutcome,
  JobRequest,
  TaskOutcome,
  ToWorker,
} from "./messages.js";

const PROGRESS_INTERVAL_MS = 100;

const port = parentPort!;

function tell(message: FromWorker, transfer: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}

class Flag implements StopSignal {
  readonly #cell: Int32Array;
  constructor(memory: SharedArrayBuffer) {
    this.#cell = new Int32Array(memory);
  }
  get aborted(): boolean {
    return Atomics.load(this.#cell, 0) !== 0;
  }
}

/** At most ten a second, and never backwards; the error is that of the levels which are done. */
function progressOf(id: number): Progress {
  let last = -1;
  let lastMs = 0;
  let known: number | null = null;
  return (done, of, level = 0, error = Number.NaN) => {
    if (Number.isFinite(error)) known = error;
    const fraction = of > 0 ? Math.min(1, done / of) : 0;
    const nowMs = performance.now();
    if (fraction <= last || nowMs - lastMs < PROGRESS_INTERVAL_MS) return;
    [last, lastMs] = [fraction, nowMs];
    tell({ type: "progress", id, fraction, step: done, of, level, error: known });
  };
}

async function outcomeOf({ id, stop, task }: ToWorker): Promise<TaskOutcome> {
  const flag = new Flag(stop);
  try {
    return task.kind === "solve"
      ? await solved(task.job, flag, progressOf(id))
      : await evaluated(task, flag);
  } catch (error) {
    if (error instanceof Stopped || error instanceof WorkEnded) return { kind: "stopped" };
    if (error instanceof SolverMissing) {
      return {
        kind: "missing",
        missing: error.missing,
        accepts: error.accepts,
        message: error.message,
      };
    }
    if (error instanceof SolverRefusal) {
      return { kind: "refused", code: error.code, message: error.message, members: error.members };
    }
    throw error;
  }
}

async function solved(
  { body, field, media, mode, solver: name }: JobRequest,
  stop: StopSignal,
  progress: Progress,
): Promise<JobOutcome> {
  const solver = await loadSolver(name);
  // Equations inside a solver's loops look at the flag as well.
  const { digests, fields, inputs, kernel, unsealed, work } = within(
    Number.POSITIVE_INFINITY,
    () => solve(nodeCrypto, solver, body, mode, stop, progress),
    stop,
  );
  return {
    kind: "value",
    kernel,
    inputs,
    digests,
    work,
    unsealed,
    operators: solver.operators?.(inputs) ?? null,
    rendered: media === null ? null : renderField(fields, field, media),
  };
}

async function evaluated(task: EvaluationTask, stop: StopSignal): Promise<TaskOutcome> {
  const { evaluate } = await import("./evaluations.js");
  return { kind: "answer", answer: await evaluate(task, stop) };
}

port.on("message", (job: ToWorker) => {
  outcomeOf(job).then(
    (outcome) =>
      tell(
        { type: "done", id: job.id, outcome },
        outcome.kind === "value" && outcome.rendered !== null
          ? [outcome.rendered.buffer as ArrayBuffer]
          : [],
      ),
    (error: unknown) =>
      tell({
        type: "failed",
        id: job.id,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
  );
});
