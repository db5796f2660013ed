/**
 * Incompressible flow on a staggered grid: central differences that keep energy, third-order Runge-Kutta steps, and an exact
 * projection after each stage (Harlow and Welch 1965; Shu and Osher 1988). Each axis ends at walls or is periodic.
 */
import { mirrorBetweenBasis, periodicBasis, spectralSolver } from "../../math/linear/separable.js";

export interface FlowGrid {
  readonly nx: number;
  readonly ny: number;
  readonly hx: number;
  readonly hy: number;
  readonly wallsX: boolean;
  readonly wallsY: boolean;
  /** Speed of the upper wall along x. */
  readonly lid: number;
  /** Acceleration along x everywhere. */
  readonly force: number;
  readonly nu: number;
}

export class Staggered {
  readonly grid: FlowGrid;
  /** One ghost around nx by ny cells. u at (i, j) stands on the right face of cell (i, j), v on its upper face. */
  readonly width: number;
  readonly u: Float64Array;
  readonly v: Float64Array;
  readonly pressure: Float64Array;
  private readonly u0: Float64Array;
  private readonly v0: Float64Array;
  private readonly du: Float64Array;
  private readonly dv: Float64Array;
  private readonly phi: Float64Array;
  private readonly poisson: (data: Float64Array) => void;
  /** Last computed columns of u and rows of v: one fewer between walls. */
  private readonly lastU: number;
  private readonly lastV: number;

  constructor(grid: FlowGrid) {
    const { hx, hy, nx, ny, wallsX, wallsY } = grid;
    this.grid = grid;
    this.width = nx + 2;
    const make = (): Float64Array => new Float64Array((nx + 2) * (ny + 2));
    this.u = make();
    this.v = make();
    this.u0 = make();
    this.v0 = make();
    this.du = make();
    this.dv = make();
    this.pressure = new Float64Array(nx * ny);
    this.phi = new Float64Array(nx * ny);
    this.poisson = spectralSolver(wallsX ? mirrorBetweenBasis(nx, hx) : periodicBasis(nx, hx),
      wallsY ? mirrorBetweenBasis(ny, hy) : periodicBasis(ny, hy), 0);
    this.lastU = wallsX ? nx - 1 : nx;
    this.lastV = wallsY ? ny - 1 : ny;
  }

  /** Ghost values: copies around a period, or what makes the wall's own speed the mean. */
  ghosts(): void {
    const { grid: { lid, nx, ny, wallsX, wallsY }, u, v, width: w } = this;
    for (let j = 0; j <= ny + 1; j += 1) {
      const row = j * w;
      u[row] = wallsX ? 0 : u[row + nx]!;
      if (wallsX) u[row + nx] = 0;
      u[row + nx + 1] = wallsX ? 0 : u[row + 1]!;
      v[row] = wallsX ? -v[row + 1]! : v[row + nx]!;
      v[row + nx + 1] = wallsX ? -v[row + nx]! : v[row + 1]!;
    }
    const top = ny * w;
    for (let i = 0; i <= nx + 1; i += 1) {
      u[i] = wallsY ? -u[w + i]! : u[top + i]!;
      u[top + w + i] = wallsY ? 2 * lid - u[top + i]! : u[w + i]!;
      v[i] = wallsY ? 0 : v[top + i]!;
      if (wallsY) v[top + i] = 0;
      v[top + w + i] = wallsY ? 0 : v[w + i]!;
    }
  }

  private accelerations(): void {
    const { du, dv, grid: { force, hx, hy, nu, nx, ny }, lastU, lastV, u, v, width: w } = this;
    const [qx, qy, dx, dy] = [1 / (4 * hx), 1 / (4 * hy), nu / (hx * hx), nu / (hy * hy)];
    for (let j = 1; j <= ny; j += 1) {
      for (let k = j * w + 1; k <= j * w + lastU; k += 1) {
        const own = u[k]!;
        const [east, west, north, south] = [u[k + 1]!, u[k - 1]!, u[k + w]!, u[k - w]!];
        const [ue, uw] = [own + east, own + west];
        du[k] = force - qx * (ue * ue - uw * uw)
          - qy * ((own + north) * (v[k]! + v[k + 1]!) - (own + south) * (v[k - w]! + v[k - w + 1]!))
          + dx * (east - 2 * own + west) + dy * (north - 2 * own + south);
      }
    }
    for (let j = 1; j <= lastV; j += 1) {
      for (let k = j * w + 1; k <= j * w + nx; k += 1) {
        const own = v[k]!;
        const [east, west, north, south] = [v[k + 1]!, v[k - 1]!, v[k + w]!, v[k - w]!];
        const [vn, vs] = [own + north, own + south];
        dv[k] = -qy * (vn * vn - vs * vs)
          - qx * ((own + east) * (u[k]! + u[k + w]!) - (own + west) * (u[k - 1]! + u[k + w - 1]!))
          + dx * (east - 2 * own + west) + dy * (north - 2 * own + south);
      }
    }
  }

