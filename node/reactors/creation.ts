/** Problems for which a program never has a value: found when a reactor is made, all at once. */
import { chainMissing, combinationMissing } from "../../protocol/contracts/missing.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import { numbersOf, valueOf } from "../../protocol/kernel/machineValue.js";
import type { JsonValue } from "../../protocol/ports.js";
import {
  inputOfStep,
  inputsOfStep,
  readProgram,
  readsDrive,
  stateText,
  StepFault,
  type ProgramProblem,
  type ReadyProgram,
} from "../../protocol/reactors/program.js";
import type { ReactorProgram, ReactorState } from "../../protocol/reactors/types.js";
import { cardOf } from "../../protocol/solvers/cards.js";
import { SolverMissing, SolverRefusal } from "../../protocol/solvers/refusal.js";
import type { Asker } from "../compute/evaluator.js";
import { checkProgram, type RunModules } from "../compute/runs.js";

const INPUTS = "/transition/inputs";
/** Read of the state, but for one that an expression first asks after. */
const MEMBER = /(?<!\bhas\(\s*)\bx\.([A-Za-z_]\w*)/gu;
const CONDITIONAL = /\bhas\(|\?|\|\||&&|\bin\b/u;

type Modules = Pick<RunModules, "compute" | "evaluator">;

/** Inputs of the first step that are known before it: all but those that read what drives it. */
interface FirstInputs {
  readonly values: ReadonlyMap<string, JsonValue>;
  readonly problems: readonly ProgramProblem[];
}

/**
 * A step without a value leaves the state as it is. So where the first one fails whatever drives it,
 * each one does.
 */
export async function creationProblems(
  modules: Modules,
  program: ReactorProgram,
  initialState: ReactorState,
  by: Asker,
): Promise<readonly ProgramProblem[]> {
  const read = readProgram(program);
  const problems: ProgramProblem[] = read.ok ? [] : [...read.problems];
  const first = read.ok ? firstInputs(read.ready, initialState) : null;
  const compute = refusalOf(() => checkProgram(modules, program));
  if (compute !== null) {
    const pointer = program.solver === null ? "/operators" : "/solver";
    problems.push({ pointer, code: compute.code, message: compute.message });
  } else {
    const { inputs } = program.transition;
    // One that is `none` is not given.
    const given = Object.keys(inputs).filter((name) => first?.values.get(name) !== null);
    problems.push(...missing(modules, program, given));
  }
  for (const [name, source] of Object.entries(program.transition.inputs)) {
    const pointer = pointerOf(name);
    const isRead = typeof source === "string" && !problems.some((one) => one.pointer === pointer);
    if (isRead) problems.push(...memberProblems(pointer, source, initialState));
  }
  for (const problem of first?.problems ?? [])
    if (!problems.some(({ pointer }) => pointer === problem.pointer)) problems.push(problem);
  problems.push(...stateProblems(initialState));
  if (!read.ok || problems.length > 0) return problems;
  return firstStepProblems(modules, read.ready, initialState, by);
}

function pointerOf(name: string): string {
  return `${INPUTS}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
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

function firstInputs(ready: ReadyProgram, x: ReactorState): FirstInputs {
  const { solver, transition } = ready.program;
  const values = new Map<string, JsonValue>();
  const problems: ProgramProblem[] = [];
  for (const [name, source] of Object.entries(transition.inputs)) {
    if (readsDrive(source)) continue;
    try {
      const value = inputOfStep(ready, name, { x, u: null, n: 0 });
      values.set(name, value);
      if (solver === null && value !== null) numbersOf({ [name]: value });
    } catch (error) {
      if (!(error instanceof StepFault) && !(error instanceof Refusal)) throw error;
      problems.push({ pointer: pointerOf(name), code: error.code, message: error.message });
    }
  }
  return { values, problems };
}

function missing(
  { compute }: Pick<RunModules, "compute">,
  { operators, solver }: ReactorProgram,
  given: readonly string[],
): readonly ProgramProblem[] {
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

/** What nothing drives is tried: a chain is computed, and a solver says whether it would begin. */
async function firstStepProblems(
  { compute, evaluator }: Modules,
  ready: ReadyProgram,
  x: ReactorState,
  by: Asker,
): Promise<readonly ProgramProblem[]> {
  const { operators, solver, transition } = ready.program;
  if (Object.values(transition.inputs).some(readsDrive)) return [];
  const body = inputsOfStep(ready, { x, u: null, n: 0 });
  const plan = solver === null ? compute.plan([...(operators ?? [])]) : null;
  const result =
    plan === null || plan.status === "invalid"
      ? null
      : await evaluator.compute(plan, { inputs: numbersOf(body) }, by);
  try {
    if (result !== null) valueOf(result);
    if (solver !== null) await evaluator.quote(solver, body, by);
    return [];
  } catch (error) {
    const isMissing = error instanceof SolverMissing;
    const isProgram =
      error instanceof SolverRefusal || (error instanceof Refusal && result !== null);
    if (!isMissing && !isProgram) throw error;
    const code = isMissing ? "MISSING_INPUT" : error.code;
    return [{ pointer: INPUTS, code, message: `no step has a value: ${error.message}` }];
  }
}
