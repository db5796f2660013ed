/** The page after this one, as a link (RFC 8288). */
import type { Call } from "../../api/contract/call.js";

const NO_HEADERS: readonly string[] = [];

/**
 * @param next fields that change on the next page, null for those that it lacks; null at the end
 * @returns header names and values; none for a method whose question is in its body
 */
export function nextPage({ method, path, query }: Call, next: Readonly<Record<string, number | string | null>> | null): readonly string[] {
  if (next === null || (method !== "GET" && method !== "HEAD")) return NO_HEADERS;
  const fields = new URLSearchParams(query);
  for (const [name, value] of Object.entries(next)) {
    if (value === null) fields.delete(name);
    else fields.set(name, String(value));
  }
  return ["link", `<${path}?${fields.toString()}>; rel="next"`];
}
