/**
 * Runs random jobs with a field that jumps, and writes how many were right or refused.
 *
 * `node dist/scripts/generateRough.js [SOLVER ...]` runs those of these solvers, and keeps the counts
 * of the others.
 */
import { writeFileSync } from "node:fs";
import {
  countsOf,
  keptCounts,
  outcomeOf,
  roughJobs,
  type Outcome,
  type RoughJob,
} from "./solvers/rough.js";

const only = new Set(process.argv.slice(2));
const isAsked = ({ solver }: { readonly solver: string }): boolean =>
  only.size === 0 || only.has(solver);

const outcomes: (readonly [RoughJob, Outcome])[] = [];
for (const job of roughJobs().filter(isAsked)) {
  const outcome = await outcomeOf(job);
  if (outcome === "wrong")
    process.stderr.write(`wrong: ${job.solver} ${JSON.stringify(job.body)}\n`);
  outcomes.push([job, outcome]);
}
const fresh = countsOf(outcomes);
const nameOf = ({ kind, solver }: { readonly kind: string; readonly solver: string }): string =>
  `${solver}, ${kind}`;
const counts = new Map(
  [...keptCounts().filter((count) => !isAsked(count)), ...fresh].map((one) => [nameOf(one), one]),
);
// Rows stay where the page has them; kinds that are new come last.
const names = new Set([...keptCounts().map(nameOf), ...counts.keys()]);
const rows = [...names].flatMap((name) => {
  const count = counts.get(name);
  return count === undefined ? [] : [JSON.stringify(count)];
});
writeFileSync("test/vectors/roughCounts.json", `[\n${rows.join(",\n")}\n]\n`);
