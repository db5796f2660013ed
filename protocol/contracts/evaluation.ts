/**
 * An event that led to no transition: it may have filled a window or been held by every guard. The
 * next row of the log counts it and folds its digest; what was asked is kept beside the log.
 */
import * as z from "zod";
import { canonicalize } from "../encoding/jcs.js";
import { isObject } from "../encoding/json.js";
import type { Crypto, JsonObject, JsonValue } from "../ports.js";
import type { ContractEvent, Step } from "./machine.js";
import { recordedResult, recordedResultSchema, type RecordedResult } from "./trace.js";

const evaluationSchema = z.strictObject({
  calcond: z.int().min(0),
  data: z.custom<JsonObject>(isObject, "must be an object"),
  emittedBefore: z.int().min(0),
  missed: z.int().min(0),
  results: z.array(recordedResultSchema),
  /** Where the machine was. */
  state: z.string(),
  type: z.string(),
});

export type KeptEvaluation = z.output<typeof evaluationSchema>;

export function evaluationOf(
  { calcond, data, emittedBefore, missed = 0, type }: ContractEvent,
  { from, results }: Pick<Step, "from" | "results">,
): KeptEvaluation {
  const recorded: RecordedResult[] = results.map(recordedResult);
  return { calcond, data, emittedBefore, missed, results: recorded, state: from, type };
}

/** Null for what is none. */
export function readEvaluation(value: JsonValue): KeptEvaluation | null {
  const read = evaluationSchema.safeParse(value);
  return read.success ? read.data : null;
}

/** What the log folds of it. */
export function foldedEvaluation(
  crypto: Pick<Crypto, "sha256Hex">,
  { calcond, data, emittedBefore, missed, results, state, type }: KeptEvaluation,
) {
  return {
    calcond,
    state,
    inputHash: crypto.sha256Hex(canonicalize({ data, emittedBefore, missed, type })),
    resultsHash: crypto.sha256Hex(canonicalize(results)),
  };
}
