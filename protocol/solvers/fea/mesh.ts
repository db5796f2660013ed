/**
 * A body as the image of the unit square, cut into nx by ny bilinear elements; its supports and
 * loads.
 */
import type { z } from "zod";
import { compileExpression } from "../expression.js";
import type { Node } from "../../equations/evaluation/node.js";
import { breaksOf, canBreak } from "../fields/breakpoints.js";
import { Hiding } from "../fields/hidden.js";
import type { Hidden } from "../fields/unseen.js";
import { badInput, SolverMissing } from "../refusal.js";
import type { feaCard, SIDES } from "./card.js";
import { GAUSS, materialOf, pointAt, stiffness, DOFS, type Material } from "./element.js";

export type FeaInputs = z.output<typeof feaCard.inputs>;
type Side = (typeof SIDES)[number];
type Value = number | string;
type Function2 = (a: number, b: number) => number;

export interface Body {
  readonly x: Function2;
  readonly y: Function2;
  /** A rectangle: every element has the same stiffness. */
  readonly rectangle: boolean;
  readonly supports: readonly {
    readonly side: Side;
    readonly ux: Function2 | null;
    readonly uy: Function2 | null;
  }[];
  readonly tractions: readonly {
    readonly side: Side;
    readonly traction: readonly [Function2, Function2] | null;
    readonly pressure: Function2 | null;
  }[];
  readonly forces: readonly (readonly [Function2, Function2])[];
  readonly material: Material;
  readonly thickness: number;
  /** What the caller wrote, and where it is read. */
  readonly written: readonly Written[];
}

interface Written {
  readonly name: string;
  readonly where: Side | "body" | "square";
  readonly hiding: Hiding;
  readonly value: (slots: Float64Array) => number;
  /** Of a load that may jump or bend. */
  readonly root?: Node;
}

/** Where body forces jump or bend along x and along y; null where that is not told by lines. */
type Lines = readonly [xs: readonly number[], ys: readonly number[]] | null;

/** Lines cut elements in parts only where both lie along the axes. */
function linesOf({ written }: Body, mesh: Grid): Lines {
  const roots = written.filter(({ root, where }) => root !== undefined && where === "body");
  if (roots.length === 0) return [[], []];
  const corners = new Float64Array(DOFS);
  for (let e = 0; e < mesh.nx * mesh.ny; e += 1) {
    cornersOf(mesh, e, corners);
    const [x0, y0, x1, y1, x2, y2, x3, y3] = corners;
    if (x0 !== x3 || x1 !== x2 || y0 !== y1 || y2 !== y3) return null;
  }
  const lines: [Set<number>, Set<number>] = [new Set(), new Set()];
  for (const { root, value } of roots) {
    for (const variable of [0, 1]) {
      const along = mesh.xy.filter((_, i) => i % 2 === variable);
      const from = along.reduce((least, one) => Math.min(least, one), Infinity);
      const to = along.reduce((most, one) => Math.max(most, one), -Infinity);
      const slots = new Float64Array(2);
      const isFixed = (): boolean => false;
      const found = breaksOf(root!, value, { variable, isFixed, slots, from, to });
      if (found.open !== null || found.moves) return null;
      for (const { at } of found.places) lines[variable]!.add(at);
    }
  }
  const sorted = (places: ReadonlySet<number>): readonly number[] =>
    [...places].toSorted((a, b) => a - b);
  return [sorted(lines[0]), sorted(lines[1])];
}

/**
 * Where the loads on a side jump or bend along it; null where that is not told by places on a side
 * that lies along an axis.
 */
function placesOn({ written }: Body, mesh: Grid, side: Side): readonly number[] | null {
  const loads = written.filter(({ root, where }) => root !== undefined && where === side);
  if (loads.length === 0) return [];
  const nodes = sideNodes(mesh, side);
  const along = [0, 1].map((axis) => nodes.map((node) => mesh.xy[2 * node + axis]!));
  const variable = axisAlong(mesh, nodes);
  if (variable === null) return null;
  const places = new Set<number>();
  for (const { root, value } of loads) {
    const slots = Float64Array.of(along[0]![0]!, along[1]![0]!);
    const [a, b] = [along[variable]![0]!, along[variable]!.at(-1)!];
    const range = { from: Math.min(a, b), to: Math.max(a, b) };
    const found = breaksOf(root!, value, { variable, isFixed: () => true, slots, ...range });
    if (found.open !== null || found.moves) return null;
    for (const { at } of found.places) places.add(at);
  }
  return [...places].toSorted((a, b) => a - b);
}

