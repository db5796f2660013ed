/**
 * A program made ready, and one step of it: inputs, window, computes, guards, assignments, emitted
 * events. It is pure. A compute is asked for, and its result is given back: by the node, by a dry
 * run or by a replay, so all three decide alike.
 */
import { canonicalize } from "../encoding/jcs.js";
import { utf8Length } from "../encoding/utf8.js";
import { CelError, compileExpression } from "../cel/index.js";
import type { CelScope, Compiled } from "../cel/index.js";
import type { Crypto, JsonObject, JsonValue } from "../ports.js";
import { isTimeTrigger, listens, TICK_EVENT } from "./due.js";
import type { ListeningTrigger } from "./due.js";
import { membersOfLists } from "./families.js";
import { gapBefore, namesGap } from "./gap.js";
import { noticesOf } from "./notices.js";
import type { ProgramNotice } from "./notices.js";
import { PROGRAM_LIMITS, programHash } from "./program.js";
import type { Program } from "./program.js";
import { initialContext, inputReader, paramValues } from "./scope.js";
import type { InputReader } from "./scope.js";
import type { CheckedProgram } from "./validate.js";
import { EMPTY_WINDOW, aggregateOf, enterWindow, windowAt } from "./windows.js";
import type { Aggregate, WindowState } from "./windows.js";

/** Where a machine is. It is plain data, and all that the next step depends on. */
export interface MachineState {
  readonly state: string;
  readonly context: JsonObject;
  readonly window: WindowState;
  /** Events that reached the program. */
  readonly events: number;
  /** Of a time's program that listens: what the events since its beginning said. */
  readonly heard?: Heard;
  /** Of a program that names `tick.gap`: calcond of the last event that it took. */
  readonly taken?: number;
}

interface Heard {
  /** The last value of each input, in the units that it declares. */
  readonly data: JsonObject;
  /** Calcond of the last event. */
  readonly calcond: number;
  /** Events since the last time. */
  readonly count: number;
}

/** What a time's program is told of the events it listens to; without a calcond before the first. */
export interface LastHeard {
  readonly calcond?: number;
  readonly count: number;
}

export interface ContractEvent {
  readonly type: string;
  readonly data: JsonObject;
  readonly calcond: number;
  /** Events that the same event from outside led to before this one. */
  readonly emittedBefore: number;
  /** Times that passed without a firing since the last row; none, if left out. */
  readonly missed?: number;
  /** For a replay: what the program was told when the step was first made. */
  readonly last?: LastHeard;
  readonly gap?: number;
}

export interface ComputeRequest {
  readonly as: string;
  readonly solver: string | null;
  readonly operators: readonly string[] | null;
  readonly domain: string | null;
  readonly inputs: JsonObject;
}

export type ComputeAnswer =
  | {
      readonly ok: true;
      readonly value: number;
      readonly unit: string;
      readonly uncertainty: number;
      /** What it costs alone. */
      readonly credits: number;
    }
  | { readonly ok: false; readonly code: string; readonly message: string };

export interface StepResult {
  readonly as: string;
  readonly value: number;
  readonly unit: string;
  readonly uncertainty: number;
  readonly credits: number;
}

export interface EmittedEvent {
  readonly type: string;
  readonly data: JsonObject;
}

export interface Fault {
  readonly code: string;
  readonly message: string;
  /** JSON Pointer into the program; null where no part of it is at fault. */
  readonly pointer: string | null;
}

/**
 * ignored: the event is none of the program's, or its window is not full. held: no guard was true.
 * fault: there is no decision.
 */
export type StepKind = "ignored" | "held" | "moved" | "fault";

export interface Step {
  readonly kind: StepKind;
  readonly event: { readonly type: string; readonly seq: number; readonly data: JsonObject };
  readonly calcond: number;
  readonly agg: Aggregate | null;
  readonly from: string;
  readonly to: string;
  /** After the step. */
  readonly context: JsonObject;
  readonly results: readonly StepResult[];
  readonly emitted: readonly EmittedEvent[];
  readonly fault: Fault | null;
  readonly after: MachineState;
  /** Of a time's program that listens. */
  readonly last?: LastHeard;
  /** Of a program that names `tick.gap`. */
  readonly gap?: number;
}

interface PreparedTransition {
  readonly pointer: string;
  readonly target: string;
  readonly guard: Compiled;
  readonly assign: readonly Named[];
  readonly emit: readonly { readonly type: string; readonly data: readonly Named[] }[];
}

interface Named {
  readonly name: string;
  readonly pointer: string;
  readonly value: Compiled;
}

interface PreparedCompute {
  readonly as: string;
  readonly pointer: string;
  readonly solver: string | null;
  readonly operators: readonly string[] | null;
  readonly domain: string | null;
  readonly inputs: readonly Named[];
}

