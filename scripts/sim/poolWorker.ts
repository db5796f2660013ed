/** One process of the pool: runs what it is sent, one job after the other. */
import type { KeepPolicy } from "../../node/mesh/intake/keeping.js";
import type { Plant } from "./plants.js";
import { simulate } from "./simulation.js";
import type { SimulationReport } from "./simulation.js";

export interface Job {
  readonly seed: string;
  readonly plant?: Plant | null;
  readonly nodes?: number;
  readonly sealed?: number;
  readonly keep?: KeepPolicy;
  readonly gathered?: boolean;
}

export type JobResult = { readonly report: SimulationReport } | { readonly error: string };

process.on("message", (job: Job) => {
  simulate(job).then(
    (report) => {
      process.send?.({ report } satisfies JobResult);
    },
    (error: unknown) => {
      process.send?.({ error: String(error) } satisfies JobResult);
    },
  );
});

// Anyone who asked has gone: nobody waits for the rest.
process.on("disconnect", () => {
  process.exit(0);
});
