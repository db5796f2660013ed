/** Bodies of the events by which envelopes end on one node and begin on another. */
import * as z from "zod";
import { isObject } from "../encoding/json.js";
import type { Crypto, JsonObject } from "../ports.js";
import { moveHolds, moveOrderSchema } from "./order.js";

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const signature = z.string().regex(/^[0-9a-f]{128}$/);

/** What an envelope is, beside its id and version. */
const facts = z.strictObject({
  engine_version: z.string().min(1).max(64),
  precision_actual: z.number(),
  precision_bound: z.number(),
  value: z.int().min(0),
});
export type TokenFacts = z.output<typeof facts>;

/** The origin has ended them: from here on only the destination may have them live. */
export const xferBurnBody = z
  .strictObject({
    /** Of each envelope of the order, in its order. */
    facts: z.array(facts).min(1),
    order: moveOrderSchema,
    /** Public key of the account that ordered it, and its signature. */
    owner: hash,
    sig: signature,
  })
  .refine((body) => body.facts.length === body.order.tokens.length, "facts of each envelope");
export type XferBurnBody = z.output<typeof xferBurnBody>;

const answer = {
  /** Event id of the burn. */
  burn: hash,
  /** Id of the order. */
  order: hash,
  /** First envelope of the order: the topic follows from it. */
  token_id: hash,
};
/** The destination has them live. */
export const xferMintBody = z.strictObject(answer);
/** The destination has not taken them, and never will: they are the origin's to give back. */
export const xferVoidBody = z.strictObject({ ...answer, why: z.string().min(1).max(200) });
export type XferVoidBody = z.output<typeof xferVoidBody>;
/** The origin has given them back. */
export const xferRefundBody = z.strictObject({ order: hash, token_id: hash, void: hash });

export const TRANSFER_BODIES = {
  "xfer.burn": xferBurnBody,
  "xfer.mint": xferMintBody,
  "xfer.void": xferVoidBody,
  "xfer.refund": xferRefundBody,
} as const;
export type TransferKind = keyof typeof TRANSFER_BODIES;

export function isTransferKind(kind: string): kind is TransferKind {
  return Object.hasOwn(TRANSFER_BODIES, kind);
}

/** An owner must have signed the order that a burn carries, for this network. */
export function faultOfBurn(crypto: Crypto, net: string, body: JsonObject): string | null {
  const read = xferBurnBody.safeParse(body);
  if (!read.success) return "not a burn";
  const { order, owner, sig } = read.data;
  if (order.net !== net) return "the order is for another network";
  if (order.origin === order.destination) return "the order names one node twice";
  return moveHolds(crypto, order, owner, sig) ? null : "its owner has not signed the order";
}

/** First envelope that an event is about. */
export function firstTokenOf(body: JsonObject): string | null {
  const { order, token_id: named } = body;
  if (typeof named === "string") return named;
  const tokens = isObject(order) ? order["tokens"] : null;
  const first = Array.isArray(tokens) ? tokens[0] : undefined;
  const id = isObject(first) ? first["token_id"] : null;
  return typeof id === "string" ? id : null;
}
