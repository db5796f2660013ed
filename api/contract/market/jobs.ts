/** Jobs: what the mesh computes for an account. */
import * as z from "zod";
import { SINCE, WORKING } from "../definition/common.js";
import {
  EXAMPLE_JOB,
  EXAMPLE_ORDER,
  jobAnswer,
  jobFields,
  JOBS,
  jobWithShards,
  orderId,
} from "./jobCommon.js";
import { pageFields } from "../definition/listing.js";
import { defineOperation } from "../definition/operation.js";

const EXAMPLE_INPUT = {
  operators: ["NM21"],
  inputs: { m1: 5.9722e24, m2: 7.342e22, r: 3.844e8 },
};

/** What a job would lock. */
export const jobPrice = defineOperation({
  id: "calc_job_price",
  method: "QUERY",
  path: JOBS,
  since: SINCE,
  summary: "Credits a job would lock, and who could compute it",
  description: "Nothing is locked or said. The body is that of POST.",
  auth: "account",
  effect: "read",
  limits: WORKING,
  input: z.strictObject(jobFields),
  body: "required",
  output: z.looseObject({
    credits: z.int().describe("Of one result of all parts, at most"),
    results: z.int().describe("Results that are paid for, at most"),
    locked: z.int().describe("credits times results: what is set aside, and in part given back"),
    parts: z.int(),
    contributors: z.int().describe("Nodes that offer work under the same engine and registry"),
  }),
  errors: ["OPERATOR_CHAIN", "UNKNOWN_OPERATOR", "INVALID_INPUT"],
  examples: [
    {
      input: EXAMPLE_INPUT,
      output: { credits: 3, results: 2, locked: 6, parts: 1, contributors: 3 },
    },
  ],
  cli: { verb: "jobs price" },
  mcp: { toolset: "economy", listed: false, description: "What a job of the mesh would lock." },
});

/** Opens a job. */
export const jobOpen = defineOperation({
  id: "calc_job_open",
  method: "POST",
  path: JOBS,
  since: SINCE,
  summary:
    "Have the mesh compute something: the price is locked, nodes are drawn, results compared",
  description:
    "Operators with inputs, a solver with its body, or either with columns of a table. The credits are set " +
    "aside in one batch with the job. Every part ends as done, failed, expired or cancelled, and what was " +
    "locked for it is spent or returned then. Inputs of jobs are public. `visibility` of receipts is shared.",
  auth: "account",
  effect: "write",
  keyed: true,
  limits: WORKING,
  input: z.strictObject(jobFields),
  body: "required",
  success: 201,
  output: z.looseObject(jobAnswer),
  errors: [
    "OPERATOR_CHAIN",
    "UNKNOWN_OPERATOR",
    "INVALID_INPUT",
    "INSUFFICIENT_BALANCE",
    "FORBIDDEN",
  ],
  examples: [{ input: EXAMPLE_INPUT, output: EXAMPLE_JOB }],
  cli: { verb: "jobs open" },
  mcp: {
    toolset: "economy",
    listed: false,
    description: "Open a job of the mesh (locks credits).",
  },
});

/** The caller's jobs. */
export const jobList = defineOperation({
  id: "calc_job_list",
  method: "GET",
  path: JOBS,
  since: SINCE,
  summary: "The account's jobs",
  auth: "account",
  effect: "read",
  limits: WORKING,
  list: { items: "jobs" },
  input: z.strictObject(pageFields),
  output: z.looseObject({ jobs: z.array(z.looseObject(jobAnswer)), total: z.int() }),
  errors: [],
  examples: [{ input: {}, output: { jobs: [EXAMPLE_JOB], total: 1 } }],
  cli: { verb: "jobs list" },
  mcp: { toolset: "economy", listed: false, description: "Jobs of the caller's account." },
});

/** One job. */
export const jobGet = defineOperation({
  id: "calc_job_get",
  method: "GET",
  path: `${JOBS}/:id`,
  since: SINCE,
  summary: "A job with its parts: who computed what, and whose results agree",
  auth: "account",
  effect: "read",
  limits: WORKING,
  input: z.strictObject({ id: orderId }),
  output: z.looseObject(jobWithShards),
  errors: ["NOT_FOUND"],
  examples: [{ input: { id: EXAMPLE_ORDER }, output: { ...EXAMPLE_JOB, shards: [] } }],
  cli: { verb: "jobs show", positional: ["id"] },
  mcp: { toolset: "economy", listed: false, description: "One job with its parts and nodes." },
});

/** What came of it. */
export const jobResult = defineOperation({
  id: "calc_job_result",
  method: "GET",
  path: `${JOBS}/:id/result`,
  since: SINCE,
  summary: "The result of a job, and its receipts",
  description:
    "Of a table the values of all parts that are done, in the order of the rows; null where a row has " +
    "none, or its part is not done. `receipts` are those of the nodes that agree.",
  auth: "account",
  effect: "read",
  limits: WORKING,
  input: z.strictObject({ id: orderId }),
  output: z.looseObject({
    id: z.string(),
    state: jobAnswer.state,
    value: z.number().nullable(),
    unit: z.string().nullable(),
    uncertainty: z.number().nullable(),
    values: z.array(z.number().nullable()).nullable().describe("Of a table"),
    uncertainties: z.array(z.number().nullable()).nullable(),
    refused: z
      .array(z.looseObject({ kind: z.string(), message: z.string(), rows: z.array(z.int()) }))
      .describe("Rows of a table without a value, and why"),
    receipts: z.array(z.string()),
    parts: z
      .array(
        z.looseObject({
          from: z.int().describe("Its first row, numbered from 0 over the whole table"),
          rows: z.int().nullable(),
          state: z.enum(["open", "done", "failed", "expired", "cancelled"]),
          why: z.string().nullable(),
          receipts: z.array(z.string()).describe("Row r of the job is row r - from of these"),
        }),
      )
      .describe("Where each part of a table stands"),
    documents: z.array(z.looseObject({})).describe("What the nodes agreed on, part by part"),
  }),
  errors: ["NOT_FOUND"],
  examples: [
    {
      input: { id: EXAMPLE_ORDER },
      output: {
        id: EXAMPLE_ORDER,
        state: "done",
        value: 1.98e20,
        unit: "N",
        uncertainty: 4.4e15,
        values: null,
        uncertainties: null,
        refused: [],
        receipts: [],
        parts: [],
        documents: [],
      },
    },
  ],
  cli: { verb: "jobs result", positional: ["id"] },
  mcp: { toolset: "economy", listed: false, description: "The result of a job and its receipts." },
});

/** Gives a job up. */
export const jobCancel = defineOperation({
  id: "calc_job_cancel",
  method: "DELETE",
  path: `${JOBS}/:id`,
  since: SINCE,
  summary: "Cancel a job: parts to which nobody has committed are given up, their credits returned",
  auth: "account",
  effect: "write",
  keyed: true,
  limits: WORKING,
  input: z.strictObject({ id: orderId }),
  output: z.looseObject(jobAnswer),
  errors: ["NOT_FOUND"],
  examples: [{ input: { id: EXAMPLE_ORDER }, output: EXAMPLE_JOB }],
  cli: { verb: "jobs cancel", positional: ["id"] },
  mcp: { toolset: "economy", listed: false, description: "Cancel a job of the mesh." },
});
