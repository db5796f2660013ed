/** Who waits for whom on one worker, in a real thread: told by events, never by time. */
import { expect } from "chai";
import { KEYLESS_DEADLINE_MS } from "../../../../../node/compute/evaluator.js";
import type { JobOutcome, JobRequest } from "../../../../../node/compute/workers/messages.js";
import { SolverPool } from "../../../../../node/compute/workers/pool.js";
import {
  keylessWorkers,
  WAITING_MAX,
  type Caller,
} from "../../../../../node/compute/workers/waiting.js";
import { systemClock } from "../../../../../node/runtime/clock.js";
import { systemScheduler } from "../../../../../node/runtime/scheduler.js";
import type { JsonObject } from "../../../../../protocol/ports.js";
import { BusyError } from "../../../../../storage/kv/errors.js";
import { quiet } from "../../../../kit/logger.js";

const EPIDEMIC = { R0: 1.5, I0: 1, N: 1_000 };
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
const DEADLINE_MS = 60_000;

function request(solver: string, body: JsonObject): JobRequest {
  return { solver, body, mode: "none", media: null, field: 0 };
}

describe("node/workers: who goes first", () => {
  let pool: SolverPool;
  let here: { readonly caller: Caller; readonly controller: AbortController }[] = [];
  const open = (workers: number): void => {
    pool = new SolverPool(
      { workers },
      { log: quiet, clock: systemClock(), scheduler: systemScheduler },
    );
  };
  const ask = (caller: Caller, solver: string, body: JsonObject): Promise<JobOutcome | Error> => {
    const controller = new AbortController();
    here.push({ caller, controller });
    return pool
      .run(request(solver, body), { caller, signal: controller.signal, deadlineMs: DEADLINE_MS })
      .catch((error: unknown) => {
        if (error instanceof Error) return error;
        throw error;
      });
  };
  /** All of this kind that came until now. */
  const leave = (kind: Caller): void => {
    for (const { caller, controller } of here) if (caller === kind) controller.abort();
    here = here.filter(({ caller }) => caller !== kind);
  };
  afterEach(async () => {
    here = [];
    await pool.close();
  });

  it("one worker, flooded by callers without a key: who pays is answered, and before all of them", async () => {
    open(1);
    const ended: string[] = [];
    const flood = Array.from({ length: WAITING_MAX.keyless + 20 }, () =>
      ask("keyless", "predator-prey", ENDLESS).then((outcome) => {
        ended.push("keyless");
        return outcome;
      }),
    );
    expect([pool.running, pool.queued]).to.deep.equal([1, WAITING_MAX.keyless]);
    for (const outcome of await Promise.all(flood.slice(WAITING_MAX.keyless + 1)))
      expect(outcome).to.be.instanceOf(BusyError);
    const paid = ask("paying", "epi", EPIDEMIC);
    const preempted = await flood[0]!;
    expect(preempted).to.be.instanceOf(BusyError);
    const endedBefore = ended.length;
    expect(await paid).to.have.property("kind", "value");
    expect(ended.length, "no other stranger was run to its end before").to.equal(endedBefore);
    leave("keyless");
    for (const outcome of await Promise.all(flood.slice(1, WAITING_MAX.keyless + 1)))
      expect(outcome).to.have.property("kind", "stopped");
  });

  it("a job of a known account that is free of charge gives way as well, and goes before strangers", async () => {
    open(1);
    const checked = ask("keyed", "predator-prey", ENDLESS);
    const order: string[] = [];
    const stranger = ask("keyless", "epi", EPIDEMIC).then(() => order.push("keyless"));
    const known = ask("keyed", "epi", EPIDEMIC).then(() => order.push("keyed"));
    const paid = ask("paying", "epi", EPIDEMIC).then(() => order.push("paying"));
    expect(await checked).to.be.instanceOf(BusyError);
    await Promise.all([stranger, known, paid]);
    expect(order).to.deep.equal(["paying", "keyed", "keyless"]);
  });

  it("who pays does not stop who pays, nor more strangers than there are jobs", async () => {
    open(2);
    const first = ask("paying", "predator-prey", ENDLESS);
    const stranger = ask("keyless", "predator-prey", ENDLESS);
    await Promise.all([ask("paying", "epi", EPIDEMIC), ask("paying", "epi", EPIDEMIC)]);
    expect(await stranger).to.be.instanceOf(BusyError);
    expect(pool.running).to.equal(1);
    leave("paying");
    expect(await first).to.have.property("kind", "stopped");
  });

  it("strangers share a quarter of the workers, and one at least", () => {
    expect([1, 2, 4, 7, 8, 16].map(keylessWorkers)).to.deep.equal([1, 1, 1, 1, 2, 4]);
    open(4);
    for (let i = 0; i < 3; i += 1) void ask("keyless", "predator-prey", ENDLESS);
    expect([pool.running, pool.queued]).to.deep.equal([1, 2]);
    void ask("keyed", "predator-prey", ENDLESS);
    expect([pool.running, pool.queued]).to.deep.equal([2, 2]);
  });

  it("an orbit without a key that takes millions of steps ends when its caller leaves", async () => {
    open(1);
    const orbit = { alpha: 1.1, beta: 0.4, gamma: 0.4, delta: 0.1, x0: 10, y0: 1_000 };
    const left = ask("keyless", "predator-prey", { ...orbit, t_end: 100 });
    expect([pool.running, pool.queued]).to.deep.equal([1, 0]);
    const next = ask("keyless", "epi", EPIDEMIC);
    leave("keyless");
    expect(await left).to.have.property("kind", "stopped");
    expect(await next).to.have.property("kind", "stopped");
    expect(await ask("keyless", "epi", EPIDEMIC)).to.have.property("kind", "value");
  });

  it("a caller who leaves frees the worker for the next", async () => {
    open(1);
    const left = ask("keyless", "predator-prey", ENDLESS);
    leave("keyless");
    expect(await left).to.have.property("kind", "stopped");
    expect(await ask("keyless", "epi", EPIDEMIC)).to.have.property("kind", "value");
    expect(KEYLESS_DEADLINE_MS).to.be.below(DEADLINE_MS);
  });
});
