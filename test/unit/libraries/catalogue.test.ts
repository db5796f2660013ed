/** The list of libraries: what it holds, and what is found in it. */
import { expect } from "chai";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { libraries } from "../../../protocol/libraries/catalogue.js";
import { solverCards } from "../../../protocol/solvers/cards.js";

const { categories, libraries: all } = libraries.file;
const namesOf = (query: string, category?: string): string[] =>
  libraries.find(query, category).hits.map(({ entry }) => entry.name);

/** What people ask, and the library that must be among the first three. */
const QUESTIONS: Readonly<Record<string, string>> = {
  "solve sparse linear systems in Rust": "faer",
  "I want to minimize a nonlinear function with constraints": "Ipopt",
  "convex optimization solver written in Rust": "Clarabel",
  "how do I price an option in C++?": "QuantLib",
  "convert units in javascript": "js-quantities",
  "parse SMILES strings of molecules": "RDKit",
  "eigenvalues of a large sparse matrix": "ARPACK-NG",
  "stiff ordinary differential equations": "SUNDIALS",
  "differential equations in R": "deSolve",
  "simulate proteins with molecular dynamics": "GROMACS",
  "position of a satellite in Python": "Skyfield",
  "is this boolean formula satisfiable": "CaDiCaL",
  "orbit propagation Java": "Orekit",
};

describe("the list of libraries", () => {
  it("names each library once, in a category that it states, with libraries in each", () => {
    expect(new Set(all.map(({ name }) => name.toLowerCase())).size).to.equal(all.length);
    expect(new Set(all.map(({ url }) => url)).size).to.equal(all.length);
    const named = categories.map(({ name }) => name);
    expect(new Set(named).size).to.equal(named.length);
    expect(new Set(all.map(({ category }) => category))).to.deep.equal(new Set(named));
  });

  it("covers only what this service has", () => {
    const registry = builtinRegistry();
    const solvers = new Set(solverCards.map(({ id }) => id));
    const missing = all.flatMap(({ covers, name }) =>
      covers
        .filter((id) => !solvers.has(id) && registry.get(id) === undefined)
        .map((id) => `${name}: ${id}`),
    );
    expect(missing).to.deep.equal([]);
  });

  it("has a licence expression, an address, one line and a day for each", () => {
    for (const one of all) {
      expect(one.license, one.name).to.match(
        /^[A-Za-z0-9.-]+(?: (?:AND|OR|WITH) [A-Za-z0-9.-]+)*$/,
      );
      expect(one.license, one.name).to.not.match(/LicenseRef|NOASSERTION|GPL-[\d.]+$/);
      expect(() => new URL(one.url), one.name).to.not.throw();
      expect(one.oneLine.length, one.name).to.be.within(20, 120);
      expect(one.checkedOn, one.name).to.match(/^\d{4}-\d\d-\d\d$/);
    }
  });
});

describe("the search of libraries", () => {
  for (const { name } of categories) {
    it(`finds a library of ${name} first, when asked for it`, () => {
      const [first] = libraries.find(name.replaceAll("-", " ")).hits;
      expect(first?.entry.category).to.equal(name);
    });
  }

  it("finds each library first by its name", () => {
    const missed = all.filter(({ name }) => namesOf(name)[0] !== name).map(({ name }) => name);
    expect(missed).to.deep.equal([]);
  });

  for (const [question, wanted] of Object.entries(QUESTIONS)) {
    it(`answers "${question}"`, () => {
      expect(namesOf(question).slice(0, 3)).to.include(wanted);
    });
  }

  it("keeps to a category that is named", () => {
    const hits = libraries.find("solver", "sat-smt").hits;
    expect(hits.length).to.be.greaterThan(0);
    expect(new Set(hits.map(({ entry }) => entry.category))).to.deep.equal(new Set(["sat-smt"]));
  });

  it("reads a misspelt word only where nothing else was found", () => {
    expect(namesOf("kalmann filtr")).to.include("FilterPy");
    expect(namesOf("satisfyability")[0]).to.be.oneOf(namesOf("satisfiability"));
    expect(namesOf("sparse matrx")).to.deep.equal(namesOf("sparse matrix"));
    const { hits } = libraries.find("sparse matrix eigenvalus");
    expect(hits.length).to.be.greaterThan(0);
    expect(hits.flatMap(({ matched }) => matched)).to.include.members(["sparse", "matrix"]);
    expect(hits.flatMap(({ matched }) => matched)).to.not.include("eigenvalues");
  });

  it("shows nothing for the words of other things", () => {
    // A transformer is no Fourier transform, and frost no misspelt front.
    for (const query of ["transformer", "transformer oil", "frost warning", "water hammer"])
      expect(namesOf(query), query).to.deep.equal([]);
    expect(namesOf("earthquake early warning")).to.deep.equal([]);
  });

  it("names the nearest categories where nothing fits", () => {
    const { hits, nearest } = libraries.find("xylophone zither");
    expect(hits).to.deep.equal([]);
    expect(nearest).to.have.length(5);
    expect(libraries.find("solver", "lattice-boltzman").nearest[0]).to.equal("lattice-boltzmann");
    expect(libraries.find("!?").hits).to.deep.equal([]);
    expect(libraries.find("the best library").hits).to.deep.equal([]);
  });
});
