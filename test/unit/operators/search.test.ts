import { expect } from "chai";
import { builtinRegistry, registryOf } from "../../../protocol/operators/index.js";
import { wordTableOf } from "../../../protocol/operators/search.js";

describe("protocol/operators/search", () => {
  const registry = builtinRegistry();

  function first(query: string, n = 1): string[] {
    return registry.search(query, { limit: n }).entries.map((entry) => entry.id);
  }

  it("puts an exact id first in either case", () => {
    for (const id of ["NM21", "QM8", "KO42", "THRUST_TSIOLKOVSKY"]) {
      expect(first(id)).to.deep.equal([id]);
      expect(first(id.toLowerCase())).to.deep.equal([id]);
    }
  });

  it("finds what a person would call it", () => {
    expect(first("gravitation", 3)).to.include("NM21");
    expect(first("kinetic energy", 3)).to.include("NM23");
    expect(first("tunneling", 3)).to.include("QM8");
    expect(first("beam deflection", 2)).to.include("BEAM_DEFLECTION");
    expect(first("rocket", 2)).to.include("THRUST_TSIOLKOVSKY");
  });

  it("forgives a slip of the pen where nothing else matches", () => {
    expect(first("gravitaton", 5)).to.include("NM21");
    expect(first("gravitational lensng", 5)).to.not.have.length(0);
  });

  it("shows what has each of two words, and most of more; else nothing", () => {
    expect(first("water hammer", 5)).to.deep.equal(["HYD10"]);
    for (const query of [
      "transformer oil",
      "earthquake early warning",
      "frost warning",
      "heart attack",
      "bearing temperature",
      "tyre pressure",
      "elevator rope",
      "hail",
    ])
      expect(first(query, 3), query).to.deep.equal([]);
    expect(first("wien displacement")).to.deep.equal(["HT36"]);
  });

  it("takes a unit as one word, whatever blanks it holds", () => {
    const found = registry.search("kg m/s").entries;
    expect(found).to.not.have.length(0);
    for (const { record } of found) {
      const units = [...Object.values(record.symbols).map(({ unit }) => unit), record.result?.unit];
      expect(units, record.id).to.include("kg m/s");
    }
  });

  it("finds every operator by its own name among the first three", () => {
    const lost = registry.entries.filter(
      ({ record }) => !first(record.name, 3).includes(record.id),
    );
    expect(lost.map(({ id }) => id)).to.deep.equal([]);
  });

  it("finds by quantity and unit", () => {
    const byUnit = registry.search("J s");
    expect(byUnit.total).to.be.greaterThan(0);
    for (const { record } of registry.search("angular_momentum").entries.slice(0, 1)) {
      const quantities = [
        record.result?.quantity,
        ...Object.values(record.symbols).map((symbol) => symbol.quantity),
      ];
      expect(quantities).to.include("angular_momentum");
    }
  });

  it("has of the build the words that its records hold", () => {
    const records = registry.entries.map(({ record }) => record);
    const built = registry.wordTable();
    expect(built.postings.length).to.equal(built.counts.reduce((sum, count) => sum + count, 0));
    expect(wordTableOf(records)).to.deep.equal(built);
    // Which is what is searched: with no words nothing is found.
    const empty = registryOf(records, undefined, {
      version: "",
      words: { ...built, words: [], counts: [], postings: [] },
    });
    expect([registry.search("zeta").total > 0, empty.search("zeta").total]).to.deep.equal([
      true,
      0,
    ]);
  });

  it("lists everything by id without words, in pages that do not overlap", () => {
    const all = registry.search(undefined);
    expect(all.total).to.equal(registry.entries.length);
    const ids = all.entries.map((entry) => entry.id);
    expect(ids).to.deep.equal(ids.toSorted());
    const pages = [0, 50, 100].flatMap(
      (offset) => registry.search(" ", { limit: 50, offset }).entries,
    );
    expect(pages.map((entry) => entry.id)).to.deep.equal(
      all.entries.slice(0, 150).map((entry) => entry.id),
    );
    expect(registry.search("energy", { offset: 10_000 }).entries).to.have.length(0);
  });

  it("keeps to a domain and counts before the limit", () => {
    const found = registry.search("energy", { domain: "quantum_mechanics", limit: 1 });
    expect(found.entries).to.have.length(1);
    expect(found.total).to.be.greaterThan(1);
    expect(found.entries[0]!.domain).to.equal("quantum_mechanics");
    expect(registry.search(undefined, { domain: "no_such_domain" })).to.deep.equal({
      total: 0,
      entries: [],
    });
  });

  it("answers nonsense with nothing, and hostile text quickly", () => {
    expect(registry.search("qzxqzx").total).to.equal(0);
    for (const query of ["(((((", "a".repeat(200), "\u0000", "%_*.+", "😀"]) {
      expect(registry.search(query).total).to.be.at.least(0);
    }
  });
});
