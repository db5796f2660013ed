/**
 * Reactions of the three models, and the steps of their explicit schemes: in vector instructions by
 * `wasm/source/react.as`, and the same sums in the same order here. The first, third, ... point of
 * a row is summed apart from the others.
 */
import { reactBinary } from "../../wasm/binary/react.js";
import { roomOfJob, type KernelCall, LANES_BYTES } from "../../wasm/kernel.js";

export type Model = "gray-scott" | "fitzhugh-nagumo" | "nagumo";

export interface Kinetics {
  readonly model: Model;
  readonly du: number;
  readonly dv: number;
  /** Gray-Scott: F and k; FitzHugh-Nagumo: a, epsilon and gamma; Nagumo: a and r. */
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
  readonly sums: StepSums;
  /** Steps of all rows at once, where the engine has vectors. */
  readonly grayScott: KernelCall | null;
  readonly excitable: KernelCall | null;
}

/**
 * What one step leaves: sums of u, of v and of the reaction over the points, and the least value of
 * either species.
 */
export type StepSums = Float64Array;
export const [SUM_U, SUM_V, SUM_REACTION, LEAST] = [0, 1, 2, 3] as const;

const LEVELS = 4;
const SUMS = 4;

export function pool(nx: number, ny: number): Pool {
  const width = nx + 2;
  const length = width * (ny + 2);
  const room = roomOfJob(reactBinary, LEVELS * (length * 8 + LANES_BYTES) + SUMS * 8);
  return {
    nx,
    ny,
    width,
    sums: room.floats(SUMS),
    u: room.floats(length),
    v: room.floats(length),
    nextU: room.floats(length),
    nextV: room.floats(length),
    grayScott: room.call("grayScott"),
    excitable: room.call("excitable"),
  };
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

/**
 * One explicit step into the other level, which becomes the current one. @param h2 dx^2; one row
 * has no second axis
 */
export function explicitStep(kinetics: Kinetics, tank: Pool, dt: number, h2: number): void {
  tank.sums.fill(0);
  tank.sums[LEAST] = Number.POSITIVE_INFINITY;
  const line = tank.ny === 1;
  if (kinetics.model === "gray-scott") grayScott(kinetics, tank, dt, h2, line);
  else excitable(kinetics, tank, dt, h2, line);
  [tank.u, tank.nextU] = [tank.nextU, tank.u];
  [tank.v, tank.nextV] = [tank.nextV, tank.v];
}

function grayScott(
  { du, dv, p: [feed, kill] }: Kinetics,
  tank: Pool,
  dt: number,
  h2: number,
  line: boolean,
): void {
  const ru = (dt * du) / h2;
  const rv = (dt * dv) / h2;
  const neighbours = line ? 2 : 4;
  const gain = dt * feed;
  const keepU = 1 - neighbours * ru - gain;
  const keepV = 1 - neighbours * rv - dt * (feed + kill);
  const { u, v, nextU, nextV, nx, ny, sums } = tank;
  if (tank.grayScott !== null) {
    tank.grayScott(
      u.byteOffset,
      v.byteOffset,
      nextU.byteOffset,
      nextV.byteOffset,
      nx,
      ny,
      keepU,
      ru,
      keepV,
      rv,
      gain,
      dt,
      sums.byteOffset,
    );
    return;
  }
  const rates = { keepU, ru, keepV, rv, gain, dt };
  for (let j = 1; j <= ny; j += 1) grayScottRow(tank, j, rates);
}

/** A line has no second axis: the rows of ghosts beside it are and stay zero. */
function grayScottRow(
  { nextU, nextV, nx, sums, u, v, width }: Pool,
  j: number,
  {
    dt,
    gain,
    keepU,
    keepV,
    ru,
    rv,
  }: Record<"dt" | "gain" | "keepU" | "keepV" | "ru" | "rv", number>,
): void {
  let [totalU, totalV, otherU, otherV] = [0, 0, 0, 0];
  let least = sums[LEAST]!;
  const first = j * width + 1;
  for (let at = first; at < first + nx; at += 1) {
    const a = u[at]!;
    const b = v[at]!;
    const react = dt * a * (b * b);
    const nu =
      keepU * a +
      ru * (u[at - 1]! + u[at + 1]! + (u[at - width]! + u[at + width]!)) +
      (gain - react);
    const nv =
      keepV * b + rv * (v[at - 1]! + v[at + 1]! + (v[at - width]! + v[at + width]!)) + react;
    nextU[at] = nu;
    nextV[at] = nv;
    if (nu < least) least = nu;
    if (nv < least) least = nv;
    [totalU, otherU] = [otherU, totalU + nu];
    [totalV, otherV] = [otherV, totalV + nv];
  }
  sums[SUM_U] = sums[SUM_U]! + (totalU + otherU);
  sums[SUM_V] = sums[SUM_V]! + (totalV + otherV);
  sums[LEAST] = least;
}

function excitable(
  { du, dv, model, p: [a, second, gamma] }: Kinetics,
  tank: Pool,
  dt: number,
  h2: number,
  line: boolean,
): void {
  const single = model === "nagumo";
  const rate = single ? second : 1;
  const epsilon = single ? 0 : second;
  const [ru, rv] = [(dt * du) / h2, single ? 0 : (dt * dv) / h2];
  // A line has no second axis: the rows of ghosts beside it are and stay zero.
  const neighbours = line ? 2 : 4;
  const { u, v, nextU, nextV, nx, ny, sums } = tank;
  if (tank.excitable !== null) {
    tank.excitable(
      u.byteOffset,
      v.byteOffset,
      nextU.byteOffset,
      nextV.byteOffset,
      nx,
      ny,
      ru,
      rv,
      neighbours * ru,
      neighbours * rv,
      dt,
      dt * epsilon,
      a,
      rate,
      gamma,
      sums.byteOffset,
    );
    return;
  }
  const [outU, outV] = [neighbours * ru, neighbours * rv];
  const rates = { ru, rv, outU, outV, dt, recover: dt * epsilon, a, rate, gamma };
  for (let j = 1; j <= ny; j += 1) excitableRow(tank, j, rates);
}

interface ExcitableRates {
  /** Diffusion from each neighbour, and out to all of them. */
  readonly ru: number;
  readonly rv: number;
  readonly outU: number;
  readonly outV: number;
  readonly dt: number;
  readonly recover: number;
  readonly a: number;
  readonly rate: number;
  readonly gamma: number;
}

function excitableRow(
  { nextU, nextV, nx, sums, u, v, width }: Pool,
  j: number,
  { a, dt, gamma, outU, outV, rate, recover, ru, rv }: ExcitableRates,
): void {
  let [totalU, totalV, otherU, otherV, reaction, otherReaction] = [0, 0, 0, 0, 0, 0];
  let least = sums[LEAST]!;
  const first = j * width + 1;
  for (let at = first; at < first + nx; at += 1) {
    const x = u[at]!;
    const y = v[at]!;
    const react = rate * (x * (1 - x) * (x - a)) - y;
    const nu =
      x +
      (ru * (u[at - 1]! + u[at + 1]! + (u[at - width]! + u[at + width]!)) - outU * x) +
      dt * react;
    const nv =
      y +
      (rv * (v[at - 1]! + v[at + 1]! + (v[at - width]! + v[at + width]!)) - outV * y) +
      recover * (x - gamma * y);
    nextU[at] = nu;
    nextV[at] = nv;
    if (nu < least) least = nu;
    [totalU, otherU] = [otherU, totalU + nu];
    [totalV, otherV] = [otherV, totalV + nv];
    [reaction, otherReaction] = [otherReaction, reaction + react];
  }
  sums[SUM_U] = sums[SUM_U]! + (totalU + otherU);
  sums[SUM_V] = sums[SUM_V]! + (totalV + otherV);
  sums[SUM_REACTION] = sums[SUM_REACTION]! + (reaction + otherReaction);
  sums[LEAST] = least;
}
