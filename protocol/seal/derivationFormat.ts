/** Laws that were joined, as a receipt holds them: the inputs, and what each symbol is bound to. */
import * as z from "zod";

export const GIVEN_MAX = 12;
export const STEPS_MAX = 12;

const name = z.string().min(1).max(256);
/** `given 0` or `step 1`: where a value comes from. */
export const source = z.string().regex(/^(given|step) \d{1,2}$/);

export const derivationSchema = z.strictObject({
  given: z
    .array(
      z.strictObject({
        kind: name,
        value: z.number(),
        of: name.optional(),
        /** Standard uncertainty, in the unit of the value. */
        u: z.number().positive().optional(),
      }),
    )
    .max(GIVEN_MAX),
  steps: z
    .array(z.strictObject({ law: name, for: name, bind: z.record(name, source) }))
    .min(1)
    .max(STEPS_MAX),
});
export type Derivation = z.output<typeof derivationSchema>;
