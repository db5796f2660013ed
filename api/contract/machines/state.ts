import * as z from "zod";
import { SINCE, WORKING } from "../definition/common.js";
import {
  damagedMachines,
  EXAMPLE_MACHINE_KEY,
  exampleMachine,
  graceCalconds,
  label,
  machineFields,
  machineName,
  slug,
} from "../definition/identityCommon.js";
import { contractFields, program } from "../definition/contractCommon.js";
import { pageFields } from "../definition/listing.js";
import { defineOperation } from "../definition/operation.js";
import { exampleHead, headFields } from "./stateLogCommon.js";

/** Starts a machine. */
export const stateNew = defineOperation({
  id: "calc_state_new",
  method: "POST",
  path: "/api/state",
  since: SINCE,
  summary: "Start a machine; its key is shown once",
  description:
    "The key acts as admin of this machine and computes on the owner's credits; it manages nothing " +
    "else. With a program, a template or an archetype its contract is deployed on it in the same step.",
  auth: "account",
  effect: "write",
  keyed: true,
  secret: true,
  limits: WORKING,
  input: z.strictObject({
    slug: slug.optional(),
    name: label.optional(),
    is_public: z.boolean().default(false).describe("Anybody may read it"),
    purpose: z
      .enum(["compute", "master"])
      .optional()
      .describe("Of its key; master is the operator's own, and without limits"),
    program: program.optional(),
    templateId: z.string().max(160).optional().describe("Of a template, instead of a program"),
    archetype: z
      .string()
      .max(64)
      .optional()
      .describe("Instead of a template: provable-record, simulation and others"),
    params: z
      .record(z.string().max(32), z.number())
      .optional()
      .describe("Other defaults for the template or archetype, in its units"),
  }),
  body: "optional",
  success: 201,
  output: z.looseObject({
    machine: z.looseObject(machineFields),
    key: z.string().describe("The machine's key; it is not shown again"),
    keyShownOnce: z.literal(true),
    contract: z.looseObject(contractFields).optional().describe("Of the program, if there is one"),
  }),
  errors: [
    "SLUG_TAKEN",
    "INVALID_INPUT",
    "INVALID_BODY",
    "INVALID_PROGRAM",
    "NOT_FOUND",
    "FORBIDDEN",
    "CONFLICT",
  ],
  examples: [
    {
      input: { slug: "oven-north" },
      output: { machine: exampleMachine, key: EXAMPLE_MACHINE_KEY, keyShownOnce: true },
    },
  ],
  cli: { verb: "machine new", positional: ["slug"] },
  mcp: {
    toolset: "node",
    listed: false,
    description: "Start a machine of the caller's account. The answer shows its key once.",
  },
});

/** The caller's machines. */
export const stateList = defineOperation({
  id: "calc_state_list",
  method: "GET",
  path: "/api/state",
  since: SINCE,
  summary: "The account's machines",
  description: "In the order in which they began. `Link` names the next page.",
  auth: "account",
  effect: "read",
  limits: WORKING,
  list: { items: "machines", whole: true },
  input: z.strictObject(pageFields),
  output: z.looseObject({
    machines: z.array(z.looseObject(machineFields)),
    total: z.int().describe("How many can be listed under `machines`"),
    damaged: damagedMachines,
  }),
  errors: [],
  examples: [{ input: {}, output: { machines: [exampleMachine], total: 1, damaged: [] } }],
  cli: { verb: "machine list" },
  mcp: { toolset: "node", listed: false, description: "Machines of the caller's account." },
});

/** Machines that anybody may read. */
export const statePublished = defineOperation({
  id: "calc_state_published",
  method: "GET",
  path: "/api/state/aggregate/list",
  since: SINCE,
  summary: "The public machines of this node",
  description: "In the order in which they began. `Link` names the next page.",
  auth: "none",
  effect: "read",
  limits: WORKING,
  list: { items: "machines" },
  input: z.strictObject(pageFields),
  output: z.looseObject({
    machines: z.array(z.looseObject(machineFields)),
    total: z.int().describe("How many can be listed under `machines`"),
    damaged: damagedMachines,
  }),
  errors: [],
  examples: [
    {
      input: {},
      output: {
        machines: [{ ...exampleMachine, is_public: true, role: "viewer" }],
        total: 1,
        damaged: [],
      },
    },
  ],
  cli: { verb: "machine public" },
  mcp: { toolset: "node", listed: false, description: "Public machines of this node." },
});

