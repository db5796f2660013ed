/**
 * Runs of a program over events: what a dry run shows, and whether what was recorded comes out
 * again. The node makes its firings with the same step.
 */
import * as z from "zod";
import { valueBits } from "../encoding/bits.js";
import { canonicalize } from "../encoding/jcs.js";
import { isObject } from "../encoding/json.js";
import type { JsonObject, JsonValue } from "../ports.js";
import type { TransitionRecord } from "../kernel/transition.js";
import { hearsEvent, step } from "./machine.js";
import type {
  ComputeAnswer,
  ComputeRequest,
  ContractEvent,
  EmittedEvent,
  LastHeard,
  MachineState,
  PreparedProgram,
  Step,
  StepResult,
} from "./machine.js";
import type { Aggregate } from "./windows.js";

/** Gives the results of computes, without sealing or charging. */
export type Computing = (request: ComputeRequest) => Promise<ComputeAnswer>;

/** One step, its computes made by `compute`. */
export async function runStep(
  prepared: PreparedProgram,
  before: MachineState,
  event: ContractEvent,
  compute: Computing,
  agg?: Aggregate | null,
): Promise<Step> {
  const run = step(prepared, before, event, agg);
  let next = run.next();
  while (next.done !== true) next = run.next(await compute(next.value));
  return next.value;
}

/** What one event from outside has led to, and has still to lead to. */
export interface Chain {
  readonly waiting: readonly EmittedEvent[];
  /** Events that were emitted, of any type. */
  readonly emitted: number;
}

export const NO_CHAIN: Chain = { waiting: [], emitted: 0 };

/**
 * The chain behind a step: the first that waited is done, and what the program listens to of what
 * was emitted comes last.
 */
export function chainAfter(
  prepared: PreparedProgram,
  chain: Chain,
  { emitted }: Pick<Step, "emitted">,
): Chain {
  const own = emitted.filter(({ type }) => hearsEvent(prepared, type));
  const waiting = [...chain.waiting.slice(1), ...own];
  return waiting.length === 0 ? NO_CHAIN : { waiting, emitted: chain.emitted + emitted.length };
}

/**
 * All steps that events lead to, those by emitted events behind the one that emitted them. An event
 * from outside waits until what the one before led to is done.
 */
export async function trace(
  prepared: PreparedProgram,
  from: MachineState,
  events: readonly Omit<ContractEvent, "emittedBefore">[],
  compute: Computing,
): Promise<{ readonly steps: readonly Step[]; readonly after: MachineState }> {
  const steps: Step[] = [];
  let state = from;
  for (const { calcond, data, type } of events) {
    let chain: Chain = { waiting: [{ type, data }], emitted: 0 };
    for (let [next] = chain.waiting; next !== undefined; [next] = chain.waiting) {
      const event: ContractEvent = { ...next, calcond, emittedBefore: chain.emitted };
      const outcome = await runStep(prepared, state, event, compute);
      steps.push(outcome);
      state = outcome.after;
      chain = chainAfter(prepared, chain, outcome);
    }
  }
  return { steps, after: state };
}

/** What a row records of a result: its bits, and what it costs alone. */
export type RecordedResult = z.output<typeof recordedResultSchema>;

export function recordedResult({
  as,
  credits,
  uncertainty,
  unit,
  value,
}: StepResult): RecordedResult {
  return { as, value, value_bits: valueBits(value), unit, uncertainty, credits };
}

/** What a row records of a step: enough to make it again. */
export type StepRecord = Readonly<Record<string, JsonValue>> & {
  readonly results: RecordedResult[];
};

/** Members by name: spreads are slow. */
export function stepRecord(made: Step, emittedBefore: number, missed = 0): StepRecord {
  const { agg, calcond, context, emitted, event, fault, from, gap, kind, last, results, to } = made;
  const record = {
    kind,
    event,
    calcond,
    emittedBefore,
    missed,
    agg: agg === null ? null : { ...agg },
    from,
    to,
    context,
    results: results.map(({ as, credits, uncertainty, unit, value }): RecordedResult => ({
      as,
      value,
      value_bits: valueBits(value),
      unit,
      uncertainty,
      credits,
    })),
    emitted: emitted.map(({ data, type }) => ({ type, data })),
    fault: fault === null ? null : { ...fault },
  };
  if (last === undefined && gap === undefined) return record;
  return {
    ...record,
    ...(last === undefined ? {} : { last: { ...last } }),
    ...(gap === undefined ? {} : { gap }),
  };
}

