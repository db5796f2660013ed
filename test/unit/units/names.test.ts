/** Names of units of the SI, of UCUM and of pint: each is the unit that it is there. */
import { expect } from "chai";
import { readFileSync } from "node:fs";
import { readQuantity, valueInSI } from "../../../protocol/units/quantity/index.js";

/** Name, size in SI, source: `scripts/units/names_reference.py`. */
const NAMES: readonly (readonly [name: string, size: number, source: string])[] = JSON.parse(
  readFileSync("test/vectors/units/names.json", "utf8"),
);

/** Marks, numbers, letters of sentences, and what a procedure defines. */
const UNREAD: ReadonlySet<string> = new Set([
  ..."'' 10* 10^ Lmb [FNU] [NTU] [car_Au] [pi] a b mo sph".split(" "),
  "force pound",
  "standard liter per minute",
]);

/**
 * Other units of that name: survey measures before 2022, Gaussian dimensions, the mole as a number,
 * the parsec of 1976, the phot below the lux, the stere, a BTU of ISO.
 */
const OTHERS: ReadonlySet<string> = new Set([
  ..."acre fathom furlong league franklin gauss maxwell oersted statfarad stathenry statohm".split(
    " ",
  ),
  ..."mol pc ph st".split(" "),
  "boiler horsepower",
  "refrigeration ton",
]);

describe("protocol/units: names of other programs", () => {
  it(`reads ${NAMES.length} names as what they are there`, () => {
    const wrong = NAMES.filter(([name, size]) => {
      if (UNREAD.has(name) || OTHERS.has(name)) return false;
      const read = readQuantity(`1 ${name}`);
      if (!read.ok) return true;
      const sizes = read.readings.map((one) => valueInSI(one, true));
      return !sizes.some((one) => Math.abs(one - size) <= 1e-8 * size);
    });
    expect(wrong).to.deep.equal([]);
  });

  it("reads none of the names that are left out as something else", () => {
    const names = NAMES.map(([name]) => name);
    for (const name of UNREAD) {
      expect(names, name).to.include(name);
      expect(readQuantity(`1 ${name}`).ok, name).to.equal(false);
    }
  });
});
