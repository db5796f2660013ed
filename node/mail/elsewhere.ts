/** What sending needs of other nodes: whose an address there is, and a place in the outbox. */
import type { SignedMailStatement } from "../../protocol/mail/keys.js";
import type { MailOrderRecord } from "../../storage/records/mailRecords.js";
import type { EffectTransaction } from "../ledger/effects.js";

export type Lookup =
  | { readonly kind: "known"; readonly signed: SignedMailStatement }
  /** Its node says that nobody has it, or there is no mesh. */
  | { readonly kind: "unknown" }
  /** Nobody who could say was reached. */
  | { readonly kind: "unreached" };

export interface Order extends MailOrderRecord {
  /** Public key of the node. */
  readonly node: string;
  readonly id: string;
}

export interface Elsewhere {
  readonly homes: { lookup(address: string): Promise<Lookup> };
  readonly outbox: {
    hasRoomFor(node: string): boolean;
    /** In the batch of what is to be delivered. */
    add(tx: EffectTransaction, order: Order): void;
  };
}
