import * as z from "zod";
import { hexDigits, QUICK, SINCE, WORKING } from "../definition/common.js";
import { cid, EXAMPLE_CID } from "../definition/identityCommon.js";
import { defineOperation } from "../definition/operation.js";

const EXAMPLE_NONCE =
  "2311000386-00112233445566778899aabbccddeeff-ffeeddccbbaa99887766554433221100";
const nonce = z.string().max(128);

/** What has to be signed to open a session. Asked for by anybody, for any digest. */
export const identityChallenge = defineOperation({
  id: "calc_identity_challenge",
  method: "POST",
  path: "/api/identity/challenge",
  since: SINCE,
  summary: "A nonce whose signature opens a session",
  description:
    "Good for 386 calconds and one session. A nonce is given for every digest, whether it is registered or not.",
  auth: "none",
  effect: "read",
  limits: QUICK,
  input: z.strictObject({ cid }),
  body: "required",
  output: z.looseObject({
    nonce,
    expiresCalcond: z.int(),
    node: z.string().describe("Ed25519 key of this node, hex: part of what is signed"),
  }),
  errors: [],
  examples: [
    {
      input: { cid: EXAMPLE_CID },
      output: { nonce: EXAMPLE_NONCE, expiresCalcond: 2311000386, node: "00".repeat(32) },
    },
  ],
});

/** Opens a session of an identity. */
export const identitySession = defineOperation({
  id: "calc_identity_session",
  method: "POST",
  path: "/api/identity/session",
  since: SINCE,
  summary: "Open a session of 30 days with a signature of the identity's key",
  description:
    "The signature is over `calc-session/1`, a zero byte, and the canonical JSON of {cid, nonce, node}. The token " +
    "is shown once, and also set as the cookie `calc_session`. A session manages the account; computations take a key.",
  auth: "none",
  effect: "write",
  keyed: true,
  secret: true,
  limits: WORKING,
  input: z.strictObject({
    cid,
    nonce: nonce.min(1).describe("As the challenge gave it"),
    signature: hexDigits(128).describe("Ed25519 signature, 128 hex characters"),
  }),
  body: "required",
  success: 201,
  output: z.looseObject({
    token: z.string().describe("Sent as `Authorization: Bearer`; it is not shown again"),
    account: z.string(),
    cid: z.string(),
    expiresCalcond: z.int(),
  }),
  errors: ["BAD_CHALLENGE", "BAD_SIGNATURE"],
  examples: [
    {
      input: { cid: EXAMPLE_CID, nonce: EXAMPLE_NONCE, signature: "00".repeat(64) },
      output: {
        token: "calc_st_kJ3v0vHnVZb2q0Q0m6zRjQ",
        account: EXAMPLE_CID,
        cid: EXAMPLE_CID,
        expiresCalcond: 2314335904,
      },
    },
  ],
});

/** Ends the session that the call came with, or all of the account. */
export const identitySessionEnd = defineOperation({
  id: "calc_identity_session_end",
  method: "DELETE",
  path: "/api/identity/session",
  since: SINCE,
  summary: "End this session, or all sessions of the account",
  auth: "account",
  effect: "destroy",
  limits: WORKING,
  input: z.strictObject({
    all: z.boolean().default(false).describe("All sessions of the account, from whatever device"),
  }),
  output: z.looseObject({ ended: z.int().min(0).describe("Sessions that ended") }),
  errors: [],
  examples: [{ input: { all: true }, output: { ended: 1 } }],
  cli: { verb: "session-end" },
});
