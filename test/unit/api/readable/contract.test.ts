/** Contracts in a terminal of 80 columns: what the node answers fits, whatever the answer is. */
import { expect } from "chai";
import { nodeOperations } from "../../../../api/contract/index.js";
import { contractLines } from "../../../../api/readable/contract.js";
import { catalogue, programOf } from "../../../../protocol/templates/catalogue.js";
import { generate } from "../../../../protocol/templates/generate/generate.js";

const COLUMNS = 80;
/** A hash, an id or a command that is copied whole. */
const WHOLE = /[0-9a-f]{64}|calc contract deploy --template-id/;

const shown = (answer: object): readonly string[] => {
  const lines = contractLines({ ...answer }, COLUMNS);
  expect(lines, JSON.stringify(answer).slice(0, 200)).to.not.equal(null);
  for (const line of lines ?? [])
    if (!WHOLE.test(line)) expect(line.length, line).to.be.at.most(COLUMNS);
  return lines ?? [];
};

const draft = (sentence: string, hints = {}) => {
  const { nearest, refusal, ...rest } = generate(sentence, hints);
  return {
    ...rest,
    price: { credits: 1 },
    ...(refusal === null ? {} : { refusal }),
    nearest: nearest.map(({ id, template: { name } }) => ({ templateId: id, name })),
  };
};

describe("readable: contracts", () => {
  it("fit 80 columns, as the contract's own examples do", () => {
    for (const [key, { examples }] of Object.entries(nodeOperations)) {
      if (!key.startsWith("contract")) continue;
      // An export is a file: nothing of it is laid out.
      for (const { output } of examples) if (typeof output !== "string") shown(Object(output));
    }
  });

  it("fit with any template as a draft", () => {
    for (const { id } of catalogue.find({})) {
      const lines = shown(draft("watch it", { templateId: id }));
      expect(lines.join("\n"), id).to.contain(id);
    }
  });

  it("say what was filled from which words, what was kept and why, and what to type next", () => {
    const lines = shown(draft("warn me when a brake disc gets hotter than 500 degC"));
    expect(lines).to.include.members([
      "  template  transport-vehicles/brake-temperature",
      '  filled    limit = 500 degC  "gets hotter than 500 degC"',
      "  price     1 credit a transition",
    ]);
    expect(lines.join(" ")).to.match(/early = 400 degC .*next .*--params limit=500 early=400/);
  });

  it("say what is asked, and at what a sentence is refused", () => {
    expect(shown(draft("alert me above 85 degC")).slice(0, 2)).to.deep.equal([
      "no draft yet: something is asked",
      "  asked     input: what is watched? Name it, as in the bearing temperature",
    ]);
    expect(shown(draft("alert me when the bearing exceeds 85 degC on Tuesdays"))[0]).to.match(
      /^refused: "tuesdays" is not understood /,
    );
  });

  it("show a template with its settings, their reasons and its source", () => {
    const { id, template } = catalogue.get("transport-vehicles/tyre-slow-leak")!;
    const [category] = id.split("/");
    const { inputs, params, vectors, ...rest } = template;
    const program = programOf(catalogue.get(id)!);
    const lines = shown({ ...rest, templateId: id, category, inputs, params, vectors, program });
    expect(lines).to.include.members([
      "Slow leak of a tyre",
      "  fires     on each event reading",
      "  reads     p (bar)   absolute pressure of the tyre",
      "            slack = 0.03 bar      half of the loss of a month by diffusion,",
      "  states    nominal, watch, alert, resolved",
    ]);
    expect(lines.join(" ")).to.match(/source +Gay-Lussac's law/);
  });

  it("say which page comes next", () => {
    const items = [{ templateId: "a/b", name: "x" }];
    expect(shown({ templates: 9, total: 4, items })).to.include(
      "and 3 more: --offset 1, --category NAME, or --json",
    );
    const third = contractLines({ templates: 9, total: 4, items }, COLUMNS, 2) ?? [];
    expect(third).to.include("and 1 more: --offset 3, --category NAME, or --json");
    const last = contractLines({ templates: 9, total: 4, items }, COLUMNS, 3) ?? [];
    expect(last.join("\n")).to.not.contain("more");
  });

  it("leave other answers alone", () => {
    expect(contractLines({ value: 3, unit: "m" }, COLUMNS)).to.equal(null);
    expect(contractLines({ items: [], total: 0 }, COLUMNS)).to.equal(null);
  });
});
