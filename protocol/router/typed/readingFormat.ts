/**
 * The reading of a question in words: the one thing that passes from words to the kernel. Answers
 * have it, and it is taken in place of a text.
 */
import * as z from "zod";
import { OPERATOR_ID_CHARS_MAX } from "../../limits.js";
import { source, STEPS_MAX } from "../../seal/derivationFormat.js";
import { QUERY_CHARS_MAX } from "../text.js";

export const READING_FORMAT = "calc-reading/1";

const GIVEN_MAX = 256;
const LIST_MAX = 64;
const NAME_CHARS_MAX = 256;

const name = z.string().max(NAME_CHARS_MAX);
const words = z.string().max(QUERY_CHARS_MAX);

const given = z.strictObject({
  symbol: name.optional().describe("The input's name; absent where laws are sought by kinds"),
  kind: name.optional().describe("Kind of quantity, as in kinetic_energy"),
  name: name.optional().describe("What people call it"),
  value: z
    .unknown()
    .describe("A number in `unit`, a text with its own unit, or null: a place left open"),
  unit: name.optional().describe("SI where it is absent"),
  uncertainty: z.number().nonnegative().optional().describe("Standard uncertainty, in `unit`"),
  of: name.optional().describe("The thing whose quantity it is"),
  said: words.optional().describe("What of the text it was read from"),
});

export const typedReading = z.strictObject({
  format: z.literal(READING_FORMAT),
  text: words.optional().describe("The question that it was read from"),
  law: z.string().max(OPERATOR_ID_CHARS_MAX).optional().describe("Id of an operator"),
  solver: z.string().max(OPERATOR_ID_CHARS_MAX).optional().describe("Id of a solver"),
  wanted: z
    .strictObject({
      symbol: name.optional(),
      kind: name.optional(),
      name: name.optional(),
      unit: name.optional().describe("In which the value is told beside SI"),
      of: name.optional(),
    })
    .default({}),
  given: z.array(given).max(GIVEN_MAX),
  derivation: z
    .array(
      z.strictObject({
        law: name.describe("Id of an operator, or a conversion as an equation"),
        name: words.optional(),
        equation: words.optional(),
        for: name.describe("The symbol it is solved for"),
        bind: z
          .record(name, source)
          .describe("`given 0` or `step 1`: from where a symbol has its value"),
      }),
    )
    .min(1)
    .max(STEPS_MAX)
    .optional()
    .describe("Laws that are joined, in order; nothing is sought where it is given"),
  cases: z.array(name).max(LIST_MAX).default([]).describe("Cases that were said"),
  supposed: z
    .array(
      z.strictObject({
        symbol: name,
        name: name.optional(),
        value: z.number(),
        unit: name.optional(),
        why: words,
      }),
    )
    .max(LIST_MAX)
    .default([])
    .describe("What holds though nobody said it; a given of that symbol replaces it"),
  setAside: z
    .array(z.strictObject({ text: words, why: words }))
    .max(LIST_MAX)
    .default([])
    .describe("What it does not use"),
  open: z
    .array(z.strictObject({ what: name, message: words, text: words.optional() }))
    .max(LIST_MAX)
    .default([])
    .describe("What nobody said, or no reading uses: who sends the reading has looked at it"),
});

export type TypedReading = z.output<typeof typedReading>;
export type GivenQuantity = TypedReading["given"][number];
