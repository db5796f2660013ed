/** Separable Hamiltonians p^2/2m + V(q). */
import { TWO_PI } from "../../math/constants.js";
import { sin } from "../../math/index.js";
import { compileExpression, derivativeOf, type Expression } from "../expression.js";
import { badInput, SolverMissing } from "../refusal.js";
import type { Inputs } from "../solver.js";
import type { actionCard } from "./card.js";
import { Pieces } from "./pieces.js";

export type Given = Inputs<(typeof actionCard)["inputs"]>;

export interface System {
  readonly dimensions: number;
  /** 1/m, or 1/(m l^2) of a pendulum. */
  readonly inverseMass: number;
  /** Negative gradient of V at q, into `out`. */
  readonly force: (q: Float64Array, out: Float64Array) => void;
  readonly potential: (q: Float64Array) => number;
  /** Length of one turn of a coordinate that is an angle. */
  readonly turn: number | null;
  readonly equation: string;
  /**
   * How a kernel knows it, and the strength of its force there; null where only the functions above
   * are known.
   */
  readonly kernel: { readonly id: number; readonly strength: number } | null;
  /** The potential, where the caller wrote it. */
  readonly written?: Expression;
  /** Its smooth parts, where it jumps or bends. */
  readonly pieces?: Pieces;
}

/** @throws SolverMissing naming the parameter this system cannot do without */
function need(given: Given, name: "m" | "k" | "l" | "g" | "mu"): number {
  const value = given[name];
  if (value === undefined)
    throw new SolverMissing(name, [name], `the ${given.system} system needs ${name}`);
  return value;
}

export function systemOf(given: Given, dimensions: number): System {
  const expect = (n: number): void => {
    if (dimensions !== n)
      throw badInput(
        "/initial/q",
        `the ${given.system} system has ${n} coordinate${n === 1 ? "" : "s"}`,
      );
  };
  switch (given.system) {
    case "harmonic":
      return harmonic(need(given, "m"), need(given, "k"), dimensions);
    case "pendulum":
      expect(1);
      return pendulum(need(given, "m"), need(given, "l"), need(given, "g"));
    case "kepler":
      if (dimensions < 2) throw badInput("/initial/q", "a Kepler orbit has 2 or 3 coordinates");
      return kepler(need(given, "m"), need(given, "mu"), dimensions);
    case "henon-heiles":
      expect(2);
      return henonHeiles();
    case "potential":
      return written(given, dimensions);
  }
}

function harmonic(m: number, k: number, dimensions: number): System {
  return {
    dimensions,
    inverseMass: 1 / m,
    turn: null,
    equation: `H = p^2/(2 ${m}) + ${k} q^2/2`,
    kernel: { id: 0, strength: k },
    force: (q, out) => {
      for (let i = 0; i < dimensions; i += 1) out[i] = -k * q[i]!;
    },
    potential: (q) => {
      let sum = 0;
      for (let i = 0; i < dimensions; i += 1) sum += q[i]! * q[i]!;
      return (k * sum) / 2;
    },
  };
}

function pendulum(m: number, l: number, g: number): System {
  const weight = m * g * l;
  return {
    dimensions: 1,
    inverseMass: 1 / (m * l * l),
    turn: TWO_PI,
    equation: `H = p^2/(2 ${m * l * l}) + ${weight} (1 - cos q)`,
    kernel: null,
    force: (q, out) => {
      out[0] = -weight * sin(q[0]!);
    },
    potential: (q) => {
      const s = sin(q[0]! / 2);
      return 2 * weight * s * s;
    },
  };
}

function kepler(m: number, mu: number, dimensions: number): System {
  const pull = m * mu;
  const square = (q: Float64Array): number => {
    let sum = 0;
    for (let i = 0; i < dimensions; i += 1) sum += q[i]! * q[i]!;
    return sum;
  };
  return {
    dimensions,
    inverseMass: 1 / m,
    turn: null,
    equation: `H = p^2/(2 ${m}) - ${pull}/|q|`,
    kernel: { id: 1, strength: pull },
    force: (q, out) => {
      const r2 = square(q);
      const by = -pull / (r2 * Math.sqrt(r2));
      for (let i = 0; i < dimensions; i += 1) out[i] = by * q[i]!;
    },
    potential: (q) => -pull / Math.sqrt(square(q)),
  };
}

function henonHeiles(): System {
  return {
    dimensions: 2,
    inverseMass: 1,
    turn: null,
    equation: "H = (p1^2 + p2^2 + q1^2 + q2^2)/2 + q1^2 q2 - q2^3/3",
    kernel: { id: 2, strength: 1 },
    force: (q, out) => {
      out[0] = -q[0]! - 2 * q[0]! * q[1]!;
      out[1] = -q[1]! - q[0]! * q[0]! + q[1]! * q[1]!;
    },
    potential: (q) =>
      (q[0]! * q[0]! + q[1]! * q[1]!) / 2 + q[0]! * q[0]! * q[1]! - (q[1]! * q[1]! * q[1]!) / 3,
  };
}

function written(given: Given, dimensions: number): System {
  const m = need(given, "m");
  if (given.potential === undefined)
    throw new SolverMissing(
      "potential",
      ["potential"],
      "the system is a potential, which is missing",
    );
  const names = ["q1", "q2", "q3"].slice(0, dimensions);
  const v = compileExpression(given.potential, names, "/potential");
  const pieces = Pieces.of(v, "/potential");
  const slopes = pieces === null ? names.map((name) => derivativeOf(v, name, "/potential")) : [];
  return {
    dimensions,
    inverseMass: 1 / m,
    turn: null,
    equation: `H = p^2/(2 ${m}) + ${v.canonical}`,
    kernel: null,
    force:
      pieces === null
        ? (q, out) => {
            for (let i = 0; i < dimensions; i += 1) out[i] = -slopes[i]!.value(q);
          }
        : (q, out) => pieces.near(q).force(q, out),
    potential: (q) => v.value(q),
    written: v,
    ...(pieces === null ? {} : { pieces }),
  };
}

export function kineticOf({ inverseMass }: System, p: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < p.length; i += 1) sum += p[i]! * p[i]!;
  return (sum * inverseMass) / 2;
}

export function energyOf(system: System, q: Float64Array, p: Float64Array): number {
  return kineticOf(system, p) + system.potential(q);
}
