import * as z from "zod";
import { MCP_BATCH_MAX } from "../../../protocol/limits.js";
import { SINCE, WORKING } from "../definition/common.js";
import { SOLVER_DEADLINE_MS_MAX } from "../compute/solverOperations.js";
import { defineOperation } from "../definition/operation.js";

/** What an agent finds when it looks at the endpoint with GET. */
export const mcpDiscovery = defineOperation({
  id: "calc_mcp_discovery",
  method: "GET",
  path: "/api/mcp",
  since: SINCE,
  summary: "Discovery document of the Model Context Protocol endpoint",
  auth: "none",
  effect: "read",
  limits: WORKING,
  input: z.strictObject({}),
  headers: ["accept"],
  produces: ["application/json", "text/event-stream"],
  output: z.looseObject({
    name: z.string(),
    url: z.string(),
    machineHash: z.string(),
    protocolVersions: z.array(z.string()),
    surface: z.looseObject({ operations: z.int(), tools: z.int() }),
  }),
  errors: ["METHOD_NOT_ALLOWED"],
  examples: [
    {
      input: {},
      output: {
        name: "calc",
        url: "http://127.0.0.1:8080/api/mcp",
        machineHash: "00",
        protocolVersions: ["2026-07-28"],
        surface: { operations: 34, tools: 20 },
      },
    },
  ],
});

/** JSON-RPC 2.0 over one POST: the whole interface as tools. */
export const mcp = defineOperation({
  id: "calc_mcp",
  method: "POST",
  path: "/api/mcp",
  since: SINCE,
  summary: "Model Context Protocol endpoint (JSON-RPC 2.0)",
  description: "Revisions 2026-07-28 (stateless) and 2025-03-26 to 2025-11-25.",
  auth: "optional",
  effect: "write",
  limits: { ...WORKING, deadlineMs: SOLVER_DEADLINE_MS_MAX + WORKING.deadlineMs },
  queryText: true,
  rpc: true,
  events: "messages",
  headers: [
    "accept",
    "authorization",
    "mcp-protocol-version",
    "mcp-method",
    "mcp-name",
    "mcp-session-id",
  ],
  produces: ["application/json", "text/event-stream"],
  input: z.looseObject({
    jsonrpc: z.literal("2.0"),
    id: z.union([z.string(), z.number()]).nullable().optional(),
    method: z.string().optional(),
    params: z.looseObject({}).optional(),
    batch: z
      .array(z.unknown())
      .min(1)
      .max(MCP_BATCH_MAX)
      .optional()
      .describe("Stands for a body that is an array of messages (revision 2025-03-26)"),
  }),
  body: "required",
  output: z.looseObject({ jsonrpc: z.string() }),
  errors: [],
  examples: [
    {
      input: { jsonrpc: "2.0", id: 1, method: "ping" },
      output: { jsonrpc: "2.0", id: 1, result: {} },
    },
  ],
});
