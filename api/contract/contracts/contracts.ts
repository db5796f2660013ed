/** Contracts: programs that watch, decide and leave proof. Checked, deployed, changed and closed. */
import * as z from "zod";
import { SINCE, WORKING } from "../definition/common.js";
import {
  contractFields,
  contractId,
  contractPrice,
  CONTRACTS,
  programNotices,
  EXAMPLE_CONTRACT,
  EXAMPLE_HASH,
  EXAMPLE_PROGRAM,
  exampleContract,
  problem,
  program,
} from "../definition/contractCommon.js";
import {
  EXAMPLE_MADE_MACHINE,
  EXAMPLE_MACHINE_KEY,
  label,
  machineName,
} from "../definition/identityCommon.js";
import { pageFields } from "../definition/listing.js";
import { defineOperation } from "../definition/operation.js";

/** Checks a program without deploying it. */
export const contractValidate = defineOperation({
  id: "calc_contract_validate",
  method: "POST",
  path: `${CONTRACTS}/validate`,
  since: SINCE,
  summary: "Check a program of a contract: all that is wrong, with its place",
  description:
    "Names, types, units, operators, solvers, states, ranges, times and bounds of work. Nothing is " +
    "stored. `price` is the most that a transition costs: that of its dearest compute. The others, and " +
    "all of a firing that holds, count against the account's work of a day.",
  auth: "none",
  effect: "read",
  limits: { ...WORKING, rate: "playground" },
  input: z.strictObject({ program }),
  body: "required",
  output: z.looseObject({
    valid: z.boolean(),
    problems: z.array(problem),
    programHash: z.string().nullable(),
    price: contractPrice.nullable(),
    notices: programNotices,
  }),
  errors: [],
  examples: [
    {
      input: { program: EXAMPLE_PROGRAM },
      output: {
        valid: true,
        problems: [],
        programHash: EXAMPLE_HASH,
        price: exampleContract.price,
      },
    },
  ],
  cli: { verb: "contract validate", positional: [], document: "program", verdict: true },
  mcp: {
    toolset: "contracts",
    listed: false,
    description: "Check a contract program; answers every problem with its JSON Pointer.",
  },
});

/** Deploys a program. */
export const contractDeploy = defineOperation({
  id: "calc_contract_deploy",
  method: "POST",
  path: CONTRACTS,
  since: SINCE,
  summary: "Deploy a program: it fires by its trigger, and each transition is sealed",
  description:
    "A program, or a template by its id. 422 INVALID_PROGRAM lists all that is wrong. Deploying " +
    "costs nothing; a transition burns the price of its dearest compute. Where no machine is named, " +
    "one of its own begins with it, and its key is shown once; `machine: null` makes none. The roles " +
    "of a machine hold for its contracts, and its owner pays; a machine's key deploys contracts of " +
    "its machine.",
  auth: "either",
  effect: "write",
  keyed: true,
  secret: true,
  limits: WORKING,
  input: z.strictObject({
    program: program.optional(),
    templateId: z.string().max(160).optional().describe("Of a template, instead of a program"),
    params: z
      .record(z.string().max(32), z.number())
      .optional()
      .describe("Other defaults for the template, in its units"),
    name: label.optional(),
    machine: machineName
      .nullable()
      .optional()
      .describe("Slug or id of a machine; without it one begins, with a null in JSON none does"),
  }),
  body: "required",
  success: 201,
  output: z.looseObject({
    ...contractFields,
    key: z.string().optional().describe("Of the machine that began with it"),
    keyShownOnce: z.boolean().optional(),
    notices: programNotices,
  }),
  errors: ["INVALID_PROGRAM", "NOT_FOUND", "FORBIDDEN", "MACHINE_CLOSED", "CONFLICT"],
  examples: [
    {
      input: { program: EXAMPLE_PROGRAM },
      output: {
        ...exampleContract,
        machine: EXAMPLE_MADE_MACHINE.id,
        key: EXAMPLE_MACHINE_KEY,
        keyShownOnce: true,
      },
    },
    {
      input: {
        templateId: "heat-transfer/bar-end-overheat",
        params: { limit: 140 },
        machine: null,
      },
      output: { ...exampleContract, name: "Bar end too hot" },
    },
  ],
  cli: { verb: "contract deploy", positional: [], document: "program" },
  mcp: {
    toolset: "contracts",
    listed: false,
    description: "Deploy a contract program (calc-contract/1): states, guards in CEL, a trigger.",
  },
});

