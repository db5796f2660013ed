/**
 * A pool of two workers, real threads: nothing that is handed in is lost, whatever becomes of the
 * other jobs.
 */
import { expect } from "chai";
import type { JobOutcome, JobRequest } from "../../../../../node/compute/workers/messages.js";
import { SolverPool } from "../../../../../node/compute/workers/pool.js";
import { WAITING_MAX } from "../../../../../node/compute/workers/waiting.js";
import type { JsonObject } from "../../../../../protocol/ports.js";
import { systemClock } from "../../../../../node/runtime/clock.js";
import { systemScheduler } from "../../../../../node/runtime/scheduler.js";
import { VirtualTime } from "../../../../kit/virtualTime.js";
import { executeJob } from "../../../../../protocol/solvers/execute.js";
import { loadSolver } from "../../../../../protocol/solvers/load.js";
import { BusyError } from "../../../../../storage/kv/errors.js";
import { quiet } from "../../../../kit/logger.js";

const WORKERS = 2;
const CROWD = 100;
const DEADLINE_MS = 60_000;
/** Runs for minutes unless it is stopped. */
const ENDLESS = {
  alpha: 1.1,
  beta: 0.4,
  gamma: 0.4,
  delta: 0.1,
  x0: 9,
  y0: 5,
  t_end: 1_500,
  dt: 0.0001,
};

function epidemic(k: number): JsonObject {
  return { R0: 1.2 + k / 50, I0: 1, N: 1_000 };
}

function request(solver: string, body: JsonObject): JobRequest {
  return { solver, body, mode: "none", media: null, field: 0 };
}

function valueOf(outcome: JobOutcome | Error): number {
  if (outcome instanceof Error || outcome.kind !== "value")
    throw new Error(JSON.stringify(outcome));
  return outcome.kernel.value;
}

/** A caller waits for one job, as a request does. */
const nobodyLeaves = (): AbortSignal => new AbortController().signal;

