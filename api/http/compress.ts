/** gzip for large answers: the last one is kept with the route, so that a constant is packed once. */
import { promisify } from "node:util";
import { gzip, gzipSync } from "node:zlib";
import type { Route } from "./route.js";

/** Below this the saving is less than a packet. */
const COMPRESSED_BYTES_MIN = 1_024;

/** What takes longer than a fraction of a millisecond is packed by another thread. */
const PACKED_HERE_BYTES_MAX = 16_384;

const gzipElsewhere = promisify(gzip);

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
export function packed(
  route: Route,
  body: string | Uint8Array,
): Uint8Array | null | Promise<Uint8Array> {
  if (body.length < COMPRESSED_BYTES_MIN) return null;
  if (route.lastPacked?.of === body) return route.lastPacked.bytes;
  const keep = (bytes: Uint8Array): Uint8Array => {
    route.lastPacked = { of: body, bytes };
    return bytes;
  };
  return body.length > PACKED_HERE_BYTES_MAX
    ? gzipElsewhere(body).then(keep)
    : keep(gzipSync(body));
}

/** A packed answer is another representation, so its strong tag is another. */
export function packedTag(tag: string): string {
  return `${tag.slice(0, -1)}-gzip"`;
}
