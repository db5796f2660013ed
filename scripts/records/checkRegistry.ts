/**
 * Prints what is wrong with the operator records, read fresh from protocol/operators/domains.
 * Arguments: domains or ids to report on; none reports on all. Exit code 1 when there is a problem.
 */
import { checkRegistry } from "./operators/checks.js";
import { DOMAIN_FILES, WORDS_BY_ID } from "./operators/domains.js";

const FOLDER = "protocol/operators/domains";

function idsOf(records: readonly unknown[]): string[] {
  return records.flatMap((record) =>
    typeof record === "object" && record !== null && "id" in record && typeof record.id === "string"
      ? [record.id]
      : [],
  );
}

const records = [...DOMAIN_FILES.values()].flat();
const wanted = new Set(
  process.argv.slice(2).flatMap((name) => {
    const domain = DOMAIN_FILES.get(`${name}.json`);
    return domain === undefined ? [name] : idsOf(domain);
  }),
);
const problems = checkRegistry(records, WORDS_BY_ID).filter(
  ({ id }) => wanted.size === 0 || wanted.has(id),
);

/** Of a record by its id, or of a domain by its name. */
function fileOf(id: string): string {
  const [name] =
    [...DOMAIN_FILES].find(([file, held]) => file === `${id}.json` || idsOf(held).includes(id)) ??
    [];
  return name === undefined ? FOLDER : `${FOLDER}/${name}`;
}

for (const { id, check, message } of problems)
  process.stdout.write(`${fileOf(id)}: ${id}, check ${check}: ${message}\n`);
if (problems.length > 0)
  process.stdout.write("docs/registry.md has every member of a record and every check\n");
process.stdout.write(`${records.length} records, ${problems.length} problems\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
