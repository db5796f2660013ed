/** The unknown of an equation whose pieces depend on it: each piece solved, and what lies in it kept. */
import type { CompiledEquation } from "../evaluation/evaluate.js";
import type { Evaluation, Outcome } from "../evaluation/evaluation.js";
import { NO_CONTRIBUTIONS } from "../evaluation/uncertainty.js";
import type { CallExpr, Evaluable, Expr, Implicit, Refusal } from "../reading/ast.js";
import type { EquationContext } from "../reading/bindNames.js";
import { isPieces, piecesOf } from "../reading/pieces.js";
import { refuse } from "../reading/refuse.js";
import { find, mapChildren, namesOf } from "../reading/walk.js";
import { hasAllValues, multipleResults, noSolution } from "../roots/question.js";
import { alone } from "../reading/alone.js";
import { Chooser, type Given } from "./choose.js";
import { difference } from "./indicators.js";

/** Combinations of pieces that are solved for one answer. */
const BRANCHES_MAX = 32;

type Compile = (form: Evaluable, context: EquationContext) => CompiledEquation | Refusal;

interface Branch {
  readonly form: Implicit;
  readonly conditions: readonly { readonly when: CallExpr; readonly isMet: boolean }[];
}

interface Candidate {
  readonly branch: Branch;
  readonly value: number;
  /** Null where the branch has several. */
  readonly outcome: Evaluation | null;
  /** All values of the branch. */
  readonly beside: readonly number[];
}

/** @throws EquationRefusal where it is not known in which piece a solution lies */
export function solvePieces(
  form: Implicit,
  context: EquationContext,
  compile: Compile,
  given: Given,
): Outcome {
  const solver = new PieceSolver(context, compile, given);
  const kept: Candidate[] = [];
  let outside: Outcome | null = null;
  for (const branch of branchesOf({ form, conditions: [] })) {
    const found = solver.candidates(branch);
    if ("status" in found) {
      if (found.status !== "refused" || found.refusal.kind !== "domain-error") return found;
      outside ??= found;
      continue;
    }
    kept.push(...found.filter((one) => solver.liesInside(one)));
  }
  const [only, another] = kept;
  if (only === undefined)
    return outside ?? refused(noSolution(form.subject, "no piece holds one that lies in it"));
  if (another !== undefined)
    return refused(
      multipleResults(
        form.subject,
        kept.map(({ value }) => value),
      ),
    );
  return only.outcome ?? solver.near(only);
}

function refused(refusal: Refusal): Outcome {
  return { status: "refused", refusal };
}

/** The form once for each way to choose among its pieces. */
function branchesOf(branch: Branch): readonly Branch[] {
  const { conditions, form } = branch;
  const node = find(form.left, isPieces) ?? find(form.right, isPieces);
  if (node === null || !isPieces(node)) return [branch];
  const pieces = piecesOf(node);
  const all = pieces.flatMap(({ value, when }, i) => {
    const before = pieces.slice(0, i).map((one) => ({ when: one.when!, isMet: false }));
    const own = when === null ? [] : [{ when, isMet: true }];
    const change = (side: Expr): Expr => replaced(side, node, value);
    return branchesOf({
      form: { ...form, left: change(form.left), right: change(form.right) },
      conditions: [...conditions, ...before, ...own],
    });
  });
  if (all.length > BRANCHES_MAX)
    refuse("budget", `More than ${BRANCHES_MAX} combinations of pieces would be solved.`, node);
  return all;
}

function replaced(expr: Expr, node: Expr, value: Expr): Expr {
  if (expr === node) return value.type === "binary" ? { ...value, grouped: true } : value;
  return mapChildren(expr, (part) => replaced(part, node, value));
}

class PieceSolver {
  readonly #context: EquationContext;
  readonly #compile: Compile;
  readonly #given: Given;

  constructor(context: EquationContext, compile: Compile, given: Given) {
    this.#context = context;
    this.#compile = compile;
    this.#given = given;
  }

  /** What solves the equation of one branch, wherever it lies; an outcome where that is not known. */
  candidates(branch: Branch): readonly Candidate[] | Outcome {
    const { left, right, subject } = branch.form;
    if (![left, right].some((side) => namesOf(side).includes(subject)))
      return this.#constant(branch);
    const outcome = this.#run(branch.form, this.#context);
    if (outcome.status === "value")
      return [{ branch, value: outcome.value, outcome, beside: [outcome.value] }];
    if (outcome.status !== "refused") return outcome;
    const { refusal } = outcome;
    if (refusal.kind === "no-solution") return [];
    if (!hasAllValues(refusal)) return outcome;
    const beside = refusal.values ?? [];
    return beside.map((value) => ({ branch, value, outcome: null, beside }));
  }

  /** A piece without the unknown: its sides agree everywhere or nowhere. */
  #constant({ form }: Branch): readonly Candidate[] | Outcome {
    const outcome = this.#run(alone(difference(form.left, form.right), form), this.#context);
    if (outcome.status !== "value") return outcome;
    if (outcome.value !== 0) return [];
    const message = `Every ${form.subject} of one piece makes both sides agree: there is no single answer.`;
    return refused({ kind: "multi-result", message });
  }

  /** Whether its own conditions hold where it lies. */
  liesInside({ branch, outcome, value }: Candidate): boolean {
    const { subject } = branch.form;
    const { carried, inputs, uncertainties } = this.#given;
    const spread = outcome?.uncertaintySource === "gum" ? outcome.uncertainty : 0;
    const chooser = new Chooser((expr) => this.#compile(alone(expr, branch.form), this.#context), {
      inputs: { ...inputs, [subject]: value },
      uncertainties: spread > 0 ? { ...uncertainties, [subject]: spread } : uncertainties,
      carried: {
        ...carried,
        [subject]: { contributions: NO_CONTRIBUTIONS, absoluteBound: outcome?.absoluteBound ?? 0 },
      },
    });
    return branch.conditions.every(({ isMet, when }) => chooser.holds(when, false) === isMet);
  }

  /** The one of several values that lies in its piece, with its uncertainty. */
  near({ beside, branch, value }: Candidate): Outcome {
    const { subject } = branch.form;
    const known = this.#context.symbols.get(subject);
    const [low, high] = known?.range ?? [null, null];
    const below = Math.max(...beside.filter((one) => one < value));
    const above = Math.min(...beside.filter((one) => one > value));
    const least = Number.isFinite(below) ? (below + value) / 2 : low;
    const most = Number.isFinite(above) ? (above + value) / 2 : high;
    const info = known ?? { name: subject, unit: null, dimension: null, aliases: [] };
    const symbols = new Map(this.#context.symbols).set(subject, { ...info, range: [least, most] });
    return this.#run(branch.form, { ...this.#context, symbols });
  }

  #run(form: Evaluable, context: EquationContext): Outcome {
    const compiled = this.#compile(form, context);
    if (!("evaluate" in compiled)) return refused(compiled);
    const { carried, inputs, uncertainties } = this.#given;
    return compiled.evaluate(inputs, uncertainties, carried);
  }
}
