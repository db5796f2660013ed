/** What a run is answered by. */
import { lengthAxis } from "../fields/rectangle.js";
import type { MarchAnswer } from "../march.js";
import { exact, formula, remainder, type Quantities, type Readings } from "../reading.js";
import { packFloats } from "../state.js";
import type { Run } from "./inTime.js";
import type { HeatProblem } from "./problem.js";
import { boundaryText } from "./sides.js";

/** Means of a level, and what flows in through its sides. */
export function readingsOf(
  { isBar, k }: HeatProblem,
  { mesh, plate, stepsDone, t0 }: Run,
): Readings {
  const { u } = plate;
  const n = mesh.nx + 1;
  let square = 0;
  let mean = 0;
  for (let j = 0; j <= plate.mesh.ny; j += 1) {
    const wy = isBar ? 1 : (j === 0 || j === plate.mesh.ny ? 0.5 : 1) / plate.mesh.ny;
    for (let i = 0; i < n; i += 1) {
      const weight = (wy * (i === 0 || i === mesh.nx ? 0.5 : 1)) / mesh.nx;
      mean += weight * u[j * n + i]!;
      square += weight * u[j * n + i]! * u[j * n + i]!;
    }
  }
  const edges = plate.edges(t0 + stepsDone * mesh.dt);
  const flux = (name: string, flow: number): Readings =>
    k === undefined ? {} : { [name]: { value: k * flow, unit: isBar ? "W/m^2" : "W/m" } };
  return {
    mean: { value: mean, unit: "K" },
    mean_square: { value: square, unit: "K^2" },
    ...flux("inflow_x", plate.flowX(u, edges)),
    ...(isBar ? {} : flux("inflow_y", plate.flowY(u, edges))),
  };
}

export function answer(
  problem: HeatProblem,
  run: Run,
  { quantities, value }: { readonly quantities: Quantities; readonly value: number },
): MarchAnswer {
  const { isBar, lx, ly, probe, sides, steady } = problem;
  const { excess, mesh, plate } = run;
  const u = plate.u.slice();
  const area = lx * (isBar ? 1 : ly);
  const n = mesh.nx + 1;
  const end = run.t0 + run.stepsDone * mesh.dt;
  return {
    unit: "K",
    equations: [
      steady
        ? `0 = d2T/dx2${isBar ? "" : " + d2T/dy2"}`
        : `dT/dt = ${problem.alpha} (d2T/dx2${isBar ? "" : " + d2T/dy2"}), T(0) = ${problem.initial.text}`,
      `on ${isBar ? `[0, ${lx}]` : `[0, ${lx}] x [0, ${ly}]`}; ` +
        boundaryText(isBar ? [sides.left, sides.right] : Object.values(sides)),
      `T(${isBar ? probe[0] : probe.join(", ")}${steady ? "" : `; t = ${end}`}) = ${value} K`,
    ],
    outputs: {
      ...quantities,
      maximum_principle_excess: remainder(excess),
      area: isBar ? exact(area, "m") : formula(area, "m^2"),
      steps: exact(mesh.steps),
    },
    named: {
      scheme: steady ? "direct" : problem.scheme,
      cells: isBar ? [mesh.nx] : [mesh.nx, mesh.ny],
      dt: mesh.dt,
    },
    fields: [
      {
        name: "temperature_field",
        unit: "K",
        shape: isBar ? [n] : [plate.mesh.ys.length, n],
        data: u,
        axes: [
          ...(isBar ? [] : [lengthAxis("y", plate.mesh.ys.length, plate.mesh.hy)]),
          lengthAxis("x", n, plate.mesh.hx),
        ],
      },
    ],
    ...(steady || problem.isHalfSpace
      ? {}
      : {
          state: {
            nx: mesh.nx,
            ny: mesh.ny,
            t0: run.t0,
            steps: run.stepsDone,
            dt: mesh.dt,
            u: packFloats(u),
          },
        }),
    invariants: [
      ...run.invariants,
      ...(problem.stated === null
        ? [
            {
              name: "maximum principle",
              first: 0,
              last: excess,
              driftPct: 100 * excess,
              boundPct: 0.1,
            },
          ]
        : []),
    ],
    notes:
      excess > 1e-3
        ? ["temperatures left the range of the data: the steps are long for jumps in it"]
        : [],
  };
}
