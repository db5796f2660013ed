import * as z from "zod";
import { SINCE, WORKING } from "../definition/common.js";
import { exampleMachine, machineFields } from "../definition/identityCommon.js";
import { limitField } from "../definition/listing.js";
import { EXAMPLE_PLACE, PLACE } from "./streamProofs.js";
import { defineOperation } from "../definition/operation.js";
import {
  ADMIN,
  EXAMPLE_HASH,
  exampleHead,
  exampleRow,
  headFields,
  NDJSON_TYPE,
  OPERATOR,
  OWNER,
  receiptStanding,
  row,
  rowFields,
  seq,
  slug,
  VIEWER,
} from "./stateLogCommon.js";

const EVENT_TYPE_CHARS_MAX = 64;

/** Sends an event to a machine. */
export const stateEvent = defineOperation({
  id: "calc_state_event",
  method: "POST",
  path: "/api/state/:slug/events",
  since: SINCE,
  summary: "Send an event to a machine (operator): one row of its log",
  description:
    'With `If-Match: "<seq>"`, or `after`, this must be the last row; another one answers 412 ' +
    "with `have`. The row commits to the payload `{type, data}` by its hash. The answer waits up to " +
    "a second for the contracts that hear the event. Repeated under its Idempotency-Key it names " +
    "them in `waiting`.",
  auth: OPERATOR,
  effect: "write",
  keyed: true,
  limits: WORKING,
  headers: ["if-match"],
  input: z.strictObject({
    slug,
    type: z
      .string()
      .min(1)
      .max(EVENT_TYPE_CHARS_MAX)
      .regex(/^[A-Za-z][A-Za-z0-9._-]*$/, "must be letters, digits, dots, - and _, a letter first")
      .refine((type) => !type.startsWith("machine."), "machine.* is what the node writes itself")
      .describe("What happened, as in `reading`"),
    data: z.unknown().default({}).describe("Any JSON, at most 16 KiB in canonical form"),
    after: z.int().min(-1).optional().describe("Number that the last row must have"),
  }),
  body: "required",
  success: 201,
  output: z.looseObject({
    row: z.looseObject({ ...rowFields, standing: receiptStanding, hash: z.string() }),
    fired: z
      .array(
        z.looseObject({
          contract: z.string(),
          kind: z.enum(["moved", "fault"]),
          from: z.string(),
          to: z.string(),
          fault: z.looseObject({ code: z.string() }).nullable().describe("With its message"),
          row: z.looseObject({ seq, hash: z.string() }).describe("Of the contract's own log"),
          token: z.string().nullable().describe("Receipt of the transition"),
          credits: z.int(),
        }),
      )
      .describe("Contracts on this machine that moved by it, or have a row that says why not"),
    waiting: z
      .array(z.looseObject({ contract: z.string(), href: z.string() }))
      .describe("Contracts that hear it and are still at it; `href` lists its firings"),
  }),
  errors: [
    "NOT_FOUND",
    "FORBIDDEN",
    "INVALID_INPUT",
    "TOO_LARGE",
    "MACHINE_CLOSED",
    "PRECONDITION_FAILED",
  ],
  examples: [
    {
      input: { slug: "oven-north", type: "reading", data: { celsius: 451.2 } },
      output: { row: { ...exampleRow, hash: EXAMPLE_HASH }, fired: [], waiting: [] },
    },
  ],
  cli: { verb: "state send", positional: ["slug", "type", "data"] },
  mcp: {
    toolset: "node",
    listed: false,
    description: "Send an event {type, data} to a machine; the answer is the row in its log.",
  },
});

/** Rows of a machine's log. */
export const stateAudit = defineOperation({
  id: "calc_state_audit",
  method: "GET",
  twins: ["QUERY"],
  path: "/api/state/:slug/audit",
  since: SINCE,
  summary: "Rows of a machine's log",
  description:
    "In their order, or the newest first. As `application/x-ndjson` all rows from `from` on, one a " +
    "line, however many; with `export` also the identity of the log in front and each signed " +
    "checkpoint behind the rows that it covers: the file that `calc verify` reads.",
  auth: VIEWER,
  effect: "read",
  limits: WORKING,
  produces: ["application/json", NDJSON_TYPE],
  list: { items: "rows" },
  input: z.strictObject({
    slug,
    from: z.int().min(0).default(0).describe("The first row"),
    to: z.int().min(0).optional().describe("Only rows before this one"),
    limit: limitField("How many rows of JSON"),
    newest: z.boolean().default(false).describe("The newest first; of JSON only"),
    export: z.boolean().default(false).describe("Of NDJSON: with identity and checkpoints"),
  }),
  output: z.looseObject({
    machine: z.string(),
    rows: z.array(row),
    head: z.looseObject(headFields),
    next: z.int().nullable().describe("`from` of the next page, or `to` of it with `newest`"),
  }),
  errors: ["NOT_FOUND"],
  examples: [
    {
      input: { slug: "oven-north", from: 1 },
      output: { machine: exampleMachine.id, rows: [exampleRow], head: exampleHead, next: null },
    },
  ],
  cli: { verb: "state audit", positional: ["slug"] },
  mcp: { toolset: "node", listed: false, description: "Rows of a machine's hash-linked log." },
});

const payloadOf = { slug, seq };

