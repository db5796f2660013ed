import * as z from "zod";
import { QUICK, SINCE, WORKING } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** A large database on a slow disk. */
const BACKUP_DEADLINE_MS = 86_400_000;
const LOG_LINES_MAX = 1_000;

/** Everything that is kept, as of one instant. */
export const nodeBackup = defineOperation({
  id: "calc_node_backup",
  method: "GET",
  path: "/api/node/backup",
  since: SINCE,
  summary: "All records of the database as of one instant, as the operator",
  description:
    "What `calc backup` reads from a running node. The secrets of its identity are not among it: the verb takes them " +
    "from the data directory. docs/internals/backup.md has the form.",
  auth: "account",
  effect: "read",
  limits: { ...WORKING, deadlineMs: BACKUP_DEADLINE_MS },
  produces: ["application/octet-stream"],
  input: z.strictObject({}),
  output: z.looseObject({}),
  errors: ["FORBIDDEN"],
  examples: [{ input: {}, output: "" }],
});

/** The last hour of the process, for lines in the console. */
export const nodeHistory = defineOperation({
  id: "calc_node_history",
  method: "GET",
  path: "/api/node/history",
  since: SINCE,
  summary: "How the node did over the last hour, a row each half minute, as the operator",
  description:
    "Rows are kept in memory: a start begins anew. What is measured longer belongs to a monitor that reads the " +
    "metrics.",
  auth: "account",
  effect: "read",
  limits: QUICK,
  input: z.strictObject({}),
  output: z.looseObject({
    rows: z
      .array(
        z.looseObject({
          atMs: z.int().describe("Unix time in milliseconds"),
          sealsPerSecond: z
            .number()
            .nullable()
            .describe("Results sealed since the row before; null in the first"),
          lagSeconds: z.number().describe("The latest that a timer was since the row before"),
          memoryBytes: z.int().describe("Resident memory of the process"),
          diskFreeBytes: z.int().nullable().describe("Free where the records are"),
          queued: z.int().describe("Items that waited to be sealed"),
        }),
      )
      .describe("The oldest first"),
  }),
  errors: ["FORBIDDEN"],
  examples: [
    {
      input: {},
      output: {
        rows: [
          {
            atMs: 1795694400000,
            sealsPerSecond: 12.5,
            lagSeconds: 0.004,
            memoryBytes: 148897792,
            diskFreeBytes: 80530636800,
            queued: 0,
          },
        ],
      },
    },
  ],
});

/** The newest lines of the log. */
export const nodeLogs = defineOperation({
  id: "calc_node_logs",
  method: "GET",
  path: "/api/node/logs",
  since: SINCE,
  summary: "The newest lines of the node's log, as the operator",
  description:
    "Lines are numbered from the start of the process. `start` tells one process from the next; with another one " +
    "numbers begin anew.",
  auth: "account",
  effect: "read",
  limits: QUICK,
  input: z.strictObject({
    after: z
      .int()
      .min(0)
      .default(0)
      .describe("Lines behind this number; 0 for the oldest that is kept"),
    limit: z.int().min(1).max(LOG_LINES_MAX).default(LOG_LINES_MAX),
  }),
  output: z.looseObject({
    start: z.string().describe("Of the process"),
    lines: z.array(z.string()).describe("JSON texts, the oldest first"),
    last: z.int().describe("Number of the last of them; `after` where there is none"),
    dropped: z.int().describe("Lines behind `after` that are not kept any more"),
    level: z.string().describe("What is written to the log: silent, error, warn, info or debug"),
  }),
  errors: ["FORBIDDEN"],
  examples: [
    {
      input: { after: 41 },
      output: {
        start: "2026-11-26T12:00:00.000Z",
        lines: ['{"level":30,"time":1795694400000,"msg":"stopping","signal":"SIGTERM"}'],
        last: 42,
        dropped: 0,
        level: "info",
      },
    },
  ],
});