export interface PreparedProgram {
  readonly program: Program;
  readonly hash: string;
  readonly params: JsonObject;
  readonly readInputs: InputReader;
  readonly where: Compiled | null;
  readonly computes: readonly PreparedCompute[];
  readonly states: ReadonlyMap<string, readonly PreparedTransition[]>;
  /** It names `tick.gap`. */
  readonly readsGap: boolean;
  readonly notices: readonly ProgramNotice[];
}

export function prepareProgram(
  crypto: Pick<Crypto, "sha256Hex">,
  { expressions, program }: CheckedProgram,
): PreparedProgram {
  const compiled = (pointer: string): Compiled => compileExpression(expressions.get(pointer)!);
  const named = (pointer: string, all: Readonly<Record<string, string>> = {}): readonly Named[] =>
    Object.keys(all).map((name) => {
      const own = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      return { name, pointer: own, value: compiled(own) };
    });
  const { compute = [], machine, trigger } = program;
  return {
    program,
    hash: programHash(crypto, program),
    notices: noticesOf(program, expressions),
    params: paramValues(program),
    readInputs: inputReader(program),
    where:
      trigger.type === "on-event" && trigger.where !== undefined
        ? compiled("/trigger/where")
        : null,
    computes: compute.map((one, i) => ({
      as: one.as,
      pointer: `/compute/${i}`,
      solver: one.solver ?? null,
      operators: one.operators ?? null,
      domain: one.domain ?? null,
      inputs: named(`/compute/${i}/inputs`, one.inputs),
    })),
    states: new Map(
      Object.entries(machine.states).map(([state, { on = [] }]) => [
        state,
        on.map((transition, i): PreparedTransition => {
          const pointer = `/machine/states/${state}/on/${i}`;
          return {
            pointer,
            target: transition.target,
            guard: compiled(`${pointer}/guard`),
            assign: named(`${pointer}/assign`, transition.assign),
            emit: (transition.emit ?? []).map(({ data, type }, k) => ({
              type,
              data: named(`${pointer}/emit/${k}/data`, data),
            })),
          };
        }),
      ]),
    ),
    readsGap: [...expressions.values()].some(namesGap),
  };
}

export function initialState({ program }: PreparedProgram): MachineState {
  return {
    state: program.machine.initial,
    context: initialContext(program),
    window: EMPTY_WINDOW,
    events: 0,
  };
}

/** Whether an event of this type is looked at. A time trigger is fired by any. */
export function takesEvent({ program: { trigger } }: PreparedProgram, type: string): boolean {
  return isTimeTrigger(trigger) || trigger.event === type;
}

/** The type of event that a program looks at. */
export function usualType({ program: { trigger } }: PreparedProgram): string {
  return isTimeTrigger(trigger) ? TICK_EVENT : trigger.event;
}

/** Whether the program asks for an event of this type, from its machine or from itself. */
export function hearsEvent({ program: { trigger } }: PreparedProgram, type: string): boolean {
  return isTimeTrigger(trigger) ? trigger.listen?.event === type : trigger.event === type;
}

/** Thrown where there is no decision. */
class NoDecision extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** The steps of a program: what is asked for, what comes of it, and what is given back. */
export type StepRun = Generator<ComputeRequest, Step, ComputeAnswer>;

/**
 * One step.
 * @param agg what the window gave when the step was first made, for a replay: without it the event
 * enters the window
 */
export function* step(
  prepared: PreparedProgram,
  before: MachineState,
  event: ContractEvent,
  agg?: Aggregate | null,
): StepRun {
  const { calcond, data, type } = event;
  if (!takesEvent(prepared, type)) {
    return stillAt(before, { type, seq: before.events, data }, calcond, "ignored", before);
  }
  if (!prepared.readsGap) return yield* takenStep(prepared, before, event, agg);
  const gap = event.gap ?? gapBefore(before.taken, calcond);
  const decision = yield* takenStep(prepared, before, { ...event, gap }, agg);
  const taken = isTaken(prepared, decision) ? calcond : before.taken;
  const { after } = decision;
  return { ...decision, gap, after: taken === undefined ? after : { ...after, taken } };
}

/** A fault is no reading, and neither is what is not asked for, or only heard for a later time. */
function isTaken({ program: { trigger } }: PreparedProgram, { kind }: Step): boolean {
  // What an aggregate ignores has entered its window, which is not full.
  const isIgnored = kind === "ignored" && trigger.type === "on-aggregate";
  return kind === "held" || kind === "moved" || isIgnored;
}

