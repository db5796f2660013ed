/** Numbers that count another way than the law does, and cases that lie outside of it. */
import { expect } from "chai";
import { isAskedBack, valueInWords } from "../../kit/valueInWords.js";

const ASKED_BACK: readonly string[] = [
  "A listener moves away from a stationary 700 Hz source at 25 m/s; speed of sound 343 m/s. Frequency heard?",
  "A 440 Hz source moves at 30 m/s relative to the observer, speed of sound 340 m/s. Which frequency is heard?",
  "A stone is thrown at 15 m/s at 20 degrees to the vertical. How far does it go on level ground? g = 9.81 m/s^2",
  "A block slides down a frictionless incline at 30 degrees to the vertical. What is its acceleration?",
  "A wheel of 60 cm turns at 10 rad/s. How fast is a point on its rim?",
  "A 20 cm ball holds a charge of 5 nC. What is the field at its surface?",
  "A car goes round a circle of 50 m at 10 m/s. What is its centripetal acceleration?",
  "Reynolds number of water, density 1000 kg/m^3, viscosity 1e-3 Pa s, at 0.5 m/s in a tube of radius 1 cm",
  "A glass lens (n = 1.5) in air has surfaces with radii of 20 cm and 30 cm. What is its focal length?",
  "A lens of glass n = 1.5 is biconvex with radii 20 cm and 30 cm. What is its focal length?",
  "An object is 20 cm from a mirror with a radius of curvature of 30 cm. Where is the image?",
  "A copper rod 2 m long with a coefficient of 1.7e-5 1/K is heated from 20 °C to 120 °C. How long is it?",
  "A wire of 2 m and cross section 1 mm^2 with E = 200 GPa is pulled with 100 N. What is its new length?",
  "What volume does 3 L of oil with an expansion coefficient of 1.1e-3 1/K have after being warmed by 20 K?",
  "What is the temperature of 2 kg of water after 10 kJ of heat?",
  "Temperature of 2 kg of water after 10 kJ of heat",
  "what will the temperature be of 2 kg of water heated by 10 kJ",
  "What is the freezing point of water with a molality of 0.5 mol/kg, i = 2, K_f = 1.86 K kg/mol?",
  "A stone falls 30 m with air resistance. How long does it take?",
  "A block slides down a plane inclined at 30 degrees. What is its acceleration with friction?",
  "A spring of constant 200 N/m is stretched by 3 m, far beyond its elastic limit. What force does it exert?",
  "A body of 2 litres floats in water of density 1000 kg/m^3. What buoyant force acts, g = 9.81 m/s^2?",
  "How much heat brings 1 kg of water with c_p = 4186 J/(kg K) from 80 °C to 120 °C?",
  "How long does a body take to fall to the Earth from a height of 20,000 km?",
  "Hagen-Poiseuille pressure drop, radius 5 cm, length 10 m, water of viscosity 1e-3 Pa s, flow 0.02 m^3/s",
  "Stokes drag on a ball of radius 10 cm at 20 m/s in air of viscosity 1.8e-5 Pa s",
  "The temperature rises to 80 °C and the mass is 2 kg, c_p = 4186 J/(kg K). How much heat was added?",
  "A body moves at 4 m/s on a circle whose radius is a third of 6 m. What is its centripetal acceleration?",
  "What is the output of a voltage divider of 2 kohm and 3 kohm across 10 V?",
  "A ball of 3 kg or so moves at 5 m/s. Kinetic energy?",
  "The mass is half 6 kg and the speed 2 m/s. What is the kinetic energy?",
];
/** Values of Python: `10e3/(2*4184)`, `700*343/(343+25)`, `11+2*0.5`, `12-2*0.3`, `sqrt(60/9.80665)`. */
const ANSWERED: readonly (readonly [string, number])[] = [
  ["temperature rise of 2 kg of water from 10 kJ of heat", 1.1950286806883366],
  [
    "An ambulance with a 700 Hz siren drives away at 25 m/s; speed of sound 343 m/s. " +
      "What frequency does a person standing on the street hear?",
    652.445652173913,
  ],
  [
    "A battery with terminal voltage 11 V has an internal resistance of 0.5 ohm and delivers 2 A. Find the emf.",
    12,
  ],
  [
    "What is the voltage at the terminals of a battery of emf 12 V with internal resistance 0.3 ohm at 2 A?",
    11.4,
  ],
  [
    "A stone falls 30 m; air resistance may be neglected. How long does it take?",
    2.473519209116349,
  ],
];

describe("router: which way a number counts", () => {
  for (const query of ASKED_BACK)
    it(`asks back: ${query}`, () => {
      expect(isAskedBack(query)).to.equal(true);
    });

  for (const [query, value] of ANSWERED)
    it(`answers: ${query}`, () => {
      expect(valueInWords(query)).to.be.closeTo(value, Math.abs(value) * 1e-9);
    });
});
