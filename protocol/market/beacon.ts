/**
 * Beacons: what a draw is made with, so that nobody chooses who computes.
 *
 * Of a quorum: the outputs of a verifiable random function under the keys of witnesses. Each has one
 * value for a job, so that a witness can be silent and nothing else, and one honest word among them
 * keeps all others from knowing the draw before. Of one node, where there are too few witnesses: its
 * signature, of which it could make several.
 */
import { fromHex, toHex } from "../encoding/hex.js";
import { canonicalize } from "../encoding/jcs.js";
import { utf8Encode } from "../encoding/utf8.js";
import type { Crypto } from "../ports.js";
import { vrfOutput, vrfProof } from "../seal/vrf.js";

/** What the author of a beacon signs; the word is the signature. */
export function beaconMessage(net: string, about: string): Uint8Array {
  return utf8Encode(`calc-beacon/1\u0000${canonicalize({ about, net })}`);
}

/** The beacon of a word, 64 hex digits. */
export function beaconOf(crypto: Pick<Crypto, "sha256Hex">, word: string): string {
  return crypto.sha256Hex(`calc-beacon-word/1\u0000${word}`);
}

function vrfText(net: string, about: string): Uint8Array {
  return utf8Encode(`calc-beacon-vrf/1\u0000${canonicalize({ about, net })}`);
}

/** A witness's word about a job, as hex: a proof under its key. */
export function wordOf(seed: Uint8Array, net: string, about: string): string {
  return toHex(vrfProof(seed, vrfText(net, about)));
}

/** What a word comes to, as hex; null where it is not the author's about this. */
export function outputOf(
  author: string,
  net: string,
  { about, proof }: { readonly about: string; readonly proof: string },
): string | null {
  const [key, bytes] = [fromHex(author), fromHex(proof)];
  if (key === null || bytes === null) return null;
  const output = vrfOutput(key, vrfText(net, about), bytes);
  return output === null ? null : toHex(output);
}

/** Nodes whose words make the beacon of a quorum, and how many of them have to be there. */
export interface BeaconPanel {
  /** Public keys, hex. */
  readonly nodes: readonly string[];
  readonly needed: number;
}

/**
 * The witnesses but those who are party to a draw. As many are needed as of all, less the parties:
 * where at most `keys - quorum` lie, one honest one is still among them.
 * @returns null where so few are left that one alone could choose
 */
export function panelOf(
  witnesses: { readonly keys: readonly string[]; readonly quorum: number },
  parties: readonly (string | null)[],
): BeaconPanel | null {
  const { keys, quorum } = witnesses;
  if (quorum === 0) return null;
  const nodes = keys.filter((key) => !parties.includes(key)).sort();
  const liars = keys.length - quorum;
  const needed = Math.max(2, liars + 1, quorum - (keys.length - nodes.length));
  return nodes.length >= needed ? { nodes, needed } : null;
}

/** The beacon of a quorum: one for each set of words, whatever their order. */
export function quorumBeacon(
  crypto: Pick<Crypto, "sha256Hex">,
  about: string,
  words: readonly { readonly author: string; readonly output: string }[],
): string {
  const sorted = [...words].sort((a, b) => (a.author < b.author ? -1 : 1));
  const text = sorted.map(({ author, output }) => `${author}${output}`).join("");
  return crypto.sha256Hex(`calc-quorum-beacon/1\u0000${about}${text}`);
}