  /** Takes the gradient out that makes the flow diverge. @param span of time that the pressure acts over */
  project(span: number): void {
    const { grid: { hx, hy, nx, ny }, lastU, lastV, phi, u, v, width: w } = this;
    this.ghosts();
    for (let j = 1; j <= ny; j += 1) {
      for (let i = 1; i <= nx; i += 1) {
        const k = j * w + i;
        phi[(j - 1) * nx + i - 1] = -((u[k]! - u[k - 1]!) / hx + (v[k]! - v[k - w]!) / hy);
      }
    }
    this.poisson(phi);
    for (let j = 1; j <= ny; j += 1) {
      for (let i = 1; i <= lastU; i += 1) {
        const k = j * w + i;
        u[k] = u[k]! - (phi[(j - 1) * nx + (i === nx ? 0 : i)]! - phi[(j - 1) * nx + i - 1]!) / hx;
      }
    }
    for (let j = 1; j <= lastV; j += 1) {
      const upper = (j === ny ? 0 : j) * nx;
      for (let i = 1; i <= nx; i += 1) {
        const k = j * w + i;
        v[k] = v[k]! - (phi[upper + i - 1]! - phi[(j - 1) * nx + i - 1]!) / hy;
      }
    }
    for (let k = 0; k < phi.length; k += 1) this.pressure[k] = phi[k]! / span;
    this.ghosts();
  }

  step(dt: number): void {
    const { du, dv, u, u0, v, v0 } = this;
    u0.set(u);
    v0.set(v);
    for (const [keep, take] of [[0, 1], [0.75, 0.25], [1 / 3, 2 / 3]] as const) {
      this.accelerations();
      for (let k = 0; k < u.length; k += 1) {
        u[k] = keep * u0[k]! + take * (u[k]! + dt * du[k]!);
        v[k] = keep * v0[k]! + take * (v[k]! + dt * dv[k]!);
      }
      this.project(take * dt);
    }
  }

  /** Largest |div u|, and the largest of dt-free CFL sums |u| / hx + |v| / hy. */
  measures(): { readonly divergence: number; readonly rate: number } {
    const { grid: { hx, hy, nx, ny }, u, v, width: w } = this;
    let [divergence, rate] = [0, 0];
    for (let j = 1; j <= ny; j += 1) {
      for (let k = j * w + 1; k <= j * w + nx; k += 1) {
        const div = Math.abs((u[k]! - u[k - 1]!) / hx + (v[k]! - v[k - w]!) / hy);
        const own = Math.abs(u[k]!) / hx + Math.abs(v[k]!) / hy;
        if (!(div <= divergence)) divergence = div;
        if (!(own <= rate)) rate = own;
      }
    }
    return { divergence, rate };
  }

  /** Stream function on the (nx + 1) by (ny + 1) corners, zero at the first. */
  stream(): Float64Array {
    const { grid: { hx, hy, nx, ny }, u, v, width: w } = this;
    const psi = new Float64Array((nx + 1) * (ny + 1));
    for (let i = 1; i <= nx; i += 1) psi[i] = psi[i - 1]! - hx * v[i]!;
    for (let j = 1; j <= ny; j += 1) {
      for (let i = 0; i <= nx; i += 1) psi[j * (nx + 1) + i] = psi[(j - 1) * (nx + 1) + i]! + hy * u[j * w + i]!;
    }
    return psi;
  }

  energy(): number {
    const { grid: { hx, hy, nx, ny }, u, v, width: w } = this;
    let total = 0;
    for (let j = 1; j <= ny; j += 1) {
      for (let k = j * w + 1; k <= j * w + nx; k += 1) total += u[k]! * u[k]! + v[k]! * v[k]!;
    }
    return 0.5 * total * hx * hy;
  }
}
