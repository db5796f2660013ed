/** Finite elements, columns, cracks, junctions, boxes of charge. */
import { SCIPY, type Job } from "./job.js";

export const STRUCTURE_JOBS: readonly Job[] = [
  { name: "buckling: 256 tapered elements", solver: "buckling", job: "column", peer: "scipy eigh", ...SCIPY, ratioMax: 1, agreement: 1e-6,
    body: { EI: "5e4*(1+0.1*x)^2", length: 6, ends: "fixed-pinned", elements: 256 } },
  { name: "device: junction of 2048 cells", solver: "device", job: "junction", peer: "scipy solve_banded", ...SCIPY, ratioMax: 1.5, agreement: 1e-9,
    body: { Na_cm3: 1e16, Nd_cm3: 1e17, n_i: 1.08e16, T: 300, eps_r: 11.7, nx: 1_024 } },
  { name: "device: box of 256 x 128", solver: "device", job: "box", peer: "scipy dstn", ...SCIPY, ratioMax: 3, agreement: 1e-9,
    body: { eps_r: 3.9, rho: "2e-5*(1+x/0.02)*(1+y/0.03)", boundary: 0, lx: 0.02, ly: 0.01, nx: 256, ny: 128, probe: [0.005, 0.005] } },
  { name: "fea: cantilever of 120 x 30", solver: "fea", job: "cantilever", peer: "scipy sparse LU", ...SCIPY, ratioMax: 0.5, agreement: 1e-6,
    body: { L: 10, H: 1, E: 1e9, nu: 0.3, P: 1_000, mesh: [120, 30] } },
  { name: "fea: cantilever of 240 x 60", solver: "fea", job: "cantilever", peer: "scipy sparse LU", ...SCIPY, ratioMax: 0.25, agreement: 1e-6,
    body: { L: 10, H: 1, E: 1e9, nu: 0.3, P: 1_000, mesh: [240, 60] } },
  { name: "fracture: 21 x 20 nodes", solver: "fracture", job: "crack", peer: "scipy sparse LU a break", ...SCIPY, ratioMax: 0.3, agreement: 1e-6,
    body: { nx: 21, ny: 20, notch: 0.3, break_strain: 0.013, strain: 0.02, k: 37 } },
];
