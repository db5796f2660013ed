/** Epidemics, the Lorenz system, falls, orbits, atoms. */
import { NUMBA, SCIPY, type Job } from "./job.js";

/** Of light: with this constant of gravitation a mass of 1 kg has a gravitational radius of 1 m. */
const C_SQUARED = 299_792_458 * 299_792_458;

export const MOTION_JOBS: readonly Job[] = [
  { name: "action: Kepler, order 8, 50,000 steps", solver: "action", job: "orbit", peer: "numba", ...NUMBA, ratioMax: 1.5, agreement: 1e-11,
    body: { system: "kepler", m: 1, mu: 1, initial: { q: [0.4, 0], p: [0, 2] }, dt: 0.01, t_end: 500, order: 8 } },
  { name: "chaos: average exponent of Lorenz' attractor", solver: "chaos", job: "lorenz", peer: "numba, as long an average", ...NUMBA, ratioMax: 1.5,
    agreement: 2e-3, body: { sigma: 10, rho: 28, beta: 8 / 3, initial: [1, 1, 1] } },
  { name: "epi: SEIR, 150 days", solver: "epi", job: "epidemic", peer: "scipy DOP853", ...SCIPY, ratioMax: 0.1, agreement: 1e-9,
    body: { beta_per_day: 0.5, gamma_per_day: 0.125, sigma_per_day: 0.25, N: 1e6, I0: 10, t_end_days: 150, quantity: "state" } },
  { name: "evolve: 500 atoms, 200 steps", solver: "evolve", job: "atoms", peer: "numba, Verlet list", ...NUMBA, ratioMax: 2, agreement: 1e-4,
    body: { n: 500, rho: 0.8442, T0: 1.44, dt: 0.004, steps: 200 } },
  { name: "evolve: 4,000 atoms, 100 steps", solver: "evolve", job: "lammps", peer: "LAMMPS", needs: "command:lmp", packaged: "lammps", ratioMax: 4,
    agreement: 1e-4, body: { n: 4_000, rho: 0.8442, T0: 1.44, dt: 0.004, steps: 100 } },
  { name: "infall: with energy and angular momentum", solver: "infall", job: "fall", peer: "scipy DOP853", ...SCIPY, ratioMax: 0.1, agreement: 1e-8,
    body: { G: C_SQUARED, M: 1, r0: 37.3, E: 1.31, L: 1_409_024_552.6, r_to: 1.7 } },
];
