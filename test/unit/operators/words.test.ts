/** Words of records: their form, the symbols they name, and what tells laws of one set of kinds apart. */
import { expect } from "chai";
import { checkRegistry } from "../../../scripts/records/operators/checks.js";
import { WORDS_BY_ID } from "../../../scripts/records/operators/domains.js";
import { wordsOfRecord } from "../../../protocol/lexicon/words/recordWords.js";
import { stringWave } from "./records.js";

/** Two laws of the same kinds: another equation under a name that says nothing more. */
function twoLaws(name: string): readonly unknown[] {
  const one = stringWave();
  const example = { inputs: { F_T: 71.3, mu_l: 0.00614 }, value: 53.8803717743365 };
  return [
    one,
    {
      ...one,
      id: "WAV91",
      name,
      equation: "v = sqrt(F_T/mu_l)/2",
      example: { ...example, rel_tol: 1e-12, origin: "reference-script" },
    },
  ];
}

function problemsOf(records: readonly unknown[], words: Readonly<Record<string, unknown>>) {
  return checkRegistry(records, new Map(Object.entries(words)))
    .filter(({ check }) => check === 8)
    .map(({ id, message }) => `${id} ${message}`);
}

const NAME = String(stringWave()["name"]);

describe("protocol/operators/checks: words", () => {
  it("fails where two laws of one set of kinds differ in no case, and names both", () => {
    const [first, second] = problemsOf(twoLaws(NAME), {});
    expect([first, second].every((one) => one !== undefined)).to.equal(true);
    expect(second).to.match(/^WAV91 no word .* tells it from \S+, which takes and gives the same/);
    expect(second).to.contain("words.cases");
  });

  it("fails where the words of one are among those of the other", () => {
    const problems = problemsOf(twoLaws(`${NAME} under water`), {});
    expect(problems).to.have.length(1);
    expect(problems[0]).to.match(/tells it from WAV91/);
  });

  it("passes where each has a case of its own", () => {
    const id = String(stringWave()["id"]);
    const words = { [id]: { cases: "guitar" }, WAV91: { cases: "submerged" } };
    expect(problemsOf(twoLaws(NAME), words)).to.deep.equal([]);
  });

  it("fails for a member that it does not know and for a symbol that the record has not", () => {
    const id = String(stringWave()["id"]);
    const one = [stringWave()];
    expect(problemsOf(one, { [id]: { synonyms: ["wave"] } })[0]).to.match(/words/);
    expect(problemsOf(one, { [id]: { ideal: { q: 1 } } })).to.deep.equal([
      `${id} words: "q" is no symbol of the record`,
    ]);
  });

  it("are taken out of the records and beside the lexicon as they stand", () => {
    expect(wordsOfRecord("NM23").names).to.include("kinetic energy");
    expect(wordsOfRecord("NM23")).to.deep.equal(WORDS_BY_ID.get("NM23"));
    expect(wordsOfRecord("no such law")).to.deep.equal({});
  });
});
