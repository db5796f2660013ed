import type { KernelResult, KernelValue } from "../chains/result.js";

/** Why a computation has no value, in words. */
export function whyNone(result: Exclude<KernelResult, KernelValue>): string {
  return result.status === "missing"
    ? result.inputError.message
    : result.status === "refused"
      ? result.refusal.message
      : result.message;
}
