import * as assert from "node:assert/strict";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import { routeQuery } from "../../../../protocol/router/route.js";

const registry = builtinRegistry();
const isSealed = (question: string): boolean => routeQuery(registry, question).refusal === null;

/** Each with a place for an attribute of its thing. */
const QUESTIONS: readonly ((attribute: string) => string)[] = [
  (a) => `momentum of a ${a} ball of mass 2 kg at 3 m/s`,
  (a) => `magnetic field at a distance of 5 cm from a ${a} wire with a current of 12 A`,
  (a) => `capacitive reactance of a ${a} capacitor of 1 uF at 1000 Hz`,
  (a) => `energy of a ${a} photon with wavelength 532 nm`,
  (a) => `A ${a} rod of proper length 2 m moves at 0.8 c. How long does it appear?`,
  (a) => `energy stored in a ${a} spring of stiffness 450 N/m compressed by 6 cm`,
  (a) => `period of a ${a} pendulum with a length of 80 cm and g = 9.8 m/s^2`,
  (a) => `What is the magnetic flux density 2 cm from a ${a} wire that carries 5 A?`,
];

describe("a word before a noun", () => {
  it("that says what was done to a thing, or what it does, is not passed over", () => {
    const attributes = "leaking bent frozen heated accelerating clipped braking";
    for (const question of QUESTIONS)
      for (const attribute of attributes.split(" "))
        assert.ok(!isSealed(question(attribute)), question(attribute));
  });

  it("that tells one law from another is not passed over", () => {
    const attributes = "coaxial conical cylindrical elliptical adiabatic";
    for (const question of QUESTIONS)
      for (const attribute of attributes.split(" "))
        assert.ok(!isSealed(question(attribute)), question(attribute));
  });

  it("that names a thing changes nothing", () => {
    for (const question of QUESTIONS)
      for (const attribute of ["red", "big", "new"])
        assert.ok(isSealed(question(attribute)), question(attribute));
  });

  it("that the law is said not to be of is not passed over", () => {
    assert.ok(isSealed("radius of a non-rotating black hole of the mass of the Sun"));
    assert.ok(!isSealed("radius of a rotating black hole of the mass of the Sun"));
    assert.ok(!isSealed("period of a mass of 0.5 kg on a damped spring of 200 N/m"));
  });

  it("changes a quantity that is asked, or a number", () => {
    for (const word of ["useful", "residual", "gross", "wasted", "excess"])
      assert.ok(
        !isSealed(`What is the ${word} escape velocity from the surface of the Moon?`),
        word,
      );
    assert.ok(isSealed("What is the escape velocity from the surface of the Moon?"));
    assert.ok(isSealed("speed of a wave with frequency 50 Hz and wavelength 2 m"));
    assert.ok(!isSealed("speed of a wave with frequency 50 Hz and wavelength an extra 2 m"));
  });

  it("of a body of some extent is no point", () => {
    assert.ok(isSealed("electric field of a charge of 5 nC at 10 cm"));
    for (const shape of ["disc", "rod", "ring", "plate"])
      assert.ok(!isSealed(`electric field of a charged ${shape} with 5 nC at 10 cm`), shape);
    for (const words of ["made of a rod 1 m long", "that is a uniform rod of length 1 m"])
      assert.ok(!isSealed(`period of a pendulum ${words}`), words);
  });

  it("that means one of two alike is not that of the other", () => {
    assert.ok(isSealed("effective half-life: biological half-life 6 h, physical half-life 8 h"));
    assert.ok(!isSealed("effective half-life: biological mean life 6 h, physical half-life 8 h"));
    assert.ok(!isSealed("three-phase power at 400 V phase voltage and 5 A, power factor 0.8"));
  });

  it("of another axis, of several or of each is not that of one", () => {
    assert.ok(isSealed("moment of inertia of a solid sphere of 3 kg and radius 0.2 m"));
    assert.ok(
      !isSealed("moment of inertia of a solid sphere of 3 kg, radius 0.2 m about a tangent"),
    );
    for (const count of ["two", "three", "five"])
      assert.ok(!isSealed(`moment of inertia of ${count} solid spheres of 3 kg and radius 0.2 m`));
    assert.ok(isSealed("force on a car of 1400 kg accelerating at 3.2 m/s^2"));
    assert.ok(!isSealed("force on each wheel of a 1400 kg car accelerating at 3.2 m/s^2"));
  });

  it("of a change is not where it ends, nor of work that on a gas that expands", () => {
    assert.ok(isSealed("work done by a gas expanding by 0.02 m^3 at 150 kPa"));
    assert.ok(!isSealed("work done by a gas expanding to 0.02 m^3 at 150 kPa"));
    const between = "of 2 mol from 10 L to 20 L at 300 K";
    assert.ok(isSealed(`work of isothermal expansion ${between}`));
    assert.ok(!isSealed(`work done on the gas in an isothermal expansion ${between}`));
    assert.ok(
      !isSealed("work of isothermal expansion of 2 mol into vacuum from 10 L to 20 L at 300 K"),
    );
  });

  it("of what surrounds a body, or in one direction, is another", () => {
    assert.ok(isSealed("entropy change of 1000 J of heat at 300 K"));
    for (const whole of ["surroundings", "universe"])
      assert.ok(!isSealed(`entropy change of the ${whole} when 1000 J flow into a body at 300 K`));
    assert.ok(isSealed("mean kinetic energy of a gas molecule at 300 K"));
    assert.ok(!isSealed("mean kinetic energy of a gas molecule in one direction at 300 K"));
    for (const question of QUESTIONS)
      assert.ok(!isSealed(`${question("red").replace(/[.?]$/, "")} for one of them`));
  });
});
