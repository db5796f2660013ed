/**
 * Several computations in one request: each has its own price and envelope, all envelopes are
 * sealed in one commit window, and one idempotency key stands for all of them.
 */
import type { Call } from "../../../api/contract/definition/call.js";
import type { NodeHandlers, nodeOperations } from "../../../api/contract/index.js";
import type { OutputOf } from "../../../api/contract/definition/operation.js";
import { preEncoded, type PreEncoded } from "../../../api/contract/definition/preEncoded.js";
import { ApiError, problemOf } from "../../../api/contract/definition/problem.js";
import { quoteBatch } from "../../../protocol/economy/price.js";
import type { ChainPlan } from "../../../protocol/chains/plan.js";
import type { KernelRequest, KernelResult, KernelValue } from "../../../protocol/chains/result.js";
import { shapedAnswer } from "../../../protocol/kernel/answerShape.js";
import { Refusal } from "../../../protocol/errors/refusal.js";
import type { ComputeService } from "../compute.js";
import type { Asker } from "../evaluator.js";
import { unsealed, type Outcome as StepOutcome, type Worked } from "../../ledger/paidStep.js";
import {
  joinedMembers,
  type FurtherWrite,
  type JointAnswer,
  type Payment,
} from "../../sealing/draft.js";
import type { SealedAnswer } from "../../sealing/envelopeLog.js";
import { payer } from "../../operations/asker.js";
import type { ComputeModules } from "./compute.js";
import { besideIn, inNumbers, wantedUnit } from "../../operations/quantities.js";
import { ownerOf } from "../../operations/owner.js";
import { problemOfRefusal } from "../../operations/refusals.js";
import { refuseUnused, requirePlan, valueOrAnswer } from "../../operations/results.js";
import { payerOf, sealedFields, sealOptions, visibilityOf } from "./sealing.js";

type BatchHandlers = Pick<NodeHandlers, "computeBatch">;
type Answer = PreEncoded<OutputOf<typeof nodeOperations.computeBatch>>;
type Computation = Parameters<NodeHandlers["computeBatch"]>[0]["computations"][number];

/** So many are evaluated before other requests have a turn of the event loop. */
const IN_A_TURN = 32;

/** One computation that can be evaluated. */
interface Planned {
  readonly asked: Computation;
  /** The same with each input in SI. */
  readonly request: KernelRequest;
  readonly plan: ChainPlan;
  /** Its place among the computations. */
  readonly at: number;
}

/** A value that is going to be sealed, or the text of the answer that there is already. */
type Outcome =
  | {
      readonly of: Planned;
      readonly value: KernelValue;
      /** Stands before the members of the answer; null where no unit was asked for. */
      readonly beside: string | null;
    }
  | {
      readonly text: string;
      /** It names the request, as a problem does. */
      readonly namesRequest: boolean;
    };

interface Evaluated {
  readonly outcomes: readonly Outcome[];
  /** What those took that are going to be sealed; the others seal nothing. */
  readonly sealedMs: number;
}

export function batchHandlers(services: ComputeModules): BatchHandlers {
  return {
    computeBatch: async ({ computations }, call) => {
      const plans = computations.map(({ operators }) => services.compute.plan(operators));
      const by = payer(call);
      return services.paidSteps.run({
        payer: payerOf(call),
        by,
        prices: plans.map((plan) => (isPlan(plan) ? plan.quote : null)),
        unpaid: (refusal) => unpaid(refusal, plans),
        work: () => evaluated(services, { by, computations, plans }, call),
      });
    },
  };
}

type Plan = ReturnType<ComputeService["plan"]>;

function isPlan(plan: Plan): plan is ChainPlan {
  return plan.status !== "invalid";
}

/** With the price of all, where it is the price that stands in the way. */
function unpaid(refusal: Refusal, plans: readonly Plan[]): Refusal {
  const { code, details } = refusal;
  if (code !== "INSUFFICIENT_BALANCE") return refusal;
  const price = quoteBatch(plans.filter(isPlan).map(({ quote }) => quote));
  return new Refusal(
    code,
    `the batch costs ${price.credits} credits, and there are ${String(details.members?.["have"])}: ` +
      "nothing was computed or charged",
    { members: { ...details.members, price } },
  );
}

interface Batch {
  readonly by: Asker & Worked;
  readonly computations: readonly Computation[];
  readonly plans: readonly Plan[];
}

async function evaluated(
  services: ComputeModules,
  batch: Batch,
  call: Call,
): Promise<StepOutcome<Answer>> {
  const { outcomes, sealedMs } = await outcomesOf(services, batch, call);
  if (call.signal.aborted) throw new Error("the caller went away");
  if (!outcomes.some((one) => "value" in one)) return unsealed(nothingSealed(outcomes));
  return { sealedMs, commit: (_, payments) => sealedTogether(services, outcomes, payments, call) };
}

