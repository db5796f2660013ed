/**
 * Operators, systems and equations by numerical paths, each with its error; strict runs converge or
 * say that they timed out.
 */
import { compute } from "../../chains/compute.js";
import { planChain, type ChainPlan } from "../../chains/plan.js";
import type { KernelResult, KernelValue } from "../../chains/result.js";
import { builtinRegistry } from "../../operators/index.js";
import type { JsonObject } from "../../ports.js";
import type { Node } from "../../equations/evaluation/node.js";
import { solutionsOf, type Solution } from "../../equations/roots/solutions.js";
import { unanswered } from "../../equations/roots/unanswered.js";
import { SOLVE_BOXES_WORK_MAX, SOLVE_ROOTS_MAX } from "../../limits.js";
import { compileExpression, type Expression } from "../expression.js";
import { halvedMeshError } from "../marching.js";
import { numericalUncertainty } from "../gate.js";
import { exact, remainder } from "../reading.js";
import {
  badInput,
  noSolution,
  notConverged,
  refusedQuestion,
  SolverMissing,
  SolverRefusal,
  stopIf,
} from "../refusal.js";
import {
  defineSolver,
  type Assumed,
  type ErrorEstimate,
  type Inputs,
  type Progress,
  type SolverResult,
  type StopSignal,
} from "../solver.js";
import { ITERATIONS_MAX, solveCard } from "./card.js";
import { bisect, isClosed, solveOperator, type Numerical, type Solved } from "./operator.js";
import { integrateSystem } from "./system.js";

type Given = Inputs<(typeof solveCard)["inputs"]>;

/** G M of the earth, m^3/s^2 (World Geodetic System 1984). */
const EARTH_GM = 3.986004418e14;
const USUAL_WORK = 200_000n;

export const solve = defineSolver({
  card: solveCard,
  work: () => USUAL_WORK,
  memory: () => 1 << 24,
  run(given, stop, progress): SolverResult {
    stopIf(stop);
    progress(0, 1);
    const modes = [given.operators, given.system, given.equation].filter(
      (mode) => mode !== undefined,
    );
    if (modes.length !== 1)
      throw badInput("", "operators, system and equation are three different questions: ask one");
    if (given.operators === undefined && given.referenceMode !== undefined)
      throw badInput("/referenceMode", "gravity is given to operators only");
    if (given.system !== undefined) return ofSystem(given, given.system, stop, progress);
    if (given.equation !== undefined) return ofEquation(given, given.equation);
    return ofOperators(given, given.operators!, stop, progress);
  },
});

function iterationsOf(given: Given): number {
  return given.maxIterations ?? ITERATIONS_MAX;
}

/** `tuneStatus` of a strict run. @throws SolverRefusal DID_NOT_CONVERGE with reason timeout */
function tuned(
  given: Given,
  { converged, iterations, relative }: Pick<Numerical, "converged" | "iterations" | "relative">,
): JsonObject {
  if (given.strict !== true) return {};
  if (!converged) {
    throw notConverged(
      "timeout",
      `${iterations} of at most ${iterationsOf(given)} halvings left a relative error of ` +
        `${relative}: nothing was sealed.`,
      {
        tuneStatus: "timeout",
        iterations,
        ...(Number.isFinite(relative) ? { error: relative } : {}),
      },
    );
  }
  return { tuneStatus: "converged" };
}

function chainOf(ids: readonly string[]): ChainPlan {
  const plan = planChain(builtinRegistry(), ids);
  if (plan.status === "plan") return plan;
  throw badInput("/operators", plan.message, {
    code: plan.code,
    ...(plan.nearest === undefined ? {} : { nearest: [...plan.nearest] }),
  });
}

/** Inputs, with the earth's gravity at a position where that is asked for. */
function gravityInputs(
  given: Given,
  plan: ChainPlan,
): { readonly inputs: Readonly<Record<string, number>>; readonly assumed: readonly Assumed[] } {
  const inputs = given.inputs ?? {};
  const { position } = given;
  if (given.referenceMode === undefined) {
    if (position !== undefined)
      throw badInput("/position", "a position is used with referenceMode gravity only");
    return { inputs, assumed: [] };
  }
  if (position === undefined)
    throw new SolverMissing(
      "position",
      ["position"],
      "referenceMode gravity needs the position at which gravity is taken",
    );
  if (!plan.operators.some(({ compiled }) => compiled?.accepts("g") === true))
    throw badInput("/referenceMode", "no operator of the chain takes g");
  if (Object.hasOwn(inputs, "g"))
    throw badInput("/inputs/g", "g was given beside referenceMode gravity: give one");
  const square =
    position[0]! * position[0]! + position[1]! * position[1]! + position[2]! * position[2]!;
  if (square === 0) throw noSolution("gravity has no value at the centre, where the position is");
  const g = EARTH_GM / square;
  return {
    inputs: { ...inputs, g },
    assumed: [
      {
        name: "g",
        value: g,
        unit: "m/s^2",
        why: "G M of the earth (WGS 84) over the square of the distance of `position`",
      },
    ],
  };
}

