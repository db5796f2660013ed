/** All problems that solvers share with programs others wrote. */
import { FIELD_JOBS } from "./jobs/fields.js";
import { NUMBA, SCIPY, type Job } from "./jobs/job.js";
import { MOTION_JOBS } from "./jobs/motion.js";
import { PROGRAM_JOBS } from "./jobs/programs.js";
import { STRUCTURE_JOBS } from "./jobs/structures.js";
import { SYSTEM_JOBS } from "./jobs/systems.js";

const STATES = 64;

/** A chain of coupled states, each third measured. */
function chain(): Readonly<Record<string, unknown>> {
  const row = (n: number, of: (j: number) => number) => Array.from({ length: n }, (_, j) => of(j));
  const near = (i: number, j: number) =>
    i === j ? 0.9 - 0.003 * i : Math.abs(i - j) === 1 ? 0.05 : 0;
  const measured = Math.floor(STATES / 3);
  return {
    which: "prior",
    A: row(STATES, (i) => i).map((i) => row(STATES, (j) => near(i, j))),
    C: row(measured, (i) => i).map((i) => row(STATES, (j) => (j === 3 * i ? 1 : 0))),
    Q: row(STATES, (i) => i).map((i) => row(STATES, (j) => (i === j ? 0.2 + 0.01 * i : 0))),
    R: row(measured, (i) => i).map((i) => row(measured, (j) => (i === j ? 0.5 : 0))),
  };
}

function pigeonholes(pigeons: number, holes: number): readonly (readonly number[])[] {
  const seat = (pigeon: number, hole: number) => pigeon * holes + hole + 1;
  const clauses: number[][] = Array.from({ length: pigeons }, (_, p) =>
    Array.from({ length: holes }, (__, h) => seat(p, h)),
  );
  for (let h = 0; h < holes; h += 1) {
    for (let p = 0; p < pigeons; p += 1)
      for (let q = p + 1; q < pigeons; q += 1) clauses.push([-seat(p, h), -seat(q, h)]);
  }
  return clauses;
}

const FIGURE_EIGHT = [
  { m: 1, position: [0.97000436, -0.24308753], velocity: [0.466203685, 0.43236573] },
  { m: 1, position: [-0.97000436, 0.24308753], velocity: [0.466203685, 0.43236573] },
  { m: 1, position: [0, 0], velocity: [-0.93240737, -0.86473146] },
];

const FIRST: readonly Job[] = [
  {
    name: "acoustic: cone, lowest note",
    solver: "acoustic",
    job: "cone",
    peer: "dense scipy",
    ...SCIPY,
    ratioMax: 0.1,
    agreement: 1e-4,
    body: { length: 0.73, c: 345, ends: "closed-open", area: "0.04*x^2" },
  },
  {
    name: `estimator: Riccati, ${STATES} states`,
    solver: "estimator",
    job: "riccati",
    peer: "scipy solve_discrete_are",
    ...SCIPY,
    ratioMax: 0.3,
    agreement: 1e-9,
    body: chain(),
  },
  {
    name: "heat: 96 x 64 plate, explicit",
    solver: "heat",
    job: "plate",
    peer: "numba explicit",
    ...NUMBA,
    ratioMax: 2,
    agreement: 1e-9,
    body: {
      alpha: 1e-5,
      lx: 0.3,
      ly: 0.2,
      nx: 96,
      ny: 64,
      dt: 0.2,
      steps: 4000,
      t_end: 800,
      scheme: "explicit",
      boundary: 0,
      initial: "sin(pi*x/0.3)*sin(pi*y/0.2) + 0.5*sin(2*pi*x/0.3)*sin(pi*y/0.2)",
      probe: [0.075, 0.1],
    },
  },
  {
    name: "multibody: figure eight",
    solver: "multibody",
    job: "bodies",
    peer: "scipy DOP853",
    ...SCIPY,
    ratioMax: 0.12,
    agreement: 1e-6,
    body: { bodies: FIGURE_EIGHT, t_max: 20, G: 1 },
  },
  {
    name: "predator-prey: 150 years",
    solver: "predator-prey",
    job: "prey",
    peer: "scipy DOP853",
    ...SCIPY,
    ratioMax: 0.1,
    agreement: 1e-6,
    body: { alpha: 0.55, beta: 0.028, gamma: 0.84, delta: 0.026, x0: 30, y0: 4, t_end: 150 },
  },
  {
    name: "quantum-levels: quartic, ground state",
    solver: "quantum-levels",
    job: "levels",
    peer: "LAPACK stebz",
    ...SCIPY,
    ratioMax: 1,
    agreement: 1e-4,
    body: { potential: "x^4", mass: 0.5, n: 0, extent: 8, units: "atomic" },
  },
  {
    name: "react: Gray-Scott, 128 x 128, 800 steps",
    solver: "react",
    job: "gray_scott",
    peer: "numba",
    ...NUMBA,
    ratioMax: 1,
    agreement: 1e-9,
    body: {
      model: "gray-scott",
      F: 0.037,
      k: 0.06,
      Du: 0.16,
      Dv: 0.08,
      n: 128,
      dx: 1,
      dt: 1,
      steps: 800,
      scheme: "explicit",
      initial: {
        u: "1 - 0.5*exp(-((x-64)^2+(y-60)^2)/40)",
        v: "0.25*exp(-((x-64)^2+(y-60)^2)/40)",
      },
    },
  },
  {
    name: "sat: nine pigeons, eight holes",
    solver: "sat",
    job: "minisat",
    peer: "minisat",
    needs: "command:minisat",
    packaged: "minisat",
    ratioMax: 2,
    agreement: 0,
    body: { cnf: pigeonholes(9, 8) },
  },
  {
    name: "solve: Van der Pol, m = 3, t = 200",
    solver: "solve",
    job: "van_der_pol",
    peer: "scipy DOP853",
    ...SCIPY,
    ratioMax: 0.12,
    agreement: 1e-5,
    body: {
      system: {
        equations: ["dx/dt = v", "dv/dt = m*(1-x^2)*v - x"],
        initial: { x: 2, v: 0 },
        t_end: 200,
      },
      inputs: { m: 3 },
    },
  },
  {
    name: "wave: 160 x 96 membrane, 800 steps",
    solver: "wave",
    job: "membrane",
    peer: "numba",
    ...NUMBA,
    ratioMax: 2,
    agreement: 1e-9,
    body: {
      c: 120,
      lx: 0.5,
      ly: 0.3,
      nx: 160,
      ny: 96,
      dt: 1.5e-5,
      steps: 800,
      t_end: 0.012,
      velocity: 0,
      probe: [0.1, 0.15],
      initial: "0.002 * sin(2 * pi * x / 0.5) * sin(pi * y / 0.3)",
    },
  },
];

export const JOBS: readonly Job[] = [
  ...FIRST,
  ...FIELD_JOBS,
  ...MOTION_JOBS,
  ...PROGRAM_JOBS,
  ...STRUCTURE_JOBS,
  ...SYSTEM_JOBS,
].toSorted((a, b) => (a.name < b.name ? -1 : 1));
