/** Reactions of the three models, and the steps of their explicit schemes. */

export type Model = "gray-scott" | "fitzhugh-nagumo" | "nagumo";

export interface Kinetics {
  readonly model: Model;
  readonly du: number;
  readonly dv: number;
  /** F and k; a, epsilon and gamma; a and r. */
  readonly p: readonly [number, number, number];
}

/** Padded levels: one ghost point around nx by ny points. */
export interface Pool {
  readonly nx: number;
  readonly ny: number;
  readonly width: number;
  u: Float64Array;
  v: Float64Array;
  nextU: Float64Array;
  nextV: Float64Array;
}

/** What one step leaves: sums of u, of v and of the reaction over the points, and the least value of either species. */
export type StepSums = Float64Array;
export const [SUM_U, SUM_V, SUM_REACTION, LEAST] = [0, 1, 2, 3] as const;

export function pool(nx: number, ny: number): Pool {
  const width = nx + 2;
  const make = (): Float64Array => new Float64Array(width * (ny + 2));
  return { nx, ny, width, u: make(), v: make(), nextU: make(), nextV: make() };
}

/** Ghost points: the other side of a period, or the mirror of the edge. */
export function wrap(data: Float64Array, { nx, ny, width }: Pool, periodic: boolean): void {
  for (let j = 1; j <= ny; j += 1) {
    const row = j * width;
    data[row] = data[row + (periodic ? nx : 1)]!;
    data[row + nx + 1] = data[row + (periodic ? 1 : nx)]!;
  }
  if (ny === 1) return;
  const low = (periodic ? ny : 1) * width;
  data.copyWithin(0, low, low + width);
  const high = (periodic ? 1 : ny) * width;
  data.copyWithin((ny + 1) * width, high, high + width);
}

/** Rates of both species at one point; written to `out`. */
export function rates({ model, p }: Kinetics, u: number, v: number, out: Float64Array): void {
  if (model === "gray-scott") {
    const react = u * v * v;
    out[0] = p[0] * (1 - u) - react;
    out[1] = react - (p[0] + p[1]) * v;
  } else if (model === "fitzhugh-nagumo") {
    out[0] = u * (1 - u) * (u - p[0]) - v;
    out[1] = p[1] * (u - p[2] * v);
  } else {
    out[0] = p[1] * (u * (1 - u) * (u - p[0]));
    out[1] = 0;
  }
}

/** The rate that `reaction_rate_field` shows: conversion of the autocatalyst, or excitation. */
export function reactionRate({ model, p }: Kinetics, u: number, v: number): number {
  if (model === "gray-scott") return u * v * v;
  const excitation = u * (1 - u) * (u - p[0]);
  return model === "nagumo" ? p[1] * excitation : excitation;
}

/** One explicit step into the other level, which becomes the current one. @param h2 dx^2; one row has no second axis */
export function explicitStep(kinetics: Kinetics, tank: Pool, dt: number, h2: number, sums: StepSums): void {
  sums.fill(0);
  sums[LEAST] = Number.POSITIVE_INFINITY;
  const line = tank.ny === 1;
  if (kinetics.model === "gray-scott") grayScott(kinetics, tank, dt, h2, line, sums);
  else for (let j = 1; j <= tank.ny; j += 1) excitableRow(kinetics, tank, dt, h2, j, line, sums);
  [tank.u, tank.nextU] = [tank.nextU, tank.u];
  [tank.v, tank.nextV] = [tank.nextV, tank.v];
}

function grayScott(
  { du, dv, p: [feed, kill] }: Kinetics, { nextU, nextV, nx, ny, u, v, width }: Pool, dt: number, h2: number, line: boolean,
  sums: StepSums,
): void {
  const ru = (dt * du) / h2;
  const rv = (dt * dv) / h2;
  const neighbours = line ? 2 : 4;
  const gain = dt * feed;
  const keepU = 1 - neighbours * ru - gain;
  const keepV = 1 - neighbours * rv - dt * (feed + kill);
  let sumU = sums[SUM_U]!;
  let sumV = sums[SUM_V]!;
  let least = sums[LEAST]!;
  for (let j = 1; j <= ny; j += 1) {
    const row = j * width;
    const end = row + nx;
    let totalU = 0;
    let totalV = 0;
    let westU = u[row]!;
    let a = u[row + 1]!;
    let westV = v[row]!;
    let b = v[row + 1]!;
    for (let at = row + 1; at <= end; at += 1) {
      const eastU = u[at + 1]!;
      const eastV = v[at + 1]!;
      const react = dt * a * (b * b);
      // A line has no second axis: the rows of ghosts beside it are and stay zero.
      const nu = keepU * a + ru * (westU + eastU + (u[at - width]! + u[at + width]!)) + (gain - react);
      const nv = keepV * b + rv * (westV + eastV + (v[at - width]! + v[at + width]!)) + react;
      nextU[at] = nu;
      nextV[at] = nv;
      westU = a;
      a = eastU;
      westV = b;
      b = eastV;
      totalU += nu;
      totalV += nv;
      if (nu < least) least = nu;
      if (nv < least) least = nv;
    }
    sumU += totalU;
    sumV += totalV;
  }
  sums[SUM_U] = sumU;
  sums[SUM_V] = sumV;
  sums[LEAST] = least;
}

function excitableRow(
  kinetics: Kinetics, { nextU, nextV, nx, u, v, width }: Pool, dt: number, h2: number, j: number, line: boolean, sums: StepSums,
): void {
  const { du, dv, model, p: [a, second, gamma] } = kinetics;
  const single = model === "nagumo";
  const rate = single ? second : 1;
  const epsilon = single ? 0 : second;
  const [ru, rv] = [(dt * du) / h2, single ? 0 : (dt * dv) / h2];
  const neighbours = line ? 2 : 4;
  const across = line ? 0 : width;
  const wu = line ? 0 : ru;
  const wv = line ? 0 : rv;
  let totalU = 0;
  let totalV = 0;
  let reaction = 0;
  let least = sums[LEAST]!;
  const end = j * width + nx;
  for (let at = j * width + 1; at <= end; at += 1) {
    const x = u[at]!;
    const y = v[at]!;
    const react = rate * (x * (1 - x) * (x - a)) - y;
    const nu = x + (ru * (u[at - 1]! + u[at + 1]!) + wu * (u[at - across]! + u[at + across]!) - neighbours * ru * x) + dt * react;
    const nv = y + (rv * (v[at - 1]! + v[at + 1]!) + wv * (v[at - across]! + v[at + across]!) - neighbours * rv * y)
      + dt * epsilon * (x - gamma * y);
    nextU[at] = nu;
    nextV[at] = nv;
    totalU += nu;
    totalV += nv;
    reaction += react;
    if (nu < least) least = nu;
  }
  sums[SUM_U] = sums[SUM_U]! + totalU;
  sums[SUM_V] = sums[SUM_V]! + totalV;
  sums[SUM_REACTION] = sums[SUM_REACTION]! + reaction;
  sums[LEAST] = least;
}
