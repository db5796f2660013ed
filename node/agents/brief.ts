/**
 * Short forms of values, by what a language model pays to read them. The cost is an upper estimate:
 * a token of JSON is a byte at least, and words of plain letters are cheaper than this counts.
 */
import { utf8Length } from "../../protocol/encoding/utf8.js";
import type { JsonObject, JsonValue } from "../../protocol/ports.js";

/** Tokens of a letter or digit: digests, which break into the most, have 0.6. */
const LETTER_TOKENS = 0.65;
/** Of punctuation of ASCII: quotes and colons mostly come in pairs. */
const MARK_TOKENS = 0.8;
/** Of what says that something was left out. */
const NOTE_TOKENS = 8;

export function tokensAtMost(text: string): number {
  const letters = text.match(/[A-Za-z0-9]/g)?.length ?? 0;
  const others = text.match(/[^\u0020-\u007e]/g)?.join("") ?? "";
  const marks = text.length - letters - others.length;
  return letters * LETTER_TOKENS + marks * MARK_TOKENS + utf8Length(others);
}

function costOf(value: JsonValue): number {
  return tokensAtMost(JSON.stringify(value));
}

/** The same value, or its beginning with a word on what was left out, in so many tokens. */
export function brief(value: JsonValue, tokens: number): JsonValue {
  if (costOf(value) <= tokens) return value;
  if (typeof value === "string") return briefText(value, tokens);
  if (typeof value !== "object" || value === null) return value;
  return isList(value) ? briefList(value, tokens) : briefObject(value, tokens);
}

function isList(value: JsonObject | readonly JsonValue[]): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function briefText(text: string, tokens: number): string {
  let kept = "";
  let cost = 2;
  for (const character of text) {
    cost += costOf(character) - 2 * MARK_TOKENS;
    if (cost > tokens) break;
    kept += character;
  }
  return `${kept}… (${text.length} characters)`;
}

function briefList(list: readonly JsonValue[], tokens: number): JsonValue {
  const kept: JsonValue[] = [];
  let left = tokens - NOTE_TOKENS;
  for (const item of list) {
    const cost = costOf(item) + MARK_TOKENS;
    if (cost > left) break;
    kept.push(item);
    left -= cost;
  }
  return [...kept, `… ${list.length - kept.length} more`];
}

/** Short members stay whole; what is left is shared by the long ones. */
export function briefObject(object: JsonObject, tokens: number): JsonObject {
  const members = Object.entries(object).map(([name, value]) => ({
    name,
    value,
    cost: costOf({ [name]: value }),
  }));
  let left = tokens - NOTE_TOKENS;
  const kept = new Map<string, JsonValue>();
  const byCost = members.toSorted((a, b) => a.cost - b.cost);
  for (const [at, { cost, name, value }] of byCost.entries()) {
    const share = left / (byCost.length - at);
    const forName = costOf(name) + 2 * MARK_TOKENS;
    if (cost > share && share < forName + 2 * NOTE_TOKENS) break;
    const shown = cost <= share ? value : brief(value, share - forName - NOTE_TOKENS);
    kept.set(name, shown);
    left -= costOf({ [name]: shown });
  }
  const dropped = members.length - kept.size;
  return Object.fromEntries([
    ...members.flatMap(({ name }) => (kept.has(name) ? [[name, kept.get(name)!] as const] : [])),
    ...(dropped === 0 ? [] : [["…", `${dropped} more`] as const]),
  ]);
}
