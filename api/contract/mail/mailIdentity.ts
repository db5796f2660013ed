/** Addresses of mail: made by the account's client, unlocked for its keys, and looked up. */
import * as z from "zod";
import { LOCAL_PART_CHARS_MAX, LOCAL_PART_CHARS_MIN } from "../../../protocol/mail/address.js";
import { HEX_32_BYTES, hexDigits, SINCE, WORKING } from "../definition/common.js";
import { keyPrefix } from "../definition/identityCommon.js";
import { displayName, EXAMPLE_ADDRESS } from "./mailCommon.js";
import { defineOperation } from "../definition/operation.js";

const wrapped = z
  .string()
  .max(2_048)
  .describe("Nonce, ciphertext and tag of AES-256-GCM over the secrets of all generations, base64");
const statementFields = {
  address: z.string(),
  boxKey: z.string().describe("X25519 key, hex"),
  displayName: z.string().nullable(),
  generation: z.int(),
  identity: z.string().describe("Ed25519 key of the account's identity, hex"),
  node: z.string().describe("Ed25519 key of the node, hex"),
  signKey: z.string().describe("Ed25519 key that signs messages, hex"),
};
const signed = z.looseObject({ statement: z.looseObject(statementFields), signature: z.string() });

const identityOutput = z.looseObject({
  nodeAddress: z.string().describe("What stands behind the @ of addresses of this node"),
  nodeKey: z.string().describe("Ed25519 key of this node, hex"),
  address: z.string().nullable().describe("Null where the account has none yet"),
  current: signed.nullable(),
  earlier: z.array(signed).describe("Of earlier generations of keys, the first one first"),
  opensOnNode: z.boolean().describe("False: the node never unwraps the keys of this account"),
  wrapped: z.looseObject({
    byEquation: z.string().nullable(),
    byKey: z.string().nullable().describe("Under the key of this call, where it was let in"),
  }),
  keys: z
    .array(z.looseObject({ prefix: z.string(), generation: z.int() }))
    .describe("API keys that open the mail, and the newest generation that each opens"),
});

const KEY = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
const SIGNATURE = "0b".repeat(64);
const WRAPPED = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
const EXAMPLE_SIGNED = {
  statement: {
    address: EXAMPLE_ADDRESS,
    boxKey: KEY,
    displayName: "Ada",
    generation: 1,
    identity: KEY,
    node: KEY,
    signKey: KEY,
  },
  signature: SIGNATURE,
};
const EXAMPLE = {
  nodeAddress: "3f0c2b7a9d41e568",
  nodeKey: KEY,
  address: EXAMPLE_ADDRESS,
  current: EXAMPLE_SIGNED,
  earlier: [],
  opensOnNode: true,
  wrapped: { byEquation: WRAPPED, byKey: WRAPPED },
  keys: [{ prefix: "calc_ak_kJ3v", generation: 1 }],
};

/** The account's own address. */
export const mailIdentity = defineOperation({
  id: "calc_mail_identity",
  method: "GET",
  path: "/api/mail/identity",
  since: SINCE,
  summary: "The account's mail address, and its wrapped keys",
  auth: "account",
  effect: "read",
  limits: WORKING,
  input: z.strictObject({}),
  output: identityOutput,
  errors: [],
  examples: [{ input: {}, output: EXAMPLE }],
  cli: { verb: "mail identity" },
  mcp: { toolset: "mail", listed: false, description: "Mail address of the caller's account." },
});

/** An address for the account, or new keys for the one that it has. */
export const mailIdentityPut = defineOperation({
  id: "calc_mail_identity_put",
  method: "PUT",
  path: "/api/mail/identity",
  since: SINCE,
  summary: "Take a mail address, or renew its keys; the client makes and signs them",
  description:
    "The client draws a secret of 32 bytes, from which an X25519 and an Ed25519 pair follow, and signs " +
    "the public ones with the key of its identity. The node stores the secret only wrapped. Who loses " +
    "all API keys and the equation has lost the mail: nobody can open it again.",
  auth: "account",
  effect: "write",
  keyed: true,
  limits: WORKING,
  input: z.strictObject({
    localPart: z
      .string()
      .min(LOCAL_PART_CHARS_MIN)
      .max(LOCAL_PART_CHARS_MAX)
      .describe("4 to 64 of a-z, 0-9 and -, with single dots and underscores inside"),
    displayName: displayName.nullable().default(null),
    boxKey: HEX_32_BYTES.describe("X25519 key, hex"),
    signKey: HEX_32_BYTES.describe("Ed25519 key that signs messages, hex"),
    generation: z.int().min(1).describe("1 for the first keys; the next number renews them"),
    signature: hexDigits(128).describe("Of the identity, over the statement"),
    opensOnNode: z
      .boolean()
      .default(true)
      .describe("False asks the node never to unwrap the keys: the client opens all mail itself"),
    wrapped: z.strictObject({
      byEquation: wrapped,
      byKey: wrapped.optional().describe("Under the key of this call"),
    }),
  }),
  body: "required",
  output: identityOutput,
  errors: ["ADDRESS_TAKEN", "BAD_SIGNATURE", "CONFLICT", "FORBIDDEN", "INVALID_INPUT"],
  examples: [
    {
      input: {
        localPart: "ada.lovelace",
        displayName: "Ada",
        boxKey: KEY,
        signKey: KEY,
        generation: 1,
        signature: SIGNATURE,
        wrapped: { byEquation: WRAPPED, byKey: WRAPPED },
      },
      output: EXAMPLE,
    },
  ],
});

/** One more key that opens the mail. */
export const mailUnlock = defineOperation({
  id: "calc_mail_unlock",
  method: "PUT",
  path: "/api/mail/identity/keys/:prefix",
  since: SINCE,
  summary: "Let an API key open the account's mail: its client wrapped the secrets under it",
  auth: "account",
  effect: "write",
  keyed: true,
  limits: WORKING,
  input: z.strictObject({ prefix: keyPrefix, wrapped }),
  body: "required",
  output: identityOutput,
  errors: ["NOT_FOUND", "INVALID_INPUT"],
  examples: [{ input: { prefix: "calc_ak_kJ3v", wrapped: WRAPPED }, output: EXAMPLE }],
});

/** Whose an address is. */
export const mailDirectory = defineOperation({
  id: "calc_mail_directory",
  method: "GET",
  path: "/api/mail/directory/:address",
  since: SINCE,
  summary: "The keys of an address, signed by its identity",
  description:
    "Check the signature, and that `identity` is the key of the one you mean: who holds a name says " +
    "its address in the record `mail`, and the name's owner is the same key.",
  auth: "none",
  effect: "read",
  limits: WORKING,
  input: z.strictObject({
    address: z
      .string()
      .max(128)
      .describe("As in " + EXAMPLE_ADDRESS),
  }),
  output: signed,
  errors: ["NOT_FOUND", "NOT_READY"],
  examples: [{ input: { address: EXAMPLE_ADDRESS }, output: EXAMPLE_SIGNED }],
  cli: { verb: "mail directory", positional: ["address"] },
  mcp: { toolset: "mail", listed: false, description: "Keys of a mail address, signed." },
});
