/**
 * What a body of the heat solver asks for: geometry, material, sides and mesh, settled before
 * anything is computed.
 */
import type { z } from "zod";
import { checkedPoints } from "../execute.js";
import { isCount, requireAgreement, statedSteps } from "../fields/march.js";
import { evenPoints, sampledField, samplerOf, type Sampler } from "../fields/sampler.js";
import { extentsOf, probeOf, type Shape } from "../fields/rectangle.js";
import { timePieces, type TimePieces } from "../fields/timePieces.js";
import { badInput, need, SolverMissing } from "../refusal.js";
import type { Assumed } from "../solver.js";
import { unpackFloats } from "../state.js";
import type { heatCard, SideInput } from "./card.js";
import type { PlateMesh, PlateSides } from "./plate.js";
import { sideOf, type Side, type SideName } from "./sides.js";

export type HeatInputs = z.output<typeof heatCard.inputs>;

export interface HeatProblem {
  readonly isBar: boolean;
  readonly isHalfSpace: boolean;
  readonly steady: boolean;
  readonly scheme: "adi" | "explicit" | "tr-bdf2";
  readonly alpha: number;
  readonly k: number | undefined;
  readonly lx: number;
  readonly ly: number;
  readonly tEnd: number;
  readonly initial: Sampler;
  readonly sides: PlateSides;
  readonly probe: readonly [number, number];
  /** Cells and steps the caller stated; null leaves the ladder to choose. */
  readonly stated: {
    readonly nx: number;
    readonly ny: number;
    readonly steps: number;
    readonly dt: number;
  } | null;
  readonly from: HeatState | null;
  /** Between the times at which the sides jump or bend, of steps that are chosen here. */
  readonly time: TimePieces;
  readonly assumed: readonly Assumed[];
}

export interface HeatState {
  readonly u: Float64Array;
  readonly nx: number;
  readonly ny: number;
  /** Time of the step count's origin, steps since, and the step. */
  readonly t0: number;
  readonly steps: number;
  readonly dt: number;
}

/** Half the extent of a half space, in diffusion lengths sqrt(alpha t): erfc(5) is 1.5e-12. */
const HALF_SPACE_LENGTHS = 10;
const DEFAULT_CELLS = 64;
const WHOLE_SLACK = 1e-9;

export function heatProblem(inputs: HeatInputs): HeatProblem {
  const assumed: Assumed[] = [];
  const isHalfSpace = inputs.mode === "half-space";
  const isBar = isHalfSpace || inputs.mode === "bar" || inputs.dim === 1;
  if (isBar && inputs.dim === 2) throw badInput("/dim", `mode ${inputs.mode!} has one dimension`);
  if (inputs.mode === "plate" && inputs.dim === 1)
    throw badInput("/dim", "a plate has two dimensions");
  const steady = inputs.steady === true;
  if (steady && isHalfSpace)
    throw badInput("/steady", "a half space has no steady state of its own");
  const alpha = steady ? 1 : alphaOf(inputs);
  const tEnd = steady ? 0 : need(inputs.t_end, "t_end", "the time that is computed");
  const [lx, ly] = extents(inputs, isBar, isHalfSpace, alpha, tEnd, assumed);
  if (isHalfSpace) need(inputs.probe, "probe", "the depth at which the temperature is asked");
  const probe = probeOf(inputs.probe, [lx, ly], plateOf(isBar), assumed);
  const from = inputs.initialState === undefined ? null : stateOf(inputs.initialState);
  const stated = statedMesh(inputs, { lx, ly, alpha, tEnd, isBar, steady, from }, assumed);
  const columns = (inputs.nx ?? NaN) + 1;
  const samples = Array.isArray(inputs.initial)
    ? sampleShape(inputs, inputs.initial, columns, isBar)
    : { columns: 2, rows: 1 };
  const initial =
    from !== null
      ? sampledField(from.u, { columns: from.nx + 1, rows: isBar ? 1 : from.ny + 1, lx, ly })
      : steady && inputs.initial === undefined
        ? samplerOf(0, [], "/initial")
        : samplerOf(
            need(inputs.initial, "initial", "the temperature at the start"),
            isBar ? ["x"] : ["x", "y"],
            "/initial",
            { ...samples, lx, ly },
          );
  const sides = sidesOf(inputs, isBar, isHalfSpace, initial);
  const scheme = inputs.scheme ?? "adi";
  if (inputs.scheme === undefined && !steady) {
    assumed.push({
      name: "scheme",
      value: scheme,
      unit: "",
      why: "alternating-direction implicit unless another is asked for",
    });
  }
  return {
    isBar,
    isHalfSpace,
    steady,
    scheme,
    alpha,
    k: conductivity(inputs),
    lx,
    ly,
    tEnd,
    initial,
    sides,
    probe,
    stated,
    from,
    time: timeOf(sides, [lx, ly], stated === null && !steady ? tEnd : null),
    assumed,
  };
}

