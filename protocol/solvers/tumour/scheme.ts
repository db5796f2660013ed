/** Fisher's equation in balls of one to three dimensions: volumes around points, spheres between them. */
import { exp, log } from "../../math/index.js";
import { factorTridiagonal, solveTridiagonal, type TridiagonalFactors } from "../../math/linear/thomas.js";

export interface TumourMesh {
  /** Cells; points are one more. */
  readonly n: number;
  readonly dx: number;
  readonly dt: number;
  readonly steps: number;
}

/** Damped half steps of diffusion at the start of a run, so that a sharp edge does not ring. */
export const DAMPED_STEPS = 2;
/** The front is where the tissue is half full. */
const FRONT = 0.5;

export class Growth {
  readonly u: Float64Array;
  readonly volumes: Float64Array;
  private readonly mesh: TumourMesh;
  private readonly lower: Float64Array;
  private readonly upper: Float64Array;
  private readonly factors: TridiagonalFactors;
  private readonly half: number;
  private readonly r: number;
  private readonly work: Float64Array;

  /** @param dimension 1, 2 or 3 */
  constructor(u: Float64Array, mesh: TumourMesh, dimension: number, d: number, r: number) {
    const { dt, dx, n } = mesh;
    this.u = u;
    this.mesh = mesh;
    this.r = r;
    this.work = new Float64Array(n + 1);
    this.volumes = new Float64Array(n + 1);
    this.lower = new Float64Array(n + 1);
    this.upper = new Float64Array(n + 1);
    const power = (x: number, k: number): number => (k === 0 ? 1 : k === 1 ? x : k === 2 ? x * x : x * x * x);
    for (let i = 0; i <= n; i += 1) {
      const inner = i === 0 ? 0 : (i - 0.5) * dx;
      const outer = i === n ? n * dx : (i + 0.5) * dx;
      this.volumes[i] = (power(outer, dimension) - power(inner, dimension)) / dimension;
      const scale = d / (this.volumes[i]! * dx);
      this.lower[i] = i === 0 ? 0 : power(inner, dimension - 1) * scale;
      this.upper[i] = i === n ? 0 : power(outer, dimension - 1) * scale;
    }
    const m = dt / 2;
    this.factors = factorTridiagonal(this.lower.map((a) => -m * a),
      this.lower.map((a, i) => 1 + m * (a + this.upper[i]!)), this.upper.map((a) => -m * a));
    this.half = exp(-r * m);
  }

  /** The logistic reaction over half a step, exactly. */
  private react(): void {
    const { half, u } = this;
    for (let i = 0; i < u.length; i += 1) u[i] = u[i]! / (u[i]! + (1 - u[i]!) * half);
  }

  private diffuse(damped: boolean): void {
    const { factors, lower, mesh: { dt, n }, u, upper, work } = this;
    if (damped) {
      solveTridiagonal(factors, u);
      solveTridiagonal(factors, u);
      return;
    }
    const m = dt / 2;
    for (let i = 0; i <= n; i += 1) {
      const own = u[i]!;
      work[i] = own + m * ((i === 0 ? 0 : lower[i]! * (u[i - 1]! - own)) + (i === n ? 0 : upper[i]! * (u[i + 1]! - own)));
    }
    solveTridiagonal(factors, work);
    u.set(work);
  }

  /** Strang: half a reaction, diffusion, half a reaction. @returns what diffusion changed of the mass, which should be nothing */
  strang(damped: boolean): number {
    this.react();
    const before = this.mass();
    this.diffuse(damped);
    const change = this.mass() - before;
    this.react();
    return change;
  }

  /** Forward Euler; the caller has checked its limit. @returns 0: its fluxes cancel in pairs as they are written */
  explicit(): number {
    const { lower, mesh: { dt, n }, r, u, upper, work } = this;
    let moved = 0;
    for (let i = 0; i <= n; i += 1) {
      const own = u[i]!;
      const flow = (i === 0 ? 0 : lower[i]! * (u[i - 1]! - own)) + (i === n ? 0 : upper[i]! * (u[i + 1]! - own));
      work[i] = own + dt * (flow + r * own * (1 - own));
      moved += this.volumes[i]! * flow;
    }
    u.set(work);
    return moved * dt;
  }

  mass(): number {
    let total = 0;
    for (let i = 0; i < this.u.length; i += 1) total += this.volumes[i]! * this.u[i]!;
    return total;
  }

  /** Outermost place where the density falls through one half; its logarithmic odds are nearly straight there. NaN without one. */
  front(): number {
    const { mesh: { dx, n }, u } = this;
    for (let i = n; i > 0; i -= 1) {
      if (!(u[i - 1]! >= FRONT && u[i]! < FRONT)) continue;
      if (u[i]! <= 0 || u[i - 1]! >= 1) return dx * (i - 1 + (u[i - 1]! - FRONT) / (u[i - 1]! - u[i]!));
      const [a, b] = [log(u[i - 1]! / (1 - u[i - 1]!)), log(u[i]! / (1 - u[i]!))];
      return dx * (i - 1 + a / (a - b));
    }
    return Number.NaN;
  }
}
