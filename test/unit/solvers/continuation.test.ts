/**
 * A run in two parts, the second from the first's state, is the whole run bit for bit: a row a
 * solver.
 */
import { expect } from "chai";
import { solverCards } from "../../../protocol/solvers/cards.js";
import { loadSolver } from "../../../protocol/solvers/load.js";
import { floatBytes } from "../../../protocol/solvers/state.js";
import type { SolverResult } from "../../../protocol/solvers/solver.js";
import { solve, type Body } from "./motion.js";

interface Row {
  /** What both parts and the whole are given. */
  readonly body: Body;
  /** Given to the first part and the whole: what the state stands for afterwards. */
  readonly start: Body;
  readonly whole: Body;
  readonly first: Body;
  readonly second: Body;
}

function times(
  name: string,
  [first, second]: readonly [number, number],
  body: Body,
  start: Body,
): Row {
  return {
    body,
    start,
    whole: { [name]: first + second },
    first: { [name]: first },
    second: { [name]: second },
  };
}

/** Annual flow of the Nile, 1871 on, 10^8 m^3 (Cobb 1978). */
const NILE = [1120, 1160, 963, 1210, 1160, 1160, 813, 1230, 1370, 1140, 995, 935, 1110, 994, 1020];
const C = 299_792_458;

const rows: Readonly<Record<string, Row>> = {
  action: times(
    "t_end",
    [3.75, 2.5],
    { system: "kepler", m: 1.5, mu: 1.1, dt: 0.015625 },
    { initial: { q: [0.45, 0], p: [0.1, 2] } },
  ),
  chaos: times(
    "t_end",
    [5, 7],
    { sigma: 9.7, rho: 31, beta: 2.4, dt: 1 / 256 },
    { initial: [1, 2, 21] },
  ),
  climate: times(
    "t_end",
    [170, 230],
    {
      H: 21,
      f: 9e-5,
      g: 9.81,
      extent: [17_000, 9_000],
      bed: "3 * exp(-((x - 9000) / 3000)^2)",
      nx: 19,
      ny: 11,
      dt: 10,
    },
    { initial: "0.2 * cos(pi * x / 17000) + 0.1 * y / 9000" },
  ),
  epi: times(
    "t_end",
    [11.5, 18],
    { beta: 0.6, gamma: 0.21, sigma: 0.3, N: 812, I0: 2, quantity: "state", dt: 0.5 },
    {},
  ),
  estimator: {
    body: { A: 1, C: 1, Q: 1469.1, R: 15099 },
    start: { x0: 1000, P0: 1e5 },
    whole: { data: NILE },
    first: { data: NILE.slice(0, 6) },
    second: { data: NILE.slice(6) },
  },
  evolve: times(
    "t_end",
    [0.125, 0.25],
    { dt: 1 / 256, r_c: 2.3 },
    { n: 108, rho: 0.8, T0: 1.2, seed: 5 },
  ),
  flow: times("t_end", [7 / 128, 11 / 128], { mode: "cavity", Re: 71, n: 18, dt: 1 / 128 }, {}),
  fracture: {
    body: { nx: 14, ny: 11, notch: 4, break_strain: 0.013, E: 2e9 },
    start: {},
    whole: { strain: 0.03 },
    first: { strain: 0.0105 },
    second: { strain: 0.03 },
  },
  gauge: times("sweeps", [1500, 900], { group: "U1", shape: [4, 3], beta: 9, seed: 9 }, {}),
  grid: times("t_end", [3, 5], { omega: [1, 2.3, 0.4], K: 1.3, dt: 0.0625 }, { theta0: [0, 1, 4] }),
  heat: times(
    "t_end",
    [22.5, 37.5],
    {
      alpha: 2.3e-5,
      lx: 0.41,
      ly: 0.27,
      nx: 15,
      ny: 11,
      dt: 2.5,
      boundary: { left: "0.2 + 0.001 * t", right: "y", bottom: "x / 0.41", top: "insulated" },
    },
    { initial: "sin(3 * x / 0.41) + y" },
  ),
  infall: times(
    "tau",
    [320e-9, 512e-9],
    { G: C * C, M: 1, dt: 16e-9 },
    { r0: 9, start: "orbit", L: 4.1 * C },
  ),
  lattice: times(
    "steps",
    [13, 20],
    { shape: [7, 5], mu2: -0.6, lambda: 0.8, dt: 0.25 },
    { initial: "0.3 * sin(x) + 0.2 * y - 0.5" },
  ),
  multibody: times(
    "t_max",
    [2, 3.5],
    { dt: 0.0625, subject: 1 },
    {
      G: 1,
      bodies: [
        { m: 1, position: [0, 0, 0], velocity: [0, 0, 0] },
        { m: 0.1, position: [1.1, 0, 0.2], velocity: [0, 0.9, 0] },
        { m: 0.02, position: [-3, 0.4, 0], velocity: [0, -0.6, 0.1] },
      ],
    },
  ),
  "predator-prey": times(
    "t_end",
    [4, 6.5],
    { alpha: 1.13, beta: 0.41, gamma: 0.37, delta: 0.097, dt: 0.0625 },
    { x0: 9.3, y0: 4.7 },
  ),
  react: times(
    "steps",
    [11, 18],
    { F: 0.039, k: 0.058, Du: 0.19, Dv: 0.09, n: 22, ny: 16, dx: 1.1, dt: 1.1 },
    {
      initial: {
        u: "1 - 0.5 * exp(-((x - 9)^2 + (y - 8)^2) / 9)",
        v: "0.3 * exp(-((x - 9)^2 + (y - 8)^2) / 9)",
      },
    },
  ),
  tumour: {
    ...times(
      "t_end",
      [4, 6],
      { D: 1, r: 1.1, dx: 0.2, dt: 0.05, extent: 60 },
      { initial: { step: 6 } },
    ),
    whole: { t_end: 10, window: [6, 9] },
    second: { t_end: 6, window: [6, 9] },
  },
  wave: times(
    "t_end",
    [13 / 64, 24 / 64],
    { c: 1.7, lx: 0.9, ly: 0.6, nx: 17, ny: 11, dt: 1 / 64 },
    {
      initial: "sin(pi * x / 0.9) * sin(pi * y / 0.6) * exp(x)",
      velocity: "x * (0.9 - x) * y * (0.6 - y)",
    },
  ),
};

