import * as z from "zod";
import { whole } from "../input.js";
import { defineCard } from "../solver.js";

export const VARIABLES_MAX = 1_000_000;
/** Literals of all clauses together. */
export const LITERALS_MAX = 4_000_000;
/** Characters of a formula as DIMACS text. */
const CNF_CHARS_MAX = 16_777_216;
/** Conflicts that are spent unless more are granted. */
export const CONFLICTS_DEFAULT = 1_000_000;
const CONFLICTS_MAX = 100_000_000;
/** Characters of a proof in the answer; a longer one is named by its digest. */
export const PROOF_CHARS_MAX = 2_097_152;

/** Holes and pigeons: pigeon p sits in hole h is variable 4 (p - 1) + h. */
const PIGEONS =
  "p cnf 20 45\n1 2 3 4 0\n5 6 7 8 0\n9 10 11 12 0\n13 14 15 16 0\n17 18 19 20 0\n" +
  [1, 2, 3, 4]
    .flatMap((hole) =>
      [0, 4, 8, 12, 16].flatMap((p, i, all) =>
        all.slice(i + 1).map((q) => `-${p + hole} -${q + hole} 0`),
      ),
    )
    .join("\n");

export const satCard = defineCard({
  id: "sat",
  version: 5,
  title: "Satisfiability of a formula in conjunctive normal form",
  summary:
    "Conflict-driven clause learning; satisfiable comes with a model that was checked, unsatisfiable with a DRAT " +
    "proof whose every clause was checked by unit propagation",
  primary: { name: "satisfiable", quantity: "truth value", unit: "1" },
  inputs: z.strictObject({
    cnf: z
      .union([
        z.string().max(CNF_CHARS_MAX),
        z.array(z.array(z.int()).max(LITERALS_MAX)).max(LITERALS_MAX),
      ])
      .describe(
        "The formula: DIMACS text with a true header (a trailing % and 0, as SATLIB writes, is accepted), or clauses " +
          "as lists of literals, -3 being the negation of variable 3",
      )
      .meta({ unit: "", aliases: ["dimacs", "formula", "clauses"] })
      .optional(),
    maxConflicts: whole({
      about: "Conflicts after which the search gives up without an answer",
      min: 1,
      max: CONFLICTS_MAX,
      aliases: ["conflicts"],
    }).optional(),
  }),
  sufficient: [["cnf"]],
  kinds: { cnf: "physics", maxConflicts: "numerical" },
  reactor: false,
  limits: {
    variablesMax: VARIABLES_MAX,
    literalsMax: LITERALS_MAX,
    cnfCharsMax: CNF_CHARS_MAX,
    conflictsMax: CONFLICTS_MAX,
    proofCharsMax: PROOF_CHARS_MAX,
  },
  examples: [
    {
      title: "five pigeons in four holes",
      body: { cnf: PIGEONS },
      expect: {
        value: 0,
        unit: "1",
        relative: 0,
        absolute: 0,
        source:
          "Cook, SIGACT News 8 (1976) 28: the pigeonhole formulas are unsatisfiable; MiniSat 2.2.1 agrees",
      },
    },
    {
      title: "the third clause decides",
      body: {
        cnf: [
          [1, 2, -3],
          [-1, 3],
          [-2, -1],
          [3, 2],
        ],
      },
      expect: {
        value: 1,
        unit: "1",
        relative: 0,
        absolute: 0,
        source: "MiniSat 2.2.1: SATISFIABLE",
      },
    },
    {
      title: "a ring of exclusive ors of odd parity",
      body: {
        cnf: "c x1+x2=1, x2+x3=1, x3+x1=1 (mod 2)\np cnf 3 6\n1 2 0\n-1 -2 0\n2 3 0\n-2 -3 0\n3 1 0\n-3 -1 0\n%\n0\n",
      },
      expect: {
        value: 0,
        unit: "1",
        relative: 0,
        absolute: 0,
        source: "Tseitin (1968): the sum of the equations is 0 = 1; MiniSat 2.2.1 agrees",
      },
    },
  ],
});
