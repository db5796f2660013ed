/**
 * Long work runs beside the serving thread: a fixed number of workers, bounded queues, a deadline,
 * and a flag by which a job is told that nobody waits for it. Workers start with the first job that
 * needs them. A job that is not paid for gives its worker to one that is, where none is free. A
 * document is short and answers everyone: where no worker is free, it has a thread that short work
 * alone waits for.
 */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Clock, Logger } from "../../../protocol/ports.js";
import { BusyError } from "../../../storage/kv/errors.js";
import type { Cancel, Scheduler } from "../../runtime/scheduler.js";
import type {
  EvaluationKind,
  EvaluationOutcome,
  Evaluations,
  EvaluationTask,
  FromWorker,
  JobOutcome,
  JobRefusal,
  JobRequest,
  Task,
  TaskOutcome,
  ToWorker,
} from "./messages.js";
import { keylessWorkers, Waiting, YIELDING, type Caller } from "./waiting.js";

/** A worker that does not heed its flag is ended after this. */
const STOP_GRACE_MS = 2_000;
/**
 * Pieces of short work that wait for the spare worker, or for one that nobody else wants; more wait
 * with all others. At some hundredths of a second each the last one waits for seconds, not minutes.
 */
const SHORT_WAITING_MAX = 256;
/** Objects of one worker, without the arrays that `memory` of a solver counts. */
const WORKER_HEAP_MB = 512;

export interface JobProgress {
  readonly fraction: number;
  readonly step: number;
  readonly of: number;
  readonly level: number;
  /** Relative, as the levels so far estimate it; null before there are two. */
  readonly error: number | null;
}

export interface JobOptions {
  readonly caller: Caller;
  /** Whose turn it takes: an account, or the group of an address; absent for nobody's. */
  readonly account?: string | undefined;
  readonly signal: AbortSignal;
  /** The time that the job has on a worker; it waits as long for one at most. */
  readonly deadlineMs: number;
  readonly onProgress?: (progress: JobProgress) => void;
  /** Told how long a worker was at it, in ms, however it ended. */
  readonly took?: (ms: number) => void;
}

interface Job {
  readonly id: number;
  /** The solver, or the kind of evaluation. */
  readonly name: string;
  readonly task: Task;
  readonly caller: Caller;
  readonly account: string;
  readonly options: JobOptions;
  readonly stop: SharedArrayBuffer;
  readonly resolve: (outcome: TaskOutcome) => void;
  readonly reject: (error: Error) => void;
  cancelDeadline: Cancel | null;
  /** When a worker began with it; null while it waits. */
  beganNs: bigint | null;
  readonly onAbort: () => void;
  /** Said to the job's caller already; what its worker still says is dropped. */
  settled: boolean;
}

interface Slot {
  worker: Worker | null;
  job: Job | null;
  cancelGrace: Cancel | null;
}

interface PoolModules {
  readonly log: Logger;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Told of each job's end, for the metrics. */
  readonly observe?: (solver: string, outcome: string, seconds: number) => void;
}

const NS_PER_S = 1e9;
const NS_PER_MS = 1e6;
const QUEUE = "the queue of the workers";
/** Work of a fraction of a second, which answers many: where all are busy, by a spare worker. */
const SHORT_TASKS: ReadonlySet<Task["kind"]> = new Set<Task["kind"]>([
  "document",
  "shortText",
  "placeInText",
  "isShortOfText",
  "idsInText",
  "operatorSearch",
  "librarySearch",
  "templateSearch",
  "template",
  "draft",
  "program",
  "route",
  "derive",
]);

export class SolverPool {
  readonly #modules: PoolModules;
  readonly #slots: readonly Slot[];
  readonly #spare: Slot = { worker: null, job: null, cancelGrace: null };
  readonly #waiting = new Waiting<Job>();
  /** Short work behind that of the spare worker, in its order. */
  #short: readonly Job[] = [];
  #nextId = 1;
  #closed = false;

