/**
 * Molecules as PDBQT text: atoms with their types, bonds by distance, and the tree of rotatable
 * bonds.
 */
import { badInput, tooLarge } from "../refusal.js";
import { LIGAND_ATOMS_MAX, RECEPTOR_ATOMS_MAX, TORSIONS_MAX } from "./card.js";

export type Element =
  | "C"
  | "N"
  | "O"
  | "S"
  | "P"
  | "F"
  | "Cl"
  | "Br"
  | "I"
  | "Si"
  | "At"
  | "Met"
  | "H";

interface AtomType {
  readonly element: Element;
  readonly covalent: number;
  readonly acceptor?: boolean;
}

/** Types of AutoDock: element, covalent radius in angstrom, whether it accepts hydrogen bonds. */
const TYPES: ReadonlyMap<string, AtomType> = new Map<string, AtomType>([
  ["C", { element: "C", covalent: 0.77 }],
  ["A", { element: "C", covalent: 0.77 }],
  ["N", { element: "N", covalent: 0.75 }],
  ["NA", { element: "N", covalent: 0.75, acceptor: true }],
  ["O", { element: "O", covalent: 0.73 }],
  ["OA", { element: "O", covalent: 0.73, acceptor: true }],
  ["P", { element: "P", covalent: 1.06 }],
  ["S", { element: "S", covalent: 1.02 }],
  ["SA", { element: "S", covalent: 1.02 }],
  ["Se", { element: "S", covalent: 1.02 }],
  ["H", { element: "H", covalent: 0.37 }],
  ["HD", { element: "H", covalent: 0.37 }],
  ["F", { element: "F", covalent: 0.71 }],
  ["Cl", { element: "Cl", covalent: 0.99 }],
  ["CL", { element: "Cl", covalent: 0.99 }],
  ["Br", { element: "Br", covalent: 1.14 }],
  ["BR", { element: "Br", covalent: 1.14 }],
  ["I", { element: "I", covalent: 1.33 }],
  ["Si", { element: "Si", covalent: 1.11 }],
  ["At", { element: "At", covalent: 1.44 }],
  ["Mg", { element: "Met", covalent: 1.3 }],
  ["MG", { element: "Met", covalent: 1.3 }],
  ["Mn", { element: "Met", covalent: 1.39 }],
  ["MN", { element: "Met", covalent: 1.39 }],
  ["Zn", { element: "Met", covalent: 1.31 }],
  ["ZN", { element: "Met", covalent: 1.31 }],
  ["Ca", { element: "Met", covalent: 1.74 }],
  ["CA", { element: "Met", covalent: 1.74 }],
  ["Fe", { element: "Met", covalent: 1.25 }],
  ["FE", { element: "Met", covalent: 1.25 }],
]);

/** Radii of the scoring function in angstrom. */
const RADII: Readonly<Record<Element, number>> = {
  C: 1.9,
  N: 1.8,
  O: 1.7,
  S: 2,
  P: 2.1,
  F: 1.5,
  Cl: 1.8,
  Br: 2,
  I: 2.2,
  Si: 2.2,
  At: 2.3,
  Met: 1.2,
  H: 0,
};
const BOND_SLACK = 1.1;
/** Bonds over which atoms do not count as in contact. */
const BONDS_APART = 3;

export const HYDROPHOBIC = 1;
export const DONOR = 2;
export const ACCEPTOR = 4;

interface RawAtom {
  readonly serial: number;
  readonly type: string;
  readonly kind: AtomType;
  readonly body: number;
}

/** Rigid pieces: the root, then one for each BRANCH in the order of the file. */
export interface Body {
  readonly parent: number;
  /** Atoms of the bond it turns about: in the parent, in itself. */ readonly from: number;
  readonly to: number;
}

export interface Molecule {
  readonly count: number;
  /** x, y, z of each atom in angstrom. */
  readonly at: Float64Array;
  readonly radius: Float64Array;
  /** Bits of what the scoring function asks about an atom. */
  readonly traits: Uint8Array;
  readonly isHydrogen: Uint8Array;
  readonly body: Int32Array;
  readonly bodies: readonly Body[];
  /**
   * Atoms of one molecule that may touch: in bodies that move against each other, more than three
   * bonds apart.
   */
  readonly pairs: Int32Array;
  /** Torsions that the score counts: those with heavy atoms beyond the bond on both sides. */
  readonly torsions: number;
}

