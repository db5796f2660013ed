/**
 * Lennard-Jones atoms in reduced units over a Verlet list: in vector instructions by
 * `wasm/source/atoms.as`, and the same sums in the same order here. Pairs are summed in the order
 * of their indices whatever the list was built from, so a run that goes on from a state has the
 * bits of one that never stopped.
 */
import { cbrt } from "../../math/index.js";
import { atomsBinary } from "../../wasm/binary/atoms.js";
import { KernelRoom, roomOfJob, LANES_BYTES } from "../../wasm/kernel.js";
import { tooLarge } from "../refusal.js";
import { firstAbove, Neighbourhoods } from "./neighbours.js";

export interface Potential {
  /** Range, in sigma. */
  readonly rc: number;
  readonly cutoff: "shifted-energy" | "shifted-force" | "truncated";
}

/** Beyond the range a list reaches this far, in sigma. */
const SKIN = 0.3;
const CELLS_MIN = 4;
/** With fewer atoms all pairs are asked. */
const CELLS_ATOMS_MIN = 256;
/**
 * Added and taken away again it rounds a number below 2^51 to the nearest whole one, at a fraction
 * of what Math.round costs.
 */
const ROUNDING = 6_755_399_441_055_744;
/** Atoms between two looks at the stop flag while a list is made. */
const POLL_ATOMS = 512;
/** Partners of an atom for which there is room at first. */
const PARTNERS_START = 64;
/** Pairs of a list. */
export const LIST_PAIRS_MAX = 33_554_432;
/** Numbers of an atom, the last unused, so that lanes hold x and y. */
const WIDTH = 4;
const SUMS = 4;
const ARRAYS = 9;

/**
 * What lies in the memory of one kernel. The place after the last atom is nowhere: the partner of
 * who has none.
 */
interface Housed {
  readonly room: KernelRoom;
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly force: Float64Array;
  readonly listedAt: Float64Array;
  /** Edges and their inverses. */
  readonly box: Float64Array;
  /** Of s^-12, s^-6 and r over the pairs in range, and their number. */
  readonly sums: Float64Array;
  readonly starts: Int32Array;
  readonly candidates: Int32Array;
  readonly partners: Int32Array;
}

function housed(n: number, pairs: number): Housed {
  const bytes =
    4 * 8 * WIDTH * (n + 1) + 8 * (6 + SUMS) + 4 * (n + 1 + n + 2 + pairs) + ARRAYS * LANES_BYTES;
  const room = roomOfJob(atomsBinary, bytes);
  const floats = (): Float64Array => room.floats(WIDTH * (n + 1));
  return {
    room,
    q: floats(),
    v: floats(),
    force: floats(),
    listedAt: floats(),
    box: room.floats(6),
    sums: room.floats(SUMS),
    starts: room.integers(n + 1),
    candidates: room.integers(n + 2),
    partners: room.integers(pairs),
  };
}

export class Atoms {
  readonly n: number;
  /** Potential energy and the sum of r.f of the last `evaluate`. */
  energy = 0;
  virial = 0;
  #at: Housed;
  #fresh = false;
  readonly #potential: Potential;
  readonly #poll: () => void;

