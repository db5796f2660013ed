/**
 * Two numbers of a sampled field: how it answers to (1 - laplacian)^-1, and the shape of where it
 * is large.
 */
import { compensatedSum, cospi, sinpi } from "../math/index.js";
import type { Lattice } from "./fieldLattice.js";

const MU2 = 1;
/** Where the field, divided by its largest magnitude, counts as present. */
const PRESENT = 0.5;

/**
 * <phi, (mu2 - lap)^-1 phi> / <phi, phi> with the second differences of the terms, mirrored or
 * periodic ends; in the orthonormal basis of each axis the operator is diagonal. 0 for a zero
 * field.
 */
export function spectralPropagator(lattice: Lattice, sumSquares: number): number {
  if (sumSquares === 0) return 0;
  const { kept, periodic, shape, spacing, strides } = lattice;
  const values = lattice.phi.slice();
  const symbols = shape.map((n) => new Float64Array(n));
  for (const axis of kept) {
    const n = shape[axis]!;
    const basis = periodic[axis]! ? periodicBasis(n) : mirrorBasis(n);
    transformAxis(values, n, strides[axis]!, basis.rows);
    const h = spacing[axis]!;
    for (let k = 0; k < n; k += 1) symbols[axis]![k] = basis.symbol[k]! / (h * h);
  }
  const parts = new Float64Array(values.length);
  for (let i = 0; i < values.length; i += 1) {
    let symbol = MU2;
    for (const axis of kept)
      symbol += symbols[axis]![Math.floor(i / strides[axis]!) % shape[axis]!]!;
    parts[i] = (values[i]! * values[i]!) / symbol;
  }
  return compensatedSum(parts) / sumSquares;
}

interface Basis {
  /** Row k: the k-th basis vector. */
  readonly rows: Float64Array;
  /** 2 - 2 cos of its angle: the negative second difference times h^2. */
  readonly symbol: Float64Array;
}

/** The cosines that mirror between the points (DCT-II), orthonormal. */
function mirrorBasis(n: number): Basis {
  const rows = new Float64Array(n * n);
  const symbol = new Float64Array(n);
  for (let k = 0; k < n; k += 1) {
    const norm = Math.sqrt((k === 0 ? 1 : 2) / n);
    symbol[k] = 2 - 2 * cospi(k / n);
    for (let j = 0; j < n; j += 1)
      rows[k * n + j] = norm * cospi(((k * (2 * j + 1)) % (4 * n)) / (2 * n));
  }
  return { rows, symbol };
}

/** Cosines and sines of one period, orthonormal. */
function periodicBasis(n: number): Basis {
  const rows = new Float64Array(n * n);
  const symbol = new Float64Array(n);
  for (let k = 0; k < n; k += 1) {
    const m = Math.floor((k + 1) / 2);
    const isSine = k > 0 && k % 2 === 0;
    const isAlone = m === 0 || 2 * m === n;
    const norm = Math.sqrt((isAlone ? 1 : 2) / n);
    symbol[k] = 2 - 2 * cospi((2 * m) / n);
    for (let j = 0; j < n; j += 1) {
      const angle = (2 * ((m * j) % n)) / n;
      rows[k * n + j] = norm * (isSine ? sinpi(angle) : cospi(angle));
    }
  }
  return { rows, symbol };
}

function transformAxis(values: Float64Array, n: number, stride: number, rows: Float64Array): void {
  const line = new Float64Array(n);
  const block = n * stride;
  for (let start = 0; start < values.length; start += block) {
    for (let offset = 0; offset < stride; offset += 1) {
      const from = start + offset;
      for (let j = 0; j < n; j += 1) line[j] = values[from + j * stride]!;
      for (let k = 0; k < n; k += 1) {
        let sum = 0;
        const row = k * n;
        for (let j = 0; j < n; j += 1) sum += rows[row + j]! * line[j]!;
        values[from + k * stride] = sum;
      }
    }
  }
}

/** Vertices - edges + faces - ... of the grid cells all of whose corners are present. */
export function eulerCharacteristic({ periodic, phi, shape, strides }: Lattice): number {
  const axes = shape.length;
  let sum = 0;
  const at = shape.map(() => 0);
  for (let i = 0; i < phi.length; i += 1) {
    for (let cell = 0; cell < 1 << axes; cell += 1) {
      if (isPresent(cell, i)) sum += parity(cell);
    }
    for (let a = axes - 1; a >= 0; a -= 1) {
      at[a] = at[a]! + 1;
      if (at[a]! < shape[a]!) break;
      at[a] = 0;
    }
  }
  return sum;

  /** The cell that spans one step along the axes in `cell` from this point. */
  function isPresent(cell: number, from: number): boolean {
    for (let corner = cell; ; corner = (corner - 1) & cell) {
      let point = from;
      for (let a = 0; a < axes; a += 1) {
        if (((corner >> a) & 1) === 0) continue;
        if (at[a]! < shape[a]! - 1) point += strides[a]!;
        else if (periodic[a]! && shape[a]! > 2) point -= (shape[a]! - 1) * strides[a]!;
        else return false;
      }
      if (!(phi[point]! >= PRESENT)) return false;
      if (corner === 0) return true;
    }
  }
}

function parity(bits: number): 1 | -1 {
  let odd = false;
  for (let rest = bits; rest > 0; rest >>= 1) if ((rest & 1) === 1) odd = !odd;
  return odd ? -1 : 1;
}
