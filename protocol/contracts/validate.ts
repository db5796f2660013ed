/**
 * Checks a program: its form first, then all that it says, with every problem at once. What passes
 * is read already, and ready to run.
 */
import { closest } from "../cel/closest.js";
import { canonicalize } from "../encoding/jcs.js";
import { utf8Length } from "../encoding/utf8.js";
import {
  BOOL,
  CEL_LIMITS,
  DYN,
  checkExpression,
  double,
  parseExpression,
  typeText,
} from "../cel/index.js";
import type { CelNode, CelProblemCode, CelType, ScopeTypes } from "../cel/index.js";
import { commonType } from "../cel/types.js";
import type { Registry } from "../operators/registry.js";
import type { JsonValue } from "../ports.js";
import { parseUnit } from "../units/index.js";
import { shapeOf, type KnownComputes } from "./catalog.js";
import { readCron } from "./cron.js";
import { TICK_EVENT, isTimeTrigger, listens } from "./due.js";
import { PROGRAM_LIMITS, programSchema } from "./program.js";
import { NO_GAPS, hasGap, losesNames, repaired, typesWithGaps, type Gaps } from "./repair.js";
import type { ComputeDeclaration, Program, TransitionDeclaration } from "./program.js";
import { SCOPE_NAMES, contextType, initialContext, resultType, scopeTypes } from "./scope.js";

export type ProgramProblemCode =
  | CelProblemCode
  | "INVALID_STRUCTURE"
  | "TOO_LARGE"
  | "TOO_MANY"
  | "UNKNOWN_OPERATOR"
  | "UNKNOWN_SOLVER"
  | "OPERATOR_CHAIN"
  | "UNKNOWN_INPUT"
  | "MISSING_INPUT"
  | "DUPLICATE_NAME"
  | "MISSING_STATE"
  | "UNREACHABLE_STATE"
  | "OUT_OF_RANGE"
  | "BAD_UNIT"
  | "BAD_CRON"
  | "NO_INPUT";

export interface ProgramProblem {
  /** JSON Pointer into the program. */
  readonly pointer: string;
  readonly code: ProgramProblemCode;
  /** One sentence. */
  readonly message: string;
  /** In the text of an expression, in UTF-16 units. */
  readonly position?: number;
}

/** A program that was checked, with its expressions by their pointers. */
export interface CheckedProgram {
  readonly program: Program;
  readonly expressions: ReadonlyMap<string, CelNode>;
}

export type Validated =
  | { readonly ok: true; readonly checked: CheckedProgram }
  | { readonly ok: false; readonly problems: readonly ProgramProblem[] };

/** More tell nothing new, and would make a long answer of a short program. */
const PROBLEMS_MAX = 100;

/** @param computes which cards are known: inputs and results of other solvers are of any type */
export function validateProgram(
  value: JsonValue,
  registry: Registry,
  computes: KnownComputes = "all",
): Validated {
  const bytes = utf8Length(canonicalize(value));
  if (bytes > PROGRAM_LIMITS.bytes) {
    const message = `A program has at most ${PROGRAM_LIMITS.bytes} bytes; this one has ${bytes}.`;
    return { ok: false, problems: [{ pointer: "", code: "TOO_LARGE", message }] };
  }
  const read = programSchema.safeParse(value);
  if (!read.success) {
    const { issues } = read.error;
    const problems = issues.map(({ message, path }): ProgramProblem => ({
      pointer: pointerOf(path.map(String)),
      code: "INVALID_STRUCTURE",
      message: message.endsWith("received undefined") ? "It is missing." : message,
    }));
    const rest = repaired(value, issues);
    if (rest !== null)
      problems.push(...new ProgramChecker(rest.program, { registry, computes }, rest.gaps).check());
    return { ok: false, problems: problems.slice(0, PROBLEMS_MAX) };
  }
  const checker = new ProgramChecker(read.data, { registry, computes });
  const problems = checker.check();
  if (problems.length > 0) return { ok: false, problems: problems.slice(0, PROBLEMS_MAX) };
  return { ok: true, checked: { program: read.data, expressions: checker.expressions } };
}

