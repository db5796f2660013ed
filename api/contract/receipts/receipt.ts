import * as z from "zod";
import {
  HEX_32_BYTES,
  inclusionProof,
  linkSignature,
  SINCE,
  WORKING,
} from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** A megabyte over a slow line; a search in which nothing comes ends long before. */
const FETCH_MS = 180_000;

/** A receipt by its id: shared ones for anyone, others for their owner. */
export const receipt = defineOperation({
  id: "calc_receipt",
  method: "GET",
  path: "/api/receipts/:id",
  since: SINCE,
  summary: "A receipt by its id",
  description:
    "Shared receipts are public and never change. Any other answers 404 to all but its owner. Where the node " +
    "asks for a quorum of witnesses, the header x-calc-standing says sealed, witnessed or final; of a shared " +
    "receipt, which caches keep, only final is said.",
  auth: "optional",
  effect: "read",
  limits: { ...WORKING, deadlineMs: FETCH_MS },
  input: z.strictObject({
    id: HEX_32_BYTES.describe("receipt_id: the hash-link in hex"),
    sig: linkSignature.optional().describe("Signature of a link to its channel"),
  }),
  output: z.looseObject({
    envelope: z.looseObject({}),
    inputs: z.looseObject({}),
    proof: inclusionProof,
    public_key: z.string(),
  }),
  errors: ["NOT_FOUND", "BAD_SIGNATURE", "LINK_EXPIRED"],
  examples: [
    {
      input: { id: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
      output: {
        envelope: {},
        inputs: {},
        proof: { index: 0, count: 1, path: [] },
        public_key: "00",
      },
    },
  ],
  cli: { verb: "receipt", positional: ["id"] },
  mcp: {
    toolset: "receipts",
    listed: true,
    description: "A shared receipt, or one of the caller's own, by its id.",
  },
});
