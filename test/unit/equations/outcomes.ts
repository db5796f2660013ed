/** Reading outcomes in tests: the one expected, or the whole of what came instead. */
import { evaluateUnnamed } from "../../../protocol/equations/index.js";
import type {
  EvaluatedUnnamed,
  Outcome,
  UnnamedRequest,
} from "../../../protocol/equations/index.js";

type Options = Omit<UnnamedRequest, "equation" | "inputs">;

export function ask(
  equation: string,
  inputs: Readonly<Record<string, number>> = {},
  options: Options = {},
): EvaluatedUnnamed {
  return evaluateUnnamed({ equation, inputs, ...options });
}

export function valued<O extends Outcome>(outcome: O): Extract<O, { status: "value" }> {
  if (!isValue(outcome)) throw new Error(JSON.stringify(outcome));
  return outcome;
}

function isValue<O extends Outcome>(outcome: O): outcome is Extract<O, { status: "value" }> {
  return outcome.status === "value";
}

/** Kind of the refusal. */
export function refusal(outcome: Outcome): {
  kind: string;
  message: string;
  columns: readonly [number, number] | null;
} {
  if (outcome.status !== "refused") throw new Error(JSON.stringify(outcome));
  const { kind, message, span } = outcome.refusal;
  return { kind, message, columns: span === undefined ? null : [span.start + 1, span.end] };
}

export function badInput(outcome: Outcome): { code: string; message: string; name: string } {
  if (outcome.status !== "bad-input") throw new Error(JSON.stringify(outcome));
  return outcome;
}

export function missing(outcome: Outcome): {
  message: string;
  missing: string;
  missing_all: readonly string[];
  accepts: string;
} {
  if (outcome.status !== "missing") throw new Error(JSON.stringify(outcome));
  return outcome.inputError;
}
