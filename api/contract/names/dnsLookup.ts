import * as z from "zod";
import { HEX_32_BYTES, hexDigits, QUICK, SINCE } from "../definition/common.js";
import { EXAMPLE_NAME, EXAMPLE_OWNER, nameView } from "./dnsCommon.js";
import { limitField } from "../definition/listing.js";
import { defineOperation } from "../definition/operation.js";

const PAGE_MAX = 100;
const PAGE = 20;

/** Names by what is known of them. */
export const dnsLookup = defineOperation({
  id: "calc_dns_lookup",
  method: "GET",
  path: "/api/dns/lookup",
  since: SINCE,
  summary: "Find names by owner, account, machine or first letters",
  description: "At least one of publicKey, cid, machine and prefix; several narrow the search.",
  auth: "none",
  effect: "read",
  limits: QUICK,
  list: { items: "names", cursors: ["after"] },
  input: z.strictObject({
    publicKey: HEX_32_BYTES.optional().describe("The owner's Ed25519 key, hex"),
    cid: hexDigits(32).optional().describe("Identity digest of an account here"),
    machine: z.string().min(1).max(128).optional().describe("Machine that the record names"),
    prefix: z.string().min(1).max(64).optional().describe("First letters"),
    after: z.string().max(65).optional().describe("`next` of the page before"),
    limit: limitField("Names on a page", { page: PAGE, max: PAGE_MAX }),
  }),
  output: z.looseObject({
    names: z.array(nameView),
    next: z.string().nullable().describe("Where the next page begins; null at the end"),
  }),
  errors: ["INVALID_INPUT"],
  examples: [
    { input: { publicKey: EXAMPLE_OWNER }, output: { names: [EXAMPLE_NAME], next: null } },
  ],
  mcp: {
    toolset: "node",
    listed: false,
    description: "Find names of the mesh by owner's key, account, machine or first letters.",
  },
});
