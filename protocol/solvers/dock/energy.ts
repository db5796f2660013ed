/**
 * The scoring function of Vina, each pair from its formula: two Gaussians, a repulsion, hydrophobic
 * contacts and hydrogen bonds of the distance between surfaces. Source: Trott and Olson, J. Comput.
 * Chem. 31 (2010) 455, table 1.
 */
import { exp } from "../../math/index.js";
import { ACCEPTOR, DONOR, HYDROPHOBIC, type Molecule } from "./pdbqt.js";

/** kcal/mol. */
export const WEIGHTS = {
  gauss1: -0.035579,
  gauss2: -0.005156,
  repulsion: 0.840245,
  hydrophobic: -0.035069,
  hydrogen: -0.587439,
  torsion: 0.05846,
} as const;
/** Angstrom. */
export const CUTOFF = 8;
/** Edge of the cells that know the receptor atoms about them, and their half diagonal. */
const CELL = 3;
const HALF_DIAGONAL = 2.5981;

export interface Terms {
  gauss1: number;
  gauss2: number;
  repulsion: number;
  hydrophobic: number;
  hydrogen: number;
  contacts: number;
}

export function noTerms(): Terms {
  return { gauss1: 0, gauss2: 0, repulsion: 0, hydrophobic: 0, hydrogen: 0, contacts: 0 };
}

function canBond(a: number, b: number): boolean {
  return ((a & DONOR) !== 0 && (b & ACCEPTOR) !== 0) || ((a & ACCEPTOR) !== 0 && (b & DONOR) !== 0);
}

const slope = new Float64Array(1);

/**
 * Energy of a pair in kcal/mol; its slope by distance is left in `slope[0]`. @param d distance of
 * the surfaces in angstrom
 */
export function pairEnergy(d: number, a: number, b: number, terms: Terms | null): number {
  const g1 = exp(-4 * d * d);
  const e2 = (d - 3) / 2;
  const g2 = exp(-e2 * e2);
  let energy = WEIGHTS.gauss1 * g1 + WEIGHTS.gauss2 * g2;
  let by = WEIGHTS.gauss1 * g1 * -8 * d - WEIGHTS.gauss2 * g2 * e2;
  let hydrophobic = 0;
  let hydrogen = 0;
  if (d < 0) {
    energy += WEIGHTS.repulsion * d * d;
    by += 2 * WEIGHTS.repulsion * d;
  }
  if ((a & b & HYDROPHOBIC) !== 0 && d < 1.5) {
    hydrophobic = d <= 0.5 ? 1 : 1.5 - d;
    energy += WEIGHTS.hydrophobic * hydrophobic;
    if (d > 0.5) by -= WEIGHTS.hydrophobic;
  }
  if (d < 0 && canBond(a, b)) {
    hydrogen = d <= -0.7 ? 1 : d / -0.7;
    energy += WEIGHTS.hydrogen * hydrogen;
    if (d > -0.7) by -= WEIGHTS.hydrogen / 0.7;
  }
  slope[0] = by;
  if (terms !== null) {
    terms.gauss1 += g1;
    terms.gauss2 += g2;
    terms.repulsion += d < 0 ? d * d : 0;
    terms.hydrophobic += hydrophobic;
    terms.hydrogen += hydrogen;
    terms.contacts += 1;
  }
  return energy;
}

/** What a ligand feels at its coordinates, in kcal/mol; dE/dx of each is added to `force`. */
export interface Landscape {
  between(ligand: Molecule, x: Float64Array, force: Float64Array): number;
  within(ligand: Molecule, x: Float64Array, force: Float64Array): number;
}

/** Receptor atoms by cells, listed when a cell is first entered. */
export class Field implements Landscape {
  readonly #receptor: Molecule;
  readonly #cells = new Map<string, Int32Array>();

  constructor(receptor: Molecule) {
    this.#receptor = receptor;
  }

