/** Every template is valid by itself, and does what another program says that it does. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { nodeCrypto } from "../../../node/runtime/crypto.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { catalogue } from "../../../protocol/templates/catalogue.js";
import { checkTemplate, checkTogether } from "../../../scripts/records/templates/check.js";
import { readCategory } from "../../../protocol/templates/read.js";
import type { TemplateCategory } from "../../../protocol/templates/template.js";

const DATA = "protocol/templates/data";

function read(file: string): TemplateCategory {
  const found = readCategory(JSON.parse(readFileSync(join(DATA, file), "utf8")));
  if (!found.ok) throw new Error(`${file}: ${found.problems.join("; ")}`);
  return found.category;
}

describe("templates", () => {
  const categories = readdirSync(DATA)
    .filter((name) => name.endsWith(".json"))
    .map(read);
  const registry = builtinRegistry();

  for (const { category, templates } of categories) {
    it(`of ${category} (${templates.length}) are valid and do what their vectors say`, async () => {
      for (const template of templates) {
        const problems = await checkTemplate(nodeCrypto, registry, category, template);
        expect(problems, `${category}/${template.slug}`).to.deep.equal([]);
      }
    });
  }

  it("are in the catalogue, each found first by its purpose without two of its words", () => {
    const count = categories.reduce((sum, { templates }) => sum + templates.length, 0);
    expect(catalogue.size).to.equal(count);
    for (const { category, templates } of categories) {
      for (const { purpose, slug } of templates) {
        const words = purpose.split(" ");
        const q = words.filter((_, i) => i !== 2 && i !== words.length - 2).join(" ");
        expect(catalogue.find({ q })[0]?.id, q).to.equal(`${category}/${slug}`);
      }
    }
  });

  it("are no copies of each other", () => {
    expect(checkTogether(categories)).to.deep.equal([]);
  });

  it("fall with a wrong number, a wrong state and a param that is missing", async () => {
    const { category, templates } = categories[0]!;
    const template = templates[0]!;
    const vector = template.vectors[0]!;
    const problemsOf = async (changed: typeof template) =>
      (await checkTemplate(nodeCrypto, registry, category, changed)).join("; ");
    const withVector = (more: Partial<typeof vector>) => ({
      ...template,
      vectors: [{ ...vector, ...more }, ...template.vectors.slice(1)],
    });
    const state = vector.states[0] === "alert" ? "watch" : "alert";
    expect(await problemsOf(withVector({ states: [state] }))).to.match(/went .*, not /);
    const bad = Object.fromEntries(
      Object.entries(template.vectors.find(({ values }) => values !== undefined)?.values ?? {}).map(
        ([name, value]) => [name, value * 1.01],
      ),
    );
    expect(await problemsOf(withVector({ values: bad }))).to.match(/is .*, not /);
    expect(await problemsOf({ ...template, params: {} })).to.match(/needs the param/);
  });
});
