/**
 * Lennard-Jones forces in reduced units over a Verlet list. Pairs are summed in the order of their indices whatever
 * the list was built from, so a run that goes on from a state has the bits of one that never stopped.
 */
import { cbrt } from "../../math/index.js";

export interface Potential {
  /** Range, in sigma. */
  readonly rc: number;
  readonly cutoff: "shifted-energy" | "shifted-force" | "truncated";
}

/** Beyond the range a list reaches this far, in sigma. */
const SKIN = 0.3;
const CELLS_MIN = 4;
/** Added and taken away again it rounds a number below 2^51 to the nearest whole one, at a fraction of what Math.round costs. */
const ROUNDING = 6_755_399_441_055_744;
/** Atoms between two looks at the stop flag while a list is made. */
const POLL_ATOMS = 512;

export interface Sums { energy: number; virial: number }

export class Forces {
  readonly force: Float64Array;
  /** Potential energy and the sum of r.f of the last `evaluate`. */
  readonly sums: Sums = { energy: 0, virial: 0 };
  private readonly n: number;
  private readonly box: Float64Array;
  private readonly inverse: Float64Array;
  private readonly potential: Potential;
  private readonly listedAt: Float64Array;
  private starts: Int32Array;
  private partners: Int32Array;
  private fresh = false;
  private readonly poll: () => void;

  constructor(n: number, box: Float64Array, potential: Potential, poll: () => void) {
    this.poll = poll;
    this.n = n;
    this.box = box;
    this.inverse = box.map((edge) => 1 / edge);
    this.potential = potential;
    this.force = new Float64Array(3 * n);
    this.listedAt = new Float64Array(3 * n);
    this.starts = new Int32Array(n + 1);
    this.partners = new Int32Array(64 * n);
  }

  /** Whether any atom moved so far that a pair outside the list could be in range. */
  private stale(q: Float64Array): boolean {
    if (!this.fresh) return true;
    const { listedAt } = this;
    const most = SKIN * SKIN / 4;
    for (let i = 0; i < q.length; i += 3) {
      const x = q[i]! - listedAt[i]!;
      const y = q[i + 1]! - listedAt[i + 1]!;
      const z = q[i + 2]! - listedAt[i + 2]!;
      if (!(x * x + y * y + z * z <= most)) return true;
    }
    return false;
  }

  private list(q: Float64Array): void {
    const { box, n, starts } = this;
    const reach = this.potential.rc + SKIN;
    // More cells than atoms along an edge would hold nothing but their own lists.
    const cells = Array.from(box, (edge) => Math.min(Math.floor(edge / reach), CELLS_MIN + Math.ceil(cbrt(n))));
    const near = cells.every((count) => count >= CELLS_MIN) && n > 256 ? neighbourhoods(q, box, cells) : null;
    let count = 0;
    for (let i = 0; i < n; i += 1) {
      starts[i] = count;
      if (i % POLL_ATOMS === 0) this.poll();
      const candidates = near === null ? null : near(i);
      const end = candidates === null ? n : candidates.length;
      for (let k = candidates === null ? i + 1 : 0; k < end; k += 1) {
        const j = candidates === null ? k : candidates[k]!;
        if (j <= i || !this.within(q, i, j, reach)) continue;
        if (count === this.partners.length) this.grow();
        this.partners[count] = j;
        count += 1;
      }
      if (candidates !== null) this.partners.subarray(starts[i], count).sort();
    }
    starts[n] = count;
    this.listedAt.set(q);
    this.fresh = true;
  }

  private grow(): void {
    const more = new Int32Array(2 * this.partners.length);
    more.set(this.partners);
    this.partners = more;
  }

  private within(q: Float64Array, i: number, j: number, reach: number): boolean {
    const { box, inverse } = this;
    let dx = q[3 * i]! - q[3 * j]!;
    let dy = q[3 * i + 1]! - q[3 * j + 1]!;
    let dz = q[3 * i + 2]! - q[3 * j + 2]!;
    dx -= box[0]! * (dx * inverse[0]! + ROUNDING - ROUNDING);
    dy -= box[1]! * (dy * inverse[1]! + ROUNDING - ROUNDING);
    dz -= box[2]! * (dz * inverse[2]! + ROUNDING - ROUNDING);
    return dx * dx + dy * dy + dz * dz < reach * reach;
  }

