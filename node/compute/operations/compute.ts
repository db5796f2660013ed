import { preEncoded, type PreEncoded } from "../../../api/contract/preEncoded.js";
import type { NodeHandlers, nodeOperations } from "../../../api/contract/index.js";
import type { OutputOf } from "../../../api/contract/operation.js";
import { ApiError } from "../../../api/errors.js";
import { SOLVER_DEADLINE_MS } from "../../../api/contract/solverOperations.js";
import type { Call } from "../../../api/contract/call.js";
import type { unansweredBody } from "../../../protocol/kernel/answer.js";
import type { KernelRequest, KernelResult } from "../../../protocol/chains/result.js";
import type { JsonObject } from "../../../protocol/ports.js";
import type { Visibility } from "../../../storage/records/records.js";
import type { Payment } from "../../sealing/draft.js";
import type { Given, InUnit } from "../../../protocol/kernel/quantityInputs.js";
import { joinedMembers } from "../../sealing/draft.js";
import { keptBehind } from "../../accounts/idempotency.js";
import type { SealedAnswerKeeper } from "../../accounts/idempotency.js";
import type { SealedAnswer } from "../../sealing/envelopeLog.js";
import { payer } from "../../operations/asker.js";
import { besideIn, inNumbers, wantedUnit } from "../../operations/quantities.js";
import { rowOf } from "../../operations/machineRow.js";
import type { AccountServices } from "../../accounts/createAccounts.js";
import type { ComputeServices } from "../createCompute.js";
import type { LedgerServices } from "../../ledger/createLedger.js";
import type { LogServices } from "../../machines/log/createLogs.js";
import { ownerOf } from "../../operations/owner.js";
import { payFor } from "../../ledger/payment.js";
import { refuseUnused, requirePlan, valueOrAnswer } from "../../operations/results.js";
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
  Pick<LedgerServices, "ledger"> &
  Pick<LogServices, "machineLog"> & {
    readonly idempotency: SealedAnswerKeeper;
  } & JobServices;

export function computeHandlers(services: ComputeModules): ComputeHandlers {
  const { accounts, compute, evaluator } = services;
  return {
    compute: (asked, call) => {
      const owner = ownerOf(call);
      const wanted = wantedUnit(asked.unit);
      const selection = named(asked);
      if ("card" in selection) return solved(services, asked, selection, call);
      const plan = requirePlan(compute.plan(selection.operators));
      const input = inNumbers(plan, selection);
      const paid = (payment: Payment): Answer | Promise<Answer> =>
        unlessItFails(payment, () => {
          const result = evaluator.compute(plan, input, payer(call));
          return result instanceof Promise
            ? evaluatedAway(payment, result, (value) => answered(payment, value))
            : answered(payment, result);
        });
      const answered = (payment: Payment, result: KernelResult): Answer | Promise<Answer> => {
        const outcome = valueOrAnswer(compute.observed(result), "error");
        if ("answer" in outcome) {
          payment.unsealed();
          return outcome.answer;
        }
        refuseUnused(outcome.value);
        const beside = wanted === null ? null : besideText(besideIn(outcome.value, wanted));
        const idempotency =
          beside === null ? services.idempotency : keptBehind(services.idempotency, beside);
        const seal = (visibility: Visibility): Promise<PreEncoded<Computed>> =>
          compute
            .seal(plan, input satisfies KernelRequest, outcome.value, {
              account: owner,
              machine: call.principal?.machine ?? null,
              payment,
              visibility,
              shape: call.shape,
              ...rowOf(services, call),
              ...idempotency.writtenWithSeal(call.idempotency),
            })
            .then((answer) => encoded(answer, call, beside));
        const visibility = input.visibility ?? accounts.knownVisibility(owner);
        return visibility === undefined
          ? visibilityOf(accounts, owner, payment).then(seal)
          : seal(visibility);
      };
      const payment = payFor(services.ledger, call.principal, owner, plan.quote);
      return payment instanceof Promise ? payment.then(paid) : paid(payment);
    },
  };
}

/** Whatever comes of it, a price does not stay set aside. A failed seal gives it back itself. */
function unlessItFails<T>(payment: Payment, run: () => T): T {
  try {
    return run();
  } catch (error) {
    payment.unsealed();
    throw error;
  }
}

async function evaluatedAway(
  payment: Payment,
  result: Promise<KernelResult>,
  answered: (result: KernelResult) => Answer | Promise<Answer>,
): Promise<Answer> {
  let value: KernelResult;
  try {
    value = await result;
  } catch (error) {
    payment.unsealed();
    throw error;
  }
  return unlessItFails(payment, () => answered(value));
}

async function visibilityOf(
  accounts: AccountServices["accounts"],
  owner: string,
  payment: Payment,
): Promise<Visibility> {
  try {
    return await accounts.defaultVisibility(owner);
  } catch (error) {
    payment.unsealed();
    throw error;
  }
}

const SEALED_HEADERS = ["X-Calc-Sealed", "true"] as const;
const NO_HEADERS: readonly string[] = [];

/** Stands before the members of the answer that are sealed. */
function besideText(beside: InUnit): string {
  return JSON.stringify({ in_unit: beside });
}

function encoded(
  { body, digest, sealed }: SealedAnswer,
  { shape }: Call,
  beside: string | null,
): PreEncoded<Computed> {
  const headers = sealed ? SEALED_HEADERS : NO_HEADERS;
  if (beside !== null) {
    const text = typeof body === "string" ? body : Buffer.from(body).toString("utf8");
    return preEncoded({ body: joinedMembers(beside, text), headers, shaped: shape !== null });
  }
  return preEncoded({ body, headers, digest, shaped: shape !== null });
}

/** With operators and numbers; or the job that the domain selects. */
function named(asked: Asked): Named | Selection {
  const { inputs, operators, unit: _, ...others } = asked;
  if (operators === undefined) {
    const one = selected(asked);
    return one.by === "domain" ? one : { ...others, operators: one.operators, inputs: one.inputs };
  }
  // The schema lets anything else through for a domain that selects a solver only.
  if (!areGiven(inputs)) throw new Error("inputs of operators are numbers or texts");
  return { ...others, operators, inputs };
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
