/**
 * Who claims names in simulations, and what: fixed, because the work of a claim takes a second to
 * find.
 */
import { toHex } from "../../../protocol/encoding/hex.js";
import { nodeCrypto } from "../../../node/runtime/crypto.js";

export interface Owner {
  readonly seed: Uint8Array;
  /** Hex. */
  readonly publicKey: string;
}

const OWNERS_COUNT = 3;
const FIRST_SEED_BYTE = 0x51;

export const OWNERS: readonly Owner[] = Array.from({ length: OWNERS_COUNT }, (_, i) => {
  const seed = new Uint8Array(32).fill(FIRST_SEED_BYTE + i);
  return { seed, publicKey: toHex(nodeCrypto.ed25519PublicKey(seed)) };
});

export const CLAIMED_NAMES = [
  "harbour-light",
  "quartz-meadow",
  "copper-river",
  "north-lantern",
] as const;