/** The axis that a side lies along, 0 of x and 1 of y. */
function axisAlong({ xy }: Grid, nodes: readonly number[]): 0 | 1 | null {
  const isFlat = (axis: number): boolean =>
    nodes.every((node) => xy[2 * node + axis] === xy[2 * nodes[0]! + axis]);
  if (isFlat(1)) return 0;
  return isFlat(0) ? 1 : null;
}

function functionOf(
  given: Value,
  names: readonly [string, string],
  pointer: string,
  where: Written["where"],
  { isLoad, written }: { readonly isLoad: boolean; readonly written: Written[] },
): Function2 {
  if (typeof given === "number") return () => given;
  const { root, value } = compileExpression(given, names, pointer);
  const isBroken = isLoad && canBreak(root);
  const hiding = new Hiding(root, value);
  if (hiding.canHide)
    written.push({ name: pointer.slice(1), where, hiding, value, ...(isBroken ? { root } : {}) });
  const slots = new Float64Array(2);
  return (a, b) => {
    slots[0] = a;
    slots[1] = b;
    return value(slots);
  };
}

const XY = ["x", "y"] as const;
const ST = ["s", "t"] as const;
const ZERO: Function2 = () => 0;

export function bodyOf(inputs: FeaInputs): Body {
  const { E, H, L, P, geometry, loads, nu, plane = "stress", thickness = 1 } = inputs;
  const material = materialOf(E!, nu!, plane);
  if (geometry !== undefined) {
    if (L !== undefined || H !== undefined || P !== undefined)
      throw badInput("/geometry", "give a geometry with loads, or L, H and P");
    if (loads === undefined)
      throw new SolverMissing("loads", ["loads"], "The loads on the body are absent.");
    const written: Written[] = [];
    const square = (given: Value, at: string): Function2 =>
      functionOf(given, ST, at, "square", { written, isLoad: false });
    const on = (side: Written["where"], given: Value, at: string): Function2 =>
      functionOf(given, XY, at, side, { written, isLoad: at.startsWith("/loads") });
    return {
      written,
      x: square(geometry.x, "/geometry/x"),
      y: square(geometry.y, "/geometry/y"),
      rectangle: false,
      supports: geometry.supports.map(({ side, ux, uy }, i) => ({
        side,
        ux: ux === undefined ? null : on(side, ux, `/geometry/supports/${i}/ux`),
        uy: uy === undefined ? null : on(side, uy, `/geometry/supports/${i}/uy`),
      })),
      tractions: loads.flatMap((load, i) =>
        "side" in load
          ? [
              {
                side: load.side,
                traction:
                  "traction" in load
                    ? ([
                        on(load.side, load.traction[0], `/loads/${i}/traction/0`),
                        on(load.side, load.traction[1], `/loads/${i}/traction/1`),
                      ] as const)
                    : null,
                pressure:
                  "pressure" in load ? on(load.side, load.pressure, `/loads/${i}/pressure`) : null,
              },
            ]
          : [],
      ),
      forces: loads.flatMap((load, i) =>
        "body" in load
          ? [
              [
                on("body", load.body[0], `/loads/${i}/body/0`),
                on("body", load.body[1], `/loads/${i}/body/1`),
              ] as const,
            ]
          : [],
      ),
      material,
      thickness,
    };
  }
  if (loads !== undefined)
    throw badInput("/loads", "loads belong to a geometry; a cantilever has its P");
  const [length, height, load] = [L!, H!, P!];
  return {
    x: (s) => s * length,
    y: (_, t) => t * height,
    rectangle: true,
    supports: [{ side: "left", ux: ZERO, uy: ZERO }],
    tractions: [
      { side: "right", traction: [ZERO, () => -load / (height * thickness)], pressure: null },
    ],
    forces: [],
    material,
    thickness,
    written: [],
  };
}

/** What loads, supports and geometry hide inside of the elements of a mesh, averaged. */
export function hiddenIn(body: Body, mesh: Grid): Hidden[] {
  const isCut = (where: Written["where"]): boolean =>
    where === "body" || where === "square"
      ? linesOf(body, mesh) !== null
      : placesOn(body, mesh, where) !== null;
  return body.written.map(({ hiding: plain, name, root, value, where }) => {
    // A jump at which no element is cut may lie anywhere between its points.
    const hiding =
      root === undefined ? plain : new Hiding(root, value, isCut(where) ? "means" : "bare");
    const [low, high] = [new Float64Array(2), new Float64Array(2)];
    let [missed, size, cells] = [0, 0, 0];
    for (const places of cellsOf(mesh, where)) {
      for (let a = 0; a < 2; a += 1) {
        low[a] = places.reduce((least, place) => Math.min(least, place[a]!), Infinity);
        high[a] = places.reduce((most, place) => Math.max(most, place[a]!), -Infinity);
      }
      missed += hiding.within(low, high);
      size = Math.max(size, Math.abs(value(low)), Math.abs(value(high)));
      cells += 1;
    }
    return { name, missed: missed / cells, size };
  });
}

