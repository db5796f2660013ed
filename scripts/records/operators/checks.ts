/**
 * What a record must satisfy before it ships. Each check is a way a registry goes wrong without
 * anyone noticing:
 * a symbol without effect, a unit that does not fit, a record that says what another one says
 * already.
 */
import { checkExample, checkMutations } from "./checkExamples.js";
import { checkNames } from "./checkNames.js";
import { checkReading, checkUnits } from "./checkReading.js";
import { checkWords } from "./checkWords.js";
import { checkRearrangements, checkTwins } from "./checkTwins.js";
import { DOMAIN_PLANS, idFitsDomain } from "./domainTable.js";
import { OperatorEntry } from "../../../protocol/operators/entry.js";
import type { CheckNumber, Report } from "./report.js";
import { operatorRecord, schemaProblems } from "../../../protocol/operators/schema.js";
import type { OperatorRecord } from "../../../protocol/operators/schema.js";

interface Problem {
  readonly id: string;
  readonly check: CheckNumber;
  readonly message: string;
}

function labelOf(value: unknown): string {
  if (typeof value === "object" && value !== null && "id" in value && typeof value.id === "string")
    return value.id;
  return "a record without an id";
}

function checkForm(records: readonly OperatorRecord[], problems: Problem[]): void {
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  for (const { id, domain, same_as: sameAs } of records) {
    const report = (message: string): void => {
      problems.push({ id, check: 1, message });
    };
    if (seen.has(id)) report("the id is used twice");
    seen.add(id);
    counts.set(domain, (counts.get(domain) ?? 0) + 1);
    if (!DOMAIN_PLANS.has(domain)) report(`"${domain}" is no domain of the registry`);
    else if (!idFitsDomain(id, domain)) report(`the id does not begin with a prefix of ${domain}`);
    if (sameAs !== undefined && !records.some((other) => other.id === sameAs)) {
      report(`same_as names ${sameAs}, which is no record`);
    }
  }
  for (const [domain, count] of counts) {
    const planned = DOMAIN_PLANS.get(domain)?.planned ?? count;
    if (count > planned) {
      problems.push({
        id: domain,
        check: 1,
        message: `${count} records where ${planned} are planned: \`npm run generate\` renews the plan`,
      });
    }
  }
}

/**
 * All problems of all records, by record and check; an empty list means the registry may ship.
 * @param words members `words` of the records, by id; where none are given they are not checked
 */
export function checkRegistry(
  values: readonly unknown[],
  words?: ReadonlyMap<string, unknown>,
): Problem[] {
  const problems: Problem[] = [];
  const records: OperatorRecord[] = [];
  for (const value of values) {
    const parsed = operatorRecord.safeParse(value);
    if (parsed.success) records.push(parsed.data);
    for (const message of schemaProblems(value))
      problems.push({ id: labelOf(value), check: 1, message });
  }
  checkForm(records, problems);
  const entries = records.map((record) => new OperatorEntry(record));
  for (const entry of entries) {
    const report: Report = (check, message) => {
      problems.push({ id: entry.id, check, message });
    };
    checkReading(entry, report);
    checkNames(entry, report);
    checkUnits(entry, report);
    checkExample(entry, report);
    // What each input does to the value, also where the inputs could not be together.
    checkMutations(new OperatorEntry({ ...entry.record, relations: undefined }), report);
  }
  checkTwins(entries, (id, message) => {
    problems.push({ id, check: 7, message });
  });
  if (words !== undefined)
    checkWords(records, words, (id, message) => {
      problems.push({ id, check: 8, message });
    });
  checkRearrangements(entries, (id, message) => {
    problems.push({ id, check: 7, message });
  });
  return problems.sort((a, b) => (a.id === b.id ? a.check - b.check : a.id < b.id ? -1 : 1));
}
