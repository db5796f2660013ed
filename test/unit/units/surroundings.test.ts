/** A quantity in a sentence is the quantity it is alone, or it is refused: what stands around it changes no number. */
import { expect } from "chai";
import * as fc from "fast-check";
import { equalExact } from "../../../protocol/units/exact.js";
import {
  readQuantity,
  spansIn,
  type Quantity,
  type Span,
} from "../../../protocol/units/quantity/index.js";
import type { QuantityRefusal } from "../../../protocol/units/quantity/quantity.js";
import { runs } from "../../kit/runs.js";

const SEED = 20_261_127;
const NUMBERS = "5 -5 0.7 1/2 2.5e3 1,000 384400 6.02×10^23 ½ -1e-3".split(" ");
const UNITS =
  "m|km|s|h|kg|N|Pa|°C|degF|W/(m K)|J/(kg °C)|m/s^2|mph|kW|eV|T|mol|rad|in|ft|hours|N m|kg m/s|square metres|"
    .concat("metres per second|kW h|light years|ft lbf")
    .split("|");
const BEFORE = [
  "",
  "a mass of ",
  "r = ",
  "r =",
  "change ",
  "It ran ",
  "(",
  "what is it at ",
  "is ",
  "x: ",
  "to ",
];
const AFTER = [
  ..." ,|.|:|;|?|)|: how far|, what|. Find x|; then|: 3 kg|, 3 kg|, v = 3| v = 3| h = 3| H: 3| in the tube| in a".split(
    "|",
  ),
  ..." in air| in km| at 3 s| and 3 s| wide| K| - 3 m| ± 2| cubed|!|:".split("|"),
];

function only(text: string): Span {
  const [first] = spansIn(text);
  if (first === undefined) throw new Error(text);
  return first;
}

function expectSame(alone: Quantity | QuantityRefusal, span: Span, text: string): void {
  if (!alone.ok) throw new Error(`${text}: ${alone.message}`);
  const [found] = span.quantities;
  expect(found!.readings.length, text).to.equal(alone.readings.length);
  for (const [i, reading] of alone.readings.entries()) {
    const other = found!.readings[i]!;
    expect(equalExact(other.number, reading.number), text).to.equal(true);
    expect(other.unit.text, text).to.equal(reading.unit.text);
  }
}

describe("protocol/units/quantity/spans: what stands around", () => {
  it(`changes no quantity: seed ${SEED}`, () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...NUMBERS),
        fc.constantFrom(...UNITS),
        fc.constantFrom(...BEFORE),
        fc.constantFrom(...AFTER),
        (number, unit, before, after) => {
          const text = `${before}${number} ${unit}${after}`;
          // `5 in the`, `5 in km`: the unit is the word of the sentence.
          if (unit === "in" && after.startsWith(" ")) return;
          const span = only(text);
          if (span.kind !== "value" || span.follower !== null) return;
          // It may go on, as in `5 m cubed`; it never ends within.
          expect(span.at[0], text).to.equal(before.length);
          expect(span.at[1], text).to.be.at.least(`${before}${number} ${unit}`.length);
          expectSame(readQuantity(text.slice(...span.at)), span, text);
        },
      ),
      { seed: SEED, numRuns: runs(1500, 20_000) },
    );
  });

  const reads: readonly (readonly [text: string, ...quantities: string[]])[] = [
    ["It ran for 6 hours: how far?", "6 h"],
    ["a wall with 0.7 W/(m K): what flows", "0.7 W/(m K)"],
    ["water has 4186 J/(kg °C), what", "4186 J/(kg K)"],
    ["a torque of 1000 N m: what", "1000 N m"],
    ["quantum number 2 in the hydrogen atom", "2"],
    ["a rod 2 in wide", "2 in"],
    ["a heat change -100 kJ", "-100 kJ"],
    ["T = - 5 °C and p", "-5 degC"],
    ["T = −5 °C", "-5 degC"],
    ["at 6 hours: 5 m/s", "6 h", "5 m/s"],
  ];
  for (const [text, ...quantities] of reads) {
    it(`reads ${text}`, () => {
      const spans = spansIn(text);
      expect(spans.map(({ kind }) => kind)).to.deep.equal(quantities.map(() => "value"));
      expect(spans.map((span) => span.quantities[0]!.text)).to.deep.equal(quantities);
    });
  }

  for (const text of ["the temperature - 5 °C", "side 1 m H: 2", "x 5 m: 3 kg"]) {
    it(`asks at ${text}`, () => {
      const span = only(text);
      expect(span.kind).to.equal("unread");
      expect(span.message).to.contain("write");
    });
  }
});
