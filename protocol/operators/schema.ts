/** The form of an operator record: data only, no code. */
import * as z from "zod";
import { REFUSAL_KINDS } from "../equations/reading/ast.js";
import { EQUATION_CHARS_MAX, OPERATOR_ID_CHARS_MAX } from "../limits.js";

const NAME = /^\p{L}[\p{L}\p{N}]*(?:_[\p{L}\p{N}]+)*'?$/u;

const name = z.string().regex(NAME);
const unit = z.string().min(1);
const sentence = z.string().min(3);
/** Inclusive bounds in SI; null is open. */
const range = z
  .tuple([z.number().nullable(), z.number().nullable()])
  .refine(
    ([low, high]) => low === null || high === null || low < high,
    "the lower bound must be below the upper one",
  );

const symbol = z
  .strictObject({
    name: sentence,
    quantity: z.string(),
    unit,
    aliases: z.array(z.string().min(1)),
    range: range.optional(),
    whole: z.literal(true).optional(),
  })
  .refine(
    ({ whole, unit: stated }) => whole === undefined || stated === "1",
    "a whole number has the unit 1",
  );

const valueExample = z.strictObject({
  inputs: z.record(z.string(), z.number()),
  value: z.number(),
  rel_tol: z.number().positive().max(0.05),
  origin: z.enum(["textbook", "reference-script"]),
  source: z.string().optional(),
});
const refusalExample = z.strictObject({ refusal: z.enum(REFUSAL_KINDS) });

const kinds: readonly [string, ...string[]] = ["closed-form", "implicit", ...REFUSAL_KINDS];

export const operatorRecord = z.strictObject({
  id: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]*$/)
    .max(OPERATOR_ID_CHARS_MAX),
  domain: z.string().regex(/^[a-z][a-z_]*$/),
  name: sentence,
  description: z.string().min(20),
  equation: z.string().min(3).max(EQUATION_CHARS_MAX),
  /** The text that is read where `equation` keeps a published spelling outside the grammar. */
  form: z.string().min(3).max(EQUATION_CHARS_MAX).optional(),
  kind: z.enum(kinds),
  symbols: z.record(name, symbol),
  /** Null only for a statement that has no value. */
  result: z.strictObject({ symbol: name, quantity: z.string(), unit }).nullable(),
  /** What physics demands of the inputs together. */
  relations: z
    .array(z.strictObject({ holds: z.string().min(3), why: sentence }))
    .min(1)
    .optional(),
  symmetric: z.array(z.tuple([name, name])).optional(),
  periodic: z.array(name).optional(),
  assumed: z.record(name, z.strictObject({ value: z.number(), unit, reason: sentence })).optional(),
  coefficients: z
    .record(name, z.strictObject({ value: z.number(), unit, source: sentence }))
    .optional(),
  closed_form: z.string().optional(),
  field_inputs: z.array(name).optional(),
  dim_depends_on_input: z.boolean().optional(),
  same_as: z.string().optional(),
  scale: z.record(name, z.tuple([z.number(), z.number()])).optional(),
  validity: sentence.optional(),
  example: z.union([valueExample, refusalExample]),
  reference: sentence,
  status: z.literal("checked"),
});

export type OperatorRecord = z.output<typeof operatorRecord>;
export type OperatorSymbol = OperatorRecord["symbols"][string];
export type ValueExample = z.output<typeof valueExample>;

/** One line per violation, with the path inside the record. */
export function schemaProblems(value: unknown): string[] {
  const parsed = operatorRecord.safeParse(value);
  return parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join(".") || "record"}: ${issue.message}`);
}
