/**
 * One function in every form that it can be written in, at every place that takes a function: the
 * value is that of quadrature, series and shooting written here, or it is refused.
 */
import { expect } from "chai";
import { equationInNumbers, evaluateUnnamed } from "../../../protocol/equations/index.js";
import { numericalUncertainty } from "../../../protocol/solvers/gate.js";
import { executeJob } from "../../../protocol/solvers/execute.js";
import { loadSolver } from "../../../protocol/solvers/load.js";
import { SolverRefusal } from "../../../protocol/solvers/refusal.js";
import { isLong } from "../../kit/runs.js";

type Shape = (u: number) => number;
/** Between `from` and `to`: 1 of a box, a tent that is 1 in the middle. */
interface Piece {
  readonly kind: "box" | "tent";
  readonly from: number;
  readonly to: number;
}

const PIECES: readonly Piece[] = [
  { kind: "box", from: 0.2123, to: 0.5567 },
  { kind: "box", from: 0.51234, to: 0.51241 },
  { kind: "tent", from: 0.2123, to: 0.5567 },
  { kind: "tent", from: 0.51234, to: 0.51241 },
];

/** Texts of a piece in a variable. */
function formsOf({ from: a, kind, to: b }: Piece, u: string): Readonly<Record<string, string>> {
  if (kind === "box")
    return {
      piece: `{1 if ${a} <= ${u} < ${b}; 0 otherwise}`,
      heaviside: `(heaviside(${u}-${a}) - heaviside(${u}-${b}))`,
      sign: `(sign(${u}-${a}) - sign(${u}-${b}))/2`,
      floor: `max(0, 1-abs(floor((${u}-${a})/(${b}-${a}))))`,
      mod: `{1 if mod(${u}-${a}, 7) < ${b}-${a}; 0 otherwise}`,
      "sign of abs": `(1+sign((${b}-${a})/2-abs(${u}-(${a}+${b})/2)))/2`,
    };
  const [c, w] = [`(${a}+${b})/2`, `((${b}-${a})/2)`];
  return {
    max: `max(0, 1-abs(${u}-${c})/${w})`,
    clamp: `(1-min(1, abs((${u}-${c})/${w})))`,
    "half of abs": `(abs(1-abs(${u}-${c})/${w})+1-abs(${u}-${c})/${w})/2`,
    piece: `{1-abs(${u}-${c})/${w} if abs(${u}-${c}) < ${w}; 0 otherwise}`,
    min: `max(0, min((${u}-${a})/${w}, (${b}-${u})/${w}))`,
  };
}

function shapeOf({ from, kind, to }: Piece): Shape {
  const [middle, half] = [(from + to) / 2, (to - from) / 2];
  if (kind === "box") return (u) => (u >= from && u < to ? 1 : 0);
  return (u) => Math.max(0, 1 - Math.abs(u - middle) / half);
}

/** Gauss's three points, on parts of the two halves of a piece. */
function moment(piece: Piece, weight: Shape, parts = 200): number {
  const shape = shapeOf(piece);
  const middle = (piece.from + piece.to) / 2;
  let total = 0;
  for (const [low, high] of [
    [piece.from, middle],
    [middle, piece.to],
  ] as const)
    for (let k = 0; k < parts; k += 1) {
      const width = (high - low) / parts;
      for (const [at, share] of [
        [0.1127016653792583, 5 / 18],
        [0.5, 8 / 18],
        [0.8872983346207417, 5 / 18],
      ] as const) {
        const u = low + width * (k + at);
        total += share * width * shape(u) * weight(u);
      }
    }
  return total;
}

const { PI, abs, cos, cosh, exp, sin } = Math;

function series(terms: number, term: (k: number) => number): number {
  let total = 0;
  for (let k = terms; k >= 1; k -= 1) total += term(k);
  return total;
}

