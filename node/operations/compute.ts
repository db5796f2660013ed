import { preEncoded, type PreEncoded } from "../../api/contract/preEncoded.js";
import type { NodeHandlers, nodeOperations } from "../../api/contract/index.js";
import type { OutputOf } from "../../api/contract/operation.js";
import { ApiError } from "../../api/errors.js";
import type { unansweredBody } from "../../protocol/kernel/answer.js";
import type { KernelRequest, KernelResult } from "../../protocol/kernel/result.js";
import type { Visibility } from "../../storage/records.js";
import { SHORTCUTS, shortcutInputs, shortcutOf } from "../../protocol/solvers/shortcuts.js";
import type { Payment } from "../sealing/draft.js";
import type { SealedAnswerKeeper } from "../accounts/idempotency.js";
import type { SealedAnswer } from "../sealing/envelopeLog.js";
import { payer } from "./asker.js";
import { rowOf } from "./machineRow.js";
import type { Services } from "./modules.js";
import { ownerOf } from "./owner.js";
import { payFor } from "../ledger/payment.js";
import { refuseUnused, requirePlan, valueOrAnswer } from "./results.js";

/** What a computation answers, by the contract; sealed, its text is made from the receipt. */
type Computed = OutputOf<typeof nodeOperations.compute>;
type Answer = PreEncoded<Computed> | ReturnType<typeof unansweredBody>;
type ComputeHandlers = Pick<NodeHandlers, "compute">;

/** What answers a closed form, paid for and sealed. */
export type ComputeServices = Pick<
  Services,
  "accounts" | "compute" | "evaluator" | "ledger" | "machineLog"
> & {
  readonly idempotency: SealedAnswerKeeper;
};

export function computeHandlers(services: ComputeServices): ComputeHandlers {
  const { accounts, compute, evaluator } = services;
  return {
    compute: (asked, call) => {
      const owner = ownerOf(call);
      const input =
        asked.operators === undefined
          ? byShortcut(asked)
          : { ...asked, operators: asked.operators };
      const plan = requirePlan(compute.plan(input.operators));
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
        const seal = (visibility: Visibility): Promise<PreEncoded<Computed>> =>
          compute
            .seal(plan, input satisfies KernelRequest, outcome.value, {
              account: owner,
              machine: call.principal?.machine ?? null,
              payment,
              visibility,
              ...rowOf(services, call),
              ...services.idempotency.writtenWithSeal(call.idempotency),
            })
            .then(encoded);
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
  accounts: Services["accounts"],
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

function encoded({ body, digest, sealed }: SealedAnswer): PreEncoded<Computed> {
  return preEncoded({ body, headers: sealed ? SEALED_HEADERS : NO_HEADERS, digest });
}

/**
 * @throws ApiError with the combinations when the inputs do not determine an answer by themselves
 */
export function byShortcut<T extends { readonly inputs: Readonly<Record<string, number>> }>(
  asked: T,
): T & { readonly operators: string[] } {
  const shortcut = shortcutOf(asked.inputs);
  if (shortcut === null) {
    const combinations = SHORTCUTS.map(({ combination }) => [...combination]);
    throw new ApiError(
      "INSUFFICIENT_INPUTS",
      "these inputs select no operator by themselves: name operators, or give exactly " +
        combinations.map((names) => `{${names.join(", ")}}`).join(" or "),
      { members: { combinations } },
    );
  }
  const own = shortcutInputs(shortcut, asked.inputs);
  if ("notWhole" in own) {
    const message = `${own.notWhole} is a Miller index here and must be whole`;
    throw new ApiError("INVALID_INPUT", message, {
      errors: [{ pointer: `/inputs/${own.notWhole}`, code: "INVALID_VALUE", message }],
    });
  }
  return { ...asked, operators: [...shortcut.operators], inputs: own.inputs };
}
