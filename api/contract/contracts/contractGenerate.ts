/** Programs of contracts from a sentence, and five to begin with. */
import * as z from "zod";
import { COMPARATORS } from "../../../protocol/templates/generate/condition/condition.js";
import { QUERY_CHARS_MAX } from "../../../protocol/router/text.js";
import { SINCE, WORKING } from "../definition/common.js";
import {
  contractPrice,
  CONTRACTS,
  EXAMPLE_HASH,
  EXAMPLE_PROGRAM,
  program,
} from "../definition/contractCommon.js";
import { limitField, offsetField } from "../definition/listing.js";
import { defineOperation } from "../definition/operation.js";

const amount = z.strictObject({ value: z.number(), unit: z.string().max(32) });

const condition = z.strictObject({
  version: z.literal(1),
  kind: z.enum(["alarm", "allowed"]).describe("Whether it says when to alert, or what must hold"),
  parts: z
    .array(
      z.strictObject({
        quantity: z.string().min(1).max(200).describe("What the reading is called"),
        other: z.string().max(200).nullable().describe("The second of two that differ"),
        comparator: z.enum(COMPARATORS),
        values: z.array(z.number()).min(1).max(2).describe("Two of a range, the least first"),
        unit: z.string().max(32).nullable().describe("null of a pure number"),
        within: amount.nullable().describe("In which time a change comes"),
      }),
    )
    .min(1)
    .max(2),
  joined: z.enum(["and", "or"]).nullable().describe("How two readings are joined"),
  hold: amount.nullable().describe("For how long it must last"),
  clear: z.number().nullable().describe("Where the alert ends, in the unit of the reading"),
  average: amount.nullable().describe("Over which time the reading is averaged"),
});

const proposal = z.looseObject({
  condition,
  isOpen: z.literal(true),
  supposed: z.array(z.looseObject({ what: z.string(), value: z.string(), why: z.string() })),
  unread: z
    .array(z.looseObject({ words: z.string(), span: z.array(z.int()) }))
    .describe("Words that the condition does not use, with their places in `read`"),
});

const figure = {
  slot: z.string().describe("Param, or part of the program"),
  value: z.number(),
  unit: z.string().nullable().describe("null of a pure number"),
};

const refusal = z.looseObject({
  kind: z
    .enum(["UNREAD", "NO_TEMPLATE", "NO_PLACE", "NO_CONDITION"])
    .describe(
      "UNREAD: the sentence stops at `span`. NO_TEMPLATE: nothing watches this, and no limit is stated. " +
        "NO_PLACE: the template that was named has no place for all of it. NO_CONDITION: what was sent in " +
        "`hints.condition` cannot be built",
    ),
  message: z.string(),
  span: z.array(z.int()).optional().describe("Begin and end in `read`"),
});

const nearest = z.looseObject({ templateId: z.string(), name: z.string(), purpose: z.string() });