interface Read {
  readonly atoms: readonly RawAtom[];
  readonly at: readonly number[];
  readonly bodies: readonly Body[];
}

function numberAt(line: string, from: number, to: number, number: number, pointer: string): number {
  const text = line.slice(from, to).trim();
  const value = Number(text);
  if (text === "" || !Number.isFinite(value))
    throw badInput(pointer, `line ${number}: "${text}" is no coordinate`);
  return value;
}

const NO_TREE =
  "A ligand needs its tree of rotatable bonds (ROOT, ENDROOT, BRANCH, ENDBRANCH): without it the " +
  "torsions, which the score counts, are unknown. Prepare the file with Meeko or prepare_ligand.";
/** Records of flexible side chains, which belong to a receptor in two files. */
const FLEXIBLE_RESIDUE: ReadonlySet<string> = new Set(["BEGIN_RES", "END_RES"]);

/** Where a reader is inside ROOT and BRANCH records. */
class Tree {
  readonly bodies: { parent: number; fromSerial: number; toSerial: number }[] = [
    { parent: -1, fromSerial: -1, toSerial: -1 },
  ];
  readonly #open: number[] = [0];
  readonly #pointer: string;
  #root: "absent" | "open" | "closed" = "absent";

  constructor(pointer: string) {
    this.#pointer = pointer;
  }

  get current(): number {
    return this.#open[this.#open.length - 1]!;
  }

  get isClosed(): boolean {
    return this.#open.length === 1;
  }

