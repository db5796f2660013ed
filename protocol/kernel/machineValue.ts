/**
 * What a machine takes of an evaluation: it changes something, so what gives no value is an error,
 * and not counted.
 */
import type { JsonObject } from "../ports.js";
import { Refusal } from "../errors/refusal.js";
import type { KernelResult, KernelValue } from "../chains/result.js";

/** @throws Refusal INVALID_INPUT */
export function numbersOf(inputs: JsonObject): Readonly<Record<string, number>> {
  const numbers: Record<string, number> = {};
  for (const [name, value] of Object.entries(inputs)) {
    if (typeof value !== "number") throw badInput(name, "operators take numbers");
    numbers[name] = value;
  }
  return numbers;
}

function badInput(name: string, message: string): Refusal {
  const pointer = `/inputs/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  return new Refusal("INVALID_INPUT", `${name}: ${message}`, {
    errors: [{ pointer, code: "INVALID_INPUT", message }],
  });
}

/** @throws Refusal where there is no value */
export function valueOf(result: KernelResult): KernelValue {
  switch (result.status) {
    case "value": {
      const [unused] = Object.entries(result.unused);
      if (unused === undefined) return result;
      const [name, nearest] = unused;
      const message = `no operator of this chain has an input ${name}`;
      throw new Refusal("INVALID_INPUT", message, nearest === null ? {} : { members: { nearest } });
    }
    case "invalid":
      throw new Refusal(result.code, result.message);
    case "not-converged":
      throw new Refusal("DID_NOT_CONVERGE", result.message, {
        members: { reason: "step-halving" },
      });
    case "missing":
      throw new Refusal("INVALID_INPUT", result.inputError.message, {
        members: { inputError: { ...result.inputError } },
      });
    case "refused": {
      const { kind, message } = result.refusal;
      if (kind === "precision-loss")
        throw new Refusal("DID_NOT_CONVERGE", message, { members: { reason: kind } });
      throw new Refusal("INVALID_INPUT", message, { members: { refusal: { kind, message } } });
    }
    default:
      return result satisfies never;
  }
}
