/** Computes of programs: run as any other, each with what it costs. */
import { errorEntry } from "../../protocol/errors/index.js";
import type { ComputeAnswer, ComputeRequest, Computing } from "../../protocol/contracts/index.js";
import type { Quote } from "../../protocol/economy/price.js";
import { Refusal } from "../../protocol/errors/refusal.js";
import type { Asker } from "../compute/evaluator.js";
import { prepareRun, type RunModules } from "../compute/runs.js";

/** A compute that has a value. */
export interface PricedCompute {
  readonly quote: Quote;
  /** What it took, in ms of processor time. */
  readonly workMs: number;
}

/** Not the program's fault: to be tried again. */
function isOfNow({ code, details }: Refusal): boolean {
  const { status } = errorEntry(code);
  return status >= 500 || status === 429 || details.members?.["reason"] === "deadline";
}

/** @param made takes what has a value, in the order of the program */
export function computingBy(
  modules: RunModules,
  by: Asker,
  onCompute: (compute: PricedCompute) => void,
): Computing {
  return async (request) => {
    try {
      return await computed(modules, request, by, onCompute);
    } catch (error) {
      if (!(error instanceof Refusal) || isOfNow(error)) throw error;
      return { ok: false, code: error.code, message: error.message };
    }
  };
}

async function computed(
  modules: RunModules,
  { as: _as, inputs, ...program }: ComputeRequest,
  by: Asker,
  onCompute: (compute: PricedCompute) => void,
): Promise<ComputeAnswer> {
  const before = by.workMs ?? 0;
  const prepared = await prepareRun(modules, program, inputs, by);
  const value = await prepared.run(by);
  const { uncertainty, unit, value: number } = value.kernel;
  if (prepared.quote === null)
    return { ok: false, code: "DID_NOT_CONVERGE", message: "its result may not be sealed" };
  const { quote } = prepared;
  onCompute({ quote, workMs: (by.workMs ?? 0) - before });
  return { ok: true, value: number, unit: unit ?? "", uncertainty, credits: quote.credits };
}
