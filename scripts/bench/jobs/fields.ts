/** Flow, shallow water, heat by alternating directions, a growth front, a field on a lattice. */
import { NUMBA, SCIPY, type Job } from "./job.js";

export const FIELD_JOBS: readonly Job[] = [
  { name: "climate: basin of 128 x 96, 200 steps", solver: "climate", job: "basin", peer: "numba", ...NUMBA, ratioMax: 2, agreement: 1e-9,
    body: { H: 100, f: 1e-4, g: 9.81, extent: [128_000, 96_000], initial: "exp(-((x-50000)^2+(y-40000)^2)/2e8)", t_end: 4_000, nx: 128, ny: 96,
      dt: 20, probe: [40_500, 30_500] } },
  { name: "flow: cavity of 64 x 64 from rest, 200 steps", solver: "flow", job: "cavity", peer: "numba and scipy dctn", ...NUMBA, ratioMax: 1.4,
    agreement: 1e-3, body: { nu: 0.01, U: 1, L: 1, t_end: 1, n: 64, dt: 0.005 } },
  { name: "heat: 160 x 96 plate, alternating", solver: "heat", job: "alternating", peer: "scipy solve_banded", ...SCIPY, ratioMax: 0.5,
    agreement: 1e-9, body: { alpha: 1e-5, lx: 0.3, ly: 0.18, nx: 160, ny: 96, dt: 2, steps: 200, t_end: 400, scheme: "adi", boundary: 0,
      initial: "sin(pi*x/0.3)*sin(pi*y/0.18) + 0.5*sin(2*pi*x/0.3)*sin(pi*y/0.18)", probe: [0.075, 0.09] } },
  { name: "lattice: phi^4 on 128 x 128, 400 steps", solver: "lattice", job: "scalar", peer: "numba", ...NUMBA, ratioMax: 2, agreement: 1e-9,
    body: { shape: [128, 128], mu2: 0.3, lambda: 0.5, initial: "1.3*sin(2*pi*x/128)*cos(2*pi*y/128)", dt: 0.1, steps: 400 } },
  { name: "tumour: front from a step, 1000 x 1000", solver: "tumour", job: "front", peer: "numba", ...NUMBA, ratioMax: 1.4, agreement: 1e-9,
    body: { D: 1, r: 1, initial: { step: 10 }, t_end: 20, dx: 0.1, dt: 0.02, extent: 100 } },
];
