/** How the delivery of a sent message is shown to its sender. */
import type {
  MailSentRecord,
  SentRecipient,
  SentStatus,
} from "../../../storage/records/mailRecords.js";
import type { MailOutbox } from "./outbox.js";

/** queued: some are still to get it. bounced: some did not, and nobody is still to. */
export type SentState = "queued" | "bounced" | "delivered";

export interface DeliveryView {
  [member: string]: unknown;
  address: string;
  status: SentStatus;
  why?: string;
  /** When it was delivered or bounced. */
  calcond?: number;
  tries?: number;
  nextTryCalcond?: number;
  /** When it bounces unless it was delivered. */
  endsCalcond?: number;
  partsSent?: number;
  parts?: number;
}

export function stateOf({ recipients }: MailSentRecord): SentState {
  if (recipients.some(({ status }) => status === "queued")) return "queued";
  return recipients.every(({ status }) => status === "delivered") ? "delivered" : "bounced";
}

export function deliveryOf(
  { address, calcond, node, status, why }: SentRecipient,
  outbox: Pick<MailOutbox, "view">,
  message: string,
): DeliveryView {
  const ended = {
    address,
    status,
    ...(why === undefined ? {} : { why }),
    ...(calcond === undefined ? {} : { calcond }),
  };
  const order = status !== "queued" || node === undefined ? null : outbox.view(node, message);
  if (order === null) return ended;
  const { endsCalcond, nextCalcond: nextTryCalcond, parts, tries } = order;
  const [partsSent, of] = parts ?? [];
  return {
    ...ended,
    tries,
    nextTryCalcond,
    endsCalcond,
    ...(partsSent === undefined || of === undefined ? {} : { partsSent, parts: of }),
  };
}
