/**
 * Prints one line `solvers sha256` over value, error, outputs and fields of every example of every
 * solver, which must not differ between engines or machines.
 */
import { createHash } from "node:crypto";
import { solverCards } from "../../protocol/solvers/cards.js";
import { executeJob } from "../../protocol/solvers/execute.js";
import { loadSolver } from "../../protocol/solvers/load.js";
import { floatBytes } from "../../protocol/solvers/state.js";

const digest = createHash("sha256");
for (const { examples, id } of [...solverCards].sort((a, b) => (a.id < b.id ? -1 : 1))) {
  const solver = await loadSolver(id);
  for (const { body } of examples) {
    const { result } = executeJob(solver, body, { aborted: false });
    const numbers = [
      result.value,
      result.error.relative,
      ...Object.values(result.outputs).map(({ value }) => value),
    ];
    digest.update(id);
    for (const data of [Float64Array.from(numbers), ...result.fields.map((field) => field.data)])
      digest.update(floatBytes(data));
  }
}
process.stdout.write(`solvers ${digest.digest("hex")}\n`);
