/** What changes a question leaves no seal; its neighbour, which changes nothing, keeps one. */
import { expect } from "chai";
import { builtinRegistry } from "../../../../protocol/operators/index.js";
import { routeQuery } from "../../../../protocol/router/route.js";

const registry = builtinRegistry();
const isSealed = (query: string): boolean => routeQuery(registry, query).refusal === null;

const SEALED: readonly string[] = [
  "time to fall 20 m",
  "charge on a 10 uF capacitor at 5 V",
  "nyquist rate of a 20 kHz signal",
  "energy in a 10 mH inductor at 2 A",
  "stress of 1000 N on a rod of diameter 1 cm",
  "schwarzschild radius of 10 solar masses",
  "half-life with decay constant 0.1 per day",
  "COP of a Carnot heat pump between 250 K and 300 K",
  "entropy of a coin with p = 0.3",
  "kinetic energy of a 1000 kg car at 60 mph",
];

/** Phrases of which no law uses a word. */
const ADJUNCTS: readonly string[] = [
  "when wet",
  "when the lid is closed",
  "when it is painted",
  "whilst rotating",
  "since yesterday",
  "with a hole in it",
  "with one turned off",
  "with the roles swapped",
  "for a flat one",
  "for a neutron",
  "as measured by a bystander",
  "as a multiple of the input",
  "in the dark",
  "in steep terrain",
  "for a moving one",
  "for the pair",
  "by the second one",
  "by weight",
  "after it has cooled",
];

it("keeps no seal beside a phrase of which the law uses no word", () => {
  const kept = SEALED.flatMap((query) => {
    expect(isSealed(query), query).to.equal(true);
    return ADJUNCTS.map((phrase) => `${query} ${phrase}`).filter(isSealed);
  });
  expect(kept).to.deep.equal([]);
});

it("keeps the seal of a phrase that the law uses, or that says nothing more", () => {
  for (const query of [
    "charge on a 10 uF capacitor at 5 V in air",
    "time to fall 20 m on Earth",
    "If light with a frequency of 1.2e15 Hz shines on a metal whose work function is 2.3 eV, " +
      "how much kinetic energy can the knocked-out electrons have at most, in eV?",
    "A car goes from 10 m/s to 25 m/s and has a mass of 1000 kg. How much work did the engine do " +
      "on the way, neglecting losses?",
    "What's the luminosity in watts of a star of radius 1.4 million kilometres whose surface " +
      "sits at 5200 K? Treat it as a black body.",
  ])
    expect(isSealed(query), query).to.equal(true);
});

/** Each wrong seal beside a neighbour that is right. */
const PAIRS: (readonly [what: string, wrong: string, right: string])[] = [
  [
    "a quantity before any preposition is what is asked",
    "tension in an Atwood machine with 3 kg and 5 kg",
    "acceleration in an Atwood machine with 3 kg and 5 kg",
  ],
  [
    "work is a quantity and no word of a frame",
    "work of a Carnot engine between 600 K and 300 K",
    "efficiency of a Carnot engine between 600 K and 300 K",
  ],
  [
    "a planet pulls where something is on it",
    "speed of mercury leaving a hole 2 m below the surface of a tank",
    "time to fall 20 m on Mercury",
  ],
  [
    "a thing that is called by a planet is nowhere",
    "potential energy of a 5 kg Moon rock at 10 m",
    "potential energy of a 5 kg rock at 10 m on the Moon",
  ],
  [
    "another substance has other properties",
    "gauge pressure at 10 m depth in sea water",
    "gauge pressure at 10 m depth in fresh water",
  ],
  [
    "what was done to a substance changes it",
    "heat to warm 2 kg of frozen water by 20 C",
    "heat to warm 2 kg of water by 20 C",
  ],
  [
    "a heavy water is another",
    "buoyant force on a 2 L ball in heavy water",
    "buoyant force on a 2 L ball in water",
  ],
  [
    "water boils in between",
    "heat to warm 2 kg of water from 20 C to 120 C",
    "heat to warm 2 kg of water from 20 C to 80 C",
  ],
  [
    "the part that is asked about",
    "voltage across the resistor when a 10 uF capacitor charges through 1 kohm from 5 V after 10 ms",
    "voltage across the capacitor when a 10 uF capacitor charges through 1 kohm from 5 V after 10 ms",
  ],
  [
    "a source and its load",
    "power in the source for a load of 5 ohm on a 12 V battery with internal resistance 1 ohm",
    "power in a load of 5 ohm on a 12 V battery with internal resistance 1 ohm",
  ],
  [
    "a body near light",
    "cyclotron radius of an electron at 0.9 c in 0.2 T",
    "cyclotron radius of an electron at 1e6 m/s in 0.2 T",
  ],
  [
    "a multiple of another input",
    "fraction remaining after 10 half-lives with half-life 5 days",
    "fraction remaining after 10 days with half-life 5 days",
  ],
  [
    "a tyre is measured over the air",
    "pressure of a tyre at 32 psi when heated from 20 C to 40 C",
    "pressure of a gas at 32 psi when heated from 20 C to 40 C at constant volume",
  ],
  [
    "from the Earth is from its centre or its ground",
    "escape velocity at 11,000 km from the Earth",
    "escape velocity at 11,000 km from the centre of the Earth",
  ],
  [
    "an overtone is no harmonic",
    "overtone of a pipe closed at one end, 0.85 m long, speed of sound 340 m/s",
    "fundamental frequency of a pipe closed at one end, 0.85 m long, speed of sound 340 m/s",
  ],
  [
    "an amplifier inverts or not",
    "gain of an op amp with input 10 kohm and feedback 100 kohm",
    "gain of a non-inverting amplifier, R_f = 100 kohm, R_g = 10 kohm",
  ],
];

