import * as z from "zod";
import { SINCE, WORKING } from "../definition/common.js";
import { EXAMPLE_NAME, EXAMPLE_OWNER, nameFields } from "./dnsCommon.js";
import { defineOperation } from "../definition/operation.js";

/** Takes what an owner signed, and tells the network. */
export const dnsRegister = defineOperation({
  id: "calc_dns_register",
  method: "POST",
  path: "/api/dns/register",
  since: SINCE,
  summary: "Claim, update or revoke a name, or commit to a claim, with the owner's signature",
  description:
    "The body is signed with the owner's Ed25519 key over `calc-name-sig/1`, a zero byte and " +
    "the canonical JSON of {body without sig, kind, net}. A claim shows work of 26, 24, 21 or " +
    "18 leading zero bits for names of 4, 5, 6 or more characters. The same statement again " +
    "changes nothing. A commitment is signed by nobody, so it needs a key of this node.",
  auth: "optional",
  effect: "write",
  limits: WORKING,
  input: z.strictObject({
    kind: z
      .enum(["name.claim", "name.update", "name.revoke", "name.commit"])
      .describe("What is said"),
    body: z.looseObject({}).describe("The signed body"),
  }),
  body: "required",
  success: 201,
  output: z.looseObject({
    id: z.string().describe("Id of the event on this node's spine"),
    kind: z.string(),
    ...Object.fromEntries(
      Object.entries(nameFields).map(([name, schema]) => [name, schema.optional()]),
    ),
  }),
  errors: [
    "INVALID_INPUT",
    "BAD_NAME",
    "NAME_RESERVED",
    "BACKDATED",
    "FUTURE_CALCOND",
    "ADDRESS_MISMATCH",
    "BAD_SIGNATURE",
    "POW_REQUIRED",
    "NAME_TAKEN",
    "NAME_LIMIT",
    "STALE_SEQUENCE",
    "NOT_FOUND",
    "FORBIDDEN",
    "NOT_READY",
    "MISSING_KEY",
  ],
  examples: [
    {
      input: {
        kind: "name.claim",
        body: {
          address: "0d20cb79ef228dc1",
          claimed: 2_310_461_010,
          expires: 2_350_000_000,
          name: "kepler-orbits",
          owner: EXAMPLE_OWNER,
          records: { url: "https://example.org/" },
          sequence: 0,
          sig: "0".repeat(128),
          work: "a7",
        },
      },
      output: { id: EXAMPLE_NAME.claim, kind: "name.claim", ...EXAMPLE_NAME, state: "pending" },
    },
  ],
  mcp: {
    toolset: "node",
    listed: false,
    description: "Hand in a signed claim, update, revocation or commitment of a mesh name.",
  },
});
