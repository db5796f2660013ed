/** Networks, minima, links, options, zeros, poses. */
import { readFileSync } from "node:fs";
import { NUMBA, SCIPY, type Job } from "./job.js";

interface Network {
  readonly baseMVA: number;
  readonly bus: readonly number[][];
  readonly gen: readonly number[][];
  readonly branch: readonly number[][];
}

/** What bus 1 of the 57 gives where it is the slack bus, MW. */
const SLACK_MW = 478;

/**
 * The IEEE's 57 buses so many times over, in a ring of lines between their buses 1; only the first
 * copy keeps its slack bus.
 */
export function ring(copies: number): Network {
  const { case57 } = JSON.parse(
    readFileSync("scripts/solvers/reference/gridCases.json", "utf8"),
  ) as { readonly case57: Network };
  const { baseMVA, branch, bus, gen } = case57;
  const size = bus.length;
  const moved = (rows: readonly number[][], k: number, ends: number): number[][] =>
    rows.map((row) => row.map((x, i) => (i < ends ? x + k * size : x)));
  const all = Array.from({ length: copies }, (_, k) => k);
  return {
    baseMVA,
    gen: all.flatMap((k) =>
      moved(gen, k, 1).map((row) =>
        row[0] === k * size + 1 ? [row[0], SLACK_MW, ...row.slice(2)] : row,
      ),
    ),
    bus: all.flatMap((k) =>
      moved(bus, k, 1).map((row) => (k > 0 && row[1] === 3 ? [row[0]!, 2, ...row.slice(2)] : row)),
    ),
    branch: all.flatMap((k) => [
      ...moved(branch, k, 2),
      [k * size + 1, ((k + 1) % copies) * size + 1, 0.01, 0.1, 0, 0, 0, 0, 0, 0, 1],
    ]),
  };
}

/** Rosenbrock's chain, lifted so that its least value is not zero. */
function valley(n: number): Readonly<Record<string, unknown>> {
  const variables = Array.from({ length: n }, (_, i) => `x${i + 1}`);
  const terms = variables
    .slice(1)
    .map((next, i) => `100*(${next}-${variables[i]!}^2)^2+(1-${variables[i]!})^2`);
  return {
    objective: ["1", ...terms].join("+"),
    variables,
    start: variables.map((_, i) => (i % 2 === 0 ? -1.2 : 1)),
  };
}

/** Imatinib with the atoms of the Abl kinase about it. */
function complex(): Readonly<Record<string, unknown>> {
  const { rows } = JSON.parse(readFileSync("test/vectors/solvers/dock.json", "utf8")) as {
    readonly rows: readonly {
      readonly case: string;
      readonly body: Readonly<Record<string, unknown>>;
    }[];
  };
  return rows.find((row) => row.case === "imatinib in Abl, value")!.body;
}

const ASIAN = {
  S: 100,
  K: 95,
  r: 0.03,
  sigma: 0.3,
  T: 1,
  type: "call",
  style: "asian",
  fixings: 16,
};

export const SYSTEM_JOBS: readonly Job[] = [
  {
    name: "dock: score of imatinib in Abl",
    solver: "dock",
    job: "vina",
    peer: "autodock-vina",
    needs: "command:vina",
    packaged: "autodock-vina",
    ratioMax: 0.05,
    agreement: 2e-2,
    body: complex(),
  },
  {
    name: "gauge: SU(2), 16 x 16, 8,400 sweeps",
    solver: "gauge",
    job: "links",
    peer: "numba",
    ...NUMBA,
    ratioMax: 0.8,
    agreement: 2e-3,
    body: { group: "SU2", shape: [16, 16], beta: 4, sweeps: 1_000, thermalization: 50 },
  },
  {
    name: "grid: ring of 1,140 buses",
    solver: "grid",
    job: "powerflow",
    peer: "scipy Newton",
    ...SCIPY,
    ratioMax: 0.6,
    agreement: 1e-8,
    body: { case: ring(20) },
  },
  {
    name: "opt: valley of 24 variables",
    solver: "opt",
    job: "valley",
    peer: "scipy L-BFGS-B",
    ...SCIPY,
    ratioMax: 0.5,
    agreement: 1e-8,
    body: valley(24),
  },
  {
    name: "opt: cluster of 13 atoms, 390 descents",
    solver: "opt",
    job: "cluster",
    peer: "scipy basinhopping",
    ...SCIPY,
    ratioMax: 0.15,
    agreement: 1e-7,
    body: { preset: "lennard-jones", atoms: 13 },
  },
  {
    name: "quant: Asian call, 32,768 paths",
    solver: "quant",
    job: "asian",
    peer: "numpy",
    ...SCIPY,
    ratioMax: 2.5,
    agreement: 1e-3,
    body: ASIAN,
  },
  {
    name: "quant: Asian call to its error",
    solver: "quant",
    job: "quantlib",
    peer: "QuantLib",
    needs: "QuantLib",
    packaged: "quantlib-python",
    ratioMax: 0.03,
    agreement: 1e-3,
    body: ASIAN,
  },
  {
    name: "zeta: zero 10,000",
    solver: "zeta",
    job: "zetazero",
    peer: "mpmath",
    needs: "mpmath",
    packaged: "python3-mpmath",
    ratioMax: 0.01,
    agreement: 1e-13,
    body: { index: 10_000 },
  },
  {
    name: "zeta: zeros from 500 to 520",
    solver: "zeta",
    job: "lfunzeros",
    peer: "PARI lfunzeros",
    needs: "command:gp",
    packaged: "pari-gp",
    ratioMax: 0.01,
    agreement: 0,
    body: { from: 500, to: 520 },
  },
];
