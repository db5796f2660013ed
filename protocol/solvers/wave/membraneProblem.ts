/** A request as the problem of a membrane or a string: its extents, fields, probe and meshes. */
import { checkedPoints } from "../execute.js";
import { isCount } from "../fields/march.js";
import { isBroken } from "../fields/nodal.js";
import { samplerOf, sampledField, type ProfileInput, type Sampler } from "../fields/sampler.js";
import { extentsOf, probeOf } from "../fields/rectangle.js";
import { badInput, need } from "../refusal.js";
import type { Assumed } from "../solver.js";
import { unpackFloats } from "../state.js";
import type { WaveInputs } from "./card.js";
import { COURANT, isMeshStated, statedMarch } from "./leapfrogMarch.js";

export interface Mesh {
  readonly nx: number;
  readonly ny: number;
  readonly steps: number;
  readonly dt: number;
}

export interface Level {
  readonly nx: number;
  readonly ny: number;
  readonly dt: number;
  readonly t: number;
  readonly u: Float64Array;
  readonly before: Float64Array;
}

export interface Problem {
  readonly c: number;
  readonly lx: number;
  readonly ly: number;
  readonly isString: boolean;
  readonly periodic: boolean;
  readonly tEnd: number;
  readonly initial: Sampler;
  readonly velocity: Sampler;
  readonly probe: readonly [number, number];
  readonly stated: Mesh | null;
  readonly from: Level | null;
  /** Whether displacement or velocity jump or bend. */
  readonly isBroken: boolean;
  readonly assumed: readonly Assumed[];
}

const MEMBRANE_CELLS = 16;
const STRING_CELLS = 64;
const ASPECT_MAX = 4;
/** Relative rounding of a Courant number that is 1. */
const COURANT_SLACK = 1e-14;

export function rateOf(c: number, hx: number, hy: number, isString: boolean): number {
  return c * Math.sqrt(1 / (hx * hx) + (isString ? 0 : 1 / (hy * hy)));
}

export function membraneProblem(inputs: WaveInputs): Problem {
  const assumed: Assumed[] = [];
  const isString = inputs.mode === "string" || inputs.dim === 1;
  if (inputs.mode === "string" && inputs.dim === 2)
    throw badInput("/dim", "a string has one dimension");
  if (inputs.mode === "membrane" && inputs.dim === 1)
    throw badInput("/dim", "a membrane has two dimensions");
  const c = need(inputs.c, "c", "the speed of waves");
  const tEnd = need(inputs.t_end, "t_end", "the time that is computed");
  const shape = { isLine: isString, line: "string", plane: "membrane" };
  const [lx, ly] = extentsOf(inputs, shape, assumed);
  if (inputs.edges === "open")
    throw badInput("/edges", "open edges are for light; a membrane is fixed or periodic");
  if (inputs.edges === undefined)
    assumed.push({
      name: "edges",
      value: "fixed",
      unit: "",
      why: "held at zero unless said otherwise",
    });
  const periodic = inputs.edges === "periodic";
  const probe = probeOf(inputs.probe, [lx, ly], shape, assumed);
  const from = inputs.initialState === undefined ? null : levelOf(inputs.initialState);
  const stated = statedMesh(inputs, { c, lx, ly, tEnd, isString, from }, assumed);
  const names = isString ? (["x"] as const) : (["x", "y"] as const);
  const grid = (
    input: ProfileInput | undefined,
  ): { columns: number; rows: number; lx: number; ly: number; periodic: boolean } | undefined => {
    if (!Array.isArray(input)) return undefined;
    const more = periodic ? 0 : 1;
    if (isString) return { columns: input.length, rows: 1, lx, ly, periodic };
    if (stated === null) throw badInput("/nx", "give nx and ny beside samples");
    return { columns: stated.nx + more, rows: stated.ny + more, lx, ly, periodic };
  };
  const field = (input: ProfileInput, pointer: string): Sampler =>
    samplerOf(input, names, pointer, grid(input));
  const initial =
    from !== null
      ? held(from, lx, ly, periodic, isString)
      : field(need(inputs.initial, "initial", "the displacement at the start"), "/initial");
  const velocity =
    from !== null
      ? samplerOf(0, names, "/velocity")
      : field(
          need(inputs.velocity, "velocity", "the velocity at the start (0 from rest)"),
          "/velocity",
        );
  const ends = [Float64Array.of(0, lx), isString ? new Float64Array(1) : Float64Array.of(0, ly)];
  const broken = [initial, velocity].some((one) => isBroken(one, ends[0]!, ends[1]!));
  const fields = { initial, velocity, isBroken: broken };
  return { c, lx, ly, isString, periodic, tEnd, ...fields, probe, stated, from, assumed };
}