PAIRS.push(
  [
    "a contrary of what a law is of",
    "magnetic field of a short wire with 5 A at 2 cm",
    "magnetic field of a long wire with 5 A at 2 cm",
  ],
  [
    "a real machine is not the best one",
    "COP of a real heat pump between 250 K and 300 K",
    "COP of an ideal heat pump between 250 K and 300 K",
  ],
  [
    "the centre is a place",
    "gravity at the centre of a planet of mass 6e24 kg and radius 6400 km",
    "gravity at the surface of a planet of mass 6e24 kg and radius 6400 km",
  ],
  [
    "what was done to a thing",
    "rms voltage of a clipped 325 V peak sine",
    "rms voltage of a 325 V peak sine",
  ],
  [
    "a length is no stretch",
    "energy of a spring of 200 N/m 5 cm long",
    "energy of a spring of 200 N/m stretched by 5 cm",
  ],
  [
    "a wall is no inner diameter",
    "second moment of area of a tube with outer diameter 10 cm and wall 1 cm",
    "second moment of area of a tube with outer diameter 10 cm and inner diameter 8 cm",
  ],
  [
    "a number beside the name of what is asked",
    "standard error of a mean with standard error 5 and n = 25",
    "standard error of a mean with standard deviation 5 and n = 25",
  ],
  [
    "another shape",
    "Stokes drag on a disc of diameter 1 mm at 0.01 m/s, viscosity 0.001 Pa s",
    "Stokes drag on a droplet of diameter 1 mm at 0.01 m/s, viscosity 0.001 Pa s",
  ],
  [
    "two of them",
    "recoil speed of a 4 kg rifle that fires two 10 g bullets at 800 m/s",
    "gravitational force between two 5 kg balls 3 m apart",
  ],
  [
    "a hub is a place",
    "speed of the hub of a wheel of diameter 0.6 m at 300 rpm",
    "speed of the rim of a wheel of diameter 0.6 m at 300 rpm",
  ],
  [
    "what cools falls",
    "thermal expansion of a 10 m rail cooled by 30 C, coefficient 12e-6 per K",
    "thermal expansion of a 10 m rail heated by 30 C, coefficient 12e-6 per K",
  ],
);

for (const [what, wrong, right] of PAIRS)
  it(`seals no neighbour: ${what}`, () => {
    expect(isSealed(right), right).to.equal(true);
    expect(isSealed(wrong), wrong).to.equal(false);
  });

it("takes no name that ends in a unit for a number of SI", () => {
  for (const [name, value] of [
    ["mass_g", 500],
    ["mass_lb", 5],
    ["m_mg", 2],
  ] as const) {
    expect(isSealed(`kinetic energy ${name}=${value} speed=3`), name).to.equal(false);
  }
  expect(isSealed("kinetic energy mass_kg=2 speed=3")).to.equal(true);
  expect(isSealed("period pendulum length_cm=100")).to.equal(false);
  expect(isSealed("period pendulum length=1")).to.equal(true);
});

it("takes no bound for a number, nor a number for what is asked", () => {
  const ofBall = (speed: string): string => `kinetic energy of a 2 kg ball at ${speed}`;
  expect(isSealed(ofBall("3 m/s"))).to.equal(true);
  for (const bound of ["up to 3 m/s", "more than 3 m/s", "at most 3 m/s"])
    expect(isSealed(ofBall(bound)), bound).to.equal(false);
  expect(isSealed("kinetic energy of a 2 kg ball faster than 3 m/s")).to.equal(false);
  expect(isSealed("weight of a 70 kg man")).to.equal(true);
  expect(isSealed("weight on the Moon of a man who weighs 700 N")).to.equal(false);
  expect(isSealed("mass of a man who weighs 700 N")).to.equal(true);
});

it("takes no law of slow bodies near the speed of light", () => {
  const laws = [
    (speed: string) => `kinetic energy of a 2 g bullet at ${speed}`,
    (speed: string) => `momentum of a 2 kg ball at ${speed}`,
    (speed: string) => `de Broglie wavelength of an electron at ${speed}`,
    (speed: string) => `cyclotron radius of an electron at ${speed} in 0.2 T`,
  ];
  for (const law of laws) {
    expect(isSealed(law("2e6 m/s")), law("2e6 m/s")).to.equal(true);
    for (const speed of ["0.5 c", "2e8 m/s", "200000 km/s"])
      expect(isSealed(law(speed)), law(speed)).to.equal(false);
  }
  expect(isSealed("relativistic momentum of an electron at 0.8 c")).to.equal(true);
  expect(isSealed("lorentz factor at 0.8 c")).to.equal(true);
});