/** The payload of a row. */
export const statePayload = defineOperation({
  id: "calc_state_payload",
  method: "GET",
  path: "/api/state/:slug/audit/:seq/payload",
  since: SINCE,
  summary: "The payload of a row (operator): the bytes whose hash it holds",
  auth: OPERATOR,
  effect: "read",
  limits: WORKING,
  input: z.strictObject({ ...payloadOf, seq }),
  output: z.looseObject({}),
  errors: ["NOT_FOUND", "FORBIDDEN", "PAYLOAD_NOT_KEPT"],
  examples: [
    {
      input: { slug: "oven-north", seq: 1 },
      output: { data: { celsius: 451.2 }, type: "reading" },
    },
  ],
  cli: { verb: "state payload", positional: ["slug", "seq"] },
  mcp: {
    toolset: "node",
    listed: false,
    description: "The payload of one row of a machine's log.",
  },
});

/** Drops payloads. */
export const statePayloadDrop = defineOperation({
  id: "calc_state_payload_drop",
  method: "DELETE",
  path: "/api/state/:slug/audit/:seq/payload",
  since: SINCE,
  summary: "Drop payloads of a machine's log (admin); rows and hashes stay",
  description:
    "Up to 1,000 at a time, from one row to before `to`. What is sealed is kept with its envelope and stays.",
  auth: ADMIN,
  effect: "destroy",
  limits: WORKING,
  input: z.strictObject({
    ...payloadOf,
    seq,
    to: z
      .int()
      .min(1)
      .optional()
      .describe("The first row whose payload stays; the next, if absent"),
  }),
  output: z.looseObject({
    dropped: z.int(),
    next: z.int().nullable().describe("The first row that is left over; null when none is"),
  }),
  errors: ["NOT_FOUND", "FORBIDDEN"],
  examples: [{ input: { slug: "oven-north", seq: 1 }, output: { dropped: 1, next: null } }],
  cli: { verb: "state drop", positional: ["slug", "seq"] },
  mcp: { toolset: "node", listed: false, description: "Drop payloads of a machine's log." },
});

const EXAMPLE_CHECKPOINT =
  "calc/0badcafe/00/m/m_mfrggzdfmztwq2lknnwg23tpoa\n1024\nn4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=\n" +
  "calcond 2310986020\n\n\u2014 calc/0badcafe/00/m/m_mfrggzdfmztwq2lknnwg23tpoa AAAA\n";

/** Signed heads of a machine's log. */
export const stateCheckpoints = defineOperation({
  id: "calc_state_checkpoints",
  method: "GET",
  path: "/api/state/:slug/checkpoints",
  since: SINCE,
  summary: "Signed checkpoints of a machine's log",
  description:
    "Texts of C2SP checkpoints over all rows so far, signed by the node's key: every 1,024 rows, " +
    "and 3,600 calconds after the first row behind the one before.",
  auth: VIEWER,
  effect: "read",
  limits: WORKING,
  list: { items: "checkpoints" },
  input: z.strictObject({
    slug,
    from: z.int().min(0).default(0).describe("Only those of at least so many rows"),
    limit: limitField("How many on a page"),
  }),
  output: z.looseObject({
    machine: z.string(),
    origin: z.string(),
    public_key: z.string().describe("Key of the node that signs, hex"),
    checkpoints: z.array(z.looseObject({ size: z.int(), text: z.string() })),
    next: z.int().nullable().describe("`from` of the next page"),
  }),
  errors: ["NOT_FOUND"],
  examples: [
    {
      input: { slug: "oven-north" },
      output: {
        machine: exampleMachine.id,
        origin: `calc/0badcafe/00/m/${exampleMachine.id}`,
        public_key: EXAMPLE_HASH,
        checkpoints: [{ size: 1_024, text: EXAMPLE_CHECKPOINT }],
        next: null,
      },
    },
  ],
  cli: { verb: "state checkpoints", positional: ["slug"] },
  mcp: { toolset: "node", listed: false, description: "Signed heads of a machine's log." },
});

/** Where a machine's newest checkpoint stands in the digest of its node. */
export const statePlace = defineOperation({
  ...PLACE,
  id: "calc_state_place",
  path: "/api/state/:slug/checkpoints/place",
  summary: "Where a machine's newest checkpoint stands in the digest that its node announced",
  auth: VIEWER,
  input: z.strictObject({ slug }),
  examples: [{ input: { slug: "oven-north" }, output: EXAMPLE_PLACE }],
  cli: { verb: "state place", positional: ["slug"] },
  mcp: {
    toolset: "node",
    listed: false,
    // A node announces its first digest after an hour.
    example: null,
    description: "Proof of a machine's newest checkpoint in the digest that its node announced.",
  },
});

/** Closes a machine for good. */
export const stateClose = defineOperation({
  id: "calc_state_close",
  method: "DELETE",
  path: "/api/state/:slug",
  since: SINCE,
  summary: "Close a machine (owner): its log stays, nothing more is written to it",
  description: "Its keys end at once. Whatever would change it answers 410 from then on.",
  auth: OWNER,
  effect: "destroy",
  limits: WORKING,
  input: z.strictObject({ slug }),
  output: z.looseObject({ ...machineFields, closedCalcond: z.int() }),
  errors: ["NOT_FOUND", "FORBIDDEN", "MACHINE_CLOSED"],
  examples: [
    {
      input: { slug: "oven-north" },
      output: { ...exampleMachine, closedCalcond: 2_311_000_100 },
    },
  ],
  cli: { verb: "state close", positional: ["slug"] },
  mcp: { toolset: "node", listed: false, description: "Close a machine for good; its log stays." },
});
