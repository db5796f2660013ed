/** Envelopes that move to an account of another node, by an order that their owner signed. */
import * as z from "zod";
import { MOVE_TOKENS_MAX } from "../../../protocol/transfers/orderText.js";
import { hexDigits, SINCE, WORKING } from "../definition/common.js";
import {
  accountId,
  EXAMPLE_ACCOUNT,
  EXAMPLE_OTHER,
  EXAMPLE_TOKEN,
} from "../receipts/envelopeCommon.js";
import { nodeKey } from "./jobCommon.js";
import { pageFields } from "../definition/listing.js";
import { defineOperation } from "../definition/operation.js";
import { standing } from "../mesh/witness.js";

const TRANSFERS = "/api/transfers";
const EXAMPLE_HASH = "ab".repeat(32);

const moveOrder = z
  .strictObject({
    destination: nodeKey.describe("Public key of the node that they go to"),
    expires: z
      .int()
      .min(0)
      .describe("Last calcond, on the clock of that node, in which they may arrive"),
    from: accountId.describe("Your account"),
    net: hexDigits(8).describe("The network: `net` of the mesh's status"),
    nonce: z
      .string()
      .regex(/^[A-Za-z0-9_-]{8,64}$/, "must be 8 to 64 characters out of A-Z, a-z, 0-9, _ and -")
      .describe("Chosen by you, another one for each order"),
    origin: nodeKey.describe("Public key of this node"),
    to: accountId.describe("Account of that node, or the digest of its identity"),
    tokens: z
      .array(
        z.strictObject({
          token_id: hexDigits(64),
          version: z.int().min(0).max(4_294_967_294).describe("As the list of envelopes has it"),
        }),
      )
      .min(1)
      .max(MOVE_TOKENS_MAX)
      .refine(
        (tokens) => tokens.every((one, i) => i === 0 || tokens[i - 1]!.token_id < one.token_id),
        "must be in the order of their ids, each once",
      )
      .describe(`1 to ${MOVE_TOKENS_MAX} envelopes, ascending`),
  })
  .describe("What you signed");

const transfer = {
  id: z.string().describe("sha256 of the order: one on both nodes"),
  direction: z.enum(["out", "in"]),
  state: z
    .enum(["sent", "delivered", "refunded", "minted", "void"])
    .describe(
      "Out: sent, then delivered or refunded. In: minted, or void where they were not taken",
    ),
  why: z.string().nullable().describe("Why they were not taken, in words"),
  count: z.int().describe("Envelopes"),
  value: z.int().describe("Their face value in credits"),
  origin: z.string(),
  destination: z.string(),
  from: z.string(),
  to: z.string(),
  token_ids: z.array(z.string()),
  expires: z.int(),
  calcond: z.int().describe("When this node acted on the order"),
  endedCalcond: z.int().nullable(),
  burn: z.string().nullable().describe("Event by which the origin ended them"),
  answer: z.string().nullable().describe("Event by which the destination took them, or did not"),
  burnStanding: standing.nullable().optional().describe("Of the burn; null while it is not held"),
  answerStanding: standing.nullable().optional().describe("Of the answer; null before it"),
};

const EXAMPLE = {
  id: EXAMPLE_HASH,
  direction: "out" as const,
  state: "sent" as const,
  why: null,
  count: 1,
  value: 3,
  origin: "cd".repeat(32),
  destination: "ef".repeat(32),
  from: EXAMPLE_ACCOUNT,
  to: EXAMPLE_OTHER,
  token_ids: [EXAMPLE_TOKEN],
  expires: 2_310_461_396,
  calcond: 2_310_350_199,
  endedCalcond: null,
  burn: null,
  answer: null,
};

/** Sends envelopes. */
export const transferSend = defineOperation({
  id: "calc_transfer_send",
  method: "POST",
  path: TRANSFERS,
  since: SINCE,
  summary: "Send envelopes to an account of another node",
  description:
    'The owner signs "calc-move/1", a zero byte and the canonical JSON (RFC 8785) of `order` with the key of its ' +
    "identity. The envelopes end here at once, and begin there when that node has read it. It takes them or " +
    "says that it never will; then, and only then, they come back. The same order again has the same answer.",
  auth: "account",
  effect: "write",
  keyed: true,
  limits: WORKING,
  input: z.strictObject({ order: moveOrder, signature: hexDigits(128).describe("Ed25519, hex") }),
  body: "required",
  success: 201,
  output: z.looseObject(transfer),
  errors: ["FORBIDDEN", "BAD_SIGNATURE", "NOT_FOUND", "INVALID_INPUT", "NOT_MOVABLE", "CONFLICT"],
  examples: [
    {
      input: {
        order: {
          destination: EXAMPLE.destination,
          expires: EXAMPLE.expires,
          from: EXAMPLE_ACCOUNT,
          net: "0f1e2d3c",
          nonce: "b3JkZXItMQ",
          origin: EXAMPLE.origin,
          to: EXAMPLE_OTHER,
          tokens: [{ token_id: EXAMPLE_TOKEN, version: 0 }],
        },
        signature: "00".repeat(64),
      },
      output: EXAMPLE,
    },
  ],
  cli: { verb: "transfer order", document: true },
  mcp: {
    toolset: "economy",
    listed: false,
    description: "Send envelopes to an account of another node by a signed order.",
  },
});

/** The caller's moves. */
export const transferList = defineOperation({
  id: "calc_transfers",
  method: "GET",
  path: TRANSFERS,
  since: SINCE,
  summary: "Envelopes that went to other nodes, and that came from them",
  auth: "account",
  effect: "read",
  limits: WORKING,
  list: { items: "transfers" },
  input: z.strictObject(pageFields),
  output: z.looseObject({ transfers: z.array(z.looseObject(transfer)), total: z.int() }),
  errors: [],
  examples: [{ input: {}, output: { transfers: [EXAMPLE], total: 1 } }],
  cli: { verb: "transfer list" },
  mcp: {
    toolset: "economy",
    listed: false,
    description: "Moves of the caller's envelopes between nodes.",
  },
});

/** One move. */
export const transferGet = defineOperation({
  id: "calc_transfer",
  method: "GET",
  path: `${TRANSFERS}/:id`,
  since: SINCE,
  summary: "A move of envelopes between nodes, and how it stands",
  auth: "account",
  effect: "read",
  limits: WORKING,
  input: z.strictObject({ id: hexDigits(64).describe("Id of the order") }),
  output: z.looseObject(transfer),
  errors: ["NOT_FOUND"],
  examples: [{ input: { id: EXAMPLE_HASH }, output: EXAMPLE }],
  cli: { verb: "transfer show", positional: ["id"] },
  mcp: { toolset: "economy", listed: false, description: "How a move between nodes stands." },
});
