/**
 * What the gallery asks each solver, and how the answer is drawn. A solver that is not here is
 * shown by its first example.
 */

export type View =
  /** One field, as any caller gets it. */
  | { readonly kind: "field"; readonly field: number }
  /** Fields over one axis in one chart. */
  | { readonly kind: "curves"; readonly fields: readonly number[]; readonly what: string }
  /** One field against another. */
  | { readonly kind: "paths"; readonly pairs: readonly (readonly [number, number])[] }
  /** An output, or the value, of several questions. */
  | {
      readonly kind: "sweep";
      readonly output: string | null;
      readonly unit: string;
      readonly over: string;
      readonly title: string;
      readonly bodies: readonly {
        readonly at: number;
        readonly body: Readonly<Record<string, unknown>>;
      }[];
    };

export interface Entry {
  readonly question: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly view: View;
}

const PRIMARY: View = { kind: "field", field: 0 };

/** Each pigeon sits in a hole, and no two in one. */
function pigeonholes(pigeons: number, holes: number): Readonly<Record<string, unknown>> {
  const seat = (pigeon: number, hole: number) => pigeon * holes + hole + 1;
  const each = Array.from({ length: pigeons }, (_, p) =>
    Array.from({ length: holes }, (__, h) => seat(p, h)),
  );
  const apart: number[][] = [];
  for (let h = 0; h < holes; h += 1) {
    for (let p = 0; p < pigeons; p += 1)
      for (let q = p + 1; q < pigeons; q += 1) apart.push([-seat(p, h), -seat(q, h)]);
  }
  return { cnf: [...each, ...apart] };
}

/** Annual flow of the Nile at Aswan, 1871 to 1970, in 1e8 m^3 (Cobb, Biometrika 65, 1978). */
const NILE = [
  1120, 1160, 963, 1210, 1160, 1160, 813, 1230, 1370, 1140, 995, 935, 1110, 994, 1020, 960, 1180,
  799, 958, 1140, 1100, 1210, 1150, 1250, 1260, 1220, 1030, 1100, 774, 840, 874, 694, 940, 833, 701,
  916, 692, 1020, 1050, 969, 831, 726, 456, 824, 702, 1120, 1100, 832, 764, 821, 768, 845, 864, 862,
  698, 845, 744, 796, 1040, 759, 781, 865, 845, 944, 984, 897, 822, 1010, 771, 676, 649, 846, 812,
  742, 801, 1040, 860, 874, 848, 890, 744, 749, 838, 1050, 918, 986, 797, 923, 975, 815, 1020, 906,
  901, 1170, 912, 746, 919, 718, 714, 740,
];

const FIGURE_EIGHT = [
  { m: 1, position: [0.97000436, -0.24308753], velocity: [0.466203685, 0.43236573] },
  { m: 1, position: [-0.97000436, 0.24308753], velocity: [0.466203685, 0.43236573] },
  { m: 1, position: [0, 0], velocity: [-0.93240737, -0.86473146] },
];

const HOLES = [2, 3, 4, 5, 6, 7];
const ATOMS = [2, 3, 4, 5, 6, 7, 8, 9, 10];

