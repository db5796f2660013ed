/** One thread of the pool: runs what it is sent, one job after the other. */
import { parentPort } from "node:worker_threads";
import type { Plant } from "./plants.js";
import { simulate } from "./simulation.js";
import type { SimulationReport } from "./simulation.js";

export interface Job {
  readonly seed: string;
  readonly plant?: Plant | null;
  readonly nodes?: number;
  readonly sealed?: number;
}

export type JobResult = { readonly report: SimulationReport } | { readonly error: string };

const port = parentPort;
if (port === null) throw new Error("this module runs in a thread of the pool");

port.on("message", (job: Job) => {
  simulate(job).then(
    (report) => { port.postMessage({ report } satisfies JobResult); },
    (error: unknown) => { port.postMessage({ error: String(error) } satisfies JobResult); });
});
