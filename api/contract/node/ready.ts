import * as z from "zod";
import { SINCE } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** Readiness: 503 with the reasons while the node may not seal or is still starting. */
export const ready = defineOperation({
  id: "calc_ready",
  method: "GET",
  path: "/api/ready",
  since: SINCE,
  summary: "Whether the node can serve and seal",
  description: "503 NOT_READY lists `reasons` out of db, clock, registry, disk, workers, peers.",
  auth: "none",
  effect: "read",
  limits: { bodyBytesMax: 0, deadlineMs: 1_000, rate: null },
  input: z.strictObject({}),
  output: z.looseObject({
    ready: z.boolean(),
    reasons: z.array(z.string()),
    warnings: z
      .array(z.string())
      .optional()
      .describe(
        "What an operator should see to: bootstrap, secret, clock, damage and others; absent if nothing",
      ),
  }),
  errors: ["NOT_READY"],
  examples: [{ input: {}, output: { ready: true, reasons: [] } }],
  cli: { verb: "ready" },
});