/** Corners of the elements, ends of the edges of a side, or cells of the unit square. */
function* cellsOf(
  mesh: Grid,
  where: Written["where"],
): Generator<readonly (readonly [number, number])[]> {
  const { nx, ny, xy } = mesh;
  const at = (node: number): readonly [number, number] => [xy[2 * node]!, xy[2 * node + 1]!];
  if (where === "square") {
    for (let i = 0; i < nx; i += 1)
      for (let j = 0; j < ny; j += 1)
        yield [
          [i / nx, j / ny],
          [(i + 1) / nx, (j + 1) / ny],
        ];
  } else if (where === "body") {
    for (let e = 0; e < nx * ny; e += 1)
      yield [0, 1, 2, 3].map((corner) => at(nodeOf(mesh, e, corner)));
  } else {
    const nodes = sideNodes(mesh, where);
    for (let k = 0; k + 1 < nodes.length; k += 1) yield [at(nodes[k]!), at(nodes[k + 1]!)];
  }
}

/** Node (i, j) has number i (ny + 1) + j; element (i, j) number i ny + j. */
export interface Mesh {
  readonly nx: number;
  readonly ny: number;
  readonly xy: Float64Array;
  /** Which matrix an element has, and the matrices, 64 numbers each. */
  readonly kinds: Int32Array;
  readonly matrices: Float64Array;
  /** 1 where a displacement is prescribed. */
  readonly held: Uint8Array;
  readonly prescribed: Float64Array;
  readonly load: Float64Array;
}

export function meshOf(body: Body, nx: number, ny: number): Mesh {
  const nodes = (nx + 1) * (ny + 1);
  const xy = new Float64Array(2 * nodes);
  for (let i = 0; i <= nx; i += 1) {
    for (let j = 0; j <= ny; j += 1) {
      const node = i * (ny + 1) + j;
      xy[2 * node] = body.x(i / nx, j / ny);
      xy[2 * node + 1] = body.y(i / nx, j / ny);
      if (!Number.isFinite(xy[2 * node]!) || !Number.isFinite(xy[2 * node + 1]!)) {
        throw badInput("/geometry", `the geometry has no point at s = ${i / nx}, t = ${j / ny}`);
      }
    }
  }
  const mesh = { nx, ny, xy };
  const kinds = new Int32Array(nx * ny);
  const matrices = new Float64Array(64 * (body.rectangle ? 1 : nx * ny));
  const corners = new Float64Array(DOFS);
  for (let e = 0; e < (body.rectangle ? 1 : nx * ny); e += 1) {
    kinds[e] = e;
    cornersOf(mesh, e, corners);
    if (!(stiffness(corners, body.material, body.thickness, matrices, 64 * e) > 0)) {
      throw badInput(
        "/geometry",
        `element ${e} is folded: x(s, t), y(s, t) must keep the orientation of the unit square`,
      );
    }
  }
  const held = new Uint8Array(2 * nodes);
  const prescribed = new Float64Array(2 * nodes);
  hold(body, mesh, held, prescribed);
  return { ...mesh, kinds, matrices, held, prescribed, load: loadsOf(body, mesh) };
}

type Grid = Pick<Mesh, "nx" | "ny" | "xy">;

/** Nodes of element e, counter-clockwise from (i, j). */
export function nodeOf({ ny }: Pick<Mesh, "ny">, e: number, corner: number): number {
  const i = Math.floor(e / ny) + (corner === 1 || corner === 2 ? 1 : 0);
  const j = (e % ny) + (corner >= 2 ? 1 : 0);
  return i * (ny + 1) + j;
}

export function cornersOf(mesh: Grid, e: number, corners: Float64Array): void {
  for (let c = 0; c < 4; c += 1) {
    const node = nodeOf(mesh, e, c);
    corners[2 * c] = mesh.xy[2 * node]!;
    corners[2 * c + 1] = mesh.xy[2 * node + 1]!;
  }
}

/** Node numbers along a side, so that the body lies to their left. */
export function sideNodes({ nx, ny }: Pick<Mesh, "nx" | "ny">, side: Side): number[] {
  const along = side === "left" || side === "right" ? ny : nx;
  return Array.from({ length: along + 1 }, (_, k) => {
    if (side === "bottom") return k * (ny + 1);
    if (side === "right") return nx * (ny + 1) + k;
    if (side === "top") return (nx - k) * (ny + 1) + ny;
    return ny - k;
  });
}