/** The closed form, evaluated as compute does. @throws what the question is refused with */
function reference(result: KernelResult): KernelValue {
  switch (result.status) {
    case "value":
      return result;
    case "missing":
      throw new SolverMissing(
        result.inputError.missing,
        result.inputError.accepts.split(",").map((name) => name.trim()),
        result.inputError.message,
      );
    case "refused":
      throw refusedQuestion(result.refusal, result.operatorId);
    case "not-converged":
      throw notConverged("gate", result.message);
    case "invalid":
      throw new SolverRefusal("INVALID_BODY", result.message, { code: result.code });
  }
}

function ofOperators(
  given: Given,
  ids: readonly string[],
  stop: StopSignal,
  progress: Progress,
): SolverResult {
  const plan = chainOf(ids);
  if (plan.operators.length === 0)
    throw noSolution("KO42 alone has nothing to solve: name an operator beside it");
  const { assumed, inputs } = gravityInputs(given, plan);
  const beside = reference(compute(plan, { inputs }));
  const solved: Solved[] = [];
  const carried: Record<string, number> = { ...inputs };
  for (const operator of plan.operators) {
    const one = solveOperator(operator, carried, iterationsOf(given), stop);
    solved.push(one);
    if (operator.binds !== null) carried[operator.binds] = one.numerical.value;
    progress(solved.length, plan.operators.length);
  }
  const last = solved.at(-1)!;
  const { evaluation, numerical } = last;
  // Errors of earlier operators are inputs of later ones; their sum bounds the whole to first
  // order.
  const relative = solved.reduce((sum, one) => sum + one.numerical.relative, 0);
  const iterations = Math.max(...solved.map((one) => one.numerical.iterations));
  const named = tuned(given, {
    converged: solved.every((one) => one.numerical.converged),
    iterations,
    relative,
  });
  if (!Number.isFinite(numerical.value))
    throw notConverged("gate", "the integration has no finite value.");
  const closed = solved.every((one) => isClosed(one.evaluation)) ? beside.value : null;
  return {
    value: numerical.value,
    unit: beside.unit ?? "",
    ...(beside.uncertaintySource === "gum" ? { physicalUncertainty: beside.uncertainty } : {}),
    equations: solved.map((one) => `${one.evaluation.canonical}; ${one.evaluation.substituted}`),
    outputs: {
      ...(closed === null
        ? {}
        : {
            closed_form: {
              value: closed,
              unit: beside.unit ?? "",
              uncertainty: beside.uncertainty,
            },
          }),
      iterations: exact(iterations),
    },
    named: {
      errorPct: closed === null ? null : errorPct(numerical.value, closed),
      operatorsSolved: plan.operators.map(({ id }) => id),
      ...named,
    },
    fields: [],
    invariants: [],
    error: { relative, scale: 0, method: numerical.method, levels: numerical.levels },
    assumed: [
      ...assumed,
      ...Object.entries(evaluation.assumed).map(([name, { reason, unit, value }]) => ({
        name,
        value,
        unit,
        why: reason,
      })),
      ...assumedIterations(given),
    ],
    notes: [
      ...evaluation.notes.filter((note) => !note.startsWith("NUMERICAL FALLBACK")),
      numerical.method === "step-halving"
        ? `Integrated by Runge-Kutta of order 4, the step halved ${iterations} times.`
        : `Found as the root of the equation in its subject, the bracket halved ${iterations} times.`,
    ],
  };
}

function errorPct(value: number, closed: number): number {
  return value === closed
    ? 0
    : (100 * Math.abs(value - closed)) / Math.abs(closed === 0 ? value : closed);
}

function assumedIterations(given: Given): Assumed[] {
  return given.maxIterations === undefined
    ? [
        {
          name: "maxIterations",
          value: ITERATIONS_MAX,
          unit: "1",
          why: "the most that may be asked for",
        },
      ]
    : [];
}

function ofSystem(
  given: Given,
  system: NonNullable<Given["system"]>,
  stop: StopSignal,
  progress: Progress,
): SolverResult {
  const run = integrateSystem(system, given.inputs ?? {}, () => stopIf(stop));
  progress(1, 1);
  const { canonical, coarse, fields, fine, hidden, names, pieces, steps, stiff } = run;
  const asked = system.value ?? names[0]!;
  const at = names.indexOf(asked);
  if (at < 0)
    throw badInput(
      "/system/value",
      `${asked} is no variable; the variables are ${names.join(", ")}`,
    );
  // A component that passes through zero is known to a part of its orbit.
  const errorOf = (i: number): ErrorEstimate => {
    let scale = Math.abs(system.initial[names[i]!]!);
    if (i < fields.length)
      for (const value of fields[i]!.data) scale = Math.max(scale, Math.abs(value));
    const halved = halvedMeshError(coarse[i]!, fine[i]!, steps, scale);
    const size = Math.max(Math.abs(fine[i]!), scale);
    return hidden[i] === 0 ? halved : { ...halved, relative: halved.relative + hidden[i]! / size };
  };
  const error = errorOf(at);
  const named = tuned(given, {
    converged: error.relative <= 1e-4,
    iterations: 1,
    relative: error.relative,
  });
  const ordered = at < fields.length ? [fields[at]!, ...fields.filter((_, i) => i !== at)] : fields;
  return {
    value: fine[at]!,
    unit: "1",
    equations: canonical,
    outputs: Object.fromEntries(
      names.map((name, i) => [
        name,
        { value: fine[i]!, unit: "1", uncertainty: numericalUncertainty(errorOf(i), fine[i]!) },
      ]),
    ),
    named: { errorPct: null, ...named },
    fields: ordered,
    invariants: [],
    error,
    assumed:
      system.value === undefined
        ? [{ name: "value", value: asked, unit: "", why: "the first variable" }]
        : [],
    notes: [
      stiff
        ? `The system is stiff: Radau IIA of order 5 at two tolerances, ${steps} steps in the finer run.`
        : `Explicit Runge-Kutta of order 8, ${steps} steps chosen by their error and again with every step halved.`,
      ...(pieces === 1
        ? []
        : [
            `The right-hand sides jump or bend ${pieces - 1} times; each piece was integrated alone.`,
          ]),
    ],
  };
}