  constructor(options: { readonly workers?: number }, modules: PoolModules) {
    const workers = options.workers ?? Math.max(1, availableParallelism() - 1);
    this.#slots = Array.from({ length: workers }, () => ({
      worker: null,
      job: null,
      cancelGrace: null,
    }));
    this.#modules = modules;
  }

  get size(): number {
    return this.#slots.length;
  }
  get running(): number {
    return this.#slots.filter(({ job }) => job !== null).length;
  }
  get queued(): number {
    return this.#waiting.size + this.#short.length;
  }

  /**
   * @returns what the solver answered; `stopped` when the signal was set, a refusal with reason
   * `deadline` when it ran for longer than it may
   * @throws BusyError when the queue is full, no worker was free in time, or a job that is paid for
   * took the worker
   */
  async run(job: JobRequest, options: JobOptions): Promise<JobOutcome> {
    const outcome = await this.#add(job.solver, { kind: "solve", job }, options);
    if (outcome.kind === "answer")
      throw new Error(`the solver ${job.solver} answered another task`);
    return outcome;
  }

  /** As `run`, for an evaluation that is no solver's. */
  async evaluate<K extends EvaluationKind>(
    kind: K,
    asked: Evaluations[K]["asked"],
    options: JobOptions,
  ): Promise<EvaluationOutcome<K>> {
    // eslint-disable-next-line typescript/no-unsafe-type-assertion
    const task = { kind, asked } as EvaluationTask;
    const outcome = await this.#add(kind, task, options);
    if (outcome.kind === "value") throw new Error(`an evaluation (${kind}) answered as a solver`);
    return outcome;
  }

  #add(name: string, task: Task, options: JobOptions): Promise<TaskOutcome> {
    const { account = "", caller } = options;
    if (this.#closed) return Promise.reject(new BusyError(QUEUE));
    const { clock, observe, scheduler } = this.#modules;
    const startNs = clock.nowNs();
    return new Promise<TaskOutcome>((resolve, reject) => {
      const job: Job = {
        id: this.#nextId++,
        name,
        task,
        caller,
        account,
        options,
        stop: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
        cancelDeadline: null,
        beganNs: null,
        settled: false,
        onAbort: () => this.#cancel(job, { kind: "stopped" }),
        resolve: (outcome) => {
          // The clock may be set back meanwhile.
          const seconds = Math.max(0, Number(clock.nowNs() - startNs) / NS_PER_S);
          observe?.(name, outcome.kind, seconds);
          resolve(outcome);
        },
        reject,
      };
      if (options.signal.aborted) {
        resolve({ kind: "stopped" });
        return;
      }
      options.signal.addEventListener("abort", job.onAbort, { once: true });
      if (SHORT_TASKS.has(task.kind) && this.#addShort(job)) return;
      const loser = this.#waiting.add(job);
      if (loser !== null) this.#fail(loser, new BusyError(QUEUE));
      if (loser === job) return;
      this.#next();
      // What began meanwhile has its own deadline.
      job.cancelDeadline ??= scheduler.after(options.deadlineMs, () => this.#giveUp(job));
      if (caller === "paying") this.#makeRoom();
    });
  }

  /** @returns false where too much short work waits already */
  #addShort(job: Job): boolean {
    const free = [...this.#slots, this.#spare].find((slot) => slot.job === null);
    if (free !== undefined) {
      this.#begin(free, job);
      return true;
    }
    if (this.#short.length >= SHORT_WAITING_MAX) return false;
    this.#short = [...this.#short, job];
    job.cancelDeadline = this.#modules.scheduler.after(job.options.deadlineMs, () =>
      this.#giveUp(job),
    );
    return true;
  }

  /** Running jobs are stopped, waiting ones answered as stopped. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of [...this.#waiting.drain(), ...this.#short])
      this.#settle(job, { kind: "stopped" });
    this.#short = [];
    await Promise.all(
      [...this.#slots, this.#spare].map(async (slot) => {
        slot.cancelGrace?.();
        if (slot.job !== null) {
          slot.job.beganNs = null;
          this.#settle(slot.job, { kind: "stopped" });
        }
        slot.job = null;
        const { worker } = slot;
        slot.worker = null;
        await worker?.terminate();
      }),
    );
  }

  #next(): void {
    for (const slot of this.#slots) {
      if (slot.job !== null) continue;
      const job =
        this.#waiting.next(this.#keylessRunning() < keylessWorkers(this.size)) ?? this.#nextShort();
      if (job === undefined) return;
      this.#begin(slot, job);
    }
  }

  #nextShort(): Job | undefined {
    const [next, ...others] = this.#short;
    this.#short = others;
    return next;
  }

  /** The deadline counts from here: what others do before is no work of this job. */
  #begin(slot: Slot, job: Job): void {
    const { deadlineMs } = job.options;
    job.beganNs = this.#modules.clock.nowNs();
    job.cancelDeadline?.();
    job.cancelDeadline = this.#modules.scheduler.after(deadlineMs, () =>
      this.#cancel(job, deadlineRefusal(deadlineMs)),
    );
    slot.job = job;
    slot.worker ??= this.#start(slot);
    slot.worker.ref();
    slot.worker.postMessage({ id: job.id, task: job.task, stop: job.stop } satisfies ToWorker, []);
  }

  /** No worker was free for a job in the time that it has: nothing of it was done. */
  #giveUp(job: Job): void {
    this.#leave(job);
    this.#fail(job, new BusyError(QUEUE));
  }

  /** A job that is stopped holds its worker until it has seen the flag. */
  #keylessRunning(): number {
    return this.#slots.filter(({ job }) => job?.caller === "keyless").length;
  }

  /** Every paying job that waits is given the worker of one that nobody pays for, or waits for. */
  #makeRoom(): void {
    const freed = this.#slots.filter(({ job }) => job?.settled === true).length;
    const free = YIELDING.flatMap((caller) =>
      this.#slots.flatMap(({ job }) => (job?.caller === caller && !job.settled ? [job] : [])),
    );
    for (const job of free.slice(0, Math.max(0, this.#waiting.of("paying") - freed))) {
      // That others came first is no work of its own.
      job.beganNs = null;
      this.#end(job, () => job.reject(new BusyError("the part of the workers that is free")));
      this.#stop(job);
    }
  }

  #start(slot: Slot): Worker {
    const worker = new Worker(new URL("./computeWorker.js", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
    });
    worker.on("message", (message: FromWorker) => this.#take(slot, worker, message));
    worker.on("error", (error) => this.#lost(slot, worker, error));
    worker.on("exit", () => this.#lost(slot, worker, new Error("a worker's thread ended")));
    return worker;
  }

  #take(slot: Slot, worker: Worker, message: FromWorker): void {
    const { job } = slot;
    if (slot.worker !== worker || job === null || job.id !== message.id) return;
    if (message.type === "progress") {
      const { error, fraction, level, of, step } = message;
      if (!job.settled) job.options.onProgress?.({ fraction, step, of, level, error });
      return;
    }
    this.#free(slot);
    if (message.type === "done") this.#settle(job, message.outcome);
    else this.#fail(job, new Error(`the job ${job.name} failed: ${message.error}`));
    this.#next();
  }

  #free(slot: Slot): void {
    slot.job = null;
    slot.cancelGrace?.();
    slot.cancelGrace = null;
    if (slot === this.#spare) {
      const next = this.#nextShort();
      if (next !== undefined) {
        this.#begin(slot, next);
        return;
      }
      const { worker } = slot;
      slot.worker = null;
      void worker?.terminate();
      return;
    }
    // An idle worker does not keep the process.
    slot.worker?.unref();
  }

  /** Answers the caller now; the worker has the grace to come to its next look at the flag. */
  #cancel(job: Job, outcome: JobRefusal): void {
    this.#leave(job);
    this.#settle(job, outcome);
    this.#stop(job);
  }

  /** Takes a job out of those that wait; one that runs is in none. */
  #leave(job: Job): void {
    this.#waiting.remove(job);
    this.#short = this.#short.filter((one) => one !== job);
  }

  #stop(job: Job): void {
    Atomics.store(new Int32Array(job.stop), 0, 1);
    const slot = [...this.#slots, this.#spare].find((one) => one.job === job);
    if (slot === undefined || slot.cancelGrace !== null) return;
    slot.cancelGrace = this.#modules.scheduler.after(STOP_GRACE_MS, () => this.#replace(slot, job));
  }

  #replace(slot: Slot, job: Job): void {
    if (slot.job !== job) return;
    this.#modules.log.warn("a job did not stop in time: its thread is ended", {
      job: job.name,
    });
    const { worker } = slot;
    slot.worker = null;
    this.#free(slot);
    void worker?.terminate();
    this.#next();
  }

  #lost(slot: Slot, worker: Worker, error: Error): void {
    if (slot.worker !== worker) return;
    slot.worker = null;
    const { job } = slot;
    this.#free(slot);
    if (job !== null) {
      this.#modules.log.error("a worker thread ended unexpectedly", {
        job: job.name,
        error: error.message,
      });
      this.#fail(job, error);
    }
    if (!this.#closed) this.#next();
  }

  #settle(job: Job, outcome: TaskOutcome): void {
    this.#end(job, () => job.resolve(outcome));
  }

  #fail(job: Job, error: Error): void {
    this.#end(job, () => job.reject(error));
  }

  /** Does nothing where its caller has been answered already. */
  #end(job: Job, answer: () => void): void {
    if (job.settled) return;
    job.settled = true;
    job.cancelDeadline?.();
    if (job.beganNs !== null)
      job.options.took?.(
        Math.max(0, Number(this.#modules.clock.nowNs() - job.beganNs)) / NS_PER_MS,
      );
    job.options.signal.removeEventListener("abort", job.onAbort);
    answer();
  }
}

function deadlineRefusal(deadlineMs: number): JobRefusal {
  return {
    kind: "refused",
    code: "DID_NOT_CONVERGE",
    members: { reason: "deadline", deadline_ms: deadlineMs },
    message:
      `there was no answer within ${deadlineMs} ms of work: nothing was sealed or charged; coarsen the ` +
      "job or raise deadlineMs",
  };
}
