/**
 * Work that the serving thread does itself is bounded by count; what takes more comes out of a
 * worker with the same bits. The first case is one that held a node for half a minute.
 */
import { Worker } from "node:worker_threads";
import { expect } from "chai";
import { Evaluator, type Asker } from "../../../../node/compute/evaluator.js";
import { SolverPool } from "../../../../node/compute/workers/pool.js";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { systemClock } from "../../../../node/runtime/clock.js";
import { systemScheduler } from "../../../../node/runtime/scheduler.js";
import { evaluateUnnamed, type UnnamedRequest } from "../../../../protocol/equations/index.js";
import { compute } from "../../../../protocol/chains/compute.js";
import { planChain, type ChainPlan } from "../../../../protocol/chains/plan.js";
import { INLINE_WORK_MAX, KEYLESS_INLINE_WORK_MAX } from "../../../../protocol/limits.js";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import { Table } from "../../../../protocol/table/columns.js";
import { computeTable } from "../../../../protocol/kernel/table/rows.js";
import { within, workCounted, WorkEnded } from "../../../../protocol/workCount.js";
import { quiet } from "../../../kit/logger.js";

/** A thread that has made no cell of the error function: what two rounds over all of them count. */
const CELLS_MADE = `
  const { parentPort, workerData } = require("node:worker_threads");
  Promise.all([import(workerData.math), import(workerData.work)]).then(([{ erfc }, { workCounted }]) => {
    const round = () => {
      const before = workCounted();
      for (let i = 0; i < 200; i += 1) erfc(0.6 + i / 8);
      return workCounted() - before;
    };
    parentPort.postMessage([round(), round()]);
  });
`;
const HUNDREDS = Array.from({ length: 120 }, (_, i) => `sin(${(i % 9) + 1} x)`).join(" + ");
const HEAVY = `S = SUM_{k=1..10000} INT_0^1 exp(-k x^2) (${HUNDREDS}) dx`;

function counted<T>(run: () => T): { readonly value: T; readonly work: number } {
  const before = workCounted();
  const value = run();
  return { value, work: workCounted() - before };
}

