import * as z from "zod";
import { GIVEN_MAX } from "../../../protocol/seal/derivationFormat.js";
import { DOMAIN_OPERATORS_MAX, OPERATOR_ID_CHARS_MAX } from "../../../protocol/limits.js";
import { evaluationFields, SINCE, unitWanted, WORKING } from "../definition/common.js";
import { computeFields, sealedFields } from "../definition/common.js";
import { defineOperation } from "../definition/operation.js";

const WORDS_CHARS_MAX = 120;
const words = z.string().min(1).max(WORDS_CHARS_MAX);
const USED_MAX = 16;

const known = z
  .array(
    z.strictObject({
      kind: words.describe("What it is, as in speed, initial volume or k"),
      value: z.number().describe("In `unit`; in SI without one"),
      unit: z.string().min(1).max(OPERATOR_ID_CHARS_MAX).optional(),
      uncertainty: z.number().positive().optional().describe("Standard uncertainty, SI"),
      of: words.optional().describe("Whose it is, as in bullet, where there are two"),
    }),
  )
  .min(1)
  .max(GIVEN_MAX)
  .describe("All of it is used, or there is no answer");

const fields = {
  known,
  wanted: z.strictObject({
    kind: words,
    unit: unitWanted.optional(),
    of: words.optional().describe("Whose it is"),
  }),
  use: z
    .array(z.string().min(1).max(OPERATOR_ID_CHARS_MAX))
    .min(1)
    .max(USED_MAX)
    .optional()
    .describe("Ids of the laws that may join, and no others"),
  cases: z
    .array(words)
    .max(USED_MAX)
    .optional()
    .describe("Things and cases that hold, as in pendulum or inelastic collision"),
};

const step = z.looseObject({
  law: z.string().describe("Id of an operator, or a conversion as an equation"),
  for: z.string().describe("The symbol it is solved for"),
  equation: z.string(),
  substituted: z.string(),
  value: z.number(),
  unit: z.string().nullable(),
  assumes: z.string().optional().describe("What a balance takes for granted"),
  validity: z.string().optional().describe("Under which conditions the law holds"),
});

const answers = {
  derivation: z.array(step).optional().describe("The steps, in order"),
  laws: z.array(z.string()).optional().describe("Operators of the chain, in order"),
  asked: z
    .looseObject({
      reason: z.string(),
      alternatives: z.array(
        z.looseObject({
          laws: z.array(z.string()),
          value: z.number(),
          unit: z.string().nullable(),
          steps: z.array(step),
          supposes: z.array(z.string()).describe("Things of which one must be said in `cases`"),
          assumes: z.array(z.string()),
        }),
      ),
    })
    .optional()
    .describe("Where several answers are possible, or something would be supposed"),
  further: z
    .array(
      z.looseObject({
        inputs: z.array(z.looseObject({ kind: z.string(), name: z.string(), unit: z.string() })),
        laws: z.array(z.string()),
        supposes: z.array(z.string()),
      }),
    )
    .optional()
    .describe("The smallest sets of further inputs, each of which would do"),
};

const DESCRIPTION =
  `The least derivation of at most ${DOMAIN_OPERATORS_MAX} laws that uses all that is known, with exact ` +
  "conversions between them, is the answer. Two that differ are asked about (`asked`), and so is a law of a " +
  "thing that nobody named; what is too little is answered with what more would do (`further`).";

const example = {
  known: [
    { kind: "mass", value: 0.5, unit: "kg" },
    { kind: "height", value: 2, unit: "m" },
    { kind: "spring constant", value: 800, unit: "N/m" },
  ],
  wanted: { kind: "compression", unit: "cm" },
};

/** Laws joined from what is known to what is wanted; nothing is sealed. */
export const derive = defineOperation({
  id: "calc_derive",
  method: "QUERY",
  path: "/api/calc/derive",
  since: SINCE,
  summary: "Join up to three laws from what is known to what is wanted",
  description: DESCRIPTION,
  auth: "none",
  effect: "read",
  limits: WORKING,
  input: z.strictObject(fields),
  body: "required",
  output: z.looseObject({ ...evaluationFields, ...answers }),
  errors: ["INVALID_INPUT"],
  examples: [
    {
      summary: "A mass falls on a spring",
      input: example,
      output: { value: 0.1566, unit: "m", laws: ["LH21", "OSC30"] },
    },
  ],
  mcp: {
    toolset: "core",
    listed: false,
    description:
      "Joins up to three laws from known quantities (kind, value, unit) to a wanted one; says what " +
      "more is needed, or which laws differ. Unsealed, no key needed.",
    example: {
      known: [
        { kind: "mass", value: 2, unit: "kg" },
        { kind: "acceleration", value: 9.8, unit: "m/s^2" },
      ],
      wanted: { kind: "force", unit: "N" },
    },
  },
});

/** The same, sealed as one chain and charged as one. */
export const deriveSealed = defineOperation({
  id: "calc_derive_sealed",
  method: "POST",
  path: "/api/calc/derive",
  since: SINCE,
  summary: "Join laws, and seal the answer as one chain",
  description: `${DESCRIPTION} An answer is charged as the chain of its laws; anything else costs nothing.`,
  auth: "either",
  effect: "seal",
  keyed: true,
  limits: WORKING,
  input: z.strictObject({ ...fields, visibility: computeFields.visibility }),
  body: "required",
  output: z.looseObject({ ...sealedFields, ...answers }),
  errors: ["INVALID_INPUT"],
  examples: [
    {
      summary: "A mass falls on a spring",
      input: example,
      output: { value: 0.1566, unit: "m", operatorChain: ["KO42", "LH21", "OSC30"] },
    },
  ],
});
