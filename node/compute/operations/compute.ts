import { preEncoded, type PreEncoded } from "../../../api/contract/definition/preEncoded.js";
import type { NodeHandlers, nodeOperations } from "../../../api/contract/index.js";
import type { OutputOf } from "../../../api/contract/definition/operation.js";
import { ApiError } from "../../../api/contract/definition/problem.js";
import { SOLVER_DEADLINE_MS } from "../../../api/contract/compute/solverOperations.js";
import type { Call } from "../../../api/contract/definition/call.js";
import type { unansweredBody } from "../../../protocol/kernel/answer.js";
import type { KernelRequest } from "../../../protocol/chains/result.js";
import type { JsonObject } from "../../../protocol/ports.js";
import type { Given, InUnit } from "../../../protocol/kernel/quantityInputs.js";
import { joinedMembers } from "../../sealing/draft.js";
import type { SealedAnswerKeeper } from "../../accounts/idempotency.js";
import type { SealedAnswer } from "../../sealing/envelopeLog.js";
import { payer } from "../../operations/asker.js";
import { besideIn, inNumbers, wantedUnit } from "../../operations/quantities.js";
import type { AccountServices } from "../../accounts/createAccounts.js";
import type { ComputeServices } from "../createCompute.js";
import type { LogServices } from "../../machines/log/createLogs.js";
import { unsealed } from "../../ledger/paidStep.js";
import { after } from "../../runtime/after.js";
import { refuseUnused, requirePlan, valueOrAnswer } from "../../operations/results.js";
import { keptBeside, payerOf, sealedFields, sealOptions, visibilityOf } from "./sealing.js";
import { areGiven, selected, type Selected } from "../../operations/selected.js";
import { solveFor, type JobAnswer, type JobServices } from "./solvers.js";

/** What a computation answers, by the contract; sealed, its text is made from the receipt. */
type Computed = OutputOf<typeof nodeOperations.compute>;
type Asked = Parameters<NodeHandlers["compute"]>[0];
type Named = Omit<KernelRequest, "inputs" | "uncertainties"> &
  Pick<Asked, "uncertainties" | "visibility"> & { readonly inputs: Given };
type Selection = Extract<Selected, { by: "domain" }>;
type Answer = PreEncoded<Computed> | ReturnType<typeof unansweredBody>;
type ComputeHandlers = Pick<NodeHandlers, "compute">;

/** What answers a closed form, paid for and sealed. */
export type ComputeModules = Pick<AccountServices, "accounts"> &
  Pick<ComputeServices, "compute" | "evaluator"> &
  Pick<LogServices, "machineLog"> & {
    readonly idempotency: SealedAnswerKeeper;
  } & JobServices;

export function computeHandlers(services: ComputeModules): ComputeHandlers {
  const { compute, evaluator, paidSteps } = services;
  return {
    compute: (asked, call) => {
      const paying = payerOf(call);
      const wanted = wantedUnit(asked.unit);
      const selection = named(asked);
      if ("card" in selection) return solved(services, asked, selection, call);
      const plan = requirePlan(compute.plan(selection.operators));
      const input = inNumbers(plan, selection);
      const by = payer(call);
      return paidSteps.run<Answer>({
        payer: paying,
        by,
        prices: [plan.quote],
        work: () =>
          after(evaluator.compute(plan, input, by), (result) => {
            const judged = valueOrAnswer(compute.observed(result), "error");
            if ("answer" in judged) return unsealed<Answer>(judged.answer);
            const { value } = judged;
            refuseUnused(value);
            const beside = wanted === null ? null : besideText(besideIn(value, wanted));
            return {
              commit: (payment) =>
                after(visibilityOf(services, paying.account, input.visibility), (visibility) => {
                  const kept = keptBeside(services, call, beside);
                  const { shape } = call;
                  const options = { payment, visibility, shape, kept };
                  return compute
                    .seal(plan, input, value, sealOptions(services, call, options))
                    .then((answer) => encoded(answer, call, beside));
                }),
            };
          }),
      });
    },
  };
}

/** Stands before the members of the answer that are sealed. */
function besideText(beside: InUnit): string {
  return JSON.stringify({ in_unit: beside });
}

function encoded(
  { body, digest, sealed }: SealedAnswer,
  { shape }: Call,
  beside: string | null,
): PreEncoded<Computed> {
  const headers = sealedFields(sealed);
  if (beside !== null) {
    const text = typeof body === "string" ? body : Buffer.from(body).toString("utf8");
    return preEncoded({ body: joinedMembers(beside, text), headers, shaped: shape !== null });
  }
  return preEncoded({ body, headers, digest, shaped: shape !== null });
}

/** With operators and numbers; or the job that the domain selects. */
function named(asked: Asked): Named | Selection {
  const { domain, inputs, operators, uncertainties, visibility } = asked;
  // By name: what is left of an object without two members is copied by a slow path of the engine.
  if (operators === undefined) {
    const selection = selected(asked);
    return selection.by === "domain"
      ? selection
      : {
          domain,
          uncertainties,
          visibility,
          operators: selection.operators,
          inputs: selection.inputs,
        };
  }
  // The schema lets anything else through for a domain that selects a solver only.
  if (!areGiven(inputs)) throw new Error("inputs of operators are numbers or texts");
  return { domain, uncertainties, visibility, operators, inputs };
}

/** As the solver's own path answers. */
function solved(
  services: JobServices,
  { domain, uncertainties, unit, visibility }: Asked,
  { body, card }: Selection,
  call: Call,
): Promise<PreEncoded<JobAnswer> | JobAnswer> {
  if (uncertainties !== undefined) throw takesNoUncertainties(card.id);
  const job = { domain, unit, visibility, fields: "sample", field: 0 } as const;
  return solveFor(
    services,
    { card, body: body as JsonObject },
    { ...job, deadlineMs: SOLVER_DEADLINE_MS },
    call,
  );
}

function takesNoUncertainties(solver: string): ApiError {
  const message = `the domain selects the solver ${solver}, which takes no uncertainties of inputs`;
  return new ApiError("INVALID_BODY", message, {
    errors: [{ pointer: "/uncertainties", code: "unknown_field", message }],
  });
}
