import { TWO_PI } from "../../math/constants.js";
import { cospi, exp, sinpi } from "../../math/index.js";
import { Philox, PHILOX_NAME } from "../../math/random/philox.js";
import { exact, quantitiesOf, type Reading, type Readings } from "../reading.js";
import { badInput, SolverMissing, stopIf } from "../refusal.js";
import {
  defineSolver,
  type Assumed,
  type Inputs,
  type Progress,
  type SolverResult,
  type StopSignal,
} from "../solver.js";
import { dockCard, RUNS_DEFAULT } from "./card.js";
import { Field, noTerms, WEIGHTS, withinLigand } from "./energy.js";
import { readLigand, readReceptor, type Molecule } from "./pdbqt.js";
import {
  carried,
  Ligand,
  minimise,
  moved,
  startPose,
  turned,
  type Box,
  type Minimum,
  type Pose,
} from "./pose.js";
import { NUDGE, NUDGE_STEPS, reachOf, roundedBy, type Reach } from "./reach.js";
import { SoftLandscape, softBytesMax } from "./soft.js";

type DockInputs = Inputs<typeof dockCard.inputs>;

const KILOJOULES = 4.184;
/** Thermal energy of the search, in kcal/mol. */
const TEMPERATURE = 1.2;
/** Of one run, with which imatinib finds its place in Abl in three runs of four. */
const STEPS_PER_FREEDOM = 500;
/** Largest change of the place in a mutation, in angstrom. */
const REACH = 2;
/** Part of the turns that may be of any size. */
const FLIPS = 0.25;
/** Steps between two words on how far a run is. */
const STEPS_A_TELL = 500;
const COARSE_STEPS = 25;
const FINE_STEPS = 2_000;
const COARSE = 1e-2;
const FINE = 1e-6;
/** Rounds of nudges of the best pose, and the relative change at which they end. */
const SETTLINGS_MAX = 12;
const SETTLED = 5e-6;
/** Poses nearer than this in angstrom are one. */
const APART = 2;
const POSES_MAX = 9;
/** Atoms within reach of one ligand atom, and evaluations of a minimisation, about. */
const CONTACTS = 100;
const EVALUATIONS = 34;
const LINE_CHARS = 60;
/** Of a cube, in its edges. */
const DIAGONAL = 1.7320508075688772;

/** Atoms, from the length of the text. */
function atomsOf(text: string | undefined): number {
  return Math.ceil((text ?? "").length / LINE_CHARS);
}

function stepsOf({ ligand = "", steps }: DockInputs): number {
  return steps ?? STEPS_PER_FREEDOM * (6 + ligand.split("\nBRANCH").length - 1);
}

export const dock = defineSolver({
  card: dockCard,
  work: (inputs) => {
    const { exhaustiveness = RUNS_DEFAULT, mode = "score" } = inputs;
    const atoms = atomsOf(inputs.ligand);
    // A search feels a mesh and a table; the function itself is evaluated for the poses that are
    // left.
    const soft =
      mode === "dock"
        ? exhaustiveness * stepsOf(inputs) * EVALUATIONS * (8 * atoms + (atoms * atoms) / 2)
        : 0;
    const exact =
      mode === "score" ? 1 : mode === "minimise" ? 200 : exhaustiveness * POSES_MAX * 200;
    return BigInt(Math.ceil(soft + (1 + atoms * CONTACTS) * exact));
  },
  memory: ({ box, ligand, mode, receptor }) =>
    16_777_216 +
    (mode === "dock" && box !== undefined ? softBytesMax(box.size) : 0) +
    400 * (atomsOf(receptor) + atomsOf(ligand)),
  run,
});

interface Found {
  readonly x: Float64Array;
  readonly between: number;
  readonly within: number;
  readonly minimum: Minimum;
  readonly run: number;
}

