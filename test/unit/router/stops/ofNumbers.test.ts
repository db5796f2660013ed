/** What no input has as it stands: a function of it, a spin that is none, what lies not on one line. */
import { expect } from "chai";
import { assert as check, constantFrom, integer, property } from "fast-check";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import { routeQuery } from "../../../../protocol/router/route.js";
import { runs } from "../../../kit/runs.js";
import { valueInWords } from "../../../kit/valueInWords.js";
import { openOrBeside } from "../../../kit/words/openOrBeside.js";

const registry = builtinRegistry();
const settings = { numRuns: runs(3, 40), endOnFailure: true };
const number = integer({ min: 11, max: 89 });
const functions = constantFrom("sin", "cos", "tan", "ln", "log", "sqrt", "arctan");

describe("A number that no input has as it stands", () => {
  it("is the value of a function of its name", () => {
    const asks = constantFrom<(name: string, value: number) => string>(
      (name, value) => `force F = 10 N, displacement d = 3 m, ${name}theta = ${value}; work`,
      (name, value) => `${name}theta_1 = ${value}, n_1 = 1.5, n_2 = 1.6, refraction angle?`,
      (name, value) => `F = 10 N, r = 2 m, ${name}theta = ${value}: torque of the force`,
    );
    check(
      property(functions, asks, number, (name, ask, hundredths) => {
        const value = hundredths / 100;
        expect(valueInWords(ask("", value)), ask("", value)).to.be.a("number");
        const asked = ask(`${name} `, value);
        expect(valueInWords(asked), asked).to.equal(null);
      }),
      settings,
    );
  });

  it("is a diameter of what is round where OD or ID says so", () => {
    const asked = "moment of inertia of a hollow cylinder, OD 100 mm, ID 80 mm, mass 5 kg";
    // m (r_1^2 + r_2^2)/2
    expect(valueInWords(asked)).to.be.closeTo(0.01025, 1e-9);
  });

  it("is a spin that is no multiple of one half", () => {
    check(
      property(number, (hundredths) => {
        const asked = `spin quantum number ${hundredths / 100}: size of the spin angular momentum`;
        const value = valueInWords(asked);
        if (hundredths === 50) expect(value).to.be.a("number");
        else expect(value, asked).to.equal(null);
      }),
      settings,
    );
    expect(
      valueInWords("spin quantum number 1.5: size of the spin angular momentum"),
    ).to.be.closeTo(2.0421e-34, 1e-38);
  });

  it("lies across, in a law of one line", () => {
    check(
      property(
        constantFrom(" at right angles", ", perpendicular to each other"),
        number,
        (how, share) => {
          const velocities = `relativistic addition of the velocities 0.5c and 0.${share}c`;
          expect(valueInWords(velocities), velocities).to.be.a("number");
          expect(valueInWords(velocities + how), how).to.equal(null);
        },
      ),
      settings,
    );
  });

  it("is a change beside a temperature, a size before a change, or heat beside work", () => {
    check(
      property(number, (n) => {
        for (const asked of [
          `A temperature rise of ${n} K in 2 kg of water, then cooled to 5 degC: heat?`,
          `Rail of ${n} m at 12e-6 per K from 12 to 40 degrees Celsius; new length?`,
        ])
          expect(valueInWords(asked), asked).to.equal(null);
        const asked = `An engine takes in ${n + 90} J of heat and gives off ${n} J of heat. Efficiency?`;
        const { operators, params } = routeQuery(registry, asked);
        if (operators?.[0] === "TD42") expect(params.W, asked).to.not.equal(n);
      }),
      settings,
    );
  });

  it("stands under a key of another name in an object", () => {
    check(
      property(number, (n) => {
        const asked = `{"wavelength_nm": ${n * 10}, "want": "photon energy in J"}`;
        const { given, law } = openOrBeside(asked);
        expect(law, asked).to.equal("PHO27");
        expect(Number(given[0]!.value), asked).to.be.closeTo(n * 1e-8, 1e-20);
      }),
      settings,
    );
  });

  it("is of a quantity that its law does not give", () => {
    const asks = constantFrom<readonly [named: string, other: string, n: string]>(
      ["total energy", "kinetic energy", "momentum 3 kg m/s and rest mass 2 kg: "],
      ["shear modulus", "bulk modulus", "Young's modulus 70 GPa, Poisson's ratio 0.33, "],
      ["potential energy", "kinetic energy", "spring of 200 N/m stretched by 0.1 m: "],
    );
    check(
      property(asks, ([named, other, numbers]) => {
        const { operators } = routeQuery(registry, numbers + named);
        expect(operators, numbers + named).to.be.an("array");
        const instead = routeQuery(registry, numbers + other);
        expect(instead.operators ?? [], numbers + other).to.not.deep.equal(operators);
      }),
      settings,
    );
  });
});
