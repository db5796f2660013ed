import * as z from "zod";
import { WORKING, SINCE } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

/** The corpus any implementation can be held against. */
export const conformance = defineOperation({
  id: "calc_conformance",
  method: "GET",
  path: "/api/calc/conformance",
  since: SINCE,
  summary: "Conformance corpus: requests with expected values or refusals",
  auth: "none",
  effect: "read",
  limits: WORKING,
  cache: { control: "public, max-age=300" },
  input: z.strictObject({}),
  output: z.looseObject({
    engine_version: z.string().describe("Whose bits `value_bits` are"),
    registry_version: z.string(),
    corpus_sha256: z.string().describe("Over the canonical JSON of `cases`"),
    registry_drift: z.boolean().describe("The bits were stamped for another registry"),
    cases: z
      .array(z.looseObject({}))
      .describe(
        "`operation` is the operation asked with `request`; `expect` is `{value, value_bits, unit, " +
          "tolerance}` or `{refusal}`",
      ),
  }),
  errors: [],
  examples: [
    {
      input: {},
      output: {
        engine_version: "calc-engine/2",
        registry_version: "00",
        corpus_sha256: "00",
        registry_drift: false,
        cases: [],
      },
    },
  ],
  cli: { verb: "conformance" },
});
