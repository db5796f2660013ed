/** A constant or a quantity of which another unit alone is asked. */
import { expect } from "chai";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { routeQuery } from "../../../protocol/router/route.js";

const registry = builtinRegistry();

/** By definition: 1 mi = 1609.344 m, 1 kn = 1852 m/h, °F = 9/5 °C + 32, 1 psi = 6894.757293168 Pa. */
const ASKED: readonly (readonly [question: string, value: number, unit: string])[] = [
  ["speed of light in miles per second?", 299_792_458 / 1609.344, "mi/s"],
  ["What's the elementary charge in coulombs?", 1.602176634e-19, "C"],
  ["What is 72 degrees Fahrenheit in kelvin?", ((72 - 32) * 5) / 9 + 273.15, "K"],
  ["How many kilometres per hour is 45 knots?", 45 * 1.852, "km/h"],
  ["A recipe oven says 425 °F. What is that in °C?", ((425 - 32) * 5) / 9, "degC"],
  ["Convert 30 psi to bar.", 30 * 0.06894757293168, "bar"],
  ["Convert 30 psi of tyre pressure to bar.", 30 * 0.06894757293168, "bar"],
  ["4.2 inches of copper: how many millimetres", 4.2 * 25.4, "mm"],
  ["I am 6 feet 2 inches tall. Centimetres?", (72 + 2) * 2.54, "cm"],
  ["The jug holds 2.5 US gallons. How many litres?", 2.5 * 3.785411784, "L"],
  ["His blood pressure is 90 mmHg diastolic, what's that in kPa", 90 * 0.133322387415, "kPa"],
  ["The van does 40 miles per hour: metres per second?", (40 * 1609.344) / 3600, "m/s"],
  ["how many seconds in a fortnight", 14 * 86_400, "s"],
  // 10^2.7, by mpmath.
  ["27 dBm expressed in milliwatts", 501.187233627272, "mW"],
];

describe("another unit alone is asked for", () => {
  for (const [question, value, unit] of ASKED)
    it(question, () => {
      const { constant, refusal } = routeQuery(registry, question);
      expect(refusal).to.equal(null);
      expect(constant?.unit).to.equal(unit);
      expect(constant?.value).to.be.closeTo(value, 1e-12 * Math.abs(value));
    });

  for (const question of [
    "A car brakes from 20 m/s. Average speed in km/h?",
    "A car goes twice 20 m/s. What is that in km/h?",
    "Half of 30 psi in bar?",
    "What is 5 kg in newtons?",
    "What is not 5 km in miles?",
    "speed of light in kg",
    "A stone falls from 20 m. In km?",
    "wavelength of a 64 cm string: metres?",
    "Two 3 kg bags: how many pounds?",
    "I ran 5 km each way. How many miles?",
    "A block of 3 kg has a volume of 2 L, how many gallons?",
    "A car brakes from 20 m/s: km/h?",
    "How many mg of paracetamol may I give a child of 20 kg?",
    // The first would be the elementary charge (unit charge), the second G (big G), the third u.
    "what is the charge",
    "what is g",
    "what is the atomic mass",
  ])
    it(`is nothing that is looked up: ${question}`, () => {
      expect(routeQuery(registry, question).constant).to.equal(null);
    });

  it("leaves nothing unread: a word that nobody knows, anywhere in its sentence, ends it", () => {
    // `My blorp says 425 °F. What is that in °C?`, `Convert 30 psi of blorp to bar` ask of the number alone.
    for (const [question] of ASKED.filter(([one]) => !/[.,:]\s|^Convert/.test(one))) {
      const words = question.split(" ");
      for (let i = 0; i <= words.length; i += 1) {
        const other = [...words.slice(0, i), "blorp", ...words.slice(i)].join(" ");
        expect(routeQuery(registry, other).constant, other).to.equal(null);
      }
    }
  });
});
