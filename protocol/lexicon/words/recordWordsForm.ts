/** The form of a record's words; apart from them, since only the build and tests ask it. */
import * as z from "zod";
import type { RecordWords } from "./recordWords.js";

const phrases = z.array(z.string().min(1)).min(1);
const bySymbol = z.record(z.string(), z.string());
const values = z.record(z.string(), z.number());

export const recordWords: z.ZodType<RecordWords> = z.strictObject({
  result: z.string().min(2).optional(),
  names: phrases.optional(),
  also: phrases.optional(),
  cases: z.string().min(2).optional(),
  lay: z.string().min(2).optional(),
  needs: phrases.optional(),
  states: z.record(z.string(), values).optional(),
  ideal: values.optional(),
  idle: z.enum(["mass", "phase temperature"]).optional(),
  between: z.tuple([z.string(), z.string()]).optional(),
  bodies: bySymbol.optional(),
  from: bySymbol.optional(),
  regime: z
    .array(
      z.strictObject({
        holds: z.string().includes("<="),
        why: z.string().min(3),
        when: z.string().min(2).optional(),
      }),
    )
    .min(1)
    .optional(),
});
