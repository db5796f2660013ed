/** A request as an optimisation problem: names, objective, constraints, bounds and start. */
import type { z } from "zod";
import { badInput, noSolution, SolverMissing } from "../refusal.js";
import type { optCard } from "./card.js";
import type { Problem } from "./descent.js";
import {
  constraintOf,
  functionOf,
  lennardJones,
  rastriginAbout,
  rosenbrock,
  type Constraint,
  type Differentiable,
  type Function1,
} from "./objective.js";

export type OptInputs = z.output<typeof optCard.inputs>;

export interface Posed {
  readonly names: readonly string[];
  readonly objective: Differentiable;
  /** The objective with derivatives of half the accuracy, where they are differences. */
  readonly coarser: Differentiable | undefined;
  readonly text: string;
  readonly constraints: readonly Constraint[];
  readonly problem: Problem;
  readonly start: Float64Array | null;
  readonly sign: 1 | -1;
  readonly symbolic: boolean;
  readonly rough: boolean;
  /** The objective as the caller wrote it. */
  readonly written: Function1["written"];
}

export function pose(inputs: OptInputs): Posed {
  const sign = inputs.sense === "max" ? -1 : 1;
  const { preset } = inputs;
  const names =
    inputs.variables ?? Array.from({ length: presetSize(inputs) }, (_, i) => `x${i + 1}`);
  if (new Set(names).size !== names.length) throw badInput("/variables", "a variable stands twice");
  const n = names.length;
  const plain =
    preset === undefined
      ? functionOf(inputs.objective!, names, "/objective")
      : {
          coarser: undefined,
          evaluate: presetOf(inputs, n),
          text: preset,
          symbolic: true,
          rough: false,
          written: undefined,
        };
  const signed = (evaluate: Differentiable): Differentiable =>
    sign === 1
      ? evaluate
      : (x, g) => {
          const value = evaluate(x, g);
          for (let i = 0; i < n; i += 1) g[i] = -g[i]!;
          return -value;
        };
  const objective = signed(plain.evaluate);
  const constraints = (inputs.constraints ?? []).map((text, k) =>
    constraintOf(text, names, `/constraints/${k}`),
  );
  const [lower, upper] = boundsOf(inputs, names);
  const rough = plain.rough || constraints.some((one) => one.rough);
  return {
    names,
    objective,
    coarser: plain.coarser === undefined ? undefined : signed(plain.coarser),
    text: plain.text,
    constraints,
    problem: { n, evaluate: objective, lower, upper, rough },
    start: startOf(inputs, names),
    sign,
    symbolic: plain.symbolic && constraints.every(({ symbolic }) => symbolic),
    rough,
    written: plain.written,
  };
}

function presetSize(inputs: OptInputs): number {
  if (inputs.preset === "lennard-jones") {
    if (inputs.atoms === undefined)
      throw new SolverMissing("atoms", ["atoms"], "The number of atoms is absent.");
    return 3 * inputs.atoms;
  }
  if (!Array.isArray(inputs.start)) {
    if (inputs.preset !== undefined)
      throw new SolverMissing(
        "start",
        ["start", "x0"],
        "A list of numbers to start from is absent.",
      );
    throw new SolverMissing("variables", ["variables"], "The names of the variables are absent.");
  }
  return inputs.start.length;
}

function presetOf({ atoms, preset, shift }: OptInputs, n: number): Differentiable {
  if (atoms !== undefined && preset !== "lennard-jones")
    throw badInput("/atoms", "atoms belong to the preset lennard-jones");
  if (preset === "lennard-jones") return lennardJones;
  if (preset === "rosenbrock") {
    if (n < 2) throw badInput("/start", "rosenbrock has two variables at least");
    return rosenbrock;
  }
  if (shift !== undefined && shift.length !== n)
    throw badInput("/shift", `there are ${n} variables and ${shift.length} shifts`);
  return rastriginAbout(shift === undefined ? new Float64Array(n) : Float64Array.from(shift));
}

function boundsOf({ bounds }: OptInputs, names: readonly string[]): [Float64Array, Float64Array] {
  const lower = new Float64Array(names.length).fill(Number.NEGATIVE_INFINITY);
  const upper = new Float64Array(names.length).fill(Number.POSITIVE_INFINITY);
  const entries: [number, readonly [number | null, number | null]][] =
    bounds === undefined
      ? []
      : Array.isArray(bounds)
        ? bounds.map((pair, i) => [i, pair])
        : Object.entries(bounds).map(([name, pair]) => [names.indexOf(name), pair]);
  if (Array.isArray(bounds) && bounds.length !== names.length)
    throw badInput("/bounds", `there are ${names.length} variables and ${bounds.length} bounds`);
  for (const [i, [low, high]] of entries) {
    if (i < 0)
      throw badInput("/bounds", `a bound names no variable; the variables are ${names.join(", ")}`);
    if (low !== null) lower[i] = low;
    if (high !== null) upper[i] = high;
    if (lower[i]! > upper[i]!)
      throw noSolution(
        `the bounds of ${names[i]!} exclude each other: ${lower[i]!} to ${upper[i]!}.`,
        { variable: names[i]! },
      );
  }
  return [lower, upper];
}

function startOf({ start }: OptInputs, names: readonly string[]): Float64Array | null {
  if (start === undefined) return null;
  if (Array.isArray(start)) {
    if (start.length !== names.length)
      throw badInput("/start", `there are ${names.length} variables and ${start.length} numbers`);
    return Float64Array.from(start);
  }
  for (const name of Object.keys(start))
    if (!names.includes(name)) throw badInput(`/start/${name}`, `${name} is no variable`);
  return Float64Array.from(names, (name) => {
    const value = start[name];
    if (value === undefined)
      throw new SolverMissing(
        `start.${name}`,
        [`start.${name}`],
        `The start of ${name} is absent.`,
      );
    return value;
  });
}