function* takenStep(
  prepared: PreparedProgram,
  before: MachineState,
  event: ContractEvent,
  agg: Aggregate | null | undefined,
): StepRun {
  const { trigger } = prepared.program;
  if (!listens(trigger)) return yield* decided(prepared, before, event, agg, null);
  if (trigger.listen.event === event.type) return heardStep(prepared, trigger, before, event);
  const heard = heardAt(trigger, before, event, agg);
  const decision = yield* decided(prepared, before, event, agg, heard);
  return { ...decision, last: heard.last };
}

function* decided(
  prepared: PreparedProgram,
  before: MachineState,
  event: ContractEvent,
  agg: Aggregate | null | undefined,
  heard: HeardEvent | null,
): StepRun {
  const { calcond, type } = event;
  const { trigger } = prepared.program;
  const seq = before.events + 1;
  const { context, state } = before;
  const own = { type, seq, data: heard === null ? event.data : heard.data };
  let after: MachineState =
    heard === null ? { state, context, window: before.window, events: seq } : heard.after;
  const results: StepResult[] = [];
  let aggregate: Aggregate | null = heard === null ? (agg ?? null) : heard.agg;
  try {
    const input = inputsOf(prepared, own.data);
    const scope: Record<string, JsonValue> = {
      params: prepared.params,
      input,
      event: { type, seq },
      ctx: context,
      tick: tickOf(event),
    };
    if (prepared.where !== null && valueAt(prepared.where, scope, "/trigger/where") !== true) {
      return stillAt(before, own, calcond, "ignored", after);
    }
    if (trigger.type === "on-aggregate") {
      if (agg === undefined) {
        const window = enterWindow(trigger, before.window, calcond, Number(input[trigger.field]));
        after = { state, context, window, events: seq };
        aggregate = aggregateOf(trigger, window, calcond);
      }
      if (aggregate === null) return stillAt(before, own, calcond, "ignored", after);
      scope["agg"] = aggregateValue(aggregate);
    }
    if (heard !== null) {
      scope["last"] = { ...heard.last };
      scope["agg"] = aggregate === null ? {} : aggregateValue(aggregate);
    }
    for (const compute of prepared.computes) {
      const result = resultOf(compute, yield requestOf(compute, scope));
      results.push(result);
      const { uncertainty, unit, value } = result;
      scope[compute.as] = { value, unit, uncertainty };
    }
    const taken = firstTrue(prepared, state, scope);
    if (taken === null)
      return stillAt(before, own, calcond, "held", after, { agg: aggregate, results });
    const moved = contextAfter(context, taken, scope);
    const emitted = emittedBy(taken, scope, event.emittedBefore);
    return {
      kind: "moved",
      event: own,
      calcond,
      agg: aggregate,
      from: state,
      to: taken.target,
      context: moved,
      results,
      emitted,
      fault: null,
      after:
        heard === null
          ? { state: taken.target, context: moved, window: after.window, events: seq }
          : { ...after, state: taken.target, context: moved },
    };
  } catch (error) {
    if (!(error instanceof NoDecision)) throw error;
    const { fault } = error;
    return stillAt(before, own, calcond, "fault", after, { agg: aggregate, results, fault });
  }
}

function tickOf({ calcond, gap, missed = 0 }: ContractEvent): JsonObject {
  return gap === undefined ? { calcond, missed } : { calcond, missed, gap };
}

/** What a time's program is told of the events since its last time. */
interface HeardEvent {
  readonly data: JsonObject;
  readonly agg: Aggregate | null;
  readonly last: LastHeard;
  readonly after: MachineState;
}

function heardAt(
  { listen: { aggregate } }: ListeningTrigger,
  { context, events, heard, state, window }: MachineState,
  { calcond, data, last }: ContractEvent,
  agg: Aggregate | null | undefined,
): HeardEvent {
  const kept = aggregate === undefined ? window : windowAt(aggregate, window, calcond);
  const found =
    aggregate === undefined ? null : aggregateOf({ ...aggregate, emit: "always" }, kept, calcond);
  const after = { state, context, window: kept, events: events + 1 };
  return {
    data: heard === undefined ? data : { ...heard.data, ...data },
    agg: agg === undefined ? found : agg,
    last: last ?? lastOf(heard),
    after: heard === undefined ? after : { ...after, heard: { ...heard, count: 0 } },
  };
}

function lastOf(heard: Heard | undefined): LastHeard {
  return heard === undefined ? { count: 0 } : { calcond: heard.calcond, count: heard.count };
}