export const GALLERY: Readonly<Record<string, Entry>> = {
  acoustic: {
    question:
      "Which note does a cone of 73 cm sound, closed at its tip, and where is its pressure?",
    view: PRIMARY,
    body: { length: 0.73, c: 345, ends: "closed-open", area: "0.04*x^2" },
  },
  action: {
    question: "What is the action of a pendulum that swings 2 rad far?",
    view: { kind: "paths", pairs: [[0, 1]] },
    body: {
      system: "pendulum",
      m: 1,
      l: 1,
      g: 9.81,
      initial: { q: 2, p: 0 },
      dt: 0.01,
      t_end: 10,
      order: 6,
    },
  },
  buckling: {
    question:
      "At which load does a column buckle whose foot is fixed and whose top is pinned, and how?",
    view: PRIMARY,
    body: { E: 7e10, I: 3e-7, length: 2.2, ends: "fixed-pinned" },
  },
  chaos: {
    question: "Where is the Lorenz system after 20 units of time?",
    view: { kind: "paths", pairs: [[0, 2]] },
    body: {
      sigma: 10,
      rho: 28,
      beta: 2.6666666666666665,
      initial: [1, 1, 1],
      quantity: "state",
      t_end: 20,
    },
  },
  climate: {
    question: "How high stands the water where a dam of 10 m broke onto 1 m, three seconds later?",
    view: PRIMARY,
    body: { h_left: 10, h_right: 1, g: 9.81, t_end: 3 },
  },
  device: {
    question: "What voltage does a charged bar raise in the middle of a grounded box?",
    view: PRIMARY,
    body: { eps_r: 3.9, rho: 0.00002, boundary: 0, lx: 0.02, ly: 0.01 },
  },
  epi: {
    question: "How many of 763 pupils lie in bed at the worst of the influenza of 1978?",
    view: { kind: "curves", fields: [0, 1, 2], what: "pupils" },
    body: { beta_per_day: 1.66334, gamma_per_day: 0.44, N: 763, I0: 1, quantity: "peak" },
  },
  estimator: {
    question: "How well is the level of the Nile known after a hundred years of measuring?",
    view: PRIMARY,
    body: {
      A: 1,
      C: 1,
      Q: 1469.1,
      R: 15_099,
      which: "posterior",
      data: NILE,
      x0: 1120,
      P0: 15_099,
    },
  },
  evolve: {
    question: "What energy does a melting Lennard-Jones crystal keep?",
    view: { kind: "curves", fields: [1], what: "temperature" },
    body: { n: 256, rho: 0.8442, T0: 1.44, steps: 400, dt: 0.004, seed: 1 },
  },
  fea: {
    question: "How far does the end of a cantilever sink, and where is it strained most?",
    view: { kind: "field", field: 3 },
    body: { L: 10, H: 1, E: 1e9, nu: 0.3, P: 1000 },
  },
  flow: {
    question: "How strong is the vortex in a cavity whose lid slides at Re = 400, on 64 cells?",
    view: PRIMARY,
    body: { Re: 400, n: 64 },
  },
  fracture: {
    question: "At which stretch does a crack run through a notched lattice?",
    view: PRIMARY,
    body: { nx: 61, ny: 50, notch: 0.3, break_strain: 0.013, strain: 0.02, k: 37 },
  },
  grid: {
    question: "How long may a fault last before a generator falls out of step?",
    view: PRIMARY,
    body: { H: 5, f0: 60, Pm: 0.8, Pmax: 1.8, PmaxFault: 0, PmaxPost: 1.8 },
  },
  heat: {
    question: "How warm is the edge of a plate that convects on two sides (NAFEMS T4)?",
    view: PRIMARY,
    body: {
      k: 52,
      lx: 0.6,
      ly: 1,
      steady: true,
      probe: [0.6, 0.2],
      boundary: {
        bottom: 100,
        left: "insulated",
        right: { convection: { h: 750, T_inf: 0 } },
        top: { convection: { h: 750, T_inf: 0 } },
      },
    },
  },
  infall: {
    question:
      "How long does a fall into a black hole of one solar mass last, from rest at twelve horizons?",
    view: PRIMARY,
    body: { M: 1.98841e30, r0: 37_000, start: "rest", r_to: 3100 },
  },
  lattice: {
    question: "What becomes of a field that starts on the hill between its two vacua?",
    view: PRIMARY,
    body: {
      shape: [96, 96],
      mu2: -0.5,
      lambda: 0.5,
      dt: 0.25,
      steps: 240,
      initial:
        "0.05 * sin(2 * pi * (3 * x + 2 * y) / 96) + 0.04 * cos(2 * pi * (2 * x - 5 * y) / 96)",
    },
  },
  multibody: {
    question: "How far apart are three equal bodies after one turn of their figure eight?",
    view: {
      kind: "paths",
      pairs: [
        [1, 2],
        [4, 5],
        [7, 8],
      ],
    },
    body: { bodies: FIGURE_EIGHT, t_max: 6.32591398, G: 1, dt: 0.01581478495 },
  },
  opt: {
    question:
      "What is the least energy of a cluster of ten Lennard-Jones atoms, and of smaller ones?",
    body: { preset: "lennard-jones", atoms: 10 },
    view: {
      kind: "sweep",
      output: null,
      unit: "1",
      over: "atoms",
      title: "least energy",
      bodies: ATOMS.map((at) => ({ at, body: { preset: "lennard-jones", atoms: at } })),
    },
  },
  "predator-prey": {
    question: "How many hares are there in ten years?",
    view: { kind: "curves", fields: [0, 1], what: "animals" },
    body: { alpha: 0.55, beta: 0.028, gamma: 0.84, delta: 0.026, x0: 30, y0: 4, t_end: 10 },
  },
  "quantum-levels": {
    question: "Where is the fifth level of a Morse oscillator, and what is its wave function?",
    view: PRIMARY,
    body: { preset: "morse", parameters: { D_e: 10, a: 0.7 }, mass: 1.3, n: 4, units: "atomic" },
  },
  react: {
    question:
      "What pattern does a spot of Gray and Scott's reaction leave after 4,000 steps on 128 by 128 cells?",
    view: PRIMARY,
    body: {
      model: "gray-scott",
      F: 0.037,
      k: 0.06,
      Du: 0.16,
      Dv: 0.08,
      n: 128,
      dx: 1,
      dt: 1,
      steps: 4000,
      initial: {
        u: "1 - 0.5*exp(-((x-64)^2+(y-60)^2)/40)",
        v: "0.25*exp(-((x-64)^2+(y-60)^2)/40)",
      },
    },
  },
  sat: {
    question:
      "Do eight pigeons fit into seven holes, and how often does the search run into a wall?",
    body: pigeonholes(8, 7),
    view: {
      kind: "sweep",
      output: "conflicts",
      unit: "1",
      over: "holes, one fewer than pigeons",
      title: "conflicts until proven",
      bodies: HOLES.map((at) => ({ at, body: pigeonholes(at + 1, at) })),
    },
  },
  solve: {
    question: "Where is Van der Pol's oscillator after 20 units of time?",
    view: { kind: "curves", fields: [0, 1], what: "state" },
    body: {
      system: {
        equations: ["dx/dt = v", "dv/dt = m*(1-x^2)*v - x"],
        initial: { x: 2, v: 0 },
        t_end: 20,
      },
      inputs: { m: 3 },
    },
  },
  tumour: {
    question: "How fast does a front of Fisher's equation run (Ablowitz and Zeppetella)?",
    view: PRIMARY,
    body: { D: 1, r: 1, t_end: 8, initial: "1 / (1 + exp((x - 30) / sqrt(6)))^2" },
  },
  wave: {
    question: "How far is a struck membrane from rest, 4.1 ms later?",
    view: PRIMARY,
    body: {
      c: 120,
      lx: 0.5,
      ly: 0.3,
      initial: "0.002*exp(-((x-0.17)^2+(y-0.11)^2)/0.001)*sin(pi*x/0.5)*sin(pi*y/0.3)",
      velocity: 0,
      t_end: 0.0041,
      probe: [0.31, 0.17],
    },
  },
};
