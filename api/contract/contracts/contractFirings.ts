/** Firings of contracts: made, tried without a trace, and made again from the log. */
import * as z from "zod";
import { SINCE, WORKING } from "../definition/common.js";
import {
  contractId,
  CONTRACTS,
  eventData,
  eventType,
  EXAMPLE_CONTRACT,
  EXAMPLE_HASH,
  exampleStep,
  head,
  program,
  stepFields,
} from "../definition/contractCommon.js";
import { limitField } from "../definition/listing.js";
import { defineOperation } from "../definition/operation.js";
import { isPlainFiring } from "./plainFiring.js";
import { NDJSON_TYPE } from "../machines/stateLogCommon.js";

const EVENTS_MAX = 1_000;

/** Fires a contract. */
export const contractFire = defineOperation({
  id: "calc_contract_fire",
  method: "POST",
  path: `${CONTRACTS}/:id/fire`,
  since: SINCE,
  summary: "Fire a contract (operator): an event, and the transition that it leads to, sealed",
  description:
    "One batch holds the transition, its row, its receipt and its price, or nothing of them. What leads to " +
    "no transition is counted; a step without a decision is a fault, has a row and costs nothing. A " +
    "transition that cannot be paid is 402 and pauses the contract.",
  auth: "either",
  effect: "seal",
  keyed: true,
  limits: WORKING,
  input: z.strictObject({
    id: contractId,
    event: eventType.optional(),
    data: eventData.default({}),
  }),
  plainly: isPlainFiring,
  body: "optional",
  success: 201,
  output: z.looseObject({
    contract: contractId,
    ...stepFields,
    row: head.nullable().describe("Its row; null where nothing but a count was written"),
    token: z.string().nullable().describe("Id of its receipt"),
    credits: z.int(),
  }),
  errors: ["NOT_FOUND", "FORBIDDEN", "GONE", "CONTRACT_PAUSED", "CONFLICT", "TOO_LARGE"],
  examples: [
    {
      input: { id: EXAMPLE_CONTRACT, data: { v: 31 } },
      output: {
        contract: EXAMPLE_CONTRACT,
        ...exampleStep,
        results: [],
        emitted: [],
        row: { seq: 1, hash: EXAMPLE_HASH },
        token: EXAMPLE_HASH,
        credits: 1,
      },
    },
  ],
  cli: { verb: "contract fire", positional: ["id", "data"] },
  mcp: {
    toolset: "contracts",
    listed: false,
    description: "Send an event with data to a contract; the answer says where it moved.",
  },
});

/** What it did. */
export const contractFirings = defineOperation({
  id: "calc_contract_firings",
  method: "GET",
  path: `${CONTRACTS}/:id/firings`,
  since: SINCE,
  summary: "Firings of a contract: transitions and faults, the newest first (viewer)",
  description:
    "From the rows of its log. `before` is `next` of the page before; a page may hold fewer than `limit` " +
    "where many rows in between are of another kind. What a firing was told and gave is shown to operators.",
  auth: "optional",
  effect: "read",
  limits: WORKING,
  list: { items: "firings", cursors: ["before"] },
  input: z.strictObject({
    id: contractId,
    before: z.int().min(0).optional().describe("Only rows before this one"),
    limit: limitField("How many on a page"),
  }),
  output: z.looseObject({
    contract: contractId,
    firings: z.array(
      z.looseObject({
        seq: z.int().describe("Number of its row"),
        hash: z.string().describe("Hash of its row"),
        kind: z.enum(["moved", "fault"]),
        calcond: z.int().describe("When its row was written"),
        from: z.string(),
        to: z.string(),
        token: z.string().nullable().describe("Id of its receipt; a fault has none"),
        event: z.looseObject({}).optional(),
        results: z.array(z.looseObject({})).optional(),
        emitted: z.array(z.looseObject({})).optional(),
        fault: z.looseObject({}).nullable().optional(),
      }),
    ),
    next: z.int().nullable(),
  }),
  errors: ["NOT_FOUND"],
  examples: [
    {
      input: { id: EXAMPLE_CONTRACT },
      output: {
        contract: EXAMPLE_CONTRACT,
        firings: [
          {
            seq: 1,
            hash: EXAMPLE_HASH,
            kind: "moved",
            calcond: exampleStep.calcond,
            from: exampleStep.from,
            to: exampleStep.to,
            token: EXAMPLE_HASH,
          },
        ],
        next: null,
      },
    },
  ],
  cli: { verb: "contract firings", positional: ["id"] },
  mcp: {
    toolset: "streams",
    listed: false,
    description: "What a contract did: its transitions and faults, the newest first.",
  },
});