interface RootQuestion {
  readonly compiled: readonly Expression[];
  readonly slots: Float64Array;
  readonly from: number;
  readonly to: number;
  readonly unknown: string;
  readonly residual: (x: number) => number;
}

/**
 * The one root between the bounds, which a bisection then only refines.
 * @throws SolverRefusal where there is none, where there are several, or where it is not settled
 */
function onlyRoot(question: RootQuestion): Solution {
  const { compiled, slots, from, to, unknown, residual } = question;
  const [left, right] = compiled;
  const expr = left!.tree;
  const zero: Node = { op: "constant", value: 0, constant: null, exact: true, expr };
  const solutions = solutionsOf({
    left: left!.root,
    right: right?.root ?? zero,
    unknown: 0,
    values: slots,
    reaches: null,
    min: from,
    max: to,
    enough: SOLVE_ROOTS_MAX,
    work: { left: SOLVE_BOXES_WORK_MAX },
  });
  const [only, another] = solutions.found;
  if (only !== undefined && another === undefined && solutions.isComplete) return only;
  const asked = { subject: unknown, unit: null, min: from, max: to };
  const { kind, message, values } = unanswered(asked, solutions);
  const members = {
    from,
    to,
    ...(values === undefined ? {} : { values: [...values] }),
    ...(Number.isFinite(residual(from)) ? { at_from: residual(from) } : {}),
    ...(Number.isFinite(residual(to)) ? { at_to: residual(to) } : {}),
  };
  throw kind === "no-solution" || values !== undefined
    ? noSolution(message, members)
    : notConverged("gate", message, members);
}

function ofEquation(given: Given, text: string): SolverResult {
  const { from, to, unknown } = given;
  if (unknown === undefined)
    throw new SolverMissing(
      "unknown",
      ["unknown"],
      "the equation is solved for an unknown, which is not named",
    );
  if (from === undefined || to === undefined)
    throw new SolverMissing(
      from === undefined ? "from" : "to",
      [from === undefined ? "from" : "to"],
      "a root is looked for between two bounds",
    );
  if (!(from < to)) throw badInput("/to", "the bounds of a root are an interval: from < to");
  const parameters = given.inputs ?? {};
  const names = Object.keys(parameters).sort();
  if (names.includes(unknown))
    throw badInput(`/inputs/${unknown}`, `${unknown} is the unknown and was given`);
  const sides = text.split("=");
  if (sides.length > 2) throw badInput("/equation", "an equation has one equals sign");
  const compiled = sides.map((side) => compileExpression(side, [unknown, ...names], "/equation"));
  const slots = Float64Array.from([0, ...names.map((name) => parameters[name]!)]);
  const residual = (x: number): number => {
    slots[0] = x;
    return compiled[0]!.value(slots) - (compiled[1]?.value(slots) ?? 0);
  };
  const scale = 1e-3 * (to - from);
  const root = onlyRoot({ compiled, slots, from, to, unknown, residual });
  const isBracketed = Math.sign(residual(from)) * Math.sign(residual(to)) === -1;
  const found = isBracketed
    ? bisect(residual, from, to, iterationsOf(given), scale)
    : {
        value: root.value,
        relative: root.bound / Math.max(Math.abs(root.value), scale),
        method: "residual" as const,
        iterations: 0,
        converged: true,
        levels: [{ resolution: 0, value: root.value }],
      };
  const left = residual(found.value);
  return {
    value: found.value,
    unit: "1",
    equations: [
      compiled.length === 2
        ? `${compiled[0]!.canonical} = ${compiled[1]!.canonical}`
        : `${compiled[0]!.canonical} = 0`,
    ],
    outputs: {
      residual: remainder(left),
      iterations: exact(found.iterations),
    },
    named: { errorPct: null, ...tuned(given, found) },
    fields: [],
    invariants: [],
    error: { relative: found.relative, scale, method: "residual", levels: found.levels },
    assumed: assumedIterations(given),
    notes: [`The bracket was halved ${found.iterations} times.`],
  };
}
