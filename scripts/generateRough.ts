/** Runs every random job with a field that jumps, and writes how many were right or refused. */
import { writeFileSync } from "node:fs";
import { countsOf, outcomeOf, roughJobs, type Outcome, type RoughJob } from "./solvers/rough.js";

const outcomes: (readonly [RoughJob, Outcome])[] = [];
for (const job of roughJobs()) {
  const outcome = await outcomeOf(job);
  if (outcome === "wrong")
    process.stderr.write(`wrong: ${job.solver} ${JSON.stringify(job.body)}\n`);
  outcomes.push([job, outcome]);
}
const rows = countsOf(outcomes).map((count) => JSON.stringify(count));
writeFileSync("test/vectors/roughCounts.json", `[\n${rows.join(",\n")}\n]\n`);