/** Its log as a file. */
export const contractExport = defineOperation({
  id: "calc_contract_export",
  method: "GET",
  path: `${CONTRACTS}/:id/export`,
  since: SINCE,
  summary: "The log of a contract as a file that `calc verify` replays without a node (viewer)",
  description:
    "One line each: the identity of the log, its rows, and signed checkpoints, the last over its end. To " +
    "operators also payloads with programs and steps, the events between that moved nothing, and receipts: " +
    "what a replay needs. docs/receipts.md states each byte.",
  auth: "optional",
  effect: "read",
  limits: WORKING,
  produces: [NDJSON_TYPE],
  input: z.strictObject({ id: contractId }),
  output: z.looseObject({}),
  errors: ["NOT_FOUND"],
  examples: [{ input: { id: EXAMPLE_CONTRACT }, output: '{"calc-log":3}\n' }],
  cli: { verb: "contract export", positional: ["id"] },
});

/** What a contract would do. */
export const contractDryRun = defineOperation({
  id: "calc_contract_dry_run",
  method: "POST",
  path: `${CONTRACTS}/:id/dry-run`,
  since: SINCE,
  summary: "What a contract would do with events (viewer): nothing is stored or charged",
  description:
    "From where it is, or from `fromState` and `context`. The steps are those that firings would make. " +
    "`events` of a template's vectors are taken as they stand.",
  auth: "either",
  effect: "read",
  limits: WORKING,
  input: z.strictObject({
    id: contractId,
    events: z
      .array(
        z.strictObject({
          type: eventType.optional(),
          data: eventData.default({}),
          calcond: z
            .int()
            .min(0)
            .optional()
            .describe("A calcond after the one before, if left out"),
          after: z.int().min(0).optional().describe("Calconds since the first event, instead"),
        }),
      )
      .min(1)
      .max(EVENTS_MAX)
      .describe("In their order, at most 1,000"),
    fromState: z.string().max(64).optional().describe("State to begin in"),
    context: z.record(z.string().max(64), z.unknown()).optional().describe("Context to begin with"),
  }),
  body: "required",
  output: z.looseObject({
    contract: contractId,
    trace: z
      .array(
        z.looseObject({
          ...stepFields,
          credits: z.int().describe("What the same step costs where it is made"),
        }),
      )
      .describe("Steps in their order"),
    state: z.string(),
    context: z.looseObject({}),
  }),
  errors: ["NOT_FOUND", "INVALID_INPUT"],
  examples: [
    {
      input: { id: EXAMPLE_CONTRACT, events: [{ data: { v: 31 } }] },
      output: {
        contract: EXAMPLE_CONTRACT,
        trace: [{ ...exampleStep, results: [], emitted: [], credits: 1 }],
        state: "alert",
        context: {},
      },
    },
  ],
  cli: { verb: "contract dry-run", positional: ["id"], document: "events" },
  mcp: {
    toolset: "contracts",
    listed: false,
    description: "What a contract would do with a list of events, without firing it.",
  },
});

/** Whether the recorded firings come out again. */
export const contractReplay = defineOperation({
  id: "calc_contract_replay",
  method: "POST",
  path: `${CONTRACTS}/:id/replay`,
  since: SINCE,
  summary: "Make the recorded firings again, and find the first difference (viewer)",
  description:
    "Every row is made by the program that it names, its computes among it; or by `program`, to see what " +
    "another one would have done. 1,000 rows at once; `next` is where to go on.",
  auth: "either",
  effect: "read",
  limits: WORKING,
  input: z.strictObject({
    id: contractId,
    fromSeq: z.int().min(0).default(0).describe("The first row"),
    toSeq: z.int().min(0).optional().describe("The first row that is left out"),
    program: program.optional(),
  }),
  body: "optional",
  output: z.looseObject({
    contract: contractId,
    identical: z.boolean(),
    checked: z.int().describe("Rows of transitions and faults"),
    firstDifference: z
      .looseObject({
        seq: z.int(),
        member: z.string(),
        recorded: z.unknown(),
        got: z.unknown(),
      })
      .nullable(),
    next: z.int().nullable(),
  }),
  errors: ["NOT_FOUND", "INVALID_PROGRAM", "PAYLOAD_NOT_KEPT"],
  examples: [
    {
      input: { id: EXAMPLE_CONTRACT },
      output: {
        contract: EXAMPLE_CONTRACT,
        identical: true,
        checked: 12,
        firstDifference: null,
        next: null,
      },
    },
  ],
  cli: { verb: "contract replay", positional: ["id"] },
  mcp: {
    toolset: "contracts",
    listed: false,
    description: "Make a contract's recorded firings again; names the first difference.",
  },
});
