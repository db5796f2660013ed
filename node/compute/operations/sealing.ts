/** For whom a computation is paid and sealed, the same for every operation that computes. */
import type { Call } from "../../../api/contract/definition/call.js";
import type { AnswerShape } from "../../../protocol/kernel/answerShape.js";
import type { Visibility } from "../../../storage/records/records.js";
import { keptBehind, type SealedAnswerKeeper } from "../../accounts/idempotency.js";
import type { SealOptions } from "../compute.js";
import type { Payer } from "../../ledger/payment.js";
import type { FurtherWrite, Payment } from "../../sealing/draft.js";
import { rowOf } from "../../operations/machineRow.js";
import type { AccountServices } from "../../accounts/createAccounts.js";
import type { LogServices } from "../../machines/log/createLogs.js";
import { ownerOf } from "../../operations/owner.js";

/** @throws ApiError for who may not compute */
export function payerOf(call: Call): Payer {
  return { account: ownerOf(call), unlimited: call.principal?.unlimited === true };
}

/** As it was asked for, or as the account has it: at once where that was read already. */
export function visibilityOf(
  { accounts }: Pick<AccountServices, "accounts">,
  account: string,
  asked: Visibility | undefined,
): Visibility | Promise<Visibility> {
  return asked ?? accounts.knownVisibility(account) ?? accounts.defaultVisibility(account);
}

interface SealedRequest {
  readonly payment: Payment;
  readonly visibility: Visibility;
  /** The short form of the answer. */
  readonly shape: AnswerShape | null;
  /** How the answer is kept for the key of the call. */
  readonly kept: { readonly furtherWrite?: FurtherWrite };
}

export function sealOptions(
  services: Pick<LogServices, "machineLog">,
  call: Call,
  { kept, payment, shape, visibility }: SealedRequest,
): SealOptions & { readonly machine: string | null } {
  return {
    account: ownerOf(call),
    machine: call.principal?.machine ?? null,
    payment,
    visibility,
    shape,
    ...rowOf(services, call),
    ...kept,
  };
}

/** How an answer is kept for the key of its call; `beside` stands before its sealed members. */
export function keptBeside(
  { idempotency }: { readonly idempotency: SealedAnswerKeeper },
  call: Call,
  beside: string | null,
): { readonly furtherWrite?: FurtherWrite } {
  const keeper = beside === null ? idempotency : keptBehind(idempotency, beside);
  return keeper.writtenWithSeal(call.idempotency);
}

/** Of what was sealed. */
const SEALED_HEADERS: readonly string[] = ["X-Calc-Sealed", "true"];
const NO_HEADERS: readonly string[] = [];

export function sealedFields(isSealed: boolean): readonly string[] {
  return isSealed ? SEALED_HEADERS : NO_HEADERS;
}
