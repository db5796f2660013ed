/** The tool that gives the rest of a long answer: one place of it, as much as fits at a time. */
import * as z from "zod";
import { isObject } from "../../protocol/encoding/json.js";
import type { Call } from "../contract/definition/call.js";
import { HANDLE, type LongAnswers } from "./longAnswers.js";
import { type Fields } from "./rpc.js";
import { atPointer, SHORT_BYTES_MAX, shorten } from "./shorten.js";

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
export function morePart(
  answers: LongAnswers,
  { handle, at, from }: z.output<typeof moreInput>,
  call: Call,
): Fields | string {
  const answer = answers.find(handle, call);
  if (answer === null) return "the answer is no longer kept here; call its tool again";
  const found = atPointer(answer, at);
  if (found === undefined) return `/at: the answer has nothing at ${at}`;
  if (typeof found === "string") return part(from, found.length, textFrom(found, from));
  if (Array.isArray(found)) return part(from, found.length, itemsFrom(found, from));
  if (!isObject(found)) return { value: found };
  const { omitted, value } = shorten(found, SHORT_BYTES_MAX);
  return omitted.length === 0 ? { value } : { value, omitted };
}

function part(from: number, of: number, value: string | readonly unknown[]): Fields {
  const end = from + value.length;
  return { value, of, ...(end < of && value.length > 0 ? { next: end } : {}) };
}

function textFrom(text: string, from: number): string {
  let end = from + SHORT_BYTES_MAX;
  // A pair of code units that are one character stays together.
  if (end < text.length && /[\uD800-\uDBFF]/.test(text[end - 1] ?? "")) end -= 1;
  return text.slice(from, end);
}

/** As many as fit, and at least one, shortened where it is longer than all of the room. */
function itemsFrom(items: readonly unknown[], from: number): readonly unknown[] {
  const fitting: unknown[] = [];
  let room = SHORT_BYTES_MAX;
  for (const item of items.slice(from)) {
    room -= JSON.stringify(item).length + 1;
    if (room < 0) break;
    fitting.push(item);
  }
  if (fitting.length > 0 || from >= items.length) return fitting;
  const { value } = shorten({ item: items[from] }, SHORT_BYTES_MAX);
  return [value["item"]];
}