/** The caller's contracts. */
export const contractList = defineOperation({
  id: "calc_contract_list",
  method: "GET",
  twins: ["QUERY"],
  path: CONTRACTS,
  since: SINCE,
  summary: "The account's contracts",
  auth: "account",
  effect: "read",
  limits: WORKING,
  list: { items: "contracts" },
  input: z.strictObject(pageFields),
  output: z.looseObject({ contracts: z.array(z.looseObject(contractFields)), total: z.int() }),
  errors: [],
  examples: [{ input: {}, output: { contracts: [exampleContract], total: 1 } }],
  cli: { verb: "contract list" },
  mcp: { toolset: "contracts", listed: false, description: "Contracts of the caller's account." },
});

/** One contract. */
export const contractGet = defineOperation({
  id: "calc_contract_get",
  method: "GET",
  path: `${CONTRACTS}/:id`,
  since: SINCE,
  summary: "A contract with its program (viewer)",
  auth: "either",
  effect: "read",
  limits: WORKING,
  input: z.strictObject({ id: contractId }),
  output: z.looseObject({ ...contractFields, program }),
  errors: ["NOT_FOUND"],
  examples: [
    {
      input: { id: EXAMPLE_CONTRACT },
      output: { ...exampleContract, program: EXAMPLE_PROGRAM },
    },
  ],
  cli: { verb: "contract show", positional: ["id"] },
  mcp: { toolset: "contracts", listed: false, description: "One contract with its program." },
});

/** Another version of the program. */
export const contractPut = defineOperation({
  id: "calc_contract_put",
  method: "PUT",
  path: `${CONTRACTS}/:id`,
  since: SINCE,
  summary: "Give a contract another version of its program (admin)",
  description:
    'With `If-Match: "<version>"`, or `version`: another one answers 412. The state stays, or becomes what ' +
    "`mapState` says; one that the new program does not have is 409 STATE_LOST.",
  auth: "either",
  effect: "write",
  keyed: true,
  limits: WORKING,
  headers: ["if-match"],
  input: z.strictObject({
    id: contractId,
    program,
    mapState: z.record(z.string(), z.string()).default({}).describe("New state by old state"),
    version: z.int().min(1).optional().describe("The version that is replaced"),
  }),
  body: "required",
  output: z.looseObject({ ...contractFields, notices: programNotices }),
  errors: [
    "NOT_FOUND",
    "FORBIDDEN",
    "INVALID_INPUT",
    "INVALID_PROGRAM",
    "PRECONDITION_FAILED",
    "STATE_LOST",
    "GONE",
  ],
  examples: [
    {
      input: { id: EXAMPLE_CONTRACT, program: EXAMPLE_PROGRAM, version: 1 },
      output: { ...exampleContract, version: 2 },
    },
  ],
  cli: { verb: "contract update", positional: ["id"], document: "program" },
  mcp: { toolset: "contracts", listed: false, description: "Replace the program of a contract." },
});

/** Closes a contract. */
export const contractDelete = defineOperation({
  id: "calc_contract_delete",
  method: "DELETE",
  path: `${CONTRACTS}/:id`,
  since: SINCE,
  summary: "Close a contract (admin); its log stays, and its machine is left open",
  auth: "either",
  effect: "destroy",
  keyed: true,
  limits: WORKING,
  input: z.strictObject({ id: contractId }),
  output: z.looseObject(contractFields),
  errors: ["NOT_FOUND", "FORBIDDEN", "GONE"],
  examples: [{ input: { id: EXAMPLE_CONTRACT }, output: { ...exampleContract, status: "closed" } }],
  cli: { verb: "contract delete", positional: ["id"] },
  mcp: { toolset: "contracts", listed: false, description: "Close a contract for good." },
});

const STATED = {
  since: SINCE,
  auth: "either",
  effect: "write",
  keyed: true,
  limits: WORKING,
  input: z.strictObject({ id: contractId }),
  body: "optional",
  output: z.looseObject(contractFields),
  errors: ["NOT_FOUND", "FORBIDDEN", "GONE"],
} as const;

/** Stops a contract. */
export const contractPause = defineOperation({
  ...STATED,
  id: "calc_contract_pause",
  method: "POST",
  path: `${CONTRACTS}/:id/pause`,
  summary: "Pause a contract (operator): it fires no more until it is resumed",
  examples: [{ input: { id: EXAMPLE_CONTRACT }, output: { ...exampleContract, status: "paused" } }],
  cli: { verb: "contract pause", positional: ["id"] },
  mcp: { toolset: "contracts", listed: false, description: "Pause a contract until resumed." },
});

/** Sets a contract going again. */
export const contractResume = defineOperation({
  ...STATED,
  id: "calc_contract_resume",
  method: "POST",
  path: `${CONTRACTS}/:id/resume`,
  summary: "Resume a contract (operator), also one that could not pay",
  examples: [{ input: { id: EXAMPLE_CONTRACT }, output: exampleContract }],
  cli: { verb: "contract resume", positional: ["id"] },
  mcp: { toolset: "contracts", listed: false, description: "Resume a paused contract." },
});
