/**
 * Writes docs/validation.md: what the solvers answer to the references; rows of the long suite
 * included.
 */
import { writeFileSync } from "node:fs";
import { rowsOf, runRow, tableText, validatedSolvers, type Outcome } from "./solvers/validation.js";

const outcomes = new Map<string, readonly Outcome[]>();
for (const solver of validatedSolvers()) {
  const rows: Outcome[] = [];
  for (const row of rowsOf(solver)) rows.push(await runRow(solver, row));
  for (const { ok, row, told } of rows)
    if (!ok) process.stderr.write(`${solver}: ${row.case}: ${told}\n`);
  outcomes.set(solver, rows);
}
writeFileSync("docs/validation.md", tableText(outcomes));
