/**
 * Problems beside programs and libraries that users would otherwise start: solvers of DIMACS files,
 * MATPOWER, CalculiX, Arb.
 */
import type { Job } from "./job.js";
import { ring } from "./systems.js";

const [LCG, ADDEND, TWO_32] = [1_664_525, 1_013_904_223, 4_294_967_296] as const;

/** Clauses of three variables each, at random by a linear congruence. */
function random3(variables: number, clauses: number, seed: number): readonly (readonly number[])[] {
  let state = seed;
  const below = (n: number): number => {
    state = (LCG * state + ADDEND) % TWO_32;
    return Math.floor((state / TWO_32) * n);
  };
  return Array.from({ length: clauses }, () => {
    const chosen: number[] = [];
    while (chosen.length < 3) {
      const variable = 1 + below(variables);
      if (!chosen.includes(variable)) chosen.push(variable);
    }
    return chosen.map((variable) => (below(2) === 0 ? variable : -variable));
  });
}

/**
 * At the threshold, where such clauses are hardest. What is asked for is twice MiniSat's time; the
 * other two are there to see.
 */
const RANDOM = { cnf: random3(200, 860, 3) };
const SAT = { solver: "sat", ratioMax: 2, agreement: 0, body: RANDOM } as const;
const BEAM = { L: 10, H: 1, E: 1e9, nu: 0.3, P: 1_000, mesh: [120, 30] } as const;
const ARB = {
  solver: "zeta",
  peer: "Arb",
  needs: "library:flint-arb",
  packaged: "libflint-arb-dev",
  ratioMax: 0.01,
} as const;

export const PROGRAM_JOBS: readonly Job[] = [
  {
    name: "fea: cantilever of 120 x 30, beside bricks",
    solver: "fea",
    job: "calculix",
    peer: "CalculiX",
    needs: "command:ccx",
    packaged: "calculix-ccx",
    ratioMax: 0.5,
    agreement: 1e-4,
    body: BEAM,
  },
  {
    name: "grid: ring of 1,140 buses, in MATPOWER",
    solver: "grid",
    job: "matpower",
    peer: "MATPOWER",
    needs: "octave:runpf",
    packaged: "octave, with MATPOWER on its path",
    ratioMax: 0.1,
    agreement: 1e-8,
    body: { case: ring(20) },
  },
  {
    name: "sat: 200 variables at random, CaDiCaL",
    job: "cadical",
    peer: "CaDiCaL",
    needs: "command:cadical",
    packaged: "cadical",
    ...SAT,
  },
  {
    name: "sat: 200 variables at random, MiniSat",
    job: "minisat",
    peer: "MiniSat",
    needs: "command:minisat",
    packaged: "minisat",
    ...SAT,
  },
  {
    name: "sat: 200 variables at random, PicoSAT",
    job: "picosat",
    peer: "PicoSAT",
    needs: "command:picosat",
    packaged: "picosat",
    ...SAT,
    ratioMax: 3,
  },
  {
    name: "zeta: zero 10,000, in Arb",
    job: "arb_zero",
    agreement: 1e-13,
    body: { index: 10_000 },
    ...ARB,
  },
  {
    name: "zeta: zeros from 500 to 520, in Arb",
    job: "arb_list",
    agreement: 0,
    body: { from: 500, to: 520 },
    ...ARB,
  },
];
