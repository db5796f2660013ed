/** Shares, atoms and temperatures of another part than the one that a law speaks of. Values by hand. */
import { expect } from "chai";
import { assert as check, constantFrom, integer, property } from "fast-check";
import { runs } from "../../../kit/runs.js";
import { valueInWords } from "../../../kit/valueInWords.js";

const settings = { numRuns: runs(6, 100), endOnFailure: true };
const number = integer({ min: 11, max: 89 });

describe("Another part than the law's", () => {
  it("has the other share", () => {
    check(
      property(number, number, (percent, tenths) => {
        const asked = `Rosen microbuckling strength, matrix shear modulus ${tenths / 10} GPa,`;
        const fibres = `${asked} ${percent} % fibre by volume?`;
        const strength = (tenths * 1e8) / (1 - percent / 100);
        const value = valueInWords(fibres);
        if (value !== null) expect(value, fibres).to.be.closeTo(strength, 1e-9 * strength);
        const matrix = `${asked} ${percent} % matrix by volume?`;
        expect(valueInWords(matrix), matrix).to.equal(null);
      }),
      settings,
    );
  });

  it("has other atoms than it is weighed by", () => {
    const pairs = constantFrom(
      ["hydrogen", "water"],
      ["oxygen", "carbon dioxide"],
      ["chloride", "magnesium chloride"],
      ["sodium", "soda"],
    );
    check(
      property(pairs, number, number, ([atom, substance], grams, molar) => {
        const query = `How many moles of ${atom} atoms are in ${grams}.5 g of ${substance} (${molar} g/mol)?`;
        expect(valueInWords(query), query).to.equal(null);
        const same = `How many moles of ${substance} are in ${grams}.5 g of ${substance} (${molar} g/mol)?`;
        const value = valueInWords(same);
        if (value !== null) expect(value, same).to.be.closeTo((grams + 0.5) / molar, 1e-9 * grams);
      }),
      settings,
    );
  });

  it("has another temperature than its face", () => {
    check(
      property(
        constantFrom("the air", "water", "gas"),
        number,
        integer({ min: 1, max: 9 }),
        (medium, area, cold) => {
          const wall = `Heat flow through a wall of ${area} m^2, 0.2 m thick, k = 0.8 W/(m K), with`;
          const query = `${wall} ${medium} at 20 degC inside and ${cold} degC outside?`;
          expect(valueInWords(query), query).to.equal(null);
          const faces = `${wall} its faces at 20 degC and ${cold} degC?`;
          const flow = 4 * area * (20 - cold);
          const value = valueInWords(faces);
          if (value !== null) expect(value, faces).to.be.closeTo(flow, 1e-9 * flow);
        },
      ),
      settings,
    );
  });

  it("of partly polarised light nothing is sealed", () => {
    check(
      property(constantFrom("partly", "partially", "mostly"), number, (extent, degrees) => {
        const light = `100 W/m^2 of ${extent} polarised light`;
        const query = `Intensity after a polariser when ${light} falls on it at ${degrees} deg to its axis?`;
        expect(valueInWords(query), query).to.equal(null);
      }),
      settings,
    );
  });
});
