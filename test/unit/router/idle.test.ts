/** Numbers that are said and change nothing, and values that words say. */
import { expect } from "chai";
import { builtinRegistry } from "../../../protocol/operators/index.js";
import { routeQuery } from "../../../protocol/router/route.js";

const registry = builtinRegistry();
const IDLE: readonly (readonly [query: string, law: string, params: object])[] = [
  ["A 5 kg ball is dropped from 20 m. How fast is it at the ground?", "KIN32", { H: 20 }],
  ["How long does it take a 2 kg stone to fall 30 m?", "KIN7", { H: 30, g: 9.80665 }],
  ["A pendulum with a 0.3 kg bob is 1 m long. Period?", "OSC2", { L: 1, g: 9.80665 }],
  ["Energy to melt 0.4 kg of ice at 0 °C, latent heat 334 kJ/kg?", "TD41", { m: 0.4, L_s: 334000 }],
];
/** Where the number matters, or another number is said beside it. */
const NOT_IDLE = [
  "A 3 kg ball is thrown at 20 m/s at 40 degrees. What is its kinetic energy at the top?",
  "A 5 kg block on a 30 degree frictionless incline is pulled up by 40 N. What is its acceleration?",
  "A 5 kg block on a 30 degree frictionless incline is tied over a pulley to a hanging 3 kg block. Acceleration?",
  "A box weighing 20 kg is on an incline of 30°. What is its acceleration if there is friction?",
  "How much heat does it take to melt 2 kg of ice at -10 °C? Latent heat 334 kJ/kg",
  "Weight of a 70 kg man on Mars and the time a stone needs to fall 10 m there?",
  "A radioactive source has a half-life of 5 h. What fraction has decayed after 10 h?",
  "A rod is warmed by between 20 °C and 30 °C, 1 m, 1.2e-5 per kelvin. How much longer is it?",
];
const SAID: readonly (readonly [query: string, params: object])[] = [
  ["A 60 W bulb on 230 V: what is its resistance?", { P: 60, V: 230 }],
  ["Critical angle for glass of refractive index 1.52 against air?", { n_1: 1.52 }],
  ["Two 5 kg balls are 1 m apart. Gravitational force?", { m_1: 5, m_2: 5, r: 1 }],
  ["magnetic field in a solenoid, 800 turns, 40 cm long, 3 A", { N_t: 800, L_c: 0.4, I_w: 3 }],
  ["half-life of 5 h: what fraction remains after 10 h?", { T_h: 18000, t: 36000, N_0: 1 }],
];

describe("router: numbers that change nothing", function () {
  // The first question reads all laws.

  for (const [query, law, params] of IDLE)
    it(`passes over the mass, and says so: ${query}`, () => {
      const route = routeQuery(registry, query);
      expect(route.operators).to.deep.equal([law]);
      expect(route.params).to.deep.equal(params);
      expect(route.restated).to.match(/changes nothing/);
    });

  for (const query of NOT_IDLE)
    it(`asks back: ${query}`, () => expect(routeQuery(registry, query).operators).to.equal(null));

  for (const [query, params] of SAID)
    it(`reads ${query}`, () => expect(routeQuery(registry, query).params).to.include(params));
});