/** One machine. */
export const stateOf = defineOperation({
  id: "calc_state",
  method: "GET",
  path: "/api/state/:slug",
  since: SINCE,
  summary: "A machine, for whoever may see it",
  description: "A private machine answers outsiders as if it did not exist.",
  auth: { key: "optional", role: "viewer", machine: "slug" },
  effect: "read",
  limits: WORKING,
  input: z.strictObject({ slug: machineName }),
  output: z.looseObject({
    ...machineFields,
    head: z.looseObject(headFields).optional(),
    state: z.string().nullable().optional().describe("Where its last transition led"),
    evaluations: z.int().optional().describe("Evaluations behind the last row that have no row"),
  }),
  errors: ["NOT_FOUND"],
  examples: [
    {
      input: { slug: "oven-north" },
      output: { ...exampleMachine, head: exampleHead, state: null, evaluations: 0 },
    },
  ],
  cli: { verb: "machine show", positional: ["slug"] },
  mcp: {
    toolset: "node",
    listed: false,
    description: "One machine by slug or id, if the caller may see it.",
  },
});

/** Renames a machine, or shows it to everybody. */
export const stateEdit = defineOperation({
  id: "calc_state_edit",
  method: "PATCH",
  path: "/api/state/:slug",
  since: SINCE,
  summary: "Change a machine: its name (admin), whether it is public (owner)",
  auth: { key: "either", role: "admin", machine: "slug" },
  effect: "write",
  limits: WORKING,
  input: z.strictObject({
    slug: machineName,
    name: label.optional(),
    is_public: z.boolean().optional().describe("Whether anybody may read it"),
  }),
  body: "required",
  output: z.looseObject(machineFields),
  errors: ["NOT_FOUND", "FORBIDDEN", "INVALID_INPUT", "MACHINE_CLOSED"],
  examples: [
    {
      input: { slug: "oven-north", is_public: true },
      output: { ...exampleMachine, is_public: true },
    },
  ],
  cli: { verb: "machine edit", positional: ["slug"] },
  mcp: {
    toolset: "node",
    listed: false,
    description: "Change a machine's name, or make it public or private.",
  },
});

/** A new key for a machine. */
export const stateKeyRotate = defineOperation({
  id: "calc_state_key_rotate",
  method: "POST",
  path: "/api/state/:slug/key/rotate",
  since: SINCE,
  summary: "Replace a machine's key (owner); shown once",
  description:
    "One key before the newest may still be accepted: while it is (409 names it in `ending`), " +
    "another takes a rotation without a grace, which ends both.",
  auth: { key: "account", role: "owner", machine: "slug" },
  effect: "write",
  keyed: true,
  secret: true,
  limits: WORKING,
  input: z.strictObject({ slug: machineName, graceCalconds: graceCalconds.default(0) }),
  body: "optional",
  success: 201,
  output: z.looseObject({
    machine: z.string(),
    slug: z.string(),
    prefix: z.string(),
    key: z.string().describe("The machine's key; it is not shown again"),
    keyShownOnce: z.literal(true),
  }),
  errors: ["NOT_FOUND", "FORBIDDEN", "CONFLICT", "MACHINE_CLOSED"],
  examples: [
    {
      input: { slug: "oven-north" },
      output: {
        machine: exampleMachine.id,
        slug: "oven-north",
        prefix: "csm_kJ3v0vHn",
        key: EXAMPLE_MACHINE_KEY,
        keyShownOnce: true,
      },
    },
  ],
  cli: { verb: "machine rotate-key", positional: ["slug"] },
  mcp: {
    toolset: "node",
    listed: false,
    description: "Replace a machine's key. The answer shows the new one once.",
  },
});
