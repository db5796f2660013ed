import type { NodeHandlers } from "../../../api/contract/index.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import type { BadInput } from "../../../protocol/equations/evaluation/evaluation.js";
import { equationInNumbers, type QuantityRequest } from "../../../protocol/equations/index.js";
import type { EvaluatedUnnamed } from "../../../protocol/equations/index.js";
import { calcondVariance, metricShift } from "../../../protocol/math/shift.js";
import { timelessMembers } from "../../../protocol/kernel/answer.js";
import { stepsOf } from "../../../protocol/chains/steps.js";
import type { KernelValue } from "../../../protocol/chains/result.js";
import { PARITY_VARIANCE_MAX, PRECISION_BOUND } from "../../../protocol/limits.js";
import { ENGINE_VERSION } from "../../../protocol/version.js";
import type { UnitValue } from "../../../protocol/units/index.js";
import { asker } from "../../operations/asker.js";
import type { ComputeServices } from "../createCompute.js";
import type { Ground } from "../../ground/ground.js";
import { besideIn, inNumbers, wantedUnit } from "../../operations/quantities.js";
import { requirePlan, unsettledError, valueOrAnswer } from "../../operations/results.js";

type PlaygroundHandlers = Pick<NodeHandlers, "playgroundCompute" | "shift">;

export function playgroundHandlers({
  compute,
  evaluator,
  registry,
}: Pick<ComputeServices, "compute" | "evaluator"> & Pick<Ground, "registry">): PlaygroundHandlers {
  return {
    playgroundCompute: async (input, call) => {
      const { equation, operators } = input;
      if ((equation === undefined) === (operators === undefined)) {
        throw new ApiError("INVALID_BODY", "give either `equation` or `operators`", {
          errors: [
            { pointer: "", code: "EITHER", message: "exactly one of equation and operators" },
          ],
        });
      }
      const by = asker(call);
      const wanted = wantedUnit(input.unit);
      if (equation !== undefined) {
        const request = equationInNumbers(unnamedOf(input, equation));
        return request.ok
          ? unnamedAnswer(await evaluator.equation(request.request, by), wanted)
          : badInput(request.problem);
      }
      const plan = requirePlan(compute.plan(operators!));
      const numbers = inNumbers(plan, input);
      const result = compute.observed(await evaluator.compute(plan, numbers, by));
      const outcome = valueOrAnswer(result, "refusal");
      if ("answer" in outcome) return outcome.answer;
      const answer = unsealed(outcome.value, registry.registryVersion);
      return wanted === null ? answer : { ...answer, in_unit: besideIn(outcome.value, wanted) };
    },
    shift: ({ samples, variance: given }) => {
      if ((samples === undefined) === (given === undefined)) {
        throw new ApiError("INVALID_INPUT", "give either `samples` or `variance`");
      }
      const variance = given ?? calcondVariance(samples!);
      if (!Number.isFinite(variance)) {
        throw new ApiError(
          "INVALID_INPUT",
          "the last sample is 0, so the samples have no relative variance",
        );
      }
      const shifted = variance > PARITY_VARIANCE_MAX;
      return {
        variance,
        threshold: PARITY_VARIANCE_MAX,
        shifted,
        delta_alpha: shifted ? metricShift(variance) : null,
      };
    },
  };
}

/** As plain data, which a worker is sent a copy of. */
function unnamedOf(
  { inputs, solve_for, symbols, uncertainties }: Parameters<NodeHandlers["playgroundCompute"]>[0],
  equation: string,
): QuantityRequest {
  return {
    equation,
    inputs,
    ...(solve_for === undefined ? {} : { solve_for }),
    ...(symbols === undefined ? {} : { symbols }),
    ...(uncertainties === undefined ? {} : { uncertainties }),
  };
}

/** The members of a compute answer that need no seal. */
function unsealed(
  result: KernelValue,
  registryVersion: string,
): { value: number } & Record<string, unknown> {
  const text = timelessMembers(result);
  return {
    ...(JSON.parse(`{${text}}`) as { value: number }),
    protocol: stepsOf(result.facts),
    sealed: false,
    engine_version: ENGINE_VERSION,
    registry_version: registryVersion,
  };
}

/** An equation typed by hand, answered in the members of a compute answer. */
export function unnamedAnswer(
  outcome: EvaluatedUnnamed,
  wanted: UnitValue | null = null,
): { value: number | null } & Record<string, unknown> {
  const read = { kind: outcome.kind, equation_canonical: outcome.equation_canonical };
  switch (outcome.status) {
    case "bad-input":
      return badInput(outcome);
    case "not-converged":
      throw unsettledError(outcome);
    case "missing":
      return { value: null, ...read, inputError: outcome.inputError };
    case "refused":
      return { value: null, ...read, refusal: outcome.refusal };
    case "value":
      return {
        value: outcome.value,
        unit: outcome.unit,
        ...(outcome.unitUnknown.length === 0 ? {} : { unit_unknown: outcome.unitUnknown }),
        uncertainty: outcome.uncertainty,
        uncertainty_source: outcome.uncertaintySource,
        ...(outcome.inUnit === undefined ? {} : { in_unit: outcome.inUnit }),
        ...(wanted === null ? {} : { in_unit: besideIn(outcome, wanted) }),
        ...read,
        equations: [outcome.canonical, outcome.substituted],
        precisionBound: PRECISION_BOUND,
        precision_actual: outcome.relativeBound,
        precision_scale: { of: "value" },
        calcond_averaged: outcome.value,
        ...(Object.keys(outcome.assumed).length === 0 ? {} : { assumed: outcome.assumed }),
        ...(Object.keys(outcome.unused).length === 0 ? {} : { unused: outcome.unused }),
        ...(outcome.notes.length === 0 ? {} : { notes: outcome.notes }),
        sealed: false,
        engine_version: ENGINE_VERSION,
      };
  }
}

export function badInput({ code, message, name }: BadInput): never {
  throw new ApiError(code, message, {
    errors: [{ pointer: `/inputs/${name}`, code, message }],
  });
}
