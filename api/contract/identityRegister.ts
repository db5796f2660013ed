import { z } from "zod";
import { HEX_32_BYTES, QUICK, SINCE } from "./common.js";
import { defineOperation } from "./operation.js";

/** Makes an account out of two values the client generated. */
export const identityRegister = defineOperation({
  id: "calc_identity_register", method: "POST", path: "/api/identity/register", since: SINCE,
  summary: "Register an identity and get an API key, shown once",
  description: "`cid` is the first 32 hex characters of the SHA-256 of the client's own equation, "
    + "which never leaves the client.",
  auth: "none", effect: "write", keyed: true,
  limits: { ...QUICK, rate: "signup" },
  headers: ["x-calc-pow"],
  input: z.strictObject({
    cid: z.string().regex(/^[0-9a-f]{32}$/).describe("Identity digest, 32 hex characters"),
    publicKey: HEX_32_BYTES.describe("The client's Ed25519 public key, 64 hex characters"),
  }),
  body: "required",
  success: 201,
  output: z.looseObject({
    account: z.string(), cid: z.string(),
    key: z.string().describe("The API key; it is not shown again"),
  }),
  errors: ["CID_TAKEN", "INVALID_INPUT", "POW_REQUIRED"],
  examples: [{
    input: {
      cid: "b1946ac92492d2347c6235b4d2611184",
      publicKey: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    },
    output: {
      account: "b1946ac92492d2347c6235b4d2611184", cid: "b1946ac92492d2347c6235b4d2611184",
      key: "calc_ak_kJ3v0vHnVZb2q0Q0m6zRjQ",
    },
  }],
});
