/** Powers of units that are no whole numbers, and roots: read whole or refused whole. */
import { expect } from "chai";
import { assert, constantFrom, integer, property } from "fast-check";
import { parseUnit } from "../../../protocol/units/index.js";
import { readQuantity, spansIn, valueInSI } from "../../../protocol/units/quantity/index.js";
import { runs } from "../../kit/runs.js";

const SEED = 20_261_127;

/** SI by hand: the square root of a million is a thousand. */
const ONE: readonly (readonly [text: string, si: number, canonical: string])[] = [
  ["5 MPa m^0.5", 5e6, "MPa m^(1/2)"],
  ["5 MPa m^.5", 5e6, "MPa m^(1/2)"],
  ["5 MPa m^(0.5)", 5e6, "MPa m^(1/2)"],
  ["5 MPa m^(1/2)", 5e6, "MPa m^(1/2)"],
  ["5 MPa m**0.5", 5e6, "MPa m^(1/2)"],
  ["5 MPa√m", 5e6, "MPa m^(1/2)"],
  ["5 MPa·√m", 5e6, "MPa m^(1/2)"],
  ["5 MPa √(m)", 5e6, "MPa m^(1/2)"],
  ["5 MPa sqrt(m)", 5e6, "MPa m^(1/2)"],
  ["2 MPa^0.5", 2e3, "MPa^(1/2)"],
  ["3 nV/√Hz", 3e-9, "nV/Hz^(1/2)"],
  ["3 V/sqrt(Hz)", 3, "V/Hz^(1/2)"],
  ["3 V Hz^-0.5", 3, "V/Hz^(1/2)"],
  ["3 V Hz^−0.5", 3, "V/Hz^(1/2)"],
  ["4 m^1.5", 4, "m^(3/2)"],
  ["4 m^2.5", 4, "m^(5/2)"],
  ["4 √(N m)", 4, "N^(1/2) m^(1/2)"],
  ["4 sqrt(cm^2)", 0.04, "cm"],
  ["4 W/(m √K)", 4, "W/(m K^(1/2))"],
];

/** A part of each would be a quantity. */
const NONE: readonly string[] = [
  "3 m^1.5.2",
  "3 m^0,5",
  "3 m^{0.5}",
  "5 MPa m^{0.5}",
  "3 m⁰·⁵",
  "3 m^1/2",
  "3 m^½",
  "5 MPa m^½",
  "3 kHz^0.5",
  "3 m^0.333",
  "3 √m^2",
  "3 √(m)^2",
  "5 MPa m^x",
  "5 N m^ 0.5",
];

describe("units: powers and roots", () => {
  for (const [text, si, canonical] of ONE) {
    it(`reads ${text}, alone and in a sentence`, () => {
      const found = readQuantity(text);
      if (!found.ok) throw new Error(found.message);
      expect(valueInSI(found.readings[0]!)).to.equal(si);
      expect(found.readings[0]!.unit.text).to.equal(canonical);
      expect(parseUnit(canonical)).to.deep.include({ ok: true, text: canonical });
      const spans = spansIn(`a value of ${text}, and no more`);
      expect(spans.map(({ kind, quantities }) => [kind, quantities[0]!.text])).to.deep.equal([
        ["value", found.text],
      ]);
    });
  }

  it("takes no part of a power that it does not read", () => {
    for (const text of NONE) {
      expect(readQuantity(text).ok, text).to.equal(false);
      const [first] = spansIn(`a value of ${text} there`);
      expect(first?.kind, text).to.be.oneOf(["unread", "arithmetic"]);
    }
  });

  it("reads a decimal power as the fraction that it is, whatever stands before its unit", () => {
    assert(
      property(
        constantFrom("m", "s", "K", "N", "Pa", "V", "Hz"),
        constantFrom("", "kg ", "MPa ", "W/"),
        integer({ min: -12, max: 12 }).filter((quarters) => quarters !== 0),
        (unit, before, quarters) => {
          const decimal = parseUnit(`${before}${unit}^${quarters / 4}`);
          const fraction = parseUnit(`${before}${unit}^(${quarters}/4)`);
          expect(decimal).to.deep.equal(fraction);
          if (!decimal.ok) throw new Error(decimal.message);
          const text = `7 ${before}${unit}^${quarters / 4}`;
          const [span, another] = spansIn(`it is ${text}, or so`);
          expect(another).to.equal(undefined);
          expect(span!.at, text).to.deep.equal([6, 6 + text.length]);
          expect(span!.quantities[0]!.readings[0]!.unit.dimension).to.deep.equal(decimal.dimension);
        },
      ),
      { seed: SEED, numRuns: runs(200, 2000) },
    );
  });

  it("never ends a quantity within a power", () => {
    assert(
      property(
        constantFrom("m", "MPa m", "kg/s", "N"),
        constantFrom("^", "**", "^ ", "^(", "^{", "⁰", "√", "^-"),
        constantFrom("0.5", ".5", "1.5", "1,5", "1/2", "½", "⁵", "2.5.1", "2..", "x"),
        constantFrom("", ")", "}", " kg", " s"),
        (unit, mark, power, end) => {
          const text = `7 ${unit}${mark}${power}${end}`;
          const [span] = spansIn(`it is ${text}`);
          if (span?.kind !== "value") return;
          const rest = `it is ${text}`.slice(span.at[1]);
          expect(rest, text).not.to.match(/[\d^√⁰⁵½*]/);
        },
      ),
      { seed: SEED, numRuns: runs(400, 4000) },
    );
  });

  it("makes a range of alike quantities only", () => {
    const kinds = (text: string): readonly string[] => spansIn(text).map(({ kind }) => kind);
    expect(kinds("2.5 mA through 4.7 kΩ")).to.deep.equal(["value", "value"]);
    expect(kinds("2 kg to 3 m")).to.deep.equal(["value", "value"]);
    assert(
      property(
        constantFrom("through", "to", "-", "..", "or"),
        constantFrom("mm", "cm", "m", "km"),
        constantFrom("mm", "cm", "m", "km"),
        (word, one, other) => {
          expect(kinds(`2 ${one} ${word} 3 ${other}`)).to.deep.equal(["range"]);
          expect(kinds(`2 ${word} 3 ${other}`)).to.deep.equal(["range"]);
        },
      ),
      { seed: SEED, numRuns: 100 },
    );
    assert(
      property(
        constantFrom("through", "to"),
        constantFrom("mA", "V", "kg"),
        constantFrom("kohm", "K", "mol"),
        (word, one, other) => {
          expect(kinds(`2 ${one} ${word} 3 ${other}`)).to.deep.equal(["value", "value"]);
        },
      ),
      { seed: SEED, numRuns: 40 },
    );
  });
});
