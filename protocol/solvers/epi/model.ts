/**
 * The epidemic in groups: what is given, the next-generation matrix, right-hand side and starting
 * point.
 */
import { badInput, noSolution, SolverMissing } from "../refusal.js";
import type { Inputs } from "../solver.js";
import type { Rhs } from "../../math/ode/rhs.js";
import type { epiCard } from "./card.js";
import { spectralRadius } from "./spectralRadius.js";

export type Given = Inputs<(typeof epiCard)["inputs"]>;

/** Susceptible, exposed, infective, recovered, vaccinated, and all ever infected, of one group. */
export const S = 0;
export const E = 1;
export const I = 2;
export const R = 3;
export const V = 4;
export const C = 5;
export const COMPARTMENTS = 6;
/** A start so small that it stands for the limit of none. */
export const LIMIT_SEED = 1e-12;
const CONSISTENT = 1e-9;

export interface Model {
  readonly mode: "sir" | "seir" | "stochastic";
  readonly beta: number;
  readonly gamma: number;
  readonly sigma: number;
  readonly vaccinationRate: number;
  readonly R0: number;
  readonly sizes: Float64Array;
  readonly total: number;
  /** beta C_gh / N_h, row-major. */
  readonly force: Float64Array;
  /** Time counts in infectious periods: no rate was given. */
  readonly timeless: boolean;
  readonly perHead: boolean;
  /** No start was given: the limit of an infinitesimal one. */
  readonly limit: boolean;
}

function ratesOf(
  given: Given,
  radius: number,
): { readonly beta: number; readonly gamma: number; readonly timeless: boolean } {
  const { beta, gamma, R0 } = given;
  if (!(radius > 0))
    throw noSolution("no group infects any other or itself: the contact matrix has no cycle");
  if (R0 === undefined) return { beta: beta!, gamma: gamma!, timeless: false };
  if (beta !== undefined && gamma !== undefined) {
    if (Math.abs((beta * radius) / gamma - R0) > CONSISTENT * R0) {
      throw badInput(
        "/R0",
        `R0 = ${R0} contradicts beta and gamma, which give ${(beta * radius) / gamma}: give two of the three`,
      );
    }
    return { beta, gamma, timeless: false };
  }
  if (beta !== undefined) return { beta, gamma: (beta * radius) / R0, timeless: false };
  const rate = gamma ?? 1;
  return { beta: (R0 * rate) / radius, gamma: rate, timeless: gamma === undefined };
}

function sizesOf(given: Given): Float64Array {
  const { contacts, groups, N } = given;
  if (groups === undefined) {
    if (contacts !== undefined && contacts.length > 1) {
      throw new SolverMissing(
        "groups",
        ["groups"],
        "a contact matrix of several groups needs the persons of each",
      );
    }
    return Float64Array.of(N ?? 1);
  }
  if (contacts === undefined)
    throw new SolverMissing("contacts", ["contacts"], "several groups need their contact matrix");
  if (N !== undefined && Math.abs(groups.reduce((a, b) => a + b, 0) - N) > CONSISTENT * N) {
    throw badInput("/N", "N is not the sum of the groups: leave it out");
  }
  return Float64Array.from(groups);
}

