/** Libraries in a terminal. */
import { expect } from "chai";
import { libSearch } from "../../../../api/contract/compute/libSearch.js";
import { libraryLines } from "../../../../api/readable/libraries.js";

const output = libSearch.output.parse(libSearch.examples[0]!.output);

describe("libraries in a terminal", () => {
  it("shows name, language, licence, category, what it is for, and where", () => {
    expect(libraryLines(output, 80)).to.deep.equal([
      "1 of 1 libraries",
      "faer (Rust, MIT): linear-algebra-sparse",
      "  Dense and sparse factorisations and solvers in pure Rust",
      "  https://github.com/sarah-quinones/faer-rs",
    ]);
  });

  it("names the nearest categories where nothing was found", () => {
    const none = { ...output, total: 0, results: [], nearestCategories: ["acoustics", "docking"] };
    expect(libraryLines(none, 80)).to.deep.equal([
      "0 of 1 libraries",
      "  nearest   acoustics, docking",
    ]);
  });

  it("leaves other answers alone", () => {
    expect(libraryLines({ results: [] }, 80)).to.equal(null);
  });
});
