import * as z from "zod";
import { BODY_BYTES_MAX } from "../../../protocol/limits.js";
import { typedReading } from "../../../protocol/router/typed/readingFormat.js";
import { QUERY_CHARS_MAX } from "../../../protocol/router/text.js";
import { sealedFields, SINCE } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";
import { EVENTS_TYPE, JSON_TYPE } from "../definition/preEncoded.js";
import { jobFields, SOLVER_DEADLINE_MS_MAX } from "./solverOperations.js";

const ANSWER_GRACE_MS = 10_000;

/** A question in plain language, routed by published cues to a solver or an operator. */
export const auto = defineOperation({
  id: "calc_auto",
  method: "POST",
  path: "/api/calc/auto",
  since: SINCE,
  summary: "Route a question in plain language, and answer it",
  description:
    "Deterministic: cues, units and names decide, and `why` lists them. A question that fits nothing, or two things " +
    "alike, is refused with the nearest candidates; inputs are never made up. A number that no input takes, a range, " +
    "or an unknown word behind a number is refused at its place (UNREAD_QUANTITY, with `span`). A word that " +
    "the reading does not use leaves it open (OPEN_READING), and nothing is sealed. `reading` is what was " +
    "understood: law, inputs, what is wanted, supposed, set aside and open. Sent in place of `query`, as it is or " +
    "with other values, it is what is computed and sealed.",
  auth: "either",
  effect: "seal",
  keyed: true,
  events: true,
  limits: {
    bodyBytesMax: BODY_BYTES_MAX,
    deadlineMs: SOLVER_DEADLINE_MS_MAX + ANSWER_GRACE_MS,
    rate: "default",
  },
  input: z.strictObject({
    query: z.string().max(QUERY_CHARS_MAX).optional().describe("The question"),
    reading: z.looseObject({}).optional().describe("`reading` of an answer, for query"),
    constants: z
      .record(z.string().max(64), z.unknown())
      .default({})
      .describe("Inputs that hold whatever the question says, SI"),
    ...jobFields,
  }),
  body: "required",
  output: z.looseObject({
    ...sealedFields,
    solver: z
      .string()
      .nullable()
      .optional()
      .describe("Id of the solver; null where an operator computed, or nothing did"),
    params: z.looseObject({}).optional().describe("Inputs as they were understood, SI"),
    why: z
      .array(
        z.looseObject({
          cue: z.string(),
          at: z.array(z.int()),
          weight: z.number(),
          rule: z.string(),
        }),
      )
      .optional(),
    reading: typedReading
      .optional()
      .describe("What the question was read as; beside a refusal, what was likely meant"),
    rivals: z.array(typedReading).optional().describe("Readings that are said as well"),
    candidates: z.array(z.looseObject({ solver: z.string(), score: z.number() })).optional(),
    cueHash: z.string().optional(),
  }),
  produces: [JSON_TYPE, EVENTS_TYPE],
  errors: [
    "INSUFFICIENT_INPUTS",
    "SOLVER_REJECTED",
    "DID_NOT_CONVERGE",
    "ENERGY_NOT_CONSERVED",
    "UNKNOWN_OPERATOR",
    "INVALID_INPUT",
  ],
  examples: [
    {
      summary: "Foxes and rabbits",
      input: {
        query:
          "Predator prey with alpha = 1.1 1/s, beta = 0.4, gamma = 0.4 1/s, delta = 0.1, x0 = 10, y0 = 5, t_end = 20 s",
      },
      output: { value: 10.214, unit: "1", solver: "predator-prey", why: [], candidates: [] },
    },
    {
      summary: "What no number answers is refused",
      input: { query: "Write a poem about waves" },
      output: {
        value: null,
        solver: null,
        refusal: {
          kind: "NO_MATCH",
          message: "This asks for a proof, a text or a fact; this service computes numbers.",
        },
      },
    },
  ],
  cli: { verb: "auto", positional: ["query"] },
  mcp: {
    toolset: "core",
    listed: true,
    description:
      "Answers a physics question in words: routes it to a solver or operator, says why, and " +
      "seals the value. Unsure, it refuses or gives the `reading` to send. Needs an API key.",
    example: { query: "kinetic energy of 2 kg at 3 m/s" },
  },
});
