/**
 * One mesh, solved; what is held moved to the right side; reactions and residual recomputed from
 * the answer.
 */
import { symmetricEigenvalues } from "../../math/eigen/jacobi.js";
import { releaseBanded } from "../../math/linear/bandedCholesky.js";
import { pcg } from "../../math/linear/pcg.js";
import { noSolution, notConverged, stopIf } from "../refusal.js";
import type { StopSignal } from "../solver.js";
import { stencil } from "../fields/probe.js";
import { cornersOf, meshOf, nodeOf, type Body, type Mesh } from "./mesh.js";
import { DOFS, stressAt } from "./element.js";
import { applyStiffness, hierarchyOf, vCycle } from "./multigrid.js";

export interface Solution {
  readonly mesh: Mesh;
  /** ux, uy of every node. */
  readonly u: Float64Array;
  readonly iterations: number;
  /** |f - K u| against |f|, over what is free, from the displacements. */
  readonly residual: number;
  /**
   * Sum of the forces at what is held, and of the loads; their difference against the size of the
   * forces.
   */
  readonly reaction: readonly [number, number];
  readonly applied: readonly [number, number];
  readonly imbalance: number;
  readonly energy: number;
}

const TOLERANCE = 1e-11;
const ITERATIONS_MAX = 400;
/** Least eigenvalue of what the supports say about the three rigid motions, against its trace. */
const RIGID_MIN = 1e-12;

/** @throws SolverRefusal NO_SOLUTION for a body that is free to move as a whole */
function requireHeld({ held, xy }: Mesh): void {
  const n = held.length >> 1;
  let cx = 0,
    cy = 0,
    size = 0;
  for (let i = 0; i < n; i += 1) {
    cx += xy[2 * i]! / n;
    cy += xy[2 * i + 1]! / n;
  }
  for (let i = 0; i < n; i += 1)
    size = Math.max(size, Math.abs(xy[2 * i]! - cx), Math.abs(xy[2 * i + 1]! - cy));
  const gram = new Float64Array(9);
  for (let i = 0; i < held.length; i += 1) {
    if (held[i] !== 1) continue;
    const node = i >> 1;
    const row =
      (i & 1) === 0
        ? [1, 0, -(xy[2 * node + 1]! - cy) / size]
        : [0, 1, (xy[2 * node]! - cx) / size];
    for (let a = 0; a < 3; a += 1)
      for (let b = 0; b < 3; b += 1) gram[3 * a + b]! += row[a]! * row[b]!;
  }
  const values = symmetricEigenvalues(gram, 3);
  if (!(values[0]! > RIGID_MIN * (values[0]! + values[1]! + values[2]!))) {
    throw noSolution("the supports leave the body free to move or turn as a whole.", {});
  }
}

export function solveMesh(body: Body, nx: number, ny: number, stop: StopSignal): Solution {
  const mesh = meshOf(body, nx, ny);
  requireHeld(mesh);
  stopIf(stop);
  const hierarchy = hierarchyOf(mesh, () => stopIf(stop));
  if (hierarchy.bottom === null) throw noSolution("the supports do not hold the body.", {});
  const n = mesh.load.length;
  const free: Mesh = { ...mesh, held: new Uint8Array(n) };
  const lifted = new Float64Array(n);
  applyStiffness(free, mesh.prescribed, lifted);
  const b = new Float64Array(n);
  for (let i = 0; i < n; i += 1) b[i] = mesh.held[i] === 1 ? 0 : mesh.load[i]! - lifted[i]!;
  const u = new Float64Array(n);
  const { iterations, residual } = pcg({
    b,
    x: u,
    tolerance: TOLERANCE,
    iterationsMax: ITERATIONS_MAX,
    apply: (x, y) => applyStiffness(mesh, x, y),
    precondition: (r, z) => vCycle(hierarchy, r, z),
    each: () => stopIf(stop),
  });
  releaseBanded(hierarchy.bottom);
  if (!(residual <= 1e-6)) {
    throw notConverged("budget", `${iterations} iterations left a residual of ${residual}.`, {
      iterations,
      residual,
    });
  }
  for (let i = 0; i < n; i += 1) u[i]! += mesh.prescribed[i]!;
  return balance(mesh, free, u, iterations);
}