  /** Forces, energy and virial at q; pairs out of range add nothing. @param histogram of distances, in bins of `bin` */
  evaluate(q: Float64Array, histogram: Float64Array | null, bin: number): void {
    if (this.stale(q)) this.list(q);
    const { box, force, inverse, n, partners, potential: { cutoff, rc }, starts, sums } = this;
    const [ex, ey, ez] = [box[0]!, box[1]!, box[2]!];
    const [ix, iy, iz] = [inverse[0]!, inverse[1]!, inverse[2]!];
    const rc2 = rc * rc;
    const inverse6 = 1 / (rc2 * rc2 * rc2);
    const atEnd = 4 * inverse6 * (inverse6 - 1);
    const shift = cutoff === "truncated" ? 0 : atEnd;
    // -dV/dr at the range, taken off the force where it is the force that is shifted.
    const slope = cutoff === "shifted-force" ? 24 * inverse6 * (2 * inverse6 - 1) / rc : 0;
    force.fill(0);
    let energy = 0;
    let virial = 0;
    for (let i = 0; i < n; i += 1) {
      const x = q[3 * i]!;
      const y = q[3 * i + 1]!;
      const z = q[3 * i + 2]!;
      let fx = force[3 * i]!;
      let fy = force[3 * i + 1]!;
      let fz = force[3 * i + 2]!;
      for (let k = starts[i]!; k < starts[i + 1]!; k += 1) {
        const at = 3 * partners[k]!;
        let dx = x - q[at]!;
        let dy = y - q[at + 1]!;
        let dz = z - q[at + 2]!;
        // Half a box away the two roundings differ, and such a pair is out of range.
        dx -= ex * (dx * ix + ROUNDING - ROUNDING);
        dy -= ey * (dy * iy + ROUNDING - ROUNDING);
        dz -= ez * (dz * iz + ROUNDING - ROUNDING);
        const r2 = dx * dx + dy * dy + dz * dz;
        if (!(r2 < rc2)) continue;
        const s2 = 1 / r2;
        const s6 = s2 * s2 * s2;
        let pull = 24 * s6 * (2 * s6 - 1) * s2;
        energy += 4 * s6 * (s6 - 1) - shift;
        if (slope !== 0) {
          const r = Math.sqrt(r2);
          pull -= slope / r;
          energy += slope * (r - rc);
        }
        virial += pull * r2;
        if (histogram !== null) histogram[Math.min(histogram.length - 1, Math.floor(Math.sqrt(r2) / bin))]! += 1;
        fx += pull * dx;
        fy += pull * dy;
        fz += pull * dz;
        force[at] = force[at]! - pull * dx;
        force[at + 1] = force[at + 1]! - pull * dy;
        force[at + 2] = force[at + 2]! - pull * dz;
      }
      force[3 * i] = fx;
      force[3 * i + 1] = fy;
      force[3 * i + 2] = fz;
    }
    sums.energy = energy;
    sums.virial = virial;
  }
}

/** Atoms of the 27 cells about each atom. */
function neighbourhoods(q: Float64Array, box: Float64Array, cells: readonly number[]): (i: number) => readonly number[] {
  const [nx, ny, nz] = [cells[0]!, cells[1]!, cells[2]!];
  const members: number[][] = Array.from({ length: nx * ny * nz }, () => []);
  const placeOf = (i: number, axis: number): number => {
    const part = q[3 * i + axis]! / box[axis]!;
    return Math.min(cells[axis]! - 1, Math.floor((part - Math.floor(part)) * cells[axis]!));
  };
  const n = q.length / 3;
  for (let i = 0; i < n; i += 1) members[(placeOf(i, 0) * ny + placeOf(i, 1)) * nz + placeOf(i, 2)]!.push(i);
  const around = new Map<number, number[]>();
  return (i) => {
    const [cx, cy, cz] = [placeOf(i, 0), placeOf(i, 1), placeOf(i, 2)];
    const key = (cx * ny + cy) * nz + cz;
    let found = around.get(key);
    if (found === undefined) {
      found = [];
      for (let a = -1; a <= 1; a += 1) {
        for (let b = -1; b <= 1; b += 1) {
          for (let c = -1; c <= 1; c += 1) {
            found.push(...members[(((cx + a + nx) % nx) * ny + ((cy + b + ny) % ny)) * nz + ((cz + c + nz) % nz)]!);
          }
        }
      }
      around.set(key, found);
    }
    return found;
  };
}
