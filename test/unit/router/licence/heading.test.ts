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
    "Alpha decay: kinetic energy of the alpha particle, Q = 5 MeV, alpha mass 4 u, daughter mass 222 u",
    "the alpha particle",
    ["the daughter"],
  ],
  [
    "Kittel formula: ferromagnetic resonance of a thin film, H = 1e5 A/m, M = 8e5 A/m, gamma 1.76e11 rad/s/T",
    "thin film",
    ["sphere"],
  ],
  [
    "Hartley's law: the rate of a noiseless channel with bandwidth 3000 Hz and 8 levels",
    "noiseless",
    ["noisy"],
  ],
  ["Error bound of the Miller-Rabin test with k = 10 rounds", "Miller-Rabin", ["Fermat"]],
  [
    "Steinmetz hysteresis loss: k_h = 100 W/m^3/Hz, f = 50 Hz, B_p = 1.2 T, B_1 = 1 T, n_s = 1.6",
    "loss",
    ["loss per cycle", "loss per volume and cycle"],
  ],
  [
    "Drag polar of a glider: drag coefficient for C_D0 = 0.02, C_L = 0.5, e_O = 0.8, AR = 8",
    "drag coefficient",
    ["lift coefficient"],
  ],
  [
    "Flexure of the lithosphere: deflection under a line load with w_0 = 2 km, x = 50 km, alpha = 60 km",
    "deflection",
    ["slope"],
  ],
  ["Doppler cooling limit for a linewidth of 4e7 1/s", "limit", ["limit as a speed"]],
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
    "A 14 t lorry speeds up from 5 m/s to 9 m/s. How much work is that?",
    "X-rays of 0.1542 nm, crystal planes 0.2344 nm apart: Bragg angle of the first order",
  ])
    expect(isSealed(query), query).to.equal(true);
});

/** A sentence, a word of it, and others in its place: one has no role there. */
const IN_SENTENCES: readonly (readonly [string, string, readonly string[]])[] = [
  [
    "A 9 g bullet carries 2.8 kJ of kinetic energy. How fast does it fly?",
    "of kinetic",
    ["of shock kinetic"],
  ],
  [
    "A net force of 540 N gives a trolley an acceleration of 1.8 m/s^2. What is the mass of the trolley?",
    "mass of the",
    ["rounds of the", "slope mass of the"],
  ],
  [
    "An electron moves at 2e7 m/s at right angles to a magnetic field of 5 mT. What is the radius of its circle?",
    "magnetic",
    ["hammer"],
  ],
  [
    "What wall thickness gives a hoop stress of 80 MPa in a thin-walled pipe with a radius of 1 foot at an " +
      "internal pressure of 290 psi?",
    "radius of",
    ["hall of"],
  ],
];

for (const [query, own, others] of IN_SENTENCES)
  it(`seals "${query.slice(0, 32)}..." in the words of the law alone`, () => {
    expect(isSealed(query), query).to.equal(true);
    expect(others.map((other) => query.replace(own, other)).filter(isSealed)).to.deep.equal([]);
  });
