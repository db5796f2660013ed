/**
 * Smooth fields that are read between the points of their meshes: values are sines of any phase there,
 * whose closed forms stand beside, and a value is within three of the uncertainties that it states.
 */
import { expect } from "chai";
import { numericalUncertainty } from "../../../../protocol/solvers/gate.js";
import { executeJob } from "../../../../protocol/solvers/execute.js";
import { loadSolver } from "../../../../protocol/solvers/load.js";
import { runs } from "../../../kit/runs.js";

const { PI, cos, exp, min, sin, sinh, sqrt } = Math;
/** m/s, and F/m: CODATA 2022. */
const [LIGHT, EPS_0] = [299_792_458, 8.8541878188e-12];

/** A generator of random numbers in (low, high) that repeats (Marsaglia's xorshift32). */
function drawnFrom(seed: number): (low: number, high: number) => number {
  let state = seed;
  return (low, high) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return low + ((high - low) * (state >>> 0)) / 2 ** 32;
  };
}

interface Drawn {
  readonly body: Readonly<Record<string, unknown>>;
  readonly value: number;
}
type Pick = (low: number, high: number) => number;

const whole = (pick: Pick, most: number): number => 1 + Math.floor(pick(0, most));
const mode = (n: number, length: number, name: string): string => `sin(${n}*pi*${name}/${length})`;

const KINDS: Readonly<Record<string, (pick: Pick) => Drawn & { readonly solver: string }>> = {
  "light between conductors": (pick) => {
    const [length, eps, n] = [10 ** pick(-3, 1), pick(1, 5), whole(pick, 9)];
    const [size, speed] = [pick(0.5, 3), LIGHT / sqrt(eps)];
    const [time, x] = [(length / speed) * pick(0.1, 2), length * pick(0.02, 0.98)];
    return {
      solver: "wave",
      body: {
        mode: "maxwell",
        eps_r: eps,
        length,
        t_end: time,
        probe: x,
        edges: "fixed",
        initial: `${size}*${mode(n, length, "x")}`,
      },
      value: size * sin((n * PI * x) / length) * cos((n * PI * speed * time) / length),
    };
  },
  "a pulse of light that moves on": (pick) => {
    const [length, eps, size] = [10 ** pick(-3, 1), pick(1, 5), pick(0.5, 3)];
    const speed = LIGHT / sqrt(eps);
    const [width, center] = [length * pick(0.03, 0.06), length * pick(0.3, 0.6)];
    const time = (length / speed) * pick(0.02, 0.3);
    const x = min(center + speed * time + width * pick(-1.5, 1.5), 0.99 * length);
    return {
      solver: "wave",
      body: {
        mode: "maxwell",
        eps_r: eps,
        length,
        t_end: time,
        probe: x,
        source: { amplitude: size, center, width },
      },
      value: size * exp(-(((x - center - speed * time) / width) ** 2)),
    };
  },
  "a bar that cools": (pick) => {
    const [length, alpha, n] = [10 ** pick(-2, 1), 10 ** pick(-6, 0), whole(pick, 9)];
    const [time, x] = [
      ((length * length) / alpha) * 10 ** pick(-4, -1.5),
      length * pick(0.02, 0.98),
    ];
    return {
      solver: "heat",
      body: {
        alpha,
        length,
        dim: 1,
        boundary: 0,
        t_end: time,
        probe: x,
        initial: mode(n, length, "x"),
      },
      value: sin((n * PI * x) / length) * exp(-alpha * ((n * PI) / length) ** 2 * time),
    };
  },
  "a steady plate": (pick) => {
    const [lx, n, size] = [pick(0.1, 2), whole(pick, 8), pick(1, 40)];
    const ly = lx * pick(0.6, 1.6);
    const [x, y] = [lx * pick(0.02, 0.98), ly * pick(0.02, 0.98)];
    const k = (n * PI) / lx;
    return {
      solver: "heat",
      body: {
        alpha: 1,
        lx,
        ly,
        steady: true,
        boundary: { left: 0, right: 0, top: 0, bottom: `${size}*${mode(n, lx, "x")}` },
        probe: [x, y],
      },
      value: (size * sin(k * x) * sinh(k * (ly - y))) / sinh(k * ly),
    };
  },
  "charge in a box": (pick) => {
    const [lx, eps, n, m] = [10 ** pick(-3, 0), pick(1, 12), whole(pick, 9), whole(pick, 5)];
    const ly = lx * pick(0.6, 1.6);
    const [x, y] = [lx * pick(0.02, 0.98), ly * pick(0.02, 0.98)];
    const square = ((n * PI) / lx) ** 2 + ((m * PI) / ly) ** 2;
    return {
      solver: "device",
      body: {
        eps_r: eps,
        rho: `1e-6*${mode(n, lx, "x")}*${mode(m, ly, "y")}`,
        boundary: 0,
        lx,
        ly,
        probe: [x, y],
      },
      value: (1e-6 / (eps * EPS_0) / square) * sin((n * PI * x) / lx) * sin((m * PI * y) / ly),
    };
  },
};

describe("solvers: a probe between the points of a mesh", () => {
  for (const [seed, [kind, drawn]] of Object.entries(KINDS).entries())
    it(kind, async () => {
      const pick = drawnFrom(58_072 + seed);
      const wrong: string[] = [];
      for (let k = 0; k < runs(30, 1_000); k += 1) {
        const { body, solver, value } = drawn(pick);
        const { result } = executeJob(await loadSolver(solver), body, { aborted: false });
        const stated = numericalUncertainty(result.error, result.value);
        const off = Math.abs(result.value - value);
        // Closed forms are known to 1e-12 of the field; the constant of a box to 2e-10 (CODATA 2022).
        const known = Math.max(stated, 2e-10 * Math.abs(value), 1e-12 * result.error.scale);
        if (!(off <= 3 * known)) wrong.push(`${JSON.stringify(body)}: ${result.value}, ${value}`);
      }
      expect(wrong).to.deep.equal([]);
    });
});
