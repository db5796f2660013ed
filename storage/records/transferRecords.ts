/** Records kept of envelopes that go to other nodes, and of those that come from them. */
import type { TokenFacts } from "../../protocol/transfers/bodies.js";
import type { MoveOrder } from "../../protocol/transfers/orderText.js";

/** What the destination said of an order. */
export interface TransferAnswer {
  /** Event id. */
  readonly event: string;
  readonly kind: "mint" | "void";
  readonly why: string | null;
}

/** An order of an account of this node. */
export interface TransferOutRecord {
  readonly account: string;
  readonly order: MoveOrder;
  readonly owner: string;
  readonly sig: string;
  readonly facts: readonly TokenFacts[];
  readonly calcond: number;
  /** Event id of the burn; null until it is said. */
  readonly burn: string | null;
  readonly state: "sent" | "delivered" | "refunded";
  readonly answer: TransferAnswer | null;
  /** Calcond in which it ended; null before. */
  readonly endedCalcond: number | null;
  /** Of a refund: whether the mesh knows. */
  readonly isTold: boolean;
}

/** What this node decided about an order of another one: once, for good. */
export interface TransferInRecord {
  /** Null where there is no such account. */
  readonly account: string | null;
  readonly order: MoveOrder;
  /** Event id of the burn. */
  readonly burn: string;
  readonly state: "minted" | "void";
  readonly why: string | null;
  readonly value: number;
  readonly calcond: number;
  /** Event id of the answer; null until it is said. */
  readonly said: string | null;
}

/** Whether nothing is to be said of an order any more, nor heard. */
export function isOutOver({ isTold, state }: TransferOutRecord): boolean {
  return state === "delivered" || (state === "refunded" && isTold);
}

export function isInOver({ said }: TransferInRecord): boolean {
  return said !== null;
}

/** An event of another node that has to be acted on. */
export interface TransferEventRecord {
  readonly kind: string;
  readonly author: string;
  readonly seq: number;
  /** Canonical JSON. */
  readonly body: string;
}

/** What this node said of an order before it was restored from an older copy. */
export interface TransferSaidRecord {
  readonly burn: string;
  /** Event id of the answer. */
  readonly event: string;
  /** Null: they were taken. */
  readonly why: string | null;
}

/** Of an envelope that has left this node or come to it. */
export interface MovedTokenRecord {
  /** With which it left or came last. */
  readonly version: number;
  readonly isAway: boolean;
}
