/** Canonical JSON: RFC 8785, in which everything hashed, signed or gossiped is written. */

import type { JsonObject } from "../ports.js";
import { countWork } from "../workCount.js";

/** Work of writing an item of an array and a member of an object; and of any character of a text. */
const ITEM_WORK = 2;
const MEMBER_WORK = 6;
const CHAR_WORK = 0.1;

/**
 * A value no canonical text exists for. Caused by code or by unchecked input, never by a peer's
 * valid data.
 */
export class CanonicalError extends TypeError {
  override readonly name = "CanonicalError";
}

/**
 * Over what a reader accepts, so that what was read can be wrapped and written again; stops cycles.
 */
const WRITE_DEPTH_MAX = 128;

/**
 * The canonical text of plain JSON data: keys sorted by UTF-16 code units, no spaces, ECMAScript
 * numbers, -0 as 0. A member whose value is `undefined` is left out.
 * @throws CanonicalError for non-finite numbers, lone surrogates, bigints, class instances and
 * cycles.
 */
export function canonicalize(value: unknown): string {
  return write(value, 0);
}

function write(value: unknown, depth: number): string {
  switch (typeof value) {
    case "string":
      return canonicalString(value);
    case "number":
      return canonicalNumber(value);
    case "boolean":
      return value ? "true" : "false";
    case "object":
      break;
    default:
      throw new CanonicalError(`a ${typeof value} has no canonical form`);
  }
  if (value === null) return "null";
  if (depth >= WRITE_DEPTH_MAX) throw new CanonicalError(`nesting deeper than ${WRITE_DEPTH_MAX}`);
  return Array.isArray(value) ? writeArray(value, depth) : writeObject(value, depth);
}

function writeArray(items: readonly unknown[], depth: number): string {
  if (items.length === 0) return "[]";
  countWork(ITEM_WORK * items.length);
  let text = `[${write(items[0], depth + 1)}`;
  for (let i = 1; i < items.length; i += 1) text += `,${write(items[i], depth + 1)}`;
  return `${text}]`;
}

function writeObject(value: object, depth: number): string {
  if (!isPlain(value))
    throw new CanonicalError("only plain objects and arrays have a canonical form");
  const keys = Object.keys(value);
  countWork(MEMBER_WORK * keys.length);
  for (let i = 1; i < keys.length; i += 1) {
    if (keys[i - 1]! > keys[i]!) {
      keys.sort();
      break;
    }
  }
  let text = "";
  for (let i = 0; i < keys.length; i += 1) {
    const key = keys[i]!;
    const member = value[key];
    if (member === undefined) continue;
    text += `${text === "" ? "{" : ","}${canonicalString(key)}:${write(member, depth + 1)}`;
  }
  return text === "" ? "{}" : `${text}}`;
}

function isPlain(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** @throws CanonicalError when the number is not finite. */
export function canonicalNumber(value: number): string {
  if (value - value !== 0)
    throw new CanonicalError("a number that is not finite has no canonical form");
  // The engine's own shortest round-trip text is what RFC 8785 prescribes, and it writes -0 as 0.
  return `${value}`;
}

/** @throws CanonicalError when the text holds a lone surrogate. */
export function canonicalString(text: string): string {
  countWork(CHAR_WORK * text.length);
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || unit === 0x22 || unit === 0x5c || (unit >= 0xd800 && unit <= 0xdfff))
      return escaped(text, i);
  }
  return `"${text}"`;
}

function escaped(text: string, from: number): string {
  for (let i = from; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 0xd800 || unit > 0xdfff) continue;
    const next = text.charCodeAt(i + 1);
    if (unit > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff)) {
      throw new CanonicalError("a lone surrogate has no canonical form");
    }
    i += 1;
  }
  // JSON.stringify escapes exactly what RFC 8785 asks for once surrogates are paired.
  return JSON.stringify(text);
}

/** Through JSON once: what is absent is absent, as a reader finds it. */
export function jsonOf(value: unknown): JsonObject {
  const read: JsonObject = JSON.parse(canonicalize(value));
  return read;
}
