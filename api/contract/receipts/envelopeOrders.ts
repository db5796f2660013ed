import * as z from "zod";
import { hexDigits, SINCE } from "../definition/common.js";
import {
  accountId,
  envelopeCount,
  EXAMPLE_ACCOUNT,
  EXAMPLE_OTHER,
  EXAMPLE_TOKEN,
  folderName,
  folderSought,
  idPrefix,
  LISTED,
  tokenIds,
} from "./envelopeCommon.js";
import { defineOperation } from "../definition/operation.js";

const moved = z.looseObject({
  moved: z.int().describe("Envelopes that changed their owner"),
  listHash: z
    .string()
    .describe(
      'sha256 of "calc-token-list/1", a zero byte and the moved ids as 32 bytes each, ' +
        "ascending; the journal names it too",
    ),
});

/** Place in folders is only a view of its owner: nothing else depends on it. */
export const fileEnvelopes = defineOperation({
  id: "calc_file_envelopes",
  method: "POST",
  path: "/api/tally/envelopes/folder",
  since: SINCE,
  summary: "File envelopes into a folder",
  description:
    "By `token_ids`, or as many as `count` says of those that fit `from_folder` and `q`, in the " +
    "order of their ids; without `from_folder` those in no folder come first. Fewer are moved " +
    "when there are fewer. Soulbound envelopes can be filed too.",
  auth: "account",
  effect: "write",
  limits: LISTED,
  keyed: true,
  input: z.strictObject({
    folder: folderName.nullable().describe("Where to; null takes them out of their folders"),
    token_ids: tokenIds.optional(),
    count: envelopeCount.optional(),
    from_folder: folderSought
      .nullable()
      .optional()
      .describe("With `count`: only from this folder; null for those in none"),
    q: idPrefix.optional().describe("With `count`: only ids that begin with these hex digits"),
  }),
  body: "required",
  output: z.looseObject({
    moved: z.int().describe("Envelopes that were not in the folder before"),
  }),
  errors: ["NOT_FOUND", "INVALID_INPUT"],
  examples: [{ input: { folder: "thesis", count: 12 }, output: { moved: 12 } }],
  cli: { verb: "tally file", positional: ["folder", "token_ids"] },
  mcp: {
    toolset: "economy",
    listed: false,
    description: "File the caller's envelopes into a folder, by ids or by count.",
  },
});

/** One, some or any number of envelopes to another account of this node. */
export const transferEnvelopes = defineOperation({
  id: "calc_transfer_envelopes",
  method: "POST",
  path: "/api/tally/envelopes/transfer-bulk",
  since: SINCE,
  summary: "Move envelopes to another account",
  description:
    "By `token_ids`, or a `count` that is drawn at random from what can be moved: the journal " +
    "names the seed, the hash of the sender's last entry. All of them move or none: soulbound, " +
    "locked and bonded envelopes stay with their owner.",
  auth: "account",
  effect: "write",
  limits: LISTED,
  keyed: true,
  input: z.strictObject({
    to: accountId,
    count: envelopeCount.optional(),
    token_ids: tokenIds.optional(),
  }),
  body: "required",
  output: moved,
  errors: ["NOT_FOUND", "INVALID_INPUT", "NOT_MOVABLE", "NOT_ENOUGH_MOVABLE"],
  examples: [{ input: { to: EXAMPLE_OTHER, count: 3 }, output: { moved: 3, listHash: "00" } }],
  cli: { verb: "tally transfer", positional: ["to", "token_ids"] },
  mcp: {
    toolset: "economy",
    listed: false,
    description: "Move the caller's envelopes to another account, by ids or by count.",
  },
});

