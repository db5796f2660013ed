/** Poisson's equation in a rectangle, solved directly on the points of a grid. */
import { constantsBySymbol } from "../../units/index.js";
import { measureOrClimb, workOfMeshes } from "../fields/levels.js";
import { isBroken, onNodes } from "../fields/nodal.js";
import { pointsOfLevels, probeField } from "../fields/probe.js";
import { cellsAlong, lengthAxis } from "../fields/rectangle.js";
import { evenPoints, samplerOf, type Sampler } from "../fields/sampler.js";
import { hiddenOnSides, withHidden, withUnseen } from "../fields/unseen.js";
import { isDense, sideSource, solveOnce } from "../heat/implicit.js";
import { Plate, type PlateSides } from "../heat/plate.js";
import { sideOf, type Side, type SideName } from "../heat/sides.js";
import type { Rung } from "../ladder.js";
import { posedOnce } from "../posed.js";
import { remainder, widened } from "../reading.js";
import { badInput, need, noSolution, SolverMissing, stopIf } from "../refusal.js";
import type { Assumed, Progress, SolverResult, StopSignal } from "../solver.js";
import { DEVICE_CELLS_MAX } from "./card.js";
import type { DeviceInputs } from "./diode.js";

interface Problem {
  readonly lx: number;
  readonly ly: number;
  readonly eps: number;
  readonly rho: Sampler;
  readonly sides: PlateSides;
  readonly probe: readonly [number, number];
  readonly stated: readonly [number, number] | null;
  readonly assumed: readonly Assumed[];
}

interface Run {
  readonly plate: Plate;
  readonly nx: number;
  readonly ny: number;
  readonly charge: number;
  readonly imbalance: number;
}

const CELLS = 32;
const DOUBLINGS = 5;
/** Cells of the first level around the probe: what jumps within them counts by its place in a cell. */
const BESIDE = 2;
/** Part of a change that an extrapolate is not known to, then, and where a side jumps. */
const BESIDE_PART = 0.5;
const BYTES_PER_POINT = 96;
const EPS_0 = constantsBySymbol.get("eps_0")!;

function problemOf(inputs: DeviceInputs): Problem {
  const assumed: Assumed[] = [];
  const lx = need(inputs.lx ?? inputs.length, "lx", "the width of the rectangle");
  const ly = need(
    inputs.ly ?? (inputs.lx === undefined ? inputs.length : undefined),
    "ly",
    "the height of the rectangle",
  );
  const eps = need(inputs.eps_r, "eps_r", "the relative permittivity") * EPS_0.value;
  const sides = sidesOf(need(inputs.boundary, "boundary", "the potential of the sides"));
  const probe: readonly [number, number] =
    inputs.probe === undefined ? [lx / 2, ly / 2] : [inputs.probe[0]!, inputs.probe[1]!];
  if (inputs.probe === undefined)
    assumed.push({ name: "probe", value: [...probe], unit: "m", why: "the centre unless given" });
  if (!(probe[0] >= 0 && probe[0] <= lx && probe[1] >= 0 && probe[1] <= ly))
    throw badInput("/probe", `the probe lies outside of ${lx} x ${ly}`);
  const stated = clamped(inputs, assumed);
  const given = need(inputs.rho, "rho", "the charge density");
  if (Array.isArray(given) && stated === null)
    throw badInput("/nx", "give nx and ny beside samples");
  const rho = samplerOf(
    given,
    ["x", "y"],
    "/rho",
    stated === null ? undefined : { columns: stated[0] + 1, rows: stated[1] + 1, lx, ly },
  );
  return { lx, ly, eps, rho, sides, probe, stated, assumed };
}

function clamped({ nx, ny }: DeviceInputs, assumed: Assumed[]): readonly [number, number] | null {
  if (nx === undefined && ny === undefined) return null;
  const cut = (name: string, cells: number): number => {
    if (cells <= DEVICE_CELLS_MAX) return cells;
    assumed.push({
      name,
      value: DEVICE_CELLS_MAX,
      unit: "1",
      why: `${cells} cells were asked for; the mesh is clamped`,
    });
    return DEVICE_CELLS_MAX;
  };
  return [cut("nx", nx ?? ny ?? CELLS), cut("ny", ny ?? nx ?? CELLS)];
}