function run(inputs: DockInputs, stop: StopSignal, progress: Progress): SolverResult {
  stopIf(stop);
  const mode = inputs.mode ?? "score";
  if (mode === "dock" && inputs.box === undefined) {
    throw new SolverMissing(
      "box",
      ["box"],
      "Where to search? State box: {center: [x, y, z], size: [x, y, z]} in angstrom.",
    );
  }
  const molecule = readLigand(inputs.ligand!);
  const receptor = readReceptor(inputs.receptor!);
  const field = new Field(receptor);
  progress(1, 100);
  const box = mode === "dock" ? boxOf(inputs.box!) : null;
  const ligand = new Ligand(molecule, field, box);
  if (mode === "score")
    return answer(inputs, ligand, field, {
      ranked: [seen(ligand, { pose: startPose(molecule), energy: 0, steps: 0, slope: 0 }, 0)],
      reaches: [{ distance: roundedBy(molecule.at), gain: 0 }],
      coarse: null,
      relative: 1e-12,
      agreed: 1,
    });
  if (mode === "minimise") {
    const coarse = minimise(ligand, startPose(molecule), FINE_STEPS, 100 * FINE);
    stopIf(stop);
    return settled(inputs, ligand, field, [seen(ligand, coarse, 0)], 1, stop);
  }
  const runs = inputs.exhaustiveness ?? RUNS_DEFAULT;
  const kept: Found[] = [];
  const soft = new Ligand(
    molecule,
    new SoftLandscape(molecule, receptor, field, box!.low, inputs.box!.size),
    box,
  );
  for (let i = 0; i < runs; i += 1) {
    kept.push(
      ...search(inputs, ligand, soft, box!, i, (step, of) => {
        stopIf(stop);
        if (step % STEPS_A_TELL === 0) progress(1 + (98 * (i + step / of)) / runs, 100);
      }),
    );
  }
  const ranked = distinct(molecule, kept);
  const best = ranked[0]!;
  const agreed = new Set(
    kept
      .filter(
        (one) => energyOf(one) < energyOf(best) + 0.1 && distance(molecule, one.x, best.x) < APART,
      )
      .map((one) => one.run),
  ).size;
  return settled(inputs, ligand, field, ranked, agreed, stop);
}

function boxOf({ center, size }: NonNullable<DockInputs["box"]>): Box {
  return {
    low: center.map((c, k) => c - size[k]! / 2),
    high: center.map((c, k) => c + size[k]! / 2),
  };
}

function energyOf({ minimum }: Found): number {
  return minimum.energy;
}

function seen(ligand: Ligand, minimum: Minimum, number: number): Found {
  ligand.energy(minimum.pose);
  return {
    x: ligand.x.slice(),
    between: ligand.between,
    within: ligand.within,
    minimum,
    run: number,
  };
}

function randomPose(random: Philox, molecule: Molecule, { high, low }: Box): Pose {
  const u = random.uniform();
  const [a, b] = [2 * random.uniform(), 2 * random.uniform()];
  // Even over all orientations: Shoemake, Graphics Gems III (1992) 124.
  const [r, s] = [Math.sqrt(1 - u), Math.sqrt(u)];
  return {
    turn: Float64Array.of(s * cospi(b), r * sinpi(a), r * cospi(a), s * sinpi(b)),
    origin: Float64Array.from(low, (from, k) => from + (high[k]! - from) * random.uniform()),
    torsions: startPose(molecule).torsions.map(() => TWO_PI * random.uniform()),
  };
}

/** Root mean square distance of the heavy atoms from their centre, in angstrom. */
function girth({ at, count, isHydrogen }: Molecule): number {
  const heavy = Array.from({ length: count }, (_, i) => i).filter((i) => isHydrogen[i] === 0);
  const centre = [0, 1, 2].map(
    (k) => heavy.reduce((sum, i) => sum + at[3 * i + k]!, 0) / heavy.length,
  );
  return Math.sqrt(
    heavy.reduce(
      (sum, i) =>
        sum +
        [0, 1, 2].reduce(
          (part, k) => part + (at[3 * i + k]! - centre[k]!) * (at[3 * i + k]! - centre[k]!),
          0,
        ),
      0,
    ) / heavy.length,
  );
}

