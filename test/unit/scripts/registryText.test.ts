import { expect } from "chai";
import { registryHandlers } from "../../../node/compute/operations/registry.js";
import { writeDocument } from "../../../node/compute/workers/documents.js";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { searchOperators } from "../../../protocol/router/laws/find.js";
import { searchText, specText } from "../../../scripts/cli/compute/registryText.js";

const registry = builtinRegistry();
const handlers = registryHandlers({
  registry,
  evaluator: {
    document: (name) => writeDocument(name, registry),
    searchOperators: (query, options) => searchOperators(registry, query, options),
  },
});

/** What a handler answers, as it would arrive. */
function answerOf(
  name: "operators" | "operatorSpec",
  input: object,
): Readonly<Record<string, unknown>> {
  const answer: unknown = Reflect.apply(handlers[name], handlers, [input, { principal: null }]);
  const read = JSON.parse(JSON.stringify(answer));
  // Lists are written with their links already.
  return typeof read.body === "string" ? JSON.parse(read.body) : read;
}

describe("scripts/cli/compute/registryText", () => {
  it("lists a hit a line: id, name, equation, unit; and says how many more there are", () => {
    const lines = searchText(answerOf("operators", { q: "energy", limit: 3 }), 120)
      .trimEnd()
      .split("\n");
    expect(lines).to.have.length(4);
    expect(lines[3]).to.match(/^3 of \d+ operators; --limit \d+ lists them all/);
    expect(searchText(answerOf("operators", { q: "NM21", limit: 1 }), 120)).to.match(
      /^NM21 {2}Universal gravitation {2}F = G m_1 m_2\/r\^2 {2}N\n/,
    );
  });

  it("keeps the columns of a list in line", () => {
    const rows = searchText(answerOf("operators", { domain: "newtonian_mechanics" }), 120)
      .split("\n")
      .slice(0, 13);
    const starts = new Set(
      rows.map((row) => (row.search(/ = /) > 0 ? row.indexOf("  ", 8) >= 0 : false)),
    );
    expect([...starts]).to.deep.equal([true]);
    const names = rows.map((row) => row.slice(6).search(/\S/));
    expect(new Set(names)).to.deep.equal(new Set([0]));
  });

  it("says what to do when nothing matches", () => {
    expect(searchText(answerOf("operators", { q: "qzxqzx" }), 120)).to.match(
      /^No operator matches\. Try/,
    );
  });

  it("tells what an operator needs, with aliases, ranges and a command that can be typed", () => {
    const text = specText(answerOf("operatorSpec", { operator: "NM21" }), 80);
    expect(text).to.include(
      "\n  m_1 [kg]: required, a number from 0; also m1, mass_1, first_mass\n      first mass\n",
    );
    expect(Math.max(...text.split("\n").map((line) => line.length))).to.be.at.most(80);
    expect(text).to.include("calc compute NM21 m_1=5.9722e24 m_2=7.342e22 r=3.844e8");
  });

  it("says why an operator refuses", () => {
    expect(specText(answerOf("operatorSpec", { operators: ["ESO12"] }), 80)).to.include(
      "refuses (inequality): ",
    );
  });
});
