/** Words that say the contrary of what a law holds for: nothing is sealed, and the plain question is. */
import { expect } from "chai";
import { assert as check, constantFrom, integer, property } from "fast-check";
import { runs } from "../../../kit/runs.js";
import { valueInWords } from "../../../kit/valueInWords.js";

const settings = { numRuns: runs(4, 60), endOnFailure: true };
const a = integer({ min: 11, max: 49 });
const b = integer({ min: 51, max: 89 });

/** What holds, its value, and the same with what changes it. */
interface Pair {
  readonly plain: string;
  readonly value: number;
  readonly other: string;
}

type PairOf = (x: number, y: number) => Pair;

function holdsApart(kind: string, pairs: readonly PairOf[]): void {
  it(kind, () => {
    check(
      property(constantFrom(...pairs), a, b, (pairOf, x, y) => {
        const { other, plain, value } = pairOf(x, y);
        expect(valueInWords(plain), plain).to.be.closeTo(value, 1e-6 * Math.abs(value));
        expect(valueInWords(other), other).to.equal(null);
      }),
      settings,
    );
  });
}

const AVOGADRO = 6.02214076e23;

describe("The contrary of what a law holds for", () => {
  holdsApart("is another direction", [
    (x, y) => ({
      plain: `Power of a force of ${x} N on a body at a speed of ${y} m/s`,
      value: x * y,
      other: `Power of a force of ${x} N at right angles to a velocity of ${y} m/s`,
    }),
    (x, y) => ({
      plain: `Magnetic flux through a loop of area ${x} m^2 in a field of ${y} T`,
      value: x * y,
      other: `Magnetic flux through a loop of area ${x} m^2 lying along a field of ${y} T`,
    }),
    (x, y) => ({
      plain: `Motional emf of a rod of ${x} m moving at ${y} m/s across a field of 0.2 T`,
      value: 0.2 * x * y,
      other: `Motional emf of a rod of ${x} m moving at ${y} m/s along a field of 0.2 T`,
    }),
    (x) => ({
      plain: `Length of a rod of proper length ${x} m moving at 0.8 c`,
      value: 0.6 * x,
      other: `Length of a rod of proper length ${x} m moving at 0.8 c across its length`,
    }),
  ]);

  holdsApart("stands the other way round", [
    (x, y) => ({
      plain: `Gibbs energy of a reaction, enthalpy -${x} kJ/mol, entropy of ${y} J/(mol K), 300 K`,
      value: -1000 * x - 300 * y,
      other: `Gibbs energy of a reaction, enthalpy -${x} kJ/mol, the entropy falls by ${y} J/(mol K), 300 K`,
    }),
    // k = 2 pi H^2 exp(-(l + G)^2/(4 l k_B T))/(hbar sqrt(4 pi l k_B T)), by hand.
    (x) => {
      const [eV, kT] = [1.602176634e-19, 1.380649e-23 * 300];
      const [H, l, G] = [(0.001 * x * eV) / 10, 0.8 * eV, -0.25 * eV];
      const rate =
        (2 * Math.PI * H * H * Math.exp(-((l + G) ** 2) / (4 * l * kT))) /
        (1.054571817646e-34 * Math.sqrt(4 * Math.PI * l * kT));
      const said = `reorganisation energy 0.80 eV, Delta G -0.25 eV, coupling ${x / 10} meV, 300 K`;
      return {
        plain: `Marcus theory: rate constant of electron transfer, ${said}`,
        value: rate,
        other: `Marcus theory: transfer from donor to acceptor, ${said}. Rate constant from acceptor to donor?`,
      };
    },
  ]);

  holdsApart("is what does not change", [
    (x, y) => ({
      plain: `Emf in a coil of ${x} turns with a flux change of ${y} Wb in 2 s`,
      value: (x * y) / 2,
      other: `Emf in a coil of ${x} turns with a constant flux of ${y} Wb for 2 s`,
    }),
    (x, y) => ({
      plain: `Velocity after 4 s at an initial velocity of ${y} m/s and an acceleration of ${x} m/s^2`,
      value: y + 4 * x,
      other: `Velocity after 4 s at constant velocity ${y} m/s and acceleration ${x} m/s^2`,
    }),
  ]);

  holdsApart("is the part that is gone", [
    (x, y) => ({
      plain: `Number of nuclei left after ${x} days of 1e20 nuclei, half-life ${y} days`,
      value: 1e20 * 2 ** (-x / y),
      other: `Number of nuclei decayed after ${x} days of 1e20 nuclei, half-life ${y} days`,
    }),
    (x, y) => ({
      plain: `concentration after ${x} s in a first-order reaction, k = 0.01 1/s, initial concentration ${y} mol/m^3`,
      value: y * Math.exp(-x / 100),
      other: `amount reacted after ${x} s in a first-order reaction, k = 0.01 1/s, initial concentration ${y} mol/m^3`,
    }),
  ]);

  it("is gone, however the number there was is said", () => {
    check(
      property(a, b, constantFrom("have decayed", "have been lost", "are gone"), (x, y, gone) => {
        const query = `How many of 1e20 nuclei ${gone} after ${x} days, half-life ${y} days?`;
        expect(valueInWords(query), query).to.equal(null);
      }),
      settings,
    );
  });

  holdsApart("is there and back", [
    (x) => ({
      plain: `How far is the cliff if the echo returns after ${x} s at 343 m/s?`,
      value: (343 * x) / 2,
      other: `How far does the sound travel to the cliff and back if the echo returns after ${x} s at 343 m/s?`,
    }),
    (x, y) => ({
      plain: `Average speed of a runner who runs ${y} m in ${x} s`,
      value: y / x,
      other: `Average velocity of a runner who runs ${y} m round a track in ${x} s`,
    }),
  ]);

  holdsApart("is the other side", [
    (x, y) => ({
      plain: `Concentration after mixing: stream ${x} m^3/s at 2 mg/L, discharge 1 m^3/s at ${y} mg/L`,
      value: (x * 2 + y) / (x + 1) / 1000,
      other: `Concentration upstream of a discharge: stream ${x} m^3/s at 2 mg/L, discharge 1 m^3/s at ${y} mg/L`,
    }),
  ]);

  holdsApart("counts atoms of a molecule", [
    (x, y) => ({
      plain: `Number of molecules in ${x} g of water with molar mass ${y} g/mol`,
      value: (AVOGADRO * x) / y,
      other: `Number of atoms in ${x} g of water with molar mass ${y} g/mol`,
    }),
  ]);

  holdsApart("is the heat of the other body", [
    (x, y) => ({
      plain: `Heat lost by a body at ${y} degC to air at ${x} degC, heat transfer coefficient 10 W/(m^2 K), area 2 m^2`,
      value: 20 * (y - x),
      other: `Heat lost by a body at ${x} degC to air at ${y} degC, heat transfer coefficient 10 W/(m^2 K), area 2 m^2`,
    }),
  ]);

  holdsApart("is a count of parts that each take the number", [
    (x, y) => ({
      plain: `Continuity: speed in a pipe of diameter ${x} cm, first diameter ${y} cm, speed 1 m/s`,
      value: (y / x) ** 2,
      other: `Continuity: speed in a pipe that branches into two of ${x} cm, first diameter ${y} cm, speed 1 m/s`,
    }),
  ]);

  holdsApart("is a share where a ratio is taken, or a point where a difference is", [
    (x) => ({
      plain: `Heat flow through a wall ${x} cm thick, k = 1 W/(m K), 10 m^2, temperature difference 20 K`,
      value: 20_000 / x,
      other: `Heat flow through a wall ${x} cm thick, k = 1 W/(m K), 10 m^2, temperature inside 20 degC`,
    }),
  ]);

  holdsApart("is another angle, another shape, another state", [
    (x, y) => ({
      plain: `Hoop stress of a thin-walled cylinder with pressure ${x} MPa, radius ${y} cm, wall 2 mm`,
      value: (x * 1e6 * y * 0.01) / 0.002,
      other: `Hoop stress of a thin-walled sphere with pressure ${x} MPa, radius ${y} cm, wall 2 mm`,
    }),
    (x, y) => ({
      plain: `Terminal voltage of a source: emf ${y} V, internal resistance 0.5 ohm, current ${x} A`,
      value: y - 0.5 * x,
      other: `Terminal voltage of a short-circuited source: emf ${y} V, internal resistance 0.5 ohm, current ${x} A`,
    }),
    (x, y) => ({
      plain: `Intensity at ${x} m of a point source of ${y} W`,
      value: y / (4 * Math.PI * x * x),
      other: `Intensity at ${x} m of a line source of ${y} W`,
    }),
  ]);

  holdsApart("is a part of a time", [
    (x) => ({
      plain: `Angle turned in ${x} s with angular acceleration 2 rad/s^2 from rest`,
      value: x * x,
      other: `Angle turned in the last second of ${x} s with angular acceleration 2 rad/s^2 from rest`,
    }),
  ]);

  holdsApart("is another use, or what was done to a thing", [
    (x, y) => ({
      plain: `Coefficient of performance of a refrigerator between ${200 + x} K and ${300 + y} K`,
      value: (200 + x) / (100 + y - x),
      other: `Coefficient of performance of a refrigerator used as a heater between ${200 + x} K and ${300 + y} K`,
    }),
    (x, y) => ({
      plain: `Energy of a capacitor of ${x} uF at ${y} V`,
      value: (x * 1e-6 * y * y) / 2,
      other: `Energy of a capacitor of ${x} uF with dielectric pulled out at constant charge, ${y} V`,
    }),
  ]);

  holdsApart("is given by a number, and asked for by its whole name", [
    (x, y) => ({
      plain: `Lens: image distance for an object at ${y} cm, focal length ${x} cm`,
      value: (0.01 * x * y) / (y - x),
      other: `Lens: object distance for an image at ${y} cm in front of the lens, focal length ${x} cm`,
    }),
  ]);

  holdsApart("is said of two places crosswise, or of what is kept back", [
    (x, y) => ({
      plain: `Continuity: speed in a pipe of diameter ${x} cm, first diameter ${y} cm, speed 1 m/s`,
      value: (y / x) ** 2,
      other: `Continuity: speed in the wider pipe of ${y} cm, 2 m/s in the narrow one of ${x} cm`,
    }),
    (x, y) => ({
      plain: `intensity ${y} W/m^2, angle ${x} deg: transmitted intensity by Malus's law`,
      value: y * Math.cos((x * Math.PI) / 180) ** 2,
      other: `Malus: intensity absorbed by a polarizer at ${x} deg, ${y} W/m^2`,
    }),
    (x) => ({
      plain: `Projectile range on level ground at ${x} m/s and 30 deg`,
      value: (x * x * Math.sin(Math.PI / 3)) / 9.80665,
      other: `Projectile range on a slope at ${x} m/s and 30 deg`,
    }),
  ]);

  holdsApart("is counted negative", [
    (x, y) => ({
      plain: `Image distance by a thin lens of ${x} cm, object at ${y} cm`,
      value: (0.01 * x * y) / (y - x),
      other: `Image distance by a thin lens of ${x} cm, virtual object at ${y} cm`,
    }),
  ]);

  it("is a place within a body", () => {
    const bodies = constantFrom("the Earth", "the Moon", "Mars", "Jupiter", "the Sun");
    check(
      property(
        bodies,
        constantFrom("inside", "at the centre of", "in the core of"),
        (body, place) => {
          for (const query of [
            `What is the gravity ${place} ${body}?`,
            `Escape speed from ${place} ${body}`,
          ])
            expect(valueInWords(query), query).to.equal(null);
          expect(valueInWords(`Escape speed from ${body}`), body).to.be.above(2000);
        },
      ),
      settings,
    );
  });

  it("is an energy that counts as what must be given", () => {
    check(
      property(constantFrom("binding", "ionization"), integer({ min: 1, max: 6 }), (kind, n) => {
        const query = `What is the ${kind} energy of hydrogen for n = ${n}?`;
        expect(valueInWords(query) ?? 0, query).to.be.at.least(0);
      }),
      settings,
    );
  });

  holdsApart("is a speed that stays, beside an acceleration", [
    (x, y) => ({
      plain: `A car starts at ${x} m/s and accelerates with a constant 2 m/s^2. How far does it get in ${y} s?`,
      value: x * y + y * y,
      other: `A car goes at a constant ${x} m/s and accelerates with 2 m/s^2. How far does it get in ${y} s?`,
    }),
  ]);

  holdsApart("is an angle that is asked for in turns, by a law of an angular velocity", [
    (x, y) => ({
      plain: `Uniform angular acceleration of ${x} rad/s^2 from rest for ${y} s. What is the angular velocity?`,
      value: x * y,
      other: `A turntable starts from rest at ${x} rad/s^2 for ${y} s. How many turns has it made?`,
    }),
  ]);

  holdsApart("is a length along a thing, where its radius is asked for", [
    (x) => ({
      plain: `Circular waveguide of radius ${x} mm: cut-off frequency of the TE11 mode?`,
      value: (1.841183781340659 * 299_792_458) / (2 * Math.PI * x * 1e-3),
      other: `Circular waveguide ${x} mm long: cut-off frequency of the TE11 mode?`,
    }),
  ]);

  holdsApart("is a guide, by a law of empty space", [
    (x) => ({
      plain: `What is the wavelength of a ${x} MHz radio wave?`,
      value: 299_792_458 / (x * 1e6),
      other: `What is the wavelength of a ${x} MHz radio wave in a cable?`,
    }),
  ]);
});
