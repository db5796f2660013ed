/**
 * Writes docs/validation.md: what the solvers answer to the references; rows of the long suite
 * included. A solver whose code and references are those of the last run is not run again, unless
 * `--all` is given.
 */
import { parseArgs } from "node:util";
import {
  partText,
  rowsOf,
  runRow,
  validatedSolvers,
  Validation,
  type Outcome,
} from "./solvers/validation.js";

const {
  values: { all },
} = parseArgs({ options: { all: { type: "boolean", default: false } } });
const validation = await Validation.read();
const parts = new Map<string, string>();
for (const solver of validatedSolvers()) {
  if (!all && validation.isKnown(solver)) {
    parts.set(solver, validation.partOf(solver));
    continue;
  }
  const rows: Outcome[] = [];
  for (const row of rowsOf(solver)) rows.push(await runRow(solver, row));
  for (const { ok, row, told } of rows)
    if (!ok) process.stderr.write(`${solver}: ${row.case}: ${told}\n`);
  parts.set(solver, partText(solver, rows));
}
validation.write(parts);
