/**
 * The bilinear quadrilateral: stiffness, loads and stresses. Eight unknowns: (ux, uy) at the
 * corners counter-clockwise.
 */

export const DOFS = 8;

/** Plane stress or strain: s = D e with e = (exx, eyy, 2 exy); entries D11, D12, D33. */
export interface Material {
  readonly d11: number;
  readonly d12: number;
  readonly d33: number;
  /** The volumetric part is sampled at the centre alone, so that it does not lock. */
  readonly selective: boolean;
}

/** Where Poisson's ratio makes the bulk stiffness dominate in plane strain. */
const SELECTIVE_FROM = 0.45;

export function materialOf(E: number, nu: number, plane: "stress" | "strain"): Material {
  const d33 = E / (2 * (1 + nu));
  if (plane === "stress") {
    const d = E / (1 - nu * nu);
    return { d11: d, d12: nu * d, d33, selective: false };
  }
  const d = E / ((1 + nu) * (1 - 2 * nu));
  return { d11: (1 - nu) * d, d12: nu * d, d33, selective: nu > SELECTIVE_FROM };
}

const G = 0.5773502691896258;
export const GAUSS: readonly (readonly [number, number])[] = [
  [-G, -G],
  [G, -G],
  [G, G],
  [-G, G],
];
const CORNERS: readonly (readonly [number, number])[] = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
];

export interface Point {
  readonly shape: Float64Array;
  readonly dx: Float64Array;
  readonly dy: Float64Array;
  /** Area per unit of the reference square. */
  readonly area: number;
}

/** @param corners x, y of the four corners */
export function pointAt(corners: Float64Array, xi: number, eta: number): Point {
  const shape = new Float64Array(4);
  const da = new Float64Array(4);
  const db = new Float64Array(4);
  let xa = 0,
    xb = 0,
    ya = 0,
    yb = 0;
  for (let c = 0; c < 4; c += 1) {
    const [p, q] = CORNERS[c]!;
    shape[c] = 0.25 * (1 + p * xi) * (1 + q * eta);
    da[c] = 0.25 * p * (1 + q * eta);
    db[c] = 0.25 * q * (1 + p * xi);
    xa += da[c]! * corners[2 * c]!;
    xb += db[c]! * corners[2 * c]!;
    ya += da[c]! * corners[2 * c + 1]!;
    yb += db[c]! * corners[2 * c + 1]!;
  }
  const area = xa * yb - xb * ya;
  const dx = new Float64Array(4);
  const dy = new Float64Array(4);
  for (let c = 0; c < 4; c += 1) {
    dx[c] = (da[c]! * yb - db[c]! * ya) / area;
    dy[c] = (db[c]! * xa - da[c]! * xb) / area;
  }
  return { shape, dx, dy, area };
}

/**
 * 8 x 8 stiffness, row-major, into `out` at `offset`.
 * @returns least area factor of its points: not positive where the element is folded
 */
export function stiffness(
  corners: Float64Array,
  material: Material,
  thickness: number,
  out: Float64Array,
  offset: number,
): number {
  const { d11, d12, d33, selective } = material;
  let least = Number.POSITIVE_INFINITY;
  // Volumetric stiffness taken out of d11 and d12 leaves the deviatoric part.
  const bulk = selective ? 0.5 * (d11 + d12) : 0;
  for (const [xi, eta] of GAUSS) {
    const { area, dx, dy } = pointAt(corners, xi, eta);
    least = Math.min(least, area);
    addPoint(dx, dy, d11 - bulk, d12 - bulk, d33, area * thickness, out, offset);
  }
  if (selective) {
    const { area, dx, dy } = pointAt(corners, 0, 0);
    addPoint(dx, dy, bulk, bulk, 0, 4 * area * thickness, out, offset);
  }
  return least;
}

function addPoint(
  dx: Float64Array,
  dy: Float64Array,
  d11: number,
  d12: number,
  d33: number,
  w: number,
  out: Float64Array,
  offset: number,
): void {
  for (let a = 0; a < 4; a += 1) {
    for (let b = 0; b < 4; b += 1) {
      const at = offset + 2 * a * DOFS + 2 * b;
      out[at]! += w * (d11 * dx[a]! * dx[b]! + d33 * dy[a]! * dy[b]!);
      out[at + 1]! += w * (d12 * dx[a]! * dy[b]! + d33 * dy[a]! * dx[b]!);
      out[at + DOFS]! += w * (d12 * dy[a]! * dx[b]! + d33 * dx[a]! * dy[b]!);
      out[at + DOFS + 1]! += w * (d11 * dy[a]! * dy[b]! + d33 * dx[a]! * dx[b]!);
    }
  }
}

/** sxx, syy, sxy at a point of an element with displacements u. */
export function stressAt(
  corners: Float64Array,
  u: Float64Array,
  { d11, d12, d33, selective }: Material,
  xi: number,
  eta: number,
): [number, number, number] {
  const { dx, dy } = pointAt(corners, xi, eta);
  let exx = 0,
    eyy = 0,
    gamma = 0;
  for (let c = 0; c < 4; c += 1) {
    exx += dx[c]! * u[2 * c]!;
    eyy += dy[c]! * u[2 * c + 1]!;
    gamma += dy[c]! * u[2 * c]! + dx[c]! * u[2 * c + 1]!;
  }
  if (!selective) return [d11 * exx + d12 * eyy, d12 * exx + d11 * eyy, d33 * gamma];
  const centre = pointAt(corners, 0, 0);
  let volume = 0;
  for (let c = 0; c < 4; c += 1)
    volume += centre.dx[c]! * u[2 * c]! + centre.dy[c]! * u[2 * c + 1]!;
  const shear = 0.5 * (d11 - d12);
  const mean = 0.5 * (d11 + d12) * volume;
  return [mean + shear * (exx - eyy), mean - shear * (exx - eyy), d33 * gamma];
}
