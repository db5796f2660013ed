/** What a step leaves behind: the state of a reactor after it, and how well was kept what should be. */
import { canonicalize } from "../encoding/jcs.js";
import { parseJson, isObject } from "../encoding/json.js";
import type { KernelValue } from "../chains/result.js";
import type { JsonObject, JsonValue } from "../ports.js";
import type { ReactorState } from "./types.js";

/** A conserved quantity, as the payload of a step records it. */
export interface KeptInvariant extends JsonObject {
  readonly name: string;
  readonly driftPct: number;
  readonly boundPct: number;
}

export interface StepResult {
  readonly x: ReactorState;
  readonly invariants: readonly KeptInvariant[];
}

/**
 * The value and all outputs by name; of a solver that goes on from a state of its own that state,
 * too. Numbers are as they are after they were written: a state that is read is the same.
 */
export function stateAfter({
  solution,
  value,
}: Pick<KernelValue, "solution" | "value">): StepResult {
  const members = solution === undefined ? {} : membersOf(solution.members);
  const { invariants, outputs = {}, state } = members;
  const x: Record<string, JsonValue> = {};
  for (const [name, output] of Object.entries(isObject(outputs) ? outputs : {}))
    if (isObject(output) && output["value"] !== undefined) x[name] = output["value"];
  // A zero has no sign in JSON.
  x["value"] = value + 0;
  if (state !== undefined) x["state"] = state;
  return { x, invariants: invariantsOf(invariants) };
}

/** The members that a solver adds to an answer: each with a comma before it. */
function membersOf(text: string): JsonObject {
  const read = parseJson(`{${text.slice(1)}}`);
  if (!read.ok || !isObject(read.value)) throw new Error("a solution is no JSON");
  return read.value;
}

function invariantsOf(all: JsonValue | undefined): readonly KeptInvariant[] {
  if (!Array.isArray(all)) return [];
  return all.filter(isObject).map(({ boundPct, driftPct, name }) => ({
    name: typeof name === "string" ? name : "an invariant",
    driftPct: Number(driftPct),
    boundPct: Number(boundPct),
  }));
}

/** Payload of row 0: all that the steps follow from. */
export function createdPayload(program: JsonObject, x: ReactorState): string {
  return canonicalize({ program, n: 0, x });
}

export interface StepPayload {
  /** Steps up to and with this one. */
  readonly n: number;
  readonly u: JsonValue;
  readonly x: ReactorState;
  /** `heat/1`, or the version of the registry of operators. */
  readonly engine: string;
  readonly credits: number;
  readonly invariants: readonly KeptInvariant[];
}

export function stepPayload({ credits, engine, invariants, n, u, x }: StepPayload): string {
  return canonicalize({ n, u, x, engine, credits, invariants });
}

export interface FaultPayload extends Pick<StepPayload, "n" | "u" | "engine"> {
  readonly fault: { readonly code: string; readonly message: string };
}

/** Payload of a row of type `fault`: `n` is the number of steps before the one that there was not. */
export function faultPayload({ engine, fault: { code, message }, n, u }: FaultPayload): string {
  return canonicalize({ n, u, engine, fault: { code, message } });
}

/** State and number out of the payload of row 0 or of a step; null for another one. */
export function stateOfPayload(
  text: string,
): { readonly n: number; readonly x: ReactorState; readonly payload: JsonObject } | null {
  const read = parseJson(text);
  if (!read.ok || !isObject(read.value)) return null;
  const { n, x } = read.value;
  return typeof n === "number" && x !== undefined && isObject(x)
    ? { n, x, payload: read.value }
    : null;
}
