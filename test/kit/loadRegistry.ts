/** A registry from files nobody has checked: the schema is asked first. */
import { RegistryError, label, registryOf } from "../../protocol/operators/registry.js";
import type { Registry } from "../../protocol/operators/registry.js";
import { operatorRecord, schemaProblems } from "../../protocol/operators/schema.js";
import type { OperatorRecord } from "../../protocol/operators/schema.js";

/** @throws RegistryError naming every malformed or repeated record. */
function readRecords(domains: readonly unknown[]): OperatorRecord[] {
  const problems: string[] = [];
  const records = new Map<string, OperatorRecord>();
  for (const domain of domains) {
    if (!Array.isArray(domain)) {
      problems.push("A domain file must be an array of records.");
      continue;
    }
    domain.forEach((value: unknown, index) => {
      const parsed = operatorRecord.safeParse(value);
      if (!parsed.success)
        problems.push(
          ...schemaProblems(value).map((problem) => `${label(value, index)}: ${problem}`),
        );
      else if (records.has(parsed.data.id))
        problems.push(`${parsed.data.id}: the id is used twice`);
      else records.set(parsed.data.id, parsed.data);
    });
  }
  if (problems.length > 0) throw new RegistryError(problems.join("\n"));
  return [...records.values()];
}

/**
 * @param domains parsed JSON of the domain files, in any order.
 * @param sha256Hex a faster hash than the portable one, with the same result.
 * @throws RegistryError when a record does not fit the schema or an id is used twice.
 */
export function loadRegistry(
  domains: readonly unknown[],
  sha256Hex?: (text: string) => string,
): Registry {
  return registryOf(readRecords(domains), sha256Hex);
}
