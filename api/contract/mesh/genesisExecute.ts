import * as z from "zod";
import { QUICK, SINCE } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** The first event of the node's spine; it is never made twice. */
export const genesisExecute = defineOperation({
  id: "calc_genesis_execute",
  method: "POST",
  path: "/api/genesis/execute",
  since: SINCE,
  summary: "The spine's first event",
  auth: "none",
  effect: "read",
  limits: QUICK,
  input: z.strictObject({}),
  body: "optional",
  output: z.looseObject({
    event: z.looseObject({}),
    id: z.string().describe("Id of the event: the spine's name"),
  }),
  errors: ["NOT_READY"],
  examples: [{ input: {}, output: { id: "00", event: {} } }],
  cli: { verb: "genesis" },
});
