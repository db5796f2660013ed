/** Problems for which a program never has a value: found when a reactor is made, all at once. */
import { chainMissing, combinationMissing } from "../../protocol/contracts/missing.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import {
  readProgram,
  stateText,
  StepFault,
  type ProgramProblem,
} from "../../protocol/reactors/program.js";
import type { ReactorProgram, ReactorState } from "../../protocol/reactors/types.js";
import { cardOf } from "../../protocol/solvers/cards.js";
import { checkProgram, type RunModules } from "../compute/runs.js";

const INPUTS = "/transition/inputs";
/** Read of the state, but for one that an expression first asks after. */
const MEMBER = /(?<!\bhas\(\s*)\bx\.([A-Za-z_]\w*)/gu;
const CONDITIONAL = /\bhas\(|\?|\|\||&&|\bin\b/u;

export function creationProblems(
  modules: Pick<RunModules, "compute">,
  program: ReactorProgram,
  initialState: ReactorState,
): readonly ProgramProblem[] {
  const read = readProgram(program);
  const problems: ProgramProblem[] = read.ok ? [] : [...read.problems];
  const compute = refusalOf(() => checkProgram(modules, program));
  if (compute !== null) {
    const pointer = program.solver === null ? "/operators" : "/solver";
    problems.push({ pointer, code: compute.code, message: compute.message });
  } else problems.push(...missing(modules, program));
  for (const [name, source] of Object.entries(program.transition.inputs)) {
    const pointer = `${INPUTS}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const isRead = typeof source === "string" && !problems.some((one) => one.pointer === pointer);
    if (isRead) problems.push(...memberProblems(pointer, source, initialState));
  }
  problems.push(...stateProblems(initialState));
  return problems;
}

function refusalOf(run: () => void): Refusal | null {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function missing(
  { compute }: Pick<RunModules, "compute">,
  { operators, solver, transition }: ReactorProgram,
): readonly ProgramProblem[] {
  const given = Object.keys(transition.inputs);
  const card = solver === null ? null : cardOf(solver);
  const message =
    card === null
      ? chainMissingOf(compute, operators ?? [], given)
      : combinationMissing(card, card.reactor ? [...given, "initialState"] : given);
  return message === null ? [] : [{ pointer: INPUTS, code: "MISSING_INPUT", message }];
}

function chainMissingOf(
  compute: RunModules["compute"],
  operators: readonly string[],
  given: readonly string[],
): string | null {
  const plan = compute.plan([...operators]);
  return plan.status === "invalid" ? null : chainMissing(plan.operators, given, new Set());
}

/** The first step would have no value. */
function memberProblems(
  pointer: string,
  source: string,
  initialState: ReactorState,
): readonly ProgramProblem[] {
  if (CONDITIONAL.test(source)) return [];
  const stray = [...source.matchAll(MEMBER)]
    .map(([, member = ""]) => member)
    .filter((member) => !Object.hasOwn(initialState, member));
  const known = Object.keys(initialState).join(", ");
  return [...new Set(stray)].map((member) => ({
    pointer,
    code: "UNKNOWN_MEMBER",
    message: `the initial state has no ${member}${known === "" ? "" : `; it has ${known}`}`,
  }));
}

function stateProblems(initialState: ReactorState): readonly ProgramProblem[] {
  try {
    stateText(initialState);
    return [];
  } catch (error) {
    if (!(error instanceof StepFault)) throw error;
    const { code, message } = error;
    return [{ pointer: "/initialState", code, message }];
  }
}
