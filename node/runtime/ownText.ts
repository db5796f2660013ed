/**
 * Texts that stand alone. A part of a text keeps the whole of it in memory in V8: an id that was read from
 * a message would keep the message as long as it is remembered itself.
 */
import { isObject } from "../../protocol/encoding/json.js";
import type { JsonValue } from "../../protocol/ports.js";

/** V8 copies shorter parts by itself. */
const COPIED_CHARS = 13;

export function ownText(text: string): string {
  return text.length < COPIED_CHARS ? text : Buffer.from(text, "utf8").toString("utf8");
}

/** The same value, all texts in it standing alone; names of members are shared anyway. */
export function ownTexts(value: JsonValue): JsonValue {
  if (typeof value === "string") return ownText(value);
  if (Array.isArray(value)) return value.map(ownTexts);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, ownTexts(one)]));
}
