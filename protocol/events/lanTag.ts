/** The name under which nodes of one mesh look for each other on a local network. */
import { toHex } from "../encoding/hex.js";
import { utf8Encode } from "../encoding/utf8.js";
import type { Crypto } from "../ports.js";
import type { MeshSecrets } from "./handshake.js";

/** More secrets than ever live at once while one replaces another. */
const TAGS_MAX = 4;
/** With `calc-` before them 15 characters, the longest name of a service (RFC 6335, 5.1). */
const DIGITS = 10;

/**
 * Service names for multicast DNS, one for each secret, by key number, at most four:
 * `_calc-<first 10 hex of HMAC-SHA256(secret, "calc-mdns/1" || 00 || network)>._udp.local`. Meshes
 * that share a network but no secret do not answer each other, and the name tells neither.
 * @param network 8 hex digits
 */
export function lanTags(
  crypto: Pick<Crypto, "hmacSha256">,
  secrets: MeshSecrets,
  network: string,
): readonly string[] {
  const text = utf8Encode(`calc-mdns/1\u0000${network}`);
  return [...secrets]
    .sort(([a], [b]) => a - b)
    .slice(0, TAGS_MAX)
    .map(([, secret]) => {
      const digits = toHex(crypto.hmacSha256(secret, text)).slice(0, DIGITS);
      return `_calc-${digits}._udp.local`;
    });
}
