/** Numbers that a question says by others, says twice, or asks for of one of something. Values by hand. */
import { expect } from "chai";
import { assert as check, constantFrom, integer, property } from "fast-check";
import { readAnyhow, readQuestion } from "../../../../protocol/router/laws/reading/reading.js";
import { valueInSI } from "../../../../protocol/units/quantity/index.js";
import { runs } from "../../../kit/runs.js";

/** Names and values in SI of the likeliest form. */
function numbersOf(text: string): readonly (readonly [name: string | null, value: number])[] {
  return readAnyhow(text)[0]!.given.map(({ label, span }) => [
    span.name?.text ?? label,
    valueInSI(span.quantities[0]!.readings[0]!),
  ]);
}

function valuesOf(text: string): readonly number[] {
  return numbersOf(text).map(([, value]) => value);
}

function near(found: readonly number[], expected: readonly number[], said: string): void {
  expect(found.length, `${said}: ${found.join(" ")}`).to.equal(expected.length);
  expected.forEach((one, i) => {
    expect(found[i], said).to.be.closeTo(one, 1e-9 * Math.abs(one));
  });
}

const DEGREE = Math.PI / 180;
const number = integer({ min: 2, max: 97 });

describe("router: numbers that are said by others", () => {
  it("are the other one of a ratio, both of a quotient, and so many times the first", () => {
    const times = constantFrom(
      ...([
        ["twice", 2],
        ["three times", 3],
        ["half", 0.5],
        ["four times", 4],
      ] as const),
    );
    check(
      property(number, number, times, (n, m, [word, factor]) => {
        const ratio = `p2/p1 = ${n}, p1 = ${m} kPa and T1 = 300 K`;
        near(valuesOf(ratio), [1000 * n * m, 1000 * m, 300], ratio);
        expect(numbersOf(ratio)[0]![0]).to.equal("p2");
        const inverse = `p2 = ${m} kPa, p2/p1 = ${n}`;
        near(valuesOf(inverse), [1000 * m, (1000 * m) / n], inverse);
        const less = `V_GS = ${n + m} V, V_GS - V_T = ${m * 100} mV`;
        near(valuesOf(less), [n + m, n + m - m / 10], less);
        expect(numbersOf(less)[1]![0]).to.equal("V_T");
        const both = `W/L = ${n}/${m} um, V = 3 V`;
        near(valuesOf(both), [n * 1e-6, m * 1e-6, 3], both);
        expect(numbersOf(both).map(([name]) => name)).to.deep.equal(["W", "L", "V"]);
        const other = `One bucket has ${n} kg, the other is ${word} as heavy.`;
        near(valuesOf(other), [n, n * factor], other);
      }),
      { numRuns: runs(8, 200), endOnFailure: true },
    );
  });

  it("are in the unit that stands beside them, or once for a list", () => {
    const mark = constantFrom(", ", " ");
    check(
      property(number, number, number, mark, (a, b, c, joint) => {
        const rate = `decay at ${a / 10} 1/d for ${b} days`;
        near(valuesOf(rate), [a / 10 / 86_400, b * 86_400], rate);
        const shares = `${a} mol% on top and ${b} mol% below`;
        near(valuesOf(shares), [a / 100, b / 100], shares);
        const mole = `one mole of carbon monoxide weighs ${a} grams`;
        near(valuesOf(mole), [a / 1000], mole);
        expect(readQuestion(mole).given.map(({ span }) => span.kind)).to.deep.equal(["change"]);
        const list = [a, b, c].map((n, i) => `${["C", "Mn", "V"][i]} ${n / 100}`).join(joint);
        const expected = [a, b, c].map((n) => n / 1e4);
        near(valuesOf(`${list} (wt%). CE?`), expected, list);
        near(valuesOf(`Steel in mass percent: ${list}. CE?`), expected, list);
      }),
      { numRuns: runs(8, 200), endOnFailure: true },
    );
  });

  it("are no other numbers where they are said again, and are others where they differ", () => {
    const apart = integer({ min: 1, max: 20 });
    check(
      property(number, apart, (n, more) => {
        const kelvins = (n + 273.15).toFixed(2);
        const again = `at ${n} degC (${kelvins} K) and 3 bar`;
        near(valuesOf(again), [n + 273.15, 3e5], again);
        const other = `at ${n} degC (${(n + 273.15 + more).toFixed(2)} K)`;
        expect(valuesOf(other)).to.have.length(2);
        const refers = `${n} ohm on top, ${n + more} ohm below: what falls across the ${n} ohm?`;
        near(valuesOf(refers), [n, n + more], refers);
        const two = `masses of ${n} kg and ${n} kg`;
        near(valuesOf(two), [n, n], two);
        const age = `I'm ${n} and still at work: heat for ${n + more} kg of water?`;
        near(valuesOf(age), [n + more], age);
        const nought = `${n} nm at T = 0, and T = ${more} K now`;
        near(valuesOf(nought), [n * 1e-9, more], nought);
      }),
      { numRuns: runs(8, 200), endOnFailure: true },
    );
  });

  it("are half of twice an angle, and none for whoever reads them as they stand", () => {
    const twice = constantFrom(
      "2-theta = ",
      "2theta = ",
      "two-theta ",
      "two-theta angle ",
      "2 theta of ",
      "2θ = ",
    );
    check(
      property(number, twice, (n, said) => {
        const text = `peak at ${said}${n} degrees`;
        near(valuesOf(text), [(n / 2) * DEGREE], text);
        expect(readQuestion(text).given.map(({ span }) => span.kind)).to.deep.equal(["change"]);
        for (const two of ["p2/p1", "V_GS - V_T", "Pm-Pe"]) {
          const kinds = readQuestion(`${two} = ${n} V`).given.map(({ span }) => span.kind);
          expect(kinds, two).to.deep.equal(["arithmetic"]);
        }
        // A word before a symbol is no part of its name.
        expect(readQuestion(`room-T = ${n} K`).given[0]!.span.kind).to.equal("value");
      }),
      { numRuns: runs(8, 200), endOnFailure: true },
    );
  });

  it("are asked for of one of something", () => {
    const asked: readonly (readonly [question: string, unit: string | undefined])[] = [
      ["How many milligrams of it are in a cubic metre of air?", "mg/m^3"],
      ["How many newtons act on each metre of cable?", "N/m"],
      ["What force in newton does each metre of lead feel?", "N/m"],
      ["How many joules are there for each turn?", "joules"],
      ["How many metres does it go in a minute?", "metres"],
    ];
    for (const [question, unit] of asked)
      expect(readAnyhow(question)[0]?.wanted?.text, question).to.equal(unit);
  });
});
