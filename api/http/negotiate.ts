/**
 * Content negotiation: the Accept field (RFC 9110), media types of bodies, lists of entity tags.
 */

import type { BodyForm, Operation } from "../contract/definition/operation.js";
import { ANY_TYPE } from "../contract/definition/preEncoded.js";

export type BodyType = "json" | "form" | "missing" | "other";

const JSON_EXACT = "application/json";

export function bodyTypeOf(contentType: string): BodyType {
  if (contentType === JSON_EXACT) return "json";
  if (contentType === "") return "missing";
  const type = utf8TypeOf(contentType);
  switch (type) {
    case JSON_EXACT:
      return "json";
    case "application/x-www-form-urlencoded":
      return "form";
    default:
      return "other";
  }
}

/** The type alone; "" with another charset than UTF-8, in which it would be read wrongly. */
function utf8TypeOf(contentType: string): string {
  return otherCharset(contentType) === null ? typeAlone(contentType) : "";
}

function typeAlone(contentType: string): string {
  return contentType.split(";", 1)[0]!.trim().toLowerCase();
}

/** The charset of a text that is not in UTF-8. */
function otherCharset(contentType: string): string | null {
  const [, ...parameters] = contentType.split(";");
  const named = parameters
    .map((part) => part.trim().toLowerCase())
    .find((part) => part.startsWith("charset="));
  const charset = named?.slice("charset=".length).replace(/^"(.*)"$/, "$1");
  return charset === undefined || charset === "utf-8" ? null : charset;
}

/** The charset in which a body of a form that the operation takes would be read wrongly. */
export function unreadCharset(
  { bodies }: Pick<Operation, "bodies">,
  contentType: string,
): string | null {
  const isTaken = bodies?.some(({ type }) => type === typeAlone(contentType)) ?? false;
  return isTaken ? otherCharset(contentType) : null;
}

/** How the operation reads a body of this type; null for JSON and what it does not take. */
export function bodyFormOf(
  { bodies }: Pick<Operation, "bodies">,
  contentType: string,
): BodyForm | null {
  if (bodies === undefined || contentType === JSON_EXACT) return null;
  const type = utf8TypeOf(contentType);
  return bodies.find((one) => one.type === type) ?? null;
}

/**
 * The media type of `offered` the field prefers, the earlier one on a tie; null when it accepts
 * none.
 */
export function negotiate(accept: string, offered: readonly string[]): string | null {
  const first = offered[0] ?? JSON_EXACT;
  if (first === ANY_TYPE) return first;
  if (accept === "" || accept === "*/*" || accept === first) return first;
  let best: string | null = null;
  let bestQuality = 0;
  for (const type of offered) {
    const quality = qualityOf(accept, type);
    if (quality > bestQuality) {
      best = type;
      bestQuality = quality;
    }
  }
  return best;
}

/** Quality of the most specific range that matches, 0 when none does. */
function qualityOf(accept: string, type: string): number {
  const group = `${type.slice(0, type.indexOf("/"))}/*`;
  let quality = 0;
  let specificity = -1;
  for (const item of accept.split(",")) {
    const [range = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
    const level = range === type ? 2 : range === group ? 1 : range === "*/*" ? 0 : -1;
    if (level <= specificity) continue;
    const q = parameters.find((part) => part.startsWith("q="));
    const value = q === undefined ? 1 : Number(q.slice(2));
    specificity = level;
    quality = Number.isFinite(value) ? value : 0;
  }
  return quality;
}

/** Whether an If-Match field names the tag (strong comparison: a weak tag names no bytes). */
export function matchesStrongly(field: string, tag: string): boolean {
  return field.trim() === "*" || field.split(",").some((item) => item.trim() === tag);
}

/** Whether an If-None-Match field names the tag (weak comparison). */
export function matchesTag(field: string, tag: string): boolean {
  if (field === "*") return true;
  return field.split(",").some((item) => item.trim().replace(/^W\//, "") === tag);
}

/** The key of an Idempotency-Key field, bare or quoted; null when malformed. */
export function idempotencyKeyOf(field: string): string | null {
  const bare =
    field.length >= 2 && field.startsWith('"') && field.endsWith('"') ? field.slice(1, -1) : field;
  return /^[\x21-\x7e]{1,255}$/.test(bare) ? bare : null;
}
