import { expect } from "chai";
import { nodeCrypto } from "../../../../node/runtime/crypto.js";
import { Sweeps } from "../../../../node/compute/sweeps.js";
import type { JobOutcome, JobRequest } from "../../../../node/compute/workers/messages.js";
import type { SolverPool } from "../../../../node/compute/workers/pool.js";
import { solve } from "../../../../protocol/kernel/solved.js";
import { cardsByName } from "../../../../protocol/solvers/cards.js";
import { loadSolver } from "../../../../protocol/solvers/load.js";
import { SolverTable } from "../../../../protocol/kernel/table/solverRows.js";
import { BusyError } from "../../../../storage/kv/errors.js";

const LENGTHS = [0.5, 0.6, 0.7, 0.8, 0.9];

describe("node/compute: a table of jobs that was broken off", () => {
  const options = {
    caller: "paying",
    signal: new AbortController().signal,
    deadlineMs: 1_000,
  } as const;
  const table = new SolverTable({
    inputs: { c: 343, ends: "open-open" },
    columns: { length: LENGTHS },
  });

  /** A pool in this thread that is stopped after so many jobs. */
  async function poolOf(jobsMax: number, size: number) {
    const solver = await loadSolver("acoustic");
    const ran: number[] = [];
    const run = (job: JobRequest): Promise<JobOutcome> => {
      if (ran.length === jobsMax) return Promise.resolve({ kind: "stopped" });
      ran.push(Number(job.body["length"]));
      const { inputs, kernel, unsealed, work } = solve(nodeCrypto, solver, job.body, "none", {
        aborted: false,
      });
      const value = { kernel, inputs, work, unsealed, digests: [], operators: null };
      return Promise.resolve({ kind: "value", ...value, rendered: null });
    };
    const pool: Pick<SolverPool, "run" | "size"> = { size, run };
    return { ran, pool };
  }

  it("goes on with the rows that are missing, to the same bits whatever the workers", async () => {
    const whole = await poolOf(Number.POSITIVE_INFINITY, 1);
    const card = cardsByName.acoustic;
    const once = await new Sweeps({ ...whole, crypto: nodeCrypto }).run(card, table, options);
    const short = await poolOf(3, 2);
    const sweeps = new Sweeps({
      crypto: nodeCrypto,
      pool: {
        size: 2,
        run: (job) => (short.ran.length < 3 ? short.pool.run(job, options) : later.run(job)),
      },
    });
    let later: { run(job: JobRequest): Promise<JobOutcome> } = {
      run: () => Promise.resolve({ kind: "stopped" }),
    };
    const failed = await sweeps.run(card, table, options).catch((error: unknown) => error);
    expect(failed).instanceOf(BusyError);
    const rest = await poolOf(Number.POSITIVE_INFINITY, 2);
    later = { run: (job) => rest.pool.run(job, options) };
    const rows: number[] = [];
    const resumed = await sweeps.run(card, table, {
      ...options,
      onRow: (row) => {
        rows.push(row);
      },
    });
    expect(rest.ran.filter((length) => short.ran.slice(1).includes(length))).deep.equal([]);
    expect(rows.sort((a, b) => a - b)).deep.equal([0, 1, 2, 3, 4]);
    if (once.status !== "value" || resumed.status !== "value")
      throw new Error("no row has a value");
    expect(resumed.kernel.rows).deep.equal(once.kernel.rows);
    expect(resumed.kernel.value).equal(once.kernel.value);
    expect(resumed.quote).deep.equal(once.quote);
  });

  it("proves a row by its own job alone", async () => {
    const card = cardsByName.acoustic;
    const pipes = new SolverTable({
      inputs: { c: 343, ends: "open-open" },
      columns: { length: [0.5, 0.6, 0.7] },
    });
    const first = await poolOf(Number.POSITIVE_INFINITY, 1);
    const once = await new Sweeps({ ...first, crypto: nodeCrypto }).run(card, pipes, options);
    if (once.status !== "value") throw new Error("no row has a value");
    const { blocks, root } = once.kernel.rows!;
    for (const row of [0, 1, 2]) {
      const fresh = await poolOf(Number.POSITIVE_INFINITY, 1);
      const sweeps = new Sweeps({ ...fresh, crypto: nodeCrypto });
      const proven = await sweeps.provenRow(card, pipes, row, blocks, options);
      expect(fresh.ran).deep.equal([pipes.inputsAt(row)["length"]]);
      expect(proven.leaf).deep.equal(once.leaves[row]);
      expect(proven.root).equal(root);
      expect(proven.path).deep.equal(once.run.tree.path(row));
      const others = { ...blocks, roots: blocks.roots.map((byte) => byte ^ 1) };
      const again = await sweeps.provenRow(card, pipes, row, others, options);
      expect(again).deep.equal(proven);
      // The row that was run is kept, the others ran, too.
      expect(fresh.ran.length).at.least(3);
    }
  });
});