/**
 * What a state describes, as samples of the coarser runs that measure the error of a continued one.
 */
export function held(
  { nx, ny, u }: Level,
  lx: number,
  ly: number,
  periodic: boolean,
  isString: boolean,
): Sampler {
  const more = periodic ? 0 : 1;
  return sampledField(u, { columns: nx + more, rows: isString ? 1 : ny + more, lx, ly, periodic });
}

interface MeshContext {
  readonly c: number;
  readonly lx: number;
  readonly ly: number;
  readonly tEnd: number;
  readonly isString: boolean;
  readonly from: Level | null;
}

function statedMesh(inputs: WaveInputs, context: MeshContext, assumed: Assumed[]): Mesh | null {
  const { c, from, isString, lx, ly, tEnd } = context;
  const { nx, ny } = inputs;
  if (!isMeshStated(inputs)) return null;
  const cells = nx ?? from?.nx ?? ny ?? (isString ? STRING_CELLS : MEMBRANE_CELLS) * 4;
  const rows = isString ? 0 : (ny ?? from?.ny ?? cells);
  if (nx === undefined)
    assumed.push({
      name: "nx",
      value: cells,
      unit: "1",
      why: "cells along x where only the step is stated",
    });
  if (from !== null && (from.nx !== cells || from.ny !== rows))
    throw badInput("/initialState", `the state has ${from.nx} x ${from.ny} cells`);
  const rate = rateOf(c, lx / cells, isString ? 1 : ly / rows, isString);
  const march = statedMarch(
    inputs,
    { tEnd, rate, fromDt: from?.dt ?? null, courant: "C = c dt sqrt(1/dx^2 + 1/dy^2)" },
    assumed,
  );
  return { nx: cells, ny: rows, ...march };
}

function levelOf(state: Readonly<Record<string, unknown>>): Level {
  const { before, dt, nx, ny, points, t, u } = state;
  if (
    !isCount(nx) ||
    !isCount(ny) ||
    !isCount(points) ||
    typeof t !== "number" ||
    typeof dt !== "number" ||
    !(dt > 0)
  ) {
    throw badInput("/initialState", "no state of this solver");
  }
  checkedPoints("points of the state", points);
  return {
    nx,
    ny,
    dt,
    t,
    u: unpackFloats(u, points, "/initialState/u"),
    before: unpackFloats(before, points, "/initialState/before"),
  };
}

/** Cells of the first level of a string whose data jump or bend: from these to twice as many. */
const BROKEN_CELLS = 128;

/**
 * At a Courant number of 1 a string moves as it should, jumps and kinks included: cells and steps
 * that come near it from below.
 */
function exactMesh({ c, lx, tEnd }: Problem, level: number): Mesh {
  let best = { nx: BROKEN_CELLS, steps: 1, courant: 0 };
  for (let nx = BROKEN_CELLS; nx < 2 * BROKEN_CELLS; nx += 1) {
    const times = (c * tEnd * nx) / lx;
    const steps = Math.max(2, Math.ceil(times * (1 - COURANT_SLACK)));
    const courant = times / steps;
    if (courant > best.courant) best = { nx, steps, courant };
  }
  const steps = best.steps << level;
  return { nx: best.nx << level, ny: 0, steps, dt: tEnd / steps };
}

export function levelMesh(problem: Problem, level: number): Mesh {
  const { c, isString, lx, ly, tEnd } = problem;
  if (isString && problem.isBroken) return exactMesh(problem, level);
  const base = isString ? STRING_CELLS : MEMBRANE_CELLS;
  const longer = (a: number, b: number): number =>
    Math.max(1, Math.min(ASPECT_MAX, Math.round(a / b)));
  const nx = base * (isString ? 1 : longer(lx, ly));
  const ny = isString ? 0 : base * longer(ly, lx);
  // Steps of the first level, doubled with the cells: the Courant number stays the same.
  const steps =
    Math.ceil((tEnd * rateOf(c, lx / nx, isString ? 1 : ly / ny, isString)) / COURANT) *
    (1 << level);
  return { nx: nx << level, ny: ny << level, steps, dt: tEnd / steps };
}
