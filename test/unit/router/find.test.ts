/** Laws by the words of people: search, and what a refusal names as nearest. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { findLaws, searchOperators } from "../../../protocol/router/laws/find.js";
import { lawsWithWords } from "../../../protocol/lexicon/words/recordWords.js";

const registry = builtinRegistry();
/** Three ways to say each of 300 operators drawn over all domains, written before the other names. */
const paraphrases: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync("test/vectors/words/paraphrases.json", "utf8"),
);
const FIRST_MIN = 0.9;
const FIRST_THREE_MIN = 0.98;
const DATA_BYTES_MAX = 300_000;

const idsOf = (query: string): readonly string[] =>
  findLaws(registry, query).map(({ entry }) => entry.id);

describe("router: laws found by words", () => {
  it("finds 300 operators of all domains by words that their records do not hold", () => {
    let [first, firstThree, count] = [0, 0, 0];
    const domains = new Set<string>();
    for (const [id, phrases] of Object.entries(paraphrases)) {
      const { domain, name } = registry.get(id)!.record;
      domains.add(domain);
      expect(phrases, id).to.have.length(3);
      for (const phrase of phrases) {
        expect(phrase.toLowerCase()).to.not.equal(name.toLowerCase());
        const ids = idsOf(phrase);
        count += 1;
        if (ids[0] === id) first += 1;
        if (ids.slice(0, 3).includes(id)) firstThree += 1;
      }
    }
    expect(count).to.equal(900);
    expect(domains.size).to.equal(registry.counters.domains);
    expect(first / count).to.be.at.least(FIRST_MIN);
    expect(firstThree / count).to.be.at.least(FIRST_THREE_MIN);
  });

  it("answers a law that is named alone, and cuts off what fits much less", () => {
    const { entries, total } = searchOperators(registry, "escape velocity");
    expect([entries.map(({ id }) => id), total]).to.deep.equal([["ORB3"], 1]);
    expect(searchOperators(registry, "kinetic energy", { limit: 1 }).entries[0]?.id).to.equal(
      "NM23",
    );
    expect(searchOperators(registry, "Reynolds number").total).to.be.lessThan(5);
  });

  it("finds every operator by its own name among the first three", () => {
    const lost = registry.entries.filter(
      (entry) =>
        !searchOperators(registry, entry.record.name, { limit: 3 }).entries.includes(entry),
    );
    expect(lost.map(({ id }) => id)).to.deep.equal([]);
  });

  it("takes two words for one thing, which stand beside each other", () => {
    for (const query of ["heat wave", "snow load", "compound interest", "transformer oil"])
      expect(searchOperators(registry, query).entries, query).to.deep.equal([]);
    expect(searchOperators(registry, "water hammer").entries.map(({ id }) => id)).to.deep.equal([
      "HYD10",
    ]);
    let pairs = 0;
    for (const entry of registry.entries) {
      const words = entry.record.name.toLowerCase().match(/[a-z]{4,}/g) ?? [];
      if (words.length < 2) continue;
      pairs += 1;
      const at = entry.id.length % (words.length - 1);
      const query = `${words[at]} ${words[at + 1]}`;
      expect(searchOperators(registry, query).entries, query).to.include(entry);
    }
    expect(pairs).to.be.greaterThan(1_000);
  });

  it("looks up ids, units and misspelt words in the records, and pages and domains hold", () => {
    expect(searchOperators(registry, "nm21").entries[0]?.id).to.equal("NM21");
    expect(searchOperators(registry, "kg m/s").entries).to.deep.equal(
      registry.search("kg m/s").entries,
    );
    expect(searchOperators(registry, "gravitaton").entries.map(({ id }) => id)).to.include("NM21");
    expect(searchOperators(registry, undefined).total).to.equal(registry.entries.length);
    const all = searchOperators(registry, "heat").entries;
    expect(searchOperators(registry, "heat", { limit: 3, offset: 2 }).entries).to.deep.equal(
      all.slice(2, 5),
    );
    const own = searchOperators(registry, "heat", { domain: "heat_transfer" }).entries;
    expect(own.every(({ domain }) => domain === "heat_transfer")).to.equal(true);
  });

  it("has other names for laws that exist, and data below 300 kB compressed", () => {
    expect(lawsWithWords.length).to.be.greaterThan(1_500);
    expect(lawsWithWords.filter((id) => registry.get(id) === undefined)).to.deep.equal([]);
    let bytes = 0;
    for (const file of [
      "dist/protocol/lexicon/words/built",
      "protocol/lexicon/words/kinds",
      "protocol/lexicon/words/things",
      ...["kin", "words", "entities"].map((name) => `protocol/router/laws/lexicon/${name}`),
    ])
      bytes += gzipSync(readFileSync(`${file}.json`)).length;
    expect(bytes).to.be.lessThan(DATA_BYTES_MAX);
  });
});