export function modelOf(given: Given): Model {
  const sizes = sizesOf(given);
  const n = sizes.length;
  const contacts = given.contacts ?? [[1]];
  for (const [g, row] of contacts.entries()) {
    if (contacts.length !== n || row.length !== n)
      throw badInput(`/contacts/${g}`, `expected ${n} rows of ${n} numbers, one for each group`);
  }
  const matrix = new Float64Array(n * n);
  const generation = new Float64Array(n * n);
  for (let g = 0; g < n; g += 1) {
    for (let h = 0; h < n; h += 1) {
      matrix[g * n + h] = contacts[g]![h]! / sizes[h]!;
      generation[g * n + h] = matrix[g * n + h]! * sizes[g]!;
    }
  }
  const radius = n === 1 ? generation[0]! : spectralRadius(generation, n);
  const { beta, gamma, timeless } = ratesOf(given, radius);
  const mode = given.mode ?? (given.sigma === undefined ? "sir" : "seir");
  if (mode === "seir" && given.sigma === undefined)
    throw new SolverMissing("sigma", ["sigma", "sigma_per_day"], "seir needs sigma");
  if (mode === "sir" && given.sigma !== undefined)
    throw badInput("/sigma", "sir has no exposed: take mode seir");
  if (timeless) {
    for (const name of ["sigma", "t_end", "dt", "vaccination_rate"] as const) {
      if (given[name] !== undefined)
        throw new SolverMissing(
          "gamma",
          ["gamma", "gamma_per_day", "beta", "beta_per_day"],
          `${name} is a time, and without gamma there is no clock`,
        );
    }
  }
  let total = 0;
  for (const size of sizes) total += size;
  const limit =
    given.I0 === undefined && given.E0 === undefined && given.initialState === undefined;
  return {
    mode,
    beta,
    gamma,
    sigma: given.sigma ?? 0,
    vaccinationRate: given.vaccination_rate ?? 0,
    R0: (beta * radius) / gamma,
    sizes,
    total,
    force: matrix.map((value) => beta * value),
    timeless,
    perHead: given.N === undefined && given.groups === undefined,
    limit,
  };
}

/**
 * Compartments at the start, group after group. @param seed persons infective in all, where none
 * were given
 */
export function startOf(
  given: Given,
  { limit, mode, sizes, total }: Model,
  seed: number,
): Float64Array {
  const y = new Float64Array(COMPARTMENTS * sizes.length);
  const immune = given.vaccinated ?? 0;
  const i0 = limit ? seed : (given.I0 ?? 0);
  if (typeof i0 !== "number" && i0.length !== sizes.length)
    throw badInput("/I0", `expected one number or ${sizes.length}, one for each group`);
  if (given.E0 !== undefined && mode === "sir")
    throw badInput("/E0", "sir has no exposed: take mode seir");
  for (const [g, size] of sizes.entries()) {
    const infective = typeof i0 === "number" ? i0 * (size / total) : i0[g]!;
    const exposed = (given.E0 ?? 0) * (size / total);
    const vaccinated = immune * size;
    const susceptible = size - infective - exposed - vaccinated;
    if (susceptible < -1e-12 * size)
      throw badInput("/I0", `more are infected or immune at the start than the ${size} there are`);
    const at = g * COMPARTMENTS;
    y[at + S] = Math.max(0, susceptible);
    y[at + E] = exposed;
    y[at + I] = infective;
    y[at + V] = vaccinated;
    y[at + C] = infective + exposed;
  }
  return y;
}

export function rhsOf({ force, gamma, mode, sigma, sizes, vaccinationRate }: Model): Rhs {
  const n = sizes.length;
  const seir = mode === "seir";
  return (_t, y, out) => {
    for (let g = 0; g < n; g += 1) {
      const at = g * COMPARTMENTS;
      let pressure = 0;
      for (let h = 0; h < n; h += 1) pressure += force[g * n + h]! * y[h * COMPARTMENTS + I]!;
      const infections = pressure * y[at + S]!;
      const immunised = vaccinationRate * y[at + S]!;
      const onset = seir ? sigma * y[at + E]! : infections;
      const recoveries = gamma * y[at + I]!;
      out[at + S] = -infections - immunised;
      out[at + E] = seir ? infections - onset : 0;
      out[at + I] = onset - recoveries;
      out[at + R] = recoveries;
      out[at + V] = immunised;
      out[at + C] = infections;
    }
  };
}

/** Sum of a compartment over groups. */
export function totalOf(y: Float64Array, compartment: number): number {
  let sum = 0;
  for (let at = compartment; at < y.length; at += COMPARTMENTS) sum += y[at]!;
  return sum;
}