/** y'' = q(x, k) y in pieces from 0 to 1 by Runge and Kutta: y and p y' at the end. */
function shoot(
  piece: Piece,
  [y0, z0]: readonly [number, number],
  slopes: (f: number) => readonly [of: number, back: number],
): readonly [number, number] {
  const shape = shapeOf(piece);
  const ends = [0, piece.from, (piece.from + piece.to) / 2, piece.to, 1];
  let [y, z] = [y0, z0];
  for (let part = 0; part + 1 < ends.length; part += 1) {
    const [low, high] = [ends[part]!, ends[part + 1]!];
    const [steps, least] = [400, 1e-9 * (high - low)];
    const h = (high - low) / steps;
    const rate = (x: number, p: number, q: number): readonly [number, number] => {
      const [of, back] = slopes(shape(Math.min(Math.max(x, low + least), high - least)));
      return [of * q, back * p];
    };
    for (let n = 0; n < steps; n += 1) {
      const x = low + n * h;
      const [a, A] = rate(x, y, z);
      const [b, B] = rate(x + h / 2, y + (h / 2) * a, z + (h / 2) * A);
      const [c, C] = rate(x + h / 2, y + (h / 2) * b, z + (h / 2) * B);
      const [d, D] = rate(x + h, y + h * c, z + h * C);
      y += (h / 6) * (a + 2 * b + 2 * c + d);
      z += (h / 6) * (A + 2 * B + 2 * C + D);
    }
  }
  return [y, z];
}

/** The place in (low, high) at which the sign of a function turns. */
function root(low: number, high: number, of: Shape): number {
  let [a, b] = [low, high];
  const isLow = of(a) > 0;
  for (let n = 0; n < 60; n += 1) {
    const middle = (a + b) / 2;
    if (of(middle) > 0 === isLow) a = middle;
    else b = middle;
  }
  return (a + b) / 2;
}

interface Place {
  readonly solver: string;
  readonly variable: string;
  readonly body: (text: string) => Readonly<Record<string, unknown>>;
  readonly value: (piece: Piece) => number;
}

const EPS0 = 8.8541878188e-12;
/** CODATA 2022, J. */
const HARTREE = 4.359744722206e-18;
const bar = { alpha: 1, length: 1, dim: 1, initial: 0, probe: 0.3 };
const body = { k: 1, rho: 1, c: 1, length: 1, dim: 1, initial: 0, probe: 0.3 };
const rollers = {
  x: "s",
  y: "t",
  supports: [
    { side: "left", ux: 0 },
    { side: "bottom", uy: 0 },
  ],
};