function sidesOf(boundary: NonNullable<DeviceInputs["boundary"]>): PlateSides {
  const context = { k: undefined, initial: samplerOf(0, [], "/boundary") };
  const make = (name: SideName): Side => {
    const single = typeof boundary !== "object";
    const input = single ? boundary : boundary[name];
    if (input === undefined)
      throw new SolverMissing(
        `boundary.${name}`,
        [`boundary.${name}`],
        `say what the potential of the ${name} side is`,
      );
    const side = sideOf(name, input, single ? "/boundary" : `/boundary/${name}`, context);
    if (side.held || side.value.varies("t"))
      throw badInput(`/boundary/${name}`, "give a potential over x and y");
    return side;
  };
  const sides = {
    left: make("left"),
    right: make("right"),
    bottom: make("bottom"),
    top: make("top"),
  };
  if (Object.values(sides).every(({ fixed }) => !fixed)) {
    throw noSolution(
      "no side holds a potential: it is determined only up to a constant, or not at all.",
    );
  }
  return sides;
}

/** Charge density on the points of a mesh; 0 where the potential is held. */
interface Density {
  readonly nx: number;
  readonly ny: number;
  readonly data: Float64Array;
}

/** From a finer mesh where that has the same points, which are then the same numbers. */
function densityOn(
  { lx, ly, rho, sides: { bottom, left, right, top } }: Problem,
  nx: number,
  ny: number,
  finer: Density | null,
  stop: StopSignal,
): Density {
  if (finer !== null && finer.nx === nx && finer.ny === ny) return finer;
  const data = new Float64Array((nx + 1) * (ny + 1));
  if (
    finer !== null &&
    finer.nx % nx === 0 &&
    finer.ny % ny === 0 &&
    isPower(finer.nx / nx) &&
    isPower(finer.ny / ny)
  ) {
    const [across, down] = [finer.nx / nx, finer.ny / ny];
    for (let j = 0; j <= ny; j += 1) {
      for (let i = 0; i <= nx; i += 1)
        data[j * (nx + 1) + i] = finer.data[j * down * (finer.nx + 1) + i * across]!;
    }
    return { nx, ny, data };
  }
  const [xs, ys] = [evenPoints(nx, lx), evenPoints(ny, ly)];
  const averaged = isBroken(rho, xs, ys) ? onNodes(rho, xs, ys, 0, "/rho").data : null;
  for (let j = bottom.fixed ? 1 : 0; j <= ny - (top.fixed ? 1 : 0); j += 1) {
    const y = ys[j]!;
    stopIf(stop);
    for (let i = left.fixed ? 1 : 0; i <= nx - (right.fixed ? 1 : 0); i += 1) {
      const value = averaged === null ? rho.at(xs[i]!, y, 0) : averaged[j * (nx + 1) + i]!;
      if (value - value !== 0)
        throw badInput("/rho", `no finite number at x = ${xs[i]!}, y = ${y}`);
      data[j * (nx + 1) + i] = value;
    }
  }
  return { nx, ny, data };
}

function isPower(n: number): boolean {
  return (n & (n - 1)) === 0;
}

function settle(problem: Problem, density: Density, stop: StopSignal): Run {
  const { eps, lx, ly, sides } = problem;
  const { nx, ny } = density;
  stopIf(stop);
  const mesh = { nx, ny, hx: lx / nx, hy: ly / ny, xs: evenPoints(nx, lx), ys: evenPoints(ny, ly) };
  const u = new Float64Array((nx + 1) * (ny + 1));
  const plate = new Plate(mesh, sides, 1, u);
  // Into a side that is not held flows what it states; `fix` leaves such points alone.
  if (!Object.values(sides).every(({ fixed }) => fixed)) sideSource(plate, 0, u);
  plate.fix(0);
  let charge = 0;
  let moved = 0;
  for (let j = plate.j0; j <= plate.j1; j += 1) {
    const half = j === 0 || j === ny ? 0.5 : 1;
    for (let i = plate.i0; i <= plate.i1; i += 1) {
      const at = j * (nx + 1) + i;
      const here = density.data[at]!;
      u[at] = u[at]! + here / eps;
      const own = here * (i === 0 || i === nx ? 0.5 : 1) * half;
      charge += own;
      moved += Math.abs(own);
    }
  }
  charge *= mesh.hx * mesh.hy;
  solveOnce(plate, 0, u);
  const edges = plate.edges(0);
  const [fx, fy] = [plate.flowX(u, edges), plate.flowY(u, edges)];
  const size = Math.max(
    Math.abs(fx),
    Math.abs(fy),
    (moved * mesh.hx * mesh.hy) / eps,
    scaleOf(problem),
    Number.MIN_VALUE,
  );
  return { plate, nx, ny, charge, imbalance: Math.abs(fx + fy + charge / eps) / size };
}

