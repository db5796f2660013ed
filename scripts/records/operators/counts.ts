/**
 * Files that say how many records each domain has, so that no number in them is typed: the plan of
 * the domains, and the table in docs/registry.md.
 */
import { readFileSync } from "node:fs";
import { countRecords, RegistryError } from "../../../protocol/operators/registry.js";
import { operatorRecord, type OperatorRecord } from "../../../protocol/operators/schema.js";
import { recordWords } from "../../../protocol/lexicon/words/recordWordsForm.js";
import { collisionsOf } from "./checkWords.js";
import { DOMAIN_FILES, WORDS_BY_ID } from "./domains.js";
import { DOMAIN_PLANS } from "./domainTable.js";

const PLAN_FILE = "scripts/records/operators/plan.json";
const BEGIN = "<!-- counted: begin -->";
const END = "<!-- counted: end -->";

function row(...cells: readonly (number | string)[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** @returns what each file should say, by its path */
export function countTexts(): ReadonlyMap<string, string> {
  const records = [...DOMAIN_FILES].flatMap(([file, held]) =>
    held.map((value) => {
      const parsed = operatorRecord.safeParse(value);
      if (parsed.success) return parsed.data;
      throw new RegistryError(`protocol/operators/domains/${file}: ${parsed.error.message}`);
    }),
  );
  const counters = countRecords(records);
  const domains = Object.entries(counters.by_domain).map(([domain, { total, evaluable }]) =>
    row(domain, total, evaluable, total - evaluable),
  );
  const table = [
    row("Domain", "Records", "Give a value", "Refuse"),
    row("---", "---", "---", "---"),
    ...domains,
    row("**total**", counters.total, counters.evaluable, counters.refusing),
    "",
    row("Kind of statement", "Records"),
    row("---", "---"),
    ...Object.entries(counters.by_kind).map(([kind, count]) => row(kind, count)),
  ].join("\n");
  // In the order of the table of domains, where a new one is written by hand.
  const plan = [...DOMAIN_PLANS.keys()].map((domain) => [
    domain,
    counters.by_domain[domain]?.total ?? 0,
  ]);
  return new Map([
    [PLAN_FILE, `${JSON.stringify(Object.fromEntries(plan), null, 2)}\n`],
    ["docs/registry.md", between(readFileSync("docs/registry.md", "utf8"), table)],
    ["docs/law-cases.md", casesText(records)],
  ]);
}

/** Words of a law that its row shows. */
const WORDS_SHOWN = 6;

/** Which words tell laws of one set of kinds apart. */
function casesText(records: readonly OperatorRecord[]): string {
  const words = new Map([...WORDS_BY_ID].map(([id, value]) => [id, recordWords.parse(value)]));
  const collisions = collisionsOf(records, words);
  const names = new Map(records.map(({ id, name }) => [id, name]));
  const rows = [...collisions].flatMap(([kinds, laws]) =>
    [...laws].map(([id, { own }], i) =>
      row(i === 0 ? kinds : "", id, names.get(id)!, own.slice(0, WORDS_SHOWN).join(" ")),
    ),
  );
  const count = rows.length;
  return [
    "# Laws of one set of kinds",
    "",
    `Written by \`npm run generate\`. ${collisions.size} sets of kinds belong to more than one law,`,
    `${count} laws in all. A question tells such laws apart by the words of their names and cases:`,
    "the build fails where one has no word that another of its set lacks. The last column has",
    "roots of words that no other law of the set has.",
    "",
    row("Given -> wanted", "Law", "Name", "Told by"),
    row("---", "---", "---", "---"),
    ...rows,
    "",
  ].join("\n");
}

function between(page: string, table: string): string {
  const [before, after] = [page.split(BEGIN)[0], page.split(END)[1]];
  if (before === undefined || after === undefined)
    throw new Error(`docs/registry.md lacks ${BEGIN} or ${END}`);
  return `${before}${BEGIN}\n${table}\n${END}${after}`;
}
