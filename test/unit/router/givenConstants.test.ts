/** Constants that a question gives with its numbers, and changes where a law has a change for input. */
import { expect } from "chai";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { routeQuery } from "../../../protocol/router/route.js";

const registry = builtinRegistry();
const ask = (query: string) => routeQuery(registry, query);

/** A question that is whole, and constants of its law as textbooks round them. */
const GIVEN: readonly (readonly [query: string, ...constants: string[]])[] = [
  [
    "gravitational force between 5 kg and 8 kg, 2 m apart",
    "G = 6.67e-11 N m^2/kg^2",
    "G = 6.674 x 10^-11 m^3 kg^-1 s^-2",
    "the gravitational constant is 6.67e-11 N m^2/kg^2",
  ],
  [
    "Two charges of 1 µC and 2 µC are 1 m apart. What is the force between them?",
    "k = 8.99e9 N m²/C²",
    "k = 9e9 N m^2/C^2",
    "eps_0 = 8.85e-12 F/m",
    "Coulomb's constant is 8.99e9 N m^2/C^2",
  ],
  [
    "photon energy for a wavelength of 500 nm",
    "h = 6.63e-34 J s",
    "c = 3e8 m/s",
    "h = 6.6e-34 J s and c = 3.00e8 m/s",
  ],
  [
    "pressure of 2 mol of an ideal gas in 10 litres at 300 K",
    "R = 8.314 J/(mol K)",
    "R = 8.31 J/(mol K)",
  ],
  ["rms speed of a molecule of 4.65e-26 kg at 300 K", "k = 1.38e-23 J/K"],
  ["radius of a nucleus with mass number 197", "r_0 = 1.2 fm"],
  ["sound intensity level in dB of 1e-5 W/m^2", "the threshold of hearing is 1e-12 W/m^2"],
  ["Magnetic field 4 cm from a long straight wire with 10 A", "mu_0 = 1.2566e-6 N/A^2"],
];

describe("router: constants that a question gives", () => {
  it("takes them for those of the law, and changes nothing", () => {
    for (const [query, ...constants] of GIVEN) {
      const plain = ask(query);
      expect(plain.refusal, query).to.equal(null);
      for (const constant of constants) {
        const given = ask(`${query}; ${constant}`);
        expect([given.operators, given.params], `${query}; ${constant}`).to.deep.equal([
          plain.operators,
          plain.params,
        ]);
        expect(given.restated).to.include("the law's own constant for");
      }
    }
  });

  it("answers nothing where another value is given, or the law has no such constant", () => {
    for (const query of [
      "gravitational force between 5 kg and 8 kg, 2 m apart; G = 6.9e-11 N m^2/kg^2",
      "photon energy for a wavelength of 500 nm; c = 2.9e8 m/s",
      "photon energy for a wavelength of 500 nm; h = 6.63e-34 J",
      "kinetic energy of 2 kg at 3 m/s; G = 6.67e-11 N m^2/kg^2",
      "photon energy for a wavelength of 500 nm; k = 1.38e-23 J/K",
    ])
      expect(ask(query).operators, query).to.equal(null);
  });
});

describe("router: by how much a quantity changes", () => {
  it("is the input of a law that has the change, and no value", () => {
    const heated = ask(
      "2 kg of water is raised by 15 K, specific heat 4186 J/(kg K); heat needed?",
    );
    expect(heated.params).to.include({ m: 2, Delta_T: 15 });
    const flux = ask(
      "The magnetic flux through a coil of 50 turns is reduced by 0.02 Wb in 0.1 s. What emf?",
    );
    expect(flux.params).to.include({ N_t: 50, Delta_Phi: 0.02, t: 0.1 });
    expect(ask("A box of 5 kg is lifted up by 2 m. Gain of potential energy?").params).to.include({
      H: 2,
    });
    for (const query of [
      "A 2 kg ball speeds up by 3 m/s. Kinetic energy?",
      "kinetic energy of 2 kg whose speed is increased by 3 m/s",
      "momentum of 3 kg raised by 1 kg at 2 m/s",
      "2 kg of water is raised by 15 %, specific heat 4186 J/(kg K); heat needed?",
    ])
      expect(ask(query).operators, query).to.equal(null);
  });
});
