/** Records for tests: small, correct, and of domains that ship no record yet. */

/** A JSON record as an author writes it; tests change single members. */
export type Draft = Record<string, unknown>;
export type RecordDraft = Draft & {
  readonly symbols: Readonly<Record<string, Draft>>;
  readonly example: Draft;
};

/** v = sqrt(F_T/mu_l): Halliday and Resnick, ch. 16. The value is sqrt(71.3/0.00614). */
export function stringWave(): RecordDraft {
  return {
    id: "WAV1",
    domain: "waves",
    name: "Wave speed on a stretched string",
    description: "Speed of a small transverse wave on a uniform string under tension.",
    equation: "v = sqrt(F_T/mu_l)",
    kind: "closed-form",
    symbols: {
      F_T: {
        name: "tension",
        quantity: "force",
        unit: "N",
        aliases: ["tension", "T_s"],
        range: [0, null],
      },
      mu_l: {
        name: "mass per length",
        quantity: "linear_density",
        unit: "kg/m",
        aliases: ["linear_density"],
        range: [0, null],
      },
    },
    result: { symbol: "v", quantity: "speed", unit: "m/s" },
    scale: { F_T: [1e-3, 1e7], mu_l: [1e-6, 100] },
    validity: "small amplitude, no stiffness",
    // mpmath: sqrt(mpf("71.3")/mpf("0.00614")) = 107.76074354867299...
    example: {
      inputs: { F_T: 71.3, mu_l: 0.00614 },
      value: 107.76074354867299,
      rel_tol: 1e-12,
      origin: "reference-script",
    },
    reference: "Halliday and Resnick, Fundamentals of Physics, ch. 16",
    status: "checked",
  };
}

/** x = A cos(omega t): one periodic input, one constant of no use to it. */
export function oscillation(): RecordDraft {
  return {
    id: "OSC1",
    domain: "oscillations",
    name: "Displacement of a harmonic oscillator",
    description: "Displacement of an undamped oscillator released at rest from its amplitude.",
    equation: "x = A_0 cos(theta)",
    kind: "closed-form",
    symbols: {
      A_0: { name: "amplitude", quantity: "length", unit: "m", aliases: ["amplitude"] },
      theta: { name: "phase", quantity: "phase_angle", unit: "rad", aliases: ["phase"] },
    },
    result: { symbol: "x", quantity: "displacement", unit: "m" },
    // mpmath: mpf("0.37")*cos(mpf("2.2")) = -0.217745413384477...
    example: {
      inputs: { A_0: 0.37, theta: 2.2 },
      value: -0.21774541338447792,
      rel_tol: 1e-12,
      origin: "reference-script",
    },
    reference: "French, Vibrations and Waves, ch. 1",
    status: "checked",
  };
}

/** An inequality: no value, refused by its kind. */
export function boundedSpeed(): RecordDraft {
  return {
    id: "KIN1",
    domain: "kinematics",
    name: "Speed limit",
    description: "No body moves faster than light; a bound, which is not one number.",
    equation: "v <= c",
    kind: "inequality",
    symbols: { v: { name: "speed", quantity: "speed", unit: "m/s", aliases: ["speed"] } },
    result: null,
    example: { refusal: "inequality" },
    reference: "Taylor and Wheeler, Spacetime Physics, ch. 1",
    status: "checked",
  };
}