/** The pose turned by a vector of angle about the middle of its atoms. */
function turnedWhole(ligand: Ligand, pose: Pose, x: number, y: number, z: number): Pose {
  ligand.place(pose);
  const middle = [0, 1, 2].map(
    (k) =>
      ligand.x.reduce((sum, value, i) => (i % 3 === k ? sum + value : sum), 0) /
      ligand.molecule.count,
  );
  const q = turned(Float64Array.of(1, 0, 0, 0), x, y, z);
  return { ...pose, turn: turned(pose.turn, x, y, z), origin: carried(q, pose.origin, middle) };
}

/**
 * One freedom at random: the place by up to 2 angstrom, the orientation by as much at the girth or
 * by any angle, or one torsion anew.
 */
function mutated(random: Philox, ligand: Ligand, pose: Pose, turn: number): Pose {
  const which = Math.floor(random.uniform() * (ligand.freedoms - 4));
  const [x, y, z] = [2 * random.uniform() - 1, 2 * random.uniform() - 1, 2 * random.uniform() - 1];
  if (which === 0)
    return { ...pose, origin: pose.origin.map((value, k) => value + REACH * [x, y, z][k]!) };
  if (which > 1)
    return {
      ...pose,
      torsions: pose.torsions.map((value, k) => (k === which - 2 ? (TWO_PI * x) / 2 : value)),
    };
  const most = random.uniform() < FLIPS ? TWO_PI / 2 : turn;
  return turnedWhole(ligand, pose, most * x, most * y, most * z);
}

/**
 * One run: mutate, minimise on the soft landscape, accept by Metropolis; the best that were seen go
 * down on the function itself.
 */
function search(
  inputs: DockInputs,
  ligand: Ligand,
  soft: Ligand,
  box: Box,
  number: number,
  tell: (step: number, of: number) => void,
): Found[] {
  const random = new Philox(inputs.seed ?? 0, number);
  const { molecule } = ligand;
  const turn = Math.min(TWO_PI / 2, REACH / Math.max(girth(molecule), 1e-3));
  const steps = stepsOf(inputs);
  let current = minimise(soft, randomPose(random, molecule, box), COARSE_STEPS, COARSE);
  let found = [seen(soft, current, number)];
  for (let step = 0; step < steps; step += 1) {
    tell(step, steps);
    const tried = minimise(soft, mutated(random, soft, current.pose, turn), COARSE_STEPS, COARSE);
    const isTaken =
      tried.energy < current.energy ||
      random.uniform() < exp((current.energy - tried.energy) / TEMPERATURE);
    if (!isTaken) continue;
    current = tried;
    found.push(seen(soft, current, number));
    if (found.length >= 4 * POSES_MAX) found = distinct(molecule, found);
  }
  return distinct(molecule, found).map(({ minimum }) =>
    seen(ligand, minimise(ligand, minimum.pose, FINE_STEPS, 100 * FINE), number),
  );
}

/** Root mean square distance of the heavy atoms, each with itself. */
function distance({ count, isHydrogen }: Molecule, a: Float64Array, b: Float64Array): number {
  let sum = 0;
  let heavy = 0;
  for (let i = 0; i < count; i += 1) {
    if (isHydrogen[i] === 1) continue;
    heavy += 1;
    for (let k = 3 * i; k < 3 * i + 3; k += 1) sum += (a[k]! - b[k]!) * (a[k]! - b[k]!);
  }
  return Math.sqrt(sum / heavy);
}

function distinct(molecule: Molecule, found: readonly Found[]): Found[] {
  const kept: Found[] = [];
  for (const one of [...found].sort((a, b) => energyOf(a) - energyOf(b))) {
    if (
      kept.length < POSES_MAX &&
      kept.every((other) => distance(molecule, one.x, other.x) >= APART)
    )
      kept.push(one);
  }
  return kept;
}

