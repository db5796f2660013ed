/**
 * What a search feels instead of the scoring function: the receptor from a mesh of points about the
 * box, each filled when it is first asked for, and the ligand against itself from a table. Both are
 * capped, so that a pose can pass through a clash; a minimum found here is always taken down again
 * on the function itself.
 */
import { CUTOFF, pairEnergy, type Field, type Landscape } from "./energy.js";
import type { Molecule } from "./pdbqt.js";

/** Angstrom between points, where that many points can be held. */
const SPACING = 0.375;
/** Numbers of a mesh; in boxes too large for it the points lie farther apart. */
const MESH_MAX = 16_777_216;
/** kcal/mol that no atom and no pair can exceed. */
const CAP = 10;
/** Entries of a table per square angstrom. */
const FINENESS = 32;
const ENTRIES = CUTOFF * CUTOFF * FINENESS;

/** More kinds of atoms than the scoring function tells apart in one molecule. */
const KINDS_MAX = 32;

interface Kind {
  readonly radius: number;
  readonly traits: number;
}

/** Atoms that are alike to the scoring function share a number; hydrogens have -1. */
function kindsOf({ count, isHydrogen, radius, traits }: Molecule): {
  readonly kinds: readonly Kind[];
  readonly of: Int32Array;
} {
  const kinds: Kind[] = [];
  const of = new Int32Array(count).fill(-1);
  for (let i = 0; i < count; i += 1) {
    if (isHydrogen[i] === 1) continue;
    let k = kinds.findIndex((kind) => kind.radius === radius[i] && kind.traits === traits[i]);
    if (k < 0) k = kinds.push({ radius: radius[i]!, traits: traits[i]! }) - 1;
    of[i] = k;
  }
  return { kinds, of };
}

function capped(energy: number): number {
  return energy > 0 ? (energy * CAP) / (CAP + energy) : energy;
}

/**
 * Energies at the squares of distances k/FINENESS, for each of `own` with each of `others`; the
 * last entry is nothing.
 */
function tableOf(
  own: readonly Kind[],
  others: readonly Kind[],
  change: (energy: number) => number,
): Float64Array {
  const table = new Float64Array(own.length * others.length * (ENTRIES + 1));
  let at = 0;
  for (const a of own) {
    for (const b of others) {
      for (let i = 0; i < ENTRIES; i += 1) {
        table[at + i] = change(
          pairEnergy(Math.sqrt(i / FINENESS) - a.radius - b.radius, a.traits, b.traits, null),
        );
      }
      at += ENTRIES + 1;
    }
  }
  return table;
}

/** Bytes that a landscape of a box takes at most. @param edges of it in angstrom */
export function softBytesMax(edges: readonly number[]): number {
  const numbers = edges.reduce((n, edge) => n * (edge / SPACING + 3), KINDS_MAX);
  return 8 * (Math.min(numbers, MESH_MAX) + 2 * KINDS_MAX * KINDS_MAX * (ENTRIES + 1));
}

/**
 * @param edges of a box in angstrom @returns points along each, and how far they are apart, for
 * that many kinds
 */
function meshOf(
  edges: readonly number[],
  kinds: number,
): { readonly spacing: number; readonly points: readonly number[] } {
  for (let spacing = SPACING; ; spacing *= 1.1) {
    const points = edges.map((edge) => Math.ceil(edge / spacing) + 2);
    if (points.reduce((n, side) => n * side, kinds) <= MESH_MAX) return { spacing, points };
  }
}

export class SoftLandscape implements Landscape {
  readonly #receptor: Molecule;
  readonly #field: Field;
  readonly #kinds: number;
  readonly #kindOf: Int32Array;
  readonly #receptorKinds: number;
  readonly #receptorKindOf: Int32Array;
  readonly #toReceptor: Float64Array;
  readonly #toItself: Float64Array;
  readonly #low: readonly number[];
  readonly #spacing: number;
  readonly #points: readonly number[];
  /** Of every point and kind; NaN until it is asked for. */
  readonly #mesh: Float64Array;

  constructor(
    ligand: Molecule,
    receptor: Molecule,
    field: Field,
    low: readonly number[],
    edges: readonly number[],
  ) {
    const [own, others] = [kindsOf(ligand), kindsOf(receptor)];
    this.#receptor = receptor;
    this.#field = field;
    this.#kinds = own.kinds.length;
    this.#kindOf = own.of;
    this.#receptorKinds = others.kinds.length;
    this.#receptorKindOf = others.of;
    this.#toReceptor = tableOf(own.kinds, others.kinds, (energy) => energy);
    this.#toItself = tableOf(own.kinds, own.kinds, capped);
    this.#low = low;
    const { points, spacing } = meshOf(edges, this.#kinds);
    this.#spacing = spacing;
    this.#points = points;
    this.#mesh = new Float64Array(points.reduce((n, side) => n * side, this.#kinds)).fill(
      Number.NaN,
    );
  }