/** A program from a sentence. */
export const contractGenerate = defineOperation({
  id: "calc_contract_generate",
  method: "POST",
  path: `${CONTRACTS}/generate`,
  since: SINCE,
  summary: "Draft a contract from a sentence: what was filled, what was kept, what is asked",
  description:
    "Deterministic: a template by its words with the quantities of the sentence by dimension, or a plain " +
    "monitor of the reading that it names. What could mean two things is asked, and `program` is null then; a " +
    "number that nothing takes refuses the sentence there. Where that is so, `proposal` may hold what the whole " +
    "sentence seems to say, with the words that it did not use: sent back in `hints.condition`, " +
    "it is the draft. A draft that would not be deployed is 422 " +
    "INVALID_PROGRAM. Nothing is stored, sealed or charged.",
  auth: "none",
  effect: "read",
  limits: { ...WORKING, rate: "playground" },
  input: z.strictObject({
    description: z
      .string()
      .min(1)
      .max(QUERY_CHARS_MAX)
      .describe("What is watched, and when to alert"),
    hints: z
      .strictObject({
        templateId: z
          .string()
          .max(160)
          .optional()
          .describe("The template that is meant, or plain: a monitor of the reading itself"),
        params: z
          .record(z.string().max(32), z.number())
          .optional()
          .describe("Params of the template, in its units"),
        condition: condition
          .optional()
          .describe(
            "The condition of `proposal`, as it is or with what was changed: it confirms that",
          ),
      })
      .optional()
      .describe("Answers to what was asked"),
  }),
  body: "required",
  output: z.looseObject({
    read: z.string().describe("The sentence as it was read"),
    program: program.nullable(),
    programHash: z.string().nullable(),
    price: contractPrice.nullable(),
    templateId: z.string().nullable().describe("null of a plain monitor"),
    params: z
      .looseObject({})
      .nullable()
      .describe("With `templateId` they deploy the same program; null of a plain monitor"),
    why: z.array(z.looseObject({ rule: z.string(), words: z.string() })),
    filled: z.array(z.looseObject({ ...figure, words: z.string() })).describe("From which words"),
    kept: z
      .array(z.looseObject({ ...figure, reason: z.string() }))
      .describe("What the sentence does not set"),
    asked: z
      .array(z.looseObject({ slot: z.string(), question: z.string(), words: z.string() }))
      .describe("What a person has to say first"),
    refusal: refusal.optional(),
    proposal: proposal
      .optional()
      .describe("A condition to confirm: no program is built of it until it is sent back"),
    nearest: z.array(nearest).describe("Templates that come near, at most three"),
  }),
  errors: ["INVALID_PROGRAM"],
  examples: [
    {
      input: {
        description: "alert me when the bearing temperature exceeds 85 degC for 10 minutes",
      },
      output: {
        read: "alert me when the bearing temperature exceeds 85 degC for 10 minutes",
        program: EXAMPLE_PROGRAM,
        programHash: EXAMPLE_HASH,
        price: { credits: 1, computes: 0, dayWorkMs: 600_000 },
        templateId: null,
        params: null,
        why: [
          {
            rule: "no template watches this: a monitor of the reading itself",
            words: "bearing temperature",
          },
        ],
        filled: [
          { slot: "limit", value: 85, unit: "degC", words: "exceeds 85 degC" },
          { slot: "hold", value: 10, unit: "minutes", words: "for 10 minutes" },
        ],
        kept: [{ slot: "band", value: 0, unit: "K", reason: "none was named" }],
        asked: [],
        nearest: [],
      },
    },
    {
      summary: "What is read by its words and weights comes back to be confirmed",
      input: { description: "holler if the glycol creeps past -1 degC, blast it" },
      output: {
        read: "holler if the glycol creeps past -1 degC, blast it",
        program: null,
        programHash: null,
        price: null,
        templateId: null,
        params: null,
        why: [],
        filled: [],
        kept: [],
        asked: [],
        refusal: { kind: "UNREAD", message: '"blast it" is not understood here', span: [43, 51] },
        proposal: {
          condition: {
            version: 1,
            kind: "alarm",
            parts: [
              {
                quantity: "glycol",
                other: null,
                comparator: "above",
                values: [-1],
                unit: "degC",
                within: null,
              },
            ],
            joined: null,
            hold: null,
            clear: null,
            average: null,
          },
          isOpen: true,
          supposed: [],
          unread: [{ words: "blast", span: [43, 48] }],
        },
        nearest: [],
      },
    },
    {
      summary: "What no limit and no template says is refused",
      input: { description: "write me a poem" },
      output: {
        read: "write me a poem",
        program: null,
        programHash: null,
        price: null,
        templateId: null,
        params: null,
        why: [],
        filled: [],
        kept: [],
        asked: [],
        refusal: { kind: "NO_TEMPLATE", message: "no template watches this" },
        nearest: [],
      },
    },
  ],
  cli: { verb: "contract generate", positional: ["description"] },
  mcp: {
    toolset: "contracts",
    listed: false,
    description:
      "Draft a contract from a sentence with limits and units; says what was filled, kept and asked.",
  },
});

/** Five programs to begin with. */
export const contractArchetypes = defineOperation({
  id: "calc_contract_archetypes",
  method: "GET",
  path: `${CONTRACTS}/archetypes`,
  since: SINCE,
  summary:
    "Five programs to begin with: a record, a computation, a monitor, a simulation, an agent",
  description: "Each is deployed by its `templateId`, and shows a first event.",
  auth: "none",
  effect: "read",
  limits: WORKING,
  list: { items: "archetypes", whole: true },
  input: z.strictObject({
    limit: limitField("How many on a page"),
    offset: offsetField("How many to leave out at the front"),
  }),
  output: z.looseObject({
    total: z.int(),
    archetypes: z.array(
      z.looseObject({
        templateId: z.string(),
        name: z.string(),
        purpose: z.string(),
        example: z.looseObject({ data: z.looseObject({}), state: z.string() }),
        program,
        programHash: z.string(),
      }),
    ),
  }),
  errors: [],
  examples: [
    {
      input: {},
      output: {
        total: 1,
        archetypes: [
          {
            templateId: "archetypes/deployable-logic",
            name: "deployable-logic",
            purpose: "Watches one reading.",
            example: { data: { T: 80 }, state: "watch" },
            program: EXAMPLE_PROGRAM,
            programHash: EXAMPLE_HASH,
          },
        ],
      },
    },
  ],
  cli: { verb: "contract archetypes" },
  mcp: {
    toolset: "contracts",
    listed: false,
    description: "Five contract programs to begin with, each deployable by its templateId.",
  },
});