/** What became of a job: an outcome, or why it was not taken. */
async function ended(job: Promise<JobOutcome>): Promise<JobOutcome | Error> {
  try {
    return await job;
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

describe("node/workers: two workers", () => {
  let pool: SolverPool;
  let observed: string[];
  beforeEach(() => {
    observed = [];
    pool = new SolverPool(
      { workers: WORKERS },
      {
        log: quiet,
        clock: systemClock(),
        scheduler: systemScheduler,
        observe: (_, outcome) => observed.push(outcome),
      },
    );
  });
  afterEach(() => pool.close());

  it("a hundred at once: two run, as many wait as may, the rest are told at once, and every value is its own", async () => {
    const solver = await loadSolver("epi");
    const jobs = Array.from({ length: CROWD }, (_, k) =>
      ended(
        pool.run(request("epi", epidemic(k)), {
          caller: "paying",
          signal: nobodyLeaves(),
          deadlineMs: DEADLINE_MS,
        }),
      ),
    );
    expect(pool.running).to.equal(WORKERS);
    expect(pool.queued).to.equal(WAITING_MAX.paying);
    const outcomes = await Promise.all(jobs);
    outcomes.forEach((outcome, k) => {
      if (k >= WORKERS + WAITING_MAX.paying) expect(outcome, `${k}`).to.be.instanceOf(BusyError);
      else
        expect(valueOf(outcome), `${k}`).to.equal(
          executeJob(solver, epidemic(k), { aborted: false }).result.value,
        );
    });
    expect([pool.running, pool.queued]).to.deep.equal([0, 0]);
    expect(observed).to.deep.equal(
      Array.from({ length: WORKERS + WAITING_MAX.paying }, () => "value"),
    );
  });

  it("refusals, missing inputs and jobs that nobody waits for leave the others alone", async () => {
    const solver = await loadSolver("epi");
    const gone: AbortController[] = [];
    const kinds = Array.from({ length: 60 }, (_, k) =>
      k < WORKERS || k % 5 === 0
        ? "stopped"
        : k % 5 === 1
          ? "refused"
          : k % 5 === 2
            ? "missing"
            : "value",
    );
    const jobs = kinds.map((kind, k) => {
      if (kind === "stopped") {
        const caller = new AbortController();
        gone.push(caller);
        return pool.run(request("predator-prey", ENDLESS), {
          caller: "paying",
          signal: caller.signal,
          deadlineMs: DEADLINE_MS,
        });
      }
      const asked =
        kind === "refused"
          ? request("predator-prey", { ...ENDLESS, dt: -1 })
          : kind === "missing"
            ? request("flow", { Re: 100, mode: "taylor-green" })
            : request("epi", epidemic(k));
      return pool.run(asked, { caller: "paying", signal: nobodyLeaves(), deadlineMs: DEADLINE_MS });
    });
    // Both workers are held by what never ends until its caller goes.
    expect(pool.running).to.equal(WORKERS);
    for (const caller of gone) caller.abort();
    const outcomes = await Promise.all(jobs);
    expect(outcomes.map(({ kind }) => kind)).to.deep.equal(kinds);
    outcomes.forEach((outcome, k) => {
      if (kinds[k] === "value")
        expect(valueOf(outcome)).to.equal(
          executeJob(solver, epidemic(k), { aborted: false }).result.value,
        );
    });
    expect([pool.running, pool.queued]).to.deep.equal([0, 0]);
  });

  it("a job over its time is refused, and the worker beside it is not disturbed", async () => {
    const late = pool.run(request("predator-prey", ENDLESS), {
      caller: "paying",
      signal: nobodyLeaves(),
      deadlineMs: 50,
    });
    const beside = await Promise.all(
      Array.from({ length: 8 }, (_, k) =>
        pool.run(request("epi", epidemic(k)), {
          caller: "paying",
          signal: nobodyLeaves(),
          deadlineMs: DEADLINE_MS,
        }),
      ),
    );
    for (const outcome of beside) expect(outcome.kind).to.equal("value");
    const outcome = await late;
    expect(outcome).to.have.nested.property("members.reason", "deadline");
  });

  it("its time is that of the scheduler it was given", async () => {
    const time = new VirtualTime();
    const modules = { log: quiet, clock: time, scheduler: time };
    const seconds: number[] = [];
    const own = new SolverPool(
      { workers: 1 },
      { ...modules, observe: (_solver, _outcome, took) => seconds.push(took) },
    );
    const job = own.run(request("predator-prey", ENDLESS), {
      caller: "paying",
      signal: nobodyLeaves(),
      deadlineMs: DEADLINE_MS,
    });
    expect(time.delays).to.deep.equal([DEADLINE_MS]);
    await time.pass(DEADLINE_MS - 1);
    expect(own.running).to.equal(1);
    await time.pass(1);
    expect(await job).to.have.nested.property("members.reason", "deadline");
    expect(seconds).to.deep.equal([DEADLINE_MS / 1_000]);
    await own.close();
  });

  it("a deadline counts the work of its own job; who waits as long is told that others are busy", async () => {
    const time = new VirtualTime();
    const own = new SolverPool({ workers: 1 }, { log: quiet, clock: time, scheduler: time });
    const ask = (deadlineMs: number): Promise<JobOutcome | Error> =>
      ended(
        own.run(request("predator-prey", ENDLESS), {
          caller: "paying",
          signal: nobodyLeaves(),
          deadlineMs,
        }),
      );
    const first = ask(1_000);
    const second = ask(10_000);
    const third = ask(1_500);
    await time.pass(999);
    expect([own.running, own.queued]).to.deep.equal([1, 2]);
    await time.pass(1);
    expect(await first).to.have.nested.property("members.reason", "deadline");
    await time.pass(500);
    expect(await third).to.be.instanceOf(BusyError);
    // The worker has two seconds to see its flag, or its thread is ended: the next has begun then.
    await time.pass(1_500);
    expect([own.running, own.queued]).to.deep.equal([1, 0]);
    // Ten seconds after it was asked, and not yet ten after it began.
    await time.pass(7_999);
    expect(own.running).to.equal(1);
    await time.pass(2_001);
    expect(await second).to.have.nested.property("members.reason", "deadline");
    await own.close();
  });

  it("seventy searches at once are answered, also while every worker is busy", async () => {
    const QUESTIONS = 70;
    const ask = (i: number) =>
      pool.evaluate(
        "operatorSearch",
        { query: `kinetic energy ${i}`, options: {} },
        { caller: "keyless", account: "one", signal: nobodyLeaves(), deadlineMs: DEADLINE_MS },
      );
    const all = () => Promise.all(Array.from({ length: QUESTIONS }, (_, i) => ask(i)));
    const kinds = (await all()).map(({ kind }) => kind);
    const gone = new AbortController();
    const jobs = Array.from({ length: WORKERS }, () =>
      pool.run(request("predator-prey", ENDLESS), {
        caller: "paying",
        signal: gone.signal,
        deadlineMs: DEADLINE_MS,
      }),
    );
    kinds.push(...(await all()).map(({ kind }) => kind));
    expect(pool.running).to.equal(WORKERS);
    gone.abort();
    await Promise.all(jobs);
    expect(new Set(kinds)).to.deep.equal(new Set(["answer"]));
    expect(kinds).to.have.lengthOf(2 * QUESTIONS);
  });

  it("documents are written while every worker is busy, several at once, too", async () => {
    const gone = new AbortController();
    const jobs = Array.from({ length: 4 }, () =>
      pool.run(request("predator-prey", ENDLESS), {
        caller: "paying",
        signal: gone.signal,
        deadlineMs: DEADLINE_MS,
      }),
    );
    const options = { caller: "keyed", signal: nobodyLeaves(), deadlineMs: DEADLINE_MS } as const;
    const left = new AbortController();
    const names = ["solvers", "operators", "conformance", "solvers"] as const;
    const documents = names.map((name) => pool.evaluate("document", { name }, options));
    const lost = pool.evaluate(
      "document",
      { name: "solvers" },
      { ...options, signal: left.signal },
    );
    expect([pool.running, pool.queued]).to.deep.equal([WORKERS, 2 + names.length]);
    left.abort();
    expect((await lost).kind).to.equal("stopped");
    const outcomes = await Promise.all(documents);
    expect(outcomes.map(({ kind }) => kind)).to.deep.equal(names.map(() => "answer"));
    // Nobody whose work is long has had a turn meanwhile.
    expect([pool.running, pool.queued]).to.deep.equal([WORKERS, 2]);
    gone.abort();
    await Promise.all(jobs);
  });

  it("closed while all are busy, it answers every job as stopped and takes no more", async () => {
    const jobs = Array.from({ length: 10 }, () =>
      pool.run(request("predator-prey", ENDLESS), {
        caller: "paying",
        signal: nobodyLeaves(),
        deadlineMs: DEADLINE_MS,
      }),
    );
    await pool.close();
    for (const outcome of await Promise.all(jobs)) expect(outcome.kind).to.equal("stopped");
    expect(
      await ended(
        pool.run(request("epi", epidemic(1)), {
          caller: "paying",
          signal: nobodyLeaves(),
          deadlineMs: DEADLINE_MS,
        }),
      ),
    ).to.be.instanceOf(BusyError);
  });
});