describe("node/compute: evaluation beside the serving thread", () => {
  const registry = builtinRegistry();
  let pool: SolverPool;
  let evaluator: Evaluator;
  let leave: AbortController;
  let by: Asker;
  beforeEach(() => {
    pool = new SolverPool(
      { workers: 1 },
      { log: quiet, clock: systemClock(), scheduler: systemScheduler },
    );
    evaluator = new Evaluator({ pool, registry, crypto: nodeCrypto });
    leave = new AbortController();
    by = { caller: "keyless", signal: leave.signal };
  });
  afterEach(() => pool.close());

  const planOf = (id: string): ChainPlan => {
    const plan = planChain(registry, [id]);
    if (plan.status === "invalid") throw new Error(plan.message);
    return plan;
  };

  it("a heavy sum of integrals leaves the serving thread, and the worker when its caller does", async () => {
    const { value, work } = counted(() => evaluator.equation({ equation: HEAVY, inputs: {} }, by));
    expect(value).to.be.instanceOf(Promise);
    expect(work).to.be.at.most(INLINE_WORK_MAX);
    expect(pool.running).to.equal(1);
    leave.abort();
    const [ended] = await Promise.allSettled([value]);
    expect(ended).to.have.nested.property("reason.name", "BusyError");
    // Its worker is free again for the next, whose answer shows it.
    const next = await pool.evaluate(
      "equation",
      { equation: "E = m c^2", inputs: { m: 1 } },
      { caller: "keyless", signal: new AbortController().signal, deadlineMs: 60_000 },
    );
    expect(next).to.have.nested.property("answer.value", 299_792_458 ** 2);
  });

  // Twelve of zeta took a quarter of a second of the serving thread, and counted as 12 additions.
  for (const call of ["zeta(k)", "betainc(k, 2.5, 0.4)", "gammainc(k, 1.5)", "k0(k)", "y1(k)"]) {
    it(`a sum of ${call} for numbers is a worker's, as it is for inputs`, async () => {
      const sumOf = (written: (k: number) => string): string =>
        `S = ${[9, 10, 11, 12].map((eighths) => call.replace("(k", `(${written(eighths / 8)}`)).join(" + ")}`;
      const numbers = sumOf(String);
      const inputs = sumOf((k) => `${k} x`);
      const requests: readonly UnnamedRequest[] = [
        { equation: numbers, inputs: {} },
        { equation: inputs, inputs: { x: 1 } },
      ];
      for (const request of requests) {
        const { value, work } = counted(() => evaluator.equation(request, by));
        expect(value, request.equation).to.be.instanceOf(Promise);
        expect(work).to.be.at.most(KEYLESS_INLINE_WORK_MAX);
        expect(await value).to.include({ status: "value" });
      }
    });
  }

  it("cells of the error function count where they are made, once a thread", async () => {
    const thread = new Worker(CELLS_MADE, {
      eval: true,
      workerData: {
        math: new URL("../../../../protocol/math/index.js", import.meta.url).href,
        work: new URL("../../../../protocol/workCount.js", import.meta.url).href,
      },
    });
    const [first, again] = await new Promise<readonly number[]>((done) => {
      thread.once("message", done);
    });
    expect(first).to.be.above(1_000_000);
    expect(again).to.equal(0);
  });

  const equations: readonly UnnamedRequest[] = [
    { equation: "S = SUM_{k=1..20000} 1/k^2", inputs: {} },
    { equation: "S = SUM_{k=1..300} INT_0^1 exp(-k x^2) dx", inputs: {} },
    { equation: "dy/dt = -k y + sin(5 t) y^2, y(0) = 1, y(3)", inputs: { k: 1 } },
    { equation: `x + ${HUNDREDS} = a`, inputs: { a: 1 }, solve_for: "x" },
    { equation: `S = d/dx (${"sin(x) * ".repeat(40)}x)`, inputs: { x: 1.3 } },
    { equation: `S = ${"x + ".repeat(900)}x`, inputs: { x: 0.1 } },
    { equation: "y = (", inputs: {} },
  ];
  for (const request of equations) {
    it(`the same answer, wherever it is evaluated: ${request.equation.slice(0, 50)}`, async () => {
      const { value, work } = counted(() => evaluator.equation(request, by));
      expect(work).to.be.at.most(INLINE_WORK_MAX);
      expect(await value).to.deep.equal(evaluateUnnamed(request));
    });
  }

  it("an operator whose equation is integrated comes back with the same bits, and begins in a worker the next time", async () => {
    const plan = planOf("HYD21");
    const { example } = registry.get("HYD21")!.record;
    if (!("inputs" in example)) throw new Error("HYD21 has no example");
    const request = { inputs: example.inputs };
    const first = counted(() => evaluator.compute(plan, request, by));
    expect(first.value).to.be.instanceOf(Promise);
    expect(first.work).to.be.at.most(INLINE_WORK_MAX);
    const expected = compute(plan, request);
    expect(expected.status).to.equal("value");
    expect(await first.value).to.deep.equal(expected);
    const second = counted(() => evaluator.compute(plan, request, by));
    expect(second.work).to.equal(0);
    expect(await second.value).to.deep.equal(expected);
  });

  it("a short closed form stays", () => {
    const { value, work } = counted(() =>
      evaluator.compute(planOf("NM19"), { inputs: { m: 2, a: 9.8 } }, by),
    );
    expect(value).to.have.property("value", 19.6);
    expect(work).to.be.below(1_000);
    expect(pool.running).to.equal(0);
  });

  it("a table spreads over the workers by its rows, to the same bits", async () => {
    const two = new SolverPool(
      { workers: 2 },
      { log: quiet, clock: systemClock(), scheduler: systemScheduler },
    );
    try {
      const spread = new Evaluator({ pool: two, registry, crypto: nodeCrypto });
      const paying: Asker = { caller: "paying", signal: leave.signal };
      const plan = planOf("NM21");
      const inputs = { columns: { m1: 2, m2: 3, r: { from: 0, to: 2999, step: 1 } } };
      const computed = spread.table(plan, inputs, paying);
      expect(two.running).to.equal(2);
      expect(await computed).to.deep.equal(computeTable(nodeCrypto, plan, new Table(inputs)));
      const left = spread.table(plan, inputs, paying);
      leave.abort();
      const [ended] = await Promise.allSettled([left]);
      expect(ended).to.have.nested.property("reason.name", "BusyError");
      expect(two.queued).to.equal(0);
    } finally {
      await two.close();
    }
  });

  it("a table is told by blocks as they are computed, to the same bits, and ends with its caller", async () => {
    const plan = planOf("NM21");
    const inputs = { columns: { m1: 2, m2: 3, r: { from: 0, to: 1499, step: 1 } } };
    const whole = computeTable(nodeCrypto, plan, new Table(inputs));
    if (whole.status !== "value") throw new Error(whole.status);
    const lists: string[] = [];
    const came = await evaluator.tableByBlocks(plan, inputs, by, ({ listed }, unit) => {
      expect(unit).to.equal("N");
      lists.push(listed.values);
      return undefined;
    });
    expect(came).to.deep.equal(whole);
    expect(lists.length).to.be.above(10);
    expect(whole.kernel.rows!.members).to.contain(`"values":[${lists.join(",")}]`);
    let blocks = 0;
    const left = evaluator.tableByBlocks(plan, inputs, by, () => {
      blocks += 1;
      leave.abort();
      return undefined;
    });
    const [ended] = await Promise.allSettled([left]);
    expect(ended).to.have.nested.property("reason.name", "BusyError");
    expect(blocks).to.equal(1);
    expect(pool.running).to.equal(0);
  });

  it("blocks that are long go to the workers, and are told in order", async () => {
    const plan = planOf("HYD21");
    const { example } = registry.get("HYD21")!.record;
    if (!("inputs" in example)) throw new Error("HYD21 has no example");
    const [varied, first] = Object.entries(example.inputs)[0]!;
    const column = Array.from({ length: 130 }, (_, i) => first * (1 + i / 1e6));
    const inputs = { columns: { ...example.inputs, [varied]: column } };
    const lists: number[] = [];
    const came = await evaluator.tableByBlocks(plan, inputs, by, ({ listed }) => {
      lists.push(listed.size);
      return undefined;
    });
    expect(lists).to.deep.equal([64, 64, 2]);
    expect(came).to.deep.equal(computeTable(nodeCrypto, plan, new Table(inputs)));
  });

  it("limits of work nest: the inner one ends alone, the outer one both, and none is left behind", () => {
    const spend = (): unknown =>
      evaluateUnnamed({ equation: "S = SUM_{k=1..2000} 1/k^2", inputs: {} });
    expect(() => within(1_000, spend)).to.throw(WorkEnded);
    expect(() => within(1_000, () => within(1e9, spend))).to.throw(WorkEnded);
    within(1e9, () => {
      expect(() => within(1_000, spend)).to.throw(WorkEnded);
      expect(spend()).to.have.property("status", "value");
    });
    expect(() => within(Number.POSITIVE_INFINITY, spend, { aborted: true })).to.throw("stopped");
    expect(spend()).to.have.property("status", "value");
  });
});
