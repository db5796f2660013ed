import * as z from "zod";
import { HEX_32_BYTES, QUICK, SINCE } from "../definition/common.js";
import {
  cid,
  EXAMPLE_CID,
  EXAMPLE_KEY,
  EXAMPLE_MADE_MACHINE,
  newMachine,
  slug,
} from "../definition/identityCommon.js";
import { defineOperation } from "../definition/operation.js";

/** Makes an account out of two values the client generated. */
export const identityRegister = defineOperation({
  id: "calc_identity_register",
  method: "POST",
  path: "/api/identity/register",
  since: SINCE,
  summary: "Register an identity and get an API key, shown once",
  description:
    "`cid` is the first 32 hex characters of the SHA-256 of the client's own equation, which " +
    "never leaves the client; `publicKey` is made from it, too. The account begins with a " +
    "machine, whose key is shown once as well, and with welcome credits. The first three of an " +
    "address in an hour are free, more take work. Nobody can bring the equation back: who loses it " +
    "and all API keys has lost the account, and its mail cannot be opened again.",
  auth: "none",
  effect: "write",
  keyed: true,
  secret: true,
  limits: { ...QUICK, rate: "signup" },
  headers: ["x-calc-pow"],
  input: z.strictObject({
    cid,
    publicKey: HEX_32_BYTES.describe("The client's Ed25519 public key, 64 hex characters"),
    slug: slug.optional(),
  }),
  body: "required",
  success: 201,
  output: z.looseObject({
    account: z.string(),
    cid: z.string(),
    key: z.string().describe("The API key; it is not shown again"),
    machine: newMachine,
    credits: z.int().describe("Free credits the account begins with"),
  }),
  errors: ["CID_TAKEN", "SLUG_TAKEN", "INVALID_INPUT", "POW_REQUIRED"],
  examples: [
    {
      input: {
        cid: EXAMPLE_CID,
        publicKey: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
      },
      output: {
        account: EXAMPLE_CID,
        cid: EXAMPLE_CID,
        key: EXAMPLE_KEY,
        credits: 128,
        machine: EXAMPLE_MADE_MACHINE,
      },
    },
  ],
});