const PLACES: Readonly<Record<string, Place>> = {
  "start of a bar": {
    solver: "heat",
    variable: "x",
    body: (initial) => ({ ...bar, initial, boundary: "insulated", t_end: 0.05 }),
    value: (f) =>
      moment(f, () => 1) +
      series(40, (k) => {
        const part = moment(f, (x) => cos(k * PI * x));
        return 2 * part * cos(k * PI * 0.3) * exp(-0.05 * (k * PI) ** 2);
      }),
  },
  "flux over time": {
    solver: "heat",
    variable: "t",
    body: (flux) => ({ ...body, boundary: { left: { flux }, right: "insulated" }, t_end: 1 }),
    value: (f) =>
      moment(f, () => 1) +
      series(40, (k) => 2 * cos(k * PI * 0.3) * moment(f, (s) => exp(-((k * PI) ** 2) * (1 - s)))),
  },
  "side over time": {
    solver: "heat",
    variable: "t",
    body: (left) => ({ ...bar, boundary: { left, right: 0 }, t_end: 1 }),
    value: (f) =>
      series(40, (k) => {
        const held = moment(f, (s) => exp(-((k * PI) ** 2) * (1 - s)));
        return 2 * k * PI * sin(k * PI * 0.3) * held;
      }),
  },
  "side of a steady plate": {
    solver: "heat",
    variable: "x",
    body: (bottom) => ({
      alpha: 1,
      lx: 1,
      ly: 1,
      steady: true,
      boundary: { bottom, top: 0, left: 0, right: 0 },
      probe: [0.3, 0.4],
    }),
    value: (f) =>
      series(60, (k) => {
        const part = 2 * moment(f, (x) => sin(k * PI * x));
        return (part * sin(k * PI * 0.3) * Math.sinh(k * PI * 0.6)) / Math.sinh(k * PI);
      }),
  },
  "velocity of a string": {
    solver: "wave",
    variable: "x",
    body: (velocity) => ({
      dim: 1,
      c: 1,
      length: 1,
      initial: 0,
      velocity,
      t_end: 0.3,
      probe: 0.4,
    }),
    // All of it is on the way of d'Alembert's integral.
    value: (f) => moment(f, () => 1) / 2,
  },
  "area of a horn": {
    solver: "acoustic",
    variable: "x",
    body: (text) => ({ length: 1, c: 2 * PI, ends: "closed-open", area: `1/(1+9*${text})` }),
    value: (f) =>
      root(0.3, 2, (k) => shoot(f, [1, 0], (at) => [1 + 9 * at, (-k * k) / (1 + 9 * at)])[0]),
  },
  "stiffness of a column": {
    solver: "buckling",
    variable: "x",
    body: (text) => ({ length: 1, ends: "pinned-pinned", EI: `1/(1+9*${text})` }),
    value: (f) => root(0.5, 11, (load) => shoot(f, [0, 1], (at) => [1, -load * (1 + 9 * at)])[0]),
  },
  "potential between walls": {
    solver: "quantum-levels",
    variable: "x",
    body: (text) => ({
      potential: `4*${text}`,
      mass: 1,
      n: 0,
      extent: [0, 1],
      ends: "walls",
      units: "atomic",
    }),
    value: (f) =>
      HARTREE * root(4.5, 15, (E) => shoot(f, [0, 1], (at) => [1, 2 * (4 * at - E)])[0]),
  },
  "charge in a box": {
    solver: "device",
    variable: "x",
    body: (text) => ({
      lx: 1,
      ly: 1,
      eps_r: 1,
      rho: `${EPS0}*${text}`,
      boundary: 0,
      probe: [0.3, 0.4],
    }),
    // Without the sides below and above by Green's function along x: its series ends slowly.
    value: (f) =>
      moment(f, (x) => Math.min(x, 0.3) * (1 - Math.max(x, 0.3))) -
      series(60, (k) => {
        const part = 2 * moment(f, (x) => sin(k * PI * x));
        const across = cosh(k * PI * 0.1) / cosh((k * PI) / 2);
        return (part * across * sin(k * PI * 0.3)) / (k * PI) ** 2;
      }),
  },
  "side of a box": {
    solver: "device",
    variable: "y",
    body: (left) => ({
      lx: 1,
      ly: 1,
      eps_r: 1,
      rho: 0,
      boundary: { left, right: 0, top: 0, bottom: 0 },
      probe: [0.3, 0.4],
    }),
    value: (f) =>
      series(60, (k) => {
        const part = 2 * moment(f, (y) => sin(k * PI * y));
        return (part * sin(k * PI * 0.4) * Math.sinh(k * PI * 0.7)) / Math.sinh(k * PI);
      }),
  },
  "weight of a bar": {
    solver: "fea",
    variable: "x",
    body: (text) => ({
      geometry: rollers,
      E: 1,
      nu: 0,
      loads: [{ body: [text, 0] }],
      probe: [0.8, 0.4],
      quantity: "ux",
    }),
    value: (f) => moment(f, (x) => x),
  },
  "potential of an orbit": {
    solver: "action",
    variable: "q1",
    body: (text) => ({
      system: "potential",
      m: 1,
      potential: `0.5*q1^2 + 0.2*(${text})`,
      initial: { q: 1, p: 0 },
      t_end: 8,
      steps: 2_000,
    }),
    // An oscillator's action, and twice what its momentum lacks over the piece.
    value: (f) => {
      const part = shapeOf(f);
      const p = (u: number, by: number): number => Math.sqrt(1 - u * u - 0.4 * by);
      return PI + 2 * moment(f, (u) => (p(u, part(u)) - p(u, 0)) / part(u));
    },
  },
  "forcing of a system": {
    solver: "solve",
    variable: "t",
    body: (text) => ({
      system: { equations: [`dx/dt = -x + ${text}`], initial: { x: 0 }, t_end: 1, value: "x" },
    }),
    value: (f) => moment(f, (s) => exp(s - 1)),
  },
};