function pointerOf(path: readonly string[]): string {
  return path.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

interface Stepped {
  readonly type: CelType;
  readonly steps: number;
}

interface Known {
  readonly registry: Registry;
  readonly computes: KnownComputes;
}

class ProgramChecker {
  readonly expressions = new Map<string, CelNode>();
  readonly #program: Program;
  readonly #known: Known;
  readonly #gaps: Gaps;
  readonly #problems: ProgramProblem[] = [];
  #nodesLeft: number = PROGRAM_LIMITS.nodes;

  constructor(program: Program, known: Known, gaps: Gaps = NO_GAPS) {
    this.#program = program;
    this.#known = known;
    this.#gaps = gaps;
  }

  check(): readonly ProgramProblem[] {
    this.#counts();
    this.#declarations();
    this.#trigger();
    // A unit that is not read is of any dimension: it is told once.
    this.#expressionsOf(typesWithGaps(scopeTypes(this.#program), this.#gaps));
    this.#states();
    return this.#problems;
  }

  #report(pointer: string, code: ProgramProblemCode, message: string, position?: number): void {
    this.#problems.push({
      pointer,
      code,
      message,
      ...(position === undefined ? {} : { position }),
    });
  }

  #counts(): void {
    const { compute = [], inputs = {}, machine, params = {} } = this.#program;
    const states = Object.values(machine.states);
    const transitions = states.reduce((sum, { on = [] }) => sum + on.length, 0);
    for (const [pointer, what, count, most] of [
      ["/params", "params", Object.keys(params).length, PROGRAM_LIMITS.params],
      ["/inputs", "inputs", Object.keys(inputs).length, PROGRAM_LIMITS.inputs],
      ["/compute", "computes", compute.length, PROGRAM_LIMITS.computes],
      ["/machine/states", "states", states.length, PROGRAM_LIMITS.states],
      ["/machine/states", "transitions", transitions, PROGRAM_LIMITS.transitions],
    ] as const) {
      if (count <= most) continue;
      this.#report(pointer, "TOO_MANY", `A program has at most ${most} ${what}, not ${count}.`);
    }
  }

  #declarations(): void {
    const { inputs = {}, machine, params = {} } = this.#program;
    const before = this.#problems.length;
    for (const [group, declared] of [
      ["params", params],
      ["inputs", inputs],
      ["machine/context", machine.context ?? {}],
    ] as const) {
      for (const [name, one] of Object.entries(declared)) {
        const unit = typeof one === "object" && "unit" in one ? one.unit : undefined;
        if (unit !== undefined) this.#unit(`/${group}/${name}/unit`, unit);
      }
    }
    const areUnitsRead = this.#problems.length === before;
    for (const [group, declared] of [
      ["params", params],
      ["inputs", inputs],
    ] as const) {
      for (const [name, one] of Object.entries(declared)) {
        if (one.type !== "double" && one.type !== "doubles") continue;
        this.#range(`/${group}/${name}`, one);
      }
    }
    if (areUnitsRead) this.#context();
  }

  #unit(pointer: string, text: string): void {
    const read = parseUnit(text);
    if (!read.ok) this.#report(pointer, "BAD_UNIT", read.message, read.position);
  }

  #range(
    pointer: string,
    one: {
      readonly min?: number | undefined;
      readonly max?: number | undefined;
      readonly default?: number | readonly number[] | undefined;
    },
  ): void {
    const { max = Infinity, min = -Infinity } = one;
    if (min > max) this.#report(`${pointer}/min`, "OUT_OF_RANGE", `${min} is above ${max}.`);
    const given = one.default;
    for (const value of given === undefined ? [] : typeof given === "number" ? [given] : given) {
      if (value >= min && value <= max) continue;
      const message = `The default ${value} is not within ${min} to ${max}.`;
      this.#report(`${pointer}/default`, "OUT_OF_RANGE", message);
    }
  }

  #context(): void {
    const bytes = utf8Length(canonicalize(initialContext(this.#program)));
    if (bytes <= PROGRAM_LIMITS.contextBytes) return;
    const message = `A context has at most ${PROGRAM_LIMITS.contextBytes} bytes; this one has ${bytes}.`;
    this.#report("/machine/context", "TOO_LARGE", message);
  }

  #trigger(): void {
    const { inputs = {}, trigger } = this.#program;
    if (hasGap(this.#gaps, "trigger")) return;
    if (trigger.type === "cron") {
      const read = readCron(trigger.cron);
      if (!read.ok) this.#report("/trigger/cron", "BAD_CRON", read.message);
    }
    if (trigger.type === "on-aggregate") this.#aggregated("/trigger", trigger.field);
    if (!isTimeTrigger(trigger)) return;
    if (listens(trigger)) {
      const { aggregate, event } = trigger.listen;
      if (event === TICK_EVENT) {
        const message = `${TICK_EVENT} is the event of the time itself.`;
        this.#report("/trigger/listen/event", "DUPLICATE_NAME", message);
      }
      if (aggregate !== undefined) this.#aggregated("/trigger/listen/aggregate", aggregate.field);
      return;
    }
    for (const [name, { default: given, optional }] of Object.entries(inputs)) {
      if (given !== undefined || optional === true) continue;
      const message = `A time brings no ${name}: give it a default, or make it optional.`;
      this.#report(`/inputs/${name}`, "NO_INPUT", message);
    }
  }

  #aggregated(pointer: string, field: string): void {
    const { inputs = {} } = this.#program;
    const declared = Object.hasOwn(inputs, field) ? inputs[field] : undefined;
    if (declared?.type === "double" || this.#isLost("inputs", field)) return;
    const message = `${field} is no input of type double.${closest(field, Object.keys(inputs))}`;
    this.#report(`${pointer}/field`, "UNKNOWN_INPUT", message);
  }

  /** Whether a name of a group was put aside. */
  #isLost(group: string, name: string): boolean {
    return this.#gaps.has(group) || this.#gaps.has(`${group}/${name}`);
  }

  #expressionsOf(base: ScopeTypes): void {
    const { compute = [], machine, trigger } = this.#program;
    const { agg: _, ...beforeWindow } = base;
    let steps = 0;
    if (trigger.type === "on-event" && trigger.where !== undefined) {
      steps += this.#expression("/trigger/where", trigger.where, beforeWindow, BOOL);
    }
    const scope: Record<string, CelType> = { ...base };
    for (const [i, one] of compute.entries()) {
      const pointer = `/compute/${i}`;
      if (Object.hasOwn(scope, one.as) || SCOPE_NAMES.some((name) => name === one.as)) {
        this.#report(`${pointer}/as`, "DUPLICATE_NAME", `${one.as} is named already.`);
      }
      const compute = this.#compute(pointer, one, scope);
      scope[one.as] = compute.type;
      steps += compute.steps;
    }
    let longest = 0;
    for (const [state, { on = [] }] of Object.entries(machine.states)) {
      let guards = 0;
      let effects = 0;
      for (const [i, transition] of on.entries()) {
        const one = this.#transition(`/machine/states/${state}/on/${i}`, transition, scope);
        guards += one.guard;
        effects = Math.max(effects, one.effects);
      }
      longest = Math.max(longest, guards + effects);
    }
    if (steps + longest <= PROGRAM_LIMITS.steps) return;
    const message =
      `A firing can take ${steps + longest} steps; ${PROGRAM_LIMITS.steps} are allowed. ` +
      "Shorter lists take fewer.";
    this.#report("/machine/states", "TOO_MANY_STEPS", message);
  }

  #compute(pointer: string, one: ComputeDeclaration, scope: ScopeTypes): Stepped {
    let steps = 0;
    if (this.#gaps.has(pointer.slice(1))) return { type: DYN, steps };
    const { computes, registry } = this.#known;
    const shape = shapeOf(registry, one, computes);
    if (!shape.ok) this.#report(pointer, shape.code, shape.message);
    for (const [name, text] of Object.entries(one.inputs ?? {})) {
      const at = `${pointer}${pointerOf(["inputs", name])}`;
      const wanted = shape.ok ? shape.shape.typeOf(name) : null;
      if (wanted === undefined && shape.ok) {
        const message = `This compute takes no ${name}.${closest(name, shape.shape.names)}`;
        this.#report(at, "UNKNOWN_INPUT", message);
      }
      steps += this.#expression(at, text, scope, wanted ?? null);
    }
    const isWhole = !hasGap(this.#gaps, `${pointer.slice(1)}/inputs`);
    if (shape.ok && isWhole && shape.shape.missing !== null)
      this.#report(`${pointer}/inputs`, "MISSING_INPUT", shape.shape.missing);
    return { type: resultType(shape.ok ? shape.shape.value : double("unknown")), steps };
  }

  #transition(
    pointer: string,
    { assign = {}, emit = [], guard, target }: TransitionDeclaration,
    scope: ScopeTypes,
  ): { readonly guard: number; readonly effects: number } {
    const { context = {}, states } = this.#program.machine;
    let effects = 0;
    const steps = this.#expression(`${pointer}/guard`, guard, scope, BOOL);
    if (!Object.hasOwn(states, target) && !this.#isLost("machine/states", target)) {
      const message = `There is no state ${target}.${closest(target, Object.keys(states))}`;
      this.#report(`${pointer}/target`, "MISSING_STATE", message);
    }
    for (const [name, text] of Object.entries(assign)) {
      const declared = Object.hasOwn(context, name) ? context[name] : undefined;
      const at = `${pointer}/assign/${name}`;
      if (declared === undefined && !this.#isLost("machine/context", name)) {
        const message = `The context has no ${name}.${closest(name, Object.keys(context))}`;
        this.#report(at, "UNKNOWN_NAME", message);
      }
      effects += this.#expression(
        at,
        text,
        scope,
        declared === undefined ? null : contextType(declared),
      );
    }
    for (const [i, { data = {} }] of emit.entries()) {
      for (const [name, text] of Object.entries(data)) {
        effects += this.#expression(`${pointer}/emit/${i}/data/${name}`, text, scope, null);
      }
    }
    return { guard: steps, effects };
  }

  /**
   * @param wanted the type that the value must be of; null for any
   * @returns the most steps that it takes
   */
  #expression(pointer: string, text: string, scope: ScopeTypes, wanted: CelType | null): number {
    const parsed = parseExpression(text, { ...CEL_LIMITS, nodes: this.#nodesLeft });
    if (!parsed.ok) {
      for (const { code, message, position } of parsed.problems)
        this.#report(pointer, code, message, position);
      return 0;
    }
    this.#nodesLeft -= parsed.nodes;
    this.expressions.set(pointer, parsed.ast);
    const { problems, steps, type } = checkExpression(parsed.ast, scope);
    for (const { code, message, position } of problems) {
      if (code !== "UNKNOWN_NAME" || !losesNames(this.#gaps, this.#program))
        this.#report(pointer, code, message, position);
    }
    if (wanted === null || problems.length > 0 || commonType(type, wanted) !== null) return steps;
    const code = areNumbers(type, wanted) ? "WRONG_UNIT" : "WRONG_TYPE";
    const message = `${typeText(wanted)} is needed here, and this is ${typeText(type)}.`;
    this.#report(pointer, code, message, parsed.ast.position);
    return steps;
  }

  #states(): void {
    const { initial, states } = this.#program.machine;
    if (!Object.hasOwn(states, initial)) {
      if (this.#isLost("machine/states", initial)) return;
      const message = `There is no state ${initial}.${closest(initial, Object.keys(states))}`;
      this.#report("/machine/initial", "MISSING_STATE", message);
      return;
    }
    // A rule put aside may lead anywhere.
    if (hasGap(this.#gaps, "machine")) return;
    const reached = new Set([initial]);
    for (const state of reached) {
      for (const { target } of states[state]?.on ?? []) {
        if (Object.hasOwn(states, target)) reached.add(target);
      }
    }
    for (const state of Object.keys(states)) {
      if (reached.has(state)) continue;
      const message = `No transition leads to ${state}.`;
      this.#report(`/machine/states/${state}`, "UNREACHABLE_STATE", message);
    }
  }
}

/** Two numbers, or two lists of them: only their units can differ. */
function areNumbers(a: CelType, b: CelType): boolean {
  if (a.kind === "list" && b.kind === "list") return areNumbers(a.element, b.element);
  return a.kind === "double" && b.kind === "double";
}
