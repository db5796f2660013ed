/**
 * Writes docs/validation.md: what the solvers answer to the references, rows of the long suite
 * included. A solver whose code and references are those of the last run is not run again, unless
 * `--all` is given. With `--keep-long` the rows of the long suite stay as the page has them: that
 * suite runs them.
 */
import { parseArgs } from "node:util";
import {
  lineOf,
  partText,
  rowsOf,
  runRow,
  validatedSolvers,
  Validation,
} from "./solvers/validation.js";

const { values } = parseArgs({
  options: {
    all: { type: "boolean", default: false },
    "keep-long": { type: "boolean", default: false },
  },
});
const validation = await Validation.read();
const parts = new Map<string, string>();
for (const solver of validatedSolvers()) {
  if (!values.all && validation.isKnown(solver)) {
    parts.set(solver, validation.partOf(solver));
    continue;
  }
  const lines: string[] = [];
  for (const row of rowsOf(solver)) {
    const kept =
      row.long === true && values["keep-long"] ? validation.lineOf(solver, row) : undefined;
    if (kept !== undefined) {
      lines.push(kept);
      continue;
    }
    const outcome = await runRow(solver, row);
    if (!outcome.ok) process.stderr.write(`${solver}: ${row.case}: ${outcome.shown}\n`);
    lines.push(lineOf(outcome));
  }
  parts.set(solver, partText(solver, lines));
}
validation.write(parts);
