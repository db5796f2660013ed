import * as z from "zod";
import { QUICK, SINCE } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** What a client library needs to know. */
export const sdkMetadata = defineOperation({
  id: "calc_sdk_metadata",
  method: "GET",
  path: "/api/calc/sdk/metadata",
  since: SINCE,
  summary: "Versions and constants for client libraries",
  auth: "none",
  effect: "read",
  limits: QUICK,
  cache: { control: "public, max-age=300" },
  input: z.strictObject({}),
  output: z.looseObject({
    version: z.string(),
    calcondNs: z.int(),
    calcondSec: z.number(),
    calcondSecDisplay: z.string(),
  }),
  errors: [],
  examples: [
    {
      input: {},
      output: {
        version: "1.287.0",
        calcondNs: 777000777,
        calcondSec: 0.777000777,
        calcondSecDisplay: "0.777 s",
      },
    },
  ],
  cli: { verb: "sdk-metadata" },
});