/** Profiles over a run begin with its part; value and state carry everything that goes on. */
function bitsOf({ state, value }: SolverResult): readonly string[] {
  return [Buffer.from(floatBytes(Float64Array.of(value))).toString("hex"), JSON.stringify(state)];
}

describe("solvers: continuation", () => {
  it("takes a state where one is answered, and nowhere else", () => {
    for (const { id, inputs, reactor } of solverCards) {
      expect(Object.hasOwn(inputs.shape, "initialState"), id).to.equal(reactor);
    }
  });

  it("has a row for every solver that goes on", () => {
    expect(Object.keys(rows)).to.have.members(
      solverCards.filter(({ reactor }) => reactor).map(({ id }) => id),
    );
  });

  for (const [id, row] of Object.entries(rows)) {
    it(`${id}: two parts are the whole, bit for bit`, async () => {
      const { body, first, second, start, whole } = row;
      const solver = await loadSolver(id);
      const once = solve(solver, { ...body, ...start, ...whole }).result;
      // Through text, as it travels.
      const text = JSON.stringify(solve(solver, { ...body, ...start, ...first }).result.state);
      const state: unknown = JSON.parse(text);
      const parts = solve(solver, { ...body, ...second, initialState: state }).result;
      expect(bitsOf(parts)).to.deep.equal(bitsOf(once));
      // A state that is nothing of the kind is refused in words.
      for (const bad of [{}, { u: 1 }, { steps: -1 }, { x: "AAAA", t0: "no" }]) {
        expect(
          () => solve(solver, { ...body, ...second, initialState: bad }),
          JSON.stringify(bad),
        ).to.throw();
      }
    });
  }
});