/** @param tEnd null where the steps are not chosen here: the time is one piece, then */
function timeOf(
  sides: PlateSides,
  [lx, ly]: readonly [number, number],
  tEnd: number | null,
): TimePieces {
  const { left, right, bottom, top } = sides;
  const all: readonly Side[] = [left, right, bottom, top];
  if (tEnd === null) {
    const whole = { from: 0, to: 0, low: -Infinity, high: Infinity, jumps: false };
    return { pieces: [whole], isWhole: all.every(({ value }) => !value.varies("t")) };
  }
  const at = { left: { x: 0 }, right: { x: lx }, bottom: { y: 0 }, top: { y: ly } };
  const drivers = all.map(({ name, value }) => ({ sampler: value, fixed: at[name] }));
  return timePieces(drivers, 0, tEnd);
}

function conductivity({ k }: HeatInputs): number | undefined {
  return k;
}

function alphaOf({ alpha, c, k, rho }: HeatInputs): number {
  if (alpha !== undefined) {
    if (
      k !== undefined &&
      rho !== undefined &&
      c !== undefined &&
      Math.abs(k / (rho * c) - alpha) > 1e-6 * alpha
    ) {
      throw badInput("/alpha", `alpha = ${alpha} contradicts k / (rho c) = ${k / (rho * c)}`);
    }
    return alpha;
  }
  return need(k, "k", "or alpha") / (need(rho, "rho", "or alpha") * need(c, "c", "or alpha"));
}

function extents(
  inputs: HeatInputs,
  isBar: boolean,
  isHalfSpace: boolean,
  alpha: number,
  tEnd: number,
  assumed: Assumed[],
): readonly [number, number] {
  if (isHalfSpace) {
    const probe = typeof inputs.probe === "number" ? inputs.probe : (inputs.probe?.[0] ?? 0);
    const lx = Math.max(0, probe) + HALF_SPACE_LENGTHS * Math.sqrt(alpha * tEnd);
    assumed.push({
      name: "extent",
      value: lx,
      unit: "m",
      why: "where the half space is cut: the probe and ten diffusion lengths",
    });
    return [lx, 1];
  }
  return extentsOf(inputs, plateOf(isBar), assumed);
}

function plateOf(isBar: boolean): Shape {
  return { isLine: isBar, line: "bar", plane: "plate" };
}

function sampleShape(
  inputs: HeatInputs,
  { length }: readonly number[],
  columns: number,
  isBar: boolean,
): { readonly columns: number; readonly rows: number } {
  if (isBar) {
    if (length < 2) throw badInput("/initial", "give at least two samples, the ends included");
    return { columns: length, rows: 1 };
  }
  if (inputs.nx !== undefined && inputs.ny !== undefined) return { columns, rows: inputs.ny + 1 };
  const side = Math.round(Math.sqrt(length));
  if (side * side !== length || side < 2)
    throw badInput("/initial", "give nx and ny beside samples that are no square");
  return { columns: side, rows: side };
}

function sidesOf(
  inputs: HeatInputs,
  isBar: boolean,
  isHalfSpace: boolean,
  initial: Sampler,
): PlateSides {
  const boundary = need(inputs.boundary, "boundary", "what happens at the sides");
  const context = { k: inputs.k, initial };
  const make = (name: SideName): Side => {
    if (!isSides(boundary)) return sideOf(name, boundary, "/boundary", context);
    const input = boundary[name];
    if (input === undefined)
      throw new SolverMissing(
        `boundary.${name}`,
        [`boundary.${name}`],
        `say what happens at the ${name} side`,
      );
    return sideOf(name, input, `/boundary/${name}`, context);
  };
  const closed = (name: SideName): Side => sideOf(name, "insulated", "/boundary", context);
  const left = make("left");
  if (isHalfSpace)
    return {
      left,
      right: sideOf("right", "fixed", "/boundary", context),
      bottom: closed("bottom"),
      top: closed("top"),
    };
  const right = make("right");
  if (isBar) return { left, right, bottom: closed("bottom"), top: closed("top") };
  return { left, right, bottom: make("bottom"), top: make("top") };
}

