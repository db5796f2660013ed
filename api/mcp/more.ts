/** The tool that gives the rest of a long answer: one place of it, as much as fits at a time. */
import * as z from "zod";
import type { Call } from "../contract/definition/call.js";
import { HANDLE, type LongAnswers } from "./longAnswers.js";
import { type Fields } from "./rpc.js";

export const MORE = "calc_more";
const POINTER_CHARS_MAX = 500;

export const moreInput = z.strictObject({
  handle: z.string().regex(HANDLE, "is `more.handle` of an answer").describe("more.handle"),
  at: z
    .string()
    .max(POINTER_CHARS_MAX)
    .default("")
    .describe("JSON pointer into the answer, as in /fields/x"),
  from: z.int().min(0).default(0).describe("First item or character wanted"),
});

export const moreOutput = z.looseObject({
  value: z.unknown(),
  of: z.int().optional().describe("Items or characters that stand there"),
  next: z.int().optional().describe("`from` of the next call; absent after the last"),
});

/** A place of the answer, or what is wrong with asking for it. */
export async function morePart(
  answers: LongAnswers,
  { handle, ...place }: z.output<typeof moreInput>,
  call: Call,
): Promise<Fields | string> {
  const answer = answers.find(handle, call);
  if (answer === null) return "the answer is no longer kept here; call its tool again";
  const found = await answers.placeIn(answer, place, call);
  return found === null ? `/at: the answer has nothing at ${place.at}` : { ...found };
}
