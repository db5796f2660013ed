/**
 * Webster's horn equation (S p')' + (omega / c)^2 S p = 0 as a symmetric tridiagonal matrix of
 * finite volumes.
 */
import type { Tridiagonal } from "../../math/eigen/tridiagonal.js";
import { badInput } from "../refusal.js";
import type { Layers } from "../../math/eigen/layers.js";
import { layerEnds, meanOver } from "../layering.js";

const GAUSS_LOW = 0.21132486540518713;
const GAUSS_HIGH = 0.7886751345948129;

/** Integral over a cell without a jump inside, by two Gauss points. */
function overCell(f: (x: number) => number, low: number, high: number): number {
  const w = high - low;
  return 0.5 * w * (f(low + GAUSS_LOW * w) + f(low + GAUSS_HIGH * w));
}

export interface Duct {
  readonly length: number;
  readonly area: (x: number) => number;
  /** Where the section jumps or bends. */
  readonly places: Float64Array;
  readonly openStart: boolean;
  readonly openEnd: boolean;
  /** A volume behind the far end that takes up air without moving, m^3. */
  readonly volume: number;
}

export interface Horn extends Tridiagonal {
  /** Square roots of the cell volumes: p = vector / root. */
  readonly root: Float64Array;
  readonly h: number;
}

/**
 * Eigenvalues are (omega / c)^2. Cells hold the integral of S, the paths between their centres that
 * of 1 / S.
 * @throws SolverRefusal INVALID_BODY for a section that is not positive inside the duct
 */
export function hornMatrix(
  { area, length, openEnd, openStart, volume }: Duct,
  cells: number,
): Horn {
  const h = length / cells;
  const size = volume > 0 ? cells + 1 : cells;
  const root = new Float64Array(size);
  const path = new Float64Array(size + 1);
  const inverse = (x: number): number => 1 / area(x);
  for (let i = 0; i < cells; i += 1) {
    const held = overCell(area, i * h, (i + 1) * h);
    if (!(held > 0) || !Number.isFinite(held)) {
      throw badInput(
        "/area",
        `the cross-section must be positive; between x = ${i * h} and ${(i + 1) * h} it is not`,
      );
    }
    root[i] = Math.sqrt(held);
    if (i > 0) path[i] = 1 / overCell(inverse, (i - 0.5) * h, (i + 0.5) * h);
  }
  path[0] = openStart ? 1 / overCell(inverse, 0, 0.5 * h) : 0;
  path[cells] = openEnd || volume > 0 ? 1 / overCell(inverse, length - 0.5 * h, length) : 0;
  // The volume is a point of its own at the end of the neck, half a cell from the last centre.
  if (volume > 0) root[cells] = Math.sqrt(volume);
  const diagonal = new Float64Array(size);
  const off = new Float64Array(size);
  for (let i = 0; i < size; i += 1) {
    if (!(path[i]! >= 0))
      throw badInput("/area", `the cross-section must be positive near x = ${i * h}`);
    diagonal[i] = (path[i]! + path[i + 1]!) / (root[i]! * root[i]!);
    if (i + 1 < size) off[i] = -path[i + 1]! / (root[i]! * root[i + 1]!);
  }
  return { diagonal, off, root, h };
}

/**
 * The neck without compressibility: its paths in series, closed by the volume alone. What is left
 * of the matrix when the cells of the neck are eliminated is one number.
 * @returns (omega / c)^2, 1/m^2
 */
export function plugEigenvalue({ area, length, volume }: Duct, cells: number): number {
  const h = length / cells;
  let resistance = 0;
  let lost = 0;
  for (let i = 0; i < cells; i += 1) {
    const term = overCell((x) => 1 / area(x), i * h, (i + 1) * h) - lost;
    const next = resistance + term;
    lost = next - resistance - term;
    resistance = next;
  }
  return 1 / (resistance * volume);
}

/** The ends of layers of a section in pieces, and the mean section and resistance of each. */
export interface LayeredHorn extends Layers {
  readonly ends: Float64Array;
}

/**
 * Layers hold the mean of S, and of 1 / S for the flow.
 * @throws SolverRefusal INVALID_BODY for a section that is not positive inside the duct
 */
export function hornLayers(
  { area, length, openEnd, openStart, places }: Duct,
  first: number,
  cells: number,
): LayeredHorn {
  const ends = layerEnds([0, length], places, first, cells);
  const n = ends.length - 1;
  const thickness = new Float64Array(n);
  const [p, w] = [new Float64Array(n), new Float64Array(n)];
  for (let i = 0; i < n; i += 1) {
    const [from, to] = [ends[i]!, ends[i + 1]!];
    thickness[i] = to - from;
    w[i] = meanOver(area, from, to);
    p[i] = 1 / meanOver((x) => 1 / area(x), from, to);
    if (!(w[i]! > 0 && p[i]! > 0 && Number.isFinite(w[i]!))) {
      throw badInput(
        "/area",
        `the cross-section must be positive; between x = ${from} and ${to} it is not`,
      );
    }
  }
  const q = new Float64Array(n);
  return { ends, thickness, p, q, w, isHeldLeft: openStart, isHeldRight: openEnd };
}
