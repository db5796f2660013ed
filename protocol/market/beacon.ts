/** Beacons: signatures that nobody but their author could know before they were said. */
import { canonicalize } from "../encoding/jcs.js";
import { utf8Encode } from "../encoding/utf8.js";
import type { Crypto } from "../ports.js";

/** What the author of a beacon signs; the word is the signature. */
export function beaconMessage(net: string, about: string): Uint8Array {
  return utf8Encode(`calc-beacon/1\u0000${canonicalize({ about, net })}`);
}

/** The beacon of a word, 64 hex digits. */
export function beaconOf(crypto: Pick<Crypto, "sha256Hex">, word: string): string {
  return crypto.sha256Hex(`calc-beacon-word/1\u0000${word}`);
}
