/** How soon a node answers others while every worker of its solvers is busy and more jobs wait. */
import { availableParallelism } from "node:os";
import { startNode, temporaryDir, type RunningNode } from "../devnet/daemons.js";
import { quantile } from "./attacks/quantile.js";
import type { Row } from "./report.js";

const REQUESTS = 3_000;
const WARM_REQUESTS = 500;
/**
 * One asker, as a supervisor's probe is: what it measures is the serving thread, not a queue of
 * probes.
 */
const PAUSE_MS = 2;
/** More than any machine has workers; the others wait in the queue. */
const JOBS = 32;
/** Minutes of work: none ends while the others are asked. */
const JOB = {
  alpha: 1.13,
  beta: 0.41,
  gamma: 0.37,
  delta: 0.097,
  x0: 9.3,
  y0: 4.7,
  t_end: 1_500,
  dt: 0.0001,
  fields: "none",
};

export async function benchSolversBusy(): Promise<readonly Row[]> {
  const dir = temporaryDir("busy");
  const node = await startNode({
    dataDir: dir.path,
    args: ["--rate-limits", "off", "--log-level", "warn"],
  });
  try {
    await latencies(node, WARM_REQUESTS);
    const idle = await latencies(node, REQUESTS);
    const busy = new AbortController();
    // The head of a stream comes with the first progress: from then on each of these holds a
    // worker.
    const held = await Promise.all(
      Array.from({ length: Math.max(1, availableParallelism() - 1) }, () =>
        post(node, busy.signal, "text/event-stream"),
      ),
    );
    const jobs = Array.from({ length: JOBS }, () => keepBusy(node, busy.signal));
    const loaded = await latencies(node, REQUESTS);
    busy.abort();
    await Promise.all([...jobs, ...held.map((one) => one.body?.cancel().catch(() => undefined))]);
    return [
      { name: "GET /api/health, idle, median", value: quantile(idle, 0.5), unit: "ms" },
      { name: "GET /api/health, idle, 99th percentile", value: quantile(idle, 0.99), unit: "ms" },
      {
        name: "GET /api/health, every worker busy, median",
        value: quantile(loaded, 0.5),
        unit: "ms",
      },
      {
        name: "GET /api/health, every worker busy, 99th percentile",
        value: quantile(loaded, 0.99),
        unit: "ms",
        target: "under 5",
      },
    ];
  } finally {
    await node.stop();
    dir.remove();
  }
}

function post(node: RunningNode, signal: AbortSignal, accept: string): Promise<Response> {
  return fetch(`${node.api.http}/api/calc/predator-prey`, {
    method: "POST",
    signal,
    body: JSON.stringify(JOB),
    headers: {
      authorization: `Bearer ${node.api.token}`,
      "content-type": "application/json",
      accept,
    },
  });
}

/** Asks again whenever a job ends, until it is told to stop. */
async function keepBusy(node: RunningNode, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await (await post(node, signal, "application/json")).arrayBuffer();
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}

async function latencies(node: RunningNode, count: number): Promise<Float64Array> {
  const times = new Float64Array(count);
  for (let k = 0; k < count; k += 1) {
    const start = performance.now();
    const reply = await fetch(`${node.api.http}/api/health`);
    await reply.arrayBuffer();
    times[k] = performance.now() - start;
    if (reply.status !== 200) throw new Error(`health answered ${reply.status}`);
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE_MS);
    });
  }
  return times.sort();
}