/**
 * The best pose once more, to a hundredth of the tolerance. Where contacts begin or end the
 * function has edges, on which a descent can halt: each freedom is nudged in turn and the way down
 * is taken anew, until all of them together change next to nothing. Twice that change is the error,
 * or the tolerance where that is larger.
 */
function settled(
  inputs: DockInputs,
  ligand: Ligand,
  field: Field,
  ranked: readonly Found[],
  agreed: number,
  stop: StopSignal,
): SolverResult {
  const { run: number } = ranked[0]!;
  let best = minimise(ligand, ranked[0]!.minimum.pose, FINE_STEPS, FINE);
  let change = Number.POSITIVE_INFINITY;
  let nudge = NUDGE;
  for (
    let i = 0;
    i < SETTLINGS_MAX && !(change <= SETTLED * Math.max(Math.abs(best.energy), 1));
    i += 1
  ) {
    const before = best.energy;
    for (let k = 0; k < ligand.freedoms; k += 1) {
      stopIf(stop);
      const step = new Float64Array(ligand.freedoms);
      step[k] = (i + k) % 2 === 0 ? nudge : -nudge;
      const tried = minimise(ligand, moved(best.pose, step, 1), NUDGE_STEPS, FINE);
      if (tried.energy < best.energy) best = tried;
    }
    change = before - best.energy;
    nudge *= 0.7;
  }
  const finer = seen(ligand, best, number);
  const all = [finer, ...ranked.slice(1)];
  const reaches = all.map(({ minimum, x }, i) => {
    const same = Math.max(change, SETTLED * Math.max(Math.abs(minimum.energy), 1));
    return reachOf(ligand, minimum, x, i === 0 ? FINE : 100 * FINE, same, stop);
  });
  return answer(inputs, ligand, field, {
    ranked: all,
    reaches,
    coarse: ranked[0]!,
    relative: Math.max((2 * change) / Math.max(Math.abs(finer.between), 1), SETTLED),
    agreed,
  });
}

/** Score and terms of a pose. */
function readingsOf(molecule: Molecule, field: Field, x: Float64Array): Readings {
  const terms = noTerms();
  const forces = new Float64Array(3 * molecule.count);
  const between = field.between(molecule, x, forces, terms);
  const within = withinLigand(molecule, x, new Float64Array(3 * molecule.count));
  const energy = (value: number): Reading => ({ value, unit: "kcal/mol" });
  const value = between / (1 + WEIGHTS.torsion * molecule.torsions);
  return {
    score_kJ: { value: value * KILOJOULES, unit: "kJ/mol" },
    between: energy(between),
    within: energy(within),
    gauss1: energy(WEIGHTS.gauss1 * terms.gauss1),
    gauss2: energy(WEIGHTS.gauss2 * terms.gauss2),
    repulsion: energy(WEIGHTS.repulsion * terms.repulsion),
    hydrophobic: energy(WEIGHTS.hydrophobic * terms.hydrophobic),
    hydrogen: energy(WEIGHTS.hydrogen * terms.hydrogen),
    rmsd_from_input: { value: distance(molecule, x, molecule.at), unit: "angstrom" },
  };
}

/** The poses of a search, best first. */
interface Searched {
  readonly ranked: readonly Found[];
  readonly reaches: readonly Reach[];
  /** The best one before it was refined; null where nothing was. */
  readonly coarse: Found | null;
  /** Of its energy, what refining changed. */
  readonly relative: number;
  /** Runs that ended at the best one. */
  readonly agreed: number;
}