export const recordedResultSchema = z.strictObject({
  as: z.string(),
  value: z.number(),
  value_bits: z.string(),
  unit: z.string(),
  uncertainty: z.number(),
  credits: z.int(),
});

const recordSchema = z.looseObject({
  kind: z.enum(["moved", "fault"]),
  event: z.strictObject({
    type: z.string(),
    seq: z.int(),
    data: z.custom<JsonObject>(isObject),
  }),
  calcond: z.int(),
  emittedBefore: z.int(),
  agg: z.strictObject({ value: z.number(), count: z.int() }).nullable(),
  from: z.string(),
  context: z.record(z.string(), z.json()),
  missed: z.int().default(0),
  last: z.strictObject({ calcond: z.int().optional(), count: z.int() }).optional(),
  gap: z.int().min(0).optional(),
});

const transitionSchema = recordSchema.extend({
  kind: z.literal("moved"),
  to: z.string(),
  results: z.array(recordedResultSchema),
  emitted: z.array(z.strictObject({ type: z.string(), data: z.custom<JsonObject>(isObject) })),
});

/** What the envelope of a transition commits to; null for a payload that records none, or an older one. */
export function readRecordedTransition(payload: JsonValue): TransitionRecord | null {
  const read = transitionSchema.safeParse(payload);
  return read.success ? read.data : null;
}

/** A step as a row records it. */
export type RecordedStep = z.output<typeof recordSchema>;

/** Null for a payload that records no step. */
export function readRecord(payload: JsonValue): RecordedStep | null {
  const read = recordSchema.safeParse(payload);
  return read.success ? read.data : null;
}

/** The first member in which a recorded step and the one made again differ. */
export interface StepDifference {
  readonly member: string;
  readonly recorded: JsonValue;
  readonly got: JsonValue;
}

function lastOf({ calcond, count }: NonNullable<RecordedStep["last"]>): LastHeard {
  return calcond === undefined ? { count } : { calcond, count };
}

/** Rows of before named the compute that was sealed, and neither bits nor prices of results. */
export function shownAs(
  payload: JsonObject,
  member: string,
  got: JsonValue | undefined,
): JsonValue | undefined {
  if (member !== "results" || !Object.hasOwn(payload, "sealed") || !Array.isArray(got)) return got;
  return got.map((one: JsonValue) => {
    if (!isObject(one)) return one;
    const { credits: _credits, value_bits: _bits, ...result } = one;
    return result;
  });
}

const COMPARED = ["kind", "from", "to", "agg", "results", "context", "emitted", "fault"] as const;

/**
 * Makes a recorded step again.
 * @param payload the record; @param before where the machine was, by the record before
 */
export async function replayStep(
  prepared: PreparedProgram,
  before: Pick<MachineState, "state" | "context">,
  recorded: RecordedStep,
  payload: JsonObject,
  compute: Computing,
): Promise<StepDifference | null> {
  const { agg, calcond, emittedBefore, event, gap, last, missed } = recorded;
  const state: MachineState = {
    ...before,
    window: { items: [], since: null },
    events: event.seq - 1,
  };
  const { data, type } = event;
  const told = {
    ...(last === undefined ? {} : { last: lastOf(last) }),
    ...(gap === undefined ? {} : { gap }),
  };
  const again: ContractEvent = { type, data, calcond, emittedBefore, missed, ...told };
  const made = await runStep(prepared, state, again, compute, agg);
  const got = stepRecord(made, emittedBefore);
  for (const member of COMPARED) {
    const [a = null, b = null] = [payload[member], shownAs(payload, member, got[member])];
    if (canonicalize(a) !== canonicalize(b)) return { member, recorded: a, got: b };
  }
  return null;
}
