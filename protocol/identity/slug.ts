/** Names of machines on one node. */

const SLUG_CHARS_MAX = 64;
const SLUG_PATTERN = /^[a-z0-9-]{4,64}$/;

/** Words that stand in paths where a slug may stand; `self` is the node's own chain. */
const RESERVED: ReadonlySet<string> = new Set(["aggregate", "templates", "list", "self"]);
/**
 * Where a chain is named, a node's key and its name: any node's, as one may look at the chains of
 * others.
 */
const NODE_NAME = /^(?:[0-9a-f]{16}|[0-9a-f]{64})$/;

export type SlugFault = "form" | "reserved";

/** Null for a name a machine may have. */
export function slugFault(slug: string): SlugFault | null {
  if (!SLUG_PATTERN.test(slug) || slug.startsWith("-") || slug.endsWith("-")) return "form";
  return RESERVED.has(slug) || NODE_NAME.test(slug) ? "reserved" : null;
}

/** The `n`th alternative to a slug that is taken: `oven`, `oven-2`, `oven-3`, ... */
export function slugVariant(slug: string, n: number): string {
  const tail = `-${n}`;
  return slug.slice(0, SLUG_CHARS_MAX - tail.length) + tail;
}

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

/** Base32 (RFC 4648, section 6) in lower case and without padding: 16 bytes give 26 characters. */
export function base32(bytes: Uint8Array): string {
  let text = "";
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32[(held >>> bits) & 31]!;
    }
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + BASE32[(held << (5 - bits)) & 31]!;
}

/** Ids of machines: `m_` and 16 random bytes. */
export const MACHINE_ID_PATTERN = /^m_[a-z2-7]{26}$/;

export function machineId(random: Uint8Array): string {
  return `m_${base32(random)}`;
}