function hold({ supports }: Body, mesh: Grid, held: Uint8Array, prescribed: Float64Array): void {
  for (const { side, ux, uy } of supports) {
    for (const node of sideNodes(mesh, side)) {
      [ux, uy].forEach((fixed, c) => {
        if (fixed === null) return;
        held[2 * node + c] = 1;
        prescribed[2 * node + c] = fixed(mesh.xy[2 * node]!, mesh.xy[2 * node + 1]!);
      });
    }
  }
}

const EDGE_GAUSS = [-0.5773502691896258, 0.5773502691896258];

function loadsOf(body: Body, mesh: Grid): Float64Array {
  const load = new Float64Array(mesh.xy.length);
  for (const { pressure, side, traction } of body.tractions) {
    const nodes = sideNodes(mesh, side);
    const places = placesOn(body, mesh, side) ?? [];
    const axis = places.length === 0 ? 0 : axisAlong(mesh, nodes)!;
    for (let k = 0; k + 1 < nodes.length; k += 1) {
      const [a, b] = [nodes[k]!, nodes[k + 1]!];
      const ex = 0.5 * (mesh.xy[2 * b]! - mesh.xy[2 * a]!);
      const ey = 0.5 * (mesh.xy[2 * b + 1]! - mesh.xy[2 * a + 1]!);
      const half = Math.sqrt(ex * ex + ey * ey);
      const parts = partsOf(places, mesh.xy[2 * a + axis]!, mesh.xy[2 * b + axis]!);
      for (const { at: p, share } of edgePoints(parts)) {
        const x = mesh.xy[2 * a]! + ex * (1 + p);
        const y = mesh.xy[2 * a + 1]! + ey * (1 + p);
        // Outward normal of a counter-clockwise edge is (ey, -ex).
        const pull = pressure === null ? 0 : pressure(x, y);
        const fx = (traction === null ? 0 : half * traction[0](x, y)) + pull * ey;
        const fy = (traction === null ? 0 : half * traction[1](x, y)) - pull * ex;
        for (const [node, n] of [
          [a, 0.5 * (1 - p) * share],
          [b, 0.5 * (1 + p) * share],
        ] as const) {
          load[2 * node]! += n * fx * body.thickness;
          load[2 * node + 1]! += n * fy * body.thickness;
        }
      }
    }
  }
  if (body.forces.length > 0) addForces(body, mesh, load);
  return load;
}

/** Two Gauss points of each part of an edge, and the share of the edge that its part is. */
function edgePoints(parts: readonly [number, number][]): { at: number; share: number }[] {
  if (parts.length === 1) return EDGE_GAUSS.map((at) => ({ at, share: 1 }));
  return parts.flatMap(([low, high]) => {
    const share = 0.5 * (high - low);
    return EDGE_GAUSS.map((p) => ({ at: low + share * (1 + p), share }));
  });
}

/** Parts of (-1, 1) between the lines that cut an element. */
function partsOf(lines: readonly number[], low: number, high: number): [number, number][] {
  const cuts = lines
    .map((at) => (2 * (at - low)) / (high - low) - 1)
    .filter((one) => one > -1 && one < 1);
  const ends = [-1, ...cuts.toSorted((a, b) => a - b), 1];
  return ends.slice(1).map((to, k) => [ends[k]!, to]);
}

function addForces(body: Body, mesh: Grid, load: Float64Array): void {
  const { forces, thickness } = body;
  const corners = new Float64Array(DOFS);
  const [xs, ys] = linesOf(body, mesh) ?? [[], []];
  for (let e = 0; e < mesh.nx * mesh.ny; e += 1) {
    cornersOf(mesh, e, corners);
    for (const [left, right] of partsOf(xs, corners[0]!, corners[2]!))
      for (const [bottom, top] of partsOf(ys, corners[1]!, corners[5]!))
        for (const [a, b] of GAUSS) {
          const isWhole = right - left === 2 && top - bottom === 2;
          const xi = isWhole ? a : left + 0.5 * (1 + a) * (right - left);
          const eta = isWhole ? b : bottom + 0.5 * (1 + b) * (top - bottom);
          const part = isWhole ? 1 : 0.25 * (right - left) * (top - bottom);
          const { area, shape } = pointAt(corners, xi, eta);
          let x = 0;
          let y = 0;
          for (let c = 0; c < 4; c += 1) {
            x += shape[c]! * corners[2 * c]!;
            y += shape[c]! * corners[2 * c + 1]!;
          }
          for (const [fx, fy] of forces) {
            const [px, py] = [fx(x, y), fy(x, y)];
            for (let c = 0; c < 4; c += 1) {
              const node = nodeOf(mesh, e, c);
              load[2 * node]! += shape[c]! * (area * part) * thickness * px;
              load[2 * node + 1]! += shape[c]! * (area * part) * thickness * py;
            }
          }
        }
  }
}
