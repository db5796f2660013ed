import * as z from "zod";
import { SINCE, WORKING } from "../definition/common.js";
import { EXAMPLE_CID, grantFields, machineName, role } from "../definition/identityCommon.js";
import { pageFields } from "../definition/listing.js";
import { defineOperation } from "../definition/operation.js";

const EXAMPLE = {
  id: "g_1",
  principal: EXAMPLE_CID,
  role: "operator",
  expiresCalcond: null,
  createdCalcond: 2311000000,
  holds: true,
} as const;

/** Who may do what with a machine, beside its owner. */
export const stateGrants = defineOperation({
  id: "calc_state_grants",
  method: "GET",
  path: "/api/state/:slug/grants",
  since: SINCE,
  summary: "Who has a role on a machine (admin)",
  description:
    "Grants that are over stay in the list, with `holds` false, until they are taken back or " +
    "another is given after they expired.",
  auth: { key: "either", role: "admin", machine: "slug" },
  effect: "read",
  limits: WORKING,
  list: { items: "grants", whole: true },
  input: z.strictObject({ slug: machineName, ...pageFields }),
  output: z.looseObject({
    owner: z.string(),
    grants: z.array(z.looseObject(grantFields)),
    total: z.int(),
  }),
  errors: ["NOT_FOUND", "FORBIDDEN"],
  examples: [
    {
      input: { slug: "oven-north" },
      output: { owner: "5eb63bbbe01eeed093cb22bb8f5acdc3", grants: [EXAMPLE], total: 1 },
    },
  ],
  cli: { verb: "machine grants", positional: ["slug"] },
  mcp: { toolset: "node", listed: false, description: "Roles given on a machine." },
});

/** Gives a role. */
export const stateGrant = defineOperation({
  id: "calc_state_grant",
  method: "POST",
  path: "/api/state/:slug/grants",
  since: SINCE,
  summary: "Give a role on a machine (admin; the role admin: owner)",
  description:
    "Roles are viewer, operator and admin; grants add to each other. The principal is the " +
    "identity digest of an account of this node, or the first 12 characters of one of the " +
    "owner's own keys, as of another machine. What is given to a key ends with it: a key that " +
    "is replaced hands nothing on.",
  auth: { key: "either", role: "admin", machine: "slug" },
  effect: "write",
  keyed: true,
  limits: WORKING,
  input: z.strictObject({
    slug: machineName,
    principal: z
      .string()
      .min(4)
      .max(64)
      .describe("Identity digest, or first 12 characters of a key"),
    role: role.describe("viewer reads, operator works, admin manages"),
    expiresCalcond: z.int().min(0).optional().describe("First calcond at which it does not hold"),
  }),
  body: "required",
  success: 201,
  output: z.looseObject(grantFields),
  errors: ["NOT_FOUND", "FORBIDDEN", "INVALID_INPUT", "CONFLICT", "MACHINE_CLOSED"],
  examples: [
    { input: { slug: "oven-north", principal: EXAMPLE_CID, role: "operator" }, output: EXAMPLE },
  ],
  cli: { verb: "machine grant", positional: ["slug", "principal", "role"] },
  mcp: {
    toolset: "node",
    listed: false,
    description: "Give an account or a key a role on a machine.",
  },
});

/** Takes a role back. */
export const stateUngrant = defineOperation({
  id: "calc_state_ungrant",
  method: "DELETE",
  path: "/api/state/:slug/grants/:id",
  since: SINCE,
  summary: "Take back a role on a machine",
  auth: { key: "either", role: "admin", machine: "slug" },
  effect: "destroy",
  limits: WORKING,
  input: z.strictObject({
    slug: machineName,
    id: z
      .string()
      .regex(
        /^g_[1-9]\d{0,15}$/,
        "must be the id of a grant as the list of grants shows it, as in g_1",
      )
      .describe("Id of the grant, as in g_1"),
  }),
  output: z.looseObject({ removed: z.string() }),
  errors: ["NOT_FOUND", "FORBIDDEN", "MACHINE_CLOSED"],
  examples: [{ input: { slug: "oven-north", id: "g_1" }, output: { removed: "g_1" } }],
  cli: { verb: "machine ungrant", positional: ["slug", "id"] },
  mcp: { toolset: "node", listed: false, description: "Take back a role given on a machine." },
});
