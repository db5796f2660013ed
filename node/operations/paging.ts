/** The page after this one, as a link (RFC 8288). */
import type { Call } from "../../api/contract/call.js";
import type { PreEncoded } from "../../api/contract/preEncoded.js";
import { answered } from "./effect.js";

const NO_HEADERS: readonly string[] = [];

/**
 * @param next fields that change on the next page, null for those that it lacks; null at the end
 * @returns header names and values; none for a method whose question is in its body
 */
export function nextPage(
  { method, path, query }: Call,
  next: Readonly<Record<string, number | string | null>> | null,
): readonly string[] {
  if (next === null || (method !== "GET" && method !== "HEAD")) return NO_HEADERS;
  const fields = new URLSearchParams(query);
  for (const [name, value] of Object.entries(next)) {
    if (value === null) fields.delete(name);
    else fields.set(name, String(value));
  }
  return ["link", `<${path}?${fields.toString()}>; rel="next"`];
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

interface Paged<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly headers: readonly string[];
}

/** A page of a list that is short enough to be read whole. */
export function paged<T>(call: Call, page: Page, all: readonly T[]): Paged<T> {
  return pageOf(call, page, {
    items: all.slice(page.offset, page.offset + page.limit),
    total: all.length,
  });
}

/** A page that was read by itself. */
export function pageOf<T>(
  call: Call,
  { limit, offset }: Page,
  { items, total }: Omit<Paged<T>, "headers">,
): Paged<T> {
  const end = offset + limit;
  return { items, total, headers: nextPage(call, end < total ? { offset: end } : null) };
}

/** The answer of a page: what is listed, and how many there are in all. */
export function listed<List extends object>(
  { headers, total }: Omit<Paged<unknown>, "items">,
  list: List,
): PreEncoded<List & { readonly total: number }> {
  return answered({ ...list, total }, headers);
}
