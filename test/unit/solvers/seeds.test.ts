/**
 * Solvers that draw: another seed draws other samples, and what it answers agrees within the two
 * uncertainties.
 */
import { expect } from "chai";
import { solverCards } from "../../../protocol/solvers/cards.js";
import { loadSolver } from "../../../protocol/solvers/load.js";
import type { Solved } from "../../../protocol/solvers/execute.js";
import { solve, type Body } from "./motion.js";

const CARBON = (serial: number, x: number, y: number, z: number): string =>
  `ATOM  ${String(serial).padStart(5)}  C   UNL     1    ` +
  `${[x, y, z].map((at) => at.toFixed(3).padStart(8)).join("")}  1.00  0.00     0.000 C \n`;
const CAGE = [
  [4, 0, 0],
  [-4, 0, 0],
  [0, 4, 0],
  [0, -4, 0],
  [0, 0, 4],
]
  .map(([x, y, z], k) => CARBON(k + 1, x!, y!, z!))
  .join("");
const PAIR = `ROOT\n${CARBON(1, 0, 0, -3)}${CARBON(2, 1.5, 0, -3)}ENDROOT\nTORSDOF 0\n`;

interface Row {
  readonly body: Body;
  /** A search answers one optimum, whatever it draws; else the values are estimates and differ. */
  readonly search?: boolean;
  /**
   * What the runs start from is drawn: their conserved value differs by what is drawn, stated here
   * in parts of it.
   */
  readonly spread?: number;
}

const rows: Readonly<Record<string, readonly Row[]>> = {
  dock: [
    {
      search: true,
      body: {
        receptor: CAGE,
        ligand: PAIR,
        mode: "dock",
        box: { center: [0, 0, 0], size: [12, 12, 12] },
        exhaustiveness: 6,
        steps: 250,
      },
    },
  ],
  epi: [{ search: true, body: { mode: "stochastic", beta: 0.7, gamma: 0.31, N: 150, I0: 2 } }],
  evolve: [
    { spread: 0.1, body: { n: 108, rho: 0.7, T0: 1.3, dt: 1 / 256, t_end: 0.25, r_c: 2.4 } },
  ],
  gauge: [{ body: { group: "U1", shape: [2, 4], beta: 11 } }],
  lattice: [{ body: { mode: "ising", shape: [5, 4], T: 1.6 } }],
  opt: [
    {
      search: true,
      body: {
        objective: "x^2 + y^2 + 3 * sin(3 * x) * sin(2 * y)",
        variables: ["x", "y"],
        bounds: { x: [-3, 3], y: [-3, 3] },
        start: [2.5, 2.5],
        global: true,
      },
    },
  ],
  quant: [
    {
      body: {
        S: 101,
        K: 97,
        r: 0.021,
        sigma: 0.31,
        T: 0.77,
        style: "asian",
        type: "call",
        fixings: 12,
      },
    },
  ],
};

function uncertaintyOf({ gate, result }: Solved): number {
  return gate.error * Math.max(Math.abs(result.value), gate.scale);
}

describe("solvers: seeds", () => {
  it("has a row for every solver that takes a seed", () => {
    expect(Object.keys(rows)).to.have.members(
      solverCards.filter(({ inputs }) => Object.hasOwn(inputs.shape, "seed")).map(({ id }) => id),
    );
  });

  for (const [id, list] of Object.entries(rows)) {
    for (const { body, search, spread = 0 } of list) {
      it(`${id}: ${JSON.stringify(body).slice(0, 70)}`, async () => {
        const solver = await loadSolver(id);
        const [first, second] = [1, 2].map((seed) => solve(solver, { ...body, seed }));
        // Samples show in the value, the fields, the state or the tables.
        const [one, other] = [first!, second!].map(({ result }) =>
          JSON.stringify([{ ...result, prng: null }, result.fields.map(({ data }) => [...data])]),
        );
        expect(one).to.not.equal(other);
        if (search !== true) expect(first!.result.value).to.not.equal(second!.result.value);
        expect([first!, second!].map(({ result }) => result.prng?.seed)).to.deep.equal(["1", "2"]);
        expect(first!.result.prng!.name).to.equal(second!.result.prng!.name);
        const size = Math.abs(first!.result.value);
        // A gate's error of a sample is three standard errors of one run; a search ends within some
        // roundings.
        expect(Math.abs(first!.result.value - second!.result.value)).to.be.at.most(
          uncertaintyOf(first!) + uncertaintyOf(second!) + (spread + 16 * Number.EPSILON) * size,
        );
      });
    }
  }
});
