/** Claims of names, as their owners hand them to a node. */
import { scryptSync } from "node:crypto";
import { Addresses } from "../../../node/accounts/scrypt.js";
import { addressOf } from "../../../protocol/names/address.js";
import type { Scrypt } from "../../../protocol/names/address.js";
import { signNameBody } from "../../../protocol/names/bodies.js";
import { fromHex, toHex } from "../../../protocol/encoding/hex.js";
import type { JsonObject } from "../../../protocol/ports.js";
import type { SimCrypto } from "../crypto.js";
import { NAME_WORK } from "./nameWork.js";
import { OWNERS } from "./owners.js";

const MEMORY_BYTES_MAX = 33_554_432;
const TERM_CALCONDS = 1_000_000;
const stretched = new Map<string, Uint8Array>();

/** In this thread and at once: the thread pool keeps no order. What it gave is remembered. */
const promptScrypt: Scrypt = {
  scrypt: async (password, salt, cost, bytes) => {
    const name = `${toHex(password)} ${toHex(salt)} ${cost.N} ${cost.r} ${cost.p} ${bytes}`;
    const known = stretched.get(name);
    const key =
      known ??
      new Uint8Array(scryptSync(password, salt, bytes, { ...cost, maxmem: MEMORY_BYTES_MAX }));
    stretched.set(name, key);
    return key;
  },
};

export function promptAddresses(): Addresses {
  return new Addresses(promptScrypt);
}

/**
 * @param owner number of the owner
 * @param claimed calcond at which it is said to be claimed
 */
export async function signedClaim(
  crypto: SimCrypto,
  net: string,
  {
    owner,
    name,
    claimed,
  }: { readonly owner: number; readonly name: string; readonly claimed: number },
): Promise<JsonObject> {
  const { seed, publicKey } = OWNERS[owner]!;
  const address = await addressOf(promptScrypt, fromHex(publicKey)!);
  return signNameBody(crypto, seed, {
    net,
    kind: "name.claim",
    body: {
      address,
      claimed,
      expires: claimed + TERM_CALCONDS,
      name,
      owner: publicKey,
      records: {},
      sequence: 0,
      work: NAME_WORK[`${owner} ${name}`] ?? "",
    },
  });
}