  /** The atoms within the cutoff of a point, and some beyond. */
  near(x: number, y: number, z: number): Int32Array {
    const [i, j, k] = [Math.floor(x / CELL), Math.floor(y / CELL), Math.floor(z / CELL)];
    const name = `${i},${j},${k}`;
    const known = this.#cells.get(name);
    if (known !== undefined) return known;
    const { at, count, isHydrogen } = this.#receptor;
    const reach = (CUTOFF + HALF_DIAGONAL) * (CUTOFF + HALF_DIAGONAL);
    const [cx, cy, cz] = [(i + 0.5) * CELL, (j + 0.5) * CELL, (k + 0.5) * CELL];
    const list: number[] = [];
    for (let n = 0; n < count; n += 1) {
      const [dx, dy, dz] = [at[3 * n]! - cx, at[3 * n + 1]! - cy, at[3 * n + 2]! - cz];
      if (isHydrogen[n] === 0 && dx * dx + dy * dy + dz * dz <= reach) list.push(n);
    }
    const indices = Int32Array.from(list);
    this.#cells.set(name, indices);
    return indices;
  }

  between(
    ligand: Molecule,
    x: Float64Array,
    force: Float64Array,
    terms: Terms | null = null,
  ): number {
    const { at, radius, traits } = this.#receptor;
    let energy = 0;
    for (let i = 0; i < ligand.count; i += 1) {
      if (ligand.isHydrogen[i] === 1) continue;
      const [px, py, pz] = [x[3 * i]!, x[3 * i + 1]!, x[3 * i + 2]!];
      const list = this.near(px, py, pz);
      const own = ligand.radius[i]!;
      const trait = ligand.traits[i]!;
      let sum = 0;
      let [fx, fy, fz] = [0, 0, 0];
      for (let n = 0; n < list.length; n += 1) {
        const j = list[n]!;
        const dx = px - at[3 * j]!;
        const dy = py - at[3 * j + 1]!;
        const dz = pz - at[3 * j + 2]!;
        const square = dx * dx + dy * dy + dz * dz;
        if (square >= CUTOFF * CUTOFF) continue;
        const r = Math.sqrt(square);
        sum += pairEnergy(r - own - radius[j]!, trait, traits[j]!, terms);
        const f = r > 0 ? slope[0]! / r : 0;
        fx += f * dx;
        fy += f * dy;
        fz += f * dz;
      }
      energy += sum;
      force[3 * i] = force[3 * i]! + fx;
      force[3 * i + 1] = force[3 * i + 1]! + fy;
      force[3 * i + 2] = force[3 * i + 2]! + fz;
    }
    return energy;
  }

  within(ligand: Molecule, x: Float64Array, force: Float64Array): number {
    return withinLigand(ligand, x, force);
  }
}

/** The ligand against itself, in kcal/mol. @param force added to */
export function withinLigand(
  { pairs, radius, traits }: Molecule,
  x: Float64Array,
  force: Float64Array,
): number {
  let energy = 0;
  for (let n = 0; n < pairs.length; n += 2) {
    const [i, j] = [3 * pairs[n]!, 3 * pairs[n + 1]!];
    const dx = x[i]! - x[j]!;
    const dy = x[i + 1]! - x[j + 1]!;
    const dz = x[i + 2]! - x[j + 2]!;
    const square = dx * dx + dy * dy + dz * dz;
    if (square >= CUTOFF * CUTOFF) continue;
    const r = Math.sqrt(square);
    energy += pairEnergy(r - radius[i / 3]! - radius[j / 3]!, traits[i / 3]!, traits[j / 3]!, null);
    const f = r > 0 ? slope[0]! / r : 0;
    force[i] = force[i]! + f * dx;
    force[i + 1] = force[i + 1]! + f * dy;
    force[i + 2] = force[i + 2]! + f * dz;
    force[j] = force[j]! - f * dx;
    force[j + 1] = force[j + 1]! - f * dy;
    force[j + 2] = force[j + 2]! - f * dz;
  }
  return energy;
}
