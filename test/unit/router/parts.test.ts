/** Numbers that are of another part, moment or whole than an input: each question is asked back. */
import { expect } from "chai";
import { isAskedBack } from "../../kit/valueInWords.js";

const ASKED_BACK: readonly string[] = [
  "speed of an electron accelerated by 1 MV",
  "Boyle's law: 3 L at 2 bar expands by 1 L, final pressure",
  "square wave of amplitude 10 V rms",
  "reactive power of 230 V 10 A power factor 0.8",
  "single-phase active power 230 V 10 A phase angle 30 degrees",
  "friction force on level ground on Mars, 10 kg, coefficient 0.3",
  "force between charges of 3 uC and 5 uC 25 cm apart in water",
  "skid distance at 20 m/s with friction 0.5 downhill",
  "rms value of a 20 V peak-to-peak sine wave",
  "A sinusoidal voltage with a peak of 325 V lies across a 50 ohm resistor. What is the mean power?",
  "flux through a coil of 100 turns of 0.01 m^2 in 0.5 T",
  "How much heat does it take to bring 2 kg of water, c_p = 4186 J/(kg K), to 80 °C?",
  "A black plate, emissivity 0.9, area 1 m^2, gets warmer by 50 K. What power does it radiate?",
  "Two resistors in parallel together have 10 ohm, and one of them has 6 ohm. Resistance of the other?",
  "Braking at 2 m/s^2 a car has come down to 10 m/s. How long was its braking distance so far?",
  "By how much does a car's speed grow if it accelerates at 2 m/s^2 for 5 s from 10 m/s?",
  "A thin hoop of 2 kg has a diameter of 0.6 m. What is its moment of inertia about its own axis?",
  "A pipe is 0.85 m long, sound travels at 340 m/s. It is not known whether one end is closed. Pitch?",
  "On some unknown planet a crate weighs 300 N. What is its mass?",
  "second-order system, overshoot 15 %, damping ratio 0.4: overshoot?",
  "A car at 20 m/s decelerates at 3 m/s^2 for 4 s. Final speed?",
  "A 1500 kg car going 20 m/s brakes to a stop in 50 m. What is the average braking force?",
];

describe("router: numbers of another part", () => {
  for (const query of ASKED_BACK)
    it(`asks back: ${query}`, () => {
      expect(isAskedBack(query)).to.equal(true);
    });
});
