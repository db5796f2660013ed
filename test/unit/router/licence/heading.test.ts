/** A heading has no scene: a word of it that its law has no use for, or another than the law's own, is asked about. */
import { expect } from "chai";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import { routeQuery } from "../../../../protocol/router/route.js";

const registry = builtinRegistry();
const isSealed = (query: string): boolean => routeQuery(registry, query).refusal === null;

/** A question as its law is called, the word of it that changes, and what is said instead. */
const SAID: readonly (readonly [string, string, readonly string[]])[] = [
  ["RC low-pass filter: voltage gain at f = 1 kHz, R = 1 kohm, C = 100 nF", "low", ["high", "all"]],
  ["Pauli paramagnetism with n_e = 1e28 1/m^3 and Fermi energy 5 eV", "para", ["dia", "ferro"]],
  [
    "Hovering rotor: ideal induced power with F_T = 10 kN, rho = 1.2 kg/m^3, A_d = 50 m^2",
    "Hovering",
    ["Climbing"],
  ],
  ["Rounds of a push gossip with n = 1000", "push", ["pull", "lazy"]],
  [
    "Plane stress: normal stress on an inclined plane with s_x = 50 MPa, s_y = 10 MPa, tau = 20 MPa, theta = 30 deg",
    "normal",
    ["shear", "residual"],
  ],
  ["Electrostatic pressure on a conductor with sigma_q = 1e-5 C/m^2", "conductor", ["dielectric"]],
  [
    "Barometric formula for an isothermal atmosphere: pressure at z = 2000 m, p_0 = 101325 Pa, M = 0.029 kg/mol, " +
      "T = 280 K",
    "pressure",
    ["pressure drop", "pressure rise"],
  ],
  [
    "Surge tank: greatest frictionless rise, v_0 = 2 m/s, L_t = 1000 m, A_t = 10 m^2, A_s = 100 m^2",
    "frictionless rise",
    ["rise with friction"],
  ],
  [
    "Deflection of light by a mass: M = 2e30 kg, b = 7e8 m",
    "mass",
    ["mass, Newtonian", "mass, halved", "mass, refracted"],
  ],
];

for (const [query, own, others] of SAID)
  it(`seals "${query.slice(0, 32)}..." as it is called alone`, () => {
    expect(isSealed(query), query).to.equal(true);
    const kept = others.map((other) => query.replace(own, other)).filter(isSealed);
    expect(kept).to.deep.equal([]);
  });

it("keeps the seal of a heading whose other words are of things, or say the same", () => {
  for (const query of [
    "energy stored in a 10 uF capacitor charged to 100 V",
    "time for a stone dropped from 80 m to reach the ground",
    "overshoot of a second-order control loop with damping ratio 0.4",
    "Buoyant force on a 0.02 m^3 block completely submerged in water",
    "X-rays of 0.1542 nm, crystal planes 0.2344 nm apart: Bragg angle of the first order",
  ])
    expect(isSealed(query), query).to.equal(true);
});
