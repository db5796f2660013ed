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

/** What one step leaves: sums over the points, and the least value of either species. */
export interface StepSums { u: number; v: number; reaction: number; least: number }

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
  sums.u = 0;
  sums.v = 0;
  sums.reaction = 0;
  sums.least = Number.POSITIVE_INFINITY;
  const line = tank.ny === 1;
  for (let j = 1; j <= tank.ny; j += 1) {
    if (kinetics.model === "gray-scott") grayScottRow(kinetics, tank, dt, h2, j, line, sums);
    else excitableRow(kinetics, tank, dt, h2, j, line, sums);
  }
  [tank.u, tank.nextU] = [tank.nextU, tank.u];
  [tank.v, tank.nextV] = [tank.nextV, tank.v];
}

function grayScottRow(
  { du, dv, p: [feed, kill] }: Kinetics, { nextU, nextV, nx, u, v, width }: Pool, dt: number, h2: number, j: number,
  line: boolean, sums: StepSums,
): void {
  const [ru, rv] = [(dt * du) / h2, (dt * dv) / h2];
  const neighbours = line ? 2 : 4;
  const loss = dt * (feed + kill);
  const gain = dt * feed;
  const across = line ? 0 : width;
  const [wu, wv] = line ? [0, 0] : [ru, rv];
  let totalU = 0;
  let totalV = 0;
  let { least } = sums;
  const end = j * width + nx;
  const [cu, cv] = [neighbours * ru, neighbours * rv];
  for (let at = j * width + 1; at <= end; at += 1) {
    const a = u[at]!;
    const b = v[at]!;
    const react = dt * (a * b * b);
    const nu = a + (ru * (u[at - 1]! + u[at + 1]!) + wu * (u[at - across]! + u[at + across]!) - cu * a) - react + gain * (1 - a);
    const nv = b + (rv * (v[at - 1]! + v[at + 1]!) + wv * (v[at - across]! + v[at + across]!) - cv * b) + react - loss * b;
    nextU[at] = nu;
    nextV[at] = nv;
    totalU += nu;
    totalV += nv;
    if (nu < least) least = nu;
    if (nv < least) least = nv;
  }
  sums.u += totalU;
  sums.v += totalV;
  sums.least = least;
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
  const [wu, wv] = line ? [0, 0] : [ru, rv];
  let totalU = 0;
  let totalV = 0;
  let reaction = 0;
  let { least } = sums;
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
  sums.u += totalU;
  sums.v += totalV;
  sums.reaction += reaction;
  sums.least = least;
}
