/** Questions with the values that somebody else has found, and whether a value is one of them. */
import { z } from "zod";
import { convertQuantity } from "../../protocol/units/quantity/index.js";

export const questionSet = z.object({
  answerable: z.array(
    z.object({
      q: z.string(),
      value: z.number(),
      unit: z.string().default("1"),
      tolerance: z.number().positive().default(1e-3),
    }),
  ),
  refuse: z.array(z.object({ q: z.string() })),
});
export type Expected = z.infer<typeof questionSet>["answerable"][number];

export interface Value {
  readonly value: number;
  readonly unit: string;
}
function converted(text: string, unit: string): number | null {
  const read = convertQuantity(text.trim(), unit);
  return read.ok ? read.conversion.value : null;
}

/** A level in decibels is a number without a unit here. */
const DECIBELS = /^dB\p{L}?$/u;

export function isRight({ tolerance, unit, value }: Expected, found: Value): boolean {
  const isLevel = DECIBELS.test(unit) && found.unit === "1";
  const expected =
    unit === found.unit || isLevel
      ? value
      : converted(`${value} ${unit === "1" ? "" : unit}`, found.unit);
  if (expected === null) return false;
  return Math.abs(found.value - expected) <= tolerance * Math.abs(expected);
}
