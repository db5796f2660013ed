/**
 * An answer that was given under an idempotency key, made again: its request comes with the key, so
 * the same handler computes it once more, and its envelopes say when and how they were sealed.
 * Nothing is charged, and nothing is sealed.
 */
import type {
  IdempotencyState,
  IdempotencyStore,
  Repeating,
  StoredAnswer,
} from "../../../api/http/context.js";
import type { Call } from "../../../api/contract/definition/call.js";
import { PreEncoded, JSON_TYPE } from "../../../api/contract/definition/preEncoded.js";
import { nodeOperations, type NodeHandlers } from "../../../api/contract/index.js";
import type { Crypto } from "../../../protocol/ports.js";
import type { AnswerPlace } from "../../../storage/records/answerRecords.js";
import type { Idempotency, TicketState } from "../../accounts/idempotency.js";
import type { LedgerServices } from "../../ledger/createLedger.js";
import type { PaidStep, PaidSteps } from "../../ledger/paidStep.js";
import { isUnlimited } from "../../ledger/payment.js";
import { after } from "../../runtime/after.js";
import { ALLOWANCE } from "../../sealing/draft.js";
import { answerDigest } from "../../sealing/envelopeLog.js";
import type { ComputeServices } from "../createCompute.js";
import { differentAnswer, RepeatedSeals } from "../repeatedSeals.js";
import { autoHandlers } from "./auto.js";
import { batchHandlers } from "./batch.js";
import { computeHandlers } from "./compute.js";
import { deriveHandlers } from "./derive.js";
import { tableHandlers } from "./table.js";

type Sealing = Parameters<typeof autoHandlers>[0] & Parameters<typeof tableHandlers>[0];

export type RepeatServices = Sealing &
  Pick<ComputeServices, "receipts" | "sealedBy"> &
  Pick<LedgerServices, "vainWork"> & {
    readonly crypto: Crypto;
    readonly idempotency: Idempotency;
  };

type Repeated = Pick<
  NodeHandlers,
  "auto" | "compute" | "computeBatch" | "computeTable" | "deriveSealed"
>;
type AnyHandler = (input: unknown, call: Call) => unknown;

/** Answers by idempotency key, as the API asks for them: what is kept as a place is made again. */
export function repeatingAnswers(services: RepeatServices): IdempotencyStore {
  const { idempotency } = services;
  const known = (state: TicketState): IdempotencyState =>
    state.state === "sealed"
      ? { state: "repeated", answer: (asked) => repeatedAnswer(services, state.place, asked) }
      : state;
  return {
    begin: (ticket) => after(idempotency.begin(ticket), known),
    complete: (ticket) => idempotency.complete(ticket),
    abandon: (ticket) => idempotency.abandon(ticket),
  };
}

/**
 * The answer that stands at a place.
 * @throws Refusal where this program makes another answer of the request than the one that gave it
 */
export async function repeatedAnswer(
  services: RepeatServices,
  { index, digest, shape, window: number }: AnswerPlace,
  { call, input, operation }: Repeating,
): Promise<StoredAnswer> {
  const window = await services.receipts.window(number);
  if (window === null) throw new Error(`window ${number} of a kept answer is missing`);
  const seals = new RepeatedSeals(services.crypto, window, index);
  const handlers = handlersOver(services, seals);
  const repeated = repeatedCall(call, shape);
  const answer = await handlerOf(handlers, operation)(input, repeated);
  const body = answer instanceof PreEncoded ? textOf(answer.body) : null;
  if (body === null || answerDigest(body) !== digest) throw differentAnswer(seals.firstId);
  return { status: 200, contentType: JSON_TYPE, headers: [], shape, body };
}

function handlersOver(services: RepeatServices, seals: RepeatedSeals): Repeated {
  const { vainWork } = services;
  const over: Sealing = {
    ...services,
    ...services.sealedBy(seals),
    paidSteps: new RepeatedSteps(vainWork),
  };
  const { compute } = computeHandlers(over);
  const { computeBatch } = batchHandlers(over);
  const { computeTable } = tableHandlers(over);
  const { auto } = autoHandlers(over);
  const { deriveSealed } = deriveHandlers(over);
  return { auto, compute, computeBatch, computeTable, deriveSealed };
}

function handlerOf(handlers: Repeated, operation: string): AnyHandler {
  for (const [name, handler] of Object.entries(handlers))
    if (nodeOperations[name as keyof Repeated].id === operation)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the input is that of its operation
      return handler as AnyHandler;
  throw new Error(`${operation} keeps no places of answers`);
}

/** The first call as the answer is kept of it: as JSON, in the form that was asked for then. */
function repeatedCall(call: Call, shape: AnswerPlace["shape"]): Call {
  const { credential, method, path, principal, query, requestId, traceparent } = call;
  return {
    credential,
    method,
    path,
    principal,
    query,
    requestId,
    traceparent,
    shape,
    accepted: JSON_TYPE,
    idempotency: null,
    emit: () => undefined,
    address: () => call.address(),
    header: (name) => call.header(name),
    body: () => call.body(),
    pieces: () => call.pieces(),
    baseUrl: () => call.baseUrl(),
    // Made at its first use.
    get signal() {
      return call.signal;
    },
  };
}

/** Steps that were paid for before: nothing is set aside, and their work seals nothing. */
class RepeatedSteps implements Pick<PaidSteps, "run"> {
  readonly #vainWork: RepeatServices["vainWork"];

  constructor(vainWork: RepeatServices["vainWork"]) {
    this.#vainWork = vainWork;
  }

  run<R>(step: PaidStep<R>): R | Promise<R> {
    return after(step.work(), (outcome) => {
      const { by, payer, prices } = step;
      if (by !== undefined && !isUnlimited(payer))
        void this.#vainWork.spend(payer.account, by.workMs);
      const payments = (outcome.prices ?? prices).map(() => ALLOWANCE);
      return outcome.commit(ALLOWANCE, payments);
    });
  }
}

function textOf(body: string | Uint8Array): string {
  return typeof body === "string" ? body : Buffer.from(body).toString("utf8");
}