function levelMesh({ lx, ly }: Problem, level: number): readonly [number, number] {
  return cellsAlong(CELLS * (1 << level), lx, ly);
}

/** As many as keep every mesh of the ladder within the cells that are admitted. */
function doublingsOf(problem: Problem): number {
  let doublings = DOUBLINGS;
  while (doublings > 2 && Math.max(...levelMesh(problem, doublings)) > DEVICE_CELLS_MAX)
    doublings -= 1;
  return doublings;
}

const posed = posedOnce(problemOf);

function boxMemory(inputs: DeviceInputs): number {
  const problem = posed.look(inputs);
  const [nx, ny] = problem.stated ?? levelMesh(problem, doublingsOf(problem));
  return (nx + 1) * (ny + 1) * BYTES_PER_POINT + (isDense(problem.sides) ? 32 * nx * nx : 0);
}

function boxWork(inputs: DeviceInputs): bigint {
  const problem = posed.look(inputs);
  return workOfMeshes(
    problem.stated,
    (level) => levelMesh(problem, level),
    ([nx, ny]) => 64 * nx * ny,
  );
}

/**
 * Spread of the sides' potentials, and what the greatest charge density lifts a plate of the
 * shorter side.
 */
function scaleOf({ eps, lx, ly, rho, sides }: Problem): number {
  let [low, high, density] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (let a = 0; a <= 32; a += 1) {
    for (let b = 0; b <= 32; b += 1)
      density = Math.max(density, Math.abs(rho.at((lx * a) / 32, (ly * b) / 32, 0)));
    const [x, y] = [(lx * a) / 32, (ly * a) / 32];
    for (const [side, value] of [
      [sides.left, sides.left.value.at(0, y, 0)],
      [sides.right, sides.right.value.at(lx, y, 0)],
      [sides.bottom, sides.bottom.value.at(x, 0, 0)],
      [sides.top, sides.top.value.at(x, ly, 0)],
    ] as const) {
      if (!side.fixed) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  const shorter = Math.min(lx, ly);
  return high - low + (density * shorter * shorter) / (8 * eps);
}

/** @param points of each axis that are read between the nodes */
function potentialAt({ lx, ly, probe }: Problem, { nx, ny, plate }: Run, points: number): number {
  const [x, y] = [(probe[0] / lx) * nx, (probe[1] / ly) * ny];
  return probeField(plate.u, nx + 1, ny + 1, x, y, false, points);
}

/** Whether the density jumps or bends within a few cells of the probe, whatever the level. */
function isBesideBreak({ lx, ly, probe: [x, y], rho }: Problem): boolean {
  const [farX, farY] = [(BESIDE * lx) / CELLS, (BESIDE * ly) / CELLS];
  const xs = Float64Array.of(Math.max(0, x - farX), Math.min(lx, x + farX));
  const ys = Float64Array.of(Math.max(0, y - farY), Math.min(ly, y + farY));
  const places = [rho.breaks?.("x", xs[0]!, xs[1]!), rho.breaks?.("y", ys[0]!, ys[1]!)];
  if (places.some((one) => one !== undefined && (one.places.length > 0 || one.open !== null)))
    return true;
  return rho.curves?.(xs, ys).isIn(xs[0]!, xs[1]!, ys[0]!, ys[1]!) ?? false;
}

function runBox(inputs: DeviceInputs, stop: StopSignal, progress: Progress): SolverResult {
  const problem = posed.take(inputs);
  const { lx, ly, probe, stated } = problem;
  const corners = [Float64Array.of(0, lx), Float64Array.of(0, ly)] as const;
  // Means over the cells of a mesh are no part of those over finer ones.
  const inPieces = isBroken(problem.rho, ...corners);
  const sides = Object.values(problem.sides);
  const isCut = sides.some((side) => isBroken(side.value, ...corners));
  const points = pointsOfLevels(inPieces || isCut);
  const finest =
    stated === null || inPieces ? null : densityOn(problem, stated[0], stated[1], null, stop);
  const rung = ([nx, ny]: readonly [number, number], done: number): Rung<Run> => {
    const run = settle(problem, densityOn(problem, nx, ny, finest, stop), stop);
    progress(done, DOUBLINGS + 2);
    return { run, value: potentialAt(problem, run, points) };
  };
  const climbed = measureOrClimb<Run>(
    {
      start: levelMesh(problem, 0)[0],
      formalOrder: 2,
      scale: scaleOf(problem),
      doublings: doublingsOf(problem),
      jumpPart: isCut || (inPieces && isBesideBreak(problem)) ? BESIDE_PART : 0,
      at: (_, level) => rung(levelMesh(problem, level), level + 1),
      readings: ({ charge }) => ({ charge: { value: charge, unit: "C/m" } }),
    },
    stated === null
      ? null
      : {
          resolution: stated[0],
          at: (part) =>
            rung(
              [
                Math.max(4, Math.round(stated[0] * part)),
                Math.max(4, Math.round(stated[1] * part)),
              ],
              part === 1 ? 3 : part * 4,
            ),
        },
  );
  progress(1, 1);
  const { run, value } = climbed;
  const { nx, ny, plate } = run;
  const shown = densityOn(problem, nx, ny, finest, stop).data;
  let size = 0;
  for (let i = 0; i < shown.length; i += 1) size = Math.max(size, Math.abs(shown[i]!));
  const [xs, along] = [evenPoints(nx, lx), evenPoints(ny, ly)];
  const isAveraged = inPieces && onNodes(problem.rho, xs, along, 0, "/rho").isAveraged;
  const taken = isAveraged ? "means" : inPieces ? "bare" : "values";
  const error = withHidden(
    withUnseen(climbed.error, [{ name: "rho", sampler: problem.rho, size, taken }], xs, along),
    hiddenOnSides(Object.values(problem.sides), xs, along),
    xs.length * along.length,
  );
  const { hx, hy, ys } = plate.mesh;
  const { u } = plate;
  // What the sides alone hold does not depend on the vacuum permittivity; the rest is inverse to
  // it. A coarse mesh is enough: this only carries the uncertainty of a constant.
  const [mx, my] = [Math.min(nx, CELLS), Math.min(ny, CELLS)];
  const sidesOnly = settle(
    problem,
    { nx: mx, ny: my, data: new Float64Array((mx + 1) * (my + 1)) },
    stop,
  ).plate.u;
  const lifted =
    value - probeField(sidesOnly, mx + 1, my + 1, (probe[0] / lx) * mx, (probe[1] / ly) * my);
  const middle = u.slice((ny >> 1) * (nx + 1), ((ny >> 1) + 1) * (nx + 1));
  const axisX = lengthAxis("x", nx + 1, hx);
  return {
    value,
    unit: "V",
    physicalUncertainty: Math.abs(lifted) * (EPS_0.uncertainty / EPS_0.value),
    equations: [
      `-lap phi = rho / eps, rho = ${problem.rho.text} C/m^3, eps = ${problem.eps} F/m, on ${lx} m x ${ly} m`,
      Object.values(problem.sides)
        .map((side) => `${side.name}: ${side.text.replace("T = ", "phi = ")}`)
        .join("; "),
      `phi(${probe.join(", ")}) = ${value} V`,
    ],
    outputs: {
      ...widened(climbed.quantities, error.relative - climbed.error.relative),
      gauss_imbalance: remainder(run.imbalance),
    },
    named: { scheme: "direct", cells: [nx, ny] },
    fields: [
      {
        name: "potential",
        unit: "V",
        shape: [ys.length, nx + 1],
        data: u,
        axes: [lengthAxis("y", ys.length, hy), axisX],
      },
      { name: "potential_slice", unit: "V", shape: [nx + 1], data: middle, axes: [axisX] },
    ],
    invariants: [
      {
        name: "Gauss' law",
        first: 0,
        last: run.imbalance,
        driftPct: 100 * run.imbalance,
        boundPct: 1e-6,
      },
    ],
    error,
    assumed: problem.assumed,
    notes: [],
  };
}

export const box = { memory: boxMemory, work: boxWork, run: runBox };
