/**
 * Canonical texts of events and notes: their parts, found by length without another reading, and the
 * form that travels on a topic.
 */
import { canonicalString } from "../encoding/jcs.js";
import { utf8Encode, utf8Length } from "../encoding/utf8.js";
import type { JsonObject, JsonValue } from "../ports.js";

/** Text between the body and the header of a canonical event, and between header and signature. */
const HEADER_PREFIX = ',"header":';
const SIG_PREFIX = ',"sig":"';
const BODY_PREFIX = '{"body":';
const SIG_CHARS = 128;

/** The canonical body: what stands before the header, whose length is known. */
export function bodyTextIn(text: string, headerText: string): string {
  const tail = HEADER_PREFIX.length + headerText.length + SIG_PREFIX.length + SIG_CHARS + 2;
  return text.slice(BODY_PREFIX.length, text.length - tail);
}

const NOTE_PREFIX = '{"note":';

/** The canonical note out of a canonical {note, sig} with a signature of full length. */
export function noteTextIn(text: string): string {
  return text.slice(NOTE_PREFIX.length, text.length - SIG_PREFIX.length - SIG_CHARS - 2);
}

/** Whether a text has more bytes; they are counted only where its length leaves that open. */
export function isLonger(text: string, bytesMax: number): boolean {
  return 3 * text.length > bytesMax && utf8Length(text) > bytesMax;
}

/** Whether arrays and objects nest more than `levels` deep. */
export function isDeeper(value: JsonValue, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  const members = Array.isArray(value) ? value : Object.values(value);
  return members.some((member: JsonValue) => isDeeper(member, levels - 1));
}

export function hasOnly(value: JsonObject, keys: readonly string[]): boolean {
  return (
    Object.keys(value).length === keys.length && keys.every((key) => Object.hasOwn(value, key))
  );
}

/**
 * The wire form on a topic: the canonical {handshake, msg}. @param messageText canonical event or
 * note.
 */
export function encodeWire(handshake: string, messageText: string): Uint8Array {
  return utf8Encode(`{"handshake":${canonicalString(handshake)},"msg":${messageText}}`);
}