  /** @param q, v three numbers an atom @param box three edges */
  constructor(
    q: Float64Array,
    v: Float64Array,
    box: Float64Array,
    potential: Potential,
    poll: () => void,
  ) {
    const n = q.length / 3;
    this.n = n;
    this.#potential = potential;
    this.#poll = poll;
    this.#at = housed(n, (PARTNERS_START + 1) * n + 2);
    this.#at.box.set([...box, ...box.map((edge) => 1 / edge)]);
    for (let i = 0; i < 3 * n; i += 1) {
      const place = WIDTH * Math.floor(i / 3) + (i % 3);
      this.#at.q[place] = q[i]!;
      this.#at.v[place] = v[i]!;
    }
    this.#at.q.fill(Number.NaN, WIDTH * n);
    for (let i = 0; i < this.#at.candidates.length; i += 1) this.#at.candidates[i] = Math.min(i, n);
  }

  /** Places and velocities, three numbers an atom. */
  taken(of: "q" | "v"): Float64Array {
    const from = this.#at[of];
    return Float64Array.from(
      { length: 3 * this.n },
      (_, i) => from[WIDTH * Math.floor(i / 3) + (i % 3)]!,
    );
  }

  #list(): void {
    const { n } = this;
    const { rc } = this.#potential;
    const reach = rc + SKIN;
    const { box, q } = this.#at;
    // More cells than atoms along an edge would hold nothing but their own lists.
    const cells = Array.from(box.subarray(0, 3), (edge) =>
      Math.min(Math.floor(edge / reach), CELLS_MIN + Math.ceil(cbrt(n))),
    );
    const near =
      cells.every((count) => count >= CELLS_MIN) && n > CELLS_ATOMS_MIN
        ? new Neighbourhoods(q, n, box, cells)
        : null;
    let count = 0;
    for (let i = 0; i < n; i += 1) {
      if (i % POLL_ATOMS === 0) this.#poll();
      this.#at.starts[i] = count;
      let [from, many] = [i + 1, n - i - 1];
      if (near !== null) {
        const found = near.of(i);
        const first = firstAbove(found, i);
        [from, many] = [0, found.length - first];
        this.#at.candidates.set(found.subarray(first));
        this.#at.candidates[many] = n;
      }
      if (count + many + 2 > this.#at.partners.length) this.#rehouse(count + many + 2);
      count = this.#append(i, from, many + (many % 2), count, reach * reach);
      if (count % 2 === 1) {
        this.#at.partners[count] = n;
        count += 1;
      }
    }
    this.#at.starts[n] = count;
    this.#at.listedAt.set(this.#at.q);
    this.#fresh = true;
  }

  /** @param least pairs there has to be room for */
  #rehouse(least: number): void {
    if (!(least <= LIST_PAIRS_MAX)) throw tooLarge("pairs in range", least, LIST_PAIRS_MAX);
    const pairs = Math.min(LIST_PAIRS_MAX, Math.max(least, 2 * this.#at.partners.length));
    const [before, after] = [this.#at, housed(this.n, pairs)];
    for (const name of ["q", "v", "force", "listedAt", "box"] as const)
      after[name].set(before[name]);
    for (const name of ["starts", "candidates", "partners"] as const) after[name].set(before[name]);
    this.#at = after;
  }

  /**
   * Candidates within reach of atom i join the list. @param many even @returns the end of the list
   */
  #append(i: number, from: number, many: number, count: number, reach2: number): number {
    const { box, candidates, partners, q, room } = this.#at;
    const call = room.call("near");
    if (call !== null) {
      return call(
        q.byteOffset,
        i,
        candidates.byteOffset + 4 * from,
        many,
        partners.byteOffset,
        count,
        box.byteOffset,
        reach2,
      );
    }
    let end = count;
    for (let k = from; k < from + many; k += 1) {
      if (!(this.#separation(i, candidates[k]!) < reach2)) continue;
      partners[end] = candidates[k]!;
      end += 1;
    }
    return end;
  }

  /** Square of the distance from atom i to the nearest image of j. */
  #separation(i: number, j: number): number {
    const { box, q } = this.#at;
    let dx = q[WIDTH * i]! - q[WIDTH * j]!;
    let dy = q[WIDTH * i + 1]! - q[WIDTH * j + 1]!;
    let dz = q[WIDTH * i + 2]! - q[WIDTH * j + 2]!;
    dx -= box[0]! * (dx * box[3]! + ROUNDING - ROUNDING);
    dy -= box[1]! * (dy * box[4]! + ROUNDING - ROUNDING);
    dz -= box[2]! * (dz * box[5]! + ROUNDING - ROUNDING);
    return dx * dx + dy * dy + dz * dz;
  }

  /** Forces, energy and virial; pairs out of range add nothing. */
  evaluate(): void {
    if (!this.#fresh) this.#list();
    const { n } = this;
    const { cutoff, rc } = this.#potential;
    const rc2 = rc * rc;
    const inverse6 = 1 / (rc2 * rc2 * rc2);
    const shift = cutoff === "truncated" ? 0 : 4 * inverse6 * (inverse6 - 1);
    // -dV/dr at the range, taken off the force where it is the force that is shifted.
    const slope = cutoff === "shifted-force" ? (24 * inverse6 * (2 * inverse6 - 1)) / rc : 0;
    const { box, force, partners, q, room, starts, sums } = this.#at;
    const call = room.call("forces");
    if (call === null) this.#forces(rc2, slope);
    else
      call(
        q.byteOffset,
        force.byteOffset,
        n,
        starts.byteOffset,
        partners.byteOffset,
        box.byteOffset,
        rc2,
        slope,
        sums.byteOffset,
      );
    const [twelfth, sixth, distance, pairs] = [sums[0]!, sums[1]!, sums[2]!, sums[3]!];
    this.energy = 4 * (twelfth - sixth) - shift * pairs + slope * (distance - rc * pairs);
    this.virial = 24 * (2 * twelfth - sixth) - slope * distance;
  }

  /** The twin of the kernel. */
  #forces(range2: number, slope: number): void {
    const { n } = this;
    const { box, force, partners, q, starts, sums } = this.#at;
    const [ex, ey, ez, ix, iy, iz] = [box[0]!, box[1]!, box[2]!, box[3]!, box[4]!, box[5]!];
    force.fill(0);
    let [twelfth, sixth, distance, pairs] = [0, 0, 0, 0];
    for (let i = 0; i < n; i += 1) {
      const own = WIDTH * i;
      const [x, y, z] = [q[own]!, q[own + 1]!, q[own + 2]!];
      let [fx, fy, fz] = [force[own]!, force[own + 1]!, force[own + 2]!];
      for (let k = starts[i]!; k < starts[i + 1]!; k += 1) {
        const at = WIDTH * partners[k]!;
        let dx = x - q[at]!;
        let dy = y - q[at + 1]!;
        let dz = z - q[at + 2]!;
        // Half a box away the two roundings differ, and such a pair is out of range.
        dx -= ex * (dx * ix + ROUNDING - ROUNDING);
        dy -= ey * (dy * iy + ROUNDING - ROUNDING);
        dz -= ez * (dz * iz + ROUNDING - ROUNDING);
        const r2 = dx * dx + dy * dy + dz * dz;
        if (!(r2 < range2)) continue;
        const s2 = 1 / r2;
        const s6 = s2 * s2 * s2;
        const s12 = s6 * s6;
        let pull = (48 * s12 - 24 * s6) * s2;
        if (slope !== 0) {
          const r = Math.sqrt(r2);
          pull -= slope / r;
          distance += r;
        }
        twelfth += s12;
        sixth += s6;
        pairs += 1;
        fx += pull * dx;
        fy += pull * dy;
        fz += pull * dz;
        force[at] = force[at]! - pull * dx;
        force[at + 1] = force[at + 1]! - pull * dy;
        force[at + 2] = force[at + 2]! - pull * dz;
      }
      force[own] = fx;
      force[own + 1] = fy;
      force[own + 2] = fz;
    }
    sums.set([twelfth, sixth, distance, pairs]);
  }

  /** Pairs in range by their distance, counted in bins of `bin`. */
  count(histogram: Float64Array, bin: number): void {
    const { box, partners, q, starts } = this.#at;
    const [ex, ey, ez, ix, iy, iz] = [box[0]!, box[1]!, box[2]!, box[3]!, box[4]!, box[5]!];
    const range2 = this.#potential.rc * this.#potential.rc;
    const last = histogram.length - 1;
    for (let i = 0; i < this.n; i += 1) {
      const [x, y, z] = [q[WIDTH * i]!, q[WIDTH * i + 1]!, q[WIDTH * i + 2]!];
      for (let k = starts[i]!; k < starts[i + 1]!; k += 1) {
        const at = WIDTH * partners[k]!;
        let dx = x - q[at]!;
        let dy = y - q[at + 1]!;
        let dz = z - q[at + 2]!;
        dx -= ex * (dx * ix + ROUNDING - ROUNDING);
        dy -= ey * (dy * iy + ROUNDING - ROUNDING);
        dz -= ez * (dz * iz + ROUNDING - ROUNDING);
        const r2 = dx * dx + dy * dy + dz * dz;
        if (r2 < range2) histogram[Math.min(last, Math.floor(Math.sqrt(r2) / bin))]! += 1;
      }
    }
  }

  /** Half a kick, then a drift. @param h step */
  drift(h: number): void {
    const { force, listedAt, q, room, v } = this.#at;
    // Two atoms that each moved half the skin may have come within range without being listed.
    const most = (SKIN * SKIN) / 4;
    const call = room.call("drift");
    if (call !== null) {
      if (
        call(
          q.byteOffset,
          v.byteOffset,
          force.byteOffset,
          listedAt.byteOffset,
          this.n,
          h / 2,
          h,
          most,
        ) !== 0
      )
        this.#fresh = false;
      return;
    }
    for (let at = 0; at < WIDTH * this.n; at += WIDTH) {
      let moved = 0;
      for (let k = at; k < at + 3; k += 1) {
        v[k] = v[k]! + (h / 2) * force[k]!;
        q[k] = q[k]! + h * v[k]!;
        const d = q[k]! - listedAt[k]!;
        moved += d * d;
      }
      if (!(moved <= most)) this.#fresh = false;
    }
  }

  /** The other half of the kick. @returns the kinetic energy */
  kick(h: number): number {
    const { force, room, v } = this.#at;
    const call = room.call("kick");
    if (call !== null) return call(v.byteOffset, force.byteOffset, this.n, h / 2) / 2;
    const squares = [0, 0, 0];
    for (let k = 0; k < WIDTH * this.n; k += 1) {
      if (k % WIDTH === 3) continue;
      v[k] = v[k]! + (h / 2) * force[k]!;
      squares[k % WIDTH]! += v[k]! * v[k]!;
    }
    return (squares[0]! + squares[1]! + squares[2]!) / 2;
  }
}
