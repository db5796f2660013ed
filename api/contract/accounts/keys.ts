import * as z from "zod";
import { SINCE, WORKING } from "../definition/common.js";
import { EXAMPLE_KEY, graceCalconds, keyPrefix, label } from "../definition/identityCommon.js";
import { pageFields } from "../definition/listing.js";
import { OPENS } from "../mail/mailCommon.js";
import { defineOperation } from "../definition/operation.js";

const purpose = z.enum(["compute", "master"]);

const keyFields = {
  prefix: z.string(),
  kind: z.string().describe("account or machine"),
  purpose: z.string(),
  label: z.string().nullable(),
  machine: z.string().nullable().describe("Id of the machine whose key it is"),
  createdCalcond: z.int(),
  revokedCalcond: z
    .int()
    .nullable()
    .describe("First calcond at which it is not accepted; it may be to come"),
};

const newKeyFields = { ...keyFields, key: z.string().describe("The key; it is not shown again") };

const EXAMPLE = {
  prefix: "calc_ak_kJ3v",
  kind: "account",
  purpose: "compute",
  label: "laptop",
  machine: null,
  createdCalcond: 2311000000,
  revokedCalcond: null,
} as const;

/** The keys of the caller's account and of its machines. */
export const keys = defineOperation({
  id: "calc_keys",
  method: "GET",
  path: "/api/keys",
  since: SINCE,
  summary: "The account's keys, oldest first",
  description:
    "A key itself is never told again: only its first 12 characters are kept, and its SHA-256. " +
    "A key whose record is damaged is accepted from nobody and stands under `damaged`; revoking " +
    "it clears it away. `Link` names the next page.",
  auth: "account",
  effect: "read",
  limits: WORKING,
  list: { items: "keys", whole: true },
  input: z.strictObject(pageFields),
  output: z.looseObject({
    keys: z.array(z.looseObject(keyFields)),
    total: z.int().describe("Keys that can be read, on all pages"),
    damaged: z
      .array(z.looseObject({ prefix: z.string().nullable() }))
      .describe("Keys that the node cannot read"),
  }),
  errors: [],
  examples: [{ input: {}, output: { keys: [EXAMPLE], total: 1, damaged: [] } }],
  cli: { verb: "keys list" },
  mcp: {
    toolset: "node",
    listed: false,
    description: "Keys of the caller's account: first characters, label, age. Never the keys.",
  },
});

/** One more key for the account. */
export const keyNew = defineOperation({
  id: "calc_key_new",
  method: "POST",
  path: "/api/keys",
  since: SINCE,
  summary: "Make a key for the account, shown once",
  description:
    "`master` lifts the limits of computing, and only the operator's own account makes such keys.",
  auth: "account",
  effect: "write",
  keyed: true,
  secret: true,
  limits: WORKING,
  headers: OPENS,
  input: z.strictObject({
    label: label.optional(),
    purpose: purpose.default("compute").describe("compute; master is the operator's own"),
  }),
  body: "optional",
  success: 201,
  output: z.looseObject(newKeyFields),
  errors: ["FORBIDDEN", "CONFLICT"],
  examples: [{ input: { label: "laptop" }, output: { ...EXAMPLE, key: EXAMPLE_KEY } }],
  cli: { verb: "keys new" },
  mcp: {
    toolset: "node",
    listed: false,
    description: "Make an API key for the caller's account. The answer shows it once.",
  },
});

/** A new key in the place of an old one. */
export const keyRotate = defineOperation({
  id: "calc_key_rotate",
  method: "POST",
  path: "/api/keys/:prefix/rotate",
  since: SINCE,
  summary: "Replace a key; the old one may be accepted for a while",
  description:
    "A key that was replaced and is still accepted is not replaced again (409 names its " +
    "successor in `replacedBy`). An old key counts among the 64 of its account as long as it is " +
    "accepted.",
  auth: "account",
  effect: "write",
  keyed: true,
  secret: true,
  limits: WORKING,
  headers: OPENS,
  input: z.strictObject({ prefix: keyPrefix, graceCalconds: graceCalconds.default(0) }),
  body: "optional",
  success: 201,
  output: z.looseObject({ ...newKeyFields, replaces: z.string() }),
  errors: ["NOT_FOUND", "CONFLICT"],
  examples: [
    {
      input: { prefix: "calc_ak_0aB1", graceCalconds: 4632 },
      output: { ...EXAMPLE, key: EXAMPLE_KEY, replaces: "calc_ak_0aB1" },
    },
  ],
  cli: { verb: "keys rotate", positional: ["prefix"] },
  mcp: {
    toolset: "node",
    listed: false,
    description: "Replace one of the account's keys. The answer shows the new one once.",
  },
});

/** Ends a key at once. */
export const keyRevoke = defineOperation({
  id: "calc_key_revoke",
  method: "DELETE",
  path: "/api/keys/:prefix",
  since: SINCE,
  summary: "Revoke a key: from the answer on it is refused",
  description:
    "The last key may be revoked, too: a session of the identity makes another. A key without " +
    "limits is revoked by one like it only.",
  auth: "account",
  effect: "destroy",
  limits: WORKING,
  input: z.strictObject({ prefix: keyPrefix }),
  output: z.looseObject({ revoked: z.string() }),
  errors: ["NOT_FOUND"],
  examples: [{ input: { prefix: "calc_ak_kJ3v" }, output: { revoked: "calc_ak_kJ3v" } }],
  cli: { verb: "keys revoke", positional: ["prefix"] },
  mcp: {
    toolset: "node",
    listed: false,
    description: "Revoke one of the account's keys by its first 12 characters.",
  },
});
