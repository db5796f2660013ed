/** gzip for large answers that do not change: packed once, kept with the route. */
import { gzipSync } from "node:zlib";
import type { Route } from "./route.js";

/** Below this the saving is less than a packet. */
const COMPRESSED_BYTES_MIN = 1_024;

/** Whether an Accept-Encoding field takes gzip. */
export function takesGzip(field: string): boolean {
  for (const item of field.split(",")) {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
    if (name !== "gzip" && name !== "*") continue;
    return !parameters.some((part) => /^q=0(?:\.0*)?$/.test(part));
  }
  return false;
}

/** The packed body, or null where it is too small to gain. The route remembers the last one. */
export function packed(route: Route, body: string | Uint8Array): Uint8Array | null {
  if (body.length < COMPRESSED_BYTES_MIN) return null;
  if (route.lastPacked?.of !== body) route.lastPacked = { of: body, bytes: gzipSync(body) };
  return route.lastPacked.bytes;
}

/** A packed answer is another representation, so its strong tag is another. */
export function packedTag(tag: string): string {
  return `${tag.slice(0, -1)}-gzip"`;
}
