/**
 * Whatever a caller without a key sends, the serving thread counts no more work for it than its
 * bound. Requests that went to a worker are left at once, which frees it for the next.
 */
import { expect } from "chai";
import * as fc from "fast-check";
import { Evaluator, type Asker } from "../../../../node/compute/evaluator.js";
import { SolverPool } from "../../../../node/compute/workers/pool.js";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { systemClock } from "../../../../node/runtime/clock.js";
import { systemScheduler } from "../../../../node/runtime/scheduler.js";
import { planChain } from "../../../../protocol/chains/plan.js";
import { INLINE_WORK_MAX } from "../../../../protocol/limits.js";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import { SolverMissing, SolverRefusal } from "../../../../protocol/solvers/refusal.js";
import { solverCards } from "../../../../protocol/solvers/cards.js";
import { workCounted } from "../../../../protocol/workCount.js";
import { BusyError } from "../../../../storage/kv/errors.js";
import { quiet } from "../../../kit/logger.js";
import { runs } from "../../../kit/runs.js";

const size = fc.oneof(
  fc.integer({ min: -9, max: 9 }),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
);
const leaf = fc.constantFrom("x", "a", "b", "k", "2", "0.5", "pi", "1e-3");
const term = fc.letrec<{ term: string }>((tie) => ({
  term: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc
      .tuple(tie("term"), fc.constantFrom("+", "-", "*", "/", "^"), tie("term"))
      .map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc
      .tuple(fc.constantFrom("sin", "exp", "log", "gamma", "zeta", "erf", "j0"), tie("term"))
      .map(([name, of]) => `${name}(${of})`),
    fc
      .tuple(fc.integer({ min: 1, max: 100_000 }), tie("term"))
      .map(([n, of]) => `SUM_{k=1..${n}} (${of})`),
    fc
      .tuple(fc.integer({ min: 1, max: 100 }), tie("term"))
      .map(([n, of]) => `INT_0^${n} (${of}) dx`),
    tie("term").map((of) => `d/dx (${of})`),
  ),
})).term;
const equation = fc.oneof(
  fc
    .tuple(term, fc.integer({ min: 1, max: 20 }))
    .map(([one, n]) => `S = ${Array(n).fill(one).join(" + ")}`.slice(0, 4_096)),
  fc.tuple(term, term).map(([left, right]) => `${left} = ${right}`),
  term.map((rate) => `dy/dx = ${rate} - y, y(0) = 1, y(3)`),
  fc.string({ maxLength: 300 }),
);

describe("node/compute: the work of the serving thread", () => {
  const registry = builtinRegistry();
  const operators = registry.entries.filter(({ evaluable }) => evaluable).map(({ id }) => id);
  let pool: SolverPool;
  let evaluator: Evaluator;
  let leave: AbortController;
  /** Requests that went to a worker. */
  let away = 0;
  before(() => {
    pool = new SolverPool(
      { workers: 1 },
      { log: quiet, clock: systemClock(), scheduler: systemScheduler },
    );
    evaluator = new Evaluator({ pool, registry, crypto: nodeCrypto });
  });
  after(() => pool.close());

  /** Runs one request, leaves, and holds what was counted here to the bound. */
  const holds = async (request: (by: Asker) => unknown): Promise<void> => {
    leave = new AbortController();
    const before = workCounted();
    const answer = request({ caller: "keyless", signal: leave.signal });
    if (pool.running > 0) away += 1;
    const settled = Promise.resolve(answer).catch((error: unknown) => {
      if (
        error instanceof BusyError ||
        error instanceof SolverRefusal ||
        error instanceof SolverMissing
      )
        return;
      throw error;
    });
    // A quote loads its solver before it counts.
    if (pool.running === 0) await Promise.race([settled, new Promise(setImmediate)]);
    leave.abort();
    await settled;
    expect(workCounted() - before).to.be.at.most(INLINE_WORK_MAX);
  };

  it("equations typed by hand", async () => {
    await fc.assert(
      fc.asyncProperty(equation, size, size, (text, a, b) =>
        holds((by) => evaluator.equation({ equation: text, inputs: { a, b } }, by)),
      ),
      { numRuns: runs(300, 7_000) },
    );
    expect(away, "some came to the bound").to.be.above(0);
  });

  it("chains of operators", async () => {
    const inputs = fc.dictionary(fc.string({ maxLength: 4 }), size, { maxKeys: 6 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...operators), inputs, fc.boolean(), (id, other, own) =>
        holds((by) => {
          const plan = planChain(registry, [id]);
          if (plan.status === "invalid") return null;
          const { example } = registry.get(id)!.record;
          const given = own && "inputs" in example ? example.inputs : other;
          return evaluator.compute(plan, { inputs: given }, by);
        }),
      ),
      { numRuns: runs(200, 2_000) },
    );
  });

  it("quotes of solvers", async () => {
    const bodies = fc.constantFrom(
      ...solverCards.flatMap(({ examples, id }) => examples.map(({ body }) => ({ id, body }))),
    );
    await fc.assert(
      fc.asyncProperty(bodies, ({ body, id }) => holds((by) => evaluator.quote(id, body, by))),
      { numRuns: runs(60, 1_000) },
    );
  });
});
