/** The format in which templates are written: one file of JSON for each category. */
import * as z from "zod";
import { NAME_PATTERN, programSchema } from "../contracts/program.js";

const name = z.string().regex(NAME_PATTERN);
const text = z.string().min(1).max(600);
const expression = z.string().min(1).max(2_000);

const params = z.record(
  name,
  z.strictObject({
    default: z.number(),
    unit: z.string().min(1).max(64).optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    /** Why this default: every one has a reason that a person of the field accepts. */
    reason: text,
  }),
);

const inputs = z.record(
  name,
  z.strictObject({
    type: z.enum(["double", "bool", "string", "doubles"]).optional(),
    unit: z.string().min(1).max(64).optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    default: z.union([z.number(), z.boolean(), z.string()]).optional(),
    optional: z.boolean().optional(),
    about: text,
  }),
);

/** A case with what comes of it by another program, never by this engine. */
const vector = z.strictObject({
  name: z.string().min(1).max(120),
  events: z
    .array(
      z.strictObject({
        data: z.record(z.string(), z.json()),
        /** Calconds since the first event; one more than the event before unless given. */
        after: z.int().min(0).optional(),
      }),
    )
    .min(1)
    .max(200),
  /** The state behind each of the last events, the last of all last. */
  states: z.array(name).min(1),
  /** Values of computes at the last event, by their `as`. */
  values: z.record(name, z.number()).optional(),
  /** The last event leads to a fault with this code. */
  fault: z.string().optional(),
});

const templateSchema = z.strictObject({
  slug: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  name: z.string().min(1).max(120),
  /** The decision that it serves, and for whom. */
  purpose: text,
  signal: text,
  detector: z.string(),
  /** Where formula and limits are from. */
  source: text,
  synonyms: z.array(z.string().min(1).max(80)).max(20),
  inputs,
  params,
  trigger: programSchema.shape.trigger,
  compute: programSchema.shape.compute,
  /** What the detector asks for: expressions, lists of them, or a choice. */
  slots: z.record(name, z.union([expression, z.array(expression).min(1).max(16)])),
  vectors: z.array(vector).min(1).max(40),
  /** By what the numbers of the vectors were computed. */
  checked: text,
});

export const categorySchema = z.strictObject({
  category: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  templates: z.array(templateSchema).min(1),
});

export type Template = z.output<typeof templateSchema>;
export type TemplateVector = z.output<typeof vector>;
export type TemplateCategory = z.output<typeof categorySchema>;

/** A calcond of November 2026: the first event of a vector. */
const FIRST_CALCOND = 2_311_000_000;

/** Events of a vector with their moments: some templates look at the time itself. */
export function eventsOf({ events }: Pick<TemplateVector, "events">) {
  let at = FIRST_CALCOND - 1;
  return events.map(({ after, data }) => {
    at = after === undefined ? at + 1 : FIRST_CALCOND + after;
    return { data, calcond: at };
  });
}