type Sides = { readonly [name in SideName]?: SideInput };

function isSides(boundary: SideInput | Sides): boundary is Sides {
  return (
    typeof boundary === "object" &&
    !["fixed", "flux", "convection", "type"].some((key) => key in boundary)
  );
}

interface MeshContext {
  readonly lx: number;
  readonly ly: number;
  readonly alpha: number;
  readonly tEnd: number;
  readonly isBar: boolean;
  readonly steady: boolean;
  readonly from: HeatState | null;
}

/** Number of explicit steps that keeps alpha dt (1/dx^2 + 1/dy^2) at or below `bound`. */
export function explicitSteps(
  { alpha, isBar, lx, ly, tEnd }: MeshContext,
  nx: number,
  ny: number,
  bound: number,
): number {
  const rate = alpha * ((nx / lx) * (nx / lx) + (isBar ? 0 : (ny / ly) * (ny / ly)));
  return Math.max(1, Math.ceil(((tEnd * rate) / bound) * (1 - WHOLE_SLACK)));
}

function statedMesh(
  inputs: HeatInputs,
  context: MeshContext,
  assumed: Assumed[],
): HeatProblem["stated"] {
  const { isBar, steady, tEnd } = context;
  const { dt, nx, ny, steps } = inputs;
  if (
    nx === undefined &&
    ny === undefined &&
    dt === undefined &&
    steps === undefined &&
    context.from === null
  )
    return null;
  if (dt !== undefined && steps !== undefined) requireAgreement(tEnd, dt, steps);
  const cells = nx ?? context.from?.nx ?? ny ?? DEFAULT_CELLS;
  const rows = isBar ? 0 : (ny ?? context.from?.ny ?? cells);
  if (nx === undefined)
    assumed.push({
      name: "nx",
      value: cells,
      unit: "1",
      why: "cells along x where only the step is stated",
    });
  if (!isBar && ny === undefined)
    assumed.push({
      name: "ny",
      value: rows,
      unit: "1",
      why: "cells along y where only others are stated",
    });
  if (context.from !== null && (cells !== context.from.nx || rows !== context.from.ny)) {
    throw badInput(
      "/initialState",
      `the state has ${context.from.nx} x ${context.from.ny} cells, the body ${cells} x ${rows}`,
    );
  }
  if (steady) return { nx: cells, ny: rows, steps: 0, dt: 0 };
  const march = statedSteps(
    tEnd,
    dt,
    steps,
    () =>
      inputs.scheme === "explicit"
        ? explicitSteps(context, cells, rows, 0.25)
        : Math.max(cells, rows),
    assumed,
    "as many as the mesh has cells, or a stable number",
  );
  return { nx: cells, ny: rows, ...march };
}

function stateOf(state: Readonly<Record<string, unknown>>): HeatState {
  const { dt, nx, ny, steps, t0, u } = state;
  if (
    !isCount(nx) ||
    !isCount(ny) ||
    !isCount(steps) ||
    nx < 2 ||
    typeof t0 !== "number" ||
    typeof dt !== "number" ||
    !(dt > 0)
  ) {
    throw badInput("/initialState", "no state of this solver");
  }
  const points = checkedPoints("points of the state", (nx + 1) * (ny + 1));
  return { nx, ny, steps, t0, dt, u: unpackFloats(u, points, "/initialState/u") };
}

export function meshOf({ isBar, lx, ly }: HeatProblem, nx: number, ny: number): PlateMesh {
  return {
    nx,
    ny: isBar ? 0 : ny,
    hx: lx / nx,
    hy: isBar ? 1 : ly / ny,
    xs: evenPoints(nx, lx),
    ys: isBar ? new Float64Array(1) : evenPoints(ny, ly),
  };
}