  /** An atom outside of ROOT and every BRANCH has no place in the tree. */
  admitAtom(number: number): void {
    if (this.#root === "open" || !this.isClosed) return;
    throw badInput(
      this.#pointer,
      this.#root === "absent"
        ? `line ${number}: an atom before ROOT. ${NO_TREE}`
        : `line ${number}: an atom after ENDROOT that stands in no BRANCH`,
    );
  }

  requireRoot(): void {
    if (this.#root === "absent") throw badInput(this.#pointer, `there is no ROOT. ${NO_TREE}`);
    if (this.#root === "open") throw badInput(this.#pointer, "ROOT is not closed by its ENDROOT");
  }

  #takeRoot(word: string, number: number): void {
    const expected = word === "ROOT" ? "absent" : "open";
    if (this.#root !== expected || !this.isClosed) {
      throw badInput(
        this.#pointer,
        `line ${number}: ${word} stands where none is expected: one ROOT and its ENDROOT come before every BRANCH`,
      );
    }
    this.#root = word === "ROOT" ? "open" : "closed";
  }

  take(word: string, line: string, number: number): void {
    if (word === "ROOT" || word === "ENDROOT") {
      this.#takeRoot(word, number);
      return;
    }
    if (this.#root !== "closed")
      throw badInput(
        this.#pointer,
        `line ${number}: ${word} before the piece between ROOT and ENDROOT`,
      );
    const [, from, to] = line.trim().split(/\s+/).map(Number);
    if (!Number.isInteger(from) || !Number.isInteger(to))
      throw badInput(this.#pointer, `line ${number}: ${word} needs two atoms`);
    if (word === "BRANCH") {
      this.bodies.push({ parent: this.current, fromSerial: from!, toSerial: to! });
      this.#open.push(this.bodies.length - 1);
      return;
    }
    const body = this.bodies[this.current]!;
    if (this.isClosed || body.fromSerial !== from || body.toSerial !== to) {
      throw badInput(
        this.#pointer,
        `line ${number}: ENDBRANCH ${from} ${to} closes no branch that is open`,
      );
    }
    this.#open.pop();
  }
}

function read(text: string, pointer: string, flexible: boolean, atomsMax: number): Read {
  const atoms: RawAtom[] = [];
  const at: number[] = [];
  const tree = new Tree(pointer);
  let models = 0;
  for (const [i, line] of text.split(/\r\n|\n|\r/).entries()) {
    const word = line.slice(0, 10).trim().split(/\s+/)[0]!;
    if (word === "MODEL" && (models += 1) > 1)
      throw badInput(pointer, `line ${i + 1}: a second MODEL; give one at a time`);
    if (word === "ROOT" || word === "ENDROOT" || word === "BRANCH" || word === "ENDBRANCH") {
      if (!flexible)
        throw badInput(pointer, `line ${i + 1}: ${word} in a receptor, which is rigid here`);
      tree.take(word, line, i + 1);
    }
    if (FLEXIBLE_RESIDUE.has(word))
      throw badInput(
        pointer,
        `line ${i + 1}: ${word} marks a flexible side chain, which is not computed here: give the receptor rigid`,
      );
    if (!line.startsWith("ATOM") && !line.startsWith("HETATM")) continue;
    if (flexible) tree.admitAtom(i + 1);
    const type = line.slice(77, 79).trim();
    const kind = TYPES.get(type);
    if (kind === undefined)
      throw badInput(
        pointer,
        `line ${i + 1}: "${type}" in columns 78 and 79 is no known atom type`,
      );
    for (const from of [30, 38, 46]) at.push(numberAt(line, from, from + 8, i + 1, pointer));
    atoms.push({ serial: Number(line.slice(6, 11)), type, kind, body: tree.current });
    if (atoms.length > atomsMax)
      throw tooLarge(`atoms of the ${pointer.slice(1)}`, atoms.length, atomsMax);
  }
  if (flexible) tree.requireRoot();
  if (!tree.isClosed) throw badInput(pointer, "a BRANCH is not closed by its ENDBRANCH");
  if (!atoms.some(({ kind }) => kind.element !== "H"))
    throw badInput(pointer, "there is no atom in it but hydrogen");
  const index = new Map(atoms.map(({ serial }, k) => [serial, k]));
  const bodies = tree.bodies.map(({ fromSerial, parent, toSerial }, k) => {
    const [from, to] = [index.get(fromSerial) ?? -1, index.get(toSerial) ?? -1];
    if (k > 0 && (from < 0 || to < 0 || atoms[to]!.body !== k || atoms[from]!.body !== parent)) {
      throw badInput(
        pointer,
        `BRANCH ${fromSerial} ${toSerial} does not join an atom of the piece before it to one of its own`,
      );
    }
    return { parent, from, to };
  });
  if (bodies.length - 1 > TORSIONS_MAX) throw tooLarge("torsions", bodies.length - 1, TORSIONS_MAX);
  return { atoms, at, bodies };
}

/** Neighbours within bonding distance, found through cells as wide as the longest bond. */
function bondsOf({ at, atoms, bodies }: Read): readonly (readonly number[])[] {
  const cell = 2 * 1.74 * BOND_SLACK;
  const cells = new Map<string, number[]>();
  const key = (x: number, y: number, z: number): string => `${x},${y},${z}`;
  const place = (i: number): [number, number, number] => [
    Math.floor(at[3 * i]! / cell),
    Math.floor(at[3 * i + 1]! / cell),
    Math.floor(at[3 * i + 2]! / cell),
  ];
  atoms.forEach((_, i) => {
    const name = key(...place(i));
    const list = cells.get(name);
    if (list === undefined) cells.set(name, [i]);
    else list.push(i);
  });
  const bonds: number[][] = atoms.map(() => []);
  const isJoined = (i: number, j: number): boolean => !isVariable(atoms, bodies, i, j);
  for (let i = 0; i < atoms.length; i += 1) {
    const [cx, cy, cz] = place(i);
    for (let n = 0; n < 27; n += 1) {
      for (const j of cells.get(
        key(cx + (n % 3) - 1, cy + (Math.floor(n / 3) % 3) - 1, cz + Math.floor(n / 9) - 1),
      ) ?? []) {
        if (j <= i || !isJoined(i, j)) continue;
        const reach = BOND_SLACK * (atoms[i]!.kind.covalent + atoms[j]!.kind.covalent);
        const [x, y, z] = [
          at[3 * i]! - at[3 * j]!,
          at[3 * i + 1]! - at[3 * j + 1]!,
          at[3 * i + 2]! - at[3 * j + 2]!,
        ];
        if (x * x + y * y + z * z >= reach * reach) continue;
        bonds[i]!.push(j);
        bonds[j]!.push(i);
      }
    }
  }
  return bonds;
}

/**
 * Whether a torsion can change the distance of two atoms: not within a piece, nor to the atoms of
 * its own bond.
 */
function isVariable(
  atoms: readonly RawAtom[],
  bodies: readonly Body[],
  i: number,
  j: number,
): boolean {
  const [a, b] = [atoms[i]!.body, atoms[j]!.body];
  if (a === b) return false;
  if (bodies[b]!.parent === a) return !(i === bodies[b]!.from || j === bodies[b]!.to);
  if (bodies[a]!.parent === b) return !(j === bodies[a]!.from || i === bodies[a]!.to);
  return true;
}

function traitsOf({ atoms }: Read, bonds: readonly (readonly number[])[], i: number): number {
  const { acceptor, element } = atoms[i]!.kind;
  const hasHydrogen = bonds[i]!.some((j) => atoms[j]!.type === "HD");
  const isPolar = bonds[i]!.some((j) => !["C", "H"].includes(atoms[j]!.kind.element));
  let traits = 0;
  if (
    (element === "C" && !isPolar) ||
    element === "F" ||
    element === "Cl" ||
    element === "Br" ||
    element === "I"
  )
    traits |= HYDROPHOBIC;
  if (element === "Met" || ((element === "N" || element === "O") && hasHydrogen)) traits |= DONOR;
  if (acceptor === true) traits |= ACCEPTOR;
  return traits;
}

function within(
  bonds: readonly (readonly number[])[],
  i: number,
  steps: number,
): ReadonlySet<number> {
  const found = new Set([i]);
  let edge = [i];
  for (let step = 0; step < steps; step += 1) {
    edge = edge.flatMap((k) => bonds[k]!.filter((j) => !found.has(j)));
    for (const j of edge) found.add(j);
  }
  return found;
}

function build(found: Read, inner: boolean): Molecule {
  const { at, atoms, bodies } = found;
  const bonds = bondsOf(found);
  const pairs: number[] = [];
  const isHeavy = (i: number): boolean => atoms[i]!.kind.element !== "H";
  for (let i = 0; i < (inner ? atoms.length : 0); i += 1) {
    const near = within(bonds, i, BONDS_APART);
    for (let j = i + 1; j < atoms.length; j += 1) {
      if (isHeavy(i) && isHeavy(j) && !near.has(j) && isVariable(atoms, bodies, i, j))
        pairs.push(i, j);
    }
  }
  const heavyBonds = (i: number): number => bonds[i]!.filter(isHeavy).length;
  // Each end counts half where the other end leads on.
  const torsions = bodies
    .slice(1)
    .reduce(
      (sum, { from, to }) =>
        sum +
        (heavyBonds(from) > 1 && isHeavy(to) ? 0.5 : 0) +
        (heavyBonds(to) > 1 && isHeavy(from) ? 0.5 : 0),
      0,
    );
  return {
    count: atoms.length,
    at: Float64Array.from(at),
    radius: Float64Array.from(atoms, ({ kind }) => RADII[kind.element]),
    traits: Uint8Array.from(atoms, (_, i) => traitsOf(found, bonds, i)),
    isHydrogen: Uint8Array.from(atoms, (_, i) => (isHeavy(i) ? 0 : 1)),
    body: Int32Array.from(atoms, ({ body }) => body),
    bodies,
    pairs: Int32Array.from(pairs),
    torsions,
  };
}

/** @throws SolverRefusal INVALID_BODY that names the line, TOO_LARGE beyond the limits */
export function readLigand(text: string): Molecule {
  return build(read(text, "/ligand", true, LIGAND_ATOMS_MAX), true);
}

/** @throws as `readLigand` */
export function readReceptor(text: string): Molecule {
  return build(read(text, "/receptor", false, RECEPTOR_ATOMS_MAX), false);
}
