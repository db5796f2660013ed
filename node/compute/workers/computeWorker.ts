/** One worker thread: loads the code of a solver at its first job, runs one job at a time. */
import { parentPort } from "node:worker_threads";
import { solve } from "../../../protocol/kernel/solved.js";
import { loadSolver } from "../../../protocol/solvers/load.js";
import { SolverMissing, SolverRefusal, Stopped } from "../../../protocol/solvers/refusal.js";
import { renderField } from "../../../protocol/solvers/render.js";
import type { Progress, StopSignal } from "../../../protocol/solvers/solver.js";
import { nodeCrypto } from "../../runtime/crypto.js";
import type { FromWorker, JobOutcome, ToWorker } from "./messages.js";

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

/** At most ten a second, and never backwards. */
function progressOf(id: number): Progress {
  let last = -1;
  let toldMs = 0;
  return (done, of, level = 0) => {
    const fraction = of > 0 ? Math.min(1, done / of) : 0;
    const nowMs = performance.now();
    if (fraction <= last || nowMs - toldMs < PROGRESS_INTERVAL_MS) return;
    [last, toldMs] = [fraction, nowMs];
    tell({ type: "progress", id, fraction, step: done, of, level });
  };
}

async function outcomeOf({
  id,
  body,
  field,
  media,
  mode,
  solver: name,
  stop,
}: ToWorker): Promise<JobOutcome> {
  try {
    const solver = await loadSolver(name);
    const { digests, fields, inputs, kernel, unsealed, work } = solve(
      nodeCrypto,
      solver,
      body,
      mode,
      new Flag(stop),
      progressOf(id),
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
  } catch (error) {
    if (error instanceof Stopped) return { kind: "stopped" };
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
