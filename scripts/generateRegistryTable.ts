/**
 * Writes the table of counts in docs/registry.md from the records, so that no number in it is
 * typed. With `--check` nothing is written, and the exit code is 1 when the page is out of date.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { builtinRegistry } from "../protocol/operators/index.js";

const FILE = "docs/registry.md";
const BEGIN = "<!-- counted: begin -->";
const END = "<!-- counted: end -->";

const { counters } = builtinRegistry();

function row(...cells: readonly (number | string)[]): string {
  return `| ${cells.join(" | ")} |`;
}

const domains = Object.entries(counters.by_domain).map(([domain, { total, evaluable }]) =>
  row(domain, total, evaluable, total - evaluable),
);
const kinds = Object.entries(counters.by_kind).map(([kind, count]) => row(kind, count));
const table = [
  row("Domain", "Records", "Give a value", "Refuse"),
  row("---", "---", "---", "---"),
  ...domains,
  row("**total**", counters.total, counters.evaluable, counters.refusing),
  "",
  row("Kind of statement", "Records"),
  row("---", "---"),
  ...kinds,
].join("\n");

const page = readFileSync(FILE, "utf8");
const [before, rest] = [page.split(BEGIN)[0], page.split(END)[1]];
if (before === undefined || rest === undefined) throw new Error(`${FILE} lacks ${BEGIN} or ${END}`);
const text = `${before}${BEGIN}\n${table}\n${END}${rest}`;
if (!process.argv.includes("--check")) writeFileSync(FILE, text);
else if (page !== text) {
  process.stderr.write(`${FILE} is out of date\n`);
  process.exitCode = 1;
}