async function outcomeOf(
  { body: of, solver, value }: Place,
  piece: Piece,
  text: string,
): Promise<string> {
  const loaded = await loadSolver(solver);
  const want = value(piece);
  try {
    const { result } = executeJob(loaded, of(text), { aborted: false });
    const stated = numericalUncertainty(result.error, result.value);
    const off = abs(result.value - want);
    // The references are exact to some 1e-10.
    if (off <= 3 * stated + 1e-9 * abs(want)) return "right";
    return `${result.value} +- ${stated} for ${want}, of ${text}`;
  } catch (error) {
    if (!(error instanceof SolverRefusal) || error.code === "INVALID_BODY") throw error;
    return `refused: ${error.message}`;
  }
}

/** The short run takes one form of each piece: another one at each place. */
function textsOf(piece: Piece, variable: string, turn: number): readonly (readonly string[])[] {
  const all = Object.entries(formsOf(piece, variable));
  return isLong ? all : [all[turn % all.length]!];
}

describe("solvers: one function in every form, at every place", () => {
  for (const [turn, [name, place]] of Object.entries(PLACES).entries())
    it(name, async () => {
      const wrong: string[] = [];
      for (const piece of PIECES)
        for (const [form, text] of textsOf(piece, place.variable, turn)) {
          const found = await outcomeOf(place, piece, text!);
          if (found !== "right" && !found.startsWith("refused")) wrong.push(`${form}: ${found}`);
        }
      expect(wrong).to.deep.equal([]);
    });

  it("integrals, also double ones", () => {
    const wrong: string[] = [];
    for (const [turn, piece] of PIECES.entries())
      for (const [form, text] of textsOf(piece, "x", turn)) {
        for (const [equation, want] of [
          [`y = INT_0^1 ${text} dx`, moment(piece, () => 1)],
          [`y = INT_0^1 x^2*(${text}) dx`, moment(piece, (x) => x * x)],
          [`y = INT_0^1 INT_0^1 z*(${text}) dz dx`, moment(piece, () => 0.5)],
        ] as const) {
          const read = equationInNumbers({ equation, inputs: {} });
          if (!read.ok) throw new Error(read.problem.message);
          const found = evaluateUnnamed(read.request);
          if (found.status === "refused") continue;
          if (found.status !== "value") throw new Error(JSON.stringify(found));
          const off = abs(found.value - want);
          if (!(off <= 3 * (found.uncertainty ?? 0) + 1e-12)) wrong.push(`${form}: ${equation}`);
        }
      }
    expect(wrong).to.deep.equal([]);
  });

  it("a double integral that jumps more often than is followed is refused, and not nothing", () => {
    // The 14,286 jumps of the floor lie in the outer variable alone.
    const equation = "y = INT_0^1 INT_0^1 z*max(0, 1-abs(floor((x-0.51234)/7e-5))) dz dx";
    const read = equationInNumbers({ equation, inputs: {} });
    if (!read.ok) throw new Error(read.problem.message);
    expect(evaluateUnnamed(read.request).status).to.equal("refused");
  });

  it("kinks at doubles are no gap in the forcing of a system", async () => {
    const { result } = executeJob(
      await loadSolver("solve"),
      {
        system: {
          equations: ["dx/dt = max(0, 1-abs(t-0.5)/(0.000030517578125))"],
          initial: { x: 0 },
          t_end: 1,
          value: "x",
        },
      },
      { aborted: false },
    );
    // The area of the tent: its half width, 2^-15.
    expect(result.value).to.be.closeTo(2 ** -15, 1e-15);
  });
});
