/** Results of the node's own code as the page shows them. */
import { valueBits } from "../../../protocol/encoding/bits.js";
import type { Outcome } from "../../../protocol/equations/evaluation/evaluation.js";
import type { KernelInvalid, KernelResult } from "../../../protocol/chains/result.js";
import { stepsOf } from "../../../protocol/chains/steps.js";
import type { Answered } from "./messages.js";

/** Of an equation typed by hand. */
export function answeredOutcome(outcome: Outcome): Answered {
  switch (outcome.status) {
    case "value":
      return {
        status: "value",
        value: outcome.value,
        bits: valueBits(outcome.value),
        unit: outcome.unit,
        unitUnknown: outcome.unitUnknown,
        uncertainty: outcome.uncertainty,
        isNumerical: outcome.uncertaintySource === "numerical",
        precision: outcome.relativeBound,
        subject: outcome.subject,
        equations: [outcome.canonical, outcome.substituted],
        assumed: outcome.assumed,
        unused: outcome.unused,
        notes: outcome.notes,
        steps: [],
      };
    case "missing": {
      const { message, missing_all: missing } = outcome.inputError;
      return { status: "missing", message, missing };
    }
    case "refused": {
      const { kind, message, span } = outcome.refusal;
      return { status: "refused", kind, message, span };
    }
    case "bad-input":
      return { status: "bad-input", name: outcome.name, message: outcome.message };
    case "not-converged":
      return { status: "unsettled", message: outcome.message };
  }
}

/** An equation of a chain states its symbols, then its numbers, each with as many clauses. */
function halves(text: string): readonly string[] {
  const clauses = text.split("; ");
  if (clauses.length % 2 === 1) return [text];
  const half = clauses.length / 2;
  return [clauses.slice(0, half).join("; "), clauses.slice(half).join("; ")];
}

/** Of operators. */
export function answeredKernel(result: KernelResult | KernelInvalid): Answered {
  switch (result.status) {
    case "value":
      return {
        status: "value",
        value: result.value,
        bits: valueBits(result.value),
        unit: result.unit,
        unitUnknown: result.unitUnknown,
        uncertainty: result.uncertainty,
        isNumerical: result.uncertaintySource === "numerical",
        precision: result.precisionActual,
        subject: null,
        // The first is that of the modulation, which every chain has.
        equations: (result.equations.length > 1
          ? result.equations.slice(1)
          : result.equations
        ).flatMap(halves),
        assumed: result.assumed,
        unused: result.unused,
        notes: result.notes,
        steps: stepsOf(result.facts),
      };
    case "missing": {
      const { message, missing_all: missing } = result.inputError;
      return { status: "missing", message, missing };
    }
    case "refused": {
      const { kind, message, span } = result.refusal;
      return { status: "refused", kind, message, span };
    }
    case "invalid":
      return { status: "bad-input", name: result.name ?? "", message: result.message };
    case "not-converged":
      return { status: "unsettled", message: result.message };
  }
}
