/**
 * How long who pays waits for a job of a tenth of a second while another account has twelve
 * contracts that compute at each calcond and hold, and a third asks for four jobs that end at their
 * deadline of a minute.
 */
import { setTimeout as delay } from "node:timers/promises";
import { startNode, temporaryDir, type RunningNode } from "../../devnet/daemons.js";
import { ask, payer } from "../charged.js";
import type { Row } from "../report.js";
import { quantile } from "./quantile.js";

const CONTRACTS = 12;
const JOBS = 4;
const DEADLINE_MS = 60_000;
const ATTACK_MS = 60_000;
const ALONE = 20;
const PAUSE_MS = 500;

/** Lotka and Volterra with other constants in each: none is the answer of another. */
const job = (tEnd: number, dt: number, x0: number): object => ({
  alpha: 1.13,
  beta: 0.41,
  gamma: 0.37,
  delta: 0.097,
  x0,
  y0: 4.7,
  t_end: tEnd,
  dt,
  fields: "none",
});
/** Of about a tenth of a second, and of minutes. */
const short = (i: number): object => job(30, 0.004, 9.3 + i / 1_000);
const long = (i: number): object => ({
  ...job(1_500, 0.0001, 8.3 + i / 1_000),
  deadlineMs: DEADLINE_MS,
});

/** Computes what takes a worker at each calcond, and never moves. */
const hostile = (i: number): object => ({
  schema: "calc-contract/1",
  name: `hostile ${i}`,
  trigger: { type: "every-calcond", every: 1 },
  compute: [
    {
      as: "prey",
      solver: "predator-prey",
      inputs: {
        alpha: "1.13",
        beta: "0.41",
        gamma: "0.37",
        delta: "0.097",
        x0: `${7.3 + i / 10}`,
        y0: "4.7",
        t_end: "60.0",
        dt: "0.002",
      },
    },
  ],
  machine: {
    initial: "a",
    states: { a: { on: [{ guard: "prey.value < -1.0", target: "a" }] } },
  },
});

export async function benchPayers(): Promise<readonly Row[]> {
  const dir = temporaryDir("payers");
  const node = await startNode({
    dataDir: dir.path,
    args: ["--rate-limits", "off", "--log-level", "warn"],
  });
  try {
    const [paying, contracts, jobs] = [await payer(node), await payer(node), await payer(node)];
    const alone: number[] = [];
    for (let i = 0; i < ALONE; i += 1) alone.push(await waited(node, paying, short(i)));
    for (let i = 0; i < CONTRACTS; i += 1)
      await ask(node, "POST", "/api/contracts", contracts, { program: hostile(i), machine: null });
    const over = new AbortController();
    const hostiles = Array.from({ length: JOBS }, (_, i) => keepAsking(node, jobs, i, over.signal));
    const waits: number[] = [];
    for (const end = performance.now() + ATTACK_MS; performance.now() < end;) {
      waits.push(await waited(node, paying, short(ALONE + waits.length)));
      await delay(PAUSE_MS);
    }
    over.abort();
    await Promise.all(hostiles);
    const [before, after] = [alone, waits].map((found) => Float64Array.from(found).sort());
    return [
      { name: "a payer's job, alone, median", value: quantile(before!, 0.5), unit: "ms" },
      { name: "a payer's job, alone, longest", value: quantile(before!, 1), unit: "ms" },
      { name: "a payer's job, attacked, median", value: quantile(after!, 0.5), unit: "ms" },
      {
        name: "a payer's job, attacked, longest",
        value: quantile(after!, 1),
        unit: "ms",
        target: "its own, and one running job's",
      },
      { name: "jobs of the payer meanwhile", value: waits.length, unit: "answers" },
    ];
  } finally {
    await node.stop();
    dir.remove();
  }
}

async function waited(node: RunningNode, key: string, body: object): Promise<number> {
  const start = performance.now();
  await ask(node, "POST", "/api/calc/predator-prey", key, body);
  return performance.now() - start;
}

/** One job that ends at its deadline behind the other. */
async function keepAsking(
  node: RunningNode,
  key: string,
  first: number,
  over: AbortSignal,
): Promise<void> {
  for (let i = first; !over.aborted; i += JOBS)
    try {
      const response = await fetch(`${node.api.http}/api/calc/predator-prey`, {
        method: "POST",
        signal: over,
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify(long(i)),
      });
      await response.arrayBuffer();
    } catch (error) {
      if (!over.aborted) throw error;
    }
}