/** An offer is a promise to one recipient, good once. */
export const claimTransfer = defineOperation({
  id: "calc_claim_transfer",
  method: "POST",
  path: "/api/tally/envelopes/transfer-claim",
  since: SINCE,
  summary: "Take envelopes that their owner offered you with a signature",
  description:
    'The owner signs "calc-transfer/1", a zero byte and the canonical JSON (RFC 8785) of `offer` with the key of its ' +
    "identity. The recipient presents it. It is good once, up to its calcond, and for envelopes that can be moved.",
  auth: "account",
  effect: "write",
  limits: LISTED,
  keyed: true,
  input: z.strictObject({
    offer: z
      .strictObject({
        token_ids: tokenIds,
        from: accountId.describe("Account id of the owner"),
        to: accountId.describe("Account id of the recipient: you"),
        expiresCalcond: z
          .int()
          .min(0)
          .describe("Last calcond in which it is good, at most 30 days ahead"),
        nonce: z
          .string()
          .regex(
            /^[A-Za-z0-9_-]{8,64}$/,
            "must be 8 to 64 characters out of A-Z, a-z, 0-9, _ and -",
          )
          .describe("Chosen by the owner, another for each offer"),
      })
      .describe("What the owner signed"),
    signature: hexDigits(128).describe("Ed25519, hex"),
  }),
  body: "required",
  output: moved,
  errors: [
    "FORBIDDEN",
    "BAD_SIGNATURE",
    "OFFER_EXPIRED",
    "OFFER_USED",
    "NOT_FOUND",
    "INVALID_INPUT",
    "NOT_MOVABLE",
  ],
  examples: [
    {
      input: {
        offer: {
          token_ids: [EXAMPLE_TOKEN],
          from: EXAMPLE_ACCOUNT,
          to: EXAMPLE_OTHER,
          expiresCalcond: 2_310_461_396,
          nonce: "b2ZmZXItMQ",
        },
        signature: "00".repeat(64),
      },
      output: { moved: 1, listHash: "00" },
    },
  ],
  cli: { verb: "tally take", document: true },
  mcp: {
    toolset: "economy",
    listed: false,
    description: "Take envelopes that their owner offered the caller with a signature.",
  },
});

/** Burned credits are gone, with their value. */
export const burnEnvelopes = defineOperation({
  id: "calc_burn_envelopes",
  method: "POST",
  path: "/api/tally/envelopes/burn",
  since: SINCE,
  summary: "Burn envelopes for good",
  description:
    "Only what can be moved can be burned. All of them or none. The receipts stay valid: what " +
    "was computed stays computed.",
  auth: "account",
  effect: "destroy",
  limits: LISTED,
  keyed: true,
  input: z.strictObject({ token_ids: tokenIds }),
  body: "required",
  output: z.looseObject({
    burned: z.int(),
    value: z.int().describe("Their face value in credits"),
  }),
  errors: ["NOT_FOUND", "INVALID_INPUT", "NOT_MOVABLE"],
  examples: [{ input: { token_ids: [EXAMPLE_TOKEN] }, output: { burned: 1, value: 3 } }],
  cli: { verb: "tally burn", positional: ["token_ids"] },
  mcp: {
    toolset: "economy",
    listed: false,
    description: "Burn envelopes of the caller for good, with their value.",
  },
});

/**
 * Voting on the mesh comes later; whoever votes locks what the vote counts, and unlocks it
 * afterwards.
 */
export const lockEnvelopes = defineOperation({
  id: "calc_lock_envelopes",
  method: "POST",
  path: "/api/tally/envelopes/lock",
  since: SINCE,
  summary: "Lock envelopes for a vote, or unlock them",
  description:
    "A locked envelope stays with its owner: no transfer takes it, not even one that was offered before.",
  auth: "account",
  effect: "write",
  limits: LISTED,
  keyed: true,
  input: z.strictObject({
    token_ids: tokenIds,
    locked: z.boolean().describe("Whether a vote holds them"),
  }),
  body: "required",
  output: z.looseObject({
    changed: z.int().describe("Envelopes that were not so before"),
    locked: z.boolean(),
  }),
  errors: ["NOT_FOUND", "INVALID_INPUT"],
  examples: [
    { input: { token_ids: [EXAMPLE_TOKEN], locked: true }, output: { changed: 1, locked: true } },
  ],
  cli: { verb: "tally lock", positional: ["token_ids"] },
  mcp: {
    toolset: "economy",
    listed: false,
    description: "Lock the caller's envelopes for a vote, or unlock them.",
  },
});
