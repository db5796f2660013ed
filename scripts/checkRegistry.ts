/**
 * Prints what is wrong with the operator records, read fresh from protocol/operators/domains.
 * Arguments: domains or ids to report on; none reports on all. Exit code 1 when there is a problem.
 */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { checkRegistry } from "../protocol/operators/checks.js";

const FOLDER = "protocol/operators/domains";

function readDomain(file: string): unknown[] {
  const parsed: unknown = JSON.parse(readFileSync(join(FOLDER, file), "utf8"));
  if (!Array.isArray(parsed)) throw new TypeError(`${file} must hold an array of records`);
  return parsed;
}

function idsOf(file: string): string[] {
  return readDomain(file).flatMap((record) =>
    typeof record === "object" && record !== null && "id" in record && typeof record.id === "string"
      ? [record.id]
      : [],
  );
}

const files = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".json"))
  .sort();
const records = files.flatMap(readDomain);
const wanted = new Set(
  process.argv
    .slice(2)
    .flatMap((name) => (files.includes(`${name}.json`) ? idsOf(`${name}.json`) : [name])),
);
const problems = checkRegistry(records).filter(({ id }) => wanted.size === 0 || wanted.has(id));
for (const { id, check, message } of problems)
  process.stdout.write(`${id}  check ${check}: ${message}\n`);
process.stdout.write(`${records.length} records, ${problems.length} problems\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
