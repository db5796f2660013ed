import * as z from "zod";
import { seed, whole } from "../input.js";
import { defineCard } from "../solver.js";

const PDBQT_CHARS_MAX = 8_388_608;
export const RECEPTOR_ATOMS_MAX = 60_000;
export const LIGAND_ATOMS_MAX = 400;
export const TORSIONS_MAX = 60;
export const RUNS_DEFAULT = 8;
const RUNS_MAX = 256;
const STEPS_MAX = 100_000;
/** Edge of the search box, in angstrom. */
const EDGE_MAX = 120;
const MODES = ["score", "minimise", "dock"] as const;

const atom = (n: number, x: number, y: number, q: number, type: string): string =>
  `ATOM  ${`${n}`.padStart(5)}  ${type.charAt(0)}   UNL     1    ` +
  `${x.toFixed(3).padStart(8)}${y.toFixed(3).padStart(8)}   0.000  1.00  0.00    ` +
  `${q.toFixed(3).padStart(6)} ${type.padEnd(2)}\n`;
const three = z.tuple([z.number(), z.number(), z.number()]);

/** Two carbons at a distance, and a hydrogen bond. */
const CARBON = `ROOT\n${atom(1, 4, 0, 0, "C")}ENDROOT\nTORSDOF 0\n`;
const WATERLIKE = `ROOT\n${atom(1, 2.9, 0, -0.3, "OA")}ENDROOT\nTORSDOF 0\n`;
const DONOR = `${atom(1, 0, 0, -0.3, "N")}${atom(2, 1, 0, 0.2, "HD")}`;

export const dockCard = defineCard({
  id: "dock",
  version: 5,
  title: "Docking of a ligand into a rigid receptor",
  summary:
    "Vina's scoring function, exact and without a grid: the score of a pose, its local minimum " +
    "over position, orientation and torsions, or a seeded search of a box for the best poses, " +
    "which feels a softened mesh of it and ends on the function itself",
  primary: { name: "score", quantity: "molar energy", unit: "kcal/mol" },
  inputs: z.strictObject({
    receptor: z
      .string()
      .min(1)
      .max(PDBQT_CHARS_MAX)
      .describe("Rigid receptor as PDBQT text")
      .meta({ unit: "", aliases: [] })
      .optional(),
    ligand: z
      .string()
      .min(1)
      .max(PDBQT_CHARS_MAX)
      .describe("Ligand as PDBQT text with its ROOT and BRANCH records")
      .meta({ unit: "", aliases: [] })
      .optional(),
    mode: z
      .enum(MODES)
      .describe(
        "score the pose given, minimise from it, or dock: search the box; score unless given",
      )
      .meta({ unit: "", aliases: [] })
      .optional(),
    box: z
      .strictObject({
        center: three,
        size: z.tuple([
          z.number().positive().max(EDGE_MAX),
          z.number().positive().max(EDGE_MAX),
          z.number().positive().max(EDGE_MAX),
        ]),
      })
      .describe("Where dock searches: centre and edges in angstrom, as the coordinates are")
      .meta({ unit: "", aliases: [] })
      .optional(),
    exhaustiveness: whole({
      about: "Independent runs of the search",
      min: 1,
      max: RUNS_MAX,
      aliases: ["runs"],
    }).optional(),
    steps: whole({
      about: "Monte Carlo steps of a run, each ended by a minimisation",
      min: 1,
      max: STEPS_MAX,
    }).optional(),
    seed: seed(),
  }),
  sufficient: [["receptor", "ligand"]],
  kinds: {
    receptor: "physics",
    ligand: "physics",
    mode: "numerical",
    box: "physics",
    exhaustiveness: "numerical",
    steps: "numerical",
    seed: "numerical",
  },
  reactor: false,
  limits: {
    receptorAtomsMax: RECEPTOR_ATOMS_MAX,
    ligandAtomsMax: LIGAND_ATOMS_MAX,
    torsionsMax: TORSIONS_MAX,
    runsMax: RUNS_MAX,
    stepsMax: STEPS_MAX,
    edgeMax: EDGE_MAX,
  },
  examples: [
    {
      title: "two carbons at 4 angstrom",
      body: { receptor: atom(1, 0, 0, 0, "C"), ligand: CARBON },
      expect: {
        value: -0.0661136898858977,
        unit: "kcal/mol",
        relative: 1e-12,
        source: "Trott and Olson, J. Comput. Chem. 31 (2010) 455, table 1, evaluated by mpmath",
      },
    },
    {
      title: "a hydrogen bond of 2.9 angstrom",
      body: { receptor: DONOR, ligand: WATERLIKE },
      expect: {
        value: -0.209662524626424,
        unit: "kcal/mol",
        relative: 1e-12,
        source: "Trott and Olson, J. Comput. Chem. 31 (2010) 455, table 1, evaluated by mpmath",
      },
    },
  ],
});