/** An event that a time's program keeps for its next time: nothing is decided. */
function heardStep(
  prepared: PreparedProgram,
  { listen: { aggregate } }: ListeningTrigger,
  before: MachineState,
  { calcond, data, type }: ContractEvent,
): Step {
  const { context, events, heard, state } = before;
  const own = { type, seq: events + 1, data };
  const read = prepared.readInputs(data, { isPart: true });
  if (!read.ok) {
    const fault = { code: "INVALID_INPUT", message: read.message, pointer: "/inputs" };
    const after = { ...before, events: events + 1 };
    return stillAt(before, own, calcond, "fault", after, { agg: null, results: [], fault });
  }
  const value = aggregate === undefined ? undefined : read.input[aggregate.field];
  const window =
    aggregate === undefined || typeof value !== "number"
      ? before.window
      : enterWindow(aggregate, before.window, calcond, value);
  const declared = Object.entries(data).filter(([name]) => Object.hasOwn(read.input, name));
  const kept: Heard = {
    data: { ...heard?.data, ...Object.fromEntries(declared) },
    calcond,
    count: (heard?.count ?? 0) + 1,
  };
  const after: MachineState = { state, context, window, events: events + 1, heard: kept };
  return stillAt(before, own, calcond, "ignored", after);
}

interface Found {
  readonly agg: Aggregate | null;
  readonly results: readonly StepResult[];
  readonly fault?: Fault | null;
}

const NOTHING_FOUND: Found = { agg: null, results: [] };
const NONE_EMITTED: readonly EmittedEvent[] = [];

/** A step that leaves the machine where it is. Members by name: spreads took most of its time. */
function stillAt(
  { context, state }: MachineState,
  event: Step["event"],
  calcond: number,
  kind: Exclude<StepKind, "moved">,
  after: MachineState,
  { agg, fault, results }: Found = NOTHING_FOUND,
): Step {
  return {
    kind,
    event,
    calcond,
    agg,
    from: state,
    to: state,
    context,
    results,
    emitted: NONE_EMITTED,
    fault: fault ?? null,
    after,
  };
}

function inputsOf({ readInputs }: PreparedProgram, data: JsonObject): JsonObject {
  const read = readInputs(data);
  if (read.ok) return read.input;
  throw new NoDecision({ code: "INVALID_INPUT", message: read.message, pointer: "/inputs" });
}

function valueAt(compiled: Compiled, scope: CelScope, pointer: string): JsonValue {
  try {
    return compiled(scope);
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
    const { code, message, position } = error;
    throw new NoDecision({ code, message: `${message} (column ${position + 1})`, pointer });
  }
}

function aggregateValue({ count, value }: Aggregate): JsonObject {
  if (Number.isFinite(value)) return { value, count };
  const message = "the aggregate is no finite number";
  throw new NoDecision({ code: "NON_FINITE", message, pointer: "/trigger" });
}

function requestOf(compute: PreparedCompute, scope: CelScope): ComputeRequest {
  const { as, domain, operators, solver } = compute;
  const inputs = valuesOf(compute.inputs, scope);
  return {
    as,
    solver,
    operators,
    domain,
    inputs: solver === null ? membersOfLists(inputs) : inputs,
  };
}

function valuesOf(all: readonly Named[], scope: CelScope): JsonObject {
  const values: Record<string, JsonValue> = {};
  for (const { name, pointer, value } of all) values[name] = valueAt(value, scope, pointer);
  return values;
}

function resultOf({ as, pointer }: PreparedCompute, answer: ComputeAnswer): StepResult {
  if (answer.ok) {
    const { credits, uncertainty, unit, value } = answer;
    return { as, value, unit, uncertainty, credits };
  }
  const { code, message } = answer;
  throw new NoDecision({ code, message: `${as}: ${message}`, pointer });
}

/** In the order of the program. */
function firstTrue(
  { states }: PreparedProgram,
  state: string,
  scope: CelScope,
): PreparedTransition | null {
  for (const transition of states.get(state) ?? []) {
    const value = valueAt(transition.guard, scope, `${transition.pointer}/guard`);
    if (value === true) return transition;
  }
  return null;
}

/** Every right side sees the context as it was. */
function contextAfter(
  before: JsonObject,
  { assign, pointer }: PreparedTransition,
  scope: CelScope,
): JsonObject {
  if (assign.length === 0) return before;
  const context = { ...before, ...valuesOf(assign, scope) };
  const bytes = utf8Length(canonicalize(context));
  if (bytes <= PROGRAM_LIMITS.contextBytes) return context;
  const message = `the context would have ${bytes} bytes; ${PROGRAM_LIMITS.contextBytes} are allowed`;
  throw new NoDecision({ code: "CONTEXT_TOO_LARGE", message, pointer: `${pointer}/assign` });
}

function emittedBy(
  { emit, pointer }: PreparedTransition,
  scope: CelScope,
  before: number,
): readonly EmittedEvent[] {
  const most = PROGRAM_LIMITS.emittedOfRoot;
  if (before + emit.length > most) {
    const message = `one event leads to at most ${most} others`;
    throw new NoDecision({ code: "LOOP_LIMIT", message, pointer: `${pointer}/emit` });
  }
  return emit.map(({ data, type }) => ({ type, data: valuesOf(data, scope) }));
}
