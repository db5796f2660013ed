import nacl from "tweetnacl";
import { exact } from "../reading.js";
import { notConverged, stopIf } from "../refusal.js";
import {
  defineSolver,
  type Assumed,
  type Inputs,
  type Progress,
  type SolverResult,
  type StopSignal,
} from "../solver.js";
import { CONFLICTS_DEFAULT, PROOF_CHARS_MAX, satCard } from "./card.js";
import { literalOf, readFormula, type Formula } from "./formula.js";
import { checkProof, dratBytes, LOG_WORDS_MAX, textOf, violatedClause } from "./proof.js";
import { Search } from "./search.js";

type SatInputs = Inputs<typeof satCard.inputs>;

/** Visits of watched clauses that one conflict costs, about. */
const VISITS_OF_CONFLICT = 256;
/** Words of the proof that one conflict leaves, about. */
const WORDS_OF_CONFLICT = 256;
const HEX = "0123456789abcdef";

/** Literals of the formula, from its length alone: two characters are the least one takes. */
function sizeOf({ cnf }: SatInputs): number {
  if (cnf === undefined) return 0;
  return typeof cnf === "string"
    ? Math.ceil(cnf.length / 2)
    : cnf.reduce((sum, clause) => sum + clause.length + 1, 0);
}

function budgetOf({ maxConflicts = CONFLICTS_DEFAULT, ...inputs }: SatInputs): number {
  // Every conflict excludes at least one assignment: a formula of few literals ends far earlier.
  const literals = sizeOf(inputs);
  return literals < 30 ? Math.min(maxConflicts, 1 << literals) : maxConflicts;
}

export const sat = defineSolver({
  card: satCard,
  work: (inputs) => BigInt(1 + 8 * sizeOf(inputs) + VISITS_OF_CONFLICT * budgetOf(inputs)),
  memory: (inputs) =>
    4_194_304 +
    100 * Math.min(sizeOf(inputs), 2_000_000) +
    4 * Math.min(WORDS_OF_CONFLICT * budgetOf(inputs), LOG_WORDS_MAX),
  run,
});

function run(inputs: SatInputs, stop: StopSignal, progress: Progress): SolverResult {
  stopIf(stop);
  const formula = readFormula(inputs.cnf!);
  const budget = inputs.maxConflicts ?? CONFLICTS_DEFAULT;
  const search = new Search(formula);
  let reported = 0;
  const outcome = search.run(budget, (conflicts) => {
    stopIf(stop);
    // Nobody knows how many conflicts it takes: each doubling halves what is left.
    if (conflicts < 2 * reported) return;
    reported = Math.max(conflicts, 64);
    progress(reported, reported + 4_096);
  });
  if (outcome === "budget") {
    throw notConverged(
      "budget",
      `${search.conflicts} conflicts did not decide the formula, which is neither yes nor no; ` +
        `grant more than maxConflicts = ${budget}.`,
      { conflicts: search.conflicts, maxConflicts: budget },
    );
  }
  return outcome === "satisfiable"
    ? satisfied(inputs, formula, search)
    : refuted(inputs, formula, search, stop);
}

/**
 * A certificate that was not accepted: the search is wrong, and nothing of it is told as an answer.
 */
function rejectedCertificate(message: string): Error {
  return notConverged("gate", message, { method: "certificate" });
}

function satisfied(inputs: SatInputs, formula: Formula, search: Search): SolverResult {
  const model = search.model();
  const violated = violatedClause(formula, model);
  if (violated >= 0)
    throw rejectedCertificate(`the model found does not satisfy clause ${violated + 1}`);
  return {
    ...answer(inputs, formula, search, 1),
    named: {
      satisfiable: true,
      model: Array.from(model, (isTrue, v) => literalOf(2 * v + 1 - isTrue)),
      proof_text: null,
      certificate: `every one of the ${formula.starts.length - 1} clauses holds under the model`,
    },
  };
}

function refuted(
  inputs: SatInputs,
  formula: Formula,
  search: Search,
  stop: StopSignal,
): SolverResult {
  const checked = checkProof(formula, search.log, () => stopIf(stop));
  if (!checked.accepted)
    throw rejectedCertificate(
      `lemma ${checked.lemmas + 1} of the proof does not follow by unit propagation`,
    );
  const bytes = dratBytes(formula, search.log, checked.core);
  const isWhole = bytes.length <= PROOF_CHARS_MAX;
  const base = answer(inputs, formula, search, 0);
  return {
    ...base,
    outputs: {
      ...base.outputs,
      proof_lemmas: exact(checked.lemmas),
      lemmas_checked: exact(checked.lemmas),
    },
    named: {
      satisfiable: false,
      model: null,
      proof_text: isWhole ? textOf(bytes) : null,
      proof_format: "drat",
      proof_chars: bytes.length,
      // The bytes themselves need no digest beside them.
      proof_sha512: isWhole ? null : sha512Hex(bytes),
      certificate: `${checked.lemmas} lemmas follow by unit propagation, the last of them the empty clause`,
    },
    notes: isWhole
      ? base.notes
      : [
          ...base.notes,
          `The proof has ${bytes.length} characters, more than the ${PROOF_CHARS_MAX} an answer ` +
            "carries; its digest is here, and " +
            "the same input gives the same proof on every node.",
        ],
  };
}

function sha512Hex(bytes: Uint8Array): string {
  let hex = "";
  for (const byte of nacl.hash(bytes)) hex += HEX.charAt(byte >> 4) + HEX.charAt(byte & 15);
  return hex;
}

function answer(
  { maxConflicts }: SatInputs,
  formula: Formula,
  search: Search,
  value: number,
): SolverResult {
  const { literals, starts, variables } = formula;
  const clauses = starts.length - 1;
  const assumed: Assumed[] =
    maxConflicts === undefined
      ? [
          {
            name: "maxConflicts",
            value: CONFLICTS_DEFAULT,
            unit: "1",
            why: "the budget of conflicts; spent, there is no answer",
          },
        ]
      : [];
  return {
    value,
    unit: "1",
    equations: [
      `AND over ${clauses} clauses of OR over their literals, ${literals.length} literals of ${variables} variables: ` +
        (value === 1 ? "true for the model" : "true for no assignment"),
    ],
    outputs: {
      variables: exact(variables),
      clauses: exact(clauses),
      conflicts: exact(search.conflicts),
      decisions: exact(search.decisions),
      propagations: exact(search.propagations),
      restarts: exact(search.restarts),
    },
    named: {},
    fields: [],
    invariants: [],
    error: { relative: 0, scale: 1, method: "certificate", levels: [] },
    assumed,
    notes: ["An answer about this formula; it says nothing about the cost of formulas in general."],
  };
}
