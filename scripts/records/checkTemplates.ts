/**
 * Checks files of templates: `node dist/scripts/records/checkTemplates.js [FILE ...]`, all of them
 * unless some are named. Prints every problem with its template, and exits with 1 on any.
 */
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { builtinRegistry } from "../../protocol/operators/index.js";
import { checkTemplate, checkTogether } from "./templates/check.js";
import { readCategory } from "../../protocol/templates/read.js";
import type { TemplateCategory } from "../../protocol/templates/template.js";
import { nodeCrypto } from "../../node/runtime/crypto.js";

const DATA = fileURLToPath(new URL("../../../protocol/templates/data", import.meta.url));
const named = process.argv.slice(2);
const files =
  named.length > 0
    ? named
    : readdirSync(DATA)
        .filter((name) => name.endsWith(".json"))
        .sort()
        .map((name) => join(DATA, name));
const registry = builtinRegistry();
const categories: TemplateCategory[] = [];
let problems = 0;
const say = (where: string, message: string): void => {
  problems += 1;
  process.stdout.write(`${where}: ${message}\n`);
};
for (const file of files) {
  const read = readCategory(JSON.parse(readFileSync(file, "utf8")));
  if (!read.ok) {
    for (const problem of read.problems) say(file, problem);
    continue;
  }
  categories.push(read.category);
  const { category, templates } = read.category;
  for (const template of templates) {
    for (const problem of await checkTemplate(nodeCrypto, registry, category, template)) {
      say(`${category}/${template.slug}`, problem);
    }
  }
}
for (const { message, template } of checkTogether(categories)) say(template, message);
const count = categories.reduce((sum, { templates }) => sum + templates.length, 0);
process.stdout.write(
  `${count} templates in ${categories.length} categories, ${problems} problems\n`,
);
process.exitCode = problems === 0 ? 0 : 1;