function balance(mesh: Mesh, free: Mesh, u: Float64Array, iterations: number): Solution {
  const n = u.length;
  const force = new Float64Array(n);
  applyStiffness(free, u, force);
  let miss = 0,
    size = 0,
    energy = 0,
    total = 0;
  const reaction: [number, number] = [0, 0];
  const applied: [number, number] = [0, 0];
  for (let i = 0; i < n; i += 1) {
    const left = force[i]! - mesh.load[i]!;
    energy += 0.5 * u[i]! * force[i]!;
    applied[i & 1]! += mesh.load[i]!;
    total += Math.abs(mesh.load[i]!);
    if (mesh.held[i] === 1) {
      reaction[i & 1]! += left;
      total += Math.abs(left);
      size += left * left;
    } else miss += left * left;
    size += mesh.load[i]! * mesh.load[i]!;
  }
  const imbalance =
    total === 0
      ? 0
      : (Math.abs(reaction[0] + applied[0]) + Math.abs(reaction[1] + applied[1])) / total;
  return {
    mesh,
    u,
    iterations,
    residual: size === 0 ? 0 : Math.sqrt(miss / size),
    reaction,
    applied,
    imbalance,
    energy,
  };
}

/** How displacements lie between the nodes. */
export type Between = "elements" | "cubic";

/**
 * Displacement at (s, t): by the element, or cubic through the nodes. The lines of an element are off
 * by a part of second order that differs from mesh to mesh, so that levels would show no order.
 */
export function displacementAt(
  { mesh: { nx, ny }, u }: Solution,
  s: number,
  t: number,
  between: Between,
): readonly [number, number] {
  const points = between === "cubic" ? 4 : 2;
  const along = stencil(s * nx, nx + 1, false, points);
  const across = stencil(t * ny, ny + 1, false, points);
  let ux = 0,
    uy = 0;
  along.weights.forEach((ws, a) => {
    across.weights.forEach((wt, b) => {
      const node = (along.first + a) * (ny + 1) + across.first + b;
      ux += ws * wt * u[2 * node]!;
      uy += ws * wt * u[2 * node + 1]!;
    });
  });
  return [ux, uy];
}

/** Stresses at the centres of the elements, where bilinear ones are most exact; 3 numbers each. */
export function centreStresses({ mesh, u }: Solution, { material }: Body): Float64Array {
  const out = new Float64Array(3 * mesh.nx * mesh.ny);
  const corners = new Float64Array(DOFS);
  const local = new Float64Array(DOFS);
  for (let e = 0; e < mesh.nx * mesh.ny; e += 1) {
    cornersOf(mesh, e, corners);
    for (let c = 0; c < 4; c += 1) {
      const node = nodeOf(mesh, e, c);
      local[2 * c] = u[2 * node]!;
      local[2 * c + 1] = u[2 * node + 1]!;
    }
    out.set(stressAt(corners, local, material, 0, 0), 3 * e);
  }
  return out;
}

/**
 * Stress at (s, t): quadratic through the three nearest centres each way, so that it reaches the
 * sides.
 */
export function stressesAt(
  { mesh: { nx, ny } }: Solution,
  centres: Float64Array,
  s: number,
  t: number,
): readonly [number, number, number] {
  const [is, ws] = lagrange(s, nx);
  const [js, wt] = lagrange(t, ny);
  const out: [number, number, number] = [0, 0, 0];
  for (let a = 0; a < ws.length; a += 1) {
    for (let b = 0; b < wt.length; b += 1) {
      for (let c = 0; c < 3; c += 1)
        out[c]! += ws[a]! * wt[b]! * centres[3 * ((is + a) * ny + js + b) + c]!;
    }
  }
  return out;
}

function lagrange(at: number, n: number): [number, number[]] {
  if (n < 3) return [Math.min(Math.floor(at * n), n - 1), [1]];
  const first = Math.min(Math.max(Math.round(at * n - 0.5) - 1, 0), n - 3);
  const x = at * n - 0.5 - first;
  return [first, [0.5 * (x - 1) * (x - 2), -x * (x - 2), 0.5 * x * (x - 1)]];
}