function answer(
  inputs: DockInputs,
  ligand: Ligand,
  field: Field,
  { agreed, coarse, ranked, reaches, relative }: Searched,
): SolverResult {
  const { molecule } = ligand;
  const best = ranked[0]!;
  const mode = inputs.mode ?? "score";
  const terms = noTerms();
  const between = field.between(molecule, best.x, new Float64Array(3 * molecule.count), terms);
  if (!Number.isFinite(between))
    throw badInput("/ligand", "the energy of the pose is no finite number");
  const divisor = 1 + WEIGHTS.torsion * molecule.torsions;
  const value = between / divisor;
  const scoreOf = (one: (typeof ranked)[number]): number =>
    (one.between + one.within - best.within) / divisor;
  const poses = ranked.map((one, i) => {
    const { distance: reach, gain } = reaches[i]!;
    return {
      rank: i + 1,
      score: scoreOf(one),
      score_uncertainty: Math.max(
        relative * Math.max(Math.abs(scoreOf(one)), 1),
        (2 * gain) / divisor,
      ),
      rmsd: distance(molecule, one.x, best.x),
      rmsd_uncertainty: i === 0 ? 0 : DIAGONAL * (reach + reaches[0]!.distance),
      rmsdFromInput: distance(molecule, one.x, molecule.at),
      rmsdFromInput_uncertainty: DIAGONAL * reach,
      run: one.run,
      coordinates: Array.from(one.x),
      coordinates_uncertainty: reach,
    };
  });
  const readings = readingsOf(molecule, field, best.x);
  const measured = quantitiesOf(
    [coarse === null ? readings : readingsOf(molecule, field, coarse.x), readings],
    2,
  );
  const outputs = Object.fromEntries(
    Object.entries(measured).map(([name, one]) => {
      const own = relative * Math.max(Math.abs(one.value), name === "score_kJ" ? KILOJOULES : 1);
      return [name, { ...one, uncertainty: Math.max(one.uncertainty, own) }];
    }),
  );
  return {
    value,
    unit: "kcal/mol",
    equations: [
      "E = sum w1 exp(-(d/0.5)^2) + w2 exp(-((d - 3)/2)^2) + w3 d^2 [d < 0] + w4 H(d) + w5 B(d), d = r - R_i - R_j",
      `score = E/(1 + ${WEIGHTS.torsion} N), N = ${molecule.torsions} torsions; r < 8 angstrom, ` +
        `${terms.contacts} pairs`,
    ],
    outputs: {
      ...outputs,
      torsions: exact(molecule.torsions),
      contacts: exact(terms.contacts),
      evaluations: exact(ligand.evaluations),
      ...(mode === "dock" ? { runs_that_found_it: exact(agreed) } : {}),
    },
    named: { mode, poses },
    fields: [],
    invariants: [],
    error: { relative, scale: 1, method: mode === "score" ? "rounding" : "residual", levels: [] },
    assumed: assumptions(inputs, mode),
    ...(mode === "dock" ? { prng: { name: PHILOX_NAME, seed: `${inputs.seed ?? 0}` } } : {}),
    notes: [
      "A score, not a measured affinity. Vina reads its pair terms from tables, so that steep " +
        "contacts differ by about a percent.",
    ],
  };
}

function assumptions(inputs: DockInputs, mode: string): Assumed[] {
  const assumed: Assumed[] = [];
  if (inputs.mode === undefined)
    assumed.push({ name: "mode", value: "score", unit: "", why: "the pose is scored where it is" });
  if (mode !== "dock") return assumed;
  if (inputs.exhaustiveness === undefined)
    assumed.push({
      name: "exhaustiveness",
      value: RUNS_DEFAULT,
      unit: "1",
      why: "independent runs",
    });
  if (inputs.steps === undefined)
    assumed.push({
      name: "steps",
      value: stepsOf(inputs),
      unit: "1",
      why: `${STEPS_PER_FREEDOM} for each freedom`,
    });
  if (inputs.seed === undefined)
    assumed.push({ name: "seed", value: 0, unit: "1", why: "of the named generator" });
  return assumed;
}