  #fill(point: number): void {
    const kinds = this.#kinds;
    const low = this.#low;
    const mesh = this.#mesh;
    const points = this.#points;
    const { at } = this.#receptor;
    const receptorKindOf = this.#receptorKindOf;
    const receptorKinds = this.#receptorKinds;
    const spacing = this.#spacing;
    const toReceptor = this.#toReceptor;
    const [nx, ny] = [points[0]!, points[1]!];
    const x = low[0]! + spacing * (point % nx);
    const y = low[1]! + spacing * (Math.floor(point / nx) % ny);
    const z = low[2]! + spacing * Math.floor(point / (nx * ny));
    mesh.fill(0, point * kinds, (point + 1) * kinds);
    for (const j of this.#field.near(x, y, z)) {
      const [dx, dy, dz] = [x - at[3 * j]!, y - at[3 * j + 1]!, z - at[3 * j + 2]!];
      const place = (dx * dx + dy * dy + dz * dz) * FINENESS;
      if (place >= ENTRIES) continue;
      const i = Math.floor(place);
      const part = place - i;
      for (let k = 0; k < kinds; k += 1) {
        const t = (k * receptorKinds + receptorKindOf[j]!) * (ENTRIES + 1) + i;
        mesh[point * kinds + k]! += toReceptor[t]! + part * (toReceptor[t + 1]! - toReceptor[t]!);
      }
    }
    for (let k = point * kinds; k < (point + 1) * kinds; k += 1) mesh[k] = capped(mesh[k]!);
  }

  #valueAt(point: number, kind: number): number {
    const value = this.#mesh[point * this.#kinds + kind]!;
    if (value === value) return value;
    this.#fill(point);
    return this.#mesh[point * this.#kinds + kind]!;
  }

  /**
   * Linear between the eight points about each atom; an atom outside feels the nearest face, and
   * the walls of the box.
   */
  between({ count }: Molecule, x: Float64Array, force: Float64Array): number {
    const kindOf = this.#kindOf;
    const low = this.#low;
    const points = this.#points;
    const spacing = this.#spacing;
    const [nx, ny, nz] = [points[0]!, points[1]!, points[2]!];
    let energy = 0;
    for (let i = 0; i < count; i += 1) {
      const kind = kindOf[i]!;
      if (kind < 0) continue;
      const a = (x[3 * i]! - low[0]!) / spacing;
      const b = (x[3 * i + 1]! - low[1]!) / spacing;
      const c = (x[3 * i + 2]! - low[2]!) / spacing;
      const ia = Math.max(0, Math.min(nx - 2, Math.floor(a)));
      const ib = Math.max(0, Math.min(ny - 2, Math.floor(b)));
      const ic = Math.max(0, Math.min(nz - 2, Math.floor(c)));
      const u = Math.max(0, Math.min(1, a - ia));
      const v = Math.max(0, Math.min(1, b - ib));
      const w = Math.max(0, Math.min(1, c - ic));
      const p = (ic * ny + ib) * nx + ia;
      const q = p + nx * ny;
      const e000 = this.#valueAt(p, kind);
      const e100 = this.#valueAt(p + 1, kind);
      const e010 = this.#valueAt(p + nx, kind);
      const e110 = this.#valueAt(p + nx + 1, kind);
      const e001 = this.#valueAt(q, kind);
      const e101 = this.#valueAt(q + 1, kind);
      const e011 = this.#valueAt(q + nx, kind);
      const e111 = this.#valueAt(q + nx + 1, kind);
      const e00 = e000 + u * (e100 - e000);
      const e10 = e010 + u * (e110 - e010);
      const e01 = e001 + u * (e101 - e001);
      const e11 = e011 + u * (e111 - e011);
      const e0 = e00 + v * (e10 - e00);
      const e1 = e01 + v * (e11 - e01);
      energy += e0 + w * (e1 - e0);
      const along =
        (1 - v) * ((1 - w) * (e100 - e000) + w * (e101 - e001)) +
        v * ((1 - w) * (e110 - e010) + w * (e111 - e011));
      if (u === a - ia) force[3 * i]! += along / spacing;
      if (v === b - ib) force[3 * i + 1]! += ((1 - w) * (e10 - e00) + w * (e11 - e01)) / spacing;
      if (w === c - ic) force[3 * i + 2]! += (e1 - e0) / spacing;
    }
    return energy;
  }

  within({ pairs }: Molecule, x: Float64Array, force: Float64Array): number {
    const kindOf = this.#kindOf;
    const kinds = this.#kinds;
    const toItself = this.#toItself;
    let energy = 0;
    for (let n = 0; n < pairs.length; n += 2) {
      const [i, j] = [3 * pairs[n]!, 3 * pairs[n + 1]!];
      const dx = x[i]! - x[j]!;
      const dy = x[i + 1]! - x[j + 1]!;
      const dz = x[i + 2]! - x[j + 2]!;
      const place = (dx * dx + dy * dy + dz * dz) * FINENESS;
      if (place >= ENTRIES) continue;
      const entry = Math.floor(place);
      const t = (kindOf[pairs[n]!]! * kinds + kindOf[pairs[n + 1]!]!) * (ENTRIES + 1) + entry;
      const slope = toItself[t + 1]! - toItself[t]!;
      energy += toItself[t]! + (place - entry) * slope;
      const f = 2 * FINENESS * slope;
      force[i]! += f * dx;
      force[i + 1]! += f * dy;
      force[i + 2]! += f * dz;
      force[j]! -= f * dx;
      force[j + 1]! -= f * dy;
      force[j + 2]! -= f * dz;
    }
    return energy;
  }
}