async function sealedTogether(
  services: ComputeModules,
  outcomes: readonly Outcome[],
  payments: readonly Payment[],
  call: Call,
): Promise<Answer> {
  const usual = await visibilityOf(services, ownerOf(call), undefined);
  const kept = jointWrite(services, outcomes, call);
  const values = outcomes.filter((one) => "value" in one);
  const sealed = await services.compute.sealTogether(
    values.map(({ of: { asked, at, plan, request }, value }) => ({
      plan,
      request,
      result: value,
      options: sealOptions(services, call, {
        payment: payments[at]!,
        visibility: asked.visibility ?? usual,
        shape: call.shape,
        kept,
      }),
    })),
  );
  return preEncoded({
    body: textOf(
      outcomes,
      sealed.map(({ body }) => textOfBody(body)),
    ),
    headers: sealedFields(sealed.some((one) => one.sealed)),
    shaped: true,
  });
}

async function outcomesOf(
  { compute, evaluator }: ComputeModules,
  { by, computations, plans }: Batch,
  call: Call,
): Promise<Evaluated> {
  const outcomes: Outcome[] = [];
  let sealedMs = 0;
  for (const [i, asked] of computations.entries()) {
    if (i > 0 && i % IN_A_TURN === 0) {
      await new Promise(setImmediate);
      if (call.signal.aborted) break;
    }
    const beforeMs = by.workMs;
    const outcome = await outcomeOf(call, async () => {
      const plan = requirePlan(plans[i]!);
      const request = inNumbers(plan, asked);
      const evaluating = evaluator.compute(plan, request, by);
      const result = evaluating instanceof Promise ? await evaluating : evaluating;
      return valued({ asked, request, plan, at: i }, compute.observed(result), call);
    });
    if ("value" in outcome) sealedMs += by.workMs - beforeMs;
    outcomes.push(outcome);
  }
  return { outcomes, sealedMs };
}

function valued(of: Planned, result: KernelResult, { shape }: Call): Outcome {
  const outcome = valueOrAnswer(result, "error");
  if ("value" in outcome) {
    refuseUnused(outcome.value);
    const wanted = wantedUnit(of.asked.unit);
    const beside =
      wanted === null ? null : JSON.stringify({ in_unit: besideIn(outcome.value, wanted) });
    return { of, value: outcome.value, beside };
  }
  const { answer } = outcome;
  const text = JSON.stringify(shape === null ? answer : shapedAnswer(answer, shape));
  return { text, namesRequest: false };
}

/** What cannot be asked is an answer of its own: the others have theirs. */
async function outcomeOf(call: Call, run: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await run();
  } catch (error) {
    const known = error instanceof Refusal ? problemOfRefusal(error) : error;
    if (!(known instanceof ApiError)) throw error;
    const text = JSON.stringify({ problem: problemOf(known, call.requestId) });
    return { text, namesRequest: true };
  }
}

/** The answer to the whole is kept for its key, in the batch of the seals. */
function jointWrite(
  { idempotency }: ComputeModules,
  outcomes: readonly Outcome[],
  call: Call,
): { readonly furtherWrite?: FurtherWrite } {
  const { furtherWrite: own } = idempotency.writtenWithSeal(call.idempotency);
  if (own?.kind !== "answer") return {};
  const { fingerprint, scope } = own;
  const joint: JointAnswer = {
    fingerprint,
    scope,
    isRepeatable: !outcomes.some((one) => "text" in one && one.namesRequest),
    text: (sealed) => textOf(outcomes, sealed),
  };
  return { furtherWrite: { kind: "joint", joint } };
}

/** @param sealed texts of the values, in order */
function textOf(outcomes: readonly Outcome[], sealed: readonly string[]): string {
  let [at, count, credits] = [0, 0, 0];
  const answers = outcomes.map((outcome) => {
    if ("text" in outcome) return outcome.text;
    const answer = sealed[at++]!;
    const text = outcome.beside === null ? answer : joinedMembers(outcome.beside, answer);
    if (!text.includes(UNSEALED)) {
      count += 1;
      credits += outcome.of.plan.quote.credits;
    }
    return text;
  });
  return `{"answers":[${answers.join(",")}],"sealed":${count},"credits":${credits}}`;
}

/** Stands in the answer to a value that could not be sealed. */
const UNSEALED = '"unsealed_reason":';

function nothingSealed(outcomes: readonly Outcome[]): Answer {
  return preEncoded({ body: textOf(outcomes, []), refused: true, shaped: true });
}

function textOfBody(body: SealedAnswer["body"]): string {
  return typeof body === "string" ? body : Buffer.from(body).toString("utf8");
}
